//! The walk down the tree, watched: it is the trace's own walk, and the solid that stops the hull is among those tested.

use crate::common::{Rng, backend, player, random_brush};
use clipmark_bvh::{Done, Tested};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use std::collections::BTreeSet;

#[test]
fn the_watched_walk_is_the_traces_and_tests_the_solid_that_stops_it() {
    const SOLIDS: usize = 150;
    let mut rng = Rng(7);
    let mut brushes = Vec::new();
    for _ in 0..SOLIDS {
        let at = rng.point(900.0);
        brushes.push(random_brush(&mut rng, at, 60.0));
    }
    let backend = backend(brushes, TraceRules::QUAKE3);
    let (mut stopped, mut missed, mut later) = (0, 0, 0);
    for _ in 0..400 {
        let start = rng.point(900.0);
        let sweep = Sweep::new(
            player(),
            start,
            start + rng.direction() * rng.within(50.0, 1200.0),
        );
        let Some(seen) = backend.watch(&sweep) else {
            continue;
        };
        let mut work = Work::counting();
        let counted = backend.trace(&sweep, &mut work);
        for answer in [counted, backend.trace(&sweep, &mut Work::silent())] {
            assert_eq!(seen.trace.fraction.to_bits(), answer.fraction.to_bits());
            assert_eq!(format!("{:?}", seen.trace), format!("{answer:?}"));
        }
        let visits = &seen.descent.visits;
        let opened = visits.iter().filter(|v| v.done == Done::Opened).count();
        let tested: Vec<_> = visits
            .iter()
            .filter_map(|v| match v.done {
                Done::Tested { solid, gjk, result } => Some((solid, gjk, result)),
                _ => None,
            })
            .collect();
        assert_eq!(
            (opened as u64, tested.len() as u64),
            (work.counts.nodes, work.counts.leaves)
        );
        let steps: usize = tested.iter().map(|t| t.1).sum();
        assert!(steps as u64 <= work.counts.gjk_iterations);
        let solids: BTreeSet<usize> = tested.iter().map(|t| t.0).collect();
        assert!(solids.len() == tested.len() && solids.iter().all(|s| *s < SOLIDS));
        assert_eq!(
            (visits[0].depth, visits[0].done, seen.descent.solids),
            (0, Done::Opened, SOLIDS)
        );
        if seen.trace.plane.is_some() {
            stopped += 1;
            let Done::Tested {
                result: Tested::Stops(at),
                ..
            } = visits[seen.descent.stop.unwrap()].done
            else {
                panic!("{:?}", seen.descent.stop)
            };
            let at = (at as f32).min(1.0_f32.next_down());
            assert_eq!(at.to_bits(), seen.trace.fraction.to_bits());
        }
        missed += visits.iter().filter(|v| v.done == Done::Missed).count();
        for visit in visits.iter().filter(|v| v.done == Done::Later) {
            later += 1;
            // Nothing that a box left out could hold would come before the answer.
            assert!(visit.enter.unwrap() >= f64::from(seen.trace.fraction) - 1e-6);
        }
    }
    assert!(
        stopped > 50 && missed > 500 && later > 20,
        "{stopped} {missed} {later}"
    );
}
