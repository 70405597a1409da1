//! The rules of every answer of every backend, in any world, that need no exact answer.

use clipmark_collision::{CollisionBackend, Contact, Penetration, Status, Sweep, Trace, Work};
use clipmark_geometry::Hull;

/// Larger than any body of a game, in units; beyond, squares of sizes leave f32.
pub(crate) const LARGE: f32 = 65536.0;

pub(crate) fn is_usual(hull: &Hull) -> bool {
    hull.check().is_ok()
        && hull
            .bounds()
            .mins
            .iter()
            .chain(hull.bounds().maxs.iter())
            .all(|x| x.abs() < LARGE)
}

/// Asks everything about a sweep and tests the answers against rules that need no solution.
///
/// # Panics
/// If a rule is broken.
pub fn assert_answers_obey(backend: &dyn CollisionBackend, sweep: &Sweep) {
    let name = &backend.facts().name;
    let t = backend.trace(sweep, &mut Work::silent());
    let told = format!("{name}: {sweep:?}\n{t:?}");
    assert_eq!(
        t.bits(),
        backend.trace(sweep, &mut Work::counting()).bits(),
        "{told}\ncounting changes the answer"
    );
    assert!((0.0..=1.0).contains(&t.fraction), "{told}\nfraction");
    assert!(t.end.iter().all(|x| x.is_finite()), "{told}\nend");
    if sweep.check().is_err() {
        assert_eq!(t.bits(), Trace::invalid(sweep).bits(), "{told}\nis no question");
    } else if is_usual(&sweep.hull) {
        let known = backend.facts().declaration.hulls.contains(&sweep.hull);
        assert_eq!(known, t.status != Status::Unsupported, "{told}\nhulls declared");
        assert_ne!(t.status, Status::Invalid, "{told}\nis a question");
        assert_eq!(
            t.end,
            sweep.at(t.fraction),
            "{told}\nthe end is not where the fraction says"
        );
    }
    assert!(
        !t.all_solid || t.start_solid,
        "{told}\nall solid, but not at the start"
    );
    if let Some(plane) = t.plane {
        // Maps store normals that are not quite of length one; an answer may hand them on.
        assert!(plane.is_valid(), "{told}\nthe plane");
        assert!(t.hit(), "{told}\na plane without a hit");
    }
    let mut work = Work::silent();
    if let Some(p) = backend.overlap(&sweep.hull, &sweep.start, sweep.mask, &mut work) {
        assert!(is_finite_overlap(&p), "{told}\n{p:?}");
    }
    let mut contacts = Vec::new();
    for margin in [0.0, 18.0, f32::NAN, 1e38] {
        backend.contacts(
            &sweep.hull,
            &sweep.start,
            margin,
            sweep.mask,
            &mut contacts,
            &mut work,
        );
    }
    if let Some(c) = contacts.iter().find(|c| !is_finite_contact(c)) {
        panic!("{told}\n{c:?}");
    }
    let _ = backend.contents(&sweep.start);
}

fn is_finite_overlap(p: &Penetration) -> bool {
    p.depth.is_finite() && p.normal.iter().all(|x| x.is_finite())
}

fn is_finite_contact(c: &Contact) -> bool {
    let vectors = c.point.iter().chain(c.normal.iter()).chain(c.face_normal.iter());
    vectors.chain([&c.distance, &c.top]).all(|x| x.is_finite())
}
