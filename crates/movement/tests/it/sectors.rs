//! Which bodies stand near a box, and in which order they are found.

use clipmark_geometry::{Aabb, Point};
use clipmark_movement::inner::Sectors;

/// A box that everything touches.
fn everywhere() -> Aabb {
    Aabb::new(Point::new(-1e9, -1e9, -1e9), Point::new(1e9, 1e9, 1e9))
}

fn cube(x: f32, y: f32) -> Aabb {
    Aabb::new(Point::new(x, y, 0.0), Point::new(x + 8.0, y + 8.0, 8.0))
}

fn seen(sectors: &Sectors, wanted: &Aabb) -> Vec<u32> {
    let mut out = Vec::new();
    sectors.near(wanted, |body| {
        out.push(body);
        true
    });
    out
}

#[test]
fn the_last_linked_comes_first_and_a_crossing_one_before_all() {
    let world = Aabb::new(Point::new(-512.0, -256.0, 0.0), Point::new(512.0, 256.0, 64.0));
    let mut sectors = Sectors::new(&world);
    // In the lower half of x, in the upper half twice, and across the middle.
    for (body, x) in [(1, -100.0), (2, 300.0), (3, 301.0), (4, -4.0)] {
        sectors.link(body, cube(x, 20.0));
    }
    assert_eq!(seen(&sectors, &everywhere()), [4, 3, 2, 1]);
    sectors.link(2, cube(300.0, 20.0));
    assert_eq!(seen(&sectors, &everywhere()), [4, 2, 3, 1]);
    assert_eq!(seen(&sectors, &cube(302.0, 24.0)), [2, 3]);
    sectors.unlink(2);
    sectors.unlink(99);
    assert_eq!(seen(&sectors, &everywhere()), [4, 3, 1]);
}

#[test]
fn it_finds_what_a_plain_search_finds() {
    let world = Aabb::new(Point::new(-500.0, -700.0, 0.0), Point::new(500.0, 300.0, 64.0));
    let mut sectors = Sectors::new(&world);
    let place = |i: u32, k: u32| ((i * k) % 1201) as f32 - 600.0;
    for i in 0..400 {
        sectors.link(i, cube(place(i, 97), place(i, 389)));
    }
    for i in 0..300 {
        let wanted = cube(place(i, 193), place(i, 577)).grown(place(i, 31).abs() * 0.2);
        let mut found = seen(&sectors, &wanted);
        found.sort_unstable();
        let plain = |b: &u32| sectors.bounds(*b).is_some_and(|b| b.touches(&wanted));
        assert_eq!(found, (0..400).filter(plain).collect::<Vec<_>>());
    }
}

#[test]
fn it_stops_where_it_is_told_to() {
    let mut sectors = Sectors::new(&everywhere());
    (0..9).for_each(|i| sectors.link(i, cube(0.0, 0.0)));
    let mut count = 0;
    sectors.near(&everywhere(), |_| {
        count += 1;
        count < 3
    });
    assert_eq!(count, 3);
}
