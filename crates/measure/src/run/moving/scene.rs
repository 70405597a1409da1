//! The movers that a scene writes out, as parts of its movement's engine.

use super::Parts;
use crate::MeasureError;
use clipmark_geometry::{Vec3, World};
use clipmark_movement::moving::{Corner, Made, MadeMotion, Quake1Parts, Quake3Parts, quake3::Entities};
use clipmark_movement::{Profile, PushRule};
use clipmark_scene::{Axis, Mover, MoverMotion, Scene, Triple};

/// Milliseconds in a second.
const MSEC: f64 = 1000.0;
/// The first number of a mover in Quake's games: after the players'.
pub(super) const FIRST: i32 = 64;

/// Rest of Quake III's lifts, in seconds.
const LIFT_RESTS: f64 = 1.0;

/// The parts of a scene.
///
/// # Errors
/// Parts that the movement's engine lacks: turning and swinging parts, teams, crushers and corners with a speed outside Quake
/// III.
pub(super) fn parts(scene: &Scene, world: &World, profile: &Profile) -> Result<Parts, MeasureError> {
    let teams = profile.moving.push == PushRule::Teams;
    let mut made = Vec::new();
    for (i, mover) in scene.movers.iter().enumerate() {
        if let Some((field, what)) = beyond_quake1(mover).filter(|_| !teams) {
            let why = format!(
                "{what}, which Quake III's movement has and {} has not; leave it out, or set profile: \"quake3\"",
                scene.profile
            );
            let place = scene.place(format!("movers[{i}].{field}"));
            return Err(MeasureError::in_scene(scene.named_world(), place, why));
        }
        made.push(build_mover(scene, world, i, mover));
    }
    if teams {
        let parts = Quake3Parts {
            parts: made.iter().enumerate().map(|(i, m)| with_entity(m, i)).collect(),
            ..Quake3Parts::default()
        };
        let cast = Entities::of_parts(&parts);
        return Ok(Parts::Quake3(parts, cast));
    }
    let numbers = made
        .iter()
        .enumerate()
        .map(|(i, m)| (FIRST + i as i32, m.model))
        .collect();
    let mut parts = Quake1Parts::default();
    for (entity, made) in made.iter().enumerate() {
        parts.parts.extend(
            made.quake1()
                .map(|part| clipmark_movement::moving::Quake1Part { entity, ..part }),
        );
    }
    Ok(Parts::Quake1(parts, numbers))
}

fn with_entity(made: &Made, entity: usize) -> clipmark_movement::moving::Quake3Part {
    clipmark_movement::moving::Quake3Part {
        entity,
        ..made.quake3()
    }
}

/// The part of a mover that Quake lacks: its field, and its meaning.
fn beyond_quake1(mover: &Mover) -> Option<(String, &'static str)> {
    let motion = format!("moves.{}", mover.moves.name());
    match &mover.moves {
        MoverMotion::Rotates { .. } => return Some((motion, "a part that turns")),
        MoverMotion::Bobs { .. } => return Some((motion, "a part that bobs")),
        MoverMotion::Train { corners, .. } if corners.iter().any(|c| c.speed.is_some()) => {
            return Some((format!("{motion}.corners"), "a corner with a speed of its own"));
        }
        MoverMotion::Lift { wait: Some(_), .. } => {
            return Some((format!("{motion}.wait"), "a lift with a rest of its own"));
        }
        _ => {}
    }
    if mover.team.is_some() {
        return Some(("team".into(), "a team by name (doors that touch are one)"));
    }
    mover.crusher.then(|| ("crusher".into(), "a crusher"))
}

fn build_mover(scene: &Scene, world: &World, i: usize, mover: &Mover) -> Made {
    let way = |by: &Triple| Vec3::from(scene.frame.turned(*by).map(|x| x as f32));
    let origin = Vec3::from(scene.mover_origin(mover).map(|x| x as f32));
    let (speed, motion) = match &mover.moves {
        MoverMotion::Door { by, speed, wait } => (
            *speed,
            MadeMotion::Door {
                by: way(by),
                wait: *wait as f32,
            },
        ),
        MoverMotion::Lift { height, speed, wait } => (
            *speed,
            MadeMotion::Lift {
                height: *height as f32,
                wait: wait.unwrap_or(LIFT_RESTS) as f32,
            },
        ),
        MoverMotion::Train { corners, speed } => {
            let corner = |c: &clipmark_scene::Corner| Corner {
                origin: origin + way(&c.by),
                speed: c.speed.unwrap_or_default() as f32,
                wait: c.wait as f32,
            };
            (*speed, MadeMotion::Train(corners.iter().map(corner).collect()))
        }
        MoverMotion::Rotates { degrees, axis, .. } => {
            let unit = match axis {
                Axis::Pitch => Vec3::x(),
                Axis::Yaw => Vec3::y(),
                Axis::Roll => Vec3::z(),
            };
            (*degrees, MadeMotion::Turns(unit * *degrees as f32))
        }
        MoverMotion::Bobs { by, period, phase } => (
            *period,
            MadeMotion::Swings {
                by: way(by),
                period_msec: (period * MSEC) as i32,
                phase: *phase as f32,
            },
        ),
    };
    Made {
        model: i + 1,
        bounds: world.models[i].bounds,
        origin,
        motion,
        speed: speed as f32,
        damage: mover.damage as f32,
        team: mover.team.clone(),
        crusher: mover.crusher,
    }
}
