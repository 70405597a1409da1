//! Faults of movement: constants a little off, and two stages that do something else.

use clipmark_movement::{Planted, Profile, Setup, Then};

/// A fault of the movement.
#[derive(Debug)]
pub struct MovementFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// What goes wrong, in one sentence.
    pub what: &'static str,
    change: fn(&mut Profile),
    then: Then,
}

impl PartialEq for MovementFault {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MovementFault {}

/// All faults of movement.
pub static MOVEMENT: [MovementFault; 10] = [
    constant(
        "step-height",
        "Steps are climbed up to 17 u instead of 18.",
        |p| p.step_height -= 1.0,
    ),
    constant("friction", "Ground friction is 1 % less.", |p| p.friction *= 0.99),
    constant(
        "air-cap",
        "The cap of acceleration in the air is 1 u/s higher, where there is one.",
        |p| p.air_wish_cap = p.air_wish_cap.map(|cap| cap + 1.0),
    ),
    constant(
        "overbounce",
        "Clipping against a plane pushes off by 0.001 more.",
        |p| p.clip_rule.overbounce += 0.001,
    ),
    constant("stop-speed", "The stop speed of friction is 5 % higher.", |p| {
        p.stop_speed *= 1.05;
    }),
    stage(
        "gravity-after-move",
        "Gravity enters the velocity after the move instead of before or while.",
        |p| p.gravity = 0.0,
        Then::Gravity,
    ),
    constant(
        "duck-height",
        "A crouched body is 2 u higher, where there is crouching.",
        |p| {
            let crouches = p.size.crouched_top < p.size.top;
            p.size.crouched_top += if crouches { 2.0 } else { 0.0 };
        },
    ),
    constant("jump-speed", "A jump is 1 u/s faster.", |p| p.jump_speed += 1.0),
    constant("water-friction", "Liquids do not brake.", |p| {
        p.water.friction = 0.0
    }),
    stage(
        "even-velocity",
        "Velocity is rounded to even u/s, where it is rounded to whole ones.",
        |_| (),
        Then::EvenVelocity,
    ),
];

const fn constant(name: &'static str, what: &'static str, change: fn(&mut Profile)) -> MovementFault {
    stage(name, what, change, Then::Nothing)
}

const fn stage(
    name: &'static str,
    what: &'static str,
    change: fn(&mut Profile),
    then: Then,
) -> MovementFault {
    MovementFault {
        name,
        what,
        change,
        then,
    }
}

impl MovementFault {
    /// Plants the fault: the setup still says that it moves by its profile.
    pub fn plant(&self, setup: Setup) -> Setup {
        let fault = self.of(&setup.profile);
        setup.planted(fault)
    }

    /// What is run by instead of a profile.
    pub fn of(&self, profile: &Profile) -> Planted {
        let mut changed = *profile;
        (self.change)(&mut changed);
        Planted {
            profile: changed,
            gravity: profile.gravity,
            then: self.then,
        }
    }
}
