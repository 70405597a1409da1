//! Contacts are near, their numbers are consistent, and every overlapped solid is among them.

use super::answer::is_unit;
use super::position::is_noticed;
use crate::referee::in_front;
use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{Contact, Sidedness, Sweep, Work};

pub(super) const NAME: &str = "contacts";

const MARGINS: [f32; 3] = [0.0, 0.25, 16.0];

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let mut contacts = Vec::new();
    for (i, sweep) in s.sweeps.iter().enumerate() {
        let end = s.trace(sweep).end;
        for at in [sweep.end, end] {
            let here = Sweep {
                start: at,
                end: at,
                ..*sweep
            };
            let margin = MARGINS[i % MARGINS.len()];
            contacts.clear();
            s.backend.contacts(
                &here.hull,
                &at,
                margin,
                here.mask,
                &mut contacts,
                &mut Work::silent(),
            );
            ledger.case(NAME);
            for c in &contacts {
                for (wrong, fault, size) in one(s, &here, margin, c) {
                    if wrong {
                        ledger.found(NAME, fault, size, || {
                            format!("{}, margin {margin}: {c:?}", s.question(&here))
                        });
                    }
                }
            }
            if let Some((fault, size)) = missing(s, &here, &contacts) {
                ledger.found(NAME, fault, size, || {
                    format!("{}, margin {margin}: {contacts:?}", s.question(&here))
                });
            }
        }
    }
}

fn one(s: &Setting, here: &Sweep, margin: f32, c: &Contact) -> [(bool, &'static str, f32); 5] {
    let tolerance = s.tolerance(here);
    let normal = c.normal.cast::<f64>();
    let gap = in_front(
        &here.hull,
        &here.start,
        &normal,
        normal.dot(&c.point.coords.cast()),
    ) as f32;
    let off = (gap - c.distance).abs();
    let apart = s.referee.gap(&here.hull, &here.start, here.mask) as f32 - margin;
    let over = c.distance - margin;
    let beyond = |size: f32| size.is_nan() || size > tolerance;
    [
        (
            !is_unit(&c.normal) || !is_unit(&c.face_normal),
            "a normal that is not of unit length",
            1.0,
        ),
        (beyond(over), "a contact beyond the margin", over),
        (
            beyond(apart),
            "a contact where nothing is within the margin",
            apart,
        ),
        (
            beyond(off),
            "a distance that is not the gap at the point along the normal",
            off,
        ),
        (
            !c.contents.intersects(here.mask),
            "a contact that is not of the mask",
            1.0,
        ),
    ]
}

/// The solid that should have been among the contacts, by how deep it is.
fn missing(s: &Setting, here: &Sweep, contacts: &[Contact]) -> Option<(&'static str, f32)> {
    let (hull, at, mask) = (&here.hull, &here.start, here.mask);
    let tolerance = s.tolerance(here);
    if s.declaration.sidedness == Sidedness::Solid {
        let touches = |i: usize| {
            contacts.iter().any(|c| {
                let n = c.normal.cast();
                let reach = s.referee.reach_of(i, &n, mask) - n.dot(&c.point.coords.cast());
                c.distance < 0.0 && reach.abs() as f32 <= tolerance
            })
        };
        let deep = s.referee.depths(hull, at, mask).map(|(i, d)| (i, d as f32));
        let mut absent = deep.filter(|&(i, d)| d > tolerance && !touches(i));
        return absent
            .next()
            .map(|(_, d)| ("no contact with a solid that the hull is in", d));
    }
    let depth = s.referee.depth(hull, at, mask) as f32;
    let lost = depth > tolerance && is_noticed(s, here, tolerance) && contacts.is_empty();
    lost.then_some(("no contact with a solid that the hull is in", depth))
}
