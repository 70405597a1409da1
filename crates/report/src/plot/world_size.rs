//! The cost of the size of a world: one point a measured run and contestant.

use super::axis::Axis;
use super::chart::{Chart, SIZE};
use super::curves;
use crate::error::ReportError;

/// A contestant in a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sized {
    /// The scene.
    pub(crate) scene: String,
    pub(crate) contestant: String,
    /// Convex solids of the world.
    pub(crate) brushes: usize,
    pub(crate) trace_ns: f64,
    pub(crate) build_msec: f64,
    pub(crate) bytes: f64,
}

struct Kind {
    file: &'static str,
    title: &'static str,
    y_name: &'static str,
    caption: &'static str,
    of: fn(&Sized) -> f64,
}

const KINDS: [Kind; 3] = [
    Kind {
        file: "size-trace.svg",
        title: "Time per sweep against the size of the world",
        y_name: "ns per sweep (log)",
        caption: "Median time per random sweep against the brushes of the world: a dot a scene or map, each \
                  measured in a run of its own, in which its contestants took turns. A tree makes it grow slowly; \
                  what also matters is how crowded a world is, not only how large, so the dots scatter.",
        of: |s| s.trace_ns,
    },
    Kind {
        file: "size-build.svg",
        title: "Time to build against the size of the world",
        y_name: "ms (log)",
        caption: "Time to build the backend from the world, once and on one core, against the brushes of the world.",
        of: |s| s.build_msec,
    },
    Kind {
        file: "size-memory.svg",
        title: "Memory against the size of the world",
        y_name: "kB (log)",
        caption: "What the built backend holds, as an allocator counts it, against the brushes of the world.",
        of: |s| s.bytes / 1000.0,
    },
];

/// The plots; none where all worlds are of one size.
pub(crate) fn plots(sized: &[Sized]) -> Result<Vec<super::Plot>, ReportError> {
    let mut sizes: Vec<usize> = sized.iter().map(|s| s.brushes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    if sizes.len() < 2 {
        return Ok(Vec::new());
    }
    KINDS.iter().map(|kind| draw(sized, kind)).collect()
}

/// The contestants, in the order of their first mention, which is their colours' order.
pub(crate) fn names(sized: &[Sized]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for s in sized {
        if !names.contains(&&*s.contestant) {
            names.push(&s.contestant);
        }
    }
    names
}

fn draw(sized: &[Sized], kind: &Kind) -> Result<super::Plot, ReportError> {
    let names = names(sized);
    let curve = |name: &str| -> Vec<(f64, f64)> {
        let own = sized.iter().filter(|s| s.contestant == name);
        let mut points: Vec<_> = own.map(|s| (s.brushes as f64, (kind.of)(s))).collect();
        points.retain(|p| p.0 > 0.0 && p.1 > 0.0 && p.1.is_finite());
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let curves: Vec<_> = names.iter().map(|n| curve(n)).collect();
    let points = || curves.iter().flatten();
    let chart = Chart {
        file: kind.file,
        title: kind.title.into(),
        caption: kind.caption.into(),
        size: SIZE,
        x: Axis::log(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1)),
        x_name: "brushes (log)",
        y_name: kind.y_name,
        legend: curves::legend(names.iter().copied()),
    };
    chart.draw(|context| curves::draw(context, &curves, 1.5))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;

    fn sized(scene: &str, brushes: usize, trace_ns: f64) -> Sized {
        Sized {
            scene: scene.into(),
            contestant: "bsp".into(),
            brushes,
            trace_ns,
            build_msec: 1.0,
            bytes: 1e5,
        }
    }

    #[test]
    fn worlds_of_one_size_give_no_plot_and_others_a_dot_each() {
        assert!(
            plots(&[sized("a", 8, 100.0), sized("b", 8, 120.0)])
                .unwrap()
                .is_empty()
        );
        let all = plots(&[
            sized("a", 8, 100.0),
            sized("b", 900, 240.0),
            sized("c", 40, f64::NAN),
        ])
        .unwrap();
        assert_eq!(all.len(), 3);
        assert_eq!(
            all[0].svg.matches("<circle").count(),
            2,
            "what was not timed has no dot"
        );
        assert_eq!(all[1].svg.matches("<circle").count(), 3);
    }
}
