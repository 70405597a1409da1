//! Triangles and patches against the exact reference: soups, rolling ground, an arch.
use crate::common::{Rng, both, player, round_hulls};
use clipmark_bvh::BvhBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{
    Brush, Contents, Hull, Patch, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};
use clipmark_referee::{Fault, Reference, judge};

fn triangle(corners: [Point; 3], sides: TriangleSides) -> Option<Triangle> {
    Triangle::new(corners, Contents::SOLID, sides).ok()
}

fn build(world: &World) -> BvhBackend {
    let b = BvhBackend::build(world, TraceRules::QUAKE3).unwrap();
    assert!(b.facts().omissions.is_empty(), "{:?}", b.facts().omissions);
    b
}

/// Triangles of a size, strewn about.
fn soup(rng: &mut Rng, size: f32, sides: TriangleSides) -> World {
    let mut triangles = Vec::new();
    while triangles.len() < 30 {
        let at = rng.point(160.0).coords;
        triangles.extend(triangle([(); 3].map(|()| rng.point(size) + at), sides));
    }
    World::of_brushes("soup", Vec::new()).with_triangles(triangles)
}

/// Rolling ground of two triangles a tile, on any heights: every seam is convex, concave or flat.
fn ground(rng: &mut Rng, sides: TriangleSides) -> World {
    const TILES: usize = 9;
    let heights: Vec<f32> = (0..TILES * TILES)
        .map(|_| [0.0, 0.0, rng.within(-20.0, 20.0)][rng.below(3)])
        .collect();
    let at = |i: usize, j: usize| {
        let place = |k: usize| k as f32 * 40.0 - 160.0;
        Point::new(place(i), place(j), heights[i * TILES + j])
    };
    let mut triangles = Vec::new();
    for i in 0..TILES - 1 {
        for j in 0..TILES - 1 {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            triangles.extend(triangle([a, b, c], sides));
            triangles.extend(triangle([a, c, d], sides));
        }
    }
    World::of_brushes("ground", Vec::new()).with_triangles(triangles)
}

/// An arch over a floor: a patch, and a brush.
fn arch() -> World {
    let row = |y: f32| {
        [
            [-128.0, y, 0.0],
            [-128.0, y, 160.0],
            [0.0, y, 160.0],
            [128.0, y, 160.0],
            [128.0, y, 0.0],
        ]
    };
    let points = [row(-60.0), row(0.0), row(60.0)].concat();
    let patch = Patch {
        width: 5,
        height: 3,
        points: points.into_iter().map(Point::from).collect(),
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    };
    let floor = Brush::from_box(
        Point::new(-200.0, -200.0, -16.0),
        Point::new(200.0, 200.0, 0.0),
        Contents::SOLID,
    );
    World {
        patches: vec![patch],
        ..World::of_brushes("arch", vec![floor.unwrap()])
    }
}

/// Degrees that a cylinder's normal may be off at a triangle's rim: its direction turns within the skin there. Flat and
/// round hulls are held to the referee's own degree.
const RIM_TURNS: f64 = 5.0;

/// The triangles that alone stop a sweep of `bvh` or `bvh:planes` by this plane.
fn culprits(world: &World, rules: TraceRules, sweep: &Sweep, plane: Option<Plane>) -> Vec<Triangle> {
    let alone = |t: &&Triangle| {
        let world = World::of_brushes("one", Vec::new()).with_triangles([**t]);
        let met = |b: Box<dyn CollisionBackend>| b.trace(sweep, &mut Work::silent()).plane == plane;
        plane.is_some() && both(&world, rules).into_iter().any(met)
    };
    world.triangles.iter().filter(alone).copied().collect()
}

fn hulls() -> [Hull; 5] {
    let [a, b, c] = round_hulls();
    [player(), Hull::Point, a, b, c]
}

/// Random sweeps of every hull, near and far, aimed at the triangles.
fn check(rng: &mut Rng, world: &World, rules: TraceRules, sweeps: usize) -> usize {
    check_on(rng, world, rules, sweeps, None)
}

/// The same, on a grid of points and directions if one is given: all that is degenerate.
fn check_on(rng: &mut Rng, world: &World, rules: TraceRules, sweeps: usize, grid: Option<f32>) -> usize {
    let snap = |p: Point| grid.map_or(p, |g| p.map(|x| (x / g).round() * g));
    let truth = Reference::build(&world.clone().with_patches_as_triangles(), Contents::PLAYER_MASK);
    let mut hits = 0;
    for b in both(world, rules) {
        for hull in hulls() {
            let referee = truth.for_declared(&hull, &b.facts().declaration);
            for _ in 0..sweeps {
                let start = rng.point(220.0);
                let length = [2.0, 60.0, 400.0, 600.0][rng.below(4)] * rng.unit();
                let end = start + rng.direction() * length;
                let sweep = Sweep::new(hull, snap(start), snap(end));
                let t = b.trace(&sweep, &mut Work::silent());
                let v = judge(&referee, &sweep, &t, &b.facts().declaration);
                let off = v.measures.normal_error.unwrap_or(0.0);
                let turns = matches!(hull, Hull::Cylinder { .. }) && off < RIM_TURNS && v.measures.opposed;
                let is_turned = |fault| fault == Fault::WrongNormal && turns;
                assert!(
                    v.is_clean() || v.faults.iter().all(is_turned),
                    "{} {}\n{sweep:?}\n{t:?}\n{v:#?}\n{:?}",
                    world.name,
                    b.facts().name,
                    culprits(world, rules, &sweep, t.plane)
                );
                hits += usize::from(t.hit());
            }
        }
    }
    hits
}

#[test]
fn soups_are_met_as_the_exact_reference_says() {
    let mut rng = Rng(21);
    for sides in [TriangleSides::Both, TriangleSides::Front] {
        for (size, rules) in [
            (8.0, TraceRules::QUAKE3),
            (80.0, TraceRules::QUAKE3),
            (80.0, TraceRules::QUAKEWORLD),
        ] {
            let hits: usize = (0..4)
                .map(|_| {
                    let world = soup(&mut rng, size, sides);
                    check(&mut rng, &world, rules, 400)
                })
                .sum();
            assert!(hits > 50, "{hits}");
        }
    }
}

#[test]
fn what_lies_on_a_grid_is_met_as_the_exact_reference_says() {
    let mut rng = Rng(24);
    let mut hits = 0;
    for sides in [TriangleSides::Both, TriangleSides::Front] {
        for _ in 0..4 {
            let mut world = soup(&mut rng, 60.0, sides);
            let snapped = world
                .triangles
                .iter()
                .map(|t| triangle(t.corners.map(|p| p.map(|x| (x / 16.0).round() * 16.0)), t.sides));
            world.triangles = snapped.flatten().collect();
            let floor = Brush::from_box(
                Point::new(-96.0, -96.0, -32.0),
                Point::new(96.0, 96.0, 0.0),
                Contents::SOLID,
            );
            world.brushes.push(floor.unwrap());
            hits += check_on(&mut rng, &world, TraceRules::QUAKE3, 100, Some(1.0));
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn rolling_ground_is_met_as_the_exact_reference_says() {
    let mut rng = Rng(22);
    for sides in [TriangleSides::Both, TriangleSides::Front] {
        for rules in [TraceRules::QUAKE3, TraceRules::QUAKEWORLD] {
            let hits: usize = (0..4)
                .map(|_| {
                    let world = ground(&mut rng, sides);
                    check(&mut rng, &world, rules, 400)
                })
                .sum();
            assert!(hits > 100, "{hits}");
        }
    }
}

#[test]
fn an_arch_is_met_as_its_triangles_are() {
    let mut rng = Rng(23);
    let hits = check(&mut rng, &arch(), TraceRules::QUAKE3, 400);
    assert!(hits > 200, "{hits}");
    let b = build(&arch());
    // Under its crown there is room; its own front, above, stops a falling hull.
    let down = Sweep::new(player(), Point::new(0.0, 0.0, 300.0), Point::new(0.0, 0.0, 30.0));
    let t = b.trace(&down, &mut Work::silent());
    let up = Sweep::new(player(), Point::new(0.0, 0.0, 30.0), Point::new(0.0, 0.0, 300.0));
    assert_ne!(
        t.hit(),
        b.trace(&up, &mut Work::silent()).hit(),
        "a patch has one front"
    );
}

/// A point that crosses exactly at a common corner or edge of triangles touched each from outside and passed between them.
/// Level tiles in two sizes, seen from above; of both kinds of sides, and as a flat patch.
#[test]
fn a_point_is_stopped_where_triangles_meet() {
    let grid = |i: usize, j: usize, size: f32| Point::new(i as f32 - 1.0, j as f32 - 1.0, 0.0) * size;
    for size in [64.0, 1000.0] {
        let mut worlds = Vec::new();
        for sides in [TriangleSides::Both, TriangleSides::Front] {
            let mut tiles = Vec::new();
            for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let at = |x: usize, y: usize| grid(i + x, j + y, size);
                tiles.extend(triangle([at(0, 0), at(1, 0), at(1, 1)], sides));
                tiles.extend(triangle([at(0, 0), at(1, 1), at(0, 1)], sides));
            }
            worlds.push(World::of_brushes("tiles", Vec::new()).with_triangles(tiles));
        }
        let patch = Patch {
            width: 3,
            height: 3,
            points: (0..9).map(|i| grid(i % 3, i / 3, size)).collect(),
            contents: Contents::SOLID,
            surface: SurfaceFlags::empty(),
        };
        let mut flat = World::of_brushes("flat patch", Vec::new());
        flat.bounds = patch.points.iter().fold(flat.bounds, |b, p| b.with_point(p));
        flat.patches.push(patch);
        worlds.push(flat);
        for world in &worlds {
            let asked = [TraceRules::QUAKE3, TraceRules::QUAKEWORLD];
            for (b, rules) in asked.iter().flat_map(|r| both(world, *r).map(|b| (b, r))) {
                for (x, y) in [(0.0, 0.0), (0.25, 0.0), (0.0, 0.25), (0.25, 0.25), (-0.5, -0.5)] {
                    for aside in [[0.0, 0.0], [30.0, -11.0]] {
                        let through = Point::new(x, y, 0.0) * size;
                        let by = Vec3::new(aside[0], aside[1], -100.0);
                        let sweep = Sweep::new(Hull::Point, through - by, through + by);
                        let t = b.trace(&sweep, &mut Work::silent());
                        let what = format!("{} {} at {through} by {by}: {t:?}", world.name, b.facts().name);
                        assert!(t.hit() && !t.start_solid, "{what}");
                        assert!((t.end.z - rules.skin).abs() < 1e-3, "{what}");
                        assert_eq!(t.plane.unwrap().normal, Vec3::z(), "{what}");
                    }
                }
            }
        }
    }
}
