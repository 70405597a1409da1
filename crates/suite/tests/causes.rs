//! Why scenes of the suite fail that were not followed before: what is changed in the exact mover makes it fail alike, or what is
//! changed in the contestant's answers makes it pass.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_collision::{
    CollisionBackend, Contact, Penetration, Reached, Status, Sweep, TouchRule, Trace, Work,
};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_measure::{Contestant, Played, ReferenceInF32, ReferenceSpace, Setting, beginning, play_input};
use clipmark_movement::Space;
use clipmark_suite::{Effort, Suite, Wanted, plan};
use clipmark_truth::Corners;
use std::path::Path;

/// Two stops nearer than this are one, at which several planes may be met, in units.
const ONE_STOP: f32 = 0.01;

/// A contestant's answers, or exact ones rounded to f32, with the planes of the others where both stop at one place.
struct Mixed<'a> {
    ends: &'a dyn Fn(&Sweep, &mut Work) -> Trace,
    planes: &'a dyn Fn(&Sweep, &mut Work) -> Trace,
    other: &'a ReferenceSpace,
}

impl Space for Mixed<'_> {
    type Real = f32;

    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        let sweep = Sweep::new(*hull, *start, *end).against(mask);
        let (mut answer, other) = ((self.ends)(&sweep, work), (self.planes)(&sweep, work));
        let apart = (answer.fraction - other.fraction).abs() * sweep.displacement().norm();
        if apart < ONE_STOP && answer.plane.is_some() && other.plane.is_some() {
            answer.plane = other.plane;
        }
        answer
    }

    fn contents(&self, at: &Point) -> Contents {
        ReferenceInF32(self.other).contents(at)
    }

    fn sweeps_boxes(&self) -> bool {
        true
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.other.overlap(hull, at, mask, work)
    }

    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {}

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.other.occupied(hull, at, mask, work)
    }

    fn reached(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work, _: &mut dyn FnMut(&Reached)) {}
}

/// How a contestant fares in a scene of a family: alone, with exact planes, and what the exact mover does with its planes and, in f64, by
/// another touch rule.
struct Runs {
    own: Played,
    with_exact_planes: Played,
    exact_with_planes: Played,
    exact: Played<f64>,
    exact_in_solid: Played<f64>,
}

fn runs(family: &str, contestant: &str, [case, profile, tick, place]: [&str; 4]) -> Runs {
    let file = format!("../../scenes/suite/{family}.ron");
    let wanted = Wanted {
        contestants: vec![contestant.into()],
        effort: Effort::Full,
        shard: [1, 1],
        program: String::new(),
    };
    let suite = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let (_, chosen, tasks) = plan(vec![suite], &wanted).unwrap();
    let is_it = |v: &clipmark_suite::Variant| {
        [v.case.as_str(), v.profile.as_str()] == [case, profile]
            && [v.tick_name(), v.place_name()] == [tick, place]
    };
    let task = tasks.iter().find(|t| is_it(&t.variant)).unwrap();
    let scene = chosen.scene(task).unwrap();
    let who: Contestant = contestant.parse().unwrap();
    let setting = Setting::shared_by(&scene, &[who]).unwrap();
    let built = setting.enter(who).unwrap();
    let (start, input) = beginning(&scene, &setting.world, setting.profile.order).unwrap();
    let space = |touch| {
        let mut profile = setting.profile;
        profile.trace_rules.touch = touch;
        ReferenceSpace::with(&setting.world, profile, Corners::Kept, None).unwrap()
    };
    let truth = space(setting.profile.trace_rules.touch);
    let backend: &dyn CollisionBackend = &*built.backend;
    let own = |sweep: &Sweep, work: &mut Work| backend.trace(sweep, work);
    let exact = |sweep: &Sweep, work: &mut Work| {
        ReferenceInF32(&truth).trace(&sweep.hull, &sweep.start, &sweep.end, sweep.mask, work)
    };
    let mixed = |ends, planes| {
        let mixed = Mixed {
            ends,
            planes,
            other: &truth,
        };
        play_input(&mixed, &built.setup, start, &input).unwrap()
    };
    Runs {
        own: built.play(&setting).unwrap(),
        with_exact_planes: mixed(&own, &exact),
        exact_with_planes: mixed(&exact, &own),
        exact: truth.play(start.cast(), &input).unwrap(),
        exact_in_solid: space(TouchRule::InSolid).play(start.cast(), &input).unwrap(),
    }
}

fn end(run: &Played) -> f64 {
    f64::from(run.states.last().unwrap().origin.x)
}

/// At a joint that turns by two degrees a body is in the skin of both ramps, and both stop it at once. `bsp` names the one that comes
/// first in the tree's order, as Quake III does; the guard against a plane met twice pushes it off the other, and it gets no
/// farther. The exact mover names the ramp that is more opposed to the motion.
#[test]
fn bsp_ends_at_a_turned_joint_by_which_of_two_ramps_is_named() {
    for case in [
        [
            "turned 2 · 1 brushes a ramp",
            "quakeworld:ideal",
            "125 Hz",
            "yaw 0",
        ],
        [
            "turned 2 · 4 brushes a ramp",
            "quakeworld:ideal",
            "13 ms",
            "yaw 0",
        ],
    ] {
        let runs = runs("10-surf-chain", "bsp", case);
        let exact = runs.exact.states.last().unwrap().origin.x;
        assert!(end(&runs.own) < 1300.0 && exact > 2990.0, "{case:?}");
        assert!((end(&runs.with_exact_planes) - exact).abs() < 1.0, "{case:?}");
        assert!(
            (end(&runs.exact_with_planes) - end(&runs.own)).abs() < 1.0,
            "{case:?}"
        );
    }
}

/// A tree of clip hulls stops only what enters the solid; Quake III's movement counts on being stopped in the skin. So its probe for
/// ground misses a steep ramp now and then, and the body flies on a tick. The exact mover by that touch rule climbs as high.
#[test]
fn hull_climbs_a_steep_ramp_by_the_touch_rule_of_clip_hulls() {
    let top = |heights: &mut dyn Iterator<Item = f64>| heights.fold(f64::NEG_INFINITY, f64::max);
    for case in [
        ["70 degrees · from 0 ups", "quake3", "33 Hz", "yaw 0"],
        ["80 degrees · from 320 ups", "quake3", "33 Hz", "yaw 0"],
    ] {
        let runs = runs("07-ramps", "hull", case);
        let own = top(&mut runs.own.states.iter().map(|b| f64::from(b.origin.z)));
        let exact = top(&mut runs.exact.states.iter().map(|b| b.origin.z));
        let in_solid = top(&mut runs.exact_in_solid.states.iter().map(|b| b.origin.z));
        assert!(own > exact + 1.0, "{case:?}: {own} {exact}");
        assert!((own - in_solid).abs() < 0.02, "{case:?}: {own} {in_solid}");
    }
}

/// Quake III's movement counts on being stopped in the skin of a ramp. A tree of clip hulls stops only what enters the solid, so
/// the body comes to the ramp's plane itself, and at a joint of two flush brushes it meets the bevel between the next one's edge and
/// the box. The exact mover by that touch rule meets the same bevel three ticks later, and gets no farther either.
#[test]
fn hull_stops_at_a_flush_joint_by_the_touch_rule_of_clip_hulls() {
    let case = ["flush · 4 brushes a ramp", "quake3", "33 Hz", "yaw 45"];
    let Runs {
        own,
        with_exact_planes,
        exact,
        exact_in_solid,
        ..
    } = runs("10-surf-chain", "hull", case);
    // What the bevel leaves of 424 u/s across it.
    let held = |velocity_y: f64| (0.0..60.0).contains(&velocity_y);
    let tick = |at: usize| {
        (
            f64::from(own.states[at].velocity.y),
            exact_in_solid.states[at].velocity.y,
        )
    };
    assert!(held(tick(1).0) && !held(tick(1).1), "{:?}", tick(1));
    assert!(held(tick(4).1), "{:?}", tick(4));
    let last = |run: &Played| f64::from(run.states.last().unwrap().origin.x);
    let [exact, in_solid] = [&exact, &exact_in_solid].map(|run| run.states.last().unwrap().origin.x);
    assert!(
        last(&own) < 400.0 && in_solid < 400.0,
        "{} {in_solid}",
        last(&own)
    );
    assert!(exact > 530.0 && last(&with_exact_planes) > 530.0, "{exact}");
}
