//! The referee's verdict on one answer: what was found, what of it counts, and how large it is.

use super::GapSample;
use crate::feature::{Feature, GivenPlanes};
use crate::reference::ExactSweep;
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::Vec3;
use clipmark_rows::faults::{Cause, Fault, Rule, Set};
use clipmark_rows::limits;

/// The referee's verdict on one answer. Distances in units; along the path unless stated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Whether the answer could be judged: the sweep is valid and the backend has the shape.
    pub judged: bool,
    /// The classes of fault that geometry finds, each by itself, whatever rule explains them.
    pub found: Set<Fault>,
    /// The rule by which the backend's engine gives the same answer. Then nothing that geometry finds is a fault of the
    /// backend.
    pub rule: Option<Rule>,
    /// The classes that the answer counts in: what no rule explains, each fault once.
    pub faults: Set<Fault>,
    /// For a phantom, a wrong normal or wrong contents: a bevelled brush's given planes, moved out by the hull, explain the
    /// stop. Its normal is one of theirs. It says why, and excuses nothing.
    pub by_given: Option<GivenPlanes>,
    /// What was asked, and the exact answer.
    pub asked: SweepFacts,
    /// How far the answer is off.
    pub measures: Measures,
}

/// The question, and what exact arithmetic knows of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepFacts {
    /// The exact answer, by the rule about solids that the sweep starts in.
    pub exact: ExactSweep,
    /// The tolerance used.
    pub tolerance: f64,
    /// The skin that the backend declares.
    pub skin: f64,
    /// Length of the sweep.
    pub length: f64,
    /// Distance of the start from the nearest solid, negative inside; `None` beyond twice the skin and tolerance.
    pub start_distance: Option<f64>,
    /// The sweep starts in touch with a solid: within 8 f32 steps of it, but not inside.
    pub starts_in_touch: bool,
    /// Cosine between the path and the normal of the exact contact, 1 head-on.
    pub cosine: Option<f64>,
    /// The part of its solid that the exact contact is at.
    pub feature: Option<Feature>,
    /// Longest side of that solid.
    pub extent: Option<f64>,
    /// The sweep starts in a solid, and the backend declares surfaces, which do not notice solids around a start. The backend's
    /// flags are then not judged.
    pub not_asked: bool,
}

/// How far an answer is off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// How far it goes on after the shrunk solids are entered.
    pub missed_by: f64,
    /// How deep it passes, at most, on that way: the largest shrinking of the solids that it still enters.
    pub missed_depth: f64,
    /// A solid that it passes into does not hold its end.
    pub passed_whole: bool,
    /// Length of free path lost before the grown solids are entered.
    pub lost: f64,
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
    /// The reported normal has unit length and opposes the motion; true when there is none to report.
    pub opposed: bool,
}

impl Verdict {
    /// With what counts of it. The engine's depth and gap are not counted against the backend.
    pub(super) fn counted(self, rule: Option<Rule>, sweep: &Sweep, trace: &Trace) -> Self {
        let mut v = Self { rule, ..self };
        match rule {
            Some(_) => {
                (v.measures.penetration, v.measures.gap) = (0.0, 0.0);
                v.measures.gap_sample = None;
            }
            None => v.faults = each_once(&v, sweep, trace),
        }
        if v.is(Fault::Phantom) && !v.is_of_geometry(Fault::Phantom) {
            let free = v.asked.exact.entry.unwrap_or(1.0) - f64::from(trace.fraction);
            v.measures.lost = free.max(0.0) * v.asked.length;
        }
        v
    }

    /// With a fault that a further question about the same sweep found, unless it follows from one that is counted.
    pub fn and(mut self, fault: Fault) -> Self {
        self.found.insert(fault);
        if !follows(fault, self.faults) {
            self.faults.insert(fault);
        }
        self
    }

    /// Whether a class of fault is in the answer, which no rule of an engine explains and which follows from no other.
    pub fn is(&self, fault: Fault) -> bool {
        self.faults.contains(fault)
    }

    /// Whether it passes through something in any way that is a fault: also through the solid that it starts in and does not
    /// name. An answer by an engine's own rule is counted by itself.
    pub fn is_missed(&self) -> bool {
        let unsaid = self.is(Fault::StartUnsaid) && self.passes();
        unsaid || Fault::PASSES.into_iter().any(|fault| self.is(fault))
    }

    /// Whether it lets a hull into a solid: it passes through one, or ends in one.
    pub fn is_in_solid(&self) -> bool {
        self.is_missed() || self.is(Fault::TooDeep)
    }

    /// Whether it says wrongly that the sweep starts in a solid, or does not say it.
    pub fn is_wrong_start(&self) -> bool {
        self.is(Fault::WrongStart) || self.is(Fault::StartUnsaid)
    }

    /// Whether geometry finds that class of fault in the answer, explained or not.
    pub fn is_of_geometry(&self, fault: Fault) -> bool {
        self.found.contains(fault)
    }

    /// Whether the hull passes into a solid on the path reported free, whatever explains it.
    pub fn passes(&self) -> bool {
        self.is_of_geometry(Fault::Missed) || self.is_of_geometry(Fault::MissedFromTouch)
    }

    /// Whether the sweep starts in a solid, deeper than the tolerance.
    pub fn starts_deep(&self) -> bool {
        let asked = &self.asked;
        asked.start_distance.is_some_and(|d| d < -asked.tolerance)
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
            Cause::PhantomOffBevel => {
                self.is_of_geometry(Fault::Phantom) && self.by_given == Some(GivenPlanes::StandOff)
            }
            Cause::PhantomNoBevel => {
                self.is_of_geometry(Fault::Phantom) && self.by_given == Some(GivenPlanes::LackBevel)
            }
            Cause::DeepAtCorner => by(Rule::Corner, Fault::TooDeep),
            Cause::MissedFromSkin => {
                let asked = &self.asked;
                let in_skin = asked
                    .start_distance
                    .is_some_and(|d| d <= asked.skin + asked.tolerance);
                by(Rule::Corner, Fault::Missed) && in_skin
            }
            Cause::NormalAtGiven => is_given(Fault::WrongNormal),
            Cause::ContentsAtGiven => is_given(Fault::WrongContents),
            Cause::StartAtGiven => by(Rule::Bevel, Fault::WrongStart),
            Cause::NotAsked => self.asked.not_asked,
            // Told by another answer.
            Cause::ByTree => false,
        }
    }

    /// The rule that explains it.
    pub fn rules(&self) -> Set<Rule> {
        Set::select(|rule| self.is_by(rule))
    }

    /// Why it is as it is, where that is known.
    pub fn causes(&self) -> Set<Cause> {
        Set::select(|cause| self.is_since(cause))
    }

    /// Whether geometry finds a fault in the answer. A stop along a surface is none alone: rounding may bring it about, and no
    /// engine is asked why.
    pub(crate) fn is_wrong_by_geometry(&self) -> bool {
        self.found.iter().any(|fault| fault != Fault::StoppedAlong)
    }

    /// Whether the answer is right, except for the part that an engine's rule explains. Rounding may cause a stop along a
    /// surface.
    pub fn is_clean(&self) -> bool {
        self.faults.iter().all(|fault| fault == Fault::StoppedAlong)
    }
}

/// The classes that an answer counts in: each fault once. What follows from another fault is not counted beside it.
///
/// - Where a start in a solid is not said, every other error follows.
/// - A stop that comes too late ends in each solid that it passes into, by less than a player feels: *too deep*.
/// - What passes through something may end in a solid, and has another plane: *missed*.
/// - A normal of a sweep that starts in a solid is a way out.
/// - A stop along a surface from which no rounding brings the path nearer is a *phantom*.
fn each_once(v: &Verdict, sweep: &Sweep, trace: &Trace) -> Set<Fault> {
    let found = v.found;
    if found.contains(Fault::WrongStart) && !trace.start_solid && v.starts_deep() {
        return Set::select(|fault| match fault {
            Fault::StartUnsaid => true,
            Fault::Malformed | Fault::Unreliable => found.contains(fault),
            _ => false,
        });
    }
    let late = trace.hit() && is_late(v);
    let passes = found.contains(Fault::Missed) || found.contains(Fault::MissedFromTouch);
    let held = found.contains(Fault::StoppedAlong) && keeps_its_distance(sweep, trace);
    let way_out = found.contains(Fault::WrongNormal) && v.starts_deep();
    Set::select(|fault| match fault {
        Fault::Missed | Fault::MissedFromTouch => found.contains(fault) && !late,
        Fault::TooDeep => found.contains(fault) && (late || !passes),
        Fault::WrongWayOut => way_out,
        Fault::WrongNormal => found.contains(fault) && !way_out,
        Fault::Phantom => found.contains(fault) || held,
        Fault::StoppedAlong => found.contains(fault) && !held,
        _ => found.contains(fault),
    })
}

/// Whether a fault that a further question found follows from one that is counted already.
fn follows(fault: Fault, counted: Set<Fault>) -> bool {
    let of_place = [Fault::Missed, Fault::MissedFromTouch, Fault::TooDeep];
    counted.contains(Fault::StartUnsaid)
        || fault == Fault::WrongPlane && of_place.into_iter().any(|graver| counted.contains(graver))
}

/// Whether the path ends in each solid that it passes into, is nowhere deeper than there, to the tolerance, and hardly deep.
fn is_late(v: &Verdict) -> bool {
    let m = &v.measures;
    let is_deepest = m.missed_depth <= m.penetration + v.asked.tolerance;
    v.found.contains(Fault::TooDeep) && is_deepest && !m.passed_whole && m.penetration < limits::DEPTH.from
}

/// Whether the path keeps its distance from the stopping plane by every bit: along an axis no rounding reduces it.
fn keeps_its_distance(sweep: &Sweep, trace: &Trace) -> bool {
    let by = sweep.displacement();
    let still = |normal: &Vec3| (0..3).any(|i| normal[i].abs() == 1.0 && by[i] == 0.0);
    trace.plane.is_some_and(|plane| still(&plane.normal)) && by.norm_squared() > 0.0
}
