//! The same solid clipped plane by plane, as `bsp` does it: each plane of the grown solid moves the entry back or the exit forward.
//!
//! The planes are those of the body that GJK asked, in an order of their own. `bsp` has the brush's sides and bevels, and stops
//! its skin before the first one.

use super::view::{add, dot, length, sub, unit};
use clipmark_record::solver::{CastRun, Edge};

type V = [f64; 3];

/// Normals whose cosine is this near to 1 are one plane's: f32 keeps less.
const SAME: f64 = 1e-6;
/// A path that comes nearer to a plane by less than this, in units, runs along it.
const ALONG: f64 = 1e-9;

/// A plane, and the part of the path that may be inside after it.
pub(super) struct ClipStep {
    pub(super) normal: V,
    /// Fraction of the path at which it crosses the plane; `None` for a path along it.
    pub(super) crosses: Option<f64>,
    pub(super) is_entering: bool,
    /// Entry and exit so far, as fractions; the entry is beyond the exit where the path misses the solid.
    pub(super) inside: [f64; 2],
}

/// The planes one after the other, until the path is known to miss.
pub(super) fn steps(run: &CastRun) -> Vec<ClipStep> {
    let mut inside = [0.0_f64, 1.0];
    let mut all = Vec::new();
    for normal in normals(&run.body) {
        let ends = run.body.iter().flat_map(|e| e.ends);
        let reach = ends.map(|p| dot(p, normal)).fold(f64::MIN, f64::max);
        let [before, after] = [run.start, run.end].map(|p| dot(p, normal) - reach);
        let moved = before - after;
        let is_entering = moved > 0.0;
        let crosses = (moved.abs() > ALONG).then(|| before / moved);
        match crosses {
            Some(at) if is_entering => inside[0] = inside[0].max(at),
            Some(at) => inside[1] = inside[1].min(at),
            None if before > 0.0 => inside[0] = f64::INFINITY,
            None => {}
        }
        all.push(ClipStep {
            normal,
            crosses,
            is_entering,
            inside,
        });
        if inside[0] > inside[1] {
            break;
        }
    }
    all
}

/// The unit normals of the body's faces.
fn normals(body: &[Edge]) -> Vec<V> {
    let mut all: Vec<V> = Vec::new();
    for normal in body.iter().flat_map(|e| e.normals).filter(|n| length(*n) > 0.0) {
        let normal = unit(normal);
        if !all.iter().any(|known| is_same(*known, normal)) {
            all.push(normal);
        }
    }
    all
}

pub(super) fn is_same(a: V, b: V) -> bool {
    dot(a, unit(b)) > 1.0 - SAME
}

pub(super) fn says(step: &ClipStep) -> String {
    let [x, y, z] = [0, 1, 2].map(|k| crate::format::fixed(step.normal[k], 2));
    let crosses = match step.crosses {
        None => "runs along it".to_owned(),
        Some(at) => {
            let way = if step.is_entering { "comes in" } else { "goes out" };
            let when = if at < 0.0 {
                "before its start".into()
            } else if at > 1.0 {
                "beyond its end".into()
            } else {
                format!("at {}", crate::format::fixed(at, 4))
            };
            format!("{way} {when}")
        }
    };
    let [enter, leave] = step.inside;
    let left = if enter > leave {
        "it would come in after it has gone out, so it misses the solid".to_owned()
    } else {
        let [enter, leave] = [enter, leave].map(|f| crate::format::fixed(f, 4));
        format!("inside at most from {enter} to {leave}")
    };
    format!("The plane with normal ({x} {y} {z}), moved out by the hull: the path {crosses}; {left}.")
}

/// The part of the path that may be inside.
pub(super) fn part(run: &CastRun, step: &ClipStep) -> Option<[V; 2]> {
    let way = sub(run.end, run.start);
    let [enter, leave] = step.inside;
    (enter <= leave).then(|| [add(run.start, way, enter), add(run.start, way, leave)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_record::solver::Ended;

    /// A path through a box of 20 u around the origin, from x -40 to 40 at a height.
    fn through(z: f64) -> Vec<ClipStep> {
        let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 10.0 } else { -10.0 });
        let mut body = Vec::new();
        for (a, axis) in (0..8).flat_map(|a| (0..3).map(move |axis| (a, axis))) {
            if a >> axis & 1 == 0 {
                let out = |k: usize| [0, 1, 2].map(|m| if m == k { corner(a)[k] } else { 0.0 });
                body.push(Edge {
                    ends: [corner(a), corner(a | 1 << axis)],
                    normals: [out((axis + 1) % 3), out((axis + 2) % 3)],
                });
            }
        }
        steps(&CastRun {
            start: [-40.0, 0.0, z],
            end: [40.0, 0.0, z],
            body,
            radius: 0.0,
            steps: Vec::new(),
            ended: Ended::Free,
        })
    }

    #[test]
    fn six_planes_leave_the_part_inside_and_a_path_beside_is_told_at_once() {
        let met = through(0.0);
        assert_eq!(met.len(), 6);
        assert_eq!(met.last().map(|s| s.inside), Some([0.375, 0.625]));
        let missed = through(11.0);
        assert!(missed.last().is_some_and(|s| s.inside[0] > s.inside[1]));
        assert!(
            missed[..missed.len() - 1]
                .iter()
                .all(|s| s.inside[0] <= s.inside[1])
        );
    }
}
