//! Failures of `bsp`, `bvh` and `hull`: rules of engines, and f32.

use super::played::{Runs, end, enter, runs};
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Point};
use clipmark_measure::{Contestant, Played};
use clipmark_referee::{Fault, Rule, judge};

/// At a joint that turns by two degrees a body is in the skin of both ramps; both stop it at once. `bsp` names the first in the
/// tree's order, as Quake III does. The guard against a plane met twice pushes the body off the other, and it gets no farther.
/// The exact mover names the ramp that is more opposed to the motion.
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

/// A tree of clip hulls stops only a path that enters the solid. Quake III's movement needs a stop in the skin. So its probe for
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

/// Quake III's movement counts on being stopped in the skin of a ramp. A tree of clip hulls stops only a path that enters the
/// solid, so the body reaches the ramp's plane itself. At a joint of two flush brushes it meets the bevel between the next one's
/// edge and the box. The exact mover by that touch rule meets the same bevel three ticks later, and gets no farther either.
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
    // The rest of 424 u/s across it after the bevel.
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

/// Two ticks of `bsp` end in an edge of the debris. One starts touching it, which Quake III's touch rule lets pass. The other
/// starts in the skin of the solid that it passes and leaves a plane of it there. The bar counts both as the engine's rules.
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
        judge(&truth, &sweep, &answer, &backend.facts().declaration)
    };
    let from_touch = verdict(
        ["seed 1", "yaw 180"],
        [444.86627, -19.206322, 24.177603],
        [444.89813, -19.206322, 23.266962],
    );
    assert!(
        from_touch.is_of_geometry(Fault::MissedFromTouch)
            && from_touch.rule.is_some()
            && (0.012..0.013).contains(&from_touch.measures.missed_depth),
        "{from_touch:?}"
    );
    let from_skin = verdict(
        ["seed 2", "yaw 0 at 0.333 0.143 0.200"],
        [-338.97263, -45.686756, 24.420671],
        [-338.97263, -45.75271, 23.615833],
    );
    assert!(from_skin.is_by(Rule::Corner) && (0.008..0.009).contains(&from_skin.measures.missed_depth));
}

/// 32,768 u out a step of f32 is 1/256 u. A body that glides on a plane loses all its speed along it. The exact mover with its
/// places in f32 ends with the same velocity, to the bit. In f64 it keeps 400 u/s.
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

/// Whether a fall bounces depends on how far above the floor a tick ends. Quake III's collision pulls back a path that ends in
/// its skin. A tree of clip hulls does not, so other falls bounce. The exact mover by that touch rule bounces with it, as high.
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
