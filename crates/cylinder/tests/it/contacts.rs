//! Position tests and contact harvest. Distances carry their own proof. The reported point proves that the gap is not wider.
//! The plane square to the reported normal proves that it is not narrower.

use crate::reference::*;
use clipmark_collision::{CollisionBackend, Contact, Status, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Contents, Hull, Point, World};
use rand::RngExt;

/// f32 rounding at 1,000 units.
const ROUNDING: f64 = 5e-4;

/// Width of the gap that a plane square to `m` sees.
fn gap_along(m: &V, outline: &[V], can: Can, at: &V) -> f64 {
    let highest = outline.iter().map(|p| m.dot(p)).fold(f64::NEG_INFINITY, f64::max);
    let lowest = m.dot(at) - can.radius * m.xy().norm() + (m.z * can.low).min(m.z * can.high);
    lowest - highest
}

fn distance_to_can(p: &V, can: Can, at: &V) -> f64 {
    let q = p - at;
    let side = (q.xy().norm() - can.radius).max(0.0);
    side.hypot((q.z - can.high).max(can.low - q.z).max(0.0))
}

fn inside_polygon(p: &V, outline: &[V], n: &V, slack: f64) -> bool {
    (0..outline.len()).all(|i| {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        (b - a).normalize().cross(&(p - a)).dot(n) > -slack
    })
}

/// Height of the highest sampled point of the polygon in the can.
fn sampled_top(outline: &[V], can: Can, at: &V) -> f64 {
    let mut top = f64::NEG_INFINITY;
    const N: usize = 120;
    for k in 1..outline.len() - 1 {
        for i in 0..=N {
            for j in 0..=N - i {
                let (s, t) = (i as f64 / N as f64, j as f64 / N as f64);
                let p = outline[0] + (outline[k] - outline[0]) * s + (outline[k + 1] - outline[0]) * t;
                if distance_to_can(&p, can, at) == 0.0 {
                    top = top.max(p.z);
                }
            }
        }
    }
    top
}

#[test]
fn distances_prove_themselves() {
    const MARGIN: f64 = 4.0;
    let mut rng = rng(11);
    let (mut outside, mut inside, mut edges, mut tops, mut lost) = (0, 0, 0, 0, 0);
    for _ in 0..6000 {
        let triangle = random_triangle(&mut rng);
        let plane = triangle.plane();
        let (outline, n): (_, V) = (corners(&triangle), plane.normal.cast());
        let world = World::default().with_triangles([triangle]);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let can = random_can(&mut rng);
        let (_, at) = random_sweep(&mut rng, &outline, &n, can);
        let (hull, mut work, mut found) = (can.hull(), Work::silent(), Vec::new());
        backend.contacts(&hull, &at, MARGIN as f32, Contents::SOLID, &mut found, &mut work);
        let x = vec(at);
        let who = (at, can, n, &outline);
        let front = n.dot(&x) - f64::from(plane.dist) + gap_behind(&n, can);
        let Some(c) = found.first() else {
            // Nothing within the margin, or only from behind.
            let (p, q) = nearest_pair(&outline, &n, can, &x);
            let d = (q - p).norm();
            let from_behind = n.dot(&(q - p)) < 1e-3 * d;
            let why = !(ROUNDING..MARGIN - ROUNDING).contains(&d) || from_behind || front < ROUNDING;
            assert!(why, "contact at {d} lost: {who:?}");
            lost += usize::from(from_behind && d < MARGIN);
            continue;
        };
        assert_eq!(found.len(), 1);
        let (m, p): (V, V) = (c.normal.cast(), c.point.coords.cast());
        let d = f64::from(c.distance);
        assert!(
            (m.norm() - 1.0).abs() < 1e-5 && m.dot(&n) > -1e-5 && d <= MARGIN,
            "{c:?} {who:?}"
        );
        let seen = gap_along(&m, &outline, can, &x);
        assert!((seen - d).abs() < ROUNDING, "normal shows {seen}: {c:?} {who:?}");
        assert!(inside_polygon(&p, &outline, &n, 0.01), "{c:?} {who:?}");
        edges += usize::from(m.dot(&n) < 0.999);
        let overlap = backend.overlap(&hull, &at, Contents::SOLID, &mut work);
        if d > ROUNDING {
            outside += 1;
            let shown = distance_to_can(&p, can, &x);
            assert!((shown - d).abs() < ROUNDING, "point shows {shown}: {c:?} {who:?}");
            assert_eq!(overlap, None, "{who:?}");
        } else if d < -ROUNDING && overlaps(&outline, can, &x) {
            inside += 1;
            let o = overlap.unwrap();
            assert_eq!(
                (o.depth, o.normal, o.status),
                (-c.distance, c.normal, Status::Exact)
            );
            assert!(
                !overlaps(&outline, can.grown(-ROUNDING), &(x + m * f64::from(o.depth))),
                "{o:?} {who:?}"
            );
        }
        // No direction shows a shorter way out, unless the shortest of all leads sideways or to the back.
        let tried: Vec<(f64, V)> = (0..300)
            .map(|_| unit(&mut rng))
            .map(|m| (gap_along(&m, &outline, can, &x), m))
            .collect();
        let (best, m) = tried.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        if d > 0.0 || m.dot(&n) > 0.3 {
            assert!(best < d + ROUNDING, "{m:?} is better, {best}: {c:?} {who:?}");
        }
        if rng.random_bool(0.1) {
            let top = sampled_top(&outline, can.grown(MARGIN), &x);
            if top > f64::NEG_INFINITY {
                tops += 1;
                let size = outline
                    .iter()
                    .map(|p| (p - outline[0]).norm())
                    .fold(0.0, f64::max);
                let t = f64::from(c.top);
                assert!(
                    t > top - ROUNDING && t < top + size / 30.0,
                    "top {t}, sampled {top}: {who:?}"
                );
            }
        }
    }
    assert!(
        outside > 200 && inside > 500 && edges > 500 && tops > 100,
        "{outside} {inside} {edges} {tops} {lost}"
    );
}

/// Nearest points of polygon and can, by projecting to and fro between the two convex sets.
fn nearest_pair(outline: &[V], n: &V, can: Can, at: &V) -> (V, V) {
    let mut q = *at;
    let mut p = q;
    for _ in 0..5000 {
        p = q - n * n.dot(&(q - outline[0]));
        if !inside_polygon(&p, outline, n, 1e-9) {
            let edges = (0..outline.len()).map(|i| {
                let (a, u) = (outline[i], outline[(i + 1) % outline.len()] - outline[i]);
                a + u * ((q - a).dot(&u) / u.norm_squared()).clamp(0.0, 1.0)
            });
            p = edges
                .min_by(|a, b| (a - q).norm().total_cmp(&(b - q).norm()))
                .unwrap();
        }
        let flat = (p - at).xy();
        let flat = flat * (can.radius / flat.norm()).min(1.0);
        q = at + V::new(flat.x, flat.y, (p.z - at.z).clamp(can.low, can.high));
    }
    (p, q)
}

/// How far the can reaches to the front of its position.
fn gap_behind(n: &V, can: Can) -> f64 {
    can.radius * n.xy().norm() + (n.z * can.low).max(n.z * can.high)
}

fn player() -> Hull {
    Can {
        radius: 16.0,
        low: -24.0,
        high: 32.0,
    }
    .hull()
}

fn room() -> CylinderBackend {
    let floor = cube([-100.0, -100.0, -16.0], [100.0, 100.0, 0.0]);
    let step = cube([20.0, -100.0, 0.0], [100.0, 100.0, 12.0]);
    let backend =
        CylinderBackend::build(&World::of_brushes("room", vec![floor, step]), TraceRules::QUAKE3).unwrap();
    // The step's underside is buried; the floor's upper side only partly.
    assert_eq!(backend.facts().primitives, 11);
    backend
}

fn contacts(backend: &CylinderBackend, at: [f32; 3], margin: f32) -> Vec<Contact> {
    let mut out = Vec::new();
    backend.contacts(
        &player(),
        &at.into(),
        margin,
        Contents::SOLID,
        &mut out,
        &mut Work::silent(),
    );
    out
}

#[test]
fn a_step_is_felt_by_the_foot() {
    let room = room();
    // 1/8 above the floor and 2 from the riser.
    let found = contacts(&room, [2.0, 0.0, 24.125], 0.25);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].distance, found[0].top, found[0].normal.z),
        (0.125, 0.0, 1.0)
    );
    // Pushed 4 into the step: riser and tread are both felt, with the tread's height as top.
    let found = contacts(&room, [8.0, 0.0, 24.125], 0.0);
    assert_eq!(found.len(), 2);
    for c in &found {
        assert_eq!((c.distance, c.top), (-4.0, 12.0), "{c:?}");
        assert!((c.normal.x + 1.0).abs() < 1e-6, "{c:?}");
    }
    // A cylinder wholly behind the floor's face does not feel it. The far faces of the floor are out of reach.
    assert_eq!(contacts(&room, [0.0, 0.0, -60.0], 0.0), []);
}

#[test]
fn touching_is_no_overlap_and_buried_hulls_are_told_the_way_out() {
    let room = room();
    let overlap = |z: f32| {
        room.overlap(
            &player(),
            &Point::new(-60.0, 0.0, z),
            Contents::SOLID,
            &mut Work::silent(),
        )
    };
    assert_eq!(overlap(24.0), None);
    assert_eq!(overlap(24.0f32.next_up()), None);
    let o = overlap(22.0).unwrap();
    assert_eq!((o.depth, o.normal.z), (2.0, 1.0));
    let big = World::of_brushes("block", vec![cube([-500.0; 3], [500.0, 500.0, 300.0])]);
    let block = CylinderBackend::build(&big, TraceRules::QUAKE3).unwrap();
    let o = block
        .overlap(
            &player(),
            &Point::new(10.0, 0.0, 150.0),
            Contents::SOLID,
            &mut Work::silent(),
        )
        .unwrap();
    assert_eq!((o.depth, o.normal.z, o.contents), (174.0, 1.0, Contents::SOLID));
    assert_eq!(
        block.overlap(
            &player(),
            &Point::new(10.0, 0.0, 150.0),
            Contents::WATER,
            &mut Work::silent()
        ),
        None
    );
}
