//! The lines that a program is asked with and answers with: one JSON object each (`docs/judge-program.md`). The `id` of an
//! answer, which names its question, is taken off before.

use crate::cli::DeclaredArgs;
use clipmark_collision::{Declaration, HullKinds, Sweep, TraceRules};
use clipmark_geometry::{Hull, Point, Pose, Vec3};
use clipmark_movement::{MovingPart, Placed, Profile, ShapeKind, Wanted, Way};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// Version of the protocol. Answers of another are not understood.
pub(crate) const PROTOCOL: u32 = 1;

/// A question with its number.
#[derive(Serialize)]
pub(super) struct NumberedAsk<'a> {
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) ask: &'a Ask<'a>,
}

/// The question.
#[derive(Serialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(super) enum Ask<'a> {
    /// Who are you?
    Hello { protocol: u32 },
    /// Nothing: it measures the time of a question and its answer.
    Ping {},
    /// The world from now on; all bodies of before are gone.
    World {
        file: &'a str,
        format: &'static str,
        movement: Movement,
        /// A file for each moving part, in the part's own frame.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        parts: &'a [String],
    },
    /// Where do these sweeps stop?
    Sweep { hull: HullWords, sweeps: &'a [[f32; 6]] },
    /// Where does a body get in one tick?
    Step(Step),
}

/// Facts on the movement that a controller may need, in units and seconds.
#[derive(Serialize)]
pub(super) struct Movement {
    step_height: f32,
    walkable_normal: f32,
    gravity: f32,
    skin: f32,
}

/// A hull, relative to its origin.
#[derive(Serialize)]
pub(super) struct HullWords {
    kind: &'static str,
    mins: [f32; 3],
    maxs: [f32; 3],
}

/// A tick of a body.
#[derive(Serialize)]
pub(super) struct Step {
    pub(super) body: u64,
    /// Where it is put before, with everything of before forgotten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<PlaceWords>,
    pub(super) hull: HullWords,
    pub(super) velocity: [f32; 3],
    pub(super) displacement: [f32; 3],
    pub(super) seconds: f32,
    pub(super) way: &'static str,
    pub(super) jumped: bool,
    /// The moving parts, in the order of the world's files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) parts: Vec<PartWords>,
}

impl Step {
    pub(super) fn new(body: u64, place: Option<PlaceWords>, wanted: &Wanted, parts: Vec<PartWords>) -> Self {
        Self {
            body,
            place,
            hull: wanted.hull.into(),
            velocity: wanted.velocity.into(),
            displacement: wanted.displacement.into(),
            seconds: wanted.seconds,
            way: way_name(wanted.way),
            jumped: wanted.jumped,
            parts,
        }
    }
}

/// Where a part is before the tick and after it: origin, pitch, yaw and roll.
#[derive(Clone, Copy, Serialize)]
pub(super) struct PartWords {
    from: [f32; 6],
    to: [f32; 6],
}

impl From<&MovingPart> for PartWords {
    fn from(part: &MovingPart) -> Self {
        let words = |pose: &Pose| {
            let (at, angles) = (pose.origin, pose.rotation.angles());
            [at.x, at.y, at.z, angles.x, angles.y, angles.z]
        };
        Self {
            from: words(&part.from),
            to: words(&part.to),
        }
    }
}

/// Where a body is put.
#[derive(Clone, Copy, Serialize)]
pub(super) struct PlaceWords {
    origin: [f32; 3],
    velocity: [f32; 3],
    grounded: bool,
}

impl From<&Placed<'_>> for PlaceWords {
    fn from(body: &Placed) -> Self {
        Self {
            origin: body.origin.into(),
            velocity: body.velocity.into(),
            grounded: body.grounded,
        }
    }
}

/// A program's name and the questions that it answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// Its name in tables.
    pub(crate) name: String,
    /// Its version.
    pub(crate) version: String,
    /// The questions that it answers besides `hello`, `ping` and `world`.
    pub(crate) answers: Vec<Answers>,
    /// By which rules.
    #[serde(default)]
    pub(crate) declares: Declares,
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answers {
    Sweep,
    Step,
    /// Steps among moving parts.
    Parts,
}

/// A program's declarations about its own answers; everything has a default.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Declares {
    /// Distance kept from surfaces, in units.
    skin: Option<f32>,
    /// The kind of hull that is swept, and the shape of the controller's body.
    shape: Shape,
    /// Whether it collides with curved patches.
    patches: bool,
    rules: DeclaredArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    #[default]
    Box,
    Capsule,
    Cylinder,
}

/// The fields of an answer, none of them twice: nobody could tell which is meant.
pub(super) struct Fields(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct EachOnce;

        impl<'de> Visitor<'de> for EachOnce {
            type Value = Map<String, Value>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = access.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        return Err(A::Error::custom(format!("`{name}` stands twice")));
                    }
                    fields.insert(name, value);
                }
                Ok(fields)
            }
        }

        from.deserialize_map(EachOnce).map(Self)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pong {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WorldReply {
    /// Why the world cannot be used.
    #[serde(default)]
    pub(super) refused: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SweepsReply {
    pub(super) answers: Vec<Swept>,
}

/// Where a sweep stops.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Swept {
    pub(super) fraction: f32,
    pub(super) end: [f32; 3],
    #[serde(default)]
    pub(super) normal: Option<[f32; 3]>,
    #[serde(default)]
    pub(super) start_solid: bool,
    #[serde(default)]
    pub(super) all_solid: bool,
    #[serde(default)]
    pub(super) contents: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepReply {
    pub(super) origin: [f32; 3],
    #[serde(default)]
    pub(super) velocity: Option<[f32; 3]>,
    #[serde(default)]
    pub(super) ground: Option<[f32; 3]>,
}

impl Hello {
    /// Longest name and version, in characters.
    const LONGEST: usize = 40;

    /// Its fault.
    pub(super) fn problem(&self) -> Option<String> {
        for (what, text) in [("name", &self.name), ("version", &self.version)] {
            let is_plain = !text.is_empty() && text.chars().all(|c| !c.is_control());
            if !is_plain || text.chars().count() > Self::LONGEST {
                return Some(format!(
                    "its {what} has to have 1 to {} plain characters",
                    Self::LONGEST
                ));
            }
        }
        let answers = |what| self.answers.contains(&what);
        if !answers(Answers::Sweep) && !answers(Answers::Step) {
            return Some("it answers neither `sweep` nor `step`".into());
        }
        if answers(Answers::Parts) && !answers(Answers::Step) {
            return Some("it answers `parts`, which come with `step`, but not `step`".into());
        }
        let skin = self.declares.skin.filter(|skin| !(0.0..=8.0).contains(skin));
        skin.map(|skin| format!("its skin of {skin} u is not within 0 and 8 u"))
    }

    /// The same as a declaration.
    pub(crate) fn declaration(&self) -> Declaration {
        let rules = self
            .declares
            .skin
            .map_or(TraceRules::QUAKE3, |skin| TraceRules::QUAKE3.with_skin(skin));
        let one = HullKinds::NONE;
        Declaration {
            hulls: match self.declares.shape {
                Shape::Box => HullKinds { aabb: true, ..one },
                Shape::Capsule => HullKinds { capsule: true, ..one },
                Shape::Cylinder => HullKinds {
                    cylinder: true,
                    ..one
                },
            },
            ..self.declares.rules.declaration(rules, self.declares.patches)
        }
    }

    /// The shape that is swept and carried.
    pub(crate) fn shape(&self) -> ShapeKind {
        match self.declares.shape {
            Shape::Box => ShapeKind::Box,
            Shape::Capsule => ShapeKind::Capsule,
            Shape::Cylinder => ShapeKind::Cylinder,
        }
    }
}

impl From<&Hull> for HullWords {
    fn from(hull: &Hull) -> Self {
        let bounds = hull.bounds();
        Self {
            kind: hull.kind(),
            mins: bounds.mins.into(),
            maxs: bounds.maxs.into(),
        }
    }
}

impl From<&Profile> for Movement {
    fn from(profile: &Profile) -> Self {
        Self {
            step_height: profile.step_height,
            walkable_normal: profile.walkable_normal,
            gravity: profile.gravity,
            skin: profile.trace_rules.skin,
        }
    }
}

/// A sweep as `[sx,sy,sz,ex,ey,ez]`.
pub(super) fn ends(sweep: &Sweep) -> [f32; 6] {
    let ([sx, sy, sz], [ex, ey, ez]): ([f32; 3], [f32; 3]) = (sweep.start.into(), sweep.end.into());
    [sx, sy, sz, ex, ey, ez]
}

fn way_name(way: Way) -> &'static str {
    match way {
        Way::Walks => "walks",
        Way::Flies => "flies",
        Way::Leaps => "leaps",
        Way::Swims => "swims",
    }
}

pub(super) fn point(at: [f32; 3]) -> Point {
    Point::from(at)
}

pub(super) fn vector(v: [f32; 3]) -> Vec3 {
    Vec3::from(v)
}
