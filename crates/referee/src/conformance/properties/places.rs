//! Answers about a place: the position test, contacts and contents, held against the exact reference and against each other.

use crate::conformance::report::Ledger;
use crate::conformance::setting::{Setting, gap_to_plane};
use crate::laid::Lying;
use crate::solid::{Solid, V, is_unit};
use crate::{PlaceVerdict, Reference, judge_fill, judge_place};
use clipmark_collision::{Contact, Penetration, Sidedness, StartSolid, Sweep, Work};
use clipmark_geometry::{Contents, Hull, Point, Vec3};

/// The position test, a sweep of no length, and the exact distance of the place agree (F6).
pub(super) fn check_position(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        check_start(s, sweep, ledger);
        for at in [sweep.start, sweep.end] {
            ledger.case();
            check_position_at(s, &staying(sweep, at), ledger);
        }
    }
}

/// The sweep of no length at a place.
fn staying(sweep: &Sweep, at: Point) -> Sweep {
    Sweep {
        start: at,
        end: at,
        ..*sweep
    }
}

/// A sweep that starts deep in a solid has the flag, however it goes on.
fn check_start(s: &Setting, sweep: &Sweep, ledger: &mut Ledger) {
    let t = s.trace(sweep);
    let may_go_unsaid = t.start_solid || s.declaration.start_solid == StartSolid::Unnoticed;
    if !may_go_unsaid && is_noticed_in_solid(s, sweep) {
        let fault = "a sweep that starts deep in a solid does not say so";
        ledger.found(fault, -s.distance(sweep, &sweep.start), || s.example(sweep, &t));
    }
}

fn check_position_at(s: &Setting, here: &Sweep, ledger: &mut Ledger) {
    let tolerance = s.tolerance(here);
    let (still, mut work) = (s.trace(here), Work::silent());
    let overlap = s.backend.overlap(&here.hull, &here.start, here.mask, &mut work);
    let gap = s.distance(here, &here.start);
    let stands = match s.declaration.start_solid {
        StartSolid::IgnoredUnlessAllSolid | StartSolid::Blocks => Some(still.all_solid),
        StartSolid::Flagged => Some(still.start_solid),
        StartSolid::Unnoticed => None,
    };
    let (is_apart, is_deep) = (gap > tolerance, is_noticed_in_solid(s, here));
    let mut blame = |wrong: bool, fault: &'static str, size: f32| {
        ledger.found_if(wrong, fault, size, || {
            format!("{}; overlap {overlap:?}", s.example(here, &still))
        });
    };
    let overlaps_apart = is_apart && overlap.is_some();
    blame(overlaps_apart, "overlaps something that is apart", gap);
    let stands_apart = is_apart && (still.hit() || still.start_solid);
    blame(stands_apart, "stands in something that is apart", gap);
    let overlaps_nothing = is_deep && overlap.is_none();
    blame(overlaps_nothing, "overlaps nothing, deep in a solid", -gap);
    let stands_in_nothing = is_deep && stands == Some(false);
    blame(stands_in_nothing, "stands in nothing, deep in a solid", -gap);
    let has_two_ends = stands == Some(still.all_solid) && still.all_solid != still.start_solid;
    let fault = "a sweep of no length is solid in one end only";
    blame(has_two_ends, fault, 1.0);
    let is_half_free =
        still.all_solid != (still.fraction == 0.0) || still.all_solid == (still.fraction == 1.0);
    blame(is_half_free, "a sweep of no length is half free", 1.0);
    let Some(p) = &overlap else {
        let near = s.contacts(here, tolerance);
        let fault = "stands in something that it does not overlap";
        return blame(still.all_solid && near.is_empty(), fault, 1.0);
    };
    if !p.status.is_reliable() {
        return blame(true, "no reliable answer", 1.0);
    }
    let is_sound = p.depth >= 0.0 && p.depth.is_finite() && p.contents.intersects(here.mask);
    blame(!is_sound, "a depth or contents that cannot be", 1.0);
    blame(
        !is_unit(&p.normal.cast()),
        "a way out that is not of unit length",
        1.0,
    );
    let stands_free = p.depth > tolerance && stands == Some(false);
    blame(stands_free, "overlaps, yet stands in nothing", p.depth);
    let is_deeper = is_deep && s.is_deeper(here, &here.start, p.depth + tolerance);
    blame(is_deeper, "is deeper than it says", -gap - p.depth);
    if let Some(left) = depth_after_way_out(s, here, p) {
        blame(true, "the way out does not lead out", left);
    }
}

/// Whether the hull starts deep in a solid, and a backend must notice it: a backend of surfaces only where the hull crosses them.
fn is_noticed_in_solid(s: &Setting, sweep: &Sweep) -> bool {
    let tolerance = s.tolerance(sweep);
    if !s.is_deeper(sweep, &sweep.start, tolerance) {
        return false;
    }
    let middle: V = sweep.hull.bounds().center().coords.cast() + sweep.start.coords.cast::<f64>();
    let is_outside = |solid: &Solid| front(solid, &middle) as f32 > tolerance;
    s.declaration.sidedness == Sidedness::Solid || s.truth(sweep).solids().iter().all(is_outside)
}

/// How far a point is in front of a solid's planes; negative inside.
fn front(solid: &Solid, p: &V) -> f64 {
    let fronts = solid.sides.iter().map(|side| side.distance(p));
    fronts.fold(f64::NEG_INFINITY, f64::max)
}

/// The depth that is left after the way out was taken, in worlds of one solid; `None` where that led out.
fn depth_after_way_out(s: &Setting, here: &Sweep, p: &Penetration) -> Option<f32> {
    if s.world.brushes.len() != 1 || s.declaration.sidedness != Sidedness::Solid {
        return None;
    }
    let out: Vec3 = p.normal * p.depth;
    s.depth_in_solid(here, &(here.start + out), s.tolerance(here))
}

const MARGINS: [f32; 3] = [0.0, 0.25, 16.0];

/// Contacts are near, their numbers are consistent, and every overlapped solid is among them.
pub(super) fn check_contacts(s: &Setting, ledger: &mut Ledger) {
    for (i, sweep) in s.sweeps.iter().enumerate() {
        let rest = s.trace(sweep).end;
        for at in [sweep.end, rest] {
            let here = staying(sweep, at);
            let margin = MARGINS[i % MARGINS.len()];
            let contacts = s.contacts(&here, margin);
            ledger.case();
            for c in &contacts {
                let mut blame = |wrong: bool, fault: &'static str, size: f32| {
                    ledger.found_if(wrong, fault, size, || {
                        format!("{}, margin {margin}: {c:?}", s.question(&here))
                    });
                };
                let is_beyond = |size: f32| size.is_nan() || size > s.tolerance(&here);
                let are_units = [c.normal, c.face_normal].iter().all(|n| is_unit(&n.cast()));
                blame(!are_units, "a normal that is not of unit length", 1.0);
                let over = c.distance - margin;
                blame(is_beyond(over), "a contact beyond the margin", over);
                let apart = gap_by_planes(s, &here) - margin;
                let fault = "a contact where nothing is within the margin";
                blame(is_beyond(apart), fault, apart);
                let dist = c.normal.cast::<f64>().dot(&c.point.coords.cast());
                let off = (gap_to_plane(&here.hull, &here.start, &c.normal, dist) - c.distance).abs();
                let fault = "a distance that is not the gap at the point along the normal";
                blame(is_beyond(off), fault, off);
                let is_other = !c.contents.intersects(here.mask);
                blame(is_other, "a contact that is not of the mask", 1.0);
            }
            if let Some(depth) = depth_without_contact(s, &here, &contacts) {
                let fault = "no contact with a solid that the hull is in";
                ledger.found(fault, depth, || {
                    format!("{}, margin {margin}: {contacts:?}", s.question(&here))
                });
            }
        }
    }
}

/// How far the hull is from the solids at least, by their planes and the sides of their boxes. A backend that clips against
/// planes is nearer to a corner than it is.
fn gap_by_planes(s: &Setting, here: &Sweep) -> f32 {
    let lying = Lying::upright(&here.hull, here.start.coords.cast());
    let gap = |solid: &Solid| {
        let sides = solid.sides.iter().map(|p| lying.gap(&p.normal, p.height));
        let axes = (0..3).flat_map(|i| [V::ith(i, 1.0), V::ith(i, -1.0)]);
        let axial = axes.map(|n| lying.gap(&n, solid.support(&n)));
        sides.chain(axial).fold(f64::NEG_INFINITY, f64::max)
    };
    let gaps = s.truth(here).solids().iter().map(gap);
    gaps.fold(f64::INFINITY, f64::min) as f32
}

/// How deep the hull is in a solid that should be among the contacts and is not.
fn depth_without_contact(s: &Setting, here: &Sweep, contacts: &[Contact]) -> Option<f32> {
    if s.declaration.sidedness == Sidedness::Solid {
        let PlaceVerdict { without_contact, .. } =
            judge_place(s.truth(here), &here.start, None, contacts, &s.declaration);
        return (without_contact > 0.0).then_some(without_contact as f32);
    }
    (contacts.is_empty() && is_noticed_in_solid(s, here)).then(|| -s.distance(here, &here.start))
}

/// A point has the contents of the brushes that hold it.
pub(super) fn check_contents(s: &Setting, ledger: &mut Ledger) {
    let solids = Reference::build(&s.world, Contents::all());
    let exact = solids.for_declared(&Hull::Point, &s.declaration);
    let middles = s.world.brushes.iter().map(|b| b.bounds.center());
    for p in s.sweeps.iter().flat_map(|q| [q.start, q.end]).chain(middles) {
        ledger.case();
        let found = s.backend.contents(&p);
        if let Some(wrong) = judge_fill(&exact, &p, found, &s.declaration) {
            let fronts = exact
                .solids()
                .iter()
                .map(|solid| front(solid, &p.coords.cast()).abs());
            let near = fronts.fold(f64::INFINITY, f64::min) as f32;
            ledger.found("other contents than the brushes there have", near, || {
                let (world, seed) = (&s.world.name, s.seed);
                format!("world {world} seed {seed}: {wrong}: {found:?} at {p:?}")
            });
        }
    }
}
