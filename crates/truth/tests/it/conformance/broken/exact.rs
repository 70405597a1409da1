//! Faults that only exact arithmetic sees: hulls, skins and normals that are slightly off.

use super::*;

#[test]
fn exact_finds_a_box_tracer_without_edge_bevels() {
    let report = Suite::new("unbevelled")
        .only(&["exact"])
        .size(40, 1)
        .rules(&[TraceRules::QUAKE3])
        .check(|world, rules| Box::new(toys::unbevelled::build(world, rules)));
    let found = report.violations("exact").find(|v| v.fault == "phantom");
    let found = found.unwrap_or_else(|| panic!("no phantom in {report}"));
    // By units, where a sloped edge sticks out.
    assert!(found.count > 3 && found.worst > 1.0, "{report}");
}

/// The answer to a hull smaller by `by` at each end.
fn narrowed(b: &Broken, q: &Sweep, by: [Vec3; 2]) -> Trace {
    let bounds = q.hull.bounds();
    let bounds = clipmark_geometry::Aabb::new(bounds.mins + by[0], bounds.maxs - by[1]);
    let hull = match q.hull {
        Hull::Box { .. } if !bounds.is_empty() => Hull::Box { bounds },
        other => other,
    };
    b.clean.trace(&Sweep { hull, ..*q }, &mut Work::silent())
}

#[test]
fn exact_and_passage_find_a_hull_narrower_by_a_tenth() {
    let one_side =
        |b: &Broken, q: &Sweep, _: &Work, _: Trace| narrowed(b, q, [Vec3::zeros(), Vec3::x() * 0.1]);
    let both_sides = |b: &Broken, q: &Sweep, _: &Work, _: Trace| narrowed(b, q, [Vec3::y() * 0.05; 2]);
    for trace in [one_side as fn(&Broken, &Sweep, &Work, Trace) -> Trace, both_sides] {
        let faults = Faults { trace, ..SOUND };
        caught(faults, "exact", "the hull reaches too far or not far enough");
        caught(faults, "passage", "goes past a wall that it overlaps");
    }
    // By a tenth too wide it stops where nothing is, which needs no distribution.
    let wider = |b: &Broken, q: &Sweep, _: &Work, _: Trace| narrowed(b, q, [Vec3::z() * -0.1, Vec3::zeros()]);
    let faults = Faults {
        trace: wider,
        ..SOUND
    };
    caught(faults, "exact", "phantom");
    let hardly_wider =
        |b: &Broken, q: &Sweep, _: &Work, _: Trace| narrowed(b, q, [Vec3::z() * -0.02, Vec3::zeros()]);
    let faults = Faults {
        trace: hardly_wider,
        ..SOUND
    };
    caught(faults, "exact", "the hull reaches too far or not far enough");
}

/// The same stop, deeper along the normal by `by`.
fn deeper(q: &Sweep, t: Trace, by: f32) -> Trace {
    match t.plane {
        Some(p) if t.fraction > 0.0 => {
            stopped_at(q, t, (t.fraction - by / p.normal.dot(&q.displacement())).min(1.0))
        }
        _ => t,
    }
}

#[test]
fn exact_finds_a_lost_skin() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| deeper(q, t, 0.05);
    caught(
        Faults { trace, ..SOUND },
        "exact",
        "the gap at stops is not the skin",
    );
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| deeper(q, t, 0.12);
    caught(
        Faults { trace, ..SOUND },
        "exact",
        "the gap at stops is not the skin",
    );
}

#[test]
fn exact_finds_that_what_is_touched_is_forgotten() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, _: Trace| {
        let mut near = Vec::new();
        b.clean
            .contacts(&q.hull, &q.start, 0.001, q.mask, &mut near, &mut Work::silent());
        let touches = |brush: &Brush| {
            let here = q.hull.bounds();
            let (lo, hi) = (q.start + here.mins.coords, q.start + here.maxs.coords);
            (0..3).all(|i| brush.bounds.mins[i] - 0.001 <= hi[i] && lo[i] <= brush.bounds.maxs[i] + 0.001)
        };
        among(b, q, |_, brush| !touches(brush))
    };
    caught(Faults { trace, ..SOUND }, "exact", "missed from touch");
}

#[test]
fn exact_finds_normals_turned_by_more_than_a_degree() {
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| Trace {
        plane: t.plane.map(|p| {
            let aside = p.normal.zxy() * 1.5_f32.to_radians().tan();
            Plane::new((p.normal + aside).normalize(), p.dist)
        }),
        ..t
    };
    caught(Faults { trace, ..SOUND }, "exact", "normal");
}

#[test]
fn a_malformed_hulls_fault_tells_what_is_right() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match q.hull.bounds().mins.x.is_nan() {
        true => Trace {
            fraction: f32::NAN,
            ..t
        },
        false => t,
    };
    let report = report(Faults { trace, ..SOUND });
    let fault = "answers a malformed hull with a number that is not finite";
    let found = report.violations("bad-input").find(|v| v.fault == fault).unwrap();
    assert!(
        found.example.contains("right would be a trace of status Invalid"),
        "{found}"
    );
}

#[test]
fn a_known_fault_must_stay_within_bounds_and_must_still_be_there() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| match t.plane {
        Some(_) => stopped_at(
            q,
            t,
            (t.fraction - b.clean.1.skin / q.displacement().norm()).max(0.0),
        ),
        None => t,
    };
    let report = report(Faults { trace, ..SOUND });
    let known: Vec<Known> = report
        .violations
        .iter()
        .map(|v| Known {
            property: v.property,
            fault: v.fault,
            at_most: v.worst,
            reason: "planted",
        })
        .collect();
    assert!(
        !known.is_empty() && report.complaints(&known).is_empty(),
        "{report}"
    );
    let strict = Known {
        at_most: known[0].at_most * 0.5,
        ..known[0]
    };
    let mut worse = known.clone();
    worse[0] = strict;
    assert_eq!(report.complaints(&worse).len(), 1);
    let gone = Known {
        fault: "eats floors",
        ..known[0]
    };
    let stale = [&known[..], &[gone]].concat();
    assert!(report.complaints(&stale)[0].contains("no longer occurs"));
}
