//! F17, stuck: the player wants to move, has not for a quarter of a second, and could.

use crate::play::Played;
use clipmark_geometry::{Point, Vec3};
use clipmark_truth::HullReference;

/// How long without moving, in seconds.
const WINDOW: f64 = 0.25;
/// Less than this in that time is not moving, in units.
const MOVED: f32 = 1.0;
/// A direction serves if it goes this much with the wish (cosine).
const WITH_WISH: f32 = 0.1;
/// ... and is free for so far, in units.
const FREE_WAY: f32 = 4.0;
/// Directions tried around the circle.
const DIRECTIONS: usize = 32;

/// Ticks after which the player was stuck; `step` is the height it may step over, in units.
pub(crate) fn stuck_ticks(played: &Played, truth: &HullReference, step: f32) -> usize {
    let clock = played.clock();
    let mut first = 0;
    let mut wished_since = 0;
    let mut stuck = 0;
    for k in 0..played.commands.len() {
        let wish = played.wish(k);
        if wish == Vec3::zeros() {
            wished_since = k + 1;
            continue;
        }
        while clock[k] - clock[first] > WINDOW {
            first += 1;
        }
        let waited = first >= wished_since && first > 0;
        let here = played.states[k + 1].origin;
        if waited && (here - played.states[first].origin).norm() < MOVED && way_out(truth, here, wish, step) {
            stuck += 1;
        }
    }
    stuck
}

/// Whether a direction with the wish is free, from here or from a step higher.
fn way_out(truth: &HullReference, here: Point, wish: Vec3, step: f32) -> bool {
    let raised = here + Vec3::z() * step;
    let starts = [Some(here), is_free(truth, here, raised).then_some(raised)];
    starts.into_iter().flatten().any(|from| {
        (0..DIRECTIONS).any(|i| {
            let angle = i as f32 / DIRECTIONS as f32 * std::f32::consts::TAU;
            let d = Vec3::new(angle.cos(), angle.sin(), 0.0);
            d.dot(&wish) > WITH_WISH && is_free(truth, from, from + d * FREE_WAY)
        })
    })
}

fn is_free(truth: &HullReference, from: Point, to: Point) -> bool {
    truth.sweep(&from.cast(), &to.cast()).entry.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::{Brush, Contents, Hull, World};
    use clipmark_movement::{Body, TickFacts, UserCmd};
    use clipmark_truth::Reference;

    fn standing_still(forward: f32) -> Played {
        let cmd = UserCmd {
            msec: 8.0,
            forward,
            ..UserCmd::default()
        };
        let body = Body::at(Point::new(0.0, 0.0, 24.125));
        Played {
            states: vec![body; 101],
            commands: vec![cmd; 100],
            facts: vec![TickFacts::default(); 100],
        }
    }

    fn world(wall_at: f32) -> World {
        let solid = |a: [f32; 3], b: [f32; 3]| Brush::from_box(a.into(), b.into(), Contents::SOLID).unwrap();
        let floor = solid([-512.0, -512.0, -16.0], [512.0, 512.0, 0.0]);
        let wall = solid([wall_at, -512.0, 0.0], [wall_at + 16.0, 512.0, 128.0]);
        World::of_brushes("room", vec![floor, wall])
    }

    #[test]
    fn a_player_that_could_walk_is_stuck_and_one_at_a_wall_is_not() {
        let truth =
            |wall| Reference::build(&world(wall), Contents::PLAYER_MASK).for_hull(&Hull::quake3_player());
        let open = stuck_ticks(&standing_still(127.0), &truth(200.0), 18.0);
        assert!(
            (60..=75).contains(&open),
            "{open} of 100 ticks, of which the first 0.25 s do not count"
        );
        assert_eq!(stuck_ticks(&standing_still(127.0), &truth(15.125), 18.0), 0);
        assert_eq!(stuck_ticks(&standing_still(0.0), &truth(200.0), 18.0), 0);
    }
}
