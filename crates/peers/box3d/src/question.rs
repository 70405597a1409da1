//! Box3D's world and calls as data: what `question.json` holds, and `peers/box3d/ask` reads.

use crate::near::normal_of;
use crate::parts::{OFF, SUBSTEPS, brushes, posed};
use crate::world::{Box3d, MOST_CORNERS, Met, Part, thin_box};
use boxddd::{Capsule, CollisionPlane, Plane, ShapeProxy, Vec3};
use clipmark_adapter::Plan;
use clipmark_adapter::scale::scaled;
use clipmark_collision::Sweep;
use clipmark_collision::question::{Body, BodyPose, Call, Fields, Means, Shape, Value};
use clipmark_geometry::{Contents, Hull, Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;

/// The versions of `Cargo.lock`, and Box3D's own commit by the wrapper's `box3d-upstream.toml`.
pub(crate) const LIBRARY: &str = "Box3D 781673be801569a94be7942848755fc0baad3653 by boxddd 0.4.0";

/// The solids that a mask collides with, and the parts that move where they are first. Each brush is a body.
pub(crate) fn bodies(plan: &Plan<Box3d>, mask: Contents, parts: &[MovingPart]) -> Vec<Body> {
    let length = plan.setup.length;
    let rigid = plan.rigid.shapes.iter().zip(&plan.rigid.solids);
    let rigid = rigid.filter(|(_, solid)| solid.contents.intersects(mask));
    let rigid = rigid.filter_map(|(part, _)| {
        let pose = BodyPose::at(scaled(&part.middle, length));
        given(part, length, pose, None)
    });
    let moving = parts.iter().enumerate().flat_map(|(i, it)| {
        let own = brushes(plan, it).filter(|(_, contents)| contents.intersects(mask));
        own.filter_map(move |(part, _)| given(part, length, pose(length, part, &it.from), Some(i)))
    });
    rigid.chain(moving).collect()
}

/// A brush as Box3D was given it: corners around the middle, a box where it makes no hull of them, or nothing.
fn given(part: &Part, length: f32, pose: BodyPose, moves: Option<usize>) -> Option<Body> {
    let shape = match boxddd::Hull::from_points(&part.corners, MOST_CORNERS) {
        Ok(_) => {
            let corners = part.corners.iter().map(|c| three(*c)).collect();
            (Shape::Corners(corners, 0.0), BodyPose::HOME)
        }
        Err(_) => {
            let cuboid = part.cuboid.as_ref()?;
            thin_box(cuboid, length)?;
            let q = cuboid.rotation.coords;
            let turned = BodyPose {
                position: [0.0; 3],
                rotation: [q.x, q.y, q.z, q.w],
            };
            (Shape::Box(scaled(&cuboid.half, length), 0.0), turned)
        }
    };
    Some(Body {
        part: moves,
        pose,
        shapes: vec![shape],
    })
}

fn pose(length: f32, part: &Part, at: &Pose) -> BodyPose {
    let at = posed(length, part, at);
    BodyPose {
        position: [at.p.x, at.p.y, at.p.z],
        rotation: [at.q.v.x, at.q.v.y, at.q.v.z, at.q.s],
    }
}

fn three(v: Vec3) -> [f32; 3] {
    [v.x, v.y, v.z]
}

/// The world is stepped, so that the parts are where they are while the body moves; what a step left elsewhere is put there.
pub(crate) fn move_parts(box3d: &Box3d, parts: &[MovingPart], seconds: f32, mask: Contents) -> Call {
    let to = parts.iter().flat_map(|part| {
        let own = brushes(&box3d.plan, part).filter(|(_, contents)| contents.intersects(mask));
        own.map(|(brush, _)| pose(box3d.metre(), brush, box3d.plan.pose_of(part)).into())
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
    pub(crate) box3d: &'a Box3d,
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
            ("position", scaled(&self.at, self.box3d.metre()).into()),
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
        arguments.push(("translation", scaled(way, self.box3d.metre()).into()));
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

    /// The rounds of `CharacterMover::SolveMove` as a whole: each with the way that was solved and the share that was free.
    /// `is_whole` says whether the sample has nothing besides; else what is wanted here may be ours.
    pub(crate) fn rounds(&self, rounds: &[(Units, f32)], to: &Units, wanted: &Units, is_whole: bool) -> Call {
        let rounds = rounds.iter().map(|(way, share)| {
            Value::Fields(vec![
                ("way", scaled(way, self.box3d.metre()).into()),
                ("share", (*share).into()),
            ])
        });
        Call {
            operation: "add_rounds",
            arguments: vec![
                ("position", scaled(&self.at, self.box3d.metre()).into()),
                ("rounds", Value::List(rounds.collect())),
            ],
            returns: "position after the rounds above, as the sample adds them up",
            result: scaled(to, self.box3d.metre()).to_vec(),
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
pub(crate) fn ray(box3d: &Box3d, at: &Units, way: &Units, met: Option<(f32, Units)>) -> Call {
    let (share, n) = met.unwrap_or((1.0, Units::zeros()));
    Call {
        operation: "cast_ray_closest",
        arguments: vec![
            ("position", scaled(at, box3d.metre()).into()),
            ("translation", scaled(way, box3d.metre()).into()),
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

/// A cast of a hull around `from`, with its result. `is_whole` says whether the sweep's answer is this cast's: what is passed
/// over is decided by other code.
pub(crate) fn casting(
    box3d: &Box3d,
    sweep: &Sweep,
    (proxy, from): (&ShapeProxy, &Units),
    met: Option<&Met>,
    is_whole: bool,
) -> Call {
    let (share, n) = met.map_or((1.0, Vec3::ZERO), |met| (met.share, met.normal));
    let points = proxy.points().iter().map(|p| three(*p)).collect();
    let path = sweep.displacement();
    Call {
        operation: "cast_shape",
        arguments: vec![
            ("shape", Shape::Corners(points, proxy.radius()).into()),
            ("position", scaled(from, box3d.metre()).into()),
            ("translation", scaled(&path, box3d.metre()).into()),
            (
                "passes_over_hits_at_the_start",
                box3d.plan.settings.leaves_surfaces.into(),
            ),
        ],
        returns: "of the closest hit: share of the way, normal (0 where nothing is met)",
        result: vec![share, n.x, n.y, n.z],
        means: match is_whole {
            true => Means::Cast {
                hull: sweep.hull,
                from: sweep.start,
                way: path,
                free: share,
                normal: met.map(|met| normal_of(met.normal)),
                starts_inside: met.is_some_and(|met| met.share == 0.0),
            },
            false => Means::Nothing,
        },
    }
}
