//! The repaired walk where it once stopped too early: one skin is given back from a surface, not from its plane.

use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_hull::{ClipRules, HullBackend};

const SKIN: f32 = 0.125;

fn solid(a: [f32; 3], b: [f32; 3]) -> Brush {
    Brush::from_box(a.into(), b.into(), Contents::SOLID).unwrap()
}

fn trace(brushes: Vec<Brush>, from: [f32; 3], to: [f32; 3]) -> Trace {
    let world = World::of_brushes("w", brushes);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKE3)).unwrap();
    hull.trace(
        &Sweep::new(Hull::Point, from.into(), to.into()),
        &mut Work::silent(),
    )
}

#[test]
fn a_path_at_a_small_angle_is_not_stopped_before_the_edge_of_what_it_meets() {
    // It meets the top at x = 0.5. From x = -10 on it is within a skin of its plane.
    let floor = solid([0.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    let met = trace(vec![floor], [-10.0, 0.0, 0.105], [10.0, 0.0, -0.095]);
    assert_eq!(met.plane.map(|p| p.normal), Some(Vec3::z()));
    assert!((-SKIN..0.0).contains(&met.end.x), "{met:?}");
}

#[test]
fn a_path_along_a_floor_is_not_stopped_before_the_slope_that_it_meets() {
    // The slope rises by a fiftieth from x = 0; its plane goes on below the floor.
    let floor = solid([-64.0, -64.0, -16.0], [0.0, 64.0, 0.0]);
    let planes = [
        Plane::new(Vec3::new(-1.0, 0.0, 50.0).normalize(), 0.0),
        Plane::new(Vec3::new(1.0, 0.0, 0.0), 64.0),
        Plane::new(Vec3::new(-1.0, 0.0, 0.0), 0.0),
        Plane::new(Vec3::new(0.0, 1.0, 0.0), 64.0),
        Plane::new(Vec3::new(0.0, -1.0, 0.0), 64.0),
        Plane::new(Vec3::new(0.0, 0.0, -1.0), 16.0),
    ];
    let slope = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let met = trace(vec![floor, slope], [-20.0, 0.0, 0.01], [20.0, 0.0, 0.01]);
    assert!(met.plane.is_some_and(|p| p.normal.x < 0.0), "{met:?}");
    // Where the slope's plane is a skin below the path is x = -5.75.
    assert!((-0.2..0.5).contains(&met.end.x), "{met:?}");
}

#[test]
fn a_path_straight_in_keeps_the_whole_skin() {
    let floor = solid([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    let met = trace(vec![floor], [0.0, 0.0, 32.0], [4.0, 0.0, -32.0]);
    assert_eq!(met.end, Point::new(1.9921875, 0.0, SKIN));
}

/// Found by the fuzz target `differential`. The path lies in a plane. The walk took the side that starts in a solid, and passed
/// the solid that reaches through the plane further on.
#[test]
fn a_path_along_the_side_of_a_solid_is_met_by_one_that_reaches_through_that_side() {
    let planes = [
        Plane::new(Vec3::new(-1.0, 0.0, 0.0), 128.0),
        Plane::new(Vec3::new(0.0, -1.0, 0.0), -100.0),
        Plane::new(Vec3::new(0.0, 0.0, 1.0), -16.0),
        Plane::new(Vec3::new(0.0, 0.0, -1.0), 32.0),
        Plane::new(Vec3::new(-0.485_071_27, 0.727_606_9, -0.485_071_27), 146.248_98),
        Plane::new(Vec3::new(0.6, 0.0, 0.8), -86.8),
    ];
    // It is met by no player, but gives the tree its order.
    let water = Brush::from_planes(&planes, Contents::WATER, SurfaceFlags::empty()).unwrap();
    let through = solid([85.0, -24.0, -75.5], [93.0, -8.0, -51.5]);
    // The player's head touches its bottom.
    let above = solid([108.0, -107.96875, -32.0], [116.0, 60.03125, -16.0]);
    let world = World::of_brushes("w", vec![water, through, above]);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKEWORLD)).unwrap();
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(120.0, -56.0, -64.0),
        Point::new(-48.0, 96.0, -64.0),
    );
    let met = hull.trace(&sweep, &mut Work::silent());
    assert_eq!(met.plane.map(|p| p.normal), Some(-Vec3::y()), "{met:?}");
    assert!(!met.start_solid, "{met:?}");
    // Its side, moved out by the player's, lies at y = -39. The solid that hides that side above the path lets the skin be kept
    // along it.
    assert!((-39.03126..-39.02).contains(&met.end.y), "{met:?}");
}

/// Found by the fuzz target `differential`. A start on two planes at once: one lies within the solid, where the compiler split
/// it. By that plane it counted as solid, and the sweep went through.
#[test]
fn a_start_on_a_face_and_on_a_plane_within_the_solid_is_stopped_by_the_face() {
    let wall = solid([-52.0, -8.0, -24.0], [116.0, 120.0, 216.0]);
    let bounds = [[96.0, -24.0, -69.75], [128.0, 40.0, 50.25]].map(Point::from);
    let water = Brush::from_box(bounds[0], bounds[1], Contents::WATER).unwrap();
    let met = trace(vec![wall, water], [96.0, -8.0, 88.125], [-96.0, 7.375, -8.0]);
    assert_eq!((met.fraction, met.start_solid), (0.0, false), "{met:?}");
    assert_eq!(met.plane.map(|p| p.normal), Some(-Vec3::y()), "{met:?}");
}

/// Found by the fuzz target `differential`. The top of water, moved out by the player's head, lies 0.000002 u below a solid's
/// bottom. The tree has one plane for both. A head that touches the bottom counted as in the solid, and went through.
#[test]
fn a_start_that_touches_a_solid_whose_plane_another_solid_gave_is_stopped() {
    let brush = |contents, planes: &[[f32; 4]]| {
        let planes: Vec<Plane> = planes
            .iter()
            .map(|[x, y, z, dist]| Plane::new(Vec3::new(*x, *y, *z), *dist))
            .collect();
        Brush::from_planes(&planes, contents, SurfaceFlags::empty()).unwrap()
    };
    let brushes = vec![
        brush(
            Contents::SOLID,
            &[
                [1.0, 0.0, 0.0, 124.0],
                [-1.0, 0.0, 0.0, -116.0],
                [0.0, 1.0, 0.0, 112.0],
                [0.0, 0.0, 1.0, 76.0],
                [0.0, 0.0, -1.0, -68.0],
                [-0.408_248_28, -0.408_248_28, 0.816_496_55, -31.639_246],
                [-0.688_247_2, -0.688_247_2, -0.229_415_73, -169.538_22],
            ],
        ),
        brush(
            Contents::PLAYER_CLIP,
            &[
                [1.0, 0.0, 0.0, 116.0],
                [0.0, 1.0, 0.0, 92.0],
                [0.0, 0.0, -1.0, 40.0],
                [-0.707_106_77, 0.0, 0.707_106_77, -106.066_02],
                [-0.588_348_4, -0.784_464_54, -0.196_116_13, -97.273_6],
            ],
        ),
        brush(
            Contents::WATER,
            &[
                [1.0, 0.0, 0.0, -23.5],
                [-1.0, 0.0, 0.0, 39.5],
                [0.0, 1.0, 0.0, 43.968_75],
                [0.0, 0.0, -1.0, 44.0],
                [0.0, -0.707_106_77, 0.707_106_77, -48.061_165],
            ],
        ),
        solid([-36.0, 36.0, 80.0], [212.0, 44.0, 96.0]),
        // The head of a player at the origin touches its bottom.
        brush(
            Contents::PLAYER_CLIP,
            &[
                [1.0, 0.0, 0.0, 16.625],
                [-1.0, 0.0, 0.0, 15.375],
                [0.0, 1.0, 0.0, -12.0],
                [0.0, -1.0, 0.0, 52.0],
                [0.0, 0.0, -1.0, -32.0],
                [0.696_310_64, -0.696_310_64, 0.174_077_66, 32.465_485],
                [0.371_390_67, 0.557_086_05, 0.742_781_34, 28.364_962],
            ],
        ),
        solid([-59.875, 68.0, -3931.25], [-51.875, 172.0, -3699.25]),
    ];
    let hull = HullBackend::build_with(
        &World::of_brushes("w", brushes),
        ClipRules::ideal(TraceRules::QUAKEWORLD),
    );
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::origin(),
        Point::new(-553.0, -96.125, 48.0),
    );
    let met = hull.unwrap().trace(&sweep, &mut Work::silent());
    assert_eq!((met.fraction, met.start_solid), (0.0, false), "{met:?}");
    assert_eq!(met.plane.map(|p| p.normal), Some(-Vec3::z()), "{met:?}");
}

/// Found by the fuzz target `differential`: a start that touches, and a path along the face to rounding. Where the path
/// met the face was worked out from the rounding alone, and lay 17 u beyond the solid.
#[test]
fn a_path_along_what_the_start_touches_is_stopped_at_the_start_or_not_at_all() {
    let planes = [
        Plane::new(Vec3::new(1.0, 0.0, 0.0), 17.75),
        Plane::new(Vec3::new(-1.0, 0.0, 0.0), -9.75),
        Plane::new(Vec3::new(0.0, 0.0, 1.0), 12.0),
        Plane::new(Vec3::new(0.0, 0.0, -1.0), 28.0),
        Plane::new(Vec3::new(0.229_415_73, -0.688_247_2, 0.688_247_2), 2.236_805),
        Plane::new(Vec3::new(-0.196_116_13, 0.784_464_54, 0.588_348_4), 24.759_663),
    ];
    let solid = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let world = World::of_brushes("w", vec![solid]);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKEWORLD)).unwrap();
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(-4.875, -32.0, 7.0),
        Point::new(87.0, 48.000_004, 87.0),
    );
    let t = hull.trace(&sweep, &mut Work::silent());
    assert!([0.0, 1.0].contains(&t.fraction), "{t:?}");
}

/// Found by the fuzz target `differential`. A head reaches one solid's bottom where the plane of another solid's side goes on
/// within the first. Both planes are crossed at once, and the wrong one was named.
#[test]
fn of_two_planes_crossed_at_once_the_one_that_bounds_the_solid_is_named() {
    let (bottom, beside) = (
        solid([-84.0, -36.0, -16.0], [-44.0, 84.0, 0.0]),
        solid([-84.0, -144.0, -0.125], [-76.0, 112.0, 15.875]),
    );
    let upright = solid([-92.0, -63.96875, -21.75], [-84.0, 112.03125, 34.25]);
    let world = World::of_brushes("w", vec![bottom, upright, beside]);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKEWORLD)).unwrap();
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(-55.0, 128.031_25, -120.0),
        Point::new(-65.0, 8.0, 0.0),
    );
    let met = hull.trace(&sweep, &mut Work::silent());
    assert_eq!(met.plane.map(|p| p.normal), Some(-Vec3::z()), "{met:?}");
}

/// As the last, with a side for a bottom and the planes in the other order.
#[test]
fn of_two_planes_crossed_at_once_the_deeper_one_may_bound_the_solid() {
    let (wall, low) = (
        solid([24.0, -16.0, -99.96875], [152.0, 16.0, 68.03125]),
        solid([72.0, -20.0, -116.0], [88.0, -12.0, -108.0]),
    );
    let world = World::of_brushes("w", vec![wall, low]);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKEWORLD)).unwrap();
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(128.0, -56.0, 0.5),
        Point::new(8.0, 64.0, 4.875),
    );
    let met = hull.trace(&sweep, &mut Work::silent());
    assert_eq!(met.plane.map(|p| p.normal), Some(-Vec3::y()), "{met:?}");
}

/// Found by the fuzz target `differential`: a path along a bevel, from a start on it to rounding. The tree has the bevel's plane
/// twice. At the first node the start counted as on it. At the next the path was behind it, in the solid, and a plane between
/// the two stopped it.
#[test]
fn a_path_along_a_plane_that_the_tree_has_twice_is_on_one_side_of_both() {
    let planes = [
        [-1.0, -0.0, -0.0, 57.0],
        [-0.0, -1.0, -0.0, 20.0],
        [0.0, 0.0, 1.0, -8.03125],
        [0.894_427_2, 0.0, 0.447_213_6, -44.735_332],
        [0.742_781_34, -0.371_390_67, -0.557_086_05, 3.359_926_2],
        [-0.301_511_35, 0.301_511_35, -0.904_534, 56.260_128],
        [-0.784_464_54, 0.588_348_4, -0.196_116_13, 39.327_415],
    ];
    let planes = planes.map(|[x, y, z, dist]| Plane::new(Vec3::new(x, y, z), dist));
    let slanted = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let above = solid([4.0, -28.0, 24.03125], [124.0, -20.0, 40.03125]);
    let world = World::of_brushes("w", vec![slanted, above]);
    let hull = HullBackend::build_with(&world, ClipRules::ideal(TraceRules::QUAKEWORLD)).unwrap();
    let sweep = Sweep::new(
        Hull::quake3_player(),
        Point::new(-15.0, -24.0, -32.0),
        Point::new(14.230_768, 122.153_85, -32.0),
    );
    let met = hull.trace(&sweep, &mut Work::silent());
    assert!(!met.hit(), "{met:?}");
}
