//! What the referee says about one answer, and the one definition of each class of fault.

use crate::feature::Feature;
use crate::given_planes::GivenPlanes;
use crate::judge::gaps::GapSample;
use crate::reference::ExactSweep;

/// What the referee says about one answer. Distances in units; along the path unless stated.
///
/// The fields are measurements. Whether an answer belongs to a class is asked of [`Verdict::is`] alone, so that every
/// table counts the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Whether the answer could be judged: the sweep is valid and the backend has the shape.
    pub judged: bool,
    /// The status says that the answer is not to be relied on (iterations ran out, solver failed).
    pub unreliable: bool,
    /// A number is NaN, the fraction is outside of 0 to 1, or the end is not where the fraction says.
    pub malformed: bool,
    /// The hull passes into a solid on the path reported free (tunnelling).
    pub false_negative: bool,
    /// How far it goes on after the shrunk solids are entered.
    pub missed_by: f64,
    /// How deep it passes, at most, on that way: the largest shrinking of the solids that it still enters.
    pub missed_depth: f64,
    /// Every solid that it passes into is one that the sweep starts in touch with: within 8 f32 steps, but by exact
    /// arithmetic not inside; or overlaps such a one, where overlapping solids are declared to be one. A subset of
    /// `false_negative`.
    pub missed_from_touch: bool,
    /// The backend declares that a hull which touches a solid is in it, and that a sweep ignores a solid that it starts
    /// in. A subset of `missed_from_touch`, but that it may cut the edges of other solids besides.
    pub by_touch_rule: bool,
    /// The path enters a solid that it reaches before it has left those that it starts in, and the backend declares that
    /// solids which overlap are one. No part of `false_negative`.
    pub by_merged_rule: bool,
    /// Every solid that it passes into is one that the sweep starts in touch with, or cuts the edge of, or starts behind all
    /// planes of that the map gives it (to 8 f32 steps), of a backend that declares to clip against these and to ignore a
    /// solid that a sweep starts in. A subset of `false_negative`, apart from `missed_from_touch`.
    pub by_bevel_rule: bool,
    /// Of a backend that declares to clip against given planes: every solid that it passes into is passed by the rules above
    /// or is a piece of a curved patch that is left out as open; or it stops at the edge of such a piece though it does not
    /// come from the front. Of a miss, a subset of `false_negative`.
    pub by_patch_rule: bool,
    /// Every solid that it passes into is one whose edge it cuts as a tracer does that lets go of a plane one skin
    /// before it is left (Quake III). A subset of `false_negative`.
    pub clipped_corner: bool,
    /// Of a backend that cuts corners so: every solid that it passes into is one in whose skin it starts, and a plane of which
    /// it leaves within that skin. Quake III counts that plane as left before anything is met. It says why, and excuses
    /// nothing: a subset of `false_negative` in the class of misses.
    pub missed_from_skin: bool,
    /// The hull is stopped where nothing is.
    pub phantom: bool,
    /// Length of free path lost before the grown solids are entered.
    pub lost: f64,
    /// Of a phantom, and of a wrong normal or wrong contents: the stop is lawful for the planes that the map gives a bevelled
    /// brush, moved out by the hull, and its normal is one of theirs. It says why, and excuses nothing.
    pub by_given: Option<GivenPlanes>,
    /// Of a wrong start-solid flag, of a backend that declares to clip against given planes: the start, and the end where all is
    /// said to be solid, is behind all planes that the map gives a brush, to 8 f32 steps. It says why, and excuses nothing.
    pub start_by_given: bool,
    /// The normal is that of a plane of a curved patch's facet that stops the hull here, though something else is near besides; of a
    /// backend that declares to clip against given planes.
    pub normal_by_patch_rule: bool,
    /// Start-solid or all-solid disagrees with the exact answer outside of the tolerance.
    pub start_solid_wrong: bool,
    /// The end lies deeper in a solid than the tolerance.
    pub penetrating: bool,
    /// Depth of the end in the solids.
    pub penetration: f64,
    /// How much further than the skin from the nearest surface a stopped hull is left, true distance; 0 where it is
    /// stopped by the solid that it starts in.
    pub gap: f64,
    /// Along the normal: exact contact less stop less skin; early is positive. When the stop is in the skin of
    /// what the exact sweep meets. A hull that starts in the skin and is not let go is not late.
    pub toi_normal: Option<f64>,
    /// Exact contact less stop; when there is a `toi_normal`.
    pub toi_path: Option<f64>,
    /// The gap at the stop, where a face alone decides it: what [`SkinCheck`](crate::SkinCheck) is made of.
    pub gap_sample: Option<GapSample>,
    /// Degrees from the reported normal to the exact cone of contact; when there is a `toi_normal`.
    pub exact_normal_error: Option<f64>,
    /// Degrees from the reported normal to the nearest lawful one.
    pub normal_error: Option<f64>,
    /// The normal is off by more than a degree, missing, not of unit length, or along the motion (by more than
    /// rounding).
    pub wrong_normal: bool,
    /// The contents reported with a stop share nothing with those of any solid that may have stopped the hull there.
    pub wrong_contents: bool,
    /// The reported normal has unit length and opposes the motion; true when there is none to report.
    pub opposed: bool,
    /// It does not oppose the motion, but by no more than 8 f32 steps: the path keeps its distance from the surface.
    pub along: bool,
    /// Cosine between the path and the normal of the exact contact, 1 head-on.
    pub cosine: Option<f64>,
    /// What of its solid the exact contact is at.
    pub feature: Option<Feature>,
    /// Longest side of that solid.
    pub extent: Option<f64>,
    /// Distance of the start from the nearest solid, negative inside; `None` beyond twice the skin and tolerance.
    pub start_distance: Option<f64>,
    /// The sweep starts in touch with a solid: within 8 f32 steps of it, but not inside.
    pub starts_in_touch: bool,
    /// The exact answer, by the rule about solids that the sweep starts in.
    pub exact: ExactSweep,
    /// The tolerance used.
    pub tolerance: f64,
    /// Length of the sweep.
    pub length: f64,
}

/// What an answer can be counted as. An answer may belong to several classes, but to one at most of the four kinds of
/// passing into a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultClass {
    /// No answer: NaN, a fraction beyond 0 to 1, or an end that is not where the fraction says.
    Malformed,
    /// Passed through something.
    Missed,
    /// Passed through what it touched at the start.
    MissedFromTouch,
    /// The same, by the backend's declared rule.
    TouchRule,
    /// Passed into a solid that overlaps those it started in, by the backend's declared rule.
    MergedRule,
    /// Passed through a brush that it starts behind all given planes of, by the backend's declared rule.
    BevelRule,
    /// Stopped at the edge of a curved patch's facet, or passed a piece that has none, by the backend's declared rule.
    PatchRule,
    /// Cut an edge by less than the skin.
    ClippedCorner,
    /// Ended in a solid.
    Penetrating,
    /// Stopped where nothing is.
    Phantom,
    /// Wrong normal, or none.
    WrongNormal,
    /// Stopped by something of contents that nothing there has.
    WrongContents,
    /// Wrong about the start.
    StartSolid,
    /// The backend reported the answer as unreliable, or gives none.
    Unreliable,
}

impl FaultClass {
    /// All classes, the gravest first.
    pub const ALL: [Self; 14] = [
        Self::Malformed,
        Self::Missed,
        Self::MissedFromTouch,
        Self::TouchRule,
        Self::MergedRule,
        Self::BevelRule,
        Self::PatchRule,
        Self::ClippedCorner,
        Self::Penetrating,
        Self::Phantom,
        Self::WrongNormal,
        Self::WrongContents,
        Self::StartSolid,
        Self::Unreliable,
    ];

    /// Short name, as in a column's head.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Missed => "missed",
            Self::MissedFromTouch => "missed from touch",
            Self::TouchRule => "engine's rule: touch",
            Self::MergedRule => "engine's rule: merged solids",
            Self::BevelRule => "engine's rule: bevel",
            Self::PatchRule => "engine's rule: patch",
            Self::ClippedCorner => "engine's rule: corner",
            Self::Penetrating => "penetrating",
            Self::Phantom => "phantom",
            Self::WrongNormal => "wrong normal",
            Self::WrongContents => "wrong contents",
            Self::StartSolid => "wrong start solid",
            Self::Unreliable => "unreliable",
        }
    }

    /// What it means, one sentence.
    pub fn definition(self) -> &'static str {
        match self {
            Self::Malformed => {
                "A number is not finite, the fraction is not in 0 to 1, or the end is not where the fraction says."
            }
            Self::Missed => {
                "The path up to the reported end enters a solid that the sweep neither starts in nor touches."
            }
            Self::MissedFromTouch => {
                "The path enters a solid that the hull touches at the start, and no other; the start is not inside by exact arithmetic."
            }
            Self::TouchRule => {
                "Missed from touch, by a backend that declares touching to be overlapping and ignores a solid that a sweep starts in."
            }
            Self::MergedRule => {
                "The path enters a solid before it has left those that it starts in, by a backend that declares overlapping solids to be one."
            }
            Self::BevelRule => {
                "Missed, by a backend that declares to clip against the planes a map gives and to ignore a solid that a \
                 sweep starts in, where the start is behind all planes of each brush that is passed, or touches it, or \
                 the path cuts its edge."
            }
            Self::PatchRule => {
                "By a backend that declares to make facets of curved patches as Quake III does: stopped at the edge of one by a motion that \
                 does not come from its front, or by a plane of one that no piece has, or missed a piece behind all planes of whose \
                 facet it starts, or whose facet is left open."
            }
            Self::ClippedCorner => {
                "The backend declares to let go of planes a skin early, and the path enters a solid only where moving \
                 each of its planes towards the start by the skin leaves nothing on the path."
            }
            Self::Penetrating => "The end lies in a solid.",
            Self::Phantom => "The hull stops where it is not yet in the skin of anything that may stop it.",
            Self::WrongNormal => {
                "The normal is missing, is not of unit length, points along the motion, or is not that of a surface met."
            }
            Self::WrongContents => {
                "The hull stops in the skin of solids, and none of them has any of the contents that are reported."
            }
            Self::StartSolid => {
                "Start-solid or all-solid contradicts the exact position of the start or the end."
            }
            Self::Unreliable => {
                "The backend reports that its answer is not to be relied on, or that it has none."
            }
        }
    }

    /// How far an answer may be off before it counts, and why so far.
    pub fn tolerance(self) -> &'static str {
        match self {
            Self::Malformed => {
                "8 f32 steps of the largest coordinate: rounding of start + fraction (end - start)"
            }
            Self::Missed | Self::MergedRule | Self::Penetrating | Self::Phantom | Self::StartSolid => {
                "a quarter of the skin and 8 f32 steps of the largest coordinate: rounding of a plane's distance, fraction and end, doubled"
            }
            Self::PatchRule => "as missed and phantom, and 0.1 u, by which facets share planes",
            Self::BevelRule => "as missed; behind a plane is to 8 f32 steps",
            Self::MissedFromTouch | Self::TouchRule => {
                "as missed; touch is within 8 f32 steps, inside is decided in rational numbers"
            }
            Self::ClippedCorner => "the skin and 8 f32 steps: by so much a leaving plane is moved",
            Self::WrongNormal => {
                "1 degree from the cone of the surfaces met: f32 solvers place normals of small features to 0.1 degrees"
            }
            Self::WrongContents => {
                "the skin and the tolerance of a stop: within so much a solid may be what is met"
            }
            Self::Unreliable => "none: the status is taken at its word",
        }
    }

    /// Whether the answer is wrong. What an engine does by a rule of its own is counted and named, but is no fault.
    pub fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::TouchRule | Self::MergedRule | Self::BevelRule | Self::PatchRule | Self::ClippedCorner
        )
    }
}

impl Verdict {
    /// Whether the answer belongs to a class.
    pub fn is(&self, class: FaultClass) -> bool {
        match class {
            FaultClass::Malformed => self.malformed,
            FaultClass::Missed => {
                self.false_negative
                    && !self.clipped_corner
                    && !self.missed_from_touch
                    && !self.by_touch_rule
                    && !self.by_bevel_rule
                    && !self.by_patch_rule
            }
            FaultClass::MissedFromTouch => {
                self.missed_from_touch && !self.clipped_corner && !self.by_touch_rule
            }
            FaultClass::TouchRule => self.by_touch_rule && !self.clipped_corner,
            FaultClass::MergedRule => self.by_merged_rule,
            FaultClass::BevelRule => self.by_bevel_rule && !self.clipped_corner,
            FaultClass::PatchRule => self.by_patch_rule && !self.clipped_corner || self.normal_by_patch_rule,
            FaultClass::ClippedCorner => self.false_negative && self.clipped_corner,
            FaultClass::Penetrating => self.penetrating,
            FaultClass::Phantom => self.phantom,
            FaultClass::WrongNormal => self.wrong_normal,
            FaultClass::WrongContents => self.wrong_contents,
            FaultClass::StartSolid => self.start_solid_wrong,
            FaultClass::Unreliable => self.unreliable,
        }
    }

    /// The classes that the answer belongs to, the gravest first.
    pub fn classes(&self) -> impl Iterator<Item = FaultClass> + '_ {
        FaultClass::ALL.into_iter().filter(|class| self.is(*class))
    }

    /// Whether nothing is wrong with the answer.
    pub fn is_clean(&self) -> bool {
        !self.classes().any(FaultClass::is_fault)
    }
}
