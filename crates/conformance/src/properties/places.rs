//! The short questions about a place answer as the long ones: whether a hull is in anything, and what reaches into it. Contacts that
//! are named have the height, the point and the face that their surface has.

use super::position::is_noticed;
use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{Contact, Reached, Sweep, Work};
use clipmark_geometry::{Contents, Point, Vec3};

pub(super) const NAME: &str = "places";

/// Normals of one face differ by less than this cosine says, about a degree.
const SAME: f32 = 0.9998;
/// A surface is level where its normal is upright to this cosine.
const LEVEL: f32 = 0.999_99;
/// A face that is seen from beside may look away by this cosine: f32 normals.
const BEHIND: f32 = 0.01;
/// A gap of planes is shorter than the distance of corners, by the square root of 3 at most between boxes.
const CORNERS: f32 = 1.8;
/// A contact's height may be off its point by no more than rounding, in tolerances of a stop.
const HEIGHT: f32 = 2.0;

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let mut contacts = Vec::new();
    for sweep in &s.sweeps {
        for at in [sweep.start, s.trace(sweep).end] {
            let here = Sweep {
                start: at,
                end: at,
                ..*sweep
            };
            ledger.case(NAME);
            contacts.clear();
            s.backend.contacts(
                &here.hull,
                &at,
                0.0,
                here.mask,
                &mut contacts,
                &mut Work::silent(),
            );
            occupied(s, &here, ledger);
            reached(s, &here, &contacts, ledger);
            contacts.clear();
            let margin = 4.0 * s.rules.skin;
            s.backend.contacts(
                &here.hull,
                &at,
                margin,
                here.mask,
                &mut contacts,
                &mut Work::silent(),
            );
            for contact in &contacts {
                for (wrong, fault, size) in one(s, &here, margin, contact) {
                    if wrong {
                        ledger.found(NAME, fault, size, || {
                            format!("{}: {contact:?}", s.question(&here))
                        });
                    }
                }
            }
            near(s, &here, margin, &contacts, ledger);
        }
    }
}

/// `occupied` against the referee, and against `overlap`.
fn occupied(s: &Setting, here: &Sweep, ledger: &mut Ledger) {
    let tolerance = s.tolerance(here);
    let mut work = Work::silent();
    let short = s.backend.occupied(&here.hull, &here.start, here.mask, &mut work);
    let long = s.backend.overlap(&here.hull, &here.start, here.mask, &mut work);
    let depth = long.map_or(0.0, |p| p.depth);
    let gap = s.referee.gap(&here.hull, &here.start, here.mask) as f32;
    let found: [(bool, &'static str, f32); 2] = [
        (
            short.is_none() && depth > tolerance,
            "is in nothing, and overlaps something",
            depth,
        ),
        (
            short.is_some() && gap > tolerance,
            "is in something that is apart",
            gap,
        ),
    ];
    for (wrong, fault, size) in found {
        if wrong {
            ledger.found(NAME, fault, size, || {
                format!("{}: {short:?}, overlap {long:?}", s.question(here))
            });
        }
    }
}

/// `reached` shows what `contacts` lists as overlapped, in its order.
fn reached(s: &Setting, here: &Sweep, contacts: &[Contact], ledger: &mut Ledger) {
    let touching = s.tolerance(here);
    // What only touches may be in one list and not in the other by rounding.
    if contacts.iter().any(|c| c.distance.abs() <= touching) {
        return;
    }
    let mut shown: Vec<Reached> = Vec::new();
    let (hull, at) = (&here.hull, &here.start);
    s.backend
        .reached(hull, at, here.mask, &mut Work::silent(), &mut |r| shown.push(*r));
    let listed: Vec<&Contact> = contacts.iter().filter(|c| c.distance < 0.0).collect();
    let alike = |(r, c): (&Reached, &&Contact)| {
        r.normal.dot(&c.face_normal) > SAME && (r.top - c.top).abs() <= touching
    };
    if shown.len() != listed.len() || !shown.iter().zip(&listed).all(alike) {
        ledger.found(
            NAME,
            "shows other surfaces than it lists as contacts",
            1.0,
            || format!("{}: {shown:?} and {listed:?}", s.question(here)),
        );
    }
}

/// A contact's numbers against each other.
fn one(s: &Setting, here: &Sweep, margin: f32, c: &Contact) -> [(bool, &'static str, f32); 4] {
    let tolerance = HEIGHT * s.tolerance(here);
    let bounds = here.hull.bounds();
    let (low, high) = (here.start.z + bounds.mins.z, here.start.z + bounds.maxs.z);
    let is_apart = c.distance >= 0.0;
    let below = c.point.z - c.top;
    let outside = (c.top - (high + margin)).max(low - margin - c.top);
    let is_level = c.face_normal.z.abs() > LEVEL;
    // The nearest point lies no farther off than the distance says; where a gap is that of planes it may, by less than the margin.
    let beyond = distance(&here.start, &bounds, &c.point) - c.distance;
    [
        (
            is_apart && (below > tolerance || is_level && -below > tolerance),
            "the highest point of a contact is not that of its surface",
            below.abs(),
        ),
        (
            outside > tolerance,
            "the highest point of a contact is not near the hull",
            outside,
        ),
        (
            c.normal.dot(&c.face_normal) < -BEHIND,
            "the face of a contact looks away from the hull",
            1.0,
        ),
        (
            is_apart && beyond > tolerance + margin,
            "the point of a contact is farther off than its distance",
            beyond,
        ),
    ]
}

/// How far a point is from the box of a hull at a place.
fn distance(at: &Point, bounds: &clipmark_geometry::Aabb, p: &Point) -> f32 {
    let gap = Vec3::from_fn(|i, _| {
        let x = p[i] - at[i];
        (bounds.mins[i] - x).max(x - bounds.maxs[i]).max(0.0)
    });
    gap.norm()
}

/// A solid well within the margin has a contact.
fn near(s: &Setting, here: &Sweep, margin: f32, contacts: &[Contact], ledger: &mut Ledger) {
    let tolerance = s.tolerance(here);
    let gap = s.referee.gap(&here.hull, &here.start, here.mask) as f32;
    let is_free = s.referee.depth(&here.hull, &here.start, here.mask) <= 0.0;
    let boxes = s.world.brushes.iter().all(|b| b.sides.len() == 6);
    let in_reach = boxes && is_free && gap * CORNERS < margin - tolerance && here.mask != Contents::empty();
    if in_reach && is_noticed(s, here, 0.0) && contacts.is_empty() {
        ledger.found(NAME, "no contact with a solid that is near", gap, || {
            s.question(here)
        });
    }
}
