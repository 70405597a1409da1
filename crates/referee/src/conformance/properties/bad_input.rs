//! Invalid questions are refused as such, and none breaks a backend (F13).

use crate::conformance::queries;
use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{CollisionBackend, Contact, Penetration, Status, Sweep, Trace, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Coordinates that have broken solvers. The last is a value to be good beside.
const COORDINATES: [f32; 14] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    1e38,
    f32::MIN,
    Sweep::LIMIT * 2.0,
    Sweep::LIMIT,
    -Sweep::LIMIT,
    65536.0,
    1e-40,
    -1e-40,
    f32::MIN_POSITIVE,
    -0.0,
    10.0,
];

pub(super) fn check_refusals(s: &Setting, ledger: &mut Ledger) {
    let empty = World::of_brushes("empty", Vec::new());
    let Some(nothing) = (s.build)(&empty, s.rules) else {
        return;
    };
    for backend in [&*s.backend, &*nothing] {
        for sweep in odd_sweeps(s) {
            let right = match sweep.check() {
                Err(_) => Right::Refuse(Status::Invalid),
                Ok(()) => Right::Answer,
            };
            ask(s, backend, &sweep, right, ledger);
        }
        let sound = Sweep::new(
            Hull::Point,
            Point::new(1.0, 2.0, 400.0),
            Point::new(3.0, 4.0, 90.0),
        );
        for hull in queries::hulls() {
            let sweep = Sweep { hull, ..sound };
            if !s.declaration.hulls.contains(&hull) {
                ask(s, backend, &sweep, Right::Refuse(Status::Unsupported), ledger);
            }
        }
        for hull in odd_hulls() {
            for end in [sound.end, sound.start] {
                ask(
                    s,
                    backend,
                    &Sweep { hull, end, ..sound },
                    Right::NotSpread,
                    ledger,
                );
            }
        }
    }
    for sweep in &s.sweeps {
        ledger.case();
        let t = nothing.trace(sweep, &mut Work::silent());
        ledger.found_if(
            t.bits() != Trace::free(sweep).bits() && t.status.is_reliable(),
            "meets something in an empty world",
            1.0,
            || s.example(sweep, &t),
        );
    }
}

/// Every odd coordinate at every place, and sweeps of no length; hulls declared, some of them of no size.
fn odd_sweeps(s: &Setting) -> Vec<Sweep> {
    let mut hulls = s.hulls.clone();
    let none = Aabb::new(Point::origin(), Point::origin());
    let flat = Aabb::new(Point::new(-8.0, -8.0, 0.0), Point::new(8.0, 8.0, 0.0));
    for bounds in [none, flat] {
        hulls.extend([
            Hull::Box { bounds },
            Hull::Capsule { bounds },
            Hull::Cylinder { bounds },
        ]);
    }
    hulls.push(Hull::Sphere { radius: 0.0 });
    hulls.retain(|h| s.declaration.hulls.contains(h));
    let (start, end) = (Point::new(-300.0, 20.0, 30.0), Point::new(300.0, -20.0, 10.0));
    let mut out = Vec::new();
    for hull in hulls {
        for x in COORDINATES {
            for axis in 0..3 {
                let with = |mut p: Point| {
                    p[axis] = x;
                    p
                };
                out.push(Sweep::new(hull, with(start), end));
                out.push(Sweep::new(hull, start, with(end)));
                out.push(Sweep::new(hull, with(start), with(start)));
            }
            let all = Point::new(x, x, x);
            out.push(Sweep::new(hull, all, -all));
            out.push(Sweep::new(hull, all, Point::origin()));
        }
    }
    out
}

/// Hulls that the constructors refuse; their fields are public.
fn odd_hulls() -> Vec<Hull> {
    let mut hulls = Vec::new();
    for x in [f32::NAN, f32::INFINITY, -4.0, 1e38, Sweep::LIMIT * 2.0] {
        let bounds = Aabb::new(Point::new(-x, -x, -x), Point::new(x, x, x));
        let tall = Aabb::new(Point::new(-4.0, -4.0, -4.0), Point::new(4.0, 4.0, x));
        hulls.push(Hull::Sphere { radius: x });
        for bounds in [bounds, tall] {
            hulls.extend([
                Hull::Box { bounds },
                Hull::Capsule { bounds },
                Hull::Cylinder { bounds },
            ]);
        }
    }
    hulls
}

/// All answers about one sweep; `None` if one of them panicked.
struct Answers {
    trace: Trace,
    overlap: Option<Penetration>,
    contacts: Vec<Contact>,
}

fn answers(backend: &dyn CollisionBackend, sweep: &Sweep) -> Option<Answers> {
    let margins = [1.0, 0.0, f32::NAN, f32::INFINITY, -1.0, 1e38];
    let ask = || {
        let mut work = Work::counting();
        let mut contacts = Vec::new();
        for margin in margins {
            backend.contacts(
                &sweep.hull,
                &sweep.start,
                margin,
                sweep.mask,
                &mut contacts,
                &mut work,
            );
        }
        let _: Contents = backend.contents(&sweep.start);
        Answers {
            trace: backend.trace(sweep, &mut work),
            overlap: backend.overlap(&sweep.hull, &sweep.start, sweep.mask, &mut work),
            contacts,
        }
    };
    catch_unwind(AssertUnwindSafe(ask)).ok()
}

/// What a backend should do with a question.
#[derive(Clone, Copy, PartialEq)]
enum Right {
    Answer,
    Refuse(Status),
    /// The hull is none: anything goes but panic and numbers that spread.
    NotSpread,
}

/// The right answer about a hull that its constructor would reject.
const RIGHT: &str = "; right would be a trace of status Invalid or Unsupported with fraction 0, the end at the start and no plane \
                     (Trace::refused), an overlap of depth 0 with the same status, and no contacts";

fn ask(s: &Setting, backend: &dyn CollisionBackend, sweep: &Sweep, right: Right, ledger: &mut Ledger) {
    ledger.case();
    let (hint, not_finite) = match right {
        Right::NotSpread => (RIGHT, "answers a malformed hull with a number that is not finite"),
        _ => ("", "answers with a number that is not finite"),
    };
    let Some(a) = answers(backend, sweep) else {
        return ledger.found("panics", 1.0, || format!("{}{hint}", s.question(sweep)));
    };
    let mut blame = |wrong: bool, fault: &'static str| {
        ledger.found_if(wrong, fault, 1.0, || {
            let (example, overlap, contacts) = (s.example(sweep, &a.trace), a.overlap, &a.contacts);
            format!("{example}; overlap {overlap:?}; contacts {contacts:?}{hint}")
        });
    };
    blame(!all_finite(&a), not_finite);
    let t = &a.trace;
    match right {
        Right::Refuse(status) => {
            // A start that is no position cannot be overlapped; the end does not concern that test.
            let bad_start = Sweep::new(sweep.hull, sweep.start, sweep.start).check().is_err();
            let overlap_too = status == Status::Unsupported || bad_start;
            let is_refused = a.overlap.is_some_and(|p| p.status == status && p.depth == 0.0);
            blame(t.status != status, "a question it cannot answer is not refused");
            let moves = t.fraction != 0.0 || t.plane.is_some();
            blame(moves, "a refusal that moves or meets something");
            let is_elsewhere = t.end != Trace::refused(sweep, status).end;
            blame(is_elsewhere, "a refusal that is not at the start");
            blame(
                overlap_too && !is_refused,
                "a position it cannot test is not refused",
            );
            let has_contacts = overlap_too && !a.contacts.is_empty();
            blame(has_contacts, "contacts of a hull or place it cannot answer for");
        }
        Right::Answer => {
            let refused = |s| matches!(s, Status::Invalid | Status::Unsupported);
            blame(refused(t.status), "a question it can answer is refused");
            blame(
                t.end != sweep.at(t.fraction),
                "the end is not where the fraction says",
            );
            let is_refused = a.overlap.is_some_and(|p| refused(p.status));
            blame(is_refused, "a position it can test is refused");
        }
        Right::NotSpread => {}
    }
}

fn all_finite(a: &Answers) -> bool {
    let t = &a.trace;
    let trace = t.end.iter().chain([&t.fraction]).all(|x| x.is_finite());
    let plane = t
        .plane
        .is_none_or(|p| p.dist.is_finite() && p.normal.iter().all(|x| x.is_finite()));
    let overlap = a
        .overlap
        .is_none_or(|p| p.depth.is_finite() && p.normal.iter().all(|x| x.is_finite()));
    let contact = |c: &Contact| {
        let vectors = c.point.iter().chain(c.normal.iter()).chain(c.face_normal.iter());
        vectors.chain([&c.distance, &c.top]).all(|x| x.is_finite())
    };
    trace && plane && overlap && a.contacts.iter().all(contact)
}
