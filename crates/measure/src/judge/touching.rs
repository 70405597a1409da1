//! Surfaces that a body touches after each tick, as its own backend reports them: for drawing, not for judging.

use crate::run::play::Played;
use crate::run::setting::BuiltContestant;
use clipmark_collision::Work;
use clipmark_geometry::{Contents, Vec3};

/// Nearer than the skin and this is touching, in units: a quarter of Quake III's skin. So a body at rest one skin away
/// always counts as standing.
const MARGIN: f32 = 1.0 / 32.0;
/// Normals whose cosine is above this are one surface: neighbouring tiles of a floor.
const ALIKE: f32 = 0.9999;

/// How many directions a body touches something in after each tick, and their unit normals.
pub(crate) fn touching(entrant: &BuiltContestant, played: &Played) -> (Vec<u8>, Vec<[f32; 3]>) {
    let margin = entrant.backend.facts().declaration.rules.skin.max(0.0) + MARGIN;
    let mut work = Work::silent();
    let mut found = Vec::new();
    let (mut counts, mut normals): (Vec<u8>, Vec<[f32; 3]>) = Default::default();
    for state in played.states.iter().skip(1) {
        found.clear();
        if state.origin.iter().all(|x| x.is_finite()) {
            entrant.backend.contacts(
                &entrant.hull,
                &state.origin,
                margin,
                Contents::PLAYER_MASK,
                &mut found,
                &mut work,
            );
        }
        let first = normals.len();
        for contact in &found {
            let normal = contact.normal;
            let known = normals[first..]
                .iter()
                .any(|n| normal.dot(&Vec3::from(*n)) > ALIKE);
            if !known && normals.len() - first < usize::from(u8::MAX) {
                normals.push(normal.into());
            }
        }
        counts.push((normals.len() - first) as u8);
    }
    (counts, normals)
}
