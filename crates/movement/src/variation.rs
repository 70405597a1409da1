//! Another movement under a setup's name: an experiment's, or one that is spoilt to test judges.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::profile::Profile;
use crate::real::Real;
use crate::space::Space;
use clipmark_collision::Work;
use clipmark_geometry::Aabb;
use nalgebra::Point3;

/// What a tick runs by instead of the setup's profile, which judges still see.
#[derive(Clone, Copy, Debug)]
pub struct Variation {
    /// The constants and the order.
    pub profile: Profile,
    /// The end of each tick in place of the engine's own; none to keep that.
    pub end: Option<fn(&Ended<'_>) -> After>,
}

/// Velocity in units per second, position in units, and posture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// Velocity.
    pub velocity: [f64; 3],
    /// Position.
    pub origin: [f64; 3],
    /// Whether it is crouched.
    pub ducked: bool,
}

/// A body at the end of a tick, or of a part of one. Units, units per second and seconds.
#[derive(Clone, Copy)]
pub struct Ended<'a> {
    /// The profile that the variation stands for.
    pub of: &'a Profile,
    /// The profile that ran.
    pub by: &'a Profile,
    /// Before the tick.
    pub before: After,
    /// As the engine left it.
    pub after: After,
    /// The forward key and the right one.
    pub keys: [f64; 2],
    /// Where they point on the level, by the command's yaw; of any length.
    pub wish: [f64; 2],
    /// Whether the jump key was down before the tick and still is.
    pub jump_held: bool,
    /// Whether the crouch key is down.
    pub crouch_held: bool,
    /// Whether a body of these bounds would be free at the position.
    pub fits: &'a dyn Fn(Aabb) -> bool,
    /// Whether the body is on ground.
    pub grounded: bool,
    /// How deep the body is in a liquid: 0 to 3.
    pub water_level: u8,
    /// Length of the tick.
    pub seconds: f64,
}

impl Variation {
    #[cold]
    pub(crate) fn end<S: Space + ?Sized>(&self, of: &Profile, t: &mut Tick<S>, began: Began) {
        if let Some(end) = self.end {
            let (sin, cos) = t.cmd.yaw.wide().to_radians().sin_cos();
            let [forward, right] = [t.cmd.forward, t.cmd.right].map(Real::wide);
            let at = t.body.origin;
            let fits = |bounds| {
                let hull = t.hulls.shape.hull(bounds);
                let trace = t.space.trace(&hull, &at, &at, t.mask, &mut Work::silent());
                !trace.all_solid
            };
            let ended = Ended {
                of,
                by: &self.profile,
                before: began.at,
                after: After::capture(t),
                keys: [forward, right],
                wish: [forward * cos + right * sin, forward * sin - right * cos],
                jump_held: began.jump_held,
                crouch_held: t.cmd.ducks(),
                fits: &fits,
                grounded: t.body.grounded,
                water_level: t.body.water_level,
                seconds: t.dt.wide(),
            };
            let After {
                velocity,
                origin,
                ducked,
            } = end(&ended);
            t.body.velocity = velocity.map(S::Real::nearest).into();
            t.body.origin = Point3::from(origin.map(S::Real::nearest));
            t.body.flags.set(MoveFlags::DUCKED, ducked);
        }
    }
}

/// A body as a tick begins.
pub(crate) struct Began {
    at: After,
    jump_held: bool,
}

impl Began {
    #[cold]
    pub(crate) fn capture<S: Space + ?Sized>(t: &Tick<S>) -> Self {
        Self {
            at: After::capture(t),
            jump_held: t.cmd.jumps() && t.body.flags.contains(MoveFlags::JUMP_HELD),
        }
    }
}

impl After {
    fn capture<S: Space + ?Sized>(t: &Tick<S>) -> Self {
        Self {
            velocity: t.body.velocity.map(Real::wide).into(),
            origin: t.body.origin.coords.map(Real::wide).into(),
            ducked: t.body.flags.contains(MoveFlags::DUCKED),
        }
    }
}
