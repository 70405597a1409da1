//! The faces of a world, packed for drawing.

use clipmark_geometry::{Contents, Point, World};

/// The kind of a face's solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Kind {
    Solid = 0,
    /// It stops players alone.
    Clip = 1,
    Patch = 2,
    Triangle = 3,
    Water = 4,
    Slime = 5,
    Lava = 6,
}

/// Each face as little-endian words: its kind and its number of corners. Then x, y and z of each corner in units, as
/// f32. Corners run counter-clockwise seen from outside.
pub(crate) fn faces(world: &World) -> Vec<u8> {
    let mut out = Vec::new();
    let mut add = |kind: Kind, corners: &[Point]| {
        out.extend((kind as u32).to_le_bytes());
        out.extend((corners.len() as u32).to_le_bytes());
        let numbers = corners.iter().flat_map(|p| [p.x, p.y, p.z]);
        out.extend(numbers.flat_map(f32::to_le_bytes));
    };
    for brush in &world.brushes {
        let Some(kind) = kind(brush.contents) else {
            continue;
        };
        for face in brush.faces() {
            add(kind, &face.winding.to_f32());
        }
    }
    let patches = world
        .patches
        .iter()
        .filter(|p| p.contents.intersects(Contents::PLAYER_MASK));
    for triangle in patches.flat_map(|p| p.triangles().triangles) {
        add(Kind::Patch, &triangle.corners);
    }
    for (_, triangle) in world.triangles_in(Contents::PLAYER_MASK) {
        add(Kind::Triangle, &triangle.corners);
    }
    out
}

/// The kind of a brush; none where a player neither meets nor swims in it.
fn kind(contents: Contents) -> Option<Kind> {
    [
        (Contents::SOLID, Kind::Solid),
        (Contents::PLAYER_MASK, Kind::Clip),
        (Contents::WATER, Kind::Water),
        (Contents::SLIME, Kind::Slime),
        (Contents::LAVA, Kind::Lava),
    ]
    .into_iter()
    .find(|(bits, _)| contents.intersects(*bits))
    .map(|(_, kind)| kind)
}
