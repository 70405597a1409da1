//! A movement's facts that a family needs to build a world around its player, read from the movement's profile.
//! Families know nothing else of the movement.

use clipmark_movement::{GravityRule, Order, Profile};

/// Facts of a movement profile. Lengths in units, speeds in units per second.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileFacts {
    /// Name of the profile, as in scenes.
    pub profile: String,
    /// Half the width of the body.
    pub half_width: f64,
    /// Height of the feet below the origin, as a negative number.
    pub feet: f64,
    /// Height of the top above the origin, standing.
    pub top: f64,
    /// Height of the top above the origin, crouched.
    pub crouched_top: f64,
    /// Skin of the trace rules that the movement was made for.
    pub skin: f64,
    /// Downward acceleration, per second squared.
    pub gravity: f64,
    /// Running speed.
    pub max_speed: f64,
    /// Whether the keys are the velocity at once, without acceleration (the paper's movement).
    pub keys_are_velocity: bool,
    /// Friction on the ground, per second, and the speed below which it brakes as at that speed.
    pub friction: f64,
    /// See [`friction`](Self::friction).
    pub stop_speed: f64,
    /// Share of speed that water takes per second from a player under it, for the movements of law L28.
    pub water_brake: Option<f64>,
    /// How much clipping turns a body back, as a factor on its speed against a plane. 1 leaves it along the plane (law
    /// L17).
    pub overbounce: f64,
    /// Vertical speed of a jump.
    pub jump_speed: f64,
    /// Highest step.
    pub step_height: f64,
    /// Least normal z of a floor.
    pub walkable_normal: f64,
    /// Acceleration in the air, as a multiple of the wished speed.
    pub air_accelerate: f64,
    /// Most speed along the wish that acceleration in the air gives.
    pub air_wish_cap: Option<f64>,
    /// Whether the position moves by the mean of old and new velocity (Quake III), not by the new one.
    pub mean_velocity: bool,
    /// Whether velocity is rounded to whole units per second after each tick.
    pub snaps_velocity: bool,
    /// Whether the view turns in 65,536 steps (Quake III).
    pub coarse_view: bool,
    /// Whether every clip along a crease shortens the velocity (law L23).
    pub crease_loss: bool,
    /// Whether a fall that ends beside the floor bounces (law L25).
    pub overbounces: bool,
}

impl ProfileFacts {
    /// The facts of a profile.
    pub fn new(profile: &Profile) -> Self {
        let size = profile.size;
        let quake3 = profile.order == Order::Quake3;
        let water = f64::from(profile.water.friction);
        let water_brake = match profile.order {
            Order::QuakeWorld | Order::Quake3 => Some(water * 3.0),
            // It brakes alike at any depth.
            Order::GoldSrc => Some(water),
            _ => None,
        };
        Self {
            profile: profile.name.into(),
            half_width: f64::from(size.half_width),
            feet: f64::from(size.feet),
            top: f64::from(size.top),
            crouched_top: f64::from(size.crouched_top),
            skin: f64::from(profile.trace_rules.skin),
            gravity: f64::from(profile.gravity),
            max_speed: f64::from(profile.max_speed),
            keys_are_velocity: profile.order == Order::Direct,
            friction: f64::from(profile.friction),
            stop_speed: f64::from(profile.stop_speed),
            water_brake,
            overbounce: f64::from(profile.clip_rule.overbounce),
            jump_speed: f64::from(profile.jump_speed),
            step_height: f64::from(profile.step_height),
            walkable_normal: f64::from(profile.walkable_normal),
            air_accelerate: f64::from(profile.air_accelerate),
            air_wish_cap: profile.air_wish_cap.map(f64::from),
            mean_velocity: profile.gravity_rule() == GravityRule::Averaged,
            snaps_velocity: profile.snap_velocity,
            coarse_view: quake3,
            crease_loss: !quake3 && !profile.repairs.normalised_crease,
            overbounces: quake3 && !profile.repairs.no_overbounce,
        }
    }
}

/// The basis of a world: a movement and its tick; and how the whole is turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage<'a> {
    /// The movement.
    pub(crate) figure: &'a ProfileFacts,
    /// Length of a tick in seconds.
    pub(crate) tick: f64,
    /// Yaw of the scene's frame, in degrees. A box does not turn with it.
    pub(crate) yaw: f64,
}

impl Stage<'_> {
    /// Height of the origin at rest on a floor at z = 0.
    pub(crate) fn rest(&self) -> f64 {
        self.figure.skin - self.figure.feet
    }

    /// How far a box reaches in a direction of the scene, a yaw in degrees. A cylinder reaches less or as far.
    pub(crate) fn reach(&self, toward: f64) -> f64 {
        let (sin, cos) = (self.yaw + toward).to_radians().sin_cos();
        self.figure.half_width * (sin.abs() + cos.abs())
    }

    /// How far the body's box reaches from its origin against a normal of the scene. A box that touches a plane through
    /// the scene's origin has its own origin there.
    pub(crate) fn support(&self, normal: clipmark_scene::Triple) -> f64 {
        let flat = normal[0].hypot(normal[1]);
        let toward = normal[1].atan2(normal[0]).to_degrees();
        self.reach(toward) * flat - self.figure.feet * normal[2]
    }

    /// Whether the box's sides are parallel to the scene's axes.
    pub(crate) fn is_axial(&self) -> bool {
        self.yaw.rem_euclid(90.0) == 0.0
    }

    /// The tolerance of a gap: a quarter of the skin, as the referee allows.
    pub(crate) fn tolerance(&self) -> f64 {
        /// Rounding of positions and planes at a few thousand units, in units.
        const ROUNDING: f64 = 0.004;
        self.figure.skin / 4.0 + ROUNDING
    }

    /// Whole ticks in a time.
    pub(crate) fn ticks(&self, seconds: f64) -> f64 {
        (seconds / self.tick - 1e-6).ceil()
    }
}
