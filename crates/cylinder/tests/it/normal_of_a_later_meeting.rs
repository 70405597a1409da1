//! A stop that the skin puts ahead of, or beside, the meeting once had a wrong normal. It belonged to a place that the core
//! reaches much later, past an edge.
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{
    Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};

fn sweep(mins: [f32; 3], maxs: [f32; 3], start: [f32; 3], end: [f32; 3]) -> Trace {
    let block = Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap();
    let world = World::of_brushes("block", vec![block]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let bounds = Aabb::new(Point::new(-15.0, -15.0, -10.0), Point::new(15.0, 15.0, 10.0));
    let sweep = Sweep::new(Hull::Cylinder { bounds }, start.into(), end.into());
    backend.trace(&sweep, &mut Work::silent())
}

/// Grazing a wall, the hull meets the face 0.05 before its end; the core, 0.17 later, the edge there.
#[test]
fn grazing_past_the_end_of_a_wall() {
    let (start, along) = (Vec3::new(-16.86, 19.95, 0.0), Vec3::new(9.3, -99.5, 0.0));
    let t = sweep(
        [0.0, 0.0, -100.0],
        [10.0, 100.0, 100.0],
        start.into(),
        (start + along).into(),
    );
    assert!(t.hit());
    assert_eq!(t.plane.unwrap().normal, Vec3::new(-1.0, 0.0, 0.0));
}

/// Rising at one in ten towards a ceiling. At the stop its edge is 1/8 ahead and 0.11 above; the ceiling itself is met a unit
/// later.
#[test]
fn rising_past_the_edge_of_a_ceiling() {
    let t = sweep(
        [0.0, 0.0, 10.0],
        [100.0, 100.0, 20.0],
        [-30.0, 50.0, -1.6],
        [20.0, 50.0, 3.4],
    );
    let normal = t.plane.unwrap().normal;
    let to_edge = Vec3::new(-0.125, 0.0, -0.1125).normalize();
    assert!((normal - to_edge).norm() < 1e-3, "{normal:?}");
}

/// A hull touches the upright edge of a block, 3e-7 in it by rounding, and moves straight into the edge. The edge did not count
/// as near, and the normal pointed away from the block's far side, 114 units off.
#[test]
fn touching_an_upright_edge_the_far_side_of_the_block_is_not_what_is_met() {
    let block = Brush::from_box(
        Point::new(9.5, -28.625, -233.0),
        Point::new(134.5, 108.625, -113.0),
        Contents::SOLID,
    );
    let world = World::of_brushes("block", vec![block.unwrap()]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_cylinder(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)).unwrap();
    let start = Point::new(138.973_37, 123.986_93, -103.835_02);
    let t = backend.trace(
        &Sweep::new(hull, start, Point::new(-28.778_78, -452.085_42, -103.835_02)),
        &mut Work::silent(),
    );
    let off_edge = (start - Point::new(134.5, 108.625, -103.835_02)).normalize();
    assert!(
        t.hit() && (t.plane.unwrap().normal - off_edge).norm() < 1e-5,
        "{t:?}"
    );
}

/// A hull that starts in a block is stopped by the top of another. The side of the first was nearer, where the second cuts it,
/// though the path leaves it. The stop had the normal of the cut. Found by the fuzz target `differential`.
#[test]
fn a_side_that_the_path_leaves_is_not_what_is_met() {
    let block = |mins: [f32; 3], maxs: [f32; 3]| {
        Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
    };
    let around = block([-120.0, -69.0, 8.0], [96.0, 3.0, 152.0]);
    let low = block([-33.0, -93.125, 16.0], [31.0, 90.875, 32.0]);
    let world = World::of_brushes("blocks", vec![around, low]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_cylinder(Point::new(-17.0, -17.0, -8.5), Point::new(17.0, 17.0, 28.0)).unwrap();
    let (start, end) = (Point::new(-80.0, 8.5, 56.0), Point::new(56.0, 24.5, -8.0));
    let t = backend.trace(&Sweep::new(hull, start, end), &mut Work::silent());
    assert!(t.start_solid && t.fraction > 0.0, "{t:?}");
    assert_eq!(t.plane.unwrap().normal, Vec3::z());
}

/// A thin hull in the skin of a triangle's edge, across the triangle's plane. Its own meeting turns the normal by 7 degrees on
/// the way; the core's, 1/64 u within it, turns it by 8. The core's was named. Found by the fuzz target `differential`.
#[test]
fn beside_a_plane_that_it_straddles_the_hulls_own_meeting_is_named() {
    let corners = [
        [64.0, -72.0, 72.0],
        [-104.0, 96.0, 784.0],
        [-120.0, -7.875, -97.0],
    ]
    .map(Point::from);
    let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Front).unwrap();
    let world = World::of_brushes("mesh", vec![]).with_triangles([triangle]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_cylinder(Point::new(-1.5, -1.5, -15.5), Point::new(1.5, 1.5, 30.5)).unwrap();
    let start = Point::new(-119.251_61, 7.005_895_6, -8.016_769);
    let t = backend.trace(
        &Sweep::new(hull, start, Point::new(111.0, 104.0, 64.0)),
        &mut Work::silent(),
    );
    let met = Vec3::new(-0.813_247, 0.579_449, -0.053_551);
    assert!(t.hit() && (t.plane.unwrap().normal - met).norm() < 1e-3, "{t:?}");
}

/// A hull starts in a slab, across the plane of its top, and a post rises out of the top. The top is kept in pieces around the
/// post. Far from the post it stopped at the seam between two pieces, by a normal that no surface has. The whole top lets it out.
/// Found twice by the fuzz target `differential`.
#[test]
fn the_seam_between_pieces_of_a_face_that_the_start_is_across_stops_nothing() {
    let block = |mins: [f32; 3], maxs: [f32; 3]| {
        Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
    };
    let post = block([32.031_25, 76.0, -81.0], [80.031_25, 84.0, 111.0]);
    let slab = block([-83.875, -57.0, 28.5], [132.125, 87.0, 36.5]);
    let hull = Hull::new_cylinder(Point::new(-23.5, -23.5, -10.5), Point::new(23.5, 23.5, 18.0)).unwrap();
    let (start, end) = (
        Point::new(113.410_4, -56.375, 27.701_315),
        Point::new(-64.0, -56.375, -88.031_25),
    );
    let sweep = Sweep::new(hull, start, end);
    let trace = |brushes| {
        let world = World::of_brushes("blocks", brushes);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        backend.trace(&sweep, &mut Work::silent())
    };
    // The post is 36 u from the path.
    let (alone, beside) = (trace(vec![slab.clone()]), trace(vec![post, slab]));
    assert!(beside.start_solid && !beside.hit(), "{beside:?}");
    assert_eq!(alone, beside);
}

/// A hull that starts in the top of a slab meets the side of another slab. The first covers that side's face in part. Its line of
/// touch ends above that face. The seam between pieces of it was as near as its edge, and faced the path more. Found by the fuzz
/// target `differential`.
#[test]
fn the_seam_of_a_face_that_the_start_s_brush_covers_gives_no_normal() {
    let cut = |mins: [f32; 3], maxs: [f32; 3], plane: Plane| {
        let block = Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap();
        let planes: Vec<Plane> = block.sides.iter().map(|s| s.plane).chain([plane]).collect();
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    let slab = cut(
        [-215.968_75, -96.0, -107.875],
        [24.031_25, 128.0, -99.875],
        Plane::new(Vec3::new(0.639_602_1, -0.426_401_44, 0.639_602_1), -55.225_647),
    );
    let beyond = cut(
        [-65.0, -88.0, -108.0],
        [95.0, -40.0, -100.0],
        Plane::new(Vec3::new(-0.426_401_44, -0.639_602_1, -0.639_602_1), 120.565),
    );
    let world = World::of_brushes("slabs", vec![slab, beyond]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKEWORLD).unwrap();
    let hull = Hull::new_cylinder(Point::new(-29.0, -29.0, -9.5), Point::new(29.0, 29.0, 5.0)).unwrap();
    let sweep = Sweep::new(
        hull,
        Point::new(-24.0, 31.0, -96.0),
        Point::new(952.0, -4024.0, -96.0),
    );
    let t = backend.trace(&sweep, &mut Work::silent());
    assert!(t.start_solid && t.hit(), "{t:?}");
    assert_eq!(t.plane.unwrap().normal, Vec3::y());
}

/// The same with two walls that cross: the hull starts in one and touches the line where it covers the other. Found a day after
/// by the fuzz target `differential`.
#[test]
fn a_wall_that_the_start_s_wall_crosses_has_the_normal_of_its_face() {
    let block = |mins: [f32; 3], maxs: [f32; 3]| {
        Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
    };
    let across = block([-68.0, -72.0, -121.0], [-60.0, -56.0, 119.0]);
    let around = block([-65.0, -79.0, 44.0], [-1.0, -63.0, 148.0]);
    let world = World::of_brushes("walls", vec![across, around]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_cylinder(Point::new(-20.5, -20.5, -8.5), Point::new(20.5, 20.5, 19.5)).unwrap();
    let sweep = Sweep::new(
        hull,
        Point::new(-25.0, -64.0, 128.0),
        Point::new(-3_145.875, -95.666_664, -55.666_668),
    );
    let t = backend.trace(&sweep, &mut Work::silent());
    assert!(t.start_solid && t.hit(), "{t:?}");
    assert_eq!(t.plane.unwrap().normal, Vec3::x());
}

/// A thin hull meets the upright edge of a wall, grazing the wall beyond it. Its core, 1/64 u within it, passes the edge and
/// meets the wall, whose normal was named. Found by the fuzz target `differential`.
#[test]
fn the_edge_that_the_hull_meets_is_named_where_the_core_meets_the_face() {
    let block = Brush::from_box(
        Point::new(48.0, -91.375, -44.031_25),
        Point::new(64.0, 68.625, 155.968_75),
        Contents::SOLID,
    );
    let world = World::of_brushes("wall", vec![block.unwrap()]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::new_cylinder(Point::new(-0.5, -0.5, -28.0), Point::new(0.5, 0.5, 7.5)).unwrap();
    let start = Point::new(64.322_1, 69.160_614, 86.232_38);
    let t = backend.trace(
        &Sweep::new(hull, start, Point::new(-32.0, 56.031_25, 103.0)),
        &mut Work::silent(),
    );
    // At the stop the edge is nearest. Where it is met the normal has turned to 5 degrees from the wall's.
    let off_edge = Vec3::new(start.x - 64.0, start.y - 68.625, 0.0).normalize();
    assert!(
        t.hit() && (t.plane.unwrap().normal - off_edge).norm() < 1e-4,
        "{t:?}"
    );
}
