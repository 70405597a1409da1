//! The contents of a brush in a `.map`, by its texture's name and its faces' flags.

use clipmark_geometry::{Contents, SurfaceFlags};

/// The contents of a brush.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Filling {
    /// This, with flags of the face.
    Solid(Contents, SurfaceFlags),
    /// Nothing that stops or holds a player: hints, triggers, and brushes for the compiler.
    Nothing,
}

/// Textures that no player meets.
const NOT_THERE: [&str; 11] = [
    "hint",
    "hintskip",
    "skip",
    "trigger",
    "aaatrigger",
    "origin",
    "areaportal",
    "donotenter",
    "botclip",
    "monsterclip",
    "lightgrid",
];
/// Textures of solids for players alone.
const CLIPS: [&str; 4] = ["clip", "playerclip", "full_clip", "weapclip"];
/// Contents that the faces of Quake II and III maps state by number, the same in both.
const STATED: Contents = Contents::PLAYER_CLIP.union(Contents::LIQUID);

pub(super) fn filling(texture: &str, flags: u32) -> Filling {
    let texture = texture.to_ascii_lowercase();
    let name = texture.rsplit('/').next().unwrap_or_default();
    let stated = Contents::from_bits_retain(flags) & STATED;
    let nothing = SurfaceFlags::empty();
    if NOT_THERE.contains(&name) {
        Filling::Nothing
    } else if !stated.is_empty() {
        Filling::Solid(stated, nothing)
    } else if CLIPS.contains(&name) {
        Filling::Solid(Contents::PLAYER_CLIP, nothing)
    } else if name.starts_with(['*', '!', '#']) {
        // Quake's, Half-Life's and some editors' marks of a liquid.
        let liquid = if name.contains("lava") {
            Contents::LAVA
        } else if name.contains("slime") {
            Contents::SLIME
        } else {
            Contents::WATER
        };
        Filling::Solid(liquid, nothing)
    } else if name.starts_with("sky") {
        // Players are stopped by sky in Quake.
        Filling::Solid(Contents::SOLID, SurfaceFlags::SKY)
    } else {
        Filling::Solid(Contents::SOLID, nothing)
    }
}
