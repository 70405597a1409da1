//! A stop that the skin puts ahead of, or beside, the meeting once had a wrong normal. It belonged to a place that the core
//! reaches much later, past an edge. Most were found by the fuzz target `differential`.
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{
    Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};

fn block(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
}

/// A block with a corner cut off.
fn cut(mins: [f32; 3], maxs: [f32; 3], normal: [f32; 3], dist: f32) -> Brush {
    let sides = block(mins, maxs).sides;
    let planes = sides.iter().map(|side| side.plane);
    let planes: Vec<Plane> = planes.chain([Plane::new(normal.into(), dist)]).collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// A cylinder of this radius, and of these heights over its position.
fn cylinder(radius: f32, low: f32, high: f32) -> Hull {
    Hull::new_cylinder(
        Point::new(-radius, -radius, low),
        Point::new(radius, radius, high),
    )
    .unwrap()
}

fn sweep(world: &World, rules: TraceRules, hull: Hull, start: [f32; 3], end: [f32; 3]) -> Trace {
    let backend = CylinderBackend::build(world, rules).unwrap();
    let sweep = Sweep::new(hull, start.into(), end.into());
    backend.trace(&sweep, &mut Work::silent())
}

fn among(brushes: Vec<Brush>, hull: Hull, start: [f32; 3], end: [f32; 3]) -> Trace {
    let world = World::of_brushes("few", brushes);
    sweep(&world, TraceRules::QUAKE3, hull, start, end)
}

/// It is stopped, with this normal.
#[track_caller]
fn meets(trace: Trace, normal: Vec3) {
    assert!(trace.hit(), "{trace:?}");
    let off = (trace.plane.unwrap().normal - normal.normalize()).norm();
    assert!(off < 1e-3, "{normal:?}: {trace:?}");
}

#[test]
fn a_stop_beside_an_edge_or_a_face_has_the_normal_of_what_is_met() {
    let small = cylinder(15.0, -10.0, 10.0);
    // Grazing a wall, the hull meets the face 0.05 before its end; the core, 0.17 later, the edge there.
    let wall = block([0.0, 0.0, -100.0], [10.0, 100.0, 100.0]);
    let graze = among(vec![wall], small, [-16.86, 19.95, 0.0], [-7.56, -79.55, 0.0]);
    meets(graze, -Vec3::x());
    // Rising at one in ten towards a ceiling. At the stop its edge is 1/8 ahead and 0.11 above; the ceiling itself is met a unit
    // later.
    let ceiling = block([0.0, 0.0, 10.0], [100.0, 100.0, 20.0]);
    let rise = among(vec![ceiling], small, [-30.0, 50.0, -1.6], [20.0, 50.0, 3.4]);
    meets(rise, Vec3::new(-0.125, 0.0, -0.1125));
    // A hull touches the upright edge of a block, 3e-7 in it by rounding, and moves straight into the edge. The edge did not count
    // as near, and the normal pointed away from the block's far side, 114 units off.
    let far = block([9.5, -28.625, -233.0], [134.5, 108.625, -113.0]);
    let start = [138.973_37, 123.986_93, -103.835_02];
    let end = [-28.778_78, -452.085_42, -103.835_02];
    let touch = among(vec![far], cylinder(16.0, -24.0, 32.0), start, end);
    meets(touch, Vec3::new(start[0] - 134.5, start[1] - 108.625, 0.0));
    // A thin hull meets the upright edge of a wall, grazing the wall beyond it. Its core, 1/64 u within it, passes the edge and
    // meets the wall, whose normal was named. At the stop the edge is nearest.
    let wall = block([48.0, -91.375, -44.031_25], [64.0, 68.625, 155.968_75]);
    let start = [64.322_1, 69.160_614, 86.232_38];
    let thin = among(
        vec![wall],
        cylinder(0.5, -28.0, 7.5),
        start,
        [-32.0, 56.031_25, 103.0],
    );
    meets(thin, Vec3::new(start[0] - 64.0, start[1] - 68.625, 0.0));
}

/// A thin hull in the skin of a triangle's edge, across the triangle's plane. Its own meeting turns the normal by 7 degrees on
/// the way; the core's, 1/64 u within it, turns it by 8. The core's was named.
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
    let hull = cylinder(1.5, -15.5, 30.5);
    let start = [-119.251_61, 7.005_895_6, -8.016_769];
    let met = sweep(&world, TraceRules::QUAKE3, hull, start, [111.0, 104.0, 64.0]);
    meets(met, Vec3::new(-0.813_247, 0.579_449, -0.053_551));
}

#[test]
fn what_a_start_in_another_solid_covers_gives_no_normal() {
    // A hull that starts in a block is stopped by the top of another. The side of the first was nearer, where the second cuts it,
    // though the path leaves it.
    let around = block([-120.0, -69.0, 8.0], [96.0, 3.0, 152.0]);
    let low = block([-33.0, -93.125, 16.0], [31.0, 90.875, 32.0]);
    let hull = cylinder(17.0, -8.5, 28.0);
    let leaves = among(vec![around, low], hull, [-80.0, 8.5, 56.0], [56.0, 24.5, -8.0]);
    assert!(leaves.start_solid && leaves.fraction > 0.0, "{leaves:?}");
    meets(leaves, Vec3::z());
    // A hull that starts in the top of a slab meets the side of another slab. The first covers that side's face in part. Its line of
    // touch ends above that face. The seam between pieces of it was as near as its edge, and faced the path more.
    let slab = cut(
        [-215.968_75, -96.0, -107.875],
        [24.031_25, 128.0, -99.875],
        [0.639_602_1, -0.426_401_44, 0.639_602_1],
        -55.225_647,
    );
    let beyond = cut(
        [-65.0, -88.0, -108.0],
        [95.0, -40.0, -100.0],
        [-0.426_401_44, -0.639_602_1, -0.639_602_1],
        120.565,
    );
    let world = World::of_brushes("slabs", vec![slab, beyond]);
    let (start, end) = ([-24.0, 31.0, -96.0], [952.0, -4024.0, -96.0]);
    let covered = sweep(
        &world,
        TraceRules::QUAKEWORLD,
        cylinder(29.0, -9.5, 5.0),
        start,
        end,
    );
    assert!(covered.start_solid, "{covered:?}");
    meets(covered, Vec3::y());
    // The same with two walls that cross: the hull starts in one and touches the line where it covers the other.
    let across = block([-68.0, -72.0, -121.0], [-60.0, -56.0, 119.0]);
    let around = block([-65.0, -79.0, 44.0], [-1.0, -63.0, 148.0]);
    let (start, end) = ([-25.0, -64.0, 128.0], [-3_145.875, -95.666_664, -55.666_668]);
    let crossed = among(vec![across, around], cylinder(20.5, -8.5, 19.5), start, end);
    assert!(crossed.start_solid, "{crossed:?}");
    meets(crossed, Vec3::x());
}

/// A hull starts in a slab, across the plane of its top, and a post rises out of the top. The top is kept in pieces around the
/// post. Far from the post it stopped at the seam between two pieces, by a normal that no surface has. The whole top lets it out.
#[test]
fn the_seam_between_pieces_of_a_face_that_the_start_is_across_stops_nothing() {
    let post = block([32.031_25, 76.0, -81.0], [80.031_25, 84.0, 111.0]);
    let slab = block([-83.875, -57.0, 28.5], [132.125, 87.0, 36.5]);
    let hull = cylinder(23.5, -10.5, 18.0);
    let (start, end) = ([113.410_4, -56.375, 27.701_315], [-64.0, -56.375, -88.031_25]);
    // The post is 36 u from the path.
    let alone = among(vec![slab.clone()], hull, start, end);
    let beside = among(vec![post, slab], hull, start, end);
    assert!(beside.start_solid && !beside.hit(), "{beside:?}");
    assert_eq!(alone, beside);
}
