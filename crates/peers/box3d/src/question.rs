//! Box3D's world and calls as data: what `question.json` holds, and `peers/box3d/ask` reads.

use crate::moving::{OFF, SUBSTEPS, brushes, now, posed};
use crate::plan::{Part, Plan};
use crate::world::MOST_CORNERS;
use boxddd::{Capsule, CollisionPlane, Plane, ShapeProxy, Vec3};
use clipmark_collision::Sweep;
use clipmark_collision::question::{Body, BodyPose, Call, Fields, Means, Question, Shape, Value};
use clipmark_geometry::{Contents, Hull, Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;

/// The versions of `Cargo.lock`, and Box3D's own commit by the wrapper's `box3d-upstream.toml`.
pub(crate) const LIBRARY: &str = "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0";

/// The solids that a mask collides with, and the parts that move where they are first, without calls. Each brush is a body.
pub(crate) fn world(plan: &Plan, moving: &[MovingPart], mask: Contents) -> Question {
    let fixed = met(plan.parts.iter(), mask);
    let fixed =
        fixed.filter_map(|part| given(plan, part, BodyPose::at(three(plan.length(&part.middle))), None));
    let own = moving.iter().enumerate().flat_map(|(i, it)| {
        met(brushes(plan, it), mask)
            .filter_map(move |part| given(plan, part, pose(plan, part, &it.from), Some(i)))
    });
    Question {
        program: Some("box3d"),
        library: LIBRARY,
        length: plan.settings.metres,
        bodies: fixed.chain(own).collect(),
        ..Question::default()
    }
}

fn met<'a>(all: impl Iterator<Item = &'a Part>, mask: Contents) -> impl Iterator<Item = &'a Part> {
    all.filter(move |p| p.contents.intersects(mask))
}

/// A brush as Box3D was given it: corners around the middle, a box where it makes no hull of them, or nothing.
fn given(plan: &Plan, part: &Part, pose: BodyPose, moves: Option<usize>) -> Option<Body> {
    let shape = match boxddd::Hull::from_points(&part.corners, MOST_CORNERS) {
        Ok(_) => {
            let corners = part.corners.iter().map(|c| three(*c)).collect();
            (Shape::Corners(corners, 0.0), BodyPose::HOME)
        }
        Err(_) => {
            let cuboid = part.cuboid.as_ref()?;
            plan.thin_box(cuboid)?;
            let q = cuboid.rotation.coords;
            let turned = BodyPose {
                position: [0.0; 3],
                rotation: [q.x, q.y, q.z, q.w],
            };
            (Shape::Box(three(plan.length(&cuboid.half)), 0.0), turned)
        }
    };
    Some(Body {
        part: moves,
        pose,
        shapes: vec![shape],
    })
}

fn pose(plan: &Plan, part: &Part, at: &Pose) -> BodyPose {
    let at = posed(plan, part, at);
    BodyPose {
        position: [at.p.x, at.p.y, at.p.z],
        rotation: [at.q.v.x, at.q.v.y, at.q.v.z, at.q.s],
    }
}

fn three(v: Vec3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

/// The world is stepped, so that the parts are where they are while the body moves; what a step left elsewhere is put there.
pub(crate) fn move_parts(plan: &Plan, parts: &[MovingPart], seconds: f32, mask: Contents) -> Call {
    let to = parts.iter().flat_map(|part| {
        met(brushes(plan, part), mask).map(|brush| pose(plan, brush, now(plan, part)).into())
    });
    let arguments = vec![
        ("to", Value::List(to.collect())),
        ("seconds", seconds.into()),
        ("substeps", (SUBSTEPS as f32).into()),
        ("put_there_if_off_by", OFF.into()),
    ];
    Call::unjudged("move_parts", arguments, "nothing", Vec::new())
}

/// A mover where it is.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) capsule: &'a Capsule,
    /// The same as a hull, relative to the position.
    pub(crate) hull: Hull,
    /// Position in units.
    pub(crate) at: Units,
}

impl Mover<'_> {
    fn placed(&self) -> Fields {
        let raw = self.capsule.raw();
        let centers = [&raw.center1, &raw.center2].map(|c| [c.x, c.y, c.z]);
        vec![
            ("position", three(self.plan.length(&self.at)).into()),
            ("center1", centers[0].into()),
            ("center2", centers[1].into()),
            ("radius", raw.radius.into()),
        ]
    }

    /// `b3World_CollideMover` with its planes, in the order of their numbers.
    pub(crate) fn touching(&self, found: &[Plane]) -> Call {
        let planes = found
            .iter()
            .flat_map(|p| [p.normal.x, p.normal.y, p.normal.z, p.offset]);
        Call::unjudged(
            "collide_mover",
            self.placed(),
            "normal and offset of each plane, in the order of their numbers",
            planes.collect(),
        )
    }

    /// `b3World_CastMover` with its share.
    pub(crate) fn casting(&self, way: &Units, free: f32) -> Call {
        let mut arguments = self.placed();
        arguments.push(("translation", three(self.plan.length(way)).into()));
        Call {
            operation: "cast_mover",
            arguments,
            returns: "share of the way that is free",
            result: vec![free],
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
        let rounds = rounds.iter().map(|(way, share)| {
            Value::Fields(vec![
                ("way", three(self.plan.length(way)).into()),
                ("share", (*share).into()),
            ])
        });
        Call {
            operation: "add_rounds",
            arguments: vec![
                ("position", three(self.plan.length(&self.at)).into()),
                ("rounds", Value::List(rounds.collect())),
            ],
            returns: "position after the rounds above, as the sample adds them up",
            result: three(self.plan.length(to)).to_vec(),
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

/// `b3SolvePlanes` with its displacement; the planes are rigid.
pub(crate) fn solving(wanted: Vec3, planes: &[CollisionPlane], delta: Vec3) -> Call {
    let planes = planes.iter().map(|p| {
        let n = p.plane.normal;
        [n.x, n.y, n.z, p.plane.offset].into()
    });
    let arguments = vec![
        ("target", three(wanted).into()),
        ("planes", Value::List(planes.collect())),
    ];
    Call::unjudged(
        "solve_planes",
        arguments,
        "displacement that the planes leave of the wanted one",
        three(delta).to_vec(),
    )
}

/// `b3World_CastRayClosest` with the share and the normal of its hit; `at` is in units.
pub(crate) fn ray(plan: &Plan, at: &Units, way: &Units, met: Option<(f32, Units)>) -> Call {
    let (share, n) = met.unwrap_or((1.0, Units::zeros()));
    Call {
        operation: "cast_ray_closest",
        arguments: vec![
            ("position", three(plan.length(at)).into()),
            ("translation", three(plan.length(way)).into()),
        ],
        returns: "share of the way, normal (0 where nothing is met)",
        result: vec![share, n.x, n.y, n.z],
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

/// A cast of a hull with its result: share of the way and normal.
pub(crate) struct Cast<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) sweep: &'a Sweep,
    pub(crate) from: Units,
    pub(crate) proxy: &'a ShapeProxy,
    /// Whether hits at the start, nearer than the slop, are passed over.
    pub(crate) passes_near: bool,
    pub(crate) met: Option<(f32, Vec3)>,
    /// Whether the sweep's answer is this cast's: what is passed over is decided by other code.
    pub(crate) is_whole: bool,
}

pub(crate) fn casting(it: &Cast) -> Call {
    let (share, n) = it.met.unwrap_or((1.0, Vec3::ZERO));
    let points = it.proxy.points().iter().map(|p| three(*p)).collect();
    Call {
        operation: "cast_shape",
        arguments: vec![
            ("shape", Shape::Corners(points, it.proxy.radius()).into()),
            ("position", three(it.plan.length(&it.from)).into()),
            (
                "translation",
                three(it.plan.length(&it.sweep.displacement())).into(),
            ),
            ("passes_over_hits_at_the_start", it.passes_near.into()),
        ],
        returns: "of the closest hit: share of the way, normal (0 where nothing is met)",
        result: vec![share, n.x, n.y, n.z],
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
