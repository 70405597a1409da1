//! Numbers in the keys of an entity, and why an entity is left out.
//!
//! The games read any text as a number, and a text without one as 0. Here such a text, and a number that no map could mean, makes
//! the entity an omission that is named.

use clipmark_geometry::{MapEntity, Rotation, Vec3};
use std::cell::Cell;
use thiserror::Error;

/// Largest number in a key of a moving part: coordinates, speeds and times of real maps stay far below.
const LARGEST: f32 = 1e6;
/// Most corners of a train's way: as many as a level of Quake III has entities.
const MOST_CORNERS: usize = 1024;
/// Most corners of all ways of a map together, left-out trains included. Without it a map of trains that share one long way would
/// take minutes and gigabytes.
pub(crate) const MOST_CORNERS_IN_ALL: usize = 1 << 18;
/// Why a train is left out that comes after that.
const TOO_MANY_CORNERS: &str =
    "the ways of the map's trains have more than 262,144 corners together; give it fewer trains";
/// More parts, and more triggers, than these are not read: a level of Quake III has no more entities.
pub(crate) const MOST_PARTS: usize = 1024;
/// Why a longer way is left out.
const ENDLESS: &str =
    "its way never comes back to its first corner within 1,024 corners; let the last corner target the first";

/// The corners of a train's loop, from its first one; `left` is what all ways of the map may still have.
///
/// # Errors
/// A way that ends, is too long or never comes back, and a corner that cannot be read.
pub(crate) fn corners<'a, C>(
    train: &MapEntity,
    left: &Cell<usize>,
    first: Option<(usize, &'a MapEntity)>,
    next: impl Fn(&MapEntity) -> Option<(usize, &'a MapEntity)>,
    corner: impl Fn(&MapEntity) -> Result<C, LeftOut>,
) -> Result<Vec<C>, LeftOut> {
    let (mut out, mut at) = (Vec::new(), first);
    loop {
        let Some((i, entity)) = at else {
            let why = if out.is_empty() {
                "its target names no path_corner".into()
            } else {
                format!("the corner {} of its way has no next one", out.len())
            };
            return Err(LeftOut::new(train, why));
        };
        if !out.is_empty() && Some(i) == first.map(|(i, _)| i) {
            return Ok(out);
        }
        if out.len() == MOST_CORNERS {
            return Err(LeftOut::new(train, ENDLESS));
        }
        let Some(rest) = left.get().checked_sub(1) else {
            return Err(LeftOut::new(train, TOO_MANY_CORNERS));
        };
        left.set(rest);
        out.push(corner(entity)?);
        at = next(entity);
    }
}

/// A moving part or a trigger that is not played, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {class} at line {line} of the map's entities is left out: {why}")]
pub struct LeftOut {
    /// Line of its opening brace in the text of the entities, from 1.
    pub line: usize,
    /// Its class.
    pub class: String,
    /// The fault, and the right form.
    pub why: String,
}

impl LeftOut {
    /// An omission of that entity.
    pub(crate) fn new(entity: &MapEntity, why: impl Into<String>) -> Self {
        Self {
            line: entity.line,
            class: entity.class().into(),
            why: why.into(),
        }
    }
}

/// A number of an entity, or its default.
pub(crate) fn number(entity: &MapEntity, key: &str, default: f32) -> Result<f32, LeftOut> {
    let Some(text) = entity.value(key) else {
        return Ok(default);
    };
    let word = text.split_whitespace().next();
    word.and_then(parsed)
        .ok_or_else(|| not_a_number(entity, key, text))
}

/// Three numbers of an entity, or zeros.
pub(crate) fn triple(entity: &MapEntity, key: &str) -> Result<Vec3, LeftOut> {
    let Some(text) = entity.value(key) else {
        return Ok(Vec3::zeros());
    };
    let mut words = text.split_whitespace().map(parsed);
    let mut next = || {
        let word = words.next().unwrap_or(Some(0.0));
        word.ok_or_else(|| not_a_number(entity, key, text))
    };
    Ok(Vec3::new(next()?, next()?, next()?))
}

/// A number; a missing key and 0 stand for the default, as in the games.
pub(crate) fn number_not_0(entity: &MapEntity, key: &str, default: f32) -> Result<f32, LeftOut> {
    let given = number(entity, key, default)?;
    Ok(if given == 0.0 { default } else { given })
}

/// The flags of an entity.
pub(crate) fn flags(entity: &MapEntity) -> Result<u32, LeftOut> {
    Ok(number(entity, "spawnflags", 0.0)?.max(0.0) as u32)
}

/// The angles of an entity: `angles`, or `angle` as the yaw alone. If both stand, the last counts.
pub(crate) fn angles(entity: &MapEntity) -> Result<Vec3, LeftOut> {
    let last = entity
        .keys
        .iter()
        .rev()
        .find(|(key, _)| key == "angles" || key == "angle");
    match last {
        Some((key, _)) if key == "angle" => Ok(Vec3::new(0.0, number(entity, "angle", 0.0)?, 0.0)),
        _ => triple(entity, "angles"),
    }
}

fn parsed(word: &str) -> Option<f32> {
    word.parse().ok().filter(|x: &f32| x.abs() <= LARGEST)
}

fn not_a_number(entity: &MapEntity, key: &str, text: &str) -> LeftOut {
    const SHOWN: usize = 40;
    let text: String = text.chars().take(SHOWN).collect();
    LeftOut::new(
        entity,
        format!("its {key} is {text:?}; wanted is a number up to 1,000,000"),
    )
}

/// Which way angles look.
pub(crate) fn forward(angles: Vec3) -> Vec3 {
    if angles == Vec3::zeros() {
        // The games take the negative of a sine of 0.
        return Vec3::new(1.0, 0.0, -0.0);
    }
    Rotation::of_angles(angles).axes()[0]
}

/// Which way a part goes or a trigger pushes: along its angles; -1 is up and -2 is down.
pub(crate) fn move_direction(entity: &MapEntity) -> Result<Vec3, LeftOut> {
    let angles = angles(entity)?;
    Ok(if angles == Vec3::new(0.0, -1.0, 0.0) {
        Vec3::z()
    } else if angles == Vec3::new(0.0, -2.0, 0.0) {
        -Vec3::z()
    } else {
        forward(angles)
    })
}
