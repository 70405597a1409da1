//! A controller that moves without a wish passes no course: planted faults of a controller that is sound without them. One that
//! leaves every world, or is not built, ends its case alone.

use clipmark_collision::BuildError;
use clipmark_geometry::{Point, Vec3, World};
use clipmark_measure::Contestant;
use clipmark_movement::{Carried, Controller, ControllerWorld, MoverKind, Placed, Profile, Wanted};
use clipmark_rows::{Case, Check, End, Row, Severity};
use clipmark_scene::Scene;
use clipmark_suite::controllers::measure;
use std::path::Path;
use std::sync::Arc;

/// Half a body's width, and the gap that is kept to a wall, in units.
const REACH: f32 = 15.125;
/// The wall of the course, and its thickness in units.
const WALL: f32 = 100.0;

/// How the body goes on from a place, as it was asked to.
type Carry = fn(Point, &Wanted) -> Point;

#[derive(Clone, Copy)]
struct Library(Carry);

struct OnFloor {
    carry: Carry,
    at: Point,
}

impl ControllerWorld for Library {
    fn controller(&self, _profile: &Profile) -> Box<dyn Controller> {
        Box::new(OnFloor {
            carry: self.0,
            at: Point::origin(),
        })
    }
}

impl Controller for OnFloor {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin;
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        self.at = (self.carry)(self.at, wanted);
        Carried {
            origin: self.at,
            velocity: Some(Vec3::new(wanted.velocity.x, wanted.velocity.y, 0.0)),
            ground: Some(Vec3::z()),
        }
    }
}

/// Along the floor as wanted, up to the wall.
fn sound(at: Point, wanted: &Wanted) -> Point {
    let x = (at.x + wanted.displacement.x).min(WALL - REACH);
    Point::new(x, at.y + wanted.displacement.y, at.z)
}

fn rising(at: Point, wanted: &Wanted) -> Point {
    sound(at, wanted) + Vec3::z() * 0.1
}

fn ten_times(at: Point, wanted: &Wanted) -> Point {
    let quick = sound(at, wanted);
    Point::new(quick.x, at.y + 10.0 * (quick.y - at.y), at.z)
}

fn creeping(at: Point, wanted: &Wanted) -> Point {
    sound(at, wanted) + Vec3::y() * 0.02
}

/// Drifts into the wall, which nothing keeps it out of.
fn through(at: Point, wanted: &Wanted) -> Point {
    at + Vec3::new(wanted.displacement.x + 2.0, wanted.displacement.y, 0.0)
}

/// Out of every world.
fn away(_: Point, _: &Wanted) -> Point {
    Point::new(1e30, 0.0, 0.0)
}

macro_rules! kind {
    ($name:ident, $carry:ident) => {
        static $name: MoverKind = {
            fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
                Ok(Arc::new(Library($carry)))
            }
            MoverKind::foreign(stringify!($carry), "a controller of this test", build)
        };
    };
}
kind!(SOUND, sound);
kind!(RISING, rising);
kind!(TEN_TIMES, ten_times);
kind!(CREEPING, creeping);
kind!(THROUGH, through);
kind!(AWAY, away);
static REFUSES: MoverKind = {
    fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
        Err(BuildError::Library {
            backend: "REFUSES",
            why: "no room".into(),
        })
    }
    MoverKind::foreign("refuses", "a controller of this test", build)
};

/// Along a wall of 1/64 u, then a second of rest.
const COURSE: &str = r#"(
    version: 1,
    title: "A wall",
    world: Shapes([
        Room(min: (-400, -2400, 0), max: (400, 2400, 256), thickness: 32),
        Box(min: (100, -2400, 0), max: (100.015625, 2400, 256)),
    ]),
    player: (start: At(40, 0, 24.125), yaw: 90),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 2, yaw: 90), Wait(1)],
    expect: [],
    sweeps: 0,
)"#;

fn played(mover: &'static MoverKind, hz: f64) -> Case {
    let course = Scene::parse(COURSE, Path::new("wall.ron")).unwrap();
    let mut contestant: Contestant = "bsp".parse().unwrap();
    contestant.mover = mover;
    let results = measure(&[course], &[contestant], &[hz], &mut |_, _, _| ()).unwrap();
    results.cases.into_iter().next().unwrap()
}

fn failed(mover: &'static MoverKind, hz: f64) -> Vec<Row> {
    played(mover, hz).failures().into_iter().cloned().collect()
}

#[test]
fn what_nobody_asked_for_fails_a_check() {
    for hz in [33.0, 125.0] {
        assert_eq!(failed(&SOUND, hz), [], "{hz}");
        for (mover, check, severity) in [
            (&RISING, Check::Rises, Severity::Noticeable),
            (&TEN_TIMES, Check::Fast, Severity::Noticeable),
            (&CREEPING, Check::Creeps, Severity::Measurable),
            (&THROUGH, Check::Through, Severity::Lost),
        ] {
            let failed = failed(mover, hz);
            let found = failed.iter().find(|row| row.check == check);
            assert!(
                found.is_some_and(|row| row.severity() <= Some(severity)),
                "{check:?} at {hz} Hz: {failed:?}"
            );
        }
    }
}

#[test]
fn who_leaves_every_world_is_lost_and_ends_no_study() {
    let lost = played(&AWAY, 125.0);
    let stopped = lost.row(Check::Stopped).unwrap();
    assert_eq!(stopped.severity(), Some(Severity::Lost));
    assert!(lost.describe().contains("no tick can be played"), "{lost:?}");
    let refused = played(&REFUSES, 125.0);
    assert!(
        matches!(&refused.end, End::Refused(why) if why.contains("no room")),
        "{refused:?}"
    );
}
