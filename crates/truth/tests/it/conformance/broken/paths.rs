//! Faults of the way: passed through, stopped short, or not the same from elsewhere.

use super::*;

#[test]
fn exact_finds_tunnelling_at_speed() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match q.displacement().norm() {
        fast if fast > 400.0 && t.plane.is_some() => Trace::free(q),
        _ => t,
    };
    caught(Faults { trace, ..SOUND }, "exact", "missed");
}

#[test]
fn exact_finds_phantom_hits() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() {
        true => stopped_at(q, t, t.fraction * 0.5),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "exact", "phantom");
}

#[test]
fn exact_finds_rests_in_solids() {
    // Four tolerances deep.
    let trace = |b: &Broken, q: &Sweep, _: &Work, t: Trace| match t.hit() && !t.start_solid {
        true => stopped_at(
            q,
            t,
            (t.fraction + b.clean.1.skin * 4.0 / q.displacement().norm()).min(0.999),
        ),
        false => t,
    };
    caught(Faults { trace, ..SOUND }, "exact", "too deep");
    caught(
        Faults { trace, ..SOUND },
        "path",
        "passes what its own position test calls solid",
    );
    caught(
        Faults { trace, ..SOUND },
        "answer",
        "rests behind the plane it met",
    );
    caught(Faults { trace, ..SOUND }, "idempotence", "the end is solid");
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
    caught(Faults { trace, ..SOUND }, "exact", "missed");
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
