//! Hulls as they are written on the command line.

use anyhow::{Context, Result, bail};
use clipmark_geometry::{Aabb, Hull, Point};
use clipmark_movement::{Profile, profile_named};

const WANTED: &str = "give point, player, crouch, capsule, cylinder, sphere:RADIUS, or \"x0 y0 z0 x1 y1 z1\"";

/// The number of a map's clip hull, of `hull0`, `hull1` and so on.
pub(crate) fn clip_hull(text: &str) -> Option<usize> {
    text.strip_prefix("hull")?.parse().ok()
}

pub(crate) fn parse(text: &str) -> Result<Hull> {
    Ok(match text {
        "point" => Hull::Point,
        "player" => Hull::Box {
            bounds: player(false)?,
        },
        "crouch" => Hull::Box {
            bounds: player(true)?,
        },
        "capsule" => Hull::Capsule {
            bounds: player(false)?,
        },
        "cylinder" => Hull::Cylinder {
            bounds: player(false)?,
        },
        _ => match text.strip_prefix("sphere:") {
            Some(radius) => {
                let radius = radius
                    .parse()
                    .with_context(|| format!("--hull {text}: the radius is no number; {WANTED}"))?;
                Hull::new_sphere(radius).with_context(|| format!("--hull {text}"))?
            }
            None => corners(text)?,
        },
    })
}

/// Quake III's player.
fn player(ducked: bool) -> Result<Aabb> {
    let profile: &Profile = profile_named("quake3").context("the profile quake3 is missing")?;
    Ok(profile.bounds(ducked))
}

fn corners(text: &str) -> Result<Hull> {
    let numbers: Vec<f32> = text.split_whitespace().map_while(|x| x.parse().ok()).collect();
    let &[x0, y0, z0, x1, y1, z1] = &numbers[..] else {
        bail!("--hull {text}: there is no such hull; {WANTED}")
    };
    if text.split_whitespace().count() != numbers.len() {
        bail!("--hull {text}: not six numbers; {WANTED}");
    }
    Hull::new_box(Point::new(x0, y0, z0), Point::new(x1, y1, z1)).with_context(|| format!("--hull {text}"))
}
