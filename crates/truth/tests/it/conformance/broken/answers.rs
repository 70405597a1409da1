//! Faults of answers: planes, ends, memory, bad input, positions, contacts, contents and starts.

use super::*;

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
fn position_finds_a_depth_that_is_too_small() {
    let overlap = |_: &Broken, _: &Sweep, _: &Work, p: Option<Penetration>| p.map(halved);
    caught(Faults { overlap, ..SOUND }, "position", "is deeper than it says");
    // No toy has cylinders, and this backend has surfaces, whose places `judge_place` does not judge.
    let report = suite()
        .only(&["position"])
        .check(|world, rules| Box::new(HalfAsDeep::build(world, rules)));
    let found: Vec<_> = report.violations("position").collect();
    assert!(
        found.len() == 1
            && found[0].fault == "is deeper than it says"
            && found[0].example.contains("hull cylinder"),
        "{report}"
    );
}

fn halved(p: Penetration) -> Penetration {
    Penetration {
        depth: p.depth * 0.5,
        ..p
    }
}

/// Answers of `cylinder` with half of the depth, for cylinders alone.
struct HalfAsDeep;

impl HalfAsDeep {
    fn build(world: &World, rules: TraceRules) -> Altered<CylinderBackend, Self> {
        let only_cylinders = |facts: &mut Facts| {
            facts.declaration.hulls = HullKinds {
                cylinder: true,
                ..HullKinds::default()
            };
        };
        Altered::new(CylinderBackend::build(world, rules).unwrap(), Self).with_facts(only_cylinders)
    }
}

impl Alter for HalfAsDeep {
    fn overlap(&self, found: Option<Penetration>) -> Option<Penetration> {
        found.map(halved)
    }
}

#[test]
fn position_finds_a_deep_start_that_is_not_flagged() {
    // Another surface stops the sweep at once, and nothing is said of the solid.
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match t.start_solid && q.start != q.end {
        true => Trace {
            start_solid: false,
            all_solid: false,
            plane: Some(Plane::new(-q.displacement().normalize(), 0.0)),
            contents: Contents::SOLID,
            ..stopped_at(q, t, 0.0)
        },
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "position",
        "a sweep that starts deep in a solid does not say so",
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
