//! The search for placed models, and the order in which they are asked.

use clipmark_collision::inner::{Near, rank};
use clipmark_geometry::{Aabb, Point, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn crossing_bodies_come_first_then_the_upper_half_then_the_lower() {
    let at = |x: f32, y: f32| Aabb::new(Point::new(x, y, 0.0), Point::new(x + 10.0, y + 10.0, 0.0));
    let world = Aabb::new(Point::new(-800.0, -400.0, 0.0), Point::new(800.0, 400.0, 0.0));
    // The x axis is longer: first halved at x = 0, each half again, both 800 wide, along y.
    let bodies = [
        at(-5.0, 100.0),
        at(100.0, -5.0),
        at(500.0, 100.0),
        at(500.0, -300.0),
        at(-500.0, 100.0),
    ];
    let ranks = bodies.map(|b| rank(&world, &b, 5, true));
    assert!(ranks.is_sorted() && ranks[0] < ranks[4], "{ranks:?}");
    assert!(rank(&world, &bodies[0], 6, true) < ranks[0]);
    assert!(rank(&world, &bodies[0], 6, false) > rank(&world, &bodies[0], 5, false));
}

/// Every search equals a plain loop, also after boxes have moved and been removed.
#[test]
fn every_touching_box_is_found() {
    let mut numbers = Pcg64Mcg::seed_from_u64(7);
    let mut random = |span: f32| numbers.random::<f32>() * span;
    for count in [0, 1, 4, 5, 63, 700] {
        let mut place = |size: f32| {
            let at = Point::new(random(1000.0), random(1000.0), random(200.0));
            Aabb::new(at, at + Vec3::repeat(random(size)))
        };
        let mut boxes: Vec<Aabb> = (0..count).map(|_| place(60.0)).collect();
        let mut near = Near::default();
        near.replace(boxes.iter().copied());
        for round in 0..60 {
            if round % 3 == 1 && count > 0 {
                let (index, moved) = (round * 7 % count, place(60.0));
                boxes[index] = if round % 2 == 0 { moved } else { Aabb::EMPTY };
                near.set(index, boxes[index]);
            }
            if round == 40 {
                near.rebuild();
            }
            let asked = place(300.0);
            let mut found = Vec::new();
            near.touching(&asked, |i| found.push(i));
            found.sort_unstable();
            let all = (0..count as u32).filter(|&i| boxes[i as usize].touches(&asked));
            assert_eq!(found, all.collect::<Vec<_>>(), "{count} boxes, round {round}");
        }
    }
}
