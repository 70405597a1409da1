//! The referee's verdict on one answer: which measurements make which class of fault. It also says whether an engine's rule
//! explains them.

use super::GapSample;
use crate::feature::Feature;
use crate::given_planes::GivenPlanes;
use crate::reference::ExactSweep;
use clipmark_record::causes::Cause;
use clipmark_record::counts::Set;
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;

/// The referee's verdict on one answer. Distances in units; along the path unless stated.
///
/// The fields are measurements of geometry, whatever rule explains them. Whether an answer belongs to a class is asked of
/// [`Verdict::is`] alone, so that every table counts the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Whether the answer could be judged: the sweep is valid and the backend has the shape.
    pub judged: bool,
    /// The status says that the answer is not to be relied on (iterations ran out, solver failed).
    pub unreliable: bool,
    /// A number is NaN, the fraction is outside of 0 to 1, or the end does not match the fraction.
    pub malformed: bool,
    /// The hull passes into a solid on the path reported free (tunnelling).
    pub false_negative: bool,
    /// How far it goes on after the shrunk solids are entered.
    pub missed_by: f64,
    /// How deep it passes, at most, on that way: the largest shrinking of the solids that it still enters.
    pub missed_depth: f64,
    /// The sweep starts in touch with every solid that it passes into: within 8 f32 steps, but by exact arithmetic not inside. A
    /// subset of `false_negative`.
    pub missed_from_touch: bool,
    /// The hull is stopped where nothing is.
    pub phantom: bool,
    /// Length of free path lost before the grown solids are entered.
    pub lost: f64,
    /// For a phantom, a wrong normal or wrong contents: a bevelled brush's given planes, moved out by the hull, explain the stop.
    /// Its normal is one of theirs. It says why, and excuses nothing.
    pub by_given: Option<GivenPlanes>,
    /// Start-solid or all-solid disagrees with the exact answer outside of the tolerance.
    pub start_solid_wrong: bool,
    /// The sweep starts in a solid, and the backend declares surfaces, which do not notice solids around a start. The backend's
    /// flags are then not judged.
    pub not_asked: bool,
    /// The end lies deeper in a solid than the tolerance.
    pub penetrating: bool,
    /// Depth of the end in the solids.
    pub penetration: f64,
    /// How much further than the skin from the nearest surface a stopped hull is left, true distance. 0 where it is stopped by
    /// the solid that it starts in.
    pub gap: f64,
    /// Along the normal: exact contact less stop less skin; early is positive. Set when the stop is in the skin of the exact
    /// sweep's contact. A hull that starts in the skin and is not let go is not late.
    pub toi_normal: Option<f64>,
    /// Exact contact less stop; when there is a `toi_normal`.
    pub toi_path: Option<f64>,
    /// The gap at the stop, where a face alone decides it: a sample for [`SkinCheck`](crate::SkinCheck).
    pub gap_sample: Option<GapSample>,
    /// Degrees from the reported normal to the exact cone of contact; when there is a `toi_normal`.
    pub exact_normal_error: Option<f64>,
    /// Degrees from the reported normal to the nearest lawful one.
    pub normal_error: Option<f64>,
    /// The normal is off by more than a degree, missing, not of unit length, or along the motion beyond rounding.
    pub wrong_normal: bool,
    /// The contents reported with a stop share nothing with those of any solid that may have stopped the hull there.
    pub wrong_contents: bool,
    /// The reported normal has unit length and opposes the motion; true when there is none to report.
    pub opposed: bool,
    /// It does not oppose the motion, but by no more than 8 f32 steps. The path keeps its distance from the surface.
    pub along: bool,
    /// Cosine between the path and the normal of the exact contact, 1 head-on.
    pub cosine: Option<f64>,
    /// The part of its solid that the exact contact is at.
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
    /// The skin that the backend declares.
    pub skin: f64,
    /// Length of the sweep.
    pub length: f64,
    /// The rule by which the backend's engine gives the same answer, though geometry finds a fault in it. Then none of its faults
    /// is one of the backend's.
    pub rule: Option<Rule>,
}

impl Verdict {
    /// The same answer, given by an engine's rule. The engine's depth and gap are not counted against the backend.
    pub(super) fn by(self, rule: Rule) -> Self {
        Self {
            rule: Some(rule),
            penetration: 0.0,
            gap: 0.0,
            gap_sample: None,
            ..self
        }
    }

    /// Whether a class of fault is in the answer, which no rule of an engine explains. It counts at most one of the two ways to
    /// pass into a solid.
    pub fn is(&self, fault: Fault) -> bool {
        self.rule.is_none() && self.is_of_geometry(fault)
    }

    /// Whether geometry finds that class of fault in the answer, explained or not.
    pub fn is_of_geometry(&self, fault: Fault) -> bool {
        match fault {
            Fault::Malformed => self.malformed,
            Fault::Missed => self.false_negative && !self.missed_from_touch,
            Fault::MissedFromTouch => self.missed_from_touch,
            Fault::TooDeep => self.penetrating,
            Fault::Phantom => self.phantom,
            Fault::StoppedAlong => self.along && !self.wrong_normal,
            Fault::WrongNormal => self.wrong_normal,
            Fault::WrongContents => self.wrong_contents,
            Fault::WrongStart => self.start_solid_wrong,
            Fault::Unreliable => self.unreliable,
            // Found by the further questions (`named.rs`, `standing.rs`), or by no answer to one sweep.
            Fault::InSolid
            | Fault::Stuck
            | Fault::FellOut
            | Fault::Changed
            | Fault::OtherProcess
            | Fault::WrongSkin
            | Fault::WrongHull
            | Fault::UntrueDeclaration
            | Fault::WrongPlane
            | Fault::WrongSurface
            | Fault::WrongPlace
            | Fault::WrongFill
            | Fault::StartUnsaid
            | Fault::WrongWayOut
            | Fault::WalkUnreliable => false,
        }
    }

    /// Whether an engine's rule explains the answer.
    pub fn is_by(&self, rule: Rule) -> bool {
        self.rule == Some(rule)
    }

    /// Whether this is why the answer is wrong, or the part that a rule explains.
    pub fn is_since(&self, cause: Cause) -> bool {
        let is_given = |fault| self.is_of_geometry(fault) && self.by_given.is_some();
        let by = |rule, fault| self.is_by(rule) && self.is_of_geometry(fault);
        match cause {
            Cause::PhantomOffBevel => self.phantom && self.by_given == Some(GivenPlanes::StandOff),
            Cause::PhantomNoBevel => self.phantom && self.by_given == Some(GivenPlanes::LackBevel),
            Cause::DeepAtCorner => by(Rule::Corner, Fault::TooDeep),
            Cause::MissedFromSkin => {
                let in_skin = self
                    .start_distance
                    .is_some_and(|d| d <= self.skin + self.tolerance);
                by(Rule::Corner, Fault::Missed) && in_skin
            }
            Cause::NormalAtGiven => is_given(Fault::WrongNormal),
            Cause::ContentsAtGiven => is_given(Fault::WrongContents),
            Cause::StartAtGiven => by(Rule::Bevel, Fault::WrongStart),
            Cause::NotAsked => self.not_asked,
            // Told by another answer.
            Cause::ByTree => false,
        }
    }

    /// The classes of fault that are in the answer.
    pub fn faults(&self) -> Set<Fault> {
        Set::of(|fault| self.is(fault))
    }

    /// The classes of fault that geometry finds, explained or not.
    pub fn of_geometry(&self) -> Set<Fault> {
        Set::of(|fault| self.is_of_geometry(fault))
    }

    /// The rule that explains it.
    pub fn rules(&self) -> Set<Rule> {
        Set::of(|rule| self.is_by(rule))
    }

    /// Why it is as it is, where that is known.
    pub fn causes(&self) -> Set<Cause> {
        Set::of(|cause| self.is_since(cause))
    }

    /// Whether geometry finds a fault in the answer. A stop along a surface is none alone: rounding may bring it about, and no
    /// engine is asked why.
    pub(crate) fn is_wrong_by_geometry(&self) -> bool {
        let counts = |fault| fault != Fault::StoppedAlong && self.is_of_geometry(fault);
        !Set::<Fault>::of(counts).is_empty()
    }

    /// Whether the answer is right, except for the part that an engine's rule explains. Rounding may cause a stop along a
    /// surface.
    pub fn is_clean(&self) -> bool {
        Set::<Fault>::of(|fault| fault != Fault::StoppedAlong && self.is(fault)).is_empty()
    }
}
