//! Parts that turn in a tick, against bodies: what is proven.

use crate::common::*;
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Pose, Rotation, SurfaceFlags, Vec3};
use clipmark_referee::{Ends, Reference, Turned, Turning, Upright, Wanted};
use nalgebra::Point3;

fn posed(angles: Vec3) -> Pose {
    Pose {
        origin: Point::origin(),
        rotation: Rotation::of_angles(angles),
    }
}

fn yaws(from: f32, to: f32) -> [Pose; 2] {
    [from, to].map(|yaw| posed(Vec3::new(0.0, yaw, 0.0)))
}

fn turning(brushes: Vec<Brush>) -> Turning {
    let all = Turning::new(&Reference::build(&world(brushes), Contents::SOLID));
    assert_eq!(all.not_asked, 0);
    all
}

/// Along x, 96 u long and 56 u wide. Its corners are exactly 100 u from the axis (7, 24, 25).
fn arm() -> Turning {
    turning(vec![cube([0.0, -28.0, 0.0], [96.0, 28.0, 64.0])])
}

fn boxed(mins: [f32; 3], maxs: [f32; 3]) -> Upright {
    Upright::from_hull(&Hull::new_box(Point::from(mins), Point::from(maxs)).unwrap()).unwrap()
}

const STAYS: Ends = [Point3::new(0.0, 0.0, 0.0), Point3::new(0.0, 0.0, 0.0)];

fn first(of: &Turning, poses: &[Pose; 2], body: &Upright, way: &Ends) -> Turned {
    of.meets(poses, body, way, Wanted::First)
}

/// The corner comes nearest at 16.26 degrees, within the tick.
#[test]
fn an_arm_hits_misses_by_a_1024th_and_touches() {
    let arm = arm();
    let by = 1.0 / 1024.0;
    let beside = |x: f32| boxed([x, -40.0, 10.0], [x + 30.0, 40.0, 66.0]);
    let swept = |x: f32| first(&arm, &yaws(0.0, 30.0), &beside(x), &STAYS);
    let hit = swept(100.0 - by).hit.expect("the corner is 1/1024 u in it");
    assert!(swept(100.0 + by).is_free(), "{:?}", swept(100.0 + by));
    // The unturned axes are exact: the corner touches the plane, at no dyadic moment.
    assert!(swept(100.0).is_free(), "{:?}", swept(100.0));
    let angle = |x: f64| (7f64 / 25.0).asin() - (x / 100.0).acos();
    let expected = angle(100.0 - f64::from(by)).to_degrees() / 30.0;
    assert!((hit - expected).abs() < 1e-4, "{hit} {expected}");
    // An end that touches is free too, and the last bit beyond is not.
    let still = |x: f32| first(&arm, &yaws(0.0, 0.0), &beside(x), &STAYS);
    assert!(still(96.0).is_free() && still(96.0f32.next_down()).hit.is_some());
}

/// A tick that is free at both ends, and in which the arm goes through.
#[test]
fn an_arm_that_sweeps_over_a_body_is_found() {
    let arm = turning(vec![cube([0.0, -4.0, 0.0], [128.0, 4.0, 64.0])]);
    let body = Upright::from_hull(&Hull::quake3_player()).unwrap();
    let at = Point3::new(100.0, 0.0, 30.0);
    let poses = yaws(-30.0, 30.0);
    for end in [0.0, 1.0] {
        assert_eq!(arm.depth(&poses, &body, &[at, at], end), 0.0);
    }
    let met = first(&arm, &poses, &body, &[at, at]);
    let hit = met.hit.unwrap();
    assert!((0.2..0.4).contains(&hit), "{met:?}");
    assert!(arm.depth(&poses, &body, &[at, at], 0.5) > 15.0);
    // Above its top, and by a whole body of cylinder.
    let above = Point3::new(100.0, 0.0, 64.0 + 24.0);
    assert!(first(&arm, &poses, &body, &[above, above]).is_free());
    let bounds = player_bounds();
    let round = Upright::from_hull(&Hull::new_cylinder(bounds.mins, bounds.maxs).unwrap()).unwrap();
    assert!(first(&arm, &poses, &round, &[at, at]).hit.is_some());
    // The corner of the box is 21 u from its middle, the cylinder's side 15 u.
    let beyond = (128.0 + 18.0) * std::f64::consts::FRAC_1_SQRT_2;
    let at = Point3::new(beyond, beyond, 30.0);
    let swept = |body| first(&arm, &yaws(20.0, 70.0), body, &[at, at]);
    assert!(swept(&body).hit.is_some());
    assert!(swept(&round).is_free(), "{:?}", swept(&round));
}

/// Two edges that pass each other, by a little and through: no face parts them.
#[test]
fn edges_that_pass_are_told_apart() {
    // A ridge along y, that pitches about y in a tick.
    let ridge = |top: f32| {
        let planes = [
            Plane::new(Vec3::new(0.8, 0.0, 0.6), top * 0.6),
            Plane::new(Vec3::new(-0.8, 0.0, 0.6), top * 0.6),
            Plane::new(-Vec3::z(), 40.0),
            Plane::new(Vec3::y(), 60.0),
            Plane::new(-Vec3::y(), 60.0),
        ];
        turning(vec![
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap(),
        ])
    };
    let poses = [Vec3::new(-8.0, 20.0, 0.0), Vec3::new(8.0, 26.0, 0.0)].map(posed);
    let body = boxed([-64.0, -2.0, 0.0], [64.0, 2.0, 8.0]);
    for (top, hits) in [(-0.25, false), (0.25, true)] {
        let met = first(&ridge(top), &poses, &body, &STAYS);
        assert_eq!((met.hit.is_some(), met.undecided), (hits, 0), "{top}: {met:?}");
    }
}

fn mirrored(brush: &Brush) -> Brush {
    let planes: Vec<Plane> = brush
        .sides
        .iter()
        .map(|s| {
            let n = s.plane.normal;
            Plane::new(Vec3::new(n.x, -n.y, n.z), s.plane.dist)
        })
        .collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// A random tick: a convex brush off its axis that yaws, and a body that moves beside it.
struct Case {
    brush: Brush,
    yaws: [f32; 2],
    way: Ends,
}

fn case(rng: &mut Random) -> Case {
    let middle = Point::new(60.0, 0.0, 0.0) + rng.vector(30.0);
    let from = rng.between(-180.0, 180.0) as f32;
    let to = from + rng.between(-25.0, 25.0) as f32;
    let angle = f64::from(from + to).to_radians() / 2.0 + rng.between(-0.5, 0.5);
    let far = rng.between(40.0, 140.0);
    let at = Point3::new(angle.cos() * far, angle.sin() * far, rng.between(-30.0, 30.0));
    let way = rng.vector(8.0).cast::<f64>();
    Case {
        brush: rng.brush(middle, 30.0),
        yaws: [from, to],
        way: [at, at + way].map(|p| p.map(|x| f64::from(x as f32))),
    }
}

fn halfway(c: &Case) -> (f32, Point3<f64>) {
    (
        f32::midpoint(c.yaws[0], c.yaws[1]),
        nalgebra::center(&c.way[0], &c.way[1]),
    )
}

/// What the tick's mirror image is told, and what its two halves are.
#[test]
fn a_mirror_and_two_halves_say_the_same() {
    let mut rng = Random(5);
    let body = Upright::from_hull(&Hull::quake3_player()).unwrap();
    let (mut hits, mut free) = (0, 0);
    for _ in 0..60 {
        let c = case(&mut rng);
        let own = turning(vec![c.brush.clone()]);
        let poses = yaws(c.yaws[0], c.yaws[1]);
        let met = own.meets(&poses, &body, &c.way, Wanted::Any);
        let other = turning(vec![mirrored(&c.brush)]);
        let flipped = c.way.map(|p| Point3::new(p.x, -p.y, p.z));
        let image = other.meets(&yaws(-c.yaws[0], -c.yaws[1]), &body, &flipped, Wanted::Any);
        assert_eq!(met.hit.is_some(), image.hit.is_some());
        let (yaw, middle) = halfway(&c);
        let half = |yaws: [Pose; 2], way: Ends| own.meets(&yaws, &body, &way, Wanted::Any).hit.is_some();
        let either =
            half(yaws(c.yaws[0], yaw), [c.way[0], middle]) || half(yaws(yaw, c.yaws[1]), [middle, c.way[1]]);
        assert_eq!(met.hit.is_some(), either, "{:?} {:?}", c.yaws, c.way);
        assert_eq!(met.undecided, 0);
        hits += usize::from(met.hit.is_some());
        free += usize::from(met.is_free());
    }
    assert!(hits > 10 && free > 10, "{hits} {free}");
}

/// What is proven free is free at every place of a dense sample, and a hit is one. By the reference of the model as it is posed.
#[test]
fn dense_sampling_finds_the_same() {
    /// Rounding of the sampled poses' angles and axes, f32, at 200 u.
    const ROUNDED: f64 = 1e-3;
    const PLACES: usize = 48;
    let mut rng = Random(11);
    let hull = Hull::quake3_player();
    let body = Upright::from_hull(&hull).unwrap();
    let (mut hits, mut free) = (0, 0);
    for _ in 0..120 {
        let c = case(&mut rng);
        let model = Reference::build(&world(vec![c.brush.clone()]), Contents::SOLID);
        let own = Turning::new(&model);
        let met = first(&own, &yaws(c.yaws[0], c.yaws[1]), &body, &c.way);
        let depth = |s: f64| {
            let yaw = c.yaws[0] + (c.yaws[1] - c.yaws[0]) * s as f32;
            let at = c.way[0] + (c.way[1] - c.way[0]) * s;
            let posed = model.at(&posed(Vec3::new(0.0, yaw, 0.0))).for_hull(&hull);
            -posed.signed_distance(&at).unwrap().distance
        };
        if depth(0.0) > 0.0 {
            assert!(met.hit.is_some_and(|hit| hit < 1e-5));
            continue;
        }
        let until = met.hit.unwrap_or(1.0);
        for k in 0..=PLACES {
            let s = until * k as f64 / PLACES as f64;
            // The angle is uneven by 4e-5 of a part at most, which is 0.01 u here.
            assert!(depth(s) < 10.0 * ROUNDED, "{s} of {met:?}: {}", depth(s));
        }
        if met.hit.is_some() {
            assert!(depth(until) > -10.0 * ROUNDED);
        }
        hits += usize::from(met.hit.is_some());
        free += usize::from(met.is_free());
    }
    assert!(hits > 8 && free > 20, "{hits} {free}");
}
