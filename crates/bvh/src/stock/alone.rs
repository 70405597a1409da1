//! A cast of `bvh:stock` as source with parry alone, for the programs of `compare reproduce`.

use super::body::Body;
use super::group::{Group, Met, StraightPath};
use super::solids::Part;
use clipmark_collision::Sweep;
use clipmark_collision::alone::{Alone, Call, Means, between, number, numbers, solids};
use parry3d::math::Vector;

/// The version of `Cargo.lock`.
const LIBRARY: &str = "parry3d 0.31.1";
const DEPENDENCIES: &str = "parry3d = \"=0.31.1\"\n";

const HEAD: &str = "\
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query::{self, Ray, RayCast, ShapeCastOptions, ShapeCastStatus};
use parry3d::shape::{Ball, Capsule, Compound, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};
";

const WORLD: &str = "\
let mut shapes = Vec::new();
for corners in SOLIDS {
    let corners: Vec<Vector> = corners.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
    // A solid without a hull was left out.
    if let Some(hull) = ConvexPolyhedron::from_convex_hull(&corners) {
        shapes.push((Pose::IDENTITY, SharedShape::new(hull)));
    }
}
let solids = Compound::new(shapes);
";

/// The cast of a sweep at one group, made now.
pub(super) fn program(group: &Group, sweep: &Sweep, path: &StraightPath) -> Option<Alone> {
    let given: Vec<Vec<[f32; 3]>> = group.parts.iter().map(corners).collect();
    let middle = sweep.start.coords + sweep.hull.bounds().center().coords;
    let met = match Body::of(&sweep.hull) {
        None => group.cast_point(path, sweep.mask),
        Some(body) => group.cast(body.shape(), &body.pose(&middle), path, sweep.mask),
    };
    let met = met.ok()?.map(|(_, met)| met);
    let came = match &met {
        Some(met) => came(met),
        None => vec![path.length, 0.0, 0.0, 0.0, 0.0],
    };
    let source = match Body::of(&sweep.hull) {
        None => ray(path),
        Some(body) => cast(&body, path),
    };
    let call = Call {
        about: format!(
            "a cast by {} along {:?}: way, normal (0 where nothing is met), whether the start is in something",
            path.length,
            path.direction.to_array()
        ),
        source,
        came,
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way: sweep.displacement(),
            free: met.map_or(1.0, |met| met.time / path.length),
            normal: met.map(|met| met.normal),
            starts_inside: met.is_some_and(|met| met.starts_inside),
        },
    };
    Some(Alone {
        library: LIBRARY,
        dependencies: DEPENDENCIES,
        length: 1.0,
        head: HEAD.to_owned() + &solids(given.iter().map(Vec::as_slice)),
        world: WORLD.into(),
        calls: vec![call],
        ..Alone::default()
    })
}

fn came(met: &Met) -> Vec<f32> {
    let n = met.normal;
    vec![met.time, n.x, n.y, n.z, f32::from(u8::from(met.starts_inside))]
}

fn corners(part: &Part) -> Vec<[f32; 3]> {
    between(&part.sides)
        .vertices()
        .iter()
        .map(|p| p.coords.into())
        .collect()
}

fn text(v: Vector) -> String {
    format!("Vector::new({})", numbers(&v.to_array()))
}

fn ray(path: &StraightPath) -> String {
    format!(
        "let ray = Ray::new({}, {});\nmatch solids.cast_local_ray_and_get_normal(&ray, {}, true) {{\n    \
         Some(hit) => [hit.time_of_impact, hit.normal.x, hit.normal.y, hit.normal.z, \
         f32::from(u8::from(hit.time_of_impact == 0.0))],\n    None => [{}, 0.0, 0.0, 0.0, 0.0],\n}}",
        text(path.from),
        text(path.direction),
        number(path.length),
        number(path.length)
    )
}

fn cast(body: &Body, path: &StraightPath) -> String {
    let (shape, pose) = match body {
        Body::Ball(s) => (format!("Ball::new({})", number(s.radius)), None),
        Body::Cuboid(s) => (format!("Cuboid::new({})", text(s.half_extents)), None),
        Body::Capsule(s) => (
            format!(
                "Capsule::new_z({}, {})",
                number(s.half_height()),
                number(s.radius)
            ),
            None,
        ),
        Body::Cylinder(s) => (
            format!("Cylinder::new({}, {})", number(s.half_height), number(s.radius)),
            Some("Rotation::from_rotation_x(std::f32::consts::FRAC_PI_2)"),
        ),
    };
    let from = text(path.from);
    let pose = match pose {
        Some(turned) => format!("Pose::from_parts({from}, {turned})"),
        None => format!("Pose::from_translation({from})"),
    };
    format!(
        "let options = ShapeCastOptions {{\n    max_time_of_impact: {},\n    target_distance: 0.0,\n    \
         stop_at_penetration: true,\n    compute_impact_geometry_on_penetration: true,\n}};\n\
         let hit = query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, &solids, &{pose}, {}, &{shape}, options);\n\
         match hit.expect(\"these shapes are supported\") {{\n    Some(hit) => {{\n        \
         let inside = hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist;\n        \
         [hit.time_of_impact, hit.normal1.x, hit.normal1.y, hit.normal1.z, f32::from(u8::from(inside))]\n    }}\n    \
         None => [{}, 0.0, 0.0, 0.0, 0.0],\n}}",
        number(path.length),
        text(path.direction),
        number(path.length)
    )
}
