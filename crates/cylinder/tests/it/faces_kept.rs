//! Faces of brushes that came to nothing when their corners were rounded to f32. A corner cut off by almost the same plane twice
//! stands twice. The edge between the two has the direction of their rounding. The face counted as not convex and was left out,
//! and hulls went in. They sank 5.6 units in a random world; the fetched maps had 117 such faces of up to 163,098 square units.
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};

/// How far a stop may be from the face less its skin, in units. It covers the skin's rounding of the fraction, and a share of
/// the skin as scoring allows.
const TOLERANCE: f32 = 0.125 / 4.0;

fn hull() -> Hull {
    let bounds = Aabb::new(Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    Hull::Cylinder { bounds }
}

/// The brush of the random world. The roof (side 1) ends in a corner that sides 0 and 2 cut off 1e-4 apart.
fn splinter() -> Brush {
    let planes = [
        ([-0.589_586_14, -0.112_064_24, -0.799_893_6], -301.346_7),
        ([-0.372_913_66, 0.793_573_7, 0.480_807_84], 56.762_302),
        ([-0.132_100_12, -0.539_881_9, -0.831_310_45], -225.978_8),
        ([0.510_095_06, 0.693_016_3, -0.509_442_3], 105.724_14),
        ([-0.135_266_66, -0.597_169_4, -0.790_627_36], -224.089_65),
        ([0.329_311_67, -0.783_800_4, 0.526_508_03], 124.486_595),
    ]
    .map(|(n, dist): ([f32; 3], f32)| Plane::new(Vec3::from(n), dist));
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

#[test]
fn a_face_with_a_corner_that_stands_twice_stops() {
    let world = World::of_brushes("splinter", vec![splinter()]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    assert_eq!(backend.facts().primitives, 6, "sides of the splinter");
    let start = Point::new(239.057_02, 105.115_204, 220.408_66);
    let end = Point::new(1_919.626_1, -357.072_27, -1_987.264_2);
    let trace = backend.trace(&Sweep::new(hull(), start, end), &mut Work::silent());
    let roof = splinter().sides[1].plane;
    // A cylinder reaches its support, r |n_xy| + h |n_z|, from its middle, which is 4 above its origin.
    let n = roof.normal;
    let gap = roof.distance(&(trace.end + Vec3::z() * 4.0)) - (15.0 * n.xy().norm() + 28.0 * n.z.abs());
    assert!((gap - 0.125).abs() < TOLERANCE, "stops {gap} from the roof");
}

/// Splinters from every side, at once and far away, where corners round by up to 1/1024 of a unit.
#[test]
fn no_face_is_refused_far_from_the_origin() {
    for far in [0.0, 1_000.0, 4_000.0, 16_000.0] {
        let moved = |side: &clipmark_geometry::BrushSide| {
            let n = side.plane.normal;
            Plane::new(n, side.plane.dist + n.dot(&Vec3::new(far, far, far)))
        };
        let planes: Vec<Plane> = splinter().sides.iter().map(moved).collect();
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        let world = World::of_brushes("splinter", vec![brush]);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        assert_eq!(backend.facts().omissions, Vec::<String>::new(), "at {far}");
    }
}

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh)"]
fn no_face_of_a_fetched_map_is_left_out() {
    let maps = std::fs::read_dir("../../scenes/maps")
        .unwrap()
        .map(|f| f.unwrap().path());
    let mut checked = 0;
    for map in maps.filter(|path| path.extension().is_some_and(|e| e == "bsp")) {
        let world = clipmark_scene::load_world(map.to_str().unwrap(), std::path::Path::new("")).unwrap();
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let about_faces = backend.facts().omissions.iter().find(|o| o.contains("faces are"));
        assert_eq!(about_faces, None, "{}", map.display());
        checked += 1;
    }
    assert!(checked > 0);
}
