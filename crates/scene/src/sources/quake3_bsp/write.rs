//! Writes a world as a map that Quake III and other programs can load.
//!
//! The format also wants one shader for every pair of contents and surface flags, named by them. It wants whole-number bounds of
//! nodes and leaves, area 0 wherever there is a cluster, and an entity for the world and every spawn. There are no faces to draw
//! (except curved patches), no light, and no visibility. Loaders read that as "all is visible".

use super::*;
use crate::sources::record::MAX_COORDINATE;
use clipmark_geometry::{BspTree, Point, Spawn};
use std::collections::HashMap;
use std::fmt::Write;
use thiserror::Error;

/// Why a world cannot be written as a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// No brush and no patch.
    #[error("there is nothing in the world that a map could hold")]
    Empty,
    /// A map is a tree.
    #[error("the world has no tree; compile it first")]
    NoTree,
    /// A brush that is not as a map's compiler leaves it.
    #[error("brush {0} does not begin with its six axial sides; compile the world first")]
    Brush(usize),
    /// A coordinate, plane or spawn beyond a map's limits.
    #[error("the world reaches beyond {MAX_COORDINATE} u, farther than maps do")]
    TooLarge,
}

/// The file's bytes. Read back they are the same world, to the bit. Only the heights of spawns may be off by a rounding: the
/// format stores them less the lift that games add. Submodels are not part of a world.
///
/// # Errors
/// A world without a tree or bevels, an empty one, or one beyond the format's coordinates.
pub fn write(world: &World) -> Result<Vec<u8>, WriteError> {
    let tree = world.tree.as_ref().ok_or(WriteError::NoTree)?;
    if world.brushes.is_empty() && world.patches.is_empty() || tree.leafs.is_empty() {
        return Err(WriteError::Empty);
    }
    check(world)?;
    let mut out = Lumps::default();
    out.entities(&world.name, &world.spawns);
    out.brushes(world);
    out.patches(world);
    out.tree(tree);
    out.model(world);
    Ok(out.file())
}

fn check(world: &World) -> Result<(), WriteError> {
    for (i, brush) in world.brushes.iter().enumerate() {
        if !brush.bevelled || axial_bounds(&brush.sides) != Some(brush.bounds) {
            return Err(WriteError::Brush(i));
        }
    }
    let nodes = world.tree.iter().flat_map(|t| &t.nodes).map(|n| &n.plane);
    let sides = world.brushes.iter().flat_map(|b| &b.sides).map(|s| &s.plane);
    let points = world.patches.iter().flat_map(|p| &p.points);
    let spawns = world.spawns.iter().map(|s| &s.origin);
    let corners = [&world.bounds.mins, &world.bounds.maxs];
    let fits = |x: f32| x.abs() <= MAX_COORDINATE;
    let all_fit = nodes.chain(sides).all(|p| p.is_valid() && fits(p.dist))
        && points
            .chain(spawns)
            .chain(corners)
            .all(|p| p.iter().all(|&x| fits(x)))
        && world.spawns.iter().all(|s| fits(s.yaw));
    if all_fit {
        Ok(())
    } else {
        Err(WriteError::TooLarge)
    }
}

/// Lumps under construction.
#[derive(Default)]
struct Lumps {
    /// By their place in the directory; many stay empty.
    lumps: [Vec<u8>; LUMPS],
    shaders: HashMap<(u32, u32), i32>,
    planes: HashMap<[u32; 4], i32>,
}

impl Lumps {
    fn ints(&mut self, to: Lump, numbers: &[i32]) {
        let bytes = numbers.iter().flat_map(|n| n.to_le_bytes());
        self.lumps[to.place].extend(bytes);
    }

    fn floats(&mut self, to: Lump, numbers: &[f32]) {
        let bytes = numbers.iter().flat_map(|n| n.to_le_bytes());
        self.lumps[to.place].extend(bytes);
    }

    fn count(&self, of: Lump) -> i32 {
        (self.lumps[of.place].len() / of.stride) as i32
    }

    fn entities(&mut self, name: &str, spawns: &[Spawn]) {
        let message: String = name.chars().filter(|c| !c.is_control() && *c != '"').collect();
        let mut text = format!("{{\n\"classname\" \"worldspawn\"\n\"message\" \"{message}\"\n}}\n");
        for Spawn { origin, yaw } in spawns {
            let z = unlifted(origin.z);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{{\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"{} {} {z}\"\n\"angle\" \"{yaw}\"\n}}",
                origin.x, origin.y
            );
        }
        // Loaders take it for a C string.
        text.push('\0');
        self.lumps[ENTITIES.place] = text.into_bytes();
    }

    /// The shader that carries these flags.
    fn shader(&mut self, surface: SurfaceFlags, contents: Contents) -> i32 {
        const NAME_LENGTH: usize = 64;
        let next = self.shaders.len() as i32;
        let key = (surface.bits(), contents.bits());
        let index = *self.shaders.entry(key).or_insert(next);
        if index == next {
            let mut name = format!("textures/clipmark/{:x}_{:x}", key.1, key.0).into_bytes();
            name.resize(NAME_LENGTH, 0);
            self.lumps[SHADERS.place].extend(name);
            self.ints(SHADERS, &[key.0 as i32, key.1 as i32]);
        }
        index
    }

    fn plane(&mut self, plane: &Plane) -> i32 {
        let [x, y, z]: [f32; 3] = plane.normal.into();
        let numbers = [x, y, z, plane.dist];
        let next = self.planes.len() as i32;
        let index = *self.planes.entry(numbers.map(f32::to_bits)).or_insert(next);
        if index == next {
            self.floats(PLANES, &numbers);
        }
        index
    }

    fn brushes(&mut self, world: &World) {
        for brush in &world.brushes {
            let first = self.count(SIDES);
            for side in &brush.sides {
                let record = [self.plane(&side.plane), self.shader(side.surface, brush.contents)];
                self.ints(SIDES, &record);
            }
            let shader = self.shader(brush.sides[0].surface, brush.contents);
            self.ints(BRUSHES, &[first, brush.sides.len() as i32, shader]);
        }
    }

    fn patches(&mut self, world: &World) {
        const NO_FOG: i32 = -1;
        const NO_LIGHTMAP: i32 = -1;
        for patch in &world.patches {
            let shader = self.shader(patch.surface, patch.contents);
            let (first, count) = (self.count(VERTICES), patch.points.len() as i32);
            for p in &patch.points {
                self.floats(VERTICES, &[p.x, p.y, p.z]);
                // Texture and lightmap coordinates, an upward normal, white.
                self.floats(VERTICES, &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
                self.ints(VERTICES, &[-1]);
            }
            self.ints(SURFACES, &[shader, NO_FOG, PATCH, first, count, 0, 0]);
            self.ints(SURFACES, &[NO_LIGHTMAP, 0, 0, 0, 0]);
            let Aabb { mins, maxs } = Aabb::of_points(&patch.points);
            self.floats(SURFACES, &[0.0; 3]);
            // A patch's first two lightmap vectors are the bounds that select its level of detail.
            for p in [mins, maxs, Point::origin()] {
                self.floats(SURFACES, &[p.x, p.y, p.z]);
            }
            self.ints(SURFACES, &[patch.width as i32, patch.height as i32]);
        }
    }

    fn tree(&mut self, tree: &BspTree) {
        // A node's bounds only tell a drawing program what it need not draw.
        let bounds = tree
            .leafs
            .iter()
            .fold(Aabb::EMPTY, |all, leaf| all.union(&leaf.bounds));
        for node in &tree.nodes {
            let plane = self.plane(&node.plane);
            self.ints(NODES, &[plane, node.children[0], node.children[1]]);
            self.whole_bounds(NODES, &bounds);
        }
        for leaf in &tree.leafs {
            let area = if leaf.cluster < 0 { -1 } else { 0 };
            self.ints(LEAFS, &[leaf.cluster, area]);
            self.whole_bounds(LEAFS, &leaf.bounds);
            for run in [&leaf.patches, &leaf.brushes] {
                self.ints(LEAFS, &[run.start as i32, run.len() as i32]);
            }
        }
        for &brush in &tree.leaf_brushes {
            self.ints(LEAF_BRUSHES, &[brush as i32]);
        }
        for &patch in &tree.leaf_patches {
            self.ints(LEAF_SURFACES, &[patch as i32]);
        }
    }

    fn whole_bounds(&mut self, to: Lump, bounds: &Aabb) {
        let low = bounds.mins.map(|x| x.floor() as i32);
        let high = bounds.maxs.map(|x| x.ceil() as i32);
        self.ints(to, &[low.x, low.y, low.z, high.x, high.y, high.z]);
    }

    fn model(&mut self, world: &World) {
        let Aabb { mins, maxs } = world.bounds;
        self.floats(MODELS, &[mins.x, mins.y, mins.z, maxs.x, maxs.y, maxs.z]);
        let (surfaces, brushes) = (self.count(SURFACES), self.count(BRUSHES));
        self.ints(MODELS, &[0, surfaces, 0, brushes]);
    }

    fn file(self) -> Vec<u8> {
        const HEADER: usize = DIRECTORY + 8 * LUMPS;
        /// Lumps begin at multiples of this, so that records can be read in place.
        const ALIGNED: usize = 4;
        let mut directory = [[0i32; 2]; LUMPS];
        let mut body = Vec::new();
        for (entry, bytes) in directory.iter_mut().zip(&self.lumps) {
            *entry = [(HEADER + body.len()) as i32, bytes.len() as i32];
            body.extend(bytes);
            body.resize(body.len().next_multiple_of(ALIGNED), 0);
        }
        let mut out = b"IBSP".to_vec();
        out.extend(VERSION.to_le_bytes());
        out.extend(directory.into_iter().flatten().flat_map(i32::to_le_bytes));
        out.extend(body);
        out
    }
}

/// The height that becomes `z` when a game lifts it, or the nearest to it.
fn unlifted(z: f32) -> f32 {
    let below = z - SPAWN_LIFT;
    let candidates = [below, below.next_down(), below.next_up()];
    let exact = candidates.into_iter().find(|c| c + SPAWN_LIFT == z);
    exact.unwrap_or(below)
}
