//! A track of platforms with gaps that a bunny hopper just clears, or just does not: L6 and L10 together.

use crate::forms::{Air, Flight};
use clipmark_movement::Profile;
use clipmark_scene::{Shape, WorldSource};

/// Platforms after the first.
pub(crate) const PLATFORMS: usize = 40;
/// Speed at the first take-off, in u/s.
pub(crate) const FROM: f64 = 320.0;
/// Half the width of a platform and its height, in units.
const SIZE: [f64; 2] = [256.0, 64.0];
/// A platform's length behind its landing spot, in units: a player whose hop ends short gets no hold.
const BEHIND: f64 = 8.0;

/// Ways along +x of the hops from one landing to the next, by the laws: strafing at the best angle to alternate sides. So
/// the heading swings by one tick's turn: evenly around +x, or `aslant` all to one side of it.
pub(crate) fn hops(profile: &Profile, msec: f64, aslant: bool) -> Vec<f64> {
    let air = Air::strafing(profile, msec);
    let (_, ticks) = Flight::of(profile, msec).jump(f64::from(profile.jump_speed));
    let share = if aslant { 1.0 } else { 0.5 };
    // How far the heading is off +x, to one side and the other.
    let off = |v: f64| {
        let angle = air.best_angle(v);
        let m = (air.cap - v * angle.cos()).clamp(0.0, air.gain);
        (m * angle.sin()).atan2(v + m * angle.cos()) * share
    };
    let mut square = FROM * FROM;
    let mut hop = || {
        let mut way = 0.0;
        for _ in 0..ticks {
            let before = square.sqrt();
            square += air.growth();
            way += square.sqrt() * off(before).cos() * msec / 1000.0;
        }
        way
    };
    (0..PLATFORMS).map(|_| hop()).collect()
}

/// The track with gaps that are a share of the predicted hop. The player takes off from x = 0.
pub(crate) fn world(profile: &Profile, msec: f64, share: f64) -> WorldSource {
    let half = f64::from(profile.size.half_width);
    let block = |from: f64, to: f64| Shape::Box {
        min: [from, -SIZE[0], -SIZE[1]],
        max: [to, SIZE[0], 0.0],
    };
    let mut shapes = vec![block(-128.0, BEHIND)];
    let mut at = 0.0;
    for hop in hops(profile, msec, false) {
        let edge = at + half + share * hop;
        at += hop;
        shapes.push(block(edge, (at + BEHIND).max(edge + BEHIND)));
    }
    WorldSource::Shapes(shapes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

    use super::*;
    use clipmark_movement::profile_named;
    use clipmark_scene::Scene;

    #[test]
    fn the_scene_is_the_track_of_the_laws() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/bhop-track.ron");
        let drawn = Scene::load(file).unwrap().world;
        let built = world(profile_named("quakeworld").unwrap(), 13.0, 0.98);
        let (WorldSource::Shapes(drawn), WorldSource::Shapes(built)) = (drawn, built) else {
            panic!("no shapes");
        };
        assert_eq!(drawn.len(), built.len());
        for pair in drawn.iter().zip(&built) {
            let (Shape::Box { min: a, max: b }, Shape::Box { min: c, max: d }) = pair else {
                panic!("no boxes");
            };
            // The scene is written to hundredths.
            assert!(
                a.iter()
                    .chain(b)
                    .zip(c.iter().chain(d))
                    .all(|(x, y)| (x - y).abs() <= 0.00501)
            );
        }
    }
}
