//! The motion of movers in a run, tick by tick, and the body's place between the world's part of a tick and its own.

use clipmark_geometry::{Point, Pose, Rotation, Vec3};
use clipmark_movement::UserCmd;
use clipmark_movement::moving::{Posed, TriggerBox};

/// A mover of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseMover {
    /// Number among the game's entities; negative for another player.
    pub number: i32,
    /// Index of its model among the world's.
    pub model: usize,
}

impl CourseMover {
    /// Whether it is another player. No player carries another.
    pub fn is_player(&self) -> bool {
        self.number < 0
    }
}

/// The movers of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Whether the world moves before the player in a tick.
    pub world_first: bool,
    /// The movers.
    pub movers: Vec<CourseMover>,
    /// The triggers.
    pub triggers: Vec<TriggerBox>,
    /// Origin and angles of each mover: before the first tick, and after the world's part of each.
    poses: Vec<[f32; 6]>,
    /// Where the body was between the two parts of each tick.
    pub between: Vec<Point>,
    /// Whether a jump pad or a teleporter took hold of the player in a tick, or he came to life at another spawn.
    pub thrown: Vec<bool>,
    /// Number of the mover that the body stood on when the world moved. 0, a negative number or an unknown one means no mover.
    pub rides: Vec<i32>,
    /// The keys of each tick, before movers and teleporters turned the view.
    pub keys: Vec<UserCmd>,
}

impl Course {
    pub(super) fn begin(world_first: bool, posed: &[Posed], triggers: Vec<TriggerBox>) -> Self {
        let movers = posed.iter().map(|p| CourseMover {
            number: p.number,
            model: p.model,
        });
        let mut out = Self {
            world_first,
            movers: movers.collect(),
            triggers,
            ..Self::default()
        };
        out.note(posed.iter().copied());
        out
    }

    pub(super) fn note(&mut self, posed: impl Iterator<Item = Posed>) {
        let of = |p: Posed| {
            [
                p.origin.x, p.origin.y, p.origin.z, p.angles.x, p.angles.y, p.angles.z,
            ]
        };
        self.poses.extend(posed.map(of));
    }

    /// Forgets the first ticks.
    pub fn forget(&mut self, ticks: usize) {
        self.poses.drain(..ticks * self.movers.len());
        self.between.drain(..ticks);
        self.thrown.drain(..ticks);
        self.rides.drain(..ticks);
        self.keys.drain(..ticks);
    }

    /// Ticks noted.
    pub fn ticks(&self) -> usize {
        self.between.len()
    }

    /// A mover's pose before the world's part of a tick. The pose after it is the next tick's.
    pub fn pose(&self, tick: usize, mover: usize) -> Pose {
        let Some(&[x, y, z, ..]) = self.numbers(tick, mover) else {
            return Pose::HOME;
        };
        Pose {
            origin: Point::new(x, y, z),
            rotation: Rotation::of_angles(self.angles(tick, mover)),
        }
    }

    /// Its pitch, yaw and roll in degrees.
    pub fn angles(&self, tick: usize, mover: usize) -> Vec3 {
        match self.numbers(tick, mover) {
            Some(&[_, _, _, pitch, yaw, roll]) => Vec3::new(pitch, yaw, roll),
            None => Vec3::zeros(),
        }
    }

    /// Whether a mover is turned before or after the world's part of a tick.
    pub fn is_turned(&self, tick: usize, mover: usize) -> bool {
        self.angles(tick, mover) != Vec3::zeros() || self.angles(tick + 1, mover) != Vec3::zeros()
    }

    /// Origin and angles of every mover after each tick.
    pub fn after(&self) -> &[[f32; 6]] {
        self.poses.get(self.movers.len()..).unwrap_or_default()
    }

    fn numbers(&self, tick: usize, mover: usize) -> Option<&[f32; 6]> {
        self.poses.get(tick * self.movers.len() + mover)
    }
}
