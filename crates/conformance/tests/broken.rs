//! Every property finds the fault it is there for: the clean toy, broken in one place, is caught by it.

#![allow(clippy::unwrap_used)]

mod toys;
use clipmark_collision::*;
use clipmark_conformance::{Known, Report, Solids, Suite};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Vec3};
use toys::broken::{Broken, Faults, SOUND};

fn report(faults: Faults) -> Report {
    Suite::new("broken")
        .solids(Solids::AxisBoxes)
        .size(40, 1)
        .rules(&[TraceRules::QUAKE3])
        .check(|world, rules| Box::new(Broken::build(world, rules, faults)))
}

#[track_caller]
fn caught(faults: Faults, property: &str, fault: &str) {
    let report = report(faults);
    let found = report.of(property).find(|v| v.fault == fault);
    let found = found.unwrap_or_else(|| panic!("`{property}: {fault}` is not in {report}"));
    assert!(
        found.count > 0 && found.worst > 0.0 && found.example.contains("world"),
        "{found}"
    );
}

/// The answer of a clean backend of other brushes.
fn among(b: &Broken, sweep: &Sweep, keep: impl Fn(usize, &Brush) -> bool) -> Trace {
    let brushes = b.clean.0.iter().enumerate().filter(|(i, brush)| keep(*i, brush));
    let brushes = brushes.map(|(_, brush)| brush.clone()).collect();
    let world = clipmark_geometry::World::of_brushes("part", brushes);
    toys::clean::build(&world, b.clean.1).trace(sweep, &mut Work::silent())
}

fn stopped_at(sweep: &Sweep, t: Trace, fraction: f32) -> Trace {
    let end = sweep.at(fraction);
    Trace { fraction, end, ..t }
}

#[test]
fn unbroken_it_conforms() {
    let report = report(SOUND);
    assert!(report.conforms(), "{report}");
}

#[test]
fn path_finds_tunnelling_at_speed() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match q.displacement().norm() {
        fast if fast > 400.0 && t.plane.is_some() => Trace::free(q),
        _ => t,
    };
    caught(Faults { trace, ..SOUND }, "path", "passes through a solid");
}

#[test]
fn path_finds_phantom_hits() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() {
        true => stopped_at(q, t, t.fraction * 0.5),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "path", "stops where nothing is");
}

#[test]
fn path_finds_rests_in_solids() {
    // Four tolerances deep.
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() && !t.start_solid {
        true => stopped_at(
            q,
            t,
            (t.fraction + b.clean.1.skin * 4.0 / q.displacement().norm()).min(0.999),
        ),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "path", "comes to rest in a solid");
    caught(
        Faults { trace, ..SOUND },
        "answer",
        "rests behind the plane it met",
    );
    caught(Faults { trace, ..SOUND }, "idempotence", "the end is solid");
}

#[test]
fn answer_finds_wrong_planes() {
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| {
        let plane = t.plane.map(|p| Plane::new(p.normal, p.dist + 1.0));
        Trace { plane, ..t }
    };
    let fault = "the plane met is not one that a solid lies behind and touches";
    caught(Faults { trace, ..SOUND }, "answer", fault);
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| Trace {
        plane: t.plane.map(|p| p.flipped()),
        ..t
    };
    caught(
        Faults { trace, ..SOUND },
        "answer",
        "a normal that does not oppose the motion",
    );
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| Trace { plane: None, ..t };
    caught(Faults { trace, ..SOUND }, "answer", "a hit without a plane");
}

#[test]
fn answer_finds_ends_that_do_not_match() {
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| Trace {
        end: t.end + t.plane.map_or(Vec3::zeros(), |p| p.normal * 0.25),
        ..t
    };
    caught(
        Faults { trace, ..SOUND },
        "answer",
        "the end is not where the fraction says",
    );
}

#[test]
fn determinism_finds_a_memory() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| match b.count_call() % 97 {
        96 if t.hit() => stopped_at(q, t, t.fraction * 0.9999),
        _ => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "determinism",
        "another answer when asked again",
    );
}

#[test]
fn determinism_finds_one_answer_in_ten_thousand() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| match b.count_call() % 10_000 {
        9_999 if t.hit() => stopped_at(q, t, t.fraction * 0.9999),
        _ => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "determinism",
        "another answer now and then",
    );
}

#[test]
fn determinism_finds_counting_that_changes_answers() {
    let trace = |_: &Broken, q: &Sweep, w: &Work, t: Trace| match w.is_counting() && t.hit() {
        true => stopped_at(q, t, t.fraction.next_down().max(0.0)),
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "determinism",
        "another answer when counting",
    );
}

#[test]
fn idempotence_finds_one_way_streets() {
    // Moving towards -x, the hull is stuck wherever it is near anything.
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| {
        let mut near = Vec::new();
        b.clean
            .contacts(&q.hull, &q.start, 0.25, q.mask, &mut near, &mut Work::silent());
        match near.first() {
            Some(c) if q.end.x < q.start.x && !t.start_solid => Trace {
                plane: Some(Plane::new(c.normal, 0.0)),
                contents: c.contents,
                ..stopped_at(q, t, 0.0)
            },
            _ => t,
        }
    };
    caught(
        Faults { trace, ..SOUND },
        "idempotence",
        "there is no way back to the start",
    );
}

#[test]
fn monotonicity_finds_a_time_of_impact_that_shrinks_with_the_way() {
    // As casts do whose tolerance is relative to the way.
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() {
        true => stopped_at(q, t, (t.fraction - 2e-3).max(0.0)),
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "monotonicity",
        "wanting to go farther ends nearer",
    );
}

#[test]
fn splitting_finds_answers_that_depend_on_where_one_starts() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() && q.start.x < 0.0 {
        true => stopped_at(q, t, (t.fraction - 1.0 / q.displacement().norm()).max(0.0)),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "splitting", "stops at another place");
}

#[test]
fn symmetry_finds_a_preferred_axis_and_a_lost_distance() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, _: Trace| {
        among(b, q, |_, brush| {
            brush.bounds.maxs.y < 10_000.0 && brush.bounds.mins.x > -400.0
        })
    };
    caught(
        Faults { trace, ..SOUND },
        "symmetry",
        "meets something in one case only",
    );
    // Distances of planes kept in multiples of 4 far away from the origin.
    let world = |w: &mut clipmark_geometry::World| {
        for b in w.brushes.iter_mut().filter(|b| b.bounds.mins.y > 8_000.0) {
            b.bounds.maxs.y = (b.bounds.maxs.y / 64.0).floor() * 64.0 + 4.0;
        }
    };
    caught(Faults { world, ..SOUND }, "symmetry", "stops at another place");
}

#[test]
fn order_finds_that_the_first_brush_wins() {
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| {
        let hits = (0..b.clean.0.len()).map(|i| among(b, q, |j, _| i == j));
        let mut hits = hits.filter(|t| t.plane.is_some());
        hits.next().filter(|_| !t.start_solid).unwrap_or(t)
    };
    caught(Faults { trace, ..SOUND }, "order", "stops at another place");
    caught(Faults { trace, ..SOUND }, "path", "passes through a solid");
}

#[test]
fn bad_input_finds_nan_for_nan() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.status {
        Status::Invalid => Trace { end: q.end, ..t },
        _ => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "bad-input",
        "answers with a number that is not finite",
    );
}

#[test]
fn bad_input_finds_unsupported_reported_as_free() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.status {
        Status::Unsupported => Trace::free(q),
        _ => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "bad-input",
        "a question it cannot answer is not refused",
    );
    let overlap =
        |_: &Broken, _: &Sweep, _: &Work, p: Option<Penetration>| p.filter(|p| p.status.is_reliable());
    caught(
        Faults { overlap, ..SOUND },
        "bad-input",
        "a position it cannot test is not refused",
    );
}

#[test]
fn bad_input_finds_panics() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| {
        assert!(q.start != q.end || q.start.x < 60_000.0, "deliberate");
        t
    };
    caught(Faults { trace, ..SOUND }, "bad-input", "panics");
}

#[test]
fn position_finds_blindness_and_ghosts() {
    let overlap = |_: &Broken, _: &Sweep, _: &Work, _: Option<Penetration>| None;
    caught(
        Faults { overlap, ..SOUND },
        "position",
        "overlaps nothing, deep in a solid",
    );
    let overlap = |b: &Broken, q: &Sweep, w: &Work, p: Option<Penetration>| match q.hull {
        Hull::Box { bounds } => {
            let grown = Hull::Box {
                bounds: bounds.grown(0.5),
            };
            b.clean.overlap(&grown, &q.start, q.mask, &mut w.clone())
        }
        _ => p,
    };
    caught(
        Faults { overlap, ..SOUND },
        "position",
        "overlaps something that is apart",
    );
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match q.start == q.end && t.status.is_reliable() {
        true => Trace::free(q),
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "position",
        "overlaps, yet stands in nothing",
    );
}

#[test]
fn position_finds_a_way_out_that_is_none() {
    let overlap = |_: &Broken, _: &Sweep, _: &Work, p: Option<Penetration>| {
        p.map(|p| Penetration {
            normal: -p.normal,
            ..p
        })
    };
    caught(
        Faults { overlap, ..SOUND },
        "position",
        "the way out does not lead out",
    );
}

#[test]
fn contacts_finds_missing_and_false_ones() {
    let contacts = |out: &mut Vec<Contact>| out.retain(|c| c.distance >= 0.0);
    caught(
        Faults { contacts, ..SOUND },
        "contacts",
        "no contact with a solid that the hull is in",
    );
    let contacts = |out: &mut Vec<Contact>| out.iter_mut().for_each(|c| c.distance *= 0.5);
    let fault = "a distance that is not the gap at the point along the normal";
    caught(Faults { contacts, ..SOUND }, "contacts", fault);
}

#[test]
fn contents_finds_air_in_walls() {
    let contents = |c: Contents| c - Contents::SOLID;
    caught(
        Faults { contents, ..SOUND },
        "contents",
        "other contents than the brushes there have",
    );
}

#[test]
fn start_finds_declarations_that_are_not_kept() {
    let declaration = |d: &mut Declaration| d.touching_overlaps = true;
    caught(
        Faults { declaration, ..SOUND },
        "start",
        "mere touching is not what it declares",
    );
    let declaration = |d: &mut Declaration| d.rules = d.rules.with_skin(1.0);
    caught(
        Faults { declaration, ..SOUND },
        "start",
        "declares other rules than it was built with",
    );
    let declaration = |d: &mut Declaration| d.start_solid = StartSolid::Blocks;
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| Trace {
        start_solid: false,
        ..t
    };
    caught(
        Faults {
            declaration,
            trace,
            ..SOUND
        },
        "start",
        "does not notice a start in a solid",
    );
}

#[test]
fn rest_finds_seams_that_trip_and_floors_that_swallow() {
    // Every brush sticks out of itself by a quarter of a unit once the hull moves along.
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| {
        let by = q.displacement();
        let trips = by.z == 0.0 && by.norm() > 70.0 && b.clean.0.len() > 20 && !t.hit();
        let seam = (q.start.x / 128.0).ceil() * 128.0;
        match trips && by.x > 0.0 && q.end.x > seam && q.start.x < seam {
            true => Trace {
                plane: Some(Plane::new(-Vec3::x(), -seam)),
                contents: Contents::SOLID,
                ..stopped_at(q, t, (seam - q.start.x) / by.x)
            },
            false => t,
        }
    };
    caught(
        Faults { trace, ..SOUND },
        "rest",
        "does not slide along the floor",
    );
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.fraction == 0.0 && !t.start_solid {
        true => stopped_at(q, t, 0.01),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "rest", "sinks when pressed down");
}

#[test]
fn exact_finds_a_box_tracer_without_edge_bevels() {
    let report = Suite::new("unbevelled")
        .rules(&[TraceRules::QUAKE3])
        .check(|world, rules| Box::new(toys::unbevelled::build(world, rules)));
    let found = report.of("exact").find(|v| v.fault == "phantom");
    let found = found.unwrap_or_else(|| panic!("no phantom in {report}"));
    // By units, where a sloped edge sticks out.
    assert!(found.count > 3 && found.worst > 1.0, "{report}");
}

/// The answer to a hull smaller by so much at each end.
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

/// The same stop so much deeper along the normal.
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
    caught(Faults { trace, ..SOUND }, "exact", "wrong normal");
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
    let found = report.of("bad-input").find(|v| v.fault == fault).unwrap();
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
