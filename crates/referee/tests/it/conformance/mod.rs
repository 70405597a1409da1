//! The properties of every backend: a sound backend keeps them, and each finds the fault that it is there for.

mod planted;
mod toy_backend;
mod toys;

use clipmark_referee::conformance::world;

#[test]
fn no_brush_of_the_worlds_is_lost() {
    let count = |name: &str| world(name, 1).unwrap().brushes.len();
    for (name, n) in [
        ("box", 1),
        ("room", 11),
        ("tiles", 69),
        ("thin-wall", 7),
        ("ramp", 8),
        ("spike", 1),
        ("sloped-tiles", 64),
        ("random-boxes-0", 10),
        ("random-convex-3", 10),
    ] {
        assert_eq!(count(name), n, "{name}");
    }
    assert!(world("random", 1).is_none() && world("attic", 1).is_none());
}

#[test]
fn a_seed_is_a_world() {
    assert_eq!(world("random-convex-1", 5), world("random-convex-1", 5));
    assert_ne!(world("random-convex-1", 5), world("random-convex-1", 6));
    assert_ne!(world("random-convex-1", 5), world("random-convex-2", 5));
}
