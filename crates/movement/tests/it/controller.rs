//! A controller of another library in the place of a mover. Its wishes, its new placements, and the use of answers that it
//! leaves out or cannot give.

use crate::plain_world::Floor;
use clipmark_collision::{BuildError, CollisionBackend, TraceRules};
use clipmark_geometry::{Point, Vec3, World};
use clipmark_movement::moving::quake1::{Quake1Parts, Quake1Setup, Quake1World};
use clipmark_movement::{
    Body, Carried, Controller, ControllerWorld, MoverKind, MoverLaws, Placed, Player, Profile, Setup,
    UserCmd, Wanted, Way, profile_named,
};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// Questions to controllers, in order.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Placed { origin: Point, grounded: bool },
    Carried { velocity: Vec3, way: Way, jumped: bool },
}

static ASKED: Mutex<Vec<Asked>> = Mutex::new(Vec::new());
/// The tests of this file share [`ASKED`].
static TURN: Mutex<()> = Mutex::new(());

/// A library whose world is a floor at z = 0.
struct FloorLibrary {
    feet: f32,
    /// Says the velocity itself.
    tells_velocity: bool,
    /// Gives positions that are no numbers.
    broken: bool,
}

/// Keeps state that is neither shared nor sent between threads.
struct OnFloor {
    feet: f32,
    tells_velocity: bool,
    broken: bool,
    at: Rc<Cell<Point>>,
}

impl ControllerWorld for FloorLibrary {
    fn controller(&self, _profile: &Profile) -> Box<dyn Controller> {
        Box::new(OnFloor {
            feet: self.feet,
            tells_velocity: self.tells_velocity,
            broken: self.broken,
            at: Rc::new(Cell::new(Point::origin())),
        })
    }
}

impl Controller for OnFloor {
    fn place(&mut self, body: &Placed) {
        self.at.set(body.origin);
        ASKED.lock().unwrap().push(Asked::Placed {
            origin: body.origin,
            grounded: body.grounded,
        });
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        ASKED.lock().unwrap().push(Asked::Carried {
            velocity: wanted.velocity,
            way: wanted.way,
            jumped: wanted.jumped,
        });
        let mut goal = self.at.get() + wanted.displacement;
        let stands = goal.z <= -self.feet;
        goal.z = goal.z.max(-self.feet);
        if self.broken {
            goal.x = f32::NAN;
        }
        self.at.set(goal);
        Carried {
            origin: goal,
            velocity: self.tells_velocity.then_some(Vec3::new(1.0, 2.0, 0.0)),
            ground: stands.then(Vec3::z),
        }
    }
}

fn plain(_: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    library(profile, false, false)
}
fn telling(_: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    library(profile, true, false)
}
fn broken(_: &World, profile: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    library(profile, false, true)
}
fn refusing(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    Err(BuildError::Brush {
        backend: "floor",
        brush: 3,
        why: "cannot be a floor".into(),
    })
}

fn library(
    profile: &Profile,
    tells_velocity: bool,
    broken: bool,
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let feet = profile.size.feet;
    Ok(Arc::new(FloorLibrary {
        feet,
        tells_velocity,
        broken,
    }))
}

static PLAIN: MoverKind = MoverKind::foreign("floor", "a floor", plain);
static TELLING: MoverKind = MoverKind::foreign("telling", "a floor that states velocities", telling);
static BROKEN: MoverKind = MoverKind::foreign("broken", "a floor that gives no numbers", broken);
static REFUSING: MoverKind = MoverKind::foreign("refusing", "a floor that cannot be built", refusing);

// The movement is compiled once for all worlds, not for each.
const FLOOR: &dyn CollisionBackend = &Floor(TraceRules::QUAKE3);

fn setup(profile: &str, mover: &'static MoverKind) -> Setup {
    Setup::registered(*profile_named(profile).unwrap(), mover, &World::default(), FLOOR).unwrap()
}

fn asked() -> Vec<Asked> {
    std::mem::take(&mut *ASKED.lock().unwrap())
}

fn command(setup: &Setup, up: f32) -> UserCmd {
    UserCmd {
        msec: 8.0,
        forward: setup.profile.full_key,
        up: up * setup.profile.full_key,
        ..UserCmd::default()
    }
}

fn places(asked: &[Asked]) -> usize {
    asked.iter().filter(|a| matches!(a, Asked::Placed { .. })).count()
}

/// Falls to the floor, runs on it, jumps and lands: on every order, with one placing in all.
#[test]
fn it_runs_jumps_and_lands_on_every_order() {
    let _turn = TURN.lock();
    for name in [
        "quake3",
        "quakeworld",
        "netquake",
        "goldsrc",
        "source",
        "paper2006",
    ] {
        asked();
        let setup = setup(name, &PLAIN);
        let mut player = Player::new(FLOOR, &setup);
        let rest = -setup.profile.size.feet;
        let mut body = Body::at(Point::new(0.0, 0.0, rest + 10.0));
        let (mut stood, mut highest) = (0, f32::MIN);
        for tick in 0..250 {
            let jumps = tick == 100;
            player
                .tick(&mut body, &command(&setup, f32::from(u8::from(jumps))))
                .unwrap();
            stood += usize::from(body.grounded && tick < 100);
            if tick >= 100 {
                highest = highest.max(body.origin.z - rest);
            }
        }
        let asked = asked();
        assert_eq!(places(&asked), 1, "{name}: it is placed once");
        assert!(
            stood > 50,
            "{name}: it lands and stays on the floor, {stood} ticks"
        );
        assert!(highest > 40.0, "{name}: a jump rises, {highest} u");
        assert!(body.grounded && body.origin.z == rest, "{name}: {body:?}");
        let speed = body.horizontal_speed();
        assert!(
            speed > 0.9 * setup.profile.max_speed,
            "{name}: it runs, {speed} ups"
        );
        let jumps = asked
            .iter()
            .filter(|a| matches!(a, Asked::Carried { jumped: true, .. }))
            .count();
        assert_eq!(jumps, 1, "{name}");
        let level =
            |a: &Asked| !matches!(a, Asked::Carried { way: Way::Walks, velocity, .. } if velocity.z != 0.0);
        assert!(asked.iter().all(level), "{name}: a walk is level");
    }
}

/// In a world of Quake it keeps its memory from tick to tick, until the body is put elsewhere.
#[test]
fn it_is_placed_once_in_a_world_of_quake() {
    let _turn = TURN.lock();
    for name in ["quakeworld", "netquake"] {
        let setup = setup(name, &PLAIN);
        let of_world = Quake1Setup {
            profile: setup.profile,
            least_step: None,
            numbers: Vec::new(),
            arrivals: Vec::new(),
            players: 1,
            start: None,
        };
        let world = Quake1World::new(&World::default(), &Quake1Parts::default(), &of_world, |_| {
            Ok(FLOOR)
        });
        let mut world = world.unwrap().carrying(setup.clone());
        let at = |x: f32| Body::at(Point::new(x, 0.0, 10.0 - setup.profile.size.feet));
        for (x, begins_again) in [(0.0, false), (64.0, false), (0.0, true)] {
            if begins_again {
                world.rewind();
            }
            asked();
            world.enter(0, &at(x), 0.0);
            for _ in 0..50 {
                world.advance(0.008);
                world.play_keys(0, &command(&setup, 0.0)).unwrap();
            }
            let asked = asked();
            assert_eq!((places(&asked), asked.len()), (1, 51), "{name} from x = {x}");
        }
    }
}

/// A free fall of quake3's order is the parabola, though the controller knows nothing of averaged gravity.
#[test]
fn a_fall_is_the_parabola_of_averaged_gravity() {
    let _turn = TURN.lock();
    let setup = setup("quake3", &PLAIN);
    let mut player = Player::new(FLOOR, &setup);
    let mut body = Body::at(Point::new(0.0, 0.0, 4000.0));
    for _ in 0..100 {
        player
            .tick(
                &mut body,
                &UserCmd {
                    msec: 10.0,
                    ..UserCmd::default()
                },
            )
            .unwrap();
    }
    let fallen = 4000.0 - body.origin.z;
    assert!((fallen - 400.0).abs() < 0.1, "800 / 2 * 1 s^2, got {fallen}");
}

#[test]
fn a_body_that_others_moved_is_placed_anew() {
    let _turn = TURN.lock();
    let setup = setup("quake3", &PLAIN);
    let mut player = Player::new(FLOOR, &setup);
    let start = Body::at(Point::new(0.0, 0.0, 24.0));
    let mut body = start;
    for _ in 0..10 {
        player.tick(&mut body, &command(&setup, 0.0)).unwrap();
    }
    asked();
    body = start;
    player.tick(&mut body, &command(&setup, 0.0)).unwrap();
    assert_eq!(
        asked()[0],
        Asked::Placed {
            origin: start.origin,
            grounded: false
        }
    );
    // A crouch changes the hull.
    player.tick(&mut body, &command(&setup, -1.0)).unwrap();
    assert_eq!(places(&asked()), 1);
    player.tick(&mut body, &command(&setup, -1.0)).unwrap();
    assert_eq!(places(&asked()), 0);
}

#[test]
fn a_stated_velocity_is_kept_and_a_missing_one_derived() {
    let _turn = TURN.lock();
    let mut speeds = [&TELLING, &PLAIN].map(|mover| {
        let setup = setup("paper2006", mover);
        let mut body = Body {
            grounded: true,
            ..Body::at(Point::new(0.0, 0.0, 24.0))
        };
        Player::new(FLOOR, &setup)
            .tick(&mut body, &command(&setup, 0.0))
            .unwrap();
        body.velocity
    });
    assert_eq!(speeds[0], Vec3::new(1.0, 2.0, 0.0));
    speeds[1].x = speeds[1].x.round();
    assert_eq!(speeds[1], Vec3::new(320.0, 0.0, 0.0));
}

#[test]
fn an_answer_that_is_no_number_is_counted_and_moves_nobody() {
    let _turn = TURN.lock();
    let setup = setup("quake3", &BROKEN);
    let start = Body::at(Point::new(0.0, 0.0, 24.0));
    let mut body = start;
    let facts = Player::new(FLOOR, &setup)
        .tick(&mut body, &command(&setup, 0.0))
        .unwrap();
    assert_eq!(facts.unreliable, 1);
    assert_eq!((body.origin, body.velocity), (start.origin, Vec3::zeros()));
}

#[test]
fn a_world_that_it_cannot_use_is_a_typed_error_and_its_row_says_whose_laws_hold() {
    let profile = *profile_named("quake3").unwrap();
    let error = Setup::registered(profile, &REFUSING, &World::default(), FLOOR).unwrap_err();
    assert!(matches!(error, BuildError::Brush { brush: 3, .. }), "{error}");
    assert_eq!(setup("quake3", &PLAIN).mover().laws, MoverLaws::Foreign);
    assert_eq!(PLAIN.solid_bounds(&profile), profile.bounds(false));
}
