//! Whether a path cuts a solid's edge only as Quake III's tracer does.
//!
//! Source: `bsp`'s rule, which the engine's recordings confirm: a plane that the path enters by counts as met one skin
//! before it is reached, and one that it leaves by counts as left one skin before it is. So a solid is passed if the
//! latest of the former comes no earlier than the earliest of the latter. With `v` the speed along a plane's normal, the
//! path may spend no more than `skin (1 / v_leave - 1 / v_enter)` inside. A plate with parallel faces is left as fast as
//! it is entered, so that it never qualifies, however thin.
//!
//! The planes are those of the brush, bevels among them. A bevel touches the solid in an edge or a corner. For a box it is a face of
//! what is swept against; for a point it bounds nothing, but the tracer moves it inward all the same.
//!
//! The engine also lets nothing count as met before the start. A sweep that starts in the skin of a thin plate may so pass
//! it whole. That is no cut corner: it is a miss, and [`is_passed_from_skin`] only tells why.

use crate::body::Body;
use crate::path::{self, Path, Rounding};

/// Whether the path enters the body only as described. `slack` is the f32 rounding of a distance, in units.
pub(super) fn is_clipped(body: &Body, rounding: Rounding, path: &Path, skin: f64, slack: f64) -> bool {
    let [met, left] = met_and_left(body, rounding, path, skin, slack);
    body.flat.is_none() && met >= left
}

/// Whether the path leaves the body, by a plane that counts as left one skin early, before it has left its start.
pub(super) fn is_passed_from_skin(
    body: &Body,
    rounding: Rounding,
    path: &Path,
    skin: f64,
    slack: f64,
) -> bool {
    let [_, left] = met_and_left(body, rounding, path, skin, slack);
    body.flat.is_none() && left <= 0.0
}

/// Where the latest plane counts as met and the earliest as left, in fractions of the way.
fn met_and_left(body: &Body, rounding: Rounding, path: &Path, skin: f64, slack: f64) -> [f64; 2] {
    let slack = slack + body.slack;
    let (mut met, mut left) = (f64::NEG_INFINITY, f64::INFINITY);
    // Of a plane that the path approaches or leaves at a speed, from where it is at `t`, both in fractions of the way.
    let mut plane = |t: f64, speed: f64| {
        if speed < 0.0 {
            met = met.max(t + (skin - slack) / speed);
        } else if speed > 0.0 && t < 1.0 {
            left = left.min(t - (skin + slack) / speed);
        }
    };
    let grazing = body.grazing.iter().filter(|_| rounding == Rounding::None);
    for p in path::bounds(body, rounding, 0.0).chain(grazing.copied()) {
        let speed = p.normal.dot(&path.d);
        plane(-p.distance(&path.start) / speed, speed);
    }
    if rounding != Rounding::None {
        // What is round is entered and left by the planes that touch it there.
        let inside = path::inside(body, rounding, path, 0.0);
        for t in [inside.enter, inside.leave]
            .into_iter()
            .filter(|t| (0.0..=1.0).contains(t))
        {
            let normal = path::signed_distance(body, rounding, &path.at(t), 0.0).normal;
            plane(t, normal.dot(&path.d) / normal.norm());
        }
    }
    [met, left]
}
