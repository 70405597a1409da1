//! Fans of sweeps as games ask them, drawn at random: probes of the ground, shots that spread, whiskers and feelers.
//!
//! Starts are those of uniform sweeps ([`crate::uniform`]). The ends lie regularly about the fan's middle, which points anywhere.

use crate::run::uniform::free_start;
use clipmark_geometry::{Contents, Point, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f32::consts::TAU;

/// What a fan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanKind {
    /// Down to a circle of 24 u across, 40 u below: where feet could stand.
    Probes,
    /// A cone of 5 degrees to each side, 2,048 u long: a shotgun's pellets.
    Shots,
    /// A cone of 30 degrees to each side, 128 u long: how far a camera may stand back.
    Whiskers,
    /// All around on the level, 256 u long: where a bot could go.
    Feelers,
}

impl FanKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Probes, Self::Shots, Self::Whiskers, Self::Feelers];

    /// Name, as tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Probes => "probes",
            Self::Shots => "shots",
            Self::Whiskers => "whiskers",
            Self::Feelers => "feelers",
        }
    }

    /// Half the angle of a cone's tip in degrees, and its length in units.
    fn cone(self) -> Option<(f32, f32)> {
        match self {
            Self::Shots => Some((5.0, 2048.0)),
            Self::Whiskers => Some((30.0, 128.0)),
            Self::Probes | Self::Feelers => None,
        }
    }

    /// The ends of so many sweeps from the origin.
    fn spread(self, size: usize, random: &mut Pcg64Mcg) -> Vec<Vec3> {
        let yaw = random.random_range(0.0..TAU);
        let turn = |i: usize| yaw + TAU * i as f32 / size as f32;
        let Some((degrees, length)) = self.cone() else {
            let (radius, down) = if self == Self::Probes {
                (12.0, -40.0)
            } else {
                (256.0, 0.0)
            };
            let end = |i| Vec3::new(radius * turn(i).cos(), radius * turn(i).sin(), down);
            return (0..size).map(end).collect();
        };
        // Up or down by at most 30 degrees, as players look as a rule.
        let pitch = random.random_range(-TAU / 12.0..TAU / 12.0);
        let ahead = Vec3::new(yaw.cos() * pitch.cos(), yaw.sin() * pitch.cos(), pitch.sin());
        let right = Vec3::new(yaw.sin(), -yaw.cos(), 0.0);
        let up = right.cross(&ahead);
        let end = |i: usize| {
            // A spiral by the golden angle fills a disc evenly (Vogel, *A better way to construct the sunflower head*, 1979).
            let out = ((i as f32 + 0.5) / size as f32).sqrt() * degrees.to_radians().tan();
            let around = i as f32 * 2.399_963;
            (ahead + (right * around.cos() + up * around.sin()) * out).normalize() * length
        };
        (0..size).map(end).collect()
    }
}

/// Where a fan's sweeps start, and where they are to end.
#[derive(Clone, Debug, PartialEq)]
pub struct FanLines {
    /// In units.
    pub start: Point,
    /// In units.
    pub ends: Vec<Point>,
}

/// Draws `count` fans of `size` sweeps each.
pub fn draw(
    world: &World,
    mask: Contents,
    kind: FanKind,
    size: usize,
    count: usize,
    seed: u64,
) -> Vec<FanLines> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut fan = || {
        let start = free_start(world, mask, &mut random);
        let ends = kind.spread(size, &mut random);
        FanLines {
            start,
            ends: ends.into_iter().map(|along| start + along).collect(),
        }
    };
    (0..count).map(|_| fan()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use clipmark_geometry::Brush;

    #[test]
    fn cones_are_as_wide_and_as_long_as_they_say() {
        let floor = Brush::from_box(Point::origin(), Point::new(512., 512., 64.), Contents::SOLID).unwrap();
        let world = World::of_brushes("floor", vec![floor]);
        for kind in FanKind::ALL {
            let fans = draw(&world, Contents::PLAYER_MASK, kind, 16, 50, 3);
            assert_eq!(fans, draw(&world, Contents::PLAYER_MASK, kind, 16, 50, 3));
            for fan in &fans {
                assert_eq!(fan.ends.len(), 16);
                let middle = fan
                    .ends
                    .iter()
                    .fold(Vec3::zeros(), |m, end| m + (end - fan.start));
                for end in &fan.ends {
                    let along = end - fan.start;
                    let Some((degrees, length)) = kind.cone() else {
                        continue;
                    };
                    // A step of f32 at these coordinates; the spiral's middle is within a fifth of its radius of the axis.
                    assert!((along.norm() - length).abs() < 1e-2, "{kind:?} {}", along.norm());
                    assert!(along.angle(&middle).to_degrees() < 1.2 * degrees, "{kind:?}");
                }
            }
        }
    }
}
