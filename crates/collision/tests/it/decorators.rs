//! Whatever stands before a backend asks it every question by its own name: a backend that answers all eight otherwise than the
//! default would is told apart behind each.

use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::*;
use clipmark_geometry::{
    Brush, Contents, Hull, Model, Placement, Point, Pose, Rotation, SurfaceFlags, Vec3, World,
};
use std::sync::{Arc, Mutex};

/// Every question has an answer of its own, and is noted.
struct Everything {
    facts: Facts,
    asked: Mutex<Vec<&'static str>>,
}

const QUESTIONS: [&str; 7] = [
    "trace",
    "overlap",
    "contacts",
    "contents",
    "occupied",
    "reached",
    "trace_turned",
];

fn everything() -> Everything {
    let declaration = Declaration {
        hulls: HullKinds::ALL,
        rules: TraceRules::QUAKE3,
        skin_direction: SkinDirection::Normal,
        round_hulls: RoundHulls::Round,
        sidedness: Sidedness::Solid,
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        touching_overlaps: false,
        follows: None,
        patches: false,
        triangles: false,
    };
    Everything {
        facts: Facts::new(declaration),
        asked: Mutex::default(),
    }
}

impl Everything {
    fn note(&self, question: &'static str) {
        self.asked.lock().unwrap().push(question);
    }

    fn take_asked(&self) -> Vec<&'static str> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

impl CollisionBackend for Everything {
    fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
        self.note("trace");
        Trace {
            surface: SurfaceFlags::from_bits_retain(1),
            ..Trace::free(sweep)
        }
    }

    fn overlap(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work) -> Option<Penetration> {
        self.note("overlap");
        None
    }

    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {
        self.note("contacts");
    }

    fn contents(&self, _: &Point) -> Contents {
        self.note("contents");
        Contents::WATER
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn occupied(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work) -> Option<Status> {
        self.note("occupied");
        None
    }

    fn reached(&self, _: &Hull, _: &Point, _: Contents, _: &mut Work, visit: &mut dyn FnMut(&Reached)) {
        self.note("reached");
        visit(&Reached {
            normal: Vec3::z(),
            top: 7.0,
        });
    }

    fn trace_turned(&self, sweep: &Sweep, _: &Rotation, _: &mut Work) -> Trace {
        self.note("trace_turned");
        Trace {
            surface: SurfaceFlags::from_bits_retain(2),
            ..Trace::free(sweep)
        }
    }
}

/// Asks all questions but facts, in the order of [`QUESTIONS`], and says how many polygons reach into the hull.
fn ask_everything(backend: &dyn CollisionBackend, work: &mut Work) -> usize {
    let (hull, at, mask) = (Hull::quake3_player(), Point::origin(), Contents::PLAYER_MASK);
    let sweep = Sweep::new(hull, at, at + Vec3::x());
    let turned = Rotation::of_angles(Vec3::new(0.0, 90.0, 0.0));
    assert_eq!(backend.trace(&sweep, work).surface.bits(), 1);
    backend.overlap(&hull, &at, mask, work);
    backend.contacts(&hull, &at, 1.0, mask, &mut Vec::new(), work);
    assert_eq!(backend.contents(&at), Contents::WATER);
    backend.occupied(&hull, &at, mask, work);
    let mut reached = 0;
    backend.reached(&hull, &at, mask, work, &mut |found| {
        assert_eq!(found.top, 7.0);
        reached += 1;
    });
    backend.trace_turned(&sweep, &turned, work);
    reached
}

struct Unchanged;

impl Alter for Unchanged {}

#[test]
fn pointers_and_decorators_pass_every_question_on() {
    let sound = everything();
    let mut work = Work::silent();
    let boxed: Box<dyn CollisionBackend + '_> = Box::new(&sound);
    let altered = Altered::new(&sound, Unchanged);
    let heard = Altered::with_trace(&sound, |sweep, work, ask| ask(sweep, work));
    for backend in [
        &boxed as &dyn CollisionBackend,
        &Arc::new(&sound),
        &altered,
        &heard,
    ] {
        assert_eq!(ask_everything(backend, &mut work), 1);
        assert_eq!(sound.take_asked(), QUESTIONS);
        assert_eq!(backend.facts(), sound.facts());
    }
}

/// A world that moves asks its rigid part and the model at hand alike, and both their own questions.
#[test]
fn a_moving_world_passes_every_question_on() {
    let block = Brush::from_box(
        Point::new(-64., -64., -64.),
        Point::new(64., 64., 64.),
        Contents::SOLID,
    );
    let world = World {
        models: vec![Model::of_brushes("*1", vec![block.unwrap()])],
        ..World::default()
    };
    let parts = [everything(), everything()];
    let mut next = parts.iter();
    let mut placed = Placed::build(&world, PlacedRules::PLAIN, |_| Ok(next.next().unwrap())).unwrap();
    let upright = Rotation::NONE;
    let leaning = Rotation::of_angles(Vec3::new(30.0, 0.0, 0.0));
    for (rotation, of_model) in [
        (
            upright,
            [
                "trace", "overlap", "contacts", "contents", "occupied", "reached", "trace",
            ],
        ),
        // A leaning model's heights are known of contacts alone.
        (
            leaning,
            [
                "trace_turned",
                "overlap",
                "contacts",
                "contents",
                "occupied",
                "contacts",
                "trace_turned",
            ],
        ),
    ] {
        let pose = Pose {
            origin: Point::origin(),
            rotation,
        };
        placed.place(&[Placement { model: 0, pose }]);
        let reached = ask_everything(&placed.seen(), &mut Work::silent());
        assert_eq!(reached, if rotation == upright { 2 } else { 1 });
        let rigid = [
            "trace", "overlap", "contacts", "contents", "occupied", "reached", "trace",
        ];
        assert_eq!(parts[0].take_asked(), rigid);
        assert_eq!(parts[1].take_asked(), of_model);
    }
}
