//! L43: before which walls a swimmer leaps out of the water.

use crate::LawError;
use crate::air_zones::try_bisect;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::{Grain, Within};
use crate::{Law, scene};
use clipmark_movement::{LedgeGap, Order, Profile};
use clipmark_scene::{Fill, Shape, WorldSource};

/// A swimmer leaps where a wall is near and its top lies between two heights; in QuakeWorld not where water stands over the wall,
/// and in Quake's orders not in a fast fall.
///
/// `d < a; z + p < H < z + p + g; vz ≥ −180`
pub(crate) const L43: Law = Law {
    id: "L43",
    slug: "l43-water-jump",
    title: "Leaps out of water",
    scene: scene!("l43-water-jump"),
    play,
};

const MSEC: f64 = 8.0;
/// Faster than this upwards is a leap, in u/s: swimming and sinking are far slower.
const LEAPS: f64 = 100.0;
/// Quake's orders have no leap in a fall faster than this, in u/s (`docs/engines.md` section 3).
const FALLS: f64 = -180.0;
/// The middle, or the waist, begins this far below the surface, in units: the eyes are out.
const WET: f64 = 8.0;

/// An order's search, in units: how far ahead a wall may be, and its least and greatest height over the origin.
struct Probe {
    ahead: f64,
    heights: [f64; 2],
}

impl Probe {
    /// QuakeWorld and Quake III ask for the contents of two points. NetQuake and GoldSrc sweep two; GoldSrc's second is as high
    /// as the body. Source sweeps the body itself, from its middle and from above the eyes.
    fn of(profile: &Profile) -> Self {
        let [ahead, height, gap] = profile.water.ledge_probe.map(f64::from);
        let size = profile.size;
        let top = f64::from(size.top);
        match profile.order {
            Order::Source => Self {
                ahead: ahead + f64::from(size.half_width),
                heights: [f64::from(size.feet) + top / 2.0, f64::from(size.eyes) + height],
            },
            Order::GoldSrc => Self {
                ahead,
                heights: [height, top],
            },
            _ => Self {
                ahead,
                heights: [height, height + gap],
            },
        }
    }
}

/// A place in a pool whose wall begins at x = 0. The water's surface is at z = 0.
#[derive(Clone, Copy)]
struct Place {
    /// The body's middle from the wall, in units.
    distance: f64,
    /// The wall over the body's origin, in units.
    height: f64,
    /// Upward speed, in u/s.
    rise: f64,
    /// Whether water stands on the wall.
    flooded: bool,
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    for moves in [
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
        Moves::netquake(),
        Moves::goldsrc(),
        Moves::source(),
    ] {
        let profile = &moves.profile;
        let probe = Probe::of(profile);
        let [low, high] = probe.heights;
        let usual = Place {
            distance: f64::from(profile.size.half_width) + 2.0,
            height: (low + high) / 2.0,
            rise: 0.0,
            flooded: false,
        };
        let case = moves.at(MSEC);
        let within = || {
            Within::of(
                4.0 * Grain::F32.step(128.0),
                "four f32 steps: of the start, of the probe, and of the two planes of the world",
            )
        };
        let distance = try_bisect(usual.distance, probe.ahead + 16.0, |distance| {
            leaps(sheet, &moves, Place { distance, ..usual })
        })?;
        sheet.measured(
            predict(&case, "farthest wall", "u", probe.ahead),
            distance,
            within(),
        );
        let highest = try_bisect(usual.height, high + 16.0, |height| {
            leaps(sheet, &moves, Place { height, ..usual })
        })?;
        sheet.measured(predict(&case, "highest wall", "u", high), highest, within());
        let lowest = try_bisect(low - 12.0, usual.height, |height| {
            Ok(!leaps(sheet, &moves, Place { height, ..usual })?)
        })?;
        sheet.measured(predict(&case, "lowest wall", "u", low), lowest, within());
        if matches!(profile.order, Order::QuakeWorld | Order::GoldSrc | Order::Source) {
            let fall = try_bisect(FALLS - 50.0, 0.0, |rise| {
                Ok(!leaps(sheet, &moves, Place { rise, ..usual })?)
            })?;
            sheet.measured(predict(&case, "fastest fall", "u/s", FALLS), fall, within());
        }
        if matches!(profile.order, Order::QuakeWorld | Order::Quake3) {
            let predicted = f64::from(u8::from(profile.water.ledge_gap == LedgeGap::Clear));
            let flooded = Place {
                flooded: true,
                ..usual
            };
            sheet.measured(
                predict(&case, "leaps where water stands on the wall", "", predicted),
                f64::from(u8::from(leaps(sheet, &moves, flooded)?)),
                Within::exactly(),
            );
        }
    }
    Ok(())
}

/// Whether a swimmer leaps within a tick.
fn leaps(sheet: &LawRun, moves: &Moves, at: Place) -> Result<bool, LawError> {
    let size = moves.profile.size;
    let middle = f64::from(size.feet + size.top) / 2.0;
    let z = -WET - middle;
    let block = |min, max| Shape::Box { min, max };
    let water = |min, max| Shape::Group {
        at: [0.0; 3],
        yaw: 0.0,
        fill: Some(Fill::Water),
        shapes: vec![block(min, max)],
    };
    let wall = z + at.height;
    let mut shapes = vec![
        block([-512.0, -512.0, -576.0], [512.0, 512.0, -512.0]),
        block([0.0, -512.0, -512.0], [512.0, 512.0, wall]),
        water([-512.0, -512.0, -512.0], [0.0, 512.0, 0.0]),
    ];
    if at.flooded {
        shapes.push(water([0.0, -512.0, wall], [512.0, 512.0, wall + 128.0]));
    }
    let mut scene = at_tick(&sheet.scene(), MSEC);
    scene.world = WorldSource::Shapes(shapes);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.start();
    start.origin = [-at.distance, 0.0, z].into();
    start.velocity.z = at.rise;
    start.water_level = 2;
    Ok(bench.tick_from(start, &[]).velocity.z > LEAPS)
}
