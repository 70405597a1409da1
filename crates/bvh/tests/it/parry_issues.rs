//! Reports of users of parry, rapier and ncollide, as cases named for the issue. `bvh` must be right with either solver, as the
//! exact referee judges. The answers of stock parry today are recorded, so that a test fails when they change.
//!
//! Lengths are the threads' metres, one a unit, and their y is up where ours is z. Where a thread gives numbers they are used;
//! where it does not, the test states its own. Threads: github.com/dimforge/REPOSITORY/issues/NUMBER.

use crate::common::{Rng, backends, boxed, random_brush, round_hulls};
use Stock::{Right, Wrong};
use clipmark_bvh::{BvhBackend, StockBackend, StockUse};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, BrushSide, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{HullReference, PlaceAnswers, Reference, judge, judge_place};

const RULES: TraceRules = TraceRules::QUAKE3;

/// The answers of `bvh:stock` to the case today.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stock {
    Right,
    Wrong,
}

/// What is asked: a sweep, or all about a place where a hull stands.
struct Question {
    sweep: Sweep,
    /// Within which contacts are asked for.
    margin: Option<f32>,
    /// How far the gap at a stop may be from the skin, in units. The judge allows a quarter of the skin.
    exact: f64,
    /// How far the normal may be from straight up.
    turned: f32,
}

fn sweep(hull: Hull, start: [f32; 3], end: [f32; 3]) -> Question {
    Question {
        sweep: Sweep::new(hull, start.into(), end.into()),
        margin: None,
        exact: f64::INFINITY,
        turned: f32::INFINITY,
    }
}

/// A fall, whose place of stop is in question: a height, which is rounded by little wherever the place is.
fn fall(hull: Hull, start: [f32; 3], end: [f32; 3]) -> Question {
    Question {
        exact: 2e-3,
        ..sweep(hull, start, end)
    }
}

fn place(hull: Hull, at: [f32; 3], margin: f32) -> Question {
    Question {
        margin: Some(margin),
        ..sweep(hull, at, at)
    }
}

impl Question {
    /// The faults of a backend's answer.
    fn ask(&self, backend: &dyn CollisionBackend, truth: &HullReference) -> Option<String> {
        let (sweep, declared) = (&self.sweep, &backend.facts().declaration);
        if let Some(margin) = self.margin {
            let answers = PlaceAnswers::ask(backend, sweep, margin);
            let faults = judge_place(truth, &sweep.start, &answers, declared);
            return (!faults.is_empty()).then(|| format!("{sweep:?}: {answers:?}: {faults:?}"));
        }
        let trace = backend.trace(sweep, &mut Work::silent());
        let verdict = judge(truth, sweep, &trace, declared);
        let gap = verdict.measures.gap_sample;
        let is_off = gap.is_some_and(|gap| gap.off.abs() > self.exact);
        let is_turned = trace
            .plane
            .is_some_and(|p| (p.normal - Vec3::z()).norm() > self.turned);
        (is_off || is_turned || !verdict.is_clean()).then(|| format!("{sweep:?}: {trace:?}: {verdict:?}"))
    }
}

/// Asks both solvers of `bvh`, which must be right, and stock parry.
#[track_caller]
fn reported(brushes: Vec<Brush>, stock: Stock, questions: impl IntoIterator<Item = Question>) {
    let world = World::of_brushes("test", brushes);
    let solids = Reference::build(&world, Contents::PLAYER_MASK);
    let questions: Vec<Question> = questions.into_iter().collect();
    answered(&world, stock, |backend| {
        let ask =
            |question: &Question| question.ask(backend, &solids.for_backend(&question.sweep.hull, backend));
        questions.iter().filter_map(ask).collect()
    });
}

/// Asks the same for the way out alone, at places with these depths. `is_out` judges its normal.
#[track_caller]
fn pushed_out(
    brush: Brush,
    hull: Hull,
    places: impl IntoIterator<Item = ([f32; 3], f32)>,
    within: f32,
    is_out: impl Fn(&Vec3) -> bool,
) {
    let places: Vec<([f32; 3], f32)> = places.into_iter().collect();
    answered(&World::of_brushes("test", vec![brush]), Right, |backend| {
        let ask = |&(at, depth): &([f32; 3], f32)| {
            let found = backend.overlap(&hull, &at.into(), Contents::SOLID, &mut Work::silent());
            let right = found.is_some_and(|p| (p.depth - depth).abs() < within && is_out(&p.normal));
            (!right).then(|| format!("{at:?}: {found:?}, wanted {depth}"))
        };
        places.iter().filter_map(ask).collect()
    });
}

/// Both solvers of `bvh` have no faults, and stock parry is as recorded.
#[track_caller]
fn answered(world: &World, stock: Stock, faults: impl Fn(&dyn CollisionBackend) -> Vec<String>) {
    for b in backends(world.brushes.clone(), RULES) {
        let faults = faults(&*b);
        assert!(faults.is_empty(), "{}: {faults:#?}", b.facts().name);
    }
    let yardstick = faults(&StockBackend::build(world, RULES).unwrap());
    let found = if yardstick.is_empty() { Right } else { Wrong };
    let first = yardstick.first();
    assert_eq!(found, stock, "bvh:stock is no longer as recorded: {first:?}");
}

/// A box of these half sizes about its middle.
fn cuboid(half: [f32; 3]) -> Hull {
    let half = Vec3::from(half);
    Hull::new_box(Point::from(-half), Point::from(half)).unwrap()
}

fn cube(half: f32) -> Hull {
    cuboid([half; 3])
}

fn ball(radius: f32) -> Hull {
    Hull::new_sphere(radius).unwrap()
}

fn cylinder(half: f32, radius: f32) -> Hull {
    let bound = Point::new(radius, radius, half);
    Hull::new_cylinder(-bound, bound).unwrap()
}

fn solid(planes: &[(Vec3, f32)]) -> Brush {
    let planes: Vec<Plane> = planes.iter().map(|&(n, dist)| Plane::new(n, dist)).collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// parry#180: a start that differs by one rounding step makes a cast return nothing.
#[test]
fn parry_180_one_rounding_step_changes_nothing() {
    let mut rng = Rng(180);
    for _ in 0..50 {
        let brush = random_brush(&mut rng, Point::origin(), 64.0);
        let mut from = rng.direction() * 300.0;
        let steps = (0..20).map(|_| {
            from.x = from.x.next_up();
            sweep(cube(15.0), from.into(), [0.0; 3])
        });
        reported(vec![brush], Right, steps);
    }
}

/// parry#193: wrong normals of casts; a wall of 10 x 5 x 0.1 is met at a shallow angle. #313 wants the normal of the face. A body
/// of 1.8 m, whose size the thread does not say. The same at the size of a map: a player's way down onto a block, near its edges
/// too.
#[test]
fn parry_193_and_313_the_normal_is_the_faces() {
    let wall = boxed([-5.0, -0.05, 0.0], [5.0, 0.05, 5.0]);
    let mut rng = Rng(193);
    let shallow = (0..500).map(|_| {
        let (x, z) = (rng.within(-4.0, 4.0), rng.within(0.0, 5.0));
        // Five degrees and less.
        let along = rng.within(1.0, 4.0) * if rng.below(2) == 0 { 1.0 } else { -1.0 };
        let from = [x - along, 0.45 + along.abs() * 0.08, z];
        sweep(cuboid([0.3, 0.3, 0.9]), from, [x, 0.3, z])
    });
    reported(vec![wall], Right, shallow);
    let mut rng = Rng(313);
    let down = (0..500).map(|_| {
        let (x, y) = (rng.within(-78.0, 78.0), rng.within(-78.0, 78.0));
        sweep(cube(15.0), [x, y, 200.0], [x * 0.9, y * 0.9, 70.0])
    });
    reported(vec![boxed([-64.0; 3], [64.0; 3])], Right, down);
}

/// parry#405: touching cuboids cannot be cast along each other: a time of 0 comes back.
#[test]
fn parry_405_sliding_while_touching_is_free() {
    let floor = boxed([-1000.0, -1000.0, -10.0], [1000.0, 1000.0, 0.0]);
    let slides = [0.0, 1e-6, 0.001, 0.125].into_iter().flat_map(|gap| {
        let z = 15.0 + gap;
        [z, z - 1.0].map(|end| sweep(cube(15.0), [0.0, 0.0, z], [300.0, 40.0, end]))
    });
    reported(vec![floor], Wrong, slides);
}

/// parry#429: a ball of 0.5166 falls straight down at cuboids of half extents 5, 50 and 500. It stops 0.2 mm, 4 mm and 139 mm
/// early. parry 0.31.1 has a refinement for it.
#[test]
fn parry_429_a_ball_comes_as_near_to_a_large_cuboid_as_to_a_small_one() {
    for half in [5.0_f32, 50.0, 500.0] {
        let mut rng = Rng(429);
        let falls = (0..400).map(|_| {
            let (x, y) = (rng.within(-0.9, 0.9) * half, rng.within(-0.9, 0.9) * half);
            fall(ball(0.5166), [x, y, half + 5.0], [x, y, half - 5.0])
        });
        reported(vec![boxed([-half; 3], [half; 3])], Right, falls);
    }
}

/// parry#414: a cylinder over a floor of 10,000 x 1 x 10,000 stops ten times too early; a ball does not. The way is about 0.94,
/// the cylinder's size is not in the thread.
#[test]
fn parry_414_a_cylinder_over_a_huge_floor_comes_down() {
    let floor = boxed([-5000.0, -5000.0, -1.0], [5000.0, 5000.0, 0.0]);
    let mut rng = Rng(414);
    let falls = (0..400).map(|_| {
        let (x, y) = (rng.within(-50.0, 50.0), rng.within(-50.0, 50.0));
        fall(cylinder(0.5, 0.4), [x, y, 0.5 + 0.94], [x, y, 0.0])
    });
    reported(vec![floor], Wrong, falls);
}

/// bevy_rapier#119: a ball of 1 from 3 over a floor of half extents 500 x 1 x 500. The height it stops at varies by 6e-2 as x and
/// z go in steps of 0.01.
#[test]
fn bevy_rapier_119_the_height_of_a_stop_does_not_vary() {
    let floor = boxed([-500.0, -500.0, -1.0], [500.0, 500.0, 1.0]);
    let falls = (0..1000).map(|i| {
        let at = i as f32 * 0.01;
        fall(ball(1.0), [at, at * 0.7, 3.0], [at, at * 0.7, 1.0])
    });
    reported(vec![floor], Wrong, falls);
}

/// Far more than users reported: all hulls, and targets up to the size of a whole map and beyond.
#[test]
fn parry_414_and_429_a_large_target_costs_no_precision() {
    for (half, stock) in [
        (16.0_f32, Right),
        (512.0, Right),
        (16384.0, Wrong),
        (65536.0, Wrong),
    ] {
        let x = half * 0.37;
        let hulls = [cube(12.0)].into_iter().chain(round_hulls());
        let falls = hulls.map(|hull| Question {
            exact: 1e-3,
            turned: 1e-6,
            ..fall(hull, [x, x, 100.0], [x, x, -100.0])
        });
        reported(vec![boxed([-half; 3], [half, half, 0.0])], stock, falls);
    }
}

/// parry#317: a cast meets nothing though `contact` says that the cuboids overlap at its end. A maintainer's advice was to stay
/// near the origin. The numbers are in a repository of their own: built are cubes of 1, 50,000 from the origin. (The thread is
/// about casts that turn, which are not asked here; these go straight.)
#[test]
fn parry_317_what_overlaps_at_the_end_is_met_on_the_way() {
    let far = 50_000.0;
    let block = boxed([far - 1.0, far - 1.0, -1.0], [far + 1.0, far + 1.0, 1.0]);
    let mut rng = Rng(317);
    let sweeps = (0..300).map(|_| {
        let d = rng.direction() * 20.0;
        sweep(cube(1.0), [far + d.x, far + d.y, d.z], [far, far, 0.0])
    });
    reported(vec![block], Right, sweeps);
}

/// parry#298: GJK's tolerance is fixed, so precision depends on the size of things. The thread wants a setting. Built: the same
/// cast at sizes from 1/16 to 64 times, with the skin that it is.
#[test]
fn parry_298_precision_does_not_depend_on_the_size_of_things() {
    for scale in [0.0625_f32, 1.0, 64.0] {
        let n = Vec3::new(-0.6, 0.0, 0.8);
        let sides = [-Vec3::z(), Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y()];
        let sides = sides.map(|side| (side, 64.0 * scale));
        let wedge = solid(&[&[(n, 0.0)], &sides[..]].concat());
        let from = n * (60.0 * scale);
        reported(
            vec![wedge],
            Right,
            [sweep(ball(8.0 * scale), from.into(), [0.0; 3])],
        );
    }
}

/// rapier.js#258: a cast misses a bar of half extents 244.5 x 0.5 that a ray meets. The thread's two dimensions are made three by
/// a width of 100. The shape cast is not in the excerpt that we have: a cube and a ball.
#[test]
fn rapier_js_258_a_thin_bar_is_met() {
    let bars = [
        ([884.5, 188.5], [244.5, 0.5], [380.0, 241.0], [1004.0, 137.0]),
        ([408.0, 286.5], [335.0, 0.5], [894.0, 328.0], [385.0, 217.0]),
    ];
    for (at, half, from, to) in bars {
        let bar = boxed(
            [at[0] - half[0], -50.0, at[1] - half[1]],
            [at[0] + half[0], 50.0, at[1] + half[1]],
        );
        let hulls = [cube(0.5), cube(10.0), ball(0.5), ball(10.0)];
        let sweeps = hulls.map(|hull| sweep(hull, [from[0], 0.0, from[1]], [to[0], 0.0, to[1]]));
        reported(vec![bar], Right, sweeps);
    }
}

/// avian#821: a cast of no length meets only some of the solids that it overlaps.
#[test]
fn avian_821_a_cast_of_no_length_tells_what_it_is_in() {
    let mut rng = Rng(821);
    let still = (0..100).map(|_| {
        let at: [f32; 3] = rng.point(1.2).coords.into();
        sweep(cube(0.5), at, at)
    });
    reported(vec![boxed([-1.0; 3], [1.0; 3])], Wrong, still);
}

/// parry#378: when EPA is stuck, the second point of a contact is at the cuboid's corner (4.0), not under the capsule (2.04). The
/// thread's two dimensions are made three by a depth of 8.
#[test]
fn parry_378_a_touching_contact_is_where_the_bodies_touch() {
    let slab = boxed([-4.0, -4.0, -0.5], [4.0, 4.0, 0.5]);
    let bound = Point::new(0.5, 0.5, 0.75);
    let capsule = Hull::new_capsule(-bound, bound).unwrap();
    let heights = [2.7391, 2.75];
    let places = heights.map(|height| place(capsule, [6.037_373_5 - 4.0, 0.0, height - 1.5], 0.002));
    reported(vec![slab], Right, places);
}

/// parry#387: contacts with a composite were looked for on the other side of its origin. Numbers are not in the thread: built
/// is a floor far from the origin.
#[test]
fn parry_387_contacts_are_where_the_composite_is() {
    let floor = boxed([100.0, 40.0, -10.0], [200.0, 140.0, 0.0]);
    let places = [[150.0, 90.0, 1.25], [-150.0, -90.0, -1.25], [150.0, 90.0, 0.75]];
    reported(vec![floor], Right, places.map(|at| place(cube(1.0), at, 0.5)));
}

/// parry#49: a hull of four points 1e-23 from each other panics. #347: convex decomposition makes such hulls and panics (no
/// numbers). A brush as small, and slivers of no thickness.
#[test]
fn parry_49_and_347_a_degenerate_solid_is_no_panic() {
    let side = |plane: Plane| BrushSide {
        plane,
        surface: SurfaceFlags::empty(),
    };
    let (n, tiny) = (0.577_350_26, 1e-23);
    let mut tetrahedron = boxed([-1.0; 3], [1.0; 3]);
    let normals = [[n, n, n], [-n, -n, n], [-n, n, -n], [n, -n, -n]];
    tetrahedron.sides = normals.map(|n| side(Plane::new(n.into(), tiny))).to_vec();
    let mut brushes = vec![tetrahedron];
    let mut rng = Rng(347);
    for _ in 0..200 {
        let mut sliver = boxed([-64.0; 3], [64.0; 3]);
        let lid = rng.direction();
        let lids = [Plane::new(lid, 0.0), Plane::new(-lid, rng.within(0.0, 1e-6))];
        sliver.sides.extend(lids.map(side));
        brushes.push(sliver);
    }
    for brush in brushes {
        let world = World::of_brushes("degenerate", vec![brush]);
        // Refused, left out or built: any but a panic.
        let ours = BvhBackend::build(&world, RULES).ok();
        let uses = [StockUse::Hulls, StockUse::Mesh];
        let stock = uses.map(|how| StockBackend::build_for(how, &world, RULES).ok());
        let ours = ours.iter().map(|b| b as &dyn CollisionBackend);
        for b in ours.chain(stock.iter().flatten().map(|b| b as &dyn CollisionBackend)) {
            let down = Sweep::new(
                cube(15.0),
                Point::new(0.0, 0.0, 100.0),
                Point::new(0.0, 0.0, -100.0),
            );
            let t = b.trace(&down, &mut Work::silent());
            assert!((0.0..=1.0).contains(&t.fraction), "{t:?}");
        }
    }
}

/// parry#253 and #246: EPA panicked, and since #263 gives nothing, for boards that share faces and overlap. The boards of the
/// state that is printed in #253.
#[test]
fn parry_253_and_246_boards_that_share_faces_overlap() {
    let (low, high) = (-47.813_363, -22.941_1);
    let board = boxed([-23.9375, low, -0.4688], [5.953_013, high, 0.0]);
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let other = cuboid([23.9375, half, 0.2344]);
    let places = [(0.0_f32, 0.0_f32), (0.0, 0.1), (3e-10, 0.0), (1.5, -0.2)];
    let places = places.map(|(x, z)| ([x, middle, z - 0.2344], 0.4688 - z.abs()));
    let all = places.map(|(at, _)| place(other, at, 0.0));
    reported(vec![board.clone()], Wrong, all);
    pushed_out(board, other, places, 1e-3, |n| n.z.abs() > 0.99);
}

/// rapier#305: the wrong normal out of a cuboid of half extents 100.1 x 0.1 x 100.1, turned by 0.2 about x. The body is a
/// cylinder, whose size our excerpt of the thread lacks. 0.5 and 0.5 are built. And a large, thin floor that is level.
#[test]
fn rapier_305_a_cylinder_in_a_thin_floor_is_pushed_out_of_its_top() {
    let (sin, cos) = 0.2_f32.sin_cos();
    // x stays; the floor's own up is turned towards y.
    let (up, over) = (Vec3::new(0.0, -sin, cos), Vec3::new(0.0, cos, sin));
    let turned = solid(&[
        (up, 0.0),
        (-up, 0.2),
        (over, 100.1),
        (-over, 100.1),
        (Vec3::x(), 100.1),
        (-Vec3::x(), 100.1),
    ]);
    let mut rng = Rng(305);
    let places: Vec<[f32; 3]> = (0..200)
        .map(|_| {
            let (x, s) = (rng.within(-50.0, 50.0), rng.within(-50.0, 50.0));
            // How far the cylinder reaches down along the floor's normal, and 0.05 less.
            let reach = 0.5 * cos + 0.5 * sin;
            let at = Vec3::x() * x + over * s + up * (reach - 0.05);
            at.into()
        })
        .collect();
    let all = places.iter().map(|at| place(cylinder(0.5, 0.5), *at, 0.0));
    reported(vec![turned.clone()], Wrong, all);
    let depths = places.iter().map(|at| (*at, 0.05));
    pushed_out(turned, cylinder(0.5, 0.5), depths, 5e-3, |n| {
        (n - up).norm() < 0.01
    });
    let level = boxed([-2000.0, -2000.0, -1.0], [2000.0, 2000.0, 0.0]);
    let places = [0.0, 3.7, 512.5, 1800.0].map(|x| place(round_hulls()[2], [x, -x * 0.3, 23.5], 0.0));
    reported(vec![level], Wrong, places);
}

/// ncollide#157: a cylinder and a cuboid that overlap have no contact.
#[test]
fn ncollide_157_what_overlaps_has_a_depth() {
    let block = boxed([11.45, 60.0, 0.0], [11.55, 61.0, 1.5]);
    let at = [10.97, 61.02, 0.925];
    let body = cylinder(0.925, 0.5);
    reported(vec![block.clone()], Right, [place(body, at, 0.1)]);
    // The nearest edge is 0.48 and 0.02 away.
    let depth = 0.5 - 0.48_f32.hypot(0.02);
    pushed_out(block, body, [(at, depth)], 2e-3, |_| true);
}
