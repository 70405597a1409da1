//! A world that is mirrored, turned, moved or shuffled gives the same answers.

use super::*;

/// A world turned and mirrored: x -> y, y -> x keeps it a world and all its numbers.
fn swapped(b: &Brush) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| {
            Plane::new(
                Vec3::new(s.plane.normal.y, s.plane.normal.x, s.plane.normal.z),
                s.plane.dist,
            )
        })
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

fn turned(b: &Brush) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| {
            Plane::new(
                Vec3::new(-s.plane.normal.y, s.plane.normal.x, s.plane.normal.z),
                s.plane.dist,
            )
        })
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

fn shifted(b: &Brush, by: Vec3) -> Brush {
    let sides: Vec<Plane> = b
        .sides
        .iter()
        .map(|s| Plane::new(s.plane.normal, s.plane.dist + s.plane.normal.dot(&by)))
        .collect();
    Brush::from_planes(&sides, b.contents, SurfaceFlags::empty()).unwrap()
}

#[test]
fn mirrored_turned_moved_and_shuffled_worlds_give_the_same_answers() {
    let mut rng = rng(41);
    let by = Vec3::new(512.0, -1024.0, 256.0);
    for _ in 0..30 {
        let brushes = random_brushes(&mut rng, 10);
        let mut shuffled = brushes.clone();
        shuffled.shuffle(&mut rng);
        let all = |f: &dyn Fn(&Brush) -> Brush| build(brushes.iter().map(f).collect());
        let plain = build(brushes.clone());
        let others = [
            all(&swapped),
            all(&turned),
            all(&|b| shifted(b, by)),
            build(shuffled),
        ];
        for _ in 0..60 {
            let p = |rng: &mut Rng| Point::from(Vec3::from_fn(|_, _| rng.random_range(-300.0f32..300.0)));
            let (a, b) = (p(&mut rng), p(&mut rng));
            let maps: [&dyn Fn(Point) -> Point; 4] = [
                &|p| Point::new(p.y, p.x, p.z),
                &|p| Point::new(-p.y, p.x, p.z),
                &|p| p + by,
                &|p| p,
            ];
            let t = plain.trace(&Sweep::new(PLAYER.hull(), a, b), &mut Work::silent());
            for (i, (other, map)) in others.iter().zip(maps).enumerate() {
                let u = other.trace(&Sweep::new(PLAYER.hull(), map(a), map(b)), &mut Work::silent());
                let off = (u.end - map(t.end)).norm();
                assert!(off < 0.01, "{i}: {a} {b} {t:?} {u:?}");
                assert_eq!(
                    (t.start_solid, t.all_solid),
                    (u.start_solid, u.all_solid),
                    "{i}: {a} {b} {t:?} {u:?}"
                );
            }
            // The same question again, with counting: the same bits.
            let mut work = Work::counting();
            let again = plain.trace(&Sweep::new(PLAYER.hull(), a, b), &mut work);
            assert_eq!(again.bits(), t.bits());
            assert!(work.counts.queries == 1 && (!t.hit() || work.counts.primitives > 0));
        }
    }
}
