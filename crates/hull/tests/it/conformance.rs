//! The properties of every backend, by each game's rules.

use clipmark_collision::{CollisionBackend, TraceRules};
use clipmark_geometry::{Aabb, Point, World};
use clipmark_hull::HullBackend;
use clipmark_referee::conformance::{Known, Suite};

/// The boxes of the suite, and the lopsided one turned and mirrored.
fn with_bodies(world: &World) -> World {
    let (x, y, z) = ([-1.0, 2.0], [-3.0, 1.0], [-0.5, 2.5]);
    let body = |x: [f32; 2], y: [f32; 2], z: [f32; 2]| {
        Aabb::new(Point::new(x[0], y[0], z[0]), Point::new(x[1], y[1], z[1]))
    };
    let mut world = world.clone();
    world.bodies = vec![
        body([-15.0, 15.0], [-15.0, 15.0], [-24.0, 32.0]),
        body(x, y, z),
        body(y, x, z),
        body(z, y, x),
        body([-24.0, 32.0], [-15.0, 15.0], [-15.0, 15.0]),
        body([-24.0, 24.0], [-24.0, 24.0], [-24.0, 24.0]),
        body([-8.0, 8.0], [-8.0, 8.0], [0.0, 0.0]),
    ];
    world
}

/// The games' own ways, which recordings confirm to the last digit. Each must occur: the test fails when one no longer does.
const SPLIT_POINT: Known = Known {
    property: "bad-input",
    fault: "the end is not where the fraction says",
    at_most: 1.0,
    per_case: f32::INFINITY,
    reason: "the end is the split point, added up down the tree in f32, and the fraction is added up apart from it",
};

const WRONG_SIDE: Known = Known {
    property: "symmetry",
    fault: "stops at another place",
    at_most: 0.03125,
    per_case: f32::INFINITY,
    reason: "the last skin before a plane of the tree is looked up on its other side, so a surface there is met up \
             to a skin early",
};

const OTHER_SIDE: Known = Known {
    property: "symmetry",
    fault: "meets another surface",
    at_most: 1.0,
    per_case: f32::INFINITY,
    reason: "a small box between two faces stops at one place to the last bit, and the turned tree names the other face (3 of \
             many; not traced further)",
};

const TOUCHED: &str = "the planes of a tree are f32, moved out by the body: a start in touch with a slope may lie \
                       behind one by rounding, and a start on a plane is in front of it even where the solid is \
                       there; either starts in the solid";
const GIVEN_UP: &str = "a walk that starts in a solid ends at the first crossing from a solid leaf into another, \
                        as if nothing were met";
const fn exact(fault: &'static str, at_most: f32, reason: &'static str) -> Known {
    Known {
        property: "exact",
        fault,
        at_most,
        per_case: f32::INFINITY,
        reason,
    }
}

/// Contacts are those of the brushes behind the hulls. The bar finds the first at 1 place in 20 of maps (docs/notes/hulls.md).
/// Each with the largest share of places at which any of the tests finds it.
const CONTACTS: [Known; 3] = [
    place(
        "a contact's top is not that of its polygon in the hull",
        0.0282,
        "it is that of the brush's box",
    ),
    place(
        "a contact's point is on no surface",
        0.0049,
        "beside an edge it is on the plane of the face, off the face",
    ),
    place(
        "a contact's face is none at its point",
        0.0041,
        "the way out of a solid may lead along a bevel, which is no face",
    ),
];
const fn place(fault: &'static str, per_case: f32, reason: &'static str) -> Known {
    Known {
        property: "places",
        fault,
        at_most: 1.0,
        per_case,
        reason,
    }
}

/// Holds the walk to its known faults, besides those of contacts.
fn assert_walk(suite: &Suite, known: &[Known]) {
    suite.assert(&[known, &CONTACTS[..]].concat(), build);
}

fn suite(name: &str, rules: TraceRules) -> Suite {
    Suite::new(name).rules(&[rules])
}

/// Most of the time goes into building seven hulls of every world, which the properties ask for again and again. A few worlds
/// show a fault of the walk, and the long gate asks the rest.
#[test]
fn quakeworlds_walk_conforms_but_for_its_known_faults() {
    assert_walk(
        &suite("hull", TraceRules::QUAKEWORLD).size(15, 1),
        &[SPLIT_POINT, exact("start", 1.0, TOUCHED)],
    );
}

#[test]
#[ignore = "long: many worlds"]
fn lengthy_netquakes_walk_conforms_but_for_its_known_faults() {
    assert_walk(
        &suite("hull", TraceRules::NETQUAKE),
        &[
            SPLIT_POINT,
            WRONG_SIDE,
            OTHER_SIDE,
            exact("missed", 90.0, GIVEN_UP),
            exact("missed from touch", 75.0, TOUCHED),
            exact("start", 1.0, GIVEN_UP),
        ],
    );
}

#[test]
#[ignore = "long: many worlds"]
fn lengthy_quakeworlds_walk_conforms_but_for_its_known_faults() {
    assert_walk(
        &suite("hull", TraceRules::QUAKEWORLD),
        &[
            SPLIT_POINT,
            WRONG_SIDE,
            OTHER_SIDE,
            exact("normal", 58.0, TOUCHED),
            exact("start", 1.0, TOUCHED),
        ],
    );
}

#[test]
#[ignore = "long: many worlds"]
fn lengthy_goldsrcs_walk_conforms_but_for_its_known_faults() {
    assert_walk(
        &suite("hull", TraceRules::GOLDSRC),
        &[
            WRONG_SIDE,
            OTHER_SIDE,
            exact("normal", 58.0, TOUCHED),
            exact("start", 1.0, TOUCHED),
        ],
    );
}

fn build(world: &World, rules: TraceRules) -> Box<dyn CollisionBackend> {
    Box::new(HullBackend::build(&with_bodies(world), rules).unwrap())
}
