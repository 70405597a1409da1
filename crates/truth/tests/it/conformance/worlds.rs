//! The worlds that backends are asked in.

use clipmark_truth::conformance::world;

#[test]
fn no_brush_is_lost() {
    let count = |name: &str| world(name, 1).unwrap().brushes.len();
    let expected = [
        ("box", 1),
        ("room", 11),
        ("tiles", 69),
        ("thin-wall", 7),
        ("ramp", 8),
        ("spike", 1),
        ("sloped-tiles", 64),
        ("random-boxes-0", 10),
        ("random-convex-3", 10),
    ];
    for (name, n) in expected {
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
