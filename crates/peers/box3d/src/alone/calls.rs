//! Single calls of Box3D as source, each with what came.

use super::{array, text};
use crate::plan::Plan;
use boxddd::{Capsule, CollisionPlane, Plane, Vec3};
use clipmark_collision::Sweep;
use clipmark_collision::alone::{Call, Means, number, numbers};
use clipmark_geometry::{Hull, Point, Vec3 as Units};

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
