//! Changes that must keep every bit of the answer, and seams that must not exist.

use crate::common::*;
use clipmark_geometry::{Brush, Contents, Hull, Point, Triangle, TriangleSides, Vec3};
use clipmark_referee::conformance::MOVES;
use clipmark_referee::{ExactSweep, Reference};
use nalgebra::Vector3;

fn answer(brushes: Vec<Brush>, hull: &Hull, start: Point, end: Point) -> ExactSweep {
    let w = world(brushes);
    let r = Reference::build(&w, Contents::SOLID);
    // The bracket grows with the coordinates; all else must not.
    ExactSweep {
        bracket: [0.0; 2],
        ..r.for_hull(hull).sweep(&start.cast(), &end.cast())
    }
}

fn eighths(rng: &mut Random, half: i32) -> Vec3 {
    Vec3::from_fn(|_, _| (rng.below(16 * half as usize) as i32 - 8 * half) as f32 / 8.0)
}

fn blocks(rng: &mut Random) -> Vec<(Point, Point)> {
    (0..6)
        .map(|_| {
            let a = Point::from(eighths(rng, 64));
            (a, a + eighths(rng, 48).abs() + Vec3::repeat(1.0))
        })
        .collect()
}

fn boxes(corners: &[(Point, Point)], f: impl Fn(Point) -> Point) -> Vec<Brush> {
    let make = |(a, b): &(Point, Point)| {
        let (a, b) = (f(*a), f(*b));
        Brush::from_box(a.inf(&b), a.sup(&b), Contents::SOLID).unwrap()
    };
    corners.iter().map(make).collect()
}

#[test]
fn dyadic_worlds_answer_alike_to_the_bit_when_moved_mirrored_or_turned() {
    let mut rng = Random(11);
    let mut hits = 0;
    for _ in 0..1_000 {
        let corners = blocks(&mut rng);
        let (a, b) = (eighths(&mut rng, 8), eighths(&mut rng, 8));
        let (lo, hi) = (Point::from(a.inf(&b)), Point::from(a.sup(&b)));
        let (start, end) = (
            Point::from(eighths(&mut rng, 128)),
            Point::from(eighths(&mut rng, 128)),
        );
        let mapped = |f: &dyn Fn(Point) -> Point, on_hull: &dyn Fn(Point) -> Point| {
            let (x, y) = (on_hull(lo), on_hull(hi));
            let hull = Hull::new_box(x.inf(&y), x.sup(&y)).unwrap();
            answer(boxes(&corners, f), &hull, f(start), f(end))
        };
        let same = |p: Point| p;
        let plain = mapped(&same, &same);
        hits += usize::from(plain.entry.is_some());
        let moved = mapped(&|p| p + Vec3::new(4096.0, -1024.0, 65536.0), &same);
        assert_eq!(plain, moved);
        let mirror = |p: Point| Point::new(-p.x, p.y, -p.z);
        let turn = |p: Point| Point::new(p.z, p.x, p.y);
        for changed in [mapped(&mirror, &mirror), mapped(&turn, &turn)] {
            assert_eq!(plain.entry, changed.entry);
            assert_eq!(plain.starts_inside, changed.starts_inside);
            assert_eq!(plain.contacts.len(), changed.contacts.len());
        }
    }
    assert!(hits > 150, "{hits}");
}

#[test]
fn every_hull_decides_alike_about_dyadic_worlds_and_triangles_when_moved_mirrored_or_reordered() {
    let mut rng = Random(15);
    let mut hits = 0;
    for i in 0..400 {
        let corners = blocks(&mut rng);
        let triangles: Vec<[Point; 3]> = (0..4)
            .map(|_| [0; 3].map(|_| Point::from(eighths(&mut rng, 96))))
            .collect();
        let (r, half) = ((1 + rng.below(64)) as f32 / 4.0, 16.0 + rng.below(32) as f32);
        let (lo, hi) = (Point::new(-r, -r, -half), Point::new(r, r, half));
        let hull = match i % 5 {
            0 => Hull::Point,
            1 => Hull::new_box(lo, hi).unwrap(),
            2 => Hull::new_sphere(r).unwrap(),
            3 => Hull::new_capsule(lo, hi).unwrap(),
            _ => Hull::new_cylinder(lo, hi).unwrap(),
        };
        let (start, end) = (
            Point::from(eighths(&mut rng, 128)),
            Point::from(eighths(&mut rng, 128)),
        );
        let mapped = |f: &dyn Fn(Point) -> Point, reversed: bool| -> ExactSweep {
            let mut w = world(boxes(&corners, f));
            let surfaces = triangles
                .iter()
                .filter_map(|c| Triangle::new(c.map(f), Contents::SOLID, TriangleSides::Both).ok());
            w = w.with_triangles(surfaces);
            if reversed {
                w.brushes.reverse();
                w.triangles.reverse();
            }
            let truth = truth(&w, &hull);
            truth.sweep(&f(start).cast(), &f(end).cast())
        };
        let plain = mapped(&|p| p, false);
        hits += usize::from(plain.entry.is_some());
        for (what, other) in [
            (
                "moved",
                mapped(&|p| p + Vec3::new(4096.0, -1024.0, 65536.0), false),
            ),
            ("mirrored", mapped(&|p| Point::new(-p.x, p.y, p.z), false)),
            ("upside down", mapped(&|p| Point::new(p.x, p.y, -p.z), false)),
            ("turned", mapped(&|p| Point::new(-p.y, p.x, p.z), false)),
            ("reordered", mapped(&|p| p, true)),
        ] {
            let decided = |s: &ExactSweep| (s.entry.is_some(), s.starts_inside, s.doubtful);
            assert_eq!(
                decided(&plain),
                decided(&other),
                "{what} {i} {hull:?}: {plain:?} {other:?}"
            );
            // Both brackets hold the one entry.
            assert!(
                plain.bracket[0] <= other.bracket[1] && other.bracket[0] <= plain.bracket[1],
                "{what} {i}: {plain:?} {other:?}"
            );
        }
        assert!(!plain.doubtful);
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn sloped_worlds_answer_alike_to_the_bit_when_mirrored_or_reordered() {
    let mut rng = Random(12);
    let mut hits = 0;
    for _ in 0..200 {
        let brushes: Vec<Brush> = (0..8)
            .map(|_| {
                let c = rng.point(150.0);
                rng.brush(c, 32.0)
            })
            .collect();
        let hull = Hull::quake3_player();
        let (start, end) = (rng.point(250.0), rng.point(250.0));
        let plain = answer(brushes.clone(), &hull, start, end);
        hits += usize::from(plain.entry.is_some());

        let reversed = answer(brushes.iter().rev().cloned().collect(), &hull, start, end);
        assert_eq!(plain.entry, reversed.entry);
        assert_eq!(plain.starts_inside, reversed.starts_inside);

        let mut shuffled = brushes.clone();
        for b in &mut shuffled {
            b.sides.reverse();
        }
        let shuffled = answer(shuffled, &hull, start, end);
        let apart = |a: Option<f64>, b: Option<f64>| (a.unwrap_or(2.0) - b.unwrap_or(2.0)).abs();
        assert!(apart(plain.entry, shuffled.entry) < 1e-12); // sums in another order

        let mirror = MOVES.iter().find(|m| m.name == "mirror in x").unwrap();
        let mirrored = mirror.world(&world(brushes)).unwrap().brushes;
        let mirrored = answer(mirrored, &hull, mirror.point(&start), mirror.point(&end));
        assert_eq!(plain.entry, mirrored.entry);
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn flush_neighbours_have_no_seam() {
    // A floor of 16 x 16 tiles and a wall of 16: a touching hull that moves along them is free.
    let mut tiles = Vec::new();
    for x in 0..16 {
        let x = x as f32 * 32.0;
        tiles.push(cube([x, 512.0, 0.0], [x + 32.0, 528.0, 128.0]));
        for y in 0..16 {
            let y = y as f32 * 32.0;
            tiles.push(cube([x, y, -16.0], [x + 32.0, y + 32.0, 0.0]));
        }
    }
    let w = world(tiles);
    let r = Reference::build(&w, Contents::SOLID);
    let mut rng = Random(13);
    let hulls = [
        Hull::quake3_player(),
        Hull::new_capsule(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0)).unwrap(),
        Hull::new_cylinder(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0)).unwrap(),
    ];
    for hull in &hulls {
        let h = r.for_hull(hull);
        for _ in 0..500 {
            let x = |rng: &mut Random| rng.between(16.0, 496.0);
            let (a, b) = (
                p(x(&mut rng), x(&mut rng), 24.0),
                p(x(&mut rng), x(&mut rng), 24.0),
            );
            assert_eq!(h.sweep(&a, &b).entry, None, "{} {a} {b}", hull.kind());
            // Along floor and wall at once.
            let (a, b) = (p(x(&mut rng), 497.0, 24.0), p(x(&mut rng), 497.0, 24.0));
            assert_eq!(h.sweep(&a, &b).entry, None, "{} {a} {b}", hull.kind());
            // Down on it: only ever the floor's normal.
            let fall = h.sweep(&p(a.x, 200.0, 60.0), &p(b.x, 310.0, 0.0));
            assert!((fall.entry.unwrap() - 0.6).abs() < 1e-12);
            assert!(fall.normal_error(&Vector3::z()).unwrap() < 1e-6);
        }
    }
}
