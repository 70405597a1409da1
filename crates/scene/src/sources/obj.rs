//! Triangles of a Wavefront OBJ file, read by `tobj`.
//!
//! The reader gets only a file's positions (`v`) and faces (`f`): nothing else matters to collision. Without groups and
//! materials all faces come back in the file's order, so that a fault has a line. Polygons are cut into fans, which is only
//! right for convex ones; others are refused.

use crate::Problem;
use nalgebra::Vector3;
use std::io::Cursor;
use tobj::{LoadError, LoadOptions};

type V = Vector3<f64>;

/// Largest OBJ file read, in bytes: some million triangles.
pub(crate) const MAX_OBJ_BYTES: u64 = 64 << 20;

/// A triangle of a file, with the line of its face.
pub(crate) type Lined = (usize, [V; 3]);

fn fault(line: usize, message: &str, hint: &str) -> Problem {
    Problem::new(format_args!("line {line}: {message}"), hint)
}

/// The triangles of a file's text, at most `limit`.
///
/// # Errors
/// A line that the format does not allow, a face that is no surface, no face, or too many.
pub fn triangles(text: &str, limit: usize) -> Result<Vec<Lined>, Problem> {
    let kept: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| matches!(line.split_whitespace().next(), Some("v" | "f")))
        .collect();
    let (corners, arities) = read(&kept).map_err(|e| place(&kept, &e))?;
    let faces: Vec<usize> = kept.iter().filter(|s| is_face(s)).map(|s| s.0).collect();
    if faces.is_empty() {
        return Err(Problem::new(
            "it has no faces",
            "export it with its faces (`f` lines)",
        ));
    }
    let mut out = Vec::new();
    let mut at = 0;
    for (i, &line) in faces.iter().enumerate() {
        let count = arities.get(i).map_or(3, |&n| n as usize);
        let polygon = corners.get(at..at + count).unwrap_or_default();
        at += count;
        fan(polygon, line, &mut out)?;
        if out.len() > limit {
            let count = out.len();
            let message = format_args!("it has {count} triangles; {limit} are the most that a scene holds");
            return Err(Problem::new(message, "decimate it"));
        }
    }
    Ok(out)
}

fn is_face(statement: &(usize, &str)) -> bool {
    statement.1.trim_start().starts_with('f')
}

/// The corners of all faces one after another, and how many each has; none when all are triangles.
fn read(statements: &[(usize, &str)]) -> Result<(Vec<V>, Vec<u32>), LoadError> {
    let text: String = statements.iter().flat_map(|(_, l)| [l, "\n"]).collect();
    let options = LoadOptions {
        triangulate: false,
        ignore_points: false,
        ignore_lines: false,
        single_index: false,
    };
    let (models, _) = tobj::load_obj_buf(&mut Cursor::new(text), &options, |_| {
        Err(LoadError::OpenFileFailed)
    })?;
    let Some(mesh) = models.into_iter().next().map(|m| m.mesh) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let at = |i: &u32| V::from_column_slice(&mesh.positions[3 * *i as usize..][..3]);
    Ok((mesh.indices.iter().map(at).collect(), mesh.face_arities))
}

/// The line of a fault, which the reader does not report: the last line of the shortest beginning that it refuses. Faces may
/// name positions that come later, so beginnings are taken of the positions first, then of the faces.
fn place(statements: &[(usize, &str)], error: &LoadError) -> Problem {
    let points: Vec<_> = statements.iter().filter(|s| !is_face(s)).copied().collect();
    let faces: Vec<_> = statements.iter().filter(|s| is_face(s)).copied().collect();
    let in_points = read(&points).is_err();
    let with = |n: usize| -> bool {
        if in_points {
            return read(&points[..n]).is_err();
        }
        let last = n.checked_sub(1).and_then(|i| faces.get(i)).map_or(0, |f| f.0);
        let kept: Vec<_> = statements
            .iter()
            .filter(|s| !is_face(s) || s.0 <= last)
            .copied()
            .collect();
        read(&kept).is_err()
    };
    let among = if in_points { &points } else { &faces };
    let (mut fine, mut refused) = (0, among.len());
    while refused - fine > 1 {
        let middle = fine + (refused - fine) / 2;
        if with(middle) {
            refused = middle;
        } else {
            fine = middle;
        }
    }
    let (message, hint) = match error {
        LoadError::FaceVertexOutOfBounds => (
            "the face names a corner that the file does not have",
            "`v` lines count from 1",
        ),
        LoadError::FaceParseError => ("no face", "write `f 1 2 3`, three or more numbers of `v` lines"),
        LoadError::PositionParseError | LoadError::ColorParseError | LoadError::ScalingByZeroError => {
            ("no position", "write `v x y z`, three numbers")
        }
        _ => ("not understood", "export the mesh again as a plain Wavefront OBJ"),
    };
    let line = refused.checked_sub(1).and_then(|i| among.get(i));
    fault(line.map_or(1, |s| s.0), message, hint)
}

fn fan(polygon: &[V], line: usize, out: &mut Vec<Lined>) -> Result<(), Problem> {
    let &[first, _, _, ..] = polygon else {
        return Err(fault(line, "a face needs at least three corners", "remove it"));
    };
    if !polygon.iter().all(|p| p.iter().all(|x| x.is_finite())) {
        let message = "a corner of the face is not a finite number";
        return Err(fault(line, message, "mend the `v` line that it names"));
    }
    let parts = || polygon[1..].windows(2).map(|w| [first, w[0], w[1]]);
    let normal = |[a, b, c]: [V; 3]| (b - a).cross(&(c - a));
    let whole: V = parts().map(normal).sum();
    if whole == V::zeros() {
        let hint = "remove it (modelling programs call it dissolving degenerate faces)";
        return Err(fault(line, "the face has no area", hint));
    }
    for part in parts() {
        if normal(part).dot(&whole) < 0.0 {
            let message = "the face is not convex, or folds over";
            return Err(fault(line, message, "split it into triangles"));
        }
        out.push((line, part));
    }
    Ok(())
}
