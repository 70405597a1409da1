//! Plays a scene's script: turns it, tick by tick, into commands.

mod orbit;
mod strafing;

use clipmark_movement::{Body, MoveFlags, Order, Profile, Real, UserCmd, strafe};
use clipmark_scene::{Key, Segment, Side, Step};

/// A strafe jumper turns the other way when it is this far off its direction, in degrees.
const SWAY: f32 = 12.0;
/// Slower than this a strafe jumper just runs, in units per second.
const RUN_UP: f32 = 200.0;

/// InputSource that play a script, for a player in the numbers of its movement.
#[derive(Clone, Debug)]
pub(crate) struct Driver<R> {
    segments: Vec<Segment>,
    current: usize,
    entered: bool,
    left: f64,
    yaw: R,
    pitch: R,
    /// Way a strafe jumper turns: 1 to the left, -1 to the right.
    side: f32,
}

impl<R: Real> Driver<R> {
    pub(crate) fn new(segments: Vec<Segment>, yaw: f64) -> Self {
        let left = segments.first().map_or(0.0, |s| s.seconds);
        Self {
            segments,
            current: 0,
            entered: false,
            left,
            yaw: R::nearest(yaw),
            pitch: R::ZERO,
            side: 1.0,
        }
    }

    /// The command for the next tick; `None` when the script is over.
    pub(crate) fn next(&mut self, profile: &Profile, body: &Body<R>, msec: f64) -> Option<UserCmd<R>> {
        // Half a microsecond: the largest error of a sum of a few thousand tick lengths.
        const ROUNDING: f64 = 5e-7;
        loop {
            let segment = self.segments.get(self.current)?;
            if !self.entered {
                self.entered = true;
                let (yaw, pitch) = match &segment.step {
                    Step::Hold { yaw, pitch, .. } | Step::Look { yaw, pitch } => (*yaw, *pitch),
                    Step::Hop { yaw, .. } => (*yaw, None),
                    _ => (None, None),
                };
                self.yaw = yaw.map_or(self.yaw, R::nearest);
                self.pitch = pitch.map_or(self.pitch, R::nearest);
            }
            if self.left > ROUNDING {
                break;
            }
            self.current += 1;
            self.entered = false;
            // The excess of a tick over the last segment is taken off the next one, so that the clock stays true.
            self.left += self.segments.get(self.current).map_or(0.0, |s| s.seconds);
        }
        let seconds = msec / 1000.0;
        self.left -= seconds;
        let mut cmd = UserCmd {
            msec: R::nearest(msec),
            yaw: self.yaw,
            pitch: self.pitch,
            ..UserCmd::default()
        };
        match self.segments[self.current].step.clone() {
            Step::Hold { keys, turn, .. } => {
                press(&mut cmd, profile, &keys);
                self.yaw += R::nearest(turn * seconds);
            }
            Step::StrafeJump { toward, .. } => self.strafe_jump(&mut cmd, profile, body, toward as f32),
            Step::Strafe {
                side,
                toward,
                angle,
                hop,
                ..
            } => {
                let side = toward.map_or(side, |yaw| strafing::side_to(body, yaw, side));
                self.strafe(&mut cmd, profile, body, side, angle, hop);
            }
            Step::Hop { keys, .. } => {
                press(&mut cmd, profile, &keys);
                press(&mut cmd, profile, jump_again(body));
            }
            Step::Orbit {
                around, radius, side, ..
            } => {
                cmd.yaw = orbit::yaw(body, around, radius, side);
                press(&mut cmd, profile, &[Key::Forward]);
                self.yaw = cmd.yaw;
            }
            Step::Recorded(_) => return None,
            Step::Wait(_) | Step::Look { .. } | Step::Repeat { .. } => {}
        }
        Some(cmd)
    }

    fn strafe(
        &mut self,
        cmd: &mut UserCmd<R>,
        profile: &Profile,
        body: &Body<R>,
        side: Side,
        angle: Option<f64>,
        hop: bool,
    ) {
        let jump = if hop { jump_again(body) } else { &[] };
        // Where the jump comes after acceleration, the tick of a jump is one on the ground.
        let runs = body.grounded && (jump.is_empty() || profile.order == Order::NetQuake);
        let angle = angle.unwrap_or_else(|| strafing::best_angle(profile, body, runs, cmd.seconds()));
        cmd.yaw = strafing::yaw_for(profile, body, self.yaw.wide(), side, angle);
        let key = match side {
            Side::Left => Key::Left,
            Side::Right => Key::Right,
        };
        press(cmd, profile, &[key]);
        press(cmd, profile, jump);
        self.yaw = cmd.yaw;
    }

    /// A player's doing, not a law's: it looks and turns in f32, whatever the movement is reckoned in.
    fn strafe_jump(&mut self, cmd: &mut UserCmd<R>, profile: &Profile, body: &Body<R>, toward: f32) {
        let body: Body = body.cast();
        let speed = body.horizontal_speed();
        let heading = body.velocity.y.atan2(body.velocity.x).to_degrees();
        if body.grounded || speed < RUN_UP {
            cmd.yaw = R::from(toward);
            press(cmd, profile, &[Key::Forward]);
            let ready = body.grounded && speed >= RUN_UP && !body.flags.contains(MoveFlags::JUMP_HELD);
            if ready {
                press(cmd, profile, &[Key::Jump]);
            }
        } else {
            let off = wrapped(heading - toward);
            if off.abs() > SWAY {
                self.side = -off.signum();
            }
            let angle = strafe::best_angle(profile, speed, profile.max_speed, cmd.seconds().wide() as f32);
            let wish = heading + self.side * angle;
            let key = if self.side > 0.0 { Key::Left } else { Key::Right };
            // Which keys make that wish: sideways alone where keys are speeds, both where a scale evens them out.
            let keys: (&[Key], f32) = match profile.order {
                Order::Quake3 => (&[Key::Forward, key], 45.0),
                _ => (&[key], 90.0),
            };
            press(cmd, profile, keys.0);
            cmd.yaw = R::from(wrapped(wish - self.side * keys.1));
        }
        self.yaw = cmd.yaw;
    }
}

/// The jump key where a press would count.
fn jump_again<R: Real>(body: &Body<R>) -> &'static [Key] {
    if body.grounded && !body.flags.contains(MoveFlags::JUMP_HELD) {
        &[Key::Jump]
    } else {
        &[]
    }
}

fn press<R: Real>(cmd: &mut UserCmd<R>, profile: &Profile, keys: &[Key]) {
    for key in keys {
        let full = R::from(profile.full_key);
        match key {
            Key::Forward => cmd.forward += full,
            Key::Back => cmd.forward -= full,
            Key::Left => cmd.right -= full,
            Key::Right => cmd.right += full,
            Key::Jump => cmd.up += full,
            Key::Crouch => cmd.up -= full,
        }
    }
}

fn wrapped(degrees: f32) -> f32 {
    (degrees + 180.0).rem_euclid(360.0) - 180.0
}
