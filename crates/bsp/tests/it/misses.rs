//! The misses of `bsp` on the 63 maps, traced to two causes. They are starts in the skin of an edge (the engine's rule) and
//! trees that do not name a brush everywhere. Those stay misses.

use crate::common::scene;
use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, World};
use clipmark_referee::{Cause, Fault, Reference, Rule, Verdict, judge};

/// The engine counts a plane as left one skin before it is, and none as met before the start. A start in the skin of a face,
/// less than a skin from its edge, passes the edge.
#[test]
fn who_starts_in_the_skin_of_an_edge_passes_it_by_the_engines_rule() {
    let block = Brush::from_box(
        Point::new(-64.0, -64.0, -64.0),
        Point::new(64.0, 64.0, 64.0),
        Contents::SOLID,
    );
    let world = World::of_brushes("block", vec![block.unwrap()]);
    let hull = Hull::quake3_player();
    let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let truth = Reference::build(&world, Contents::SOLID).for_backend(&hull, &bsp);
    // The bottom is 0.001 u above the top of the block; the hull leaves it `before_edge` u on.
    let verdict = |before_edge: f32| {
        let start = Point::new(64.0 + 15.0 - before_edge, 0.0, 64.0 + 24.0 + 0.001);
        let sweep = Sweep::new(hull, start, Point::new(start.x + 2.4, 0.0, start.z - 2.4));
        let mut trace = bsp.trace(&sweep, &mut Work::silent());
        let own = judge(&truth, &sweep, &trace, &bsp.facts().declaration);
        // The same question to a tracer that forgets the block.
        trace = clipmark_collision::Trace::free(&sweep);
        (own, judge(&truth, &sweep, &trace, &bsp.facts().declaration))
    };
    let named = |v: &Verdict| {
        let of_geometry = v.is_of_geometry(Fault::Missed);
        (of_geometry, v.is(Fault::Missed), v.is_by(Rule::Corner))
    };
    let (at_edge, forgets) = verdict(0.1);
    assert_eq!(named(&at_edge), (true, false, true), "{at_edge:#?}");
    assert!(at_edge.is_since(Cause::MissedFromSkin), "{at_edge:#?}");
    assert_eq!(named(&forgets), (true, false, true), "{forgets:#?}");
    let (stopped, forgets) = verdict(0.2);
    assert!(stopped.is_clean() && stopped.rule.is_none(), "{stopped:#?}");
    assert_eq!(named(&forgets), (true, true, false), "{forgets:#?}");
}

/// Found by the bar on all 63 maps: seed 1, random sweeps of the player.
const PASSED: [(&str, [f32; 3], [f32; 3]); 4] = [
    (
        "ctf_gate1",
        [334.78467, -873.4882, 3.9638405],
        [334.9262, -883.30865, 7.034424],
    ),
    (
        "oacmpdm5",
        [48.977936, -215.874, -192.54549],
        [-78.58315, -104.371666, -294.62433],
    ),
    (
        "q3dm6ish",
        [44.90015, 174.0695, -40.034134],
        [62.432213, 412.9825, -40.001465],
    ),
    (
        "wrackdm17",
        [-42.596222, 123.22067, 1020.3665],
        [-87.478745, 160.451, 1091.2238],
    ),
];

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn a_brush_that_the_maps_tree_does_not_name_is_passed_and_with_a_tree_of_our_own_it_is_not() {
    let hull = Hull::quake3_player();
    for (map, from, to) in PASSED {
        let mut world = scene(&format!("maps/{map}.bsp"));
        let sweep = Sweep::new(hull, from.into(), to.into());
        let truth = Reference::build(&world, Contents::PLAYER_MASK);
        let verdict = |world: &World| {
            let bsp = BspBackend::build(world, TraceRules::QUAKE3).unwrap();
            let trace = bsp.trace(&sweep, &mut Work::silent());
            judge(
                &truth.for_backend(&hull, &bsp),
                &sweep,
                &trace,
                &bsp.facts().declaration,
            )
        };
        let v = verdict(&world);
        assert!(v.is_in_solid() && v.rule.is_none(), "{map}: {v:#?}");
        world.tree = None;
        let v = verdict(&world);
        assert!(v.is_clean(), "{map}: {v:#?}");
    }
}
