//! Commands of a player that runs about: random headings, a side key now and then, jumps.

use clipmark_geometry::{Point, Vec3};
use clipmark_movement::recording::Commands;
use clipmark_movement::{Profile, UserCmd};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Ticks for which a heading is kept: at 125 a second a fifth of a second to two. That is long enough to run into
/// something and to slide.
const LEG: std::ops::Range<usize> = 25..250;
/// Share of legs with a side key, and of ticks at which jump is pressed anew.
const SIDE_SHARE: f64 = 0.25;
const JUMP_SHARE: f64 = 0.01;
/// Ticks for which jump stays pressed.
const JUMP_HELD: usize = 5;

/// That many ticks of `msec` milliseconds from a start; the same for the same seed.
pub(crate) fn wander(profile: &Profile, start: Point, msec: f32, ticks: usize, seed: u64) -> Commands {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut left, mut yaw, mut right, mut jump) = (0, 0.0, 0.0, 0);
    let mut tick = || {
        if left == 0 {
            left = random.random_range(LEG);
            yaw = random.random_range(-180.0..180.0f32);
            right = match random.random_bool(SIDE_SHARE) {
                true if random.random() => profile.full_key,
                true => -profile.full_key,
                false => 0.0,
            };
        }
        left -= 1;
        if jump == 0 && random.random_bool(JUMP_SHARE) {
            jump = JUMP_HELD;
        }
        let up = if jump > 0 { profile.full_key } else { 0.0 };
        jump = jump.saturating_sub(1);
        UserCmd {
            msec,
            yaw,
            forward: profile.full_key,
            right,
            up,
            ..UserCmd::default()
        }
    };
    let ticks: Vec<UserCmd> = (0..ticks).map(|_| tick()).collect();
    Commands {
        origin: start,
        yaw: ticks.first().map_or(0.0, |c| c.yaw),
        velocity: Vec3::zeros(),
        ticks,
    }
}
