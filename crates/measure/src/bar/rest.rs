//! Sweeps from rest: a body at a gap from a surface moves straight in, far through, sideways, or along it.
//!
//! A player is at rest on something in nearly every tick, and casts that are right in the open fail there. From touching
//! distance stock casts miss one in ten on some maps.

use crate::run::sweeps::{Draw, Line, Touch};
use clipmark_geometry::Point;
use clipmark_movement::Profile;
use clipmark_referee::HullReference;
use nalgebra::{Point3, Vector3};

/// Distances from the surface, in units: touching, hardly off, QuakeWorld's skin and Quake III's.
const GAPS: [f64; 4] = [0.0, 0.001, 1.0 / 32.0, 1.0 / 8.0];
/// Where to, at each gap.
const WAYS: [Way; 3] = [Way::In, Way::Sideways, Way::Along];
/// Gaps from which long ways lead straight through: one f32 step at coordinates from 2,048 besides.
const THROUGH_GAPS: [f64; 4] = [0.0, 1.0 / 4096.0, 1.0 / 32.0, 1.0 / 8.0];
/// Lengths in units: straight in; sideways (a tick of 8 ms at 320 units per second) and the fall with it; along.
const IN: f64 = 8.0;
const SIDEWAYS: [f64; 2] = [2.56, 0.8];
const ALONG: f64 = 20.0;
/// Length straight through, in units.
pub const THROUGH: f64 = 600.0;
/// f32 steps of the largest coordinate that a place may be off the gap by: the error of three roundings, doubled. Fewer would
/// leave out slanted surfaces; more would let in places at another gap.
const STEPS: f64 = 6.0;
/// Tries for each place; a map without surfaces has none.
const TRIES: usize = 100;

/// Where a sweep from rest leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Straight into the surface, a few units.
    In,
    /// Straight through it, hundreds of units. Short ways are stopped by the solid that they end in, so some misses show
    /// only here.
    Through,
    /// Sideways and into it: a tick's run and the fall that is stopped.
    Sideways,
    /// Along it.
    Along,
}

impl Way {
    /// In words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::In => "straight in",
            Self::Through => "straight through",
            Self::Sideways => "sideways",
            Self::Along => "along",
        }
    }
}

/// A gap and a way.
pub struct Class {
    /// Distance from the surface, in units.
    pub gap: f64,
    /// Where to.
    pub way: Way,
}

/// All classes, in the order of the sweeps of each place.
pub fn classes() -> impl Iterator<Item = Class> {
    let through = THROUGH_GAPS.into_iter().map(|gap| Class {
        gap,
        way: Way::Through,
    });
    GAPS.into_iter()
        .flat_map(|gap| WAYS.into_iter().map(move |way| Class { gap, way }))
        .chain(through)
}

/// The sweeps of some places, a place after the other, each in all classes.
pub fn lines(draw: &mut Draw, body: &HullReference, places: usize) -> Vec<Line> {
    let mut out = Vec::new();
    let mut found = 0;
    for _ in 0..places * TRIES {
        if found == places {
            break;
        }
        let Some(touch) = draw.any_touch().filter(|t| is_place(body, t)) else {
            continue;
        };
        found += 1;
        let aside: Vector3<f64> = draw.direction().cast();
        let aside = aside - touch.normal * aside.dot(&touch.normal);
        let aside = aside.try_normalize(1e-3).unwrap_or_else(Vector3::zeros);
        out.extend(classes().map(|class| line(&touch, &class, &aside)));
    }
    out
}

/// Places at rest on floors, one skin above them.
pub(super) fn floors(draw: &mut Draw, body: &HullReference, profile: &Profile, places: usize) -> Vec<Point> {
    let touches = (0..places * TRIES).filter_map(|_| draw.any_touch());
    touches
        .filter(|t| t.normal.z >= f64::from(profile.walkable_normal) && is_place(body, t))
        .map(|t| at(&t, f64::from(profile.trace_rules.skin)))
        .take(places)
        .collect()
}

fn line(touch: &Touch, class: &Class, aside: &Vector3<f64>) -> Line {
    let start = at(touch, class.gap);
    let by = match class.way {
        Way::In => touch.normal * -IN,
        Way::Through => touch.normal * -THROUGH,
        Way::Sideways => aside * SIDEWAYS[0] - touch.normal * SIDEWAYS[1],
        Way::Along => aside * ALONG,
    };
    let end: Point3<f64> = start.cast::<f64>() + by;
    [start, end.cast()]
}

/// Whether at each gap nothing else is nearer, as far as f32 can place the body.
fn is_place(body: &HullReference, touch: &Touch) -> bool {
    GAPS.into_iter().chain(THROUGH_GAPS).all(|gap| {
        let at = at(touch, gap);
        let largest = at.coords.amax();
        let step = f64::from(largest.next_up() - largest);
        let near = body.signed_distance(&at.cast());
        near.is_some_and(|d| (d.distance - gap).abs() <= STEPS * step)
    })
}

fn at(touch: &Touch, gap: f64) -> Point {
    (touch.at + touch.normal * gap).cast()
}
