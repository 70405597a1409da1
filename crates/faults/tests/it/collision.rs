//! Each fault of collision has its stated effect, on any backend, and no other.

use clipmark_collision::*;
use clipmark_faults::{BuildBackend, COLLISION, CollisionFault, Fault, Planted};
use clipmark_geometry::*;

const RULES: TraceRules = TraceRules::QUAKE3;

fn build(kind: &'static str) -> BuildBackend {
    Box::new(move |world, rules| {
        Ok(match kind {
            "bsp" => Box::new(clipmark_bsp::BspBackend::build(world, rules)?) as Box<dyn CollisionBackend>,
            "bvh" => Box::new(clipmark_bvh::BvhBackend::build(world, rules)?),
            _ => Box::new(clipmark_cylinder::CylinderBackend::build(world, rules)?),
        })
    })
}

fn fault(name: &str) -> &'static CollisionFault {
    match Fault::named(name).unwrap() {
        Fault::Collision(fault) => fault,
        Fault::Movement(_) | Fault::Push(_) => panic!("{name} is no fault of collision"),
    }
}

/// A hull that the backend sweeps, 30 units wide and 56 high.
fn hull(kind: &str) -> Hull {
    let bounds = Hull::quake3_player().bounds();
    match kind {
        "cylinder" => Hull::Cylinder { bounds },
        _ => Hull::Box { bounds },
    }
}

fn solid(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
}

/// A floor at z = 0 and a wall from x = 100 on, 32 thick.
fn wall() -> World {
    World::of_brushes(
        "wall",
        vec![
            solid([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]),
            solid([100.0, -512.0, 0.0], [132.0, 512.0, 256.0]),
        ],
    )
}

/// A backend with a fault beside the sound one.
struct Pair {
    planted: Planted,
    sound: Box<dyn CollisionBackend>,
    hull: Hull,
}

impl Pair {
    fn of(kind: &'static str, name: &str, world: &World) -> Self {
        Self {
            planted: fault(name).plant(world, RULES, build(kind)).unwrap(),
            sound: build(kind)(world, RULES).unwrap(),
            hull: hull(kind),
        }
    }

    /// Answers of both, the fault's first.
    fn ask(&self, start: [f32; 3], end: [f32; 3]) -> [Trace; 2] {
        self.sweep(&Sweep::new(self.hull, start.into(), end.into()))
    }

    fn sweep(&self, sweep: &Sweep) -> [Trace; 2] {
        let mut work = Work::silent();
        [
            self.planted.trace(sweep, &mut work),
            self.sound.trace(sweep, &mut work),
        ]
    }
}

/// A pair on each backend.
fn pairs(name: &str, world: &World) -> [Pair; 3] {
    ["bsp", "bvh", "cylinder"].map(|kind| Pair::of(kind, name, world))
}

/// From the middle of the room straight into the wall.
const INTO_WALL: [[f32; 3]; 2] = [[0.0, 0.0, 60.0], [200.0, 0.0, 60.0]];
/// Nothing is on this way.
const FREE: [[f32; 3]; 2] = [[0.0, 0.0, 60.0], [0.0, 80.0, 60.0]];

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-3
}

#[test]
fn faults_have_names_of_their_own_and_say_what_they_are() {
    let names: Vec<&str> = Fault::all().map(Fault::name).collect();
    assert!(COLLISION.len() >= 24 && names.len() >= 34);
    for (i, name) in names.iter().enumerate() {
        assert!(!names[..i].contains(name), "{name}");
        assert!(Fault::named(name).unwrap().what().ends_with('.'));
    }
    assert!(Fault::named("none").is_none());
}

#[test]
fn free_ways_stay_free() {
    for fault in &COLLISION {
        for pair in pairs(fault.name, &wall()) {
            let [got, want] = pair.ask(FREE[0], FREE[1]);
            assert_eq!(got.bits(), want.bits(), "{}", fault.name);
        }
    }
}

#[test]
fn what_is_declared_and_refused_stays() {
    for fault in &COLLISION {
        for pair in pairs(fault.name, &wall()) {
            assert_eq!(pair.planted.declares(), pair.sound.declares(), "{}", fault.name);
            let [got, want] = pair.ask([f32::NAN, 0.0, 0.0], [1.0, 0.0, 0.0]);
            assert_eq!(got.bits(), want.bits(), "{}", fault.name);
            assert_eq!(got.status, Status::Invalid);
        }
    }
}

#[test]
fn one_sweep_of_a_thousand_passes_the_brush() {
    for pair in pairs("skipped-brush", &wall()) {
        let sweeps = 20_000;
        let passed = (0..sweeps).filter(|i| {
            let y = *i as f32 / 100.0 - 100.0;
            let [got, want] = pair.ask([0.0, y, 60.0], [60.0 + y / 4.0 + 60.0, y, 60.0]);
            assert!(want.hit());
            assert!(got.bits() == want.bits() || !got.hit());
            !got.hit()
        });
        let passed = passed.count();
        assert!((5..60).contains(&passed), "{passed} of {sweeps}");
    }
}

#[test]
fn normals_are_turned_by_the_angle() {
    for (name, degrees) in [("normal-3-degrees", 3.0_f32), ("normal-1.5-degrees", 1.5)] {
        for pair in pairs(name, &wall()) {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            let [n, m] = [got, want].map(|t| t.plane.unwrap().normal);
            assert!((n.dot(&m) - degrees.to_radians().cos()).abs() < 1e-6);
            assert!((n.norm() - 1.0).abs() < 1e-6);
            assert_eq!(got.end, want.end);
        }
    }
}

#[test]
fn the_plane_is_missing() {
    for pair in pairs("normal-missing", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert!(got.plane.is_none() && want.plane.is_some() && got.end == want.end);
    }
}

#[test]
fn stops_are_moved_by_what_is_said() {
    let moved = [
        ("end-too-deep", 0.05),
        ("skin-sign", 0.25),
        ("skin-lost", 0.12),
        ("hull-narrow", 0.1),
        ("early-stop", -0.3),
        ("silent-code", 0.5),
    ];
    for (name, by) in moved {
        for pair in pairs(name, &wall()) {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            // A cylinder is narrowed on both sides.
            let round = name == "hull-narrow" && matches!(pair.hull, Hull::Cylinder { .. });
            let by = if round { by / 2.0 } else { by };
            assert!(close(got.end.x - want.end.x, by), "{name}: {got:?} {want:?}");
            assert!(close(got.fraction * 200.0, got.end.x), "{name}");
        }
    }
}

#[test]
fn flags_of_starts_in_solids_are_dropped_and_invented() {
    let out = [[116.0, 0.0, 60.0], [200.0, 0.0, 60.0]];
    for kind in ["bsp", "bvh"] {
        let [got, want] = Pair::of(kind, "start-solid-dropped", &wall()).ask(out[0], out[1]);
        assert!(want.start_solid && !got.start_solid && got.end == want.end);
        let [got, want] = Pair::of(kind, "all-solid-invented", &wall()).ask(out[0], out[1]);
        assert!(!want.all_solid && got.all_solid && got.end == want.end);
    }
}

#[test]
fn edges_stick_out_without_bevels() {
    // A wedge with a sharp edge up along y, over which a box passes close by.
    let slope = |x: f32| Plane::new(Vec3::new(x, 0.0, 0.2).normalize(), 0.0);
    let planes = [
        Plane::new(slope(1.0).normal, slope(1.0).normal.x * 20.0),
        Plane::new(slope(-1.0).normal, slope(1.0).normal.x * 20.0),
        Plane::new(-Vec3::z(), 0.0),
        Plane::new(Vec3::z(), 99.0),
        Plane::new((Vec3::y() + Vec3::x()).normalize(), 200.0),
        Plane::new((-Vec3::y() - Vec3::x()).normalize(), 200.0),
    ];
    let wedge = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let world = World::of_brushes("wedge", vec![wedge]);
    let pair = Pair::of("bvh", "no-edge-bevels", &world);
    let mut early = 0;
    for i in 0..200 {
        let x = -60.0 + i as f32 * 0.6;
        for (start, end) in [
            ([x, -400.0, 60.0], [x + 40.0, 400.0, 40.0]),
            ([x, 0.0, 300.0], [x + 30.0, 60.0, -20.0]),
        ] {
            let [got, want] = pair.ask(start, end);
            assert!(
                got.fraction <= want.fraction + 1e-4,
                "never later: {got:?} {want:?}"
            );
            early += usize::from(got.fraction < want.fraction - 1e-3);
        }
    }
    assert!(early > 0, "no edge ever stuck out");
    // Against flat faces nothing changes.
    for pair in pairs("no-edge-bevels", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert!(close(got.end.x, want.end.x));
    }
}

#[test]
fn a_brush_of_many_faces_loses_one() {
    // A prism on eight sides: the last is a slanted one.
    let side = |i: i32| {
        let (sin, cos) = (i as f32 * 45f32.to_radians()).sin_cos();
        Plane::new(Vec3::new(cos, sin, 0.0), 40.0)
    };
    let ends = [Plane::new(Vec3::z(), 100.0), Plane::new(-Vec3::z(), 0.0)];
    let planes: Vec<Plane> = ends.into_iter().chain((0..8).map(side)).collect();
    let prism = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let world = World::of_brushes("prism", vec![prism]);
    for pair in pairs("last-plane", &world) {
        // The corner between the sides at 270 and 360 degrees, where that at 315 is gone.
        let [got, want] = pair.ask([150.0, -150.0, 60.0], [0.0, 0.0, 60.0]);
        assert!(got.fraction < want.fraction - 0.01, "{got:?} {want:?}");
        let [got, want] = pair.ask([150.0, 150.0, 60.0], [0.0, 0.0, 60.0]);
        assert_eq!(got.bits(), want.bits());
    }
    for pair in pairs("last-plane", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.bits(), want.bits());
    }
}

#[test]
fn answers_change_when_it_is_old() {
    for pair in pairs("stale-state", &wall()) {
        let ask = || {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            got.bits() != want.bits()
        };
        assert_eq!((0..5000).filter(|_| ask()).count(), 0);
        assert_eq!((0..160).filter(|_| ask()).count(), 10);
    }
}

#[test]
fn one_answer_of_ten_thousand_is_another() {
    for pair in pairs("nondeterministic", &wall()) {
        let other = (0..20_000).filter(|_| {
            let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
            got.bits() != want.bits()
        });
        assert_eq!(other.count(), 2);
    }
}

#[test]
fn brushes_that_are_touched_are_forgotten() {
    for pair in pairs("touching-forgotten", &wall()) {
        // Straight down from a touched floor, and from one that is not touched.
        let [got, want] = pair.ask([0.0, 0.0, 24.0], [0.0, 0.0, 16.0]);
        assert!(!got.hit() && want.hit(), "{got:?} {want:?}");
        let [got, want] = pair.ask([0.0, 0.0, 24.2], [0.0, 0.0, 16.0]);
        assert_eq!(got.bits(), want.bits());
        assert!(want.hit());
        // If two are touched, both are passed: into a corner.
        let [got, want] = pair.ask([85.0, 0.0, 24.0], [90.0, 0.0, 16.0]);
        assert!(!got.hit() && want.hit(), "{got:?} {want:?}");
    }
}

#[test]
fn points_pass_thin_walls() {
    let mut world = wall();
    world
        .brushes
        .push(solid([50.0, -512.0, 0.0], [50.125, 512.0, 256.0]));
    for kind in ["bsp", "bvh"] {
        let mut pair = Pair::of(kind, "thin-wall-points", &world);
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.bits(), want.bits());
        pair.hull = Hull::Point;
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert!(
            close(want.end.x, 49.875) && close(got.end.x, 99.875),
            "{got:?} {want:?}"
        );
    }
}

#[test]
fn contents_are_those_of_another_brush() {
    let mut world = wall();
    let clip = Brush::from_box(
        Point::new(0.0, -64.0, 0.0),
        Point::new(120.0, 64.0, 256.0),
        Contents::WATER,
    );
    world.brushes.push(clip.unwrap());
    for pair in pairs("wrong-contents", &world) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!((got.contents, want.contents), (Contents::WATER, Contents::SOLID));
        assert_eq!(got.end, want.end);
        let at = Point::new(110.0, 0.0, 50.0);
        assert_eq!(pair.planted.contents(&at), Contents::WATER);
        assert!(pair.sound.contents(&at).contains(Contents::SOLID));
    }
}

#[test]
fn end_and_fraction_disagree() {
    for pair in pairs("end-apart", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.fraction, want.fraction);
        assert!(close(want.end.x - got.end.x, 0.02));
    }
}

#[test]
fn counting_answers_are_right() {
    for pair in pairs("silent-code", &wall()) {
        let sweep = Sweep::new(pair.hull, INTO_WALL[0].into(), INTO_WALL[1].into());
        let counted = pair.planted.trace(&sweep, &mut Work::counting());
        assert_eq!(
            counted.bits(),
            pair.sound.trace(&sweep, &mut Work::counting()).bits()
        );
    }
}

#[test]
fn far_from_the_origin_ends_are_coarse() {
    let wall = solid([2000.03, -64.0, -64.0], [2100.0, 64.0, 64.0]);
    let world = World::of_brushes("far", vec![wall]);
    for pair in pairs("far-origin", &world) {
        let [got, want] = pair.ask([1900.0, 0.0, 0.0], [2050.0, 0.0, 0.0]);
        assert_eq!(got.end.x, (want.end.x * 8.0).round() / 8.0);
        assert_ne!(got.end.x, want.end.x);
    }
}

#[test]
fn patches_are_not_there() {
    let grid: Vec<Point> = (0..9)
        .map(|i| Point::new((i % 3) as f32 * 64.0, (i / 3) as f32 * 64.0, 10.0))
        .collect();
    let mut world = World::of_brushes("patch", vec![solid([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0])]);
    world.patches.push(Patch {
        width: 3,
        height: 3,
        points: grid,
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    });
    for pair in pairs("patch-skipped", &world) {
        let [got, want] = pair.ask([64.0, 64.0, 100.0], [64.0, 64.0, 20.0]);
        assert!(want.end.z > 34.0 && close(got.end.z, 24.125), "{got:?} {want:?}");
    }
}

#[test]
fn two_sides_are_read_as_one() {
    let corners = [[60.0, -200.0, 0.0], [60.0, 200.0, 0.0], [60.0, 0.0, 300.0]].map(Point::from);
    let sheet = Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap();
    let world = wall().with_triangles([sheet]);
    for kind in ["bvh", "cylinder"] {
        let pair = Pair::of(kind, "one-sided", &world);
        let both = [
            [INTO_WALL[0], INTO_WALL[1]],
            [[90.0 - 12.0, 0.0, 60.0], [-90.0, 0.0, 60.0]],
        ];
        let passes = both.map(|[start, end]| {
            let [got, want] = pair.ask(start, end);
            got.fraction > want.fraction
        });
        assert_eq!(passes.iter().filter(|p| **p).count(), 1, "{kind}: {passes:?}");
    }
}

#[test]
fn grazing_stops_are_late() {
    for pair in pairs("late-at-grazing", &wall()) {
        let [got, want] = pair.ask(INTO_WALL[0], INTO_WALL[1]);
        assert_eq!(got.bits(), want.bits());
        let [got, want] = pair.ask([-200.0, 0.0, 30.0], [-100.0, 0.0, 10.0]);
        assert!(
            want.hit() && close(want.end.z - got.end.z, 0.2),
            "{got:?} {want:?}"
        );
    }
}

#[test]
fn a_contact_in_a_corner_is_dropped_and_depths_are_halved() {
    for (dropped, halved) in pairs("corner-contact", &wall())
        .iter()
        .zip(pairs("half-depth", &wall()))
    {
        let count = |backend: &dyn CollisionBackend, at: Point| {
            let mut out = Vec::new();
            let mask = Contents::PLAYER_MASK;
            backend.contacts(&dropped.hull, &at, 1.0, mask, &mut out, &mut Work::silent());
            out.len()
        };
        let corner = Point::new(84.8, 0.0, 24.2);
        assert_eq!(
            count(&dropped.planted, corner) + 1,
            count(&*dropped.sound, corner)
        );
        let floor = Point::new(0.0, 0.0, 24.2);
        assert_eq!(count(&dropped.planted, floor), 1);
        let deep = Point::new(0.0, 0.0, 20.0);
        let depth = |backend: &dyn CollisionBackend| {
            let found = backend.overlap(&halved.hull, &deep, Contents::PLAYER_MASK, &mut Work::silent());
            found.unwrap().depth
        };
        assert!(close(depth(&halved.planted) * 2.0, depth(&*halved.sound)));
        assert!(close(depth(&*halved.sound), 4.0));
    }
}
