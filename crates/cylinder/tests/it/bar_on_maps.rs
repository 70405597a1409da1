//! Findings of the bar on 63 maps, each cause with the few brushes that show it (`docs/results.md`, "The bar on 63 maps").
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{Reference, Verdict, judge};

fn player() -> Hull {
    Hull::Cylinder {
        bounds: Aabb::new(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0)),
    }
}

fn block(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
}

fn solid(planes: &[([f32; 3], f32)]) -> Brush {
    let planes: Vec<Plane> = planes
        .iter()
        .map(|&(n, dist)| Plane::new(n.into(), dist))
        .collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

struct Space {
    world: World,
    backend: CylinderBackend,
}

impl Space {
    fn of(brushes: Vec<Brush>) -> Self {
        let world = World::of_brushes("few", brushes);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        Self { world, backend }
    }

    fn ask(&self, hull: Hull, start: [f32; 3], end: [f32; 3]) -> (Trace, Verdict) {
        let sweep = Sweep::new(hull, start.into(), end.into());
        let trace = self.backend.trace(&sweep, &mut Work::silent());
        let declared = self.backend.facts().declaration;
        let truth = Reference::build(&self.world, Contents::PLAYER_MASK).for_declared(&hull, &declared);
        (trace, judge(&truth, &sweep, &trace, &declared))
    }
}

/// Two blocks that meet at x = 0, and a third that lies wholly in one of them.
fn seam() -> Space {
    Space::of(vec![
        block([-100.0, -64.0, -64.0], [0.0, 64.0, 64.0]),
        block([0.0, -64.0, -64.0], [100.0, 64.0, 64.0]),
        block([40.0, -32.0, -32.0], [48.0, 32.0, 32.0]),
    ])
}

/// The misses: a middle within an eighth of the skin of a side that two solids share was in neither. No surface was near. So a
/// third solid's buried faces were not looked at.
#[test]
fn a_start_in_the_seam_between_two_solids_meets_a_third() {
    let space = seam();
    for off in [-0.015, -0.001, 0.0, 0.001, 0.015] {
        let (trace, verdict) = space.ask(player(), [off, 0.0, 0.0], [95.0, 0.0, 0.0]);
        assert!(trace.start_solid && !trace.all_solid, "{off}: {trace:?}");
        // Before the side of the second block, going deeper into it: stopped at once, by the declared rule.
        let stop = if off <= 0.0 { off } else { 40.0 - 15.0 - 0.125 };
        assert!((trace.end.x - stop).abs() < 1e-3, "{off}: {trace:?}");
        assert!(verdict.is_clean(), "{off}: {verdict:#?}");
        let (trace, verdict) = space.ask(Hull::Point, [off, 0.0, 0.0], [95.0, 0.0, 0.0]);
        assert!(
            trace.start_solid && trace.hit() && verdict.is_clean(),
            "{off}: {trace:?}"
        );
        // Standing there, and the answers of the position tests.
        let (still, _) = space.ask(player(), [off, 0.0, 0.0], [off, 0.0, 0.0]);
        assert!(still.start_solid && still.all_solid, "{off}: {still:?}");
        let at = Point::new(off, 0.0, 0.0);
        let mut work = Work::silent();
        assert!(
            space
                .backend
                .overlap(&player(), &at, Contents::SOLID, &mut work)
                .is_some()
        );
        assert!(
            space
                .backend
                .occupied(&player(), &at, Contents::SOLID, &mut work)
                .is_some()
        );
    }
}

/// A seam may gape by the difference of two sides on one plane.
#[test]
fn a_seam_that_gapes_by_rounding_is_no_way_out() {
    let gap = 0.0009;
    let space = Space::of(vec![
        block([-100.0, -64.0, -64.0], [0.0, 64.0, 64.0]),
        block([gap, -64.0, -64.0], [100.0, 64.0, 64.0]),
    ]);
    let at = Point::new(gap * 0.5, 0.0, 0.0);
    let mut work = Work::silent();
    let out = space.backend.overlap(&player(), &at, Contents::SOLID, &mut work);
    assert!(out.is_some_and(|o| o.depth > 10.0), "{out:?}");
    assert!(
        space
            .backend
            .occupied(&player(), &at, Contents::SOLID, &mut work)
            .is_some()
    );
    let (trace, _) = space.ask(player(), at.into(), at.into());
    assert!(trace.start_solid, "{trace:?}");
}

/// Rest on the shared side of two solids is no start in them. A hundredth of a unit deep, either answer is within the tolerance
/// of a point.
#[test]
fn a_point_that_rests_over_a_seam_is_free() {
    let space = seam();
    for z in [64.0, 63.99] {
        let (trace, verdict) = space.ask(Hull::Point, [0.001, 0.0, z], [50.0, 0.0, z]);
        assert!(!trace.hit() && (z < 64.0 || !trace.start_solid), "{z}: {trace:?}");
        assert!(verdict.is_clean(), "{z}: {verdict:#?}");
    }
}

/// Most wrong normals from rest, up to 45 degrees off. At a step, the undercut side of the floor was seen through the floor. Its
/// edge was nearer than the step.
#[test]
fn a_step_is_not_given_the_normal_of_what_lies_behind_the_floor() {
    let floor = solid(&[
        ([0.0, 1.0, 0.0], 48.0),
        ([-1.0, 0.0, 0.0], 64.0),
        ([1.0, 0.0, 0.0], 64.0),
        ([0.0, 0.0, -1.0], 16.0),
        ([0.0, 0.0, 1.0], 0.0),
        ([0.0, -0.5_f32.sqrt(), -0.5_f32.sqrt()], 0.0),
    ]);
    let space = Space::of(vec![floor, block([-64.0, -64.0, 0.0], [64.0, 0.0, 16.0])]);
    for gap in [0.0, 0.001, 1.0 / 32.0, 1.0 / 8.0] {
        let feet = 24.0 + gap;
        let (trace, verdict) = space.ask(player(), [0.0, 22.0, feet], [5.0, 8.0, feet]);
        let normal = trace.plane.unwrap().normal;
        assert!((normal - Vec3::y()).norm() < 1e-4, "{gap}: {normal}");
        assert!(verdict.is_clean(), "{gap}: {verdict:#?}");
    }
}

/// A path along a slope that comes over it from the side is stopped where it nears the slope's edge. It was given the slope's
/// normal there, up to 9 degrees from the edge's normal.
#[test]
fn a_stop_beside_a_face_has_the_normal_of_its_edge() {
    // Numbers of ce1m7, brush 227.
    let slope = solid(&[
        ([-1.0, 0.0, 0.0], 192.0),
        ([1.0, 0.0, 0.0], -128.0),
        ([0.0, -1.0, 0.0], 0.0),
        ([0.0, 0.0, 1.0], 320.0),
        ([0.0, 0.447_213_6, -0.894_427_2], -271.905_85),
    ]);
    let space = Space::of(vec![slope]);
    let (start, end) = (
        [-114.241_36, 20.829_079, 274.913_42],
        [-133.286_04, 15.366_465, 272.182_13],
    );
    let (trace, verdict) = space.ask(player(), start, end);
    assert!(trace.hit() && verdict.is_clean(), "{trace:?} {verdict:#?}");
}

/// Most wrong normals of random sweeps, up to 90 degrees off. Near its rim the hull keeps its skin from an edge by up to 1.41
/// skins. Only features within one skin were searched for the nearest.
#[test]
fn what_the_rim_keeps_off_by_more_than_a_skin_gives_the_normal() {
    let (across, up) = (0.554_700_2_f32, 0.832_050_26_f32);
    let kerb = solid(&[
        ([-1.0, 0.0, 0.0], 0.0),
        ([1.0, 0.0, 0.0], 32.0),
        ([0.0, -1.0, 0.0], 800.0),
        ([0.0, 1.0, 0.0], 800.0),
        ([0.0, 0.0, -1.0], 64.0),
        ([0.0, 0.0, 1.0], 0.0),
        ([across, 0.0, up], across * 8.0),
    ]);
    let space = Space::of(vec![kerb]);
    let mut stopped = 0;
    for from in 0..40 {
        let lift = from as f32 * 0.125;
        let start = [59.8, 0.0, 91.307 + lift];
        let (trace, verdict) = space.ask(player(), start, [-313.435, -35.0, -592.08 + lift]);
        stopped += usize::from(trace.hit());
        assert!(verdict.is_clean(), "{lift}: {trace:?} {verdict:#?}");
    }
    assert_eq!(stopped, 40);
}

/// A brush of oacmpdm4: three sides lie in one plane but for rounding. The normals of two are not quite of unit length. Each cut
/// off too much of the others. A hole of 38 by 4 units was left, into which hulls went.
#[test]
fn sides_that_lie_in_one_plane_but_for_rounding_leave_no_hole() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let planes = [
        ([-1.0, 0.0, 0.0], -1132.0),
        ([1.0, 0.0, 0.0], 1172.0),
        ([0.0, -1.0, 0.0], 724.0),
        ([0.0, 1.0, 0.0], -684.0),
        ([0.0, 0.0, -1.0], 12.0),
        ([0.0, 0.0, 1.0], -8.0),
        ([0.0, half.next_up(), -half.next_up()], -478.0),
        ([half, 0.0, -half], 834.386),
        ([0.0, -half.next_up(), -half.next_up()], 517.602_2),
        ([-half, 0.0, -half], -794.788),
        ([0.0, 0.707_117_6, -0.707_096], -478.0),
        ([0.707_117_6, 0.0, -0.707_096], 834.398_5),
        ([0.0, -0.707_117_6, -0.707_096], 517.609_86),
        ([0.0, -0.707_096, -0.707_117_6], 517.594_5),
        ([-0.707_096, 0.0, -0.707_117_6], -794.775_5),
    ];
    // As a map has it: the compiler's bevels are sides like others.
    let side = |(normal, dist): ([f32; 3], f32)| BrushSide {
        plane: Plane::new(normal.into(), dist),
        surface: SurfaceFlags::empty(),
    };
    let brush = Brush {
        sides: planes.into_iter().map(side).collect(),
        contents: Contents::SOLID,
        bounds: Aabb::new(
            Point::new(1132.0, -724.0, -12.0),
            Point::new(1172.0, -684.0, -8.0),
        ),
        bevelled: true,
    };
    let space = Space::of(vec![brush]);
    let (start, end) = (
        [1_196.778_4, -745.150_45, -88.741_01],
        [602.629_33, -592.198_67, 620.046_7],
    );
    let (trace, verdict) = space.ask(player(), start, end);
    assert!(trace.hit() && verdict.is_clean(), "{trace:?} {verdict:#?}");
    // Straight at the middle of the hole.
    let (trace, verdict) = space.ask(Hull::Point, [1150.0, -730.0, -18.0], [1150.0, -714.0, -2.0]);
    assert!(trace.hit() && verdict.is_clean(), "{trace:?} {verdict:#?}");
}
