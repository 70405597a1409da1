//! What every answer of every backend obeys, and the exact reference on `bsp`.

use clipmark::collision::{CollisionBackend, Contact, Penetration, Status, Sweep, TouchRule, Trace, Work};
use clipmark::geometry::{Hull, World};
use clipmark::truth::{FaultClass, Reference, judge};

/// Larger than any body of a game, in units; beyond, squares of sizes leave f32.
const LARGE: f32 = 65536.0;

fn is_usual(hull: &Hull) -> bool {
    hull.check().is_ok()
        && hull
            .bounds()
            .mins
            .iter()
            .chain(hull.bounds().maxs.iter())
            .all(|x| x.abs() < LARGE)
}

/// Asks everything about a sweep and holds the answers against what needs no solution to be known.
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
        let known = backend.declares().hulls.contains(&sweep.hull);
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

/// Holds an answer against the exact reference by the rules that the backend declares.
///
/// # Panics
/// If it is wrong.
pub fn assert_exact(backend: &dyn CollisionBackend, world: &World, sweep: &Sweep) {
    let (declared, usual) = (backend.declares(), is_usual(&sweep.hull));
    let far = |x: &f32| !(x.abs() < LARGE);
    let is_far = sweep.start.iter().chain(sweep.end.iter()).any(far)
        || world.bounds.mins.iter().chain(world.bounds.maxs.iter()).any(far);
    // The reference knows no patches; far out the tolerance exceeds every skin.
    if !usual || is_far || !world.patches.is_empty() || !declared.hulls.contains(&sweep.hull) {
        return;
    }
    // A capsule wider than high is a ball, but the position test takes its box: `crates/bsp/tests/found_by_fuzzing.rs`.
    let half = sweep.hull.bounds().half_extents();
    if matches!(sweep.hull, Hull::Capsule { .. }) && half.x > half.z {
        return;
    }
    let truth = Reference::build(world, sweep.mask);
    if !truth.omitted().is_empty() {
        return;
    }
    let truth = truth.for_declared(&sweep.hull, &declared);
    let t = backend.trace(sweep, &mut Work::silent());
    let v = judge(&truth, sweep, &t, &declared);
    let told = || format!("{}: {world:?}\n{sweep:?}\n{t:?}\n{v:#?}", backend.facts().name);
    // Three things that brush tracing does by its rules: see `crates/bsp/tests/exact_sweeps.rs`.
    let flat = sweep.hull.bounds().half_extents().amin() == 0.0;
    let mut within_skin = declared;
    within_skin.rules.touch = TouchRule::WithinSkin;
    let grazed = v.phantom
        && declared.rules.touch == TouchRule::InSolid
        && !judge(&truth, sweep, &t, &within_skin).phantom;
    assert!(v.judged && !v.malformed && !v.unreliable, "no answer\n{}", told());
    assert!(
        !v.is(FaultClass::Missed) && !v.is(FaultClass::MissedFromTouch),
        "false negative\n{}",
        told()
    );
    assert!(!v.phantom || grazed, "phantom\n{}", told());
    assert!(!v.penetrating || v.clipped_corner, "penetrating\n{}", told());
    assert!(!v.start_solid_wrong, "start solid\n{}", told());
    assert!(!v.wrong_normal || flat && v.opposed, "normal\n{}", told());
}

/// The exact reference itself: nothing is left in doubt, and the same sweep the other way round in the order of its
/// solids is met where it was.
///
/// # Panics
/// If it is not.
pub fn assert_certain(world: &World, sweep: &Sweep) {
    let mut turned = world.clone();
    turned.brushes.reverse();
    turned.triangles.reverse();
    let ask = |world: &World| {
        let truth = Reference::build(world, sweep.mask).for_hull(&sweep.hull);
        truth.sweep(&sweep.start.cast(), &sweep.end.cast())
    };
    let (found, again) = (ask(world), ask(&turned));
    let told = || format!("{world:?}\n{sweep:?}\n{found:?}\n{again:?}");
    assert!(!found.doubtful, "doubtful\n{}", told());
    assert_eq!(
        (found.entry, found.starts_inside),
        (again.entry, again.starts_inside),
        "{}",
        told()
    );
    let [first, last] = found.bracket;
    assert!(
        found.entry.is_none_or(|t| first <= t && t <= last),
        "bracket\n{}",
        told()
    );
}

/// Holds the answer of any backend against the exact reference, in what no declared rule excuses: it passes through
/// nothing, is stopped by something, ends in no solid, and knows where it starts.
///
/// # Panics
/// If it is wrong.
pub fn assert_agrees(backend: &dyn CollisionBackend, world: &World, sweep: &Sweep) {
    let declared = backend.declares();
    let mut world = world.clone();
    if !declared.triangles {
        world = world.without_triangles();
    }
    // See `assert_exact`.
    let half = sweep.hull.bounds().half_extents();
    let unlike = matches!(sweep.hull, Hull::Capsule { .. }) && half.x > half.z;
    if unlike || sweep.hull.check().is_err() || !declared.hulls.contains(&sweep.hull) {
        return;
    }
    let truth = Reference::build(&world, sweep.mask);
    if !truth.omitted().is_empty() {
        return;
    }
    let truth = truth.for_declared(&sweep.hull, &declared);
    let t = backend.trace(sweep, &mut Work::silent());
    let v = judge(&truth, sweep, &t, &declared);
    let told = || format!("{}: {world:?}\n{sweep:?}\n{t:?}\n{v:#?}", backend.facts().name);
    assert!(v.judged && !v.malformed, "no answer\n{}", told());
    if v.unreliable {
        return; // it says itself that it is not to be relied on, and stops short
    }
    assert!(
        !v.is(FaultClass::Missed) && !v.is(FaultClass::MissedFromTouch),
        "false negative\n{}",
        told()
    );
    assert!(!v.phantom, "phantom\n{}", told());
    assert!(!v.penetrating || v.clipped_corner, "penetrating\n{}", told());
    assert!(!v.start_solid_wrong, "start solid\n{}", told());
}
