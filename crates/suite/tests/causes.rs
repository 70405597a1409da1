//! Why scenes of the suite fail that were not followed before: what is changed in the exact mover makes it fail alike, or what is
//! changed in the contestant's answers makes it pass.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_collision::{
    CollisionBackend, Contact, Penetration, Reached, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_measure::{Contestant, Played, ReferenceInF32, ReferenceSpace, Setting, beginning, play_input};
use clipmark_movement::Space;
use clipmark_scene::Scene;
use clipmark_suite::{Effort, Suite, Wanted, plan};
use clipmark_truth::{Corners, judge};
use std::cell::Cell;
use std::path::Path;

/// Two stops nearer than this are one, at which several planes may be met, in units.
const ONE_STOP: f32 = 0.01;

/// A space whose sweeps are answered otherwise.
struct Answering<'a, S: ?Sized> {
    trace: &'a dyn Fn(&Sweep, &mut Work) -> Trace,
    else_as: &'a S,
}

impl<S: Space<Real = f32> + ?Sized> Space for Answering<'_, S> {
    type Real = f32;

    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        (self.trace)(&Sweep::new(*hull, *start, *end).against(mask), work)
    }

    fn contents(&self, at: &Point) -> Contents {
        self.else_as.contents(at)
    }

    fn sweeps_boxes(&self) -> bool {
        self.else_as.sweeps_boxes()
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        self.else_as.overlap(hull, at, mask, work)
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        within: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        self.else_as.contacts(hull, at, within, mask, out, work)
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.else_as.occupied(hull, at, mask, work)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        self.else_as.reached(hull, at, mask, work, visit)
    }
}

/// How a contestant fares in a scene of a family: alone, with exact planes, and what the exact mover does with its planes and, in f64, by
/// another touch rule.
struct Runs {
    own: Played,
    with_exact_planes: Played,
    exact_with_planes: Played,
    exact: Played<f64>,
    exact_in_f32: Played,
    exact_in_solid: Played<f64>,
}

/// A scene of a family, and a contestant in it.
fn enter(family: &str, who: Contestant, [case, profile, tick, place]: [&str; 4]) -> (Scene, Setting) {
    let file = format!("../../scenes/suite/{family}.ron");
    let wanted = Wanted {
        contestants: vec![who.to_string()],
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
    let setting = Setting::shared_by(&scene, &[who]).unwrap();
    (scene, setting)
}

fn runs(family: &str, contestant: &str, scene: [&str; 4]) -> Runs {
    let who: Contestant = contestant.parse().unwrap();
    let (scene, setting) = enter(family, who, scene);
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
    // The ends of one, with the planes of the other where both stop at one place.
    let mixed = |ends: &dyn Fn(&Sweep, &mut Work) -> Trace, planes: &dyn Fn(&Sweep, &mut Work) -> Trace| {
        let trace = |sweep: &Sweep, work: &mut Work| {
            let (mut answer, other) = (ends(sweep, work), planes(sweep, work));
            let apart = (answer.fraction - other.fraction).abs() * sweep.displacement().norm();
            if apart < ONE_STOP && answer.plane.is_some() && other.plane.is_some() {
                answer.plane = other.plane;
            }
            answer
        };
        let mixed = Answering {
            trace: &trace,
            else_as: &ReferenceInF32(&truth),
        };
        play_input(&mixed, &built.setup, start, &input).unwrap()
    };
    Runs {
        own: built.play(&setting).unwrap(),
        with_exact_planes: mixed(&own, &exact),
        exact_with_planes: mixed(&exact, &own),
        exact: truth.play(start.cast(), &input).unwrap(),
        exact_in_f32: play_input(&ReferenceInF32(&truth), &built.setup, start, &input).unwrap(),
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

/// A cylinder's skin is a distance. On a floor whose pieces are up to 1/64 u off, the edge of a higher piece beside it lies in that
/// skin, and the probe for ground names the way to it, which is not upright: rightly, by exact arithmetic. The mover takes it for a
/// slope and rises. With the floor's normal in place of these it does not.
#[test]
fn cylinder_rises_where_the_edge_of_a_higher_piece_lies_in_its_skin() {
    // An edge 1/64 u above the floor, at the border of a skin of 1/8 u, is 29 degrees off upright at most.
    const UPRIGHT: f32 = 0.875;
    for case in [
        ["boxes · jitter 2^-6 · star", "quake3", "33 Hz", "yaw 45"],
        ["boxes · jitter 2^-6 · star", "quake3", "60 Hz", "yaw 247.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "33 Hz", "yaw 22.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "13 ms", "yaw 67.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "125 Hz", "yaw 67.5"],
    ] {
        let who: Contestant = "cylinder+slide".parse().unwrap();
        let (scene, setting) = enter("15-seam-floor", who, case);
        let built = setting.enter(who).unwrap();
        let (start, input) = beginning(&scene, &setting.world, setting.profile.order).unwrap();
        let backend: &dyn CollisionBackend = &*built.backend;
        let truth = setting.truth.for_backend(&built.setup.hull(false), backend);
        let tilted = Cell::new([0, 0]);
        let trace = |sweep: &Sweep, work: &mut Work| {
            let mut answer = backend.trace(sweep, work);
            let is_tilted = |n: &Vec3| n.z > UPRIGHT && n.z < 1.0;
            let verdict = judge(&truth, sweep, &answer, &backend.declares());
            if let Some(plane) = answer.plane.as_mut().filter(|p| is_tilted(&p.normal)) {
                let [all, wrong] = tilted.get();
                tilted.set([all + 1, wrong + usize::from(verdict.wrong_normal)]);
                plane.normal = Vec3::z();
            }
            answer
        };
        let upright = Answering {
            trace: &trace,
            else_as: backend,
        };
        let upright = play_input(&upright, &built.setup, start, &input).unwrap();
        let own = built.play(&setting).unwrap();
        let top = |run: &Played| run.states.iter().fold(0.0f32, |top, b| top.max(b.origin.z));
        assert!(top(&own) > 24.4259, "{case:?}: {}", top(&own));
        assert!(top(&upright) < 24.1407, "{case:?}: {}", top(&upright));
        let [tilted, wrong] = tilted.get();
        assert!(tilted > 0 && wrong == 0, "{case:?}: {wrong} of {tilted}");
    }
}

/// Two ticks of `bsp` end in an edge of the debris: one from touching it, which Quake III's touch rule lets pass, one from within the skin of
/// what it passes, a plane of which it leaves there. Both are counted as the engine's rules everywhere else.
#[test]
fn bsp_ends_in_debris_by_rules_of_the_engine() {
    let bsp: Contestant = "bsp".parse().unwrap();
    let bounds = Aabb::new(Point::new(-16., -16., -24.), Point::new(16., 16., 32.));
    let hull = Hull::Box { bounds };
    let verdict = |case: [&str; 2], start: [f32; 3], end: [f32; 3]| {
        let (_, setting) = enter("16-debris", bsp, [case[0], "quakeworld", "125 Hz", case[1]]);
        let backend = setting.enter(bsp).unwrap().backend;
        let truth = setting.truth.for_backend(&hull, &*backend);
        let sweep = Sweep::new(hull, start.into(), end.into()).against(Contents::PLAYER_MASK);
        let answer = backend.trace(&sweep, &mut Work::silent());
        judge(&truth, &sweep, &answer, &backend.declares())
    };
    let from_touch = verdict(
        ["seed 1", "yaw 180"],
        [444.86627, -19.206322, 24.177603],
        [444.89813, -19.206322, 23.266962],
    );
    assert!(from_touch.by_touch_rule && (0.012..0.013).contains(&from_touch.missed_depth));
    let from_skin = verdict(
        ["seed 2", "yaw 0 at 0.333 0.143 0.200"],
        [-338.97263, -45.686756, 24.420671],
        [-338.97263, -45.75271, 23.615833],
    );
    assert!(from_skin.missed_from_skin && (0.008..0.009).contains(&from_skin.missed_depth));
}

/// 32,768 u out a step of f32 is 1/256 u. A body that glides on a plane sinks into it by rounding, and what is clipped to get it out takes all
/// that it has along it. The exact mover with its places in f32 ends with the same velocity, to the bit; in f64 it keeps 400 u/s.
#[test]
fn speed_along_a_plane_is_lost_far_out_by_f32_alone() {
    let wish = |place| {
        [
            "Surf plane · 50 degrees · wish into it",
            "quakeworld",
            "13 ms",
            place,
        ]
    };
    let glide = |place| ["Surf plane · 70 degrees · glide", "quakeworld", "125 Hz", place];
    let near = "yaw 0 at 32768.000 32768.000 32768.000";
    let far = "yaw 0 at 49152.000 49152.000 49152.000";
    for (who, case) in [
        ("bsp", wish(far)),
        ("bvh", wish(far)),
        ("bvh", wish(near)),
        ("bvh", glide(near)),
        ("bvh", glide(far)),
    ] {
        let runs = runs("27-far-origin", who, case);
        let last = |run: &Played| run.states.last().unwrap().velocity;
        let exact = runs.exact.states.last().unwrap().velocity;
        assert_eq!(last(&runs.own), last(&runs.exact_in_f32), "{who} {case:?}");
        assert!(last(&runs.own).y == 0.0 && exact.y == 400.0, "{who} {case:?}");
    }
}

/// The improved walker turns its velocity once in a step of up to 7.5 u, and a pipe of 1,024 facets has ten of them in that length. So
/// it loses by what it turns in a step, and up to twice that, not by what a facet turns: in 3 s a quarter of its speed and more.
#[test]
fn the_walker_loses_in_a_pipe_by_the_turn_of_a_step() {
    let (speed, seconds, around) = (400.0_f64, 3.0, 113.0);
    let cylinder: Contestant = "cylinder".parse().unwrap();
    for (tick, step) in [
        ("125 Hz", 0.008),
        ("13 ms", 0.013),
        ("60 Hz", 1.0 / 60.0),
        ("33 Hz", 0.015),
    ] {
        let (scene, setting) = enter(
            "23-pipe",
            cylinder,
            ["inside · 1024 facets", "quake3", tick, "yaw 0"],
        );
        let run = setting.enter(cylinder).unwrap().play(&setting).unwrap();
        let left = f64::from(run.states.last().unwrap().velocity.norm());
        // dv/dt = -v (1 - cos(v step / around)) / step, for small turns.
        let lost = (left.powi(-2) - speed.powi(-2)) / (seconds * step / (around * around));
        assert!((1.0..2.1).contains(&lost), "{tick}: {left} u/s, {lost}");
    }
}

/// The core by which a cylinder tells what it meets is smaller than the hull by an eighth of the skin on all sides.
#[test]
fn cylinder_passes_a_slot_that_its_core_fits_in() {
    let hull = Hull::Cylinder {
        bounds: Aabb::new(Point::new(-15., -15., -24.), Point::new(15., 15., 32.)),
    };
    let is_passed = |narrower: f32| {
        let half = 15.0 - narrower;
        let wall = |mins: [f32; 3], maxs: [f32; 3]| {
            let planes = (0..3).flat_map(|k| {
                let mut n = Vec3::zeros();
                n[k] = 1.0;
                [Plane::new(-n, -mins[k]), Plane::new(n, maxs[k])]
            });
            let planes: Vec<_> = planes.collect();
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
        };
        let walls = [
            wall([0., half, -64.], [64., 128., 64.]),
            wall([0., -128., -64.], [64., -half, 64.]),
        ];
        let world = World::of_brushes("slot", walls.to_vec());
        let cylinder: Contestant = "cylinder".parse().unwrap();
        let backend = cylinder.build(&world, TraceRules::QUAKE3).unwrap();
        let sweep = Sweep::new(hull, Point::new(-32., 0., 0.), Point::new(32., 0., 0.));
        !backend.trace(&sweep, &mut Work::silent()).hit()
    };
    // An eighth of 1/8 u.
    let core = TraceRules::QUAKE3.skin / 8.0;
    assert!(is_passed(core * 0.9) && !is_passed(core * 1.1));
}

/// Whether a fall bounces depends on how far above the floor a tick ends. Quake III's collision pulls back what ends in its skin; a tree of clip
/// hulls does not, so that other falls bounce. The exact mover by that touch rule bounces with it and as high.
#[test]
fn hull_bounces_from_other_heights_by_the_touch_rule_of_clip_hulls() {
    for (case, bounces) in [
        ("20 ticks -0.01", true),
        ("20 ticks +0.24", false),
        ("100 ticks -0.01", true),
        ("100 ticks +0.24", false),
    ] {
        let runs = runs("30-overbounce", "hull", [case, "quake3", "125 Hz", "yaw 0"]);
        // How far it gets up after it was down.
        let highest = |heights: &[f64]| {
            let lowest = heights
                .iter()
                .copied()
                .enumerate()
                .min_by(|a, b| a.1.total_cmp(&b.1));
            let (at, floor) = lowest.unwrap();
            heights[at..].iter().fold(0.0_f64, |top, z| top.max(z - floor))
        };
        let own: Vec<_> = runs.own.states.iter().map(|b| f64::from(b.origin.z)).collect();
        let in_solid: Vec<_> = runs.exact_in_solid.states.iter().map(|b| b.origin.z).collect();
        let exact: Vec<_> = runs.exact.states.iter().map(|b| b.origin.z).collect();
        assert_eq!(highest(&own) > 1.0, bounces, "{case}: {}", highest(&own));
        assert_eq!(highest(&exact) > 1.0, !bounces, "{case}: {}", highest(&exact));
        let off = (highest(&own) - highest(&in_solid)).abs();
        assert!(off < 0.01, "{case}: {off}");
    }
}
