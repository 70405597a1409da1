//! Each check of the target `differential` finds a planted fault, by both rule sets and in every backend.

use clipmark_collision::{Altered, CollisionBackend, Sweep, Trace, TraceRules};
use clipmark_fuzz::{Case, findings_of, judged_kinds};
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Vec3, World};

/// A change of a sound backend's answers.
#[derive(Clone, Copy)]
struct Fault {
    name: &'static str,
    sweep: fn(&Sweep, Trace) -> Trace,
}

const FAULTS: [Fault; 7] = [
    Fault {
        name: "missed",
        sweep: |sweep, _| Trace::free(sweep),
    },
    Fault {
        name: "phantom",
        sweep: |sweep, t| short_of(sweep, t, 2.0),
    },
    Fault {
        name: "start solid",
        sweep: |_, t| Trace {
            start_solid: true,
            ..t
        },
    },
    Fault {
        name: "no answer",
        sweep: |sweep, t| Trace {
            end: sweep.start,
            ..t
        },
    },
    Fault {
        name: "normal",
        sweep: |_, t| turned(t, 3.0),
    },
    Fault {
        name: "normal",
        sweep: |_, t| Trace { plane: None, ..t },
    },
    Fault {
        name: "contents",
        sweep: |_, t| Trace {
            contents: Contents::WATER,
            ..t
        },
    },
];

/// The same stop, earlier by `by` units.
fn short_of(sweep: &Sweep, t: Trace, by: f32) -> Trace {
    let fraction = t.fraction - by / sweep.displacement().norm();
    Trace {
        fraction,
        end: sweep.at(fraction),
        ..t
    }
}

/// The same stop with its normal, the floor's, turned by `degrees`.
fn turned(t: Trace, degrees: f32) -> Trace {
    let (sin, cos) = degrees.to_radians().sin_cos();
    Trace {
        plane: t.plane.map(|p| Plane::new(Vec3::new(sin, 0.0, cos), p.dist)),
        ..t
    }
}

/// A floor, and sweeps of every hull down to it.
fn case(rules: TraceRules) -> Case {
    let floor = Brush::from_box(
        Point::new(-64., -64., -16.),
        Point::new(64., 64., 0.),
        Contents::SOLID,
    );
    let bounds = Aabb::new(Point::new(-16., -16., -24.), Point::new(16., 16., 32.));
    let hulls = [
        Hull::Point,
        Hull::Sphere { radius: 16.0 },
        Hull::Box { bounds },
        Hull::Capsule { bounds },
        Hull::Cylinder { bounds },
    ];
    let start = Point::new(1.0, 2.0, 100.0);
    let down = |hull| Sweep::new(hull, start, Point::new(3.0, 5.0, -20.0));
    let mut world = World::of_brushes("floor", vec![floor.expect("a box")]);
    world.bodies = vec![bounds];
    Case {
        rules,
        world,
        sweeps: hulls.map(down).to_vec(),
    }
}

#[test]
fn every_check_finds_its_planted_fault_in_every_backend() {
    for rules in [TraceRules::QUAKE3, TraceRules::QUAKEWORLD] {
        let case = case(rules);
        for kind in judged_kinds() {
            let build = || kind.build(&case.world, rules).expect("builds of a floor");
            let sound = findings_of(&*build(), &case);
            assert!(sound.is_empty(), "{}: {}", kind.name(), sound[0]);
            for fault in FAULTS {
                let planted =
                    Altered::with_trace(build(), |sweep, work, ask| (fault.sweep)(sweep, ask(sweep, work)));
                let found = findings_of(&planted, &case);
                let asked = case
                    .sweeps
                    .iter()
                    .filter(|s| build().facts().supports(&s.hull))
                    .count();
                // A sweep has one fault at most.
                assert_eq!(
                    found.len(),
                    asked,
                    "{} by {}: {}",
                    kind.name(),
                    rules.name,
                    fault.name
                );
                for f in found {
                    assert_eq!((f.fault, f.rules), (fault.name, rules.name), "{f}");
                }
            }
        }
    }
}

/// The backends that the target holds against the reference.
#[test]
fn no_backend_is_forgotten() {
    let names: Vec<_> = judged_kinds().map(|kind| kind.name()).collect();
    assert_eq!(names, ["bsp", "bvh", "cylinder", "bvh:planes"]);
}
