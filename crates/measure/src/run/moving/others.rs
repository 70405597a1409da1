//! Other players of a scene. The judges and drawings know each as a mover: a box that goes where its player is.
//!
//! Others have their turn with the world's part of a frame. So a tick of the player is judged where they are during it.

use super::MovingWorld;
use super::stage::PLAYER;
use crate::MeasureError;
use crate::run::input::Driver;
use crate::run::setting::START_DEPTH;
use clipmark_geometry::{Brush, Contents, Hull, Model, Point, Vec3, World};
use clipmark_movement::moving::Posed;
use clipmark_movement::{Body, CommandError, Profile, UserCmd};
use clipmark_referee::Reference;
use clipmark_scene::{Scene, Segment};

/// Another player of a scene.
pub(super) struct Other {
    start: Body,
    yaw: f64,
    segments: Vec<Segment>,
}

/// Another player at play.
#[derive(Clone)]
pub(super) struct OtherAtPlay {
    script: Driver<f32>,
    /// Its last command, whose view it keeps when the script has ended.
    last: UserCmd,
}

/// Gives the world a model for each player's standing body, the first player's too, if the scene has other players. They come
/// last.
pub fn add_bodies(world: &mut World, scene: &Scene, profile: &Profile) {
    world.models.retain(|model| !is_body(model));
    if scene.others.is_empty() {
        return;
    }
    let bounds = profile.bounds(false);
    for player in 0..=scene.others.len() {
        let brush = Brush::from_box(bounds.mins, bounds.maxs, Contents::BODY);
        let name = format!("{BODY}{}", player + 1);
        // A scene's check lets no flat body through.
        world
            .models
            .push(Model::of_brushes(name, brush.into_iter().collect()));
    }
}

/// The name of a body's model, before its number. A map's models are named `*1` and so on.
const BODY: &str = "player";

fn is_body(model: &Model) -> bool {
    model.name.starts_with(BODY)
}

/// Index of the first player's model, if players have some.
pub(super) fn first_body(world: &World) -> Option<usize> {
    world.models.iter().position(is_body)
}

/// The other players of a scene.
pub(super) fn other_players(scene: &Scene) -> Vec<Other> {
    let of = |other| {
        let (start, segments) = scene.other(other);
        Other {
            start: Body::at(start.origin),
            yaw: f64::from(start.yaw),
            segments,
        }
    };
    scene.others.iter().map(of).collect()
}

/// Refuses other players who start in a solid or in each other.
pub(crate) fn check_starts(
    scene: &Scene,
    truth: &Reference,
    profile: &Profile,
    start: Point,
) -> Result<(), MeasureError> {
    let bounds = profile.bounds(false);
    let inside = |i: usize, what: String| {
        let why = format!("this player starts inside {what}; choose another start");
        MeasureError::in_scene(
            scene.named_world(),
            scene.place(format!("others[{i}].start")),
            why,
        )
    };
    let solids = truth.for_hull(&Hull::Box { bounds });
    let mut taken = vec![("the player".to_owned(), start)];
    for (i, other) in other_players(scene).iter().enumerate() {
        let at = other.start.origin;
        let depth = solids.signed_distance(&at.cast());
        if depth.is_some_and(|d| -d.distance > START_DEPTH) {
            return Err(inside(i, "a solid".into()));
        }
        let own = bounds.translated(&at.coords);
        for (who, there) in &taken {
            let met = bounds.translated(&there.coords);
            if (0..3).all(|k| own.mins[k] < met.maxs[k] && met.mins[k] < own.maxs[k]) {
                return Err(inside(i, who.clone()));
            }
        }
        taken.push((format!("others[{i}]"), at));
    }
    Ok(())
}

impl Other {
    pub(super) fn start(&self) -> Body {
        self.start
    }

    pub(super) fn at_play(&self) -> OtherAtPlay {
        OtherAtPlay {
            script: Driver::new(self.segments.clone(), self.yaw),
            last: UserCmd {
                yaw: self.yaw as f32,
                ..UserCmd::default()
            },
        }
    }
}

impl OtherAtPlay {
    fn keys(&mut self, profile: &Profile, body: &Body, msec: f32) -> UserCmd {
        let idle = UserCmd {
            msec,
            yaw: self.last.yaw,
            pitch: self.last.pitch,
            ..UserCmd::default()
        };
        self.last = self.script.next(profile, body, f64::from(msec)).unwrap_or(idle);
        self.last
    }
}

impl MovingWorld<'_> {
    /// The other players' part of a frame.
    pub(super) fn play_others(&mut self, msec: f32) -> Result<(), CommandError> {
        let before = self.thrown();
        for i in 0..self.others.len() {
            let player = PLAYER + 1 + i;
            let body = *self.body_of(player);
            let keys = self.others[i].keys(&self.profile, &body, msec);
            self.play_keys(player, &keys)?;
            // A script looks where it looks.
            self.take_look();
        }
        self.others_thrown += self.thrown() - before;
        Ok(())
    }

    /// The other players where one meets them. No ground has their numbers, so no rider is looked for on them.
    pub(super) fn posed_others(&self) -> impl Iterator<Item = Posed> + '_ {
        let first = self.first_body.unwrap_or_default();
        (0..self.others.len()).map(move |i| Posed {
            number: i32::MIN + i as i32,
            model: first + PLAYER + 1 + i,
            origin: self.met_at(PLAYER + 1 + i).coords,
            angles: Vec3::zeros(),
        })
    }
}
