//! Calls of Box3D as source, by its wrapper `boxddd`: what `compare reproduce` writes a program of.

use crate::moving::{OFF, SUBSTEPS, brushes, now, posed};
use crate::plan::{Part, Plan};
use boxddd::{Capsule, CollisionPlane, Plane, Vec3};
use clipmark_collision::Sweep;
use clipmark_collision::alone::{Alone, Call, Means, number, numbers, parts, solids};
use clipmark_geometry::{Contents, Hull, Point, Pose, Vec3 as Units};
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

/// A mover where it is.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) capsule: &'a Capsule,
    /// The same as a hull, relative to the position.
    pub(crate) hull: Hull,
    /// Position in units.
    pub(crate) at: Units,
}

impl Body<'_> {
    fn capsule(&self) -> String {
        let raw = self.capsule.raw();
        format!(
            "Capsule::new([{}], [{}], {})",
            numbers(&[raw.center1.x, raw.center1.y, raw.center1.z]),
            numbers(&[raw.center2.x, raw.center2.y, raw.center2.z]),
            number(raw.radius)
        )
    }

    fn place(&self) -> String {
        text(self.plan.length(&self.at))
    }

    /// `b3World_CollideMover` with the planes that came, in the order of their numbers.
    pub(crate) fn touching(&self, found: &[Plane]) -> Call {
        Call {
            about: "b3World_CollideMover: normal and offset of each plane".into(),
            source: format!(
                "let found = world.collide_mover({}, &{}, QueryFilter::default()).expect(\"planes\");\n\
                 let mut found: Vec<[f32; 4]> = found\n    .iter()\n    \
                 .map(|p| [p.plane.normal.x, p.plane.normal.y, p.plane.normal.z, p.plane.offset])\n    .collect();\n\
                 found.sort_by(|a, b| a.partial_cmp(b).expect(\"numbers\"));\nfound.concat()",
                self.place(),
                self.capsule()
            ),
            came: found
                .iter()
                .flat_map(|p| [p.normal.x, p.normal.y, p.normal.z, p.offset])
                .collect(),
            means: Means::Nothing,
        }
    }

    /// `b3World_CastMover` with the share that came.
    pub(crate) fn casting(&self, way: &Units, free: f32) -> Call {
        Call {
            about: "b3World_CastMover: the share of the way that is free".into(),
            source: format!(
                "[world.cast_mover({}, &{}, {}, QueryFilter::default()).expect(\"a share\")]",
                self.place(),
                self.capsule(),
                text(self.plan.length(way))
            ),
            came: vec![free],
            means: match way.norm() > 0.0 {
                true => Means::Cast {
                    hull: self.hull,
                    from: Point::from(self.at),
                    way: *way,
                    free,
                    normal: None,
                    starts_inside: false,
                },
                false => Means::Nothing,
            },
        }
    }

    /// The rounds of `CharacterMover::SolveMove` as a whole: each with the way that was solved and the share that was free. `is_whole` says
    /// whether the sample has nothing besides; else what is wanted here may be ours.
    pub(crate) fn rounds(&self, rounds: &[(Units, f32)], to: &Units, wanted: &Units, is_whole: bool) -> Call {
        let steps: Vec<String> = rounds
            .iter()
            .map(|(way, share)| format!("({}, {})", text(self.plan.length(way)), number(*share)))
            .collect();
        Call {
            about: "the sample's rounds of the calls above as a whole: position".into(),
            source: format!(
                "let mut at = vec3({});\nfor (way, share) in [{}] {{\n    let way: [f32; 3] = way;\n    \
                 at = Vec3::new(at.x + way[0] * share, at.y + way[1] * share, at.z + way[2] * share);\n}}\n[at.x, at.y, at.z]",
                self.place(),
                steps.join(", ")
            ),
            came: array(self.plan.length(to)).to_vec(),
            means: match is_whole {
                true => Means::Moved {
                    from: Point::from(self.at),
                    to: Point::from(*to),
                    wanted: *wanted,
                    grounded: None,
                },
                false => Means::Nothing,
            },
        }
    }
}

/// `b3SolvePlanes` with the displacement that came.
pub(crate) fn solving(wanted: Vec3, planes: &[CollisionPlane], delta: Vec3) -> Call {
    Call {
        about: "b3SolvePlanes: the displacement that the planes leave of the wanted one".into(),
        source: format!(
            "let mut planes = planes(&[{}]);\nlet solved = solve_planes({}, &mut planes).expect(\"a solution\");\n\
             [solved.delta.x, solved.delta.y, solved.delta.z]",
            given(planes),
            text(wanted)
        ),
        came: array(delta).to_vec(),
        means: Means::Nothing,
    }
}

fn given(planes: &[CollisionPlane]) -> String {
    let all = planes
        .iter()
        .map(|p| format!("({}, {})", text(p.plane.normal), number(p.plane.offset)));
    all.collect::<Vec<_>>().join(", ")
}

/// `b3World_CastRayClosest` with the share and the normal that came; `at` is in units.
pub(crate) fn ray(plan: &Plan, at: &Units, way: &Units, met: Option<(f32, Units)>) -> Call {
    let (share, n) = met.unwrap_or((1.0, Units::zeros()));
    Call {
        about: "b3World_CastRayClosest: share of the way, normal (0 where nothing is met)".into(),
        source: format!(
            "match world.cast_ray_closest({}, {}, QueryFilter::default()).expect(\"a ray\") {{\n    \
             Some(hit) => [hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z],\n    None => [1.0, 0.0, 0.0, 0.0],\n}}",
            text(plan.length(at)),
            text(plan.length(way))
        ),
        came: vec![share, n.x, n.y, n.z],
        means: Means::Cast {
            hull: Hull::Point,
            from: Point::from(*at),
            way: *way,
            free: share,
            normal: met.map(|m| m.1),
            starts_inside: false,
        },
    }
}

/// The spring of the sample: its speed after a tick, in Box3D's lengths.
pub(crate) struct Spring {
    pub(crate) before: f32,
    pub(crate) omega: f32,
    pub(crate) damping: f32,
    pub(crate) seconds: f32,
    pub(crate) stretched: f32,
    pub(crate) after: f32,
}

pub(crate) fn springing(it: &Spring) -> Call {
    Call {
        about: "the sample's spring: its speed after this tick".into(),
        source: format!(
            "let (before, omega, damping, seconds, stretched) = ({});\nlet turn = omega * seconds;\n\
             [(before - omega * turn * stretched) / (1.0_f32 + 2.0 * damping * turn + turn * turn)]",
            numbers(&[it.before, it.omega, it.damping, it.seconds, it.stretched])
        ),
        came: vec![it.after],
        means: Means::Nothing,
    }
}

/// A cast of a hull with what came: share of the way and normal. What is passed over within the slop is decided by other code.
pub(crate) struct Cast<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) sweep: &'a Sweep,
    pub(crate) from: Units,
    /// Centres and radius of the cast shape.
    pub(crate) points: Vec<Vec3>,
    pub(crate) radius: f32,
    pub(crate) passes_near: bool,
    pub(crate) met: Option<(f32, Vec3)>,
    /// Whether the sweep's answer is this cast's.
    pub(crate) is_whole: bool,
}

pub(crate) fn casting(it: &Cast) -> Call {
    let (share, n) = it.met.unwrap_or((1.0, Vec3::ZERO));
    let points: Vec<String> = it.points.iter().map(|p| text(*p)).collect();
    let near = match it.passes_near {
        true => {
            "    if hit.fraction == 0.0 {\n        // Nearer than the slop: passed over.\n        return -1.0;\n    }\n"
        }
        false => "",
    };
    Call {
        about: "b3World_CastShape, the closest hit: share of the way, normal (0 where nothing is met)".into(),
        source: format!(
            "let points: Vec<Vec3> = [{}].map(vec3).to_vec();\nlet body = ShapeProxy::new(points, {}).expect(\"a proxy\");\n\
             let input = ShapeCastInput::new(body, {}).expect(\"a cast\");\nlet mut first = [1.0, 0.0, 0.0, 0.0];\n\
             let cast = world.visit_cast_shape({}, input, QueryFilter::default(), |hit| {{\n{near}    \
             first = [hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z];\n    hit.fraction\n}});\n\
             cast.expect(\"a cast\");\nfirst",
            points.join(", "),
            number(it.radius),
            text(it.plan.length(&it.sweep.displacement())),
            text(it.plan.length(&it.from)),
        ),
        came: vec![share, n.x, n.y, n.z],
        means: match it.is_whole {
            true => Means::Cast {
                hull: it.sweep.hull,
                from: it.sweep.start,
                way: it.sweep.displacement(),
                free: share,
                normal: it.met.map(|(_, n)| Units::new(n.x, n.y, n.z)),
                starts_inside: it.met.is_some_and(|(share, _)| share == 0.0),
            },
            false => Means::Nothing,
        },
    }
}
