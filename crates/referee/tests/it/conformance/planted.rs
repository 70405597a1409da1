//! Every property finds the faults it is there for: the clean toy, broken in one place, is caught by it.

use super::toys::{self, Broken, Faults, SOUND, Spoil};
use clipmark_bsp::BspBackend;
use clipmark_collision::*;
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Vec3, World};
use clipmark_referee::conformance::{Known, PROPERTIES, Report, Solids, Suite};
use std::sync::OnceLock;

fn suite() -> Suite {
    let boxes = Suite::new("broken").solids(Solids::AxisBoxes);
    boxes.size(40, 1).rules(&[TraceRules::QUAKE3])
}

fn report(suite: &Suite, faults: Faults) -> Report {
    suite.check(|world, rules| Box::new(Broken::build(world, rules, faults)))
}

/// A property, the fault that it finds, and what is broken.
struct Planted {
    property: &'static str,
    fault: &'static str,
    faults: Faults,
}

const fn planted(property: &'static str, fault: &'static str, faults: Faults) -> Planted {
    Planted {
        property,
        fault,
        faults,
    }
}

const fn trace(property: &'static str, fault: &'static str, trace: Spoil) -> Planted {
    planted(property, fault, Faults { trace, ..SOUND })
}

const fn overlap(
    property: &'static str,
    fault: &'static str,
    overlap: fn(Option<Penetration>) -> Option<Penetration>,
) -> Planted {
    planted(property, fault, Faults { overlap, ..SOUND })
}

const fn contacts(property: &'static str, fault: &'static str, contacts: fn(&mut Vec<Contact>)) -> Planted {
    planted(property, fault, Faults { contacts, ..SOUND })
}

const fn world(property: &'static str, fault: &'static str, world: fn(&mut World)) -> Planted {
    planted(property, fault, Faults { world, ..SOUND })
}

const fn declares(property: &'static str, fault: &'static str, declaration: fn(&mut Declaration)) -> Planted {
    planted(property, fault, Faults { declaration, ..SOUND })
}

const HULL: &str = "the hull reaches too far or not far enough";
const SKIN: &str = "the gap at stops is not the skin";

/// A table of worlds by name, which lives as long as the process.
fn first_of_its_name(world: &mut World) {
    static FIRST: OnceLock<World> = OnceLock::new();
    if &*world.name == "worlds" {
        world.clone_from(FIRST.get_or_init(|| world.clone()));
    }
}

const PLANTED: &[Planted] = &[
    planted(
        "turned",
        "meets another surface",
        Faults {
            turned: |_, _, _, t| Trace {
                plane: t.plane.map(|p| p.flipped()),
                ..t
            },
            ..SOUND
        },
    ),
    world("worlds", "answers for another world", first_of_its_name),
    trace("exact", "plane's distance", |_, _, _, t| Trace {
        plane: t.plane.map(|p| Plane::new(p.normal, p.dist + 1.0)),
        ..t
    }),
    trace("exact", "normal", |_, _, _, t| Trace {
        plane: t.plane.map(|p| p.flipped()),
        ..t
    }),
    trace("exact", "normal", |_, _, _, t| Trace { plane: None, ..t }),
    trace("exact", "malformed", |_, _, _, t| Trace {
        end: t.end + t.plane.map_or(Vec3::zeros(), |p| p.normal * 0.25),
        ..t
    }),
    trace("exact", "malformed", |_, q, _, t| match t.hit() {
        true => t,
        false => Trace {
            plane: Some(Plane::new(-q.displacement(), 0.0)),
            ..t
        },
    }),
    trace("exact", "malformed", |_, _, _, t| Trace {
        all_solid: !t.start_solid,
        ..t
    }),
    trace("exact", "too deep", four_tolerances_deep),
    trace("idempotence", "the end is solid", four_tolerances_deep),
    trace(
        "determinism",
        "another answer when asked again",
        |b, q, _, t| match b.count_call() % 97 {
            96 if t.hit() => stopped_at(q, t, t.fraction * 0.9999),
            _ => t,
        },
    ),
    trace(
        "determinism",
        "another answer now and then",
        |b, q, _, t| match b.count_call() % 10_000 {
            9_999 if t.hit() => stopped_at(q, t, t.fraction * 0.9999),
            _ => t,
        },
    ),
    trace(
        "determinism",
        "another answer when counting",
        |_, q, w, t| match w.is_counting() && t.hit() {
            true => stopped_at(q, t, t.fraction.next_down().max(0.0)),
            false => t,
        },
    ),
    trace(
        "bad-input",
        "answers with a number that is not finite",
        |_, q, _, t| match t.status {
            Status::Invalid => Trace { end: q.end, ..t },
            _ => t,
        },
    ),
    trace(
        "bad-input",
        "a question it cannot answer is not refused",
        |_, q, _, t| match t.status {
            Status::Unsupported => Trace::free(q),
            _ => t,
        },
    ),
    overlap("bad-input", "a position it cannot test is not refused", |p| {
        p.filter(|p| p.status.is_reliable())
    }),
    trace("bad-input", "panics", |_, q, _, t| {
        assert!(q.start != q.end || q.start.x < 60_000.0, "deliberate");
        t
    }),
    overlap("places", "overlaps nothing, deep in a solid", |_| None),
    planted(
        "places",
        "overlaps something that is apart",
        Faults {
            hull: |hull| match hull {
                Hull::Box { bounds } => Hull::Box {
                    bounds: bounds.grown(0.5),
                },
                other => *other,
            },
            ..SOUND
        },
    ),
    trace("exact", "start in a solid unsaid", |_, q, _, t| {
        match q.start == q.end && t.status.is_reliable() {
            true => Trace::free(q),
            false => t,
        }
    }),
    overlap("places", "the way out does not end at the solid's surface", |p| {
        p.map(|p| Penetration {
            normal: -p.normal,
            ..p
        })
    }),
    overlap("places", "is deeper than it says", |p| p.map(halved)),
    // Another surface stops the sweep at once, and nothing is said of the solid.
    trace(
        "exact",
        "a sweep that starts deep in a solid does not say so",
        |_, q, _, t| match t.start_solid && q.start != q.end {
            true => Trace {
                start_solid: false,
                all_solid: false,
                ..met(q, t, -q.displacement().normalize(), 0.0)
            },
            false => t,
        },
    ),
    planted(
        "exact",
        "a sweep of no length deep in a solid is not all solid",
        Faults {
            declaration: |d| d.start_solid = StartSolid::Blocks,
            trace: |_, q, _, t| Trace {
                all_solid: t.all_solid && q.start != q.end,
                ..t
            },
            ..SOUND
        },
    ),
    contacts("places", "no contact with a solid that the hull is in", |out| {
        out.retain(|c| c.distance >= 0.0)
    }),
    contacts("places", "no contact with a solid that is near", |out| {
        out.retain(|c| c.distance < 0.0)
    }),
    contacts(
        "places",
        "a contact's distance is not the gap at its point",
        |out| out.iter_mut().for_each(|c| c.distance *= 0.5),
    ),
    contacts("places", "a contact is beyond the margin", |out| {
        out.iter_mut().for_each(|c| c.distance += 32.0)
    }),
    contacts("places", "a contact's normal is not of unit length", |out| {
        out.iter_mut().for_each(|c| c.normal *= 1.1)
    }),
    contacts("places", "a contact's normal is not of unit length", |out| {
        out.iter_mut().for_each(|c| c.face_normal *= 1.1)
    }),
    // Aside in the plane, which leaves the gap as it is.
    contacts("places", "a contact's point is on no surface", |out| {
        out.iter_mut()
            .for_each(|c| c.point += c.normal.cross(&Vec3::new(1.0, 2.0, 3.0)) * 300.0)
    }),
    contacts("places", "a contact's face is none at its point", |out| {
        out.iter_mut().for_each(|c| c.face_normal = -c.face_normal)
    }),
    contacts(
        "places",
        "a contact's top is not that of its polygon in the hull",
        |out| out.iter_mut().for_each(|c| c.top += 1.0),
    ),
    planted(
        "places",
        "occupied says another thing than overlap",
        Faults {
            occupied: |_| None,
            ..SOUND
        },
    ),
    planted(
        "places",
        "reached shows another thing than contacts",
        Faults {
            reached: |r| Reached {
                top: r.top + 1.0,
                ..*r
            },
            ..SOUND
        },
    ),
    overlap("places", "a way out that is none", |p| {
        p.map(|p| Penetration {
            normal: p.normal * 1.1,
            ..p
        })
    }),
    overlap("places", "a way out that is none", |p| {
        p.map(|p| Penetration { depth: -p.depth, ..p })
    }),
    contacts("places", "a contact of contents that are not there", |out| {
        out.iter_mut().for_each(|c| c.contents = Contents::LAVA)
    }),
    planted(
        "places",
        "contents that fill the point are not reported",
        Faults {
            contents: |c| c - Contents::SOLID,
            ..SOUND
        },
    ),
    planted(
        "places",
        "contents that are not there",
        Faults {
            contents: |c| c | Contents::LAVA,
            ..SOUND
        },
    ),
    declares("start", "mere touching is not what it declares", |d| {
        d.touching_overlaps = true;
    }),
    declares("start", "declares other rules than it was built with", |d| {
        d.rules = d.rules.with_skin(1.0);
    }),
    planted(
        "start",
        "does not notice a start in a solid",
        Faults {
            declaration: |d| d.start_solid = StartSolid::Blocks,
            trace: |_, _, _, t| Trace {
                start_solid: false,
                ..t
            },
            ..SOUND
        },
    ),
    trace(
        "fields",
        "contents that the brush met does not have",
        |_, _, _, t| match t.hit() {
            true => Trace {
                contents: t.contents | Contents::LAVA,
                ..t
            },
            false => t,
        },
    ),
    trace("lengths", "missed", |_, q, _, t| {
        match q.displacement().norm() > 5000.0 {
            true => Trace::free(q),
            false => t,
        }
    }),
    world("many", "missed", |world| {
        let mut number = 0;
        world.brushes.retain(|_| {
            number += 1;
            number % 37 != 1
        });
    }),
    declares("surfaces", "missed", |d| {
        d.triangles = true;
    }),
    // Tunnels at speed.
    trace("exact", "missed", |_, q, _, t| match q.displacement().norm() {
        fast if fast > 400.0 && t.plane.is_some() => Trace::free(q),
        _ => t,
    }),
    trace("exact", "phantom", |_, q, _, t| match t.hit() {
        true => stopped_at(q, t, t.fraction * 0.5),
        false => t,
    }),
    // Forgets what it touches.
    trace("exact", "missed from touch", |b, q, _, _| {
        let here = q.hull.bounds().grown(0.001).translated(&q.start.coords);
        among(b, q, |_, brush| !brush.bounds.touches(&here))
    }),
    trace("exact", "normal", |_, _, _, t| Trace {
        plane: t.plane.map(|p| {
            let aside = p.normal.zxy() * 1.5_f32.to_radians().tan();
            Plane::new((p.normal + aside).normalize(), p.dist)
        }),
        ..t
    }),
    trace("exact", SKIN, |_, q, _, t| deeper(q, t, 0.05)),
    trace("exact", SKIN, |_, q, _, t| deeper(q, t, 0.12)),
    // Narrower by a tenth on one side, and on both together.
    trace("exact", HULL, narrower_to_x),
    trace("exact", HULL, narrower_in_y),
    trace("passage", "missed", narrower_to_x),
    trace("passage", "missed", narrower_in_y),
    // A tenth too wide it stops where nothing is, which needs no distribution; a fiftieth does.
    trace("exact", "phantom", |b, q, _, _| {
        narrowed(b, q, [Vec3::z() * -0.1, Vec3::zeros()])
    }),
    trace("exact", HULL, |b, q, _, _| {
        narrowed(b, q, [Vec3::z() * -0.02, Vec3::zeros()])
    }),
    // Moving towards -x, the hull is stuck wherever it is near anything.
    trace(
        "idempotence",
        "there is no way back to the start",
        |b, q, _, t| {
            let mut near = Vec::new();
            b.clean
                .contacts(&q.hull, &q.start, 0.25, q.mask, &mut near, &mut Work::silent());
            match near.first() {
                Some(c) if q.end.x < q.start.x && !t.start_solid => Trace {
                    contents: c.contents,
                    ..met(q, t, c.normal, 0.0)
                },
                _ => t,
            }
        },
    ),
    // As casts do whose tolerance is relative to the way.
    trace(
        "monotonicity",
        "wanting to go farther ends nearer",
        |_, q, _, t| match t.hit() {
            true => stopped_at(q, t, (t.fraction - 2e-3).max(0.0)),
            false => t,
        },
    ),
    trace("splitting", "stops at another place", |_, q, _, t| {
        match t.hit() && q.start.x < 0.0 {
            true => stopped_at(q, t, (t.fraction - 1.0 / q.displacement().norm()).max(0.0)),
            false => t,
        }
    }),
    trace("symmetry", "meets something in one case only", |b, q, _, _| {
        among(b, q, |_, brush| {
            brush.bounds.maxs.y < 10_000.0 && brush.bounds.mins.x > -400.0
        })
    }),
    // Distances of planes kept in multiples of 4 far away from the origin.
    world("symmetry", "stops at another place", |world| {
        for b in world.brushes.iter_mut().filter(|b| b.bounds.mins.y > 8_000.0) {
            b.bounds.maxs.y = (b.bounds.maxs.y / 64.0).floor() * 64.0 + 4.0;
        }
    }),
    trace("order", "stops at another place", first_brush_wins),
    trace("exact", "missed", first_brush_wins),
    // A seam trips, as if a brush stuck out of itself once the hull moves along.
    trace("rest", "does not slide along the floor", |b, q, _, t| {
        let by = q.displacement();
        let seam = (q.start.x / 128.0).ceil() * 128.0;
        let crosses = by.x > 0.0 && q.end.x > seam && q.start.x < seam;
        match crosses && by.z == 0.0 && by.norm() > 70.0 && b.clean.0.len() > 20 && !t.hit() {
            true => met(q, t, -Vec3::x(), (seam - q.start.x) / by.x),
            false => t,
        }
    }),
    trace("rest", "sinks when pressed down", |_, q, _, t| {
        match t.fraction == 0.0 && !t.start_solid {
            true => stopped_at(q, t, 0.01),
            false => t,
        }
    }),
];

/// The answer of a clean backend of other brushes.
fn among(b: &Broken, sweep: &Sweep, keep: impl Fn(usize, &Brush) -> bool) -> Trace {
    let brushes = b.clean.0.iter().enumerate().filter(|(i, brush)| keep(*i, brush));
    let brushes = brushes.map(|(_, brush)| brush.clone()).collect();
    toys::build(&World::of_brushes("part", brushes), b.clean.1).trace(sweep, &mut Work::silent())
}

fn stopped_at(sweep: &Sweep, t: Trace, fraction: f32) -> Trace {
    let end = sweep.at(fraction);
    Trace { fraction, end, ..t }
}

/// Stopped by a solid's plane of that normal.
fn met(sweep: &Sweep, t: Trace, normal: Vec3, fraction: f32) -> Trace {
    Trace {
        plane: Some(Plane::new(normal, 0.0)),
        contents: Contents::SOLID,
        ..stopped_at(sweep, t, fraction)
    }
}

fn four_tolerances_deep(b: &Broken, q: &Sweep, _: &Work, t: Trace) -> Trace {
    let deep = b.clean.1.skin * 4.0 / q.displacement().norm();
    match t.hit() && !t.start_solid {
        true => stopped_at(q, t, (t.fraction + deep).min(0.999)),
        false => t,
    }
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

/// The answer to a hull smaller by `by` at each end.
fn narrowed(b: &Broken, q: &Sweep, by: [Vec3; 2]) -> Trace {
    let bounds = q.hull.bounds();
    let bounds = Aabb::new(bounds.mins + by[0], bounds.maxs - by[1]);
    let hull = match q.hull {
        Hull::Box { .. } if !bounds.is_empty() => Hull::Box { bounds },
        other => other,
    };
    b.clean.trace(&Sweep { hull, ..*q }, &mut Work::silent())
}

fn narrower_to_x(b: &Broken, q: &Sweep, _: &Work, _: Trace) -> Trace {
    narrowed(b, q, [Vec3::zeros(), Vec3::x() * 0.1])
}

fn narrower_in_y(b: &Broken, q: &Sweep, _: &Work, _: Trace) -> Trace {
    narrowed(b, q, [Vec3::y() * 0.05; 2])
}

fn first_brush_wins(b: &Broken, q: &Sweep, _: &Work, t: Trace) -> Trace {
    let hits = (0..b.clean.0.len()).map(|i| among(b, q, |j, _| i == j));
    let mut hits = hits.filter(|t| t.plane.is_some());
    hits.next().filter(|_| !t.start_solid).unwrap_or(t)
}

fn halved(p: Penetration) -> Penetration {
    Penetration {
        depth: p.depth * 0.5,
        ..p
    }
}

#[test]
fn unbroken_it_conforms_to_all_rules() {
    let boxes = Suite::new("clean").solids(Solids::AxisBoxes);
    boxes.assert(&[], |world, rules| Box::new(toys::build(world, rules)));
    assert!(report(&suite(), SOUND).conforms());
}

#[test]
fn every_property_finds_its_faults() {
    for property in PROPERTIES {
        assert!(PLANTED.iter().any(|p| p.property == property), "{property}");
    }
    let lost = |p: &Planted| {
        let report = report(&suite().only(&[p.property]), p.faults);
        let is_it = |v: &&clipmark_referee::conformance::Violation| v.fault == p.fault;
        let found = report.violations(p.property).find(is_it);
        let is_caught = found.is_some_and(|v| v.count > 0 && v.worst > 0.0 && v.example.contains("world"));
        (!is_caught).then(|| format!("`{}: {}` is not in {report}", p.property, p.fault))
    };
    let lost: Vec<String> = std::thread::scope(|scope| {
        let tries: Vec<_> = PLANTED.iter().map(|p| scope.spawn(move || lost(p))).collect();
        tries.into_iter().filter_map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(lost, [""; 0]);
}

/// No toy has cylinders, and this backend has surfaces, whose places are judged only where the hull crosses them.
#[test]
fn what_a_cylinder_among_surfaces_does_not_say_is_found() {
    struct Reticent;
    impl Alter for Reticent {
        fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
            Trace {
                start_solid: false,
                all_solid: false,
                ..ask(sweep, work)
            }
        }

        fn overlap(&self, found: Option<Penetration>) -> Option<Penetration> {
            found.map(halved)
        }
    }
    let only_cylinders = |facts: &mut Facts| {
        facts.declaration.hulls = HullKinds {
            cylinder: true,
            ..HullKinds::default()
        };
    };
    let report = suite().only(&["exact", "places"]).check(|world, rules| {
        let backend = CylinderBackend::build(world, rules).unwrap();
        Box::new(Altered::new(backend, Reticent).with_facts(only_cylinders))
    });
    for (property, fault) in [
        ("exact", "a sweep that starts deep in a solid does not say so"),
        ("places", "is deeper than it says"),
    ] {
        let found = report.violations(property).find(|v| v.fault == fault);
        assert!(
            found.is_some_and(|v| v.example.contains("hull cylinder")),
            "{report}"
        );
    }
    assert_eq!(report.violations("places").count(), 1, "{report}");
}

/// Sloped edges stick out by units where a box is traced against planes without bevels.
#[test]
fn a_box_tracer_without_edge_bevels_is_found() {
    let suite = Suite::new("unbevelled").only(&["exact"]).size(40, 1);
    let report = suite.rules(&[TraceRules::QUAKE3]).check(|world, rules| {
        let mut world = world.clone();
        // As if these were all the bevels.
        world.brushes.iter_mut().for_each(|brush| brush.bevelled = true);
        Box::new(BspBackend::build(&world, rules).unwrap())
    });
    let found = report.violations("exact").find(|v| v.fault == "phantom");
    assert!(found.is_some_and(|v| v.count > 3 && v.worst > 1.0), "{report}");
}

#[test]
fn a_malformed_hulls_fault_names_the_right_answer() {
    let nan = trace("bad-input", "", |_, q, _, t| {
        match q.hull.bounds().mins.x.is_nan() {
            true => Trace {
                fraction: f32::NAN,
                ..t
            },
            false => t,
        }
    });
    let report = report(&suite(), nan.faults);
    let fault = "answers a malformed hull with a number that is not finite";
    let found = report.violations("bad-input").find(|v| v.fault == fault);
    assert!(found.unwrap().example.contains("Trace::refused"), "{report}");
}

#[test]
fn a_known_fault_must_stay_within_bounds_and_must_still_be_there() {
    let early = trace("exact", "", |b, q, _, t| match t.plane {
        Some(_) => {
            let by = b.clean.1.skin / q.displacement().norm();
            stopped_at(q, t, (t.fraction - by).max(0.0))
        }
        None => t,
    });
    let report = report(&suite(), early.faults);
    let known = report.violations.iter().map(|v| Known {
        property: v.property,
        fault: v.fault,
        at_most: v.worst,
        per_case: f32::INFINITY,
        reason: "planted",
    });
    let known: Vec<Known> = known.collect();
    assert!(
        !known.is_empty() && report.complaints(&known).is_empty(),
        "{report}"
    );
    let mut worse = known.clone();
    worse[0].at_most *= 0.5;
    assert_eq!(report.complaints(&worse).len(), 1);
    let mut oftener = known.clone();
    oftener[0].per_case = 0.0;
    assert!(report.complaints(&oftener)[0].contains("more often than the known"));
    let mut stale = known.clone();
    stale.push(Known {
        fault: "eats floors",
        ..known[0]
    });
    assert!(report.complaints(&stale)[0].contains("no longer occurs"));
}
