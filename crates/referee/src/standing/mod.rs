//! Judges a backend's answers about a hull at rest: the solid that it overlaps, the near features, and a point's contents.
//!
//! Source: the seam. The position test returns nothing where the hull is free, else a way out of a solid around the hull.
//! Contacts are the nearest features of the solids within the margin, and of overlapped ones the polygons that reach in. The two
//! short questions must agree with the long ones. All are held to the tolerance of a sweep's answer.
//!
//! Not judged: places in solids for backends of surfaces, and the way out's length for backends that follow an engine. Theirs
//! leads out of another solid: of merged ones, or of the given planes' space.

mod contacts;

pub(crate) use contacts::{SLIVER, width};

use crate::body::Round;
use crate::reference::HullReference;
use crate::solid::{V, is_unit};
use clipmark_collision::{Contact, Declaration, Follows, Penetration, Reached, Sidedness, Status};
use clipmark_geometry::{Contents, Point};

/// How far the normals of one polygon may differ between two answers, as the length of their difference.
const SAME_NORMAL: f32 = 1e-4;

/// A backend's answers about the reference's hull at a place.
#[derive(Clone, Copy, Debug)]
pub struct PlaceAnswers<'a> {
    /// The position test.
    pub overlap: Option<&'a Penetration>,
    /// Whether the place is occupied.
    pub occupied: Option<Status>,
    /// Contacts within the margin.
    pub contacts: &'a [Contact],
    /// The margin in units.
    pub margin: f32,
    /// Polygons that reach into the hull.
    pub reached: &'a [Reached],
    /// Contacts without a margin.
    pub touching: &'a [Contact],
}

/// The fault: nothing, or the first one in words.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// In words.
    pub wrong: Option<&'static str>,
}

/// The place in question, with its terms.
struct Place<'a> {
    reference: &'a HullReference,
    declaration: &'a Declaration,
    x: V,
    tolerance: f64,
    /// Solids near, each with how far the hull is from it, negative inside.
    near: Vec<(usize, f64)>,
}

/// Judges a backend's answers about the reference's hull at a place.
pub fn judge_standing(
    reference: &HullReference,
    at: &Point,
    answers: &PlaceAnswers,
    declaration: &Declaration,
) -> Standing {
    if !at.iter().all(|x| x.is_finite()) {
        return Standing::default();
    }
    let place = Place::new(reference, at, answers.margin.into(), declaration);
    let wrong = place
        .disagreement(answers)
        .or_else(|| place.overlap(answers))
        .or_else(|| place.missing(answers))
        .or_else(|| {
            answers
                .contacts
                .iter()
                .find_map(|c| place.contact(c, answers.margin.into()))
        });
    Standing { wrong }
}

/// The fault of a point's reported contents, in words. The reference is a point's, for all contents.
pub fn judge_fill(
    reference: &HullReference,
    at: &Point,
    answers: Contents,
    declaration: &Declaration,
) -> Option<&'static str> {
    let x: V = at.coords.cast();
    if !x.iter().all(|x| x.is_finite()) {
        return (!answers.is_empty()).then_some("contents of no place");
    }
    let rounding = reference.rounding_at(at);
    let (mut surely, mut maybe) = (Contents::empty(), Contents::empty());
    reference.tree.near(&x, rounding, |i| {
        if reference.is_brush(i) {
            let front = reference.bodies[i].signed_distance(&x, 0.0).distance;
            let contents = reference.solids[i].contents;
            if front < -rounding {
                surely |= contents;
            }
            if front <= rounding {
                maybe |= contents;
            }
        }
        rounding
    });
    // A tree of merged solids says one of the contents.
    let unsaid = match declaration.follows == Some(Follows::QuakeClipHulls) {
        true => !surely.is_empty() && !answers.intersects(surely),
        false => !answers.contains(surely),
    };
    if unsaid {
        return Some("contents that fill the point are not reported");
    }
    (!maybe.contains(answers)).then_some("contents that are not there")
}

impl<'a> Place<'a> {
    fn new(reference: &'a HullReference, at: &Point, margin: f64, declaration: &'a Declaration) -> Self {
        let x: V = at.coords.cast();
        let tolerance = reference.share_of(declaration.rules.skin.into()) + reference.rounding_at(at);
        // By planes a corner is nearer than it is, by the root of three at most.
        let stretch = if declaration.follows == Some(Follows::Quake3) {
            1.75
        } else {
            1.0
        };
        let within = stretch * (margin + tolerance) + reference.slack;
        let reach = reference.holding_reach(within);
        let mut near = Vec::new();
        reference.tree.near(&x, reach, |i| {
            let found = reference.bodies[i].nearer_than(within, &x, f64::INFINITY);
            let found = found.filter(|near| near.distance <= within);
            near.extend(found.map(|near| (i, near.distance)));
            reach
        });
        Self {
            reference,
            declaration,
            x,
            tolerance,
            near,
        }
    }

    /// Where the short questions say other things than the long ones. Within the tolerance of a surface either may be right.
    fn disagreement(&self, answers: &PlaceAnswers) -> Option<&'static str> {
        let overlaps = answers
            .overlap
            .is_some_and(|p| p.depth > 0.0 || !p.status.is_reliable());
        let slack = |i: usize| self.tolerance + self.reference.bodies[i].slack;
        let touches = self.near.iter().any(|n| n.1.abs() <= slack(n.0));
        if overlaps != answers.occupied.is_some() && !touches {
            return Some("occupied says another thing than overlap");
        }
        let inside: Vec<&Contact> = answers.touching.iter().filter(|c| c.distance < 0.0).collect();
        let is_touch = |c: &Contact| f64::from(c.distance.abs()) <= self.tolerance;
        if answers.touching.iter().any(is_touch) {
            return None;
        }
        let same = |(r, c): (&Reached, &&Contact)| {
            (r.normal - c.face_normal).norm() <= SAME_NORMAL
                && f64::from((r.top - c.top).abs()) <= self.tolerance
        };
        let alike = inside.len() == answers.reached.len() && answers.reached.iter().zip(&inside).all(same);
        (!alike).then_some("reached shows another thing than contacts")
    }

    /// Whether the backend clips against the planes that a map gives.
    fn by_planes(&self) -> bool {
        self.declaration.follows == Some(Follows::Quake3)
    }

    fn is_of_solids(&self) -> bool {
        self.declaration.sidedness == Sidedness::Solid
    }

    fn overlap(&self, answers: &PlaceAnswers) -> Option<&'static str> {
        let is_deep = self.is_of_solids() && self.reference.is_deeper(&self.x, self.tolerance);
        let Some(p) = answers.overlap else {
            return is_deep.then_some("overlaps nothing, deep in a solid");
        };
        if !p.status.is_reliable() {
            return Some("no reliable answer of the position test");
        }
        if !is_unit(&p.normal.cast()) || !p.depth.is_finite() || p.depth < 0.0 {
            return Some("a way out that is none");
        }
        let slack = |i: usize| self.tolerance + self.reference.bodies[i].slack;
        let may: Vec<usize> = self
            .near
            .iter()
            .filter(|n| n.1 <= slack(n.0))
            .map(|n| n.0)
            .collect();
        let by_given = self.by_planes()
            && self
                .reference
                .within_given_planes(&self.x, None, self.tolerance)
                .is_some();
        if may.is_empty() && !by_given && f64::from(p.depth) > self.tolerance {
            return Some("overlaps something that is apart");
        }
        if !is_deep {
            return None;
        }
        let contents = |i: &usize| self.reference.solids[*i].contents.intersects(p.contents);
        if !by_given && !may.iter().any(contents) {
            return Some("overlaps something of contents that are not there");
        }
        let (way, depth): (V, f64) = (p.normal.cast(), p.depth.into());
        if self.reference.is_deeper(&self.x, depth + self.tolerance) {
            return Some("is deeper than it says");
        }
        let left = self.x + way * depth;
        let exact = self.reference.round == Round::None && !self.reference.mitred;
        let leaves = |i: &usize| {
            let on = self.reference.bodies[*i].signed_distance(&left, 0.0).distance;
            on.abs() <= slack(*i)
        };
        let judged = exact && self.declaration.follows != Some(Follows::QuakeClipHulls) && !by_given;
        (judged && !may.iter().any(leaves)).then_some("the way out does not end at the solid's surface")
    }
}

/// The faults of an answer about a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaceVerdict {
    /// How deep the hull is in the deepest brush, in units. 0 where it is in none by more than the tolerance. A cylinder's depth,
    /// here and below, is by planes around it and may be less at slopes. Whether anything is wrong is proven without it.
    pub depth: f64,
    /// By how much the position test says less, in units; 0 within the tolerance.
    pub too_shallow: f64,
    /// Depth of the deepest brush that has no contact, in units; 0 where each has one.
    pub without_contact: f64,
}

impl PlaceVerdict {
    /// Whether anything is wrong.
    pub fn is_wrong(&self) -> bool {
        self.too_shallow > 0.0 || self.without_contact > 0.0
    }
}

/// Judges a backend's answer about the reference's hull at a place. An unreliable answer is judged as none.
pub fn judge_place(
    reference: &HullReference,
    at: &Point,
    overlap: Option<&Penetration>,
    contacts: &[Contact],
    declaration: &Declaration,
) -> PlaceVerdict {
    let mut v = PlaceVerdict::default();
    if declaration.sidedness != Sidedness::Solid || !at.iter().all(|x| x.is_finite()) {
        return v;
    }
    let tolerance = reference.share_of(declaration.rules.skin.into()) + reference.rounding_at(at);
    let x: V = at.coords.cast();
    let reported = overlap
        .filter(|p| p.status.is_reliable())
        .map_or(0.0, |p| f64::from(p.depth));
    for body in reference.brushes_deeper(&x, tolerance) {
        let depth = -reference.bodies[body].distance_to_planes(&x).distance;
        v.depth = v.depth.max(depth);
        let has_contact = contacts.iter().any(|c| {
            let n: V = c.normal.cast();
            c.distance < 0.0
                && (reference.solids[body].support(&n) - n.dot(&c.point.coords.cast())).abs() <= tolerance
        });
        if !has_contact {
            v.without_contact = v.without_contact.max(depth);
        }
    }
    if reference.is_deeper(&x, reported + tolerance) {
        v.too_shallow = v.depth - reported;
    }
    v
}
