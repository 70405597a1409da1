//! Sweeps of every length, from 0.001 units to across the largest map, and the first step of chains.

use super::sweeps::{Draw, Line, Touch};
use clipmark_geometry::{Point, Vec3};
use rand::RngExt;

/// Shortest and longest sweep, in units: far below a tick's fall at rest, and the longest way through a Quake III map.
const LENGTHS: [f32; 2] = [0.001, 16_384.0];
/// Share of starts left in solids.
const SOLID_SHARE: f64 = 0.05;
/// Share of sweeps that begin near a surface and lead into it.
const TOUCH_SHARE: f64 = 0.5;

/// Gaps that chains begin at, in units: QuakeWorld's skin, Quake III's, and apart. From touch an engine may let a body through by
/// a rule of its own.
const CHAIN_GAPS: [f64; 3] = [1.0 / 32.0, 1.0 / 8.0, 1.0];
/// Share of chains of tiny steps, and these steps' lengths in units. A player at rest falls 0.05 in a tick.
const TINY_SHARE: f64 = 0.4;
const TINY: [f32; 2] = [0.004, 0.05];
/// Steps of other chains, in units: up to the fastest player's step in a tick.
const STEPS: [f32; 2] = [0.05, 64.0];

/// Where a chain begins, and how its steps go on.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// Where it begins, in units.
    pub start: Point,
    /// Its first step, in units.
    pub step: Vec3,
    /// After a stop it goes on along the surface; else it presses on.
    pub slides: bool,
}

impl Draw<'_> {
    /// A sweep of any length: as many of one to two units as of 1,000 to 2,000.
    pub fn any_length(&mut self) -> Line {
        let kind: f64 = self.random.random();
        let length = self.between(LENGTHS);
        if kind < SOLID_SHARE {
            let start = self.anywhere();
            return [start, start + self.direction() * length];
        }
        if kind < SOLID_SHARE + TOUCH_SHARE
            && let Some(touch) = self.any_touch()
        {
            let gap = self.random.random_range(0.0..=f64::from(length));
            let start: Point = (touch.at + touch.normal * gap).cast();
            return [start, start + self.inwards(&touch) * length];
        }
        let start = self.free();
        [start, start + self.direction() * length]
    }

    /// A chain that begins near a surface and leads into it.
    pub fn chain(&mut self) -> Option<Chain> {
        let touch = self.any_touch()?;
        let gap = CHAIN_GAPS[self.random.random_range(0..CHAIN_GAPS.len())];
        let tiny = self.random.random_bool(TINY_SHARE);
        let length = self.between(if tiny { TINY } else { STEPS });
        // A hull that presses on lightly may well end in the skin: half of the tiny ones go straight in.
        let straight = tiny && self.random.random();
        let towards = if straight {
            -touch.normal.cast::<f32>()
        } else {
            self.inwards(&touch)
        };
        Some(Chain {
            start: (touch.at + touch.normal * gap).cast(),
            step: towards * length,
            slides: self.random.random(),
        })
    }

    /// A direction into the surface.
    fn inwards(&mut self, touch: &Touch) -> Vec3 {
        let towards = self.direction();
        let away = towards.cast::<f64>().dot(&touch.normal) > 0.0;
        if away { -towards } else { towards }
    }

    /// A length whose logarithm is uniform.
    fn between(&mut self, [least, most]: [f32; 2]) -> f32 {
        self.random.random_range(least.ln()..most.ln()).exp()
    }
}
