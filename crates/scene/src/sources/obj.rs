//! Triangles of a Wavefront OBJ file.
//!
//! Source: Wavefront, *Object Files (.obj)*, appendix B1. Only positions (`v`) and faces (`f`) are read: nothing else matters to
//! collision. Polygons are cut into fans, which is only right for convex ones; others are refused. Our own reader rather than the
//! crate `tobj`, whose errors have no line.

use crate::Problem;
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Largest OBJ file read, in bytes: some million triangles.
pub(crate) const MAX_OBJ_BYTES: u64 = 64 << 20;

/// A triangle of a file, with the line of its face.
pub(crate) type Lined = (usize, [V; 3]);

fn fault(line: usize, message: &str, hint: &str) -> Problem {
    Problem::new(format_args!("line {line}: {message}"), hint)
}

fn too_many(limit: usize) -> Problem {
    let message = format_args!("it has more triangles than the {limit} for which the scene has room");
    Problem::new(message, "decimate it")
}

/// The triangles of a file's text, at most `limit`.
///
/// # Errors
/// A line that the format does not allow, a face that is no surface, no face, or too many.
pub fn triangles(text: &str, limit: usize) -> Result<Vec<Lined>, Problem> {
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()) {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => {
                let mut number = || words.next()?.parse::<f64>().ok();
                let mut point = || Some(V::new(number()?, number()?, number()?));
                let why = || fault(line, "no position", "write `v x y z`, three numbers");
                points.push(point().ok_or_else(why)?);
            }
            // Faces may name positions that come later. Counted from the end, they are those before the face.
            Some("f") if faces.len() < limit => faces.push((line, text, points.len())),
            Some("f") => return Err(too_many(limit)),
            _ => {}
        }
    }
    if faces.is_empty() {
        return Err(Problem::new(
            "it has no faces",
            "export it with its faces (`f` lines)",
        ));
    }
    let mut out = Vec::new();
    for (line, text, before) in faces {
        let corner = |word: &str| {
            // Texture and normal come after a slash.
            let number = word.split('/').next().and_then(|n| n.parse::<i64>().ok());
            let hint = "write `f 1 2 3`, three or more numbers of `v` lines";
            let number = number.ok_or_else(|| fault(line, "no face", hint))?;
            let index = match number {
                1.. => number - 1,
                _ => number.saturating_add(before as i64),
            };
            let index = usize::try_from(index).ok().filter(|_| number != 0);
            let message = "the face names a corner that the file does not have";
            let found = index.and_then(|index| points.get(index)).copied();
            found.ok_or_else(|| fault(line, message, "`v` lines count from 1"))
        };
        let corners = text.split_ascii_whitespace().skip(1).map(corner);
        fan(&corners.collect::<Result<Vec<V>, Problem>>()?, line, &mut out)?;
        if out.len() > limit {
            return Err(too_many(limit));
        }
    }
    Ok(out)
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
