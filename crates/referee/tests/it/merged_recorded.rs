//! The rule of merged solids against recordings of Quake: what the games let pass from a start in a solid, they let pass by it.

use crate::common::declares;
use crate::engines::{clip_answer, open, root};
use clipmark_collision::recording::{lines, read_sweeps};
use clipmark_collision::{Declaration, Follows, StartSolid, Sweep, Trace, TraceRules};
use clipmark_geometry::{Aabb, Contents, Hull, Point};
use clipmark_referee::{Fault, Reference, Rule, judge};
use clipmark_scene::load_world;
use std::path::Path;

/// Quake's player: the hull that its compiler grew the solids by.
fn player() -> Hull {
    Hull::new_box(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)).unwrap()
}

/// What NetQuake's collision declares.
fn declared() -> Declaration {
    Declaration {
        start_solid: StartSolid::Flagged,
        follows: Some(Follows::QuakeClipHulls),
        ..declares(TraceRules::QUAKEWORLD)
    }
}

/// Whether a sweep stays in the room: all beyond its walls is solid to a tree, and nothing to the exact reference.
fn is_within(bounds: &Aabb, sweep: &Sweep) -> bool {
    let within = |p: &Point| (0..3).all(|i| bounds.mins[i] < p[i] && p[i] < bounds.maxs[i]);
    within(&sweep.start) && within(&sweep.end)
}

/// The games let through what the rule explains, and the rule explains nothing that they stop. It leaves over answers which say
/// that all of the way is solid. The compiler grows a solid by more than the player at its slanted edges. These stay faults.
#[test]
fn what_quake_passes_from_within_a_solid_the_rule_of_merged_solids_explains() {
    let declared = declared();
    let (mut passed, mut explained, mut all_solid) = (0, 0, 0);
    let (mut stopped, mut refused) = (0, 0);
    for map in ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"] {
        let file = root().join(format!("tests/recordings/{map}.map"));
        let world = load_world(file.to_str().unwrap(), Path::new("")).unwrap();
        let truth = Reference::build(&world, Contents::PLAYER_MASK).for_hull(&player());
        for (questions, answers) in [("sweeps", "sweep.hull1"), ("moves", "move.hull1")] {
            let sweeps = read_sweeps(
                open(&format!("{map}.{questions}")),
                player(),
                Contents::PLAYER_MASK,
            )
            .unwrap();
            let answers = lines(open(&format!("{map}.{answers}"))).unwrap();
            let within = sweeps.iter().zip(&answers);
            for (sweep, line) in within.filter(|(sweep, _)| is_within(&world.bounds, sweep)) {
                let trace = clip_answer(line, sweep);
                let v = judge(&truth, sweep, &trace, &declared);
                if !v.starts_deep() {
                    continue;
                }
                if v.passes() || v.is_of_geometry(Fault::TooDeep) {
                    let is_by = v.is_by(Rule::MergedSolids);
                    passed += 1;
                    explained += usize::from(is_by);
                    all_solid += usize::from(trace.all_solid && !is_by);
                } else if trace.hit() && v.is_clean() {
                    let free = Trace {
                        start_solid: true,
                        ..Trace::free(sweep)
                    };
                    let v = judge(&truth, sweep, &free, &declared);
                    stopped += usize::from(v.passes());
                    refused += usize::from(v.passes() && v.rule.is_none());
                }
            }
        }
    }
    assert!(
        passed > 400 && stopped > 150,
        "{passed} passed, {stopped} stopped"
    );
    assert!(explained * 5 >= passed * 4, "{explained} of {passed}");
    assert!(
        explained + all_solid + 1 >= passed,
        "{explained} and {all_solid} of {passed}"
    );
    assert_eq!(refused, stopped, "it explains what the games stop");
}
