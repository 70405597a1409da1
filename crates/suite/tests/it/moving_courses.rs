//! Courses whose world moves: a controller that rides passes, and each planted fault of one breaks its promise. A contestant
//! without knowledge of moving parts is not asked, nor one whose set-up plays in the other order. Our own are asked in
//! `planted_courses.rs`.

use clipmark_collision::BuildError;
use clipmark_geometry::{Point, Vec3, World};
use clipmark_measure::question::{About, Concern, tick_question};
use clipmark_measure::{Contestant, MeasureError};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, FrameOrder, MoverKind, MovingPart, Placed, Profile, Wanted,
};
use clipmark_rows::{Check, Results, Row, Severity};
use clipmark_scene::Scene;
use clipmark_suite::controllers::{NOT_TOLD as WHY_NOT_TOLD, OTHER_ORDER, at, failing, in_orders, measure};
use std::path::Path;
use std::sync::Arc;

/// Height at which a body of Quake III rests over its ground.
const RESTS: f32 = 24.125;

/// How a rider differs from a sound one.
#[derive(Clone, Copy)]
struct Rider {
    /// The share of the part's way that it goes.
    share: f32,
    /// It tells of ground in all ticks but one of this many.
    drops_each: u32,
    /// How many times a jump has the speed of the lift.
    jumps_with: f32,
    /// The order of a frame in which it goes three quarters of the part's way.
    slides_in: Option<FrameOrder>,
}

const SOUND: Rider = Rider {
    share: 1.0,
    drops_each: u32::MAX,
    jumps_with: 0.0,
    slides_in: None,
};

struct Riding {
    rider: Rider,
    at: Point,
    way: Vec3,
    /// Where its feet are on the lift.
    floor: f32,
    jumps: bool,
    ticks: u32,
}

impl ControllerWorld for Rider {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        let slides = self.slides_in == Some(profile.moving.frame);
        Box::new(Riding {
            rider: Self {
                share: if slides { 0.75 } else { self.share },
                ..*self
            },
            at: Point::origin(),
            way: Vec3::zeros(),
            floor: f32::NEG_INFINITY,
            jumps: false,
            ticks: 0,
        })
    }
}

impl Controller for Riding {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin;
    }

    fn parts_move(&mut self, parts: &[MovingPart], _seconds: f32) {
        self.way = parts.iter().map(|part| part.to.origin - part.from.origin).sum();
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        self.ticks += 1;
        self.floor += self.way.z;
        self.jumps |= wanted.jumped;
        if self.jumps {
            return self.flies(wanted);
        }
        let level = Vec3::new(self.way.x, self.way.y, 0.0) * self.rider.share;
        self.at += level + Vec3::z() * self.way.z;
        // Courses begin a little higher.
        if self.ticks == 1 {
            self.at.z -= 40.2 - 16.0 - RESTS;
            self.floor = self.at.z - RESTS;
        }
        let stands = !self.ticks.is_multiple_of(self.rider.drops_each);
        Carried {
            origin: self.at,
            velocity: Some(Vec3::new(wanted.velocity.x, wanted.velocity.y, 0.0)),
            ground: stands.then(Vec3::z),
        }
    }
}

impl Riding {
    /// Off the lift, until it catches up.
    fn flies(&mut self, wanted: &Wanted) -> Carried {
        let given = match wanted.jumped {
            true => self.way.z * self.rider.jumps_with,
            false => 0.0,
        };
        self.at += wanted.displacement + Vec3::z() * given;
        let speed = wanted.velocity.z + given / wanted.seconds;
        let rests = self.floor + RESTS;
        let lands = self.at.z <= rests && speed < 0.0;
        if lands {
            self.at.z = rests;
            self.jumps = false;
        }
        Carried {
            origin: self.at,
            velocity: Some(Vec3::new(
                wanted.velocity.x,
                wanted.velocity.y,
                if lands { 0.0 } else { speed },
            )),
            ground: lands.then(Vec3::z),
        }
    }
}

macro_rules! kind {
    ($name:ident, $rider:expr) => {
        kind!($name, $rider, &FrameOrder::BOTH);
    };
    ($name:ident, $rider:expr, $frames:expr) => {
        static $name: MoverKind = {
            fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
                Ok(Arc::new($rider))
            }
            MoverKind::foreign(stringify!($name), "a controller of this test", build)
                .with_moving(build)
                .in_frames($frames)
        };
    };
}
kind!(RIDES, SOUND);
kind!(SLIDES, Rider { share: 0.75, ..SOUND });
kind!(
    DROPS,
    Rider {
        drops_each: 50,
        ..SOUND
    }
);
kind!(STAYS, Rider { share: 0.0, ..SOUND });
kind!(
    JUMPS_ONCE,
    Rider {
        jumps_with: 1.0,
        ..SOUND
    }
);
kind!(
    JUMPS_TWICE,
    Rider {
        jumps_with: 2.0,
        ..SOUND
    }
);
kind!(
    SLIDES_FIRST,
    Rider {
        slides_in: Some(FrameOrder::PlayersFirst),
        ..SOUND
    }
);
kind!(PARTS_FIRST, SOUND, &[FrameOrder::WorldFirst]);

static NOT_TOLD: MoverKind = {
    fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
        Ok(Arc::new(SOUND))
    }
    MoverKind::foreign("NOT_TOLD", "a controller of this test", build)
};

fn course(name: &str) -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/moving");
    Scene::load(folder.join(name).with_extension("ron")).unwrap()
}

/// As each mover has it, and in both orders of a frame.
const ORDERS: [&[FrameOrder]; 3] = [&[], &[FrameOrder::WorldFirst], &[FrameOrder::PlayersFirst]];

fn played(course: &str, orders: &[FrameOrder], by: &[&'static MoverKind]) -> Results {
    let contestants: Vec<Contestant> = by.iter().map(|mover| Contestant::from(*mover)).collect();
    let scenes = in_orders(vec![self::course(course)], orders);
    measure(&scenes, &contestants, &[60.0, 125.0], &mut |_, _, _| ()).unwrap()
}

#[track_caller]
fn breaks(mover: &'static MoverKind, course: &str, orders: &[FrameOrder], check: Check) -> Vec<Severity> {
    let book = played(course, orders, &[mover]);
    let of = |case: &clipmark_rows::Case| {
        let failed = case.failures();
        let found = failed.iter().find(|row| row.check == check);
        let severity = found.and_then(|row| row.severity());
        severity.unwrap_or_else(|| panic!("{course}: {check:?} is not in {failed:?}"))
    };
    book.cases.iter().map(of).collect()
}

#[test]
fn who_goes_with_what_carries_it_passes_and_faults_are_found() {
    for orders in ORDERS {
        // Whether a jump has the lift's speed is a choice.
        for (course, by) in [
            ("ride", &RIDES),
            ("sink", &RIDES),
            ("jump", &RIDES),
            ("jump", &JUMPS_ONCE),
        ] {
            for case in &played(course, orders, &[by]).cases {
                assert_eq!(case.failures(), [] as [&Row; 0], "{}", case.place());
            }
        }
        let of = |mover, course, promise| breaks(mover, course, orders, promise);
        assert_eq!(of(&SLIDES, "ride", Check::Slides), [Severity::Noticeable; 2]);
        assert_eq!(of(&DROPS, "ride", Check::Drops), [Severity::Noticeable; 2]);
        assert_eq!(of(&JUMPS_TWICE, "jump", Check::Bound), [Severity::Noticeable; 2]);
        // A wall goes through a player who stays, who is then on its other side.
        assert_eq!(of(&STAYS, "push", Check::Through), [Severity::Lost; 2]);
    }
}

/// A controller learns the order of a course; where a course names none, it plays in its own.
#[test]
fn a_fault_in_one_order_is_found_in_that_order_alone() {
    let both = played("ride", &FrameOrder::BOTH, &[&SLIDES_FIRST]);
    let broken = |course: &str| -> Vec<bool> {
        let cases = both.cases.iter().filter(|case| case.subject == course);
        cases.map(|case| case.severity().is_some()).collect()
    };
    assert_eq!(broken("ride-parts-first"), [false, false]);
    assert_eq!(broken("ride-players-first"), [true, true]);
    let own = breaks(&SLIDES_FIRST, "ride", &[], Check::Slides);
    assert_eq!(own, [Severity::Noticeable; 2]);
    let grounds: Vec<&String> = both.run.checklists.keys().collect();
    assert_eq!(
        grounds,
        ["moving ground, parts first", "moving ground, players first"]
    );
}

/// A set-up for one order is not asked in the other, neither its run nor the tick of a failure.
#[test]
fn who_plays_in_one_order_is_not_asked_in_the_other() {
    let both = played("ride", &FrameOrder::BOTH, &[&PARTS_FIRST]);
    let why: Vec<Option<&str>> = both.cases.iter().map(|case| case.reason()).collect();
    // Players move first in the first two.
    assert_eq!(why, [Some(OTHER_ORDER), Some(OTHER_ORDER), None, None]);
    let first = in_orders(vec![course("ride")], &[FrameOrder::PlayersFirst]);
    let Err(refused) = failing(&first[0], Contestant::from(&PARTS_FIRST)) else {
        panic!("it has no tick there");
    };
    assert!(refused.to_string().contains(OTHER_ORDER), "{refused}");
}

/// The tick in question is one of the fault's, and the parts' ways in it are told.
#[test]
fn the_tick_of_a_fault_is_found() {
    for orders in ORDERS {
        the_tick_is_found_in(orders);
    }
}

fn the_tick_is_found_in(orders: &[FrameOrder]) {
    let found = |mover, course: &str| {
        let scenes = in_orders(vec![self::course(course)], orders);
        failing(&at(&scenes[0], 60.0), Contestant::from(mover)).unwrap()
    };
    let slides = found(&SLIDES, "ride");
    let Concern::Rides(taken) = slides.concern else {
        panic!("{:?}", slides.concern);
    };
    let [from, to] = slides.places;
    let [part] = &slides.parts[..] else {
        panic!("{:?}", slides.parts);
    };
    // It was told the way of that very tick.
    assert_eq!(slides.moves.last().unwrap().parts, [*part]);
    let way = part.to.origin - part.from.origin;
    assert!(
        way.xy().norm() > 1.0 && (taken - way).norm() < 0.01,
        "{taken:?} {way:?}"
    );
    assert!(((to - from).xy() - way.xy() * 0.75).norm() < 0.01);

    let drops = found(&DROPS, "ride");
    assert!(matches!(drops.concern, Concern::Stands), "{:?}", drops.concern);
    assert_eq!((drops.tick + 1) % 50, 0);

    let stays = found(&STAYS, "push");
    assert!(matches!(stays.concern, Concern::Through), "{:?}", stays.concern);
    assert_eq!(stays.moves.len(), stays.tick + 1);
}

/// Of a controller that notes no calls there is no question, though the tick that fails is known.
#[test]
fn a_controller_that_notes_no_calls_has_no_question() {
    let scenes = in_orders(vec![course("ride")], &[FrameOrder::PlayersFirst]);
    let found = failing(&at(&scenes[0], 60.0), Contestant::from(&SLIDES)).unwrap();
    let why = tick_question(&found.asked(), &About::default()).unwrap_err();
    assert!(matches!(why, MeasureError::NoQuestion { .. }), "{why}");
}

/// A controller that cannot learn of moving parts is not asked. That counts neither as failure nor as pass.
#[test]
fn who_is_not_told_is_not_asked() {
    let book = played("ride", &[], &[&NOT_TOLD, &RIDES]);
    let why: Vec<Option<&str>> = book.cases.iter().map(|case| case.reason()).collect();
    assert_eq!(why, [Some(WHY_NOT_TOLD), Some(WHY_NOT_TOLD), None, None]);
    let [not_told, rides] = ["NOT_TOLD", "RIDES"].map(|name| {
        let own = book.cases.iter().filter(|case| case.contestant == name);
        let asked: Vec<_> = own.filter(|case| case.is_judged()).collect();
        [asked.iter().filter(|case| !case.is_passed()).count(), asked.len()]
    });
    assert_eq!([not_told, rides], [[0, 0], [0, 2]]);
}
