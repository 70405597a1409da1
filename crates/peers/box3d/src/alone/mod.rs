//! Calls of Box3D as source, by its wrapper `boxddd`: what `compare reproduce` writes a program of.

mod calls;

pub(crate) use calls::{Body, Cast, Spring, casting, ray, solving, springing};

use crate::moving::{OFF, SUBSTEPS, brushes, now, posed};
use crate::plan::{Part, Plan};
use boxddd::Vec3;
use clipmark_collision::alone::{Alone, number, numbers, parts, solids};
use clipmark_geometry::{Contents, Pose};
use clipmark_movement::MovingPart;

/// The versions of `Cargo.lock`, and Box3D's own commit by the wrapper's `box3d-upstream.toml`.
pub(crate) const LIBRARY: &str = "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0";
const DEPENDENCIES: &str = "boxddd = \"=0.4.0\"\n";

const HEAD: &str = "\
use boxddd::{
    BodyId, BoxHull, Capsule, CollisionPlane, Foundation, Hull, Plane, Quat, QueryFilter, ShapeCastInput, ShapeProxy, Transform, Vec3,
    World, clip_vector, solve_planes,
};

fn vec3(v: [f32; 3]) -> Vec3 {
    Vec3::new(v[0], v[1], v[2])
}

/// Rigid planes, each with its normal and its offset.
fn planes(all: &[([f32; 3], f32)]) -> Vec<CollisionPlane> {
    let rigid = |(normal, offset): &([f32; 3], f32)| {
        CollisionPlane::new(Plane { normal: vec3(*normal), offset: *offset }, f32::MAX, true).expect(\"a plane\")
    };
    all.iter().map(rigid).collect()
}
";

const SOLID: &str = "
/// A body of corners around its middle. What is too thin for a hull is a box.
fn solid(world: &mut World, body: boxddd::BodyDefBuilder, corners: &[[f32; 3]], thin: &Option<([f32; 3], [f32; 4])>) -> Option<BodyId> {
    let foundation = Foundation::initialize_default().expect(\"Box3D\");
    let corners: Vec<Vec3> = corners.iter().map(|p| vec3(*p)).collect();
    let hull = Hull::from_points(&corners, 64).ok();
    if hull.is_none() && thin.is_none() {
        return None;
    }
    let body = world.create_body(body.build().expect(\"a body\")).expect(\"a body\");
    match (hull, thin) {
        (Some(hull), _) => {
            world.create_created_hull_shape(body, &foundation.shape_def(), &hull).expect(\"a shape\");
        }
        (None, Some((half, q))) => {
            let turned = Transform::new(Vec3::ZERO, Quat::new(Vec3::new(q[0], q[1], q[2]), q[3]));
            if let Ok(thin) = BoxHull::transformed(half[0], half[1], half[2], turned) {
                world.create_hull_shape(body, &foundation.shape_def(), &thin).expect(\"a shape\");
            }
        }
        (None, None) => {}
    }
    Some(body)
}
";

const WORLD: &str = "\
let foundation = Foundation::initialize_default().expect(\"Box3D\");
let mut world = foundation.create_world(foundation.world_def()).expect(\"a world\");
for ((corners, middle), thin) in SOLIDS.iter().zip(MIDDLES).zip(BOXES) {
    solid(&mut world, foundation.body_def_builder().position(*middle), corners, thin);
}
";

const MOVING_HEAD: &str = "
/// A place and a rotation (x, y, z, w) as Box3D has them.
fn pose((p, q): ([f32; 3], [f32; 4])) -> boxddd::WorldTransform {
    boxddd::WorldTransform { p: p.into(), q: Quat::new(Vec3::new(q[0], q[1], q[2]), q[3]) }
}

/// Moves kinematic bodies to their targets by a step of the world, and puts there what the step left elsewhere.
fn step(world: &mut World, parts: &[BodyId], to: &[([f32; 3], [f32; 4])], seconds: f32) {
    for (part, to) in parts.iter().zip(to) {
        world.set_body_target_transform(*part, pose(*to), seconds, true).expect(\"a target\");
    }
    world.step(seconds, SUBSTEPS).expect(\"a step\");
    for (part, to) in parts.iter().zip(to) {
        let (at, to) = (world.body_transform(*part).expect(\"a part\"), pose(*to));
        let numbers = |t: &boxddd::WorldTransform| [t.p.x, t.p.y, t.p.z, t.q.v.x, t.q.v.y, t.q.v.z, t.q.s];
        let (a, b) = (numbers(&at), numbers(&to));
        let alike: f32 = (3..7).map(|i| a[i] * b[i]).sum();
        let sign = |i: usize| if i > 2 && alike < 0.0 { -1.0 } else { 1.0 };
        if (0..7).any(|i| (a[i] - sign(i) * b[i]).abs() > OFF) {
            world.set_body_transform(*part, to.p, to.q).expect(\"a place\");
        }
    }
}
";

const MOVING: &str = "\
let mut parts = Vec::new();
for ((corners, at), thin) in PARTS.iter().copied().flatten().zip(STARTS).zip(PART_BOXES) {
    let at = pose(*at);
    let body = foundation.body_def_builder().body_type(boxddd::BodyType::Kinematic).position(at.p).rotation(at.q);
    parts.extend(solid(&mut world, body, corners, thin));
}
";

/// A program without calls, with the solids that a mask collides with, and the parts that move where they are first.
pub(crate) fn program(plan: &Plan, moving: &[MovingPart], mask: Contents) -> Alone {
    let all: Vec<&Part> = met(plan.parts.iter(), mask).collect();
    let corners: Vec<Vec<[f32; 3]>> = all.iter().map(|p| cornered(p)).collect();
    let middles = all
        .iter()
        .map(|p| format!("    {},\n", text(plan.length(&p.middle))));
    let mut head = HEAD.to_owned() + SOLID + "\n" + &solids(corners.iter().map(Vec::as_slice));
    head += "/// Where the middle of each is; its corners are around it.\nconst MIDDLES: &[[f32; 3]] = &[\n";
    head.extend(middles);
    head += "];\n";
    head += &boxes(plan, "BOXES", all.iter().copied());
    let mut world = WORLD.to_owned();
    if !moving.is_empty() {
        let models: Vec<Vec<Vec<[f32; 3]>>> = moving
            .iter()
            .map(|part| met(brushes(plan, part), mask).map(cornered).collect())
            .collect();
        let own = moving.iter().flat_map(|part| met(brushes(plan, part), mask));
        head += MOVING_HEAD;
        head += &format!("const SUBSTEPS: i32 = {SUBSTEPS};\n");
        head += &format!("const OFF: f32 = {};\n\n", number(OFF));
        head += &parts(&models);
        head += "/// Where each of them is first, around its middle.\nconst STARTS: &[([f32; 3], [f32; 4])] = &[\n";
        head += &poses(plan, moving, mask, |part| &part.from);
        head += "];\n";
        head += &boxes(plan, "PART_BOXES", own);
        world += MOVING;
    }
    Alone {
        library: LIBRARY,
        dependencies: DEPENDENCIES,
        length: plan.settings.metres,
        head,
        world,
        ..Alone::default()
    }
}

/// The statement that moves the parts to where they are while the body moves.
pub(crate) fn moving(plan: &Plan, parts: &[MovingPart], seconds: f32, mask: Contents) -> String {
    format!(
        "step(&mut world, &parts, &[\n{}], {});\n",
        poses(plan, parts, mask, |part| now(plan, part)),
        number(seconds)
    )
}

fn met<'a>(all: impl Iterator<Item = &'a Part>, mask: Contents) -> impl Iterator<Item = &'a Part> {
    all.filter(move |p| p.contents.intersects(mask))
}

fn cornered(part: &Part) -> Vec<[f32; 3]> {
    part.corners.iter().map(|c| array(*c)).collect()
}

fn poses(plan: &Plan, parts: &[MovingPart], mask: Contents, pose: impl Fn(&MovingPart) -> &Pose) -> String {
    let mut all = String::new();
    for part in parts {
        for brush in met(brushes(plan, part), mask) {
            let at = posed(plan, brush, pose(part));
            let place = numbers(&[at.p.x, at.p.y, at.p.z]);
            let turn = numbers(&[at.q.v.x, at.q.v.y, at.q.v.z, at.q.s]);
            all += &format!("    ([{place}], [{turn}]),\n");
        }
    }
    all
}

fn boxes<'a>(plan: &Plan, name: &str, all: impl Iterator<Item = &'a Part>) -> String {
    let mut list = format!(
        "/// Of what is a box, half its lengths and its rotation (x, y, z, w), for one too thin for a hull.\n\
         const {name}: &[Option<([f32; 3], [f32; 4])>] = &[\n"
    );
    list.extend(all.map(|p| match &p.cuboid {
        Some(cuboid) => {
            let q = cuboid.rotation.coords;
            let half = text(plan.length(&cuboid.half));
            format!("    Some(({half}, [{}])),\n", numbers(&[q.x, q.y, q.z, q.w]))
        }
        None => "    None,\n".into(),
    }));
    list + "];\n"
}

fn array(v: Vec3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

fn text(v: Vec3) -> String {
    format!("[{}]", numbers(&array(v)))
}
