//! Quake II's compiled maps: IBSP, version 38.
//!
//! Source: the published description of the format (Max McGuire, "Quake 2 BSP File Format", 2000). Only brushes and
//! spawns are read; every offset, length, index and float is checked first.
//!
//! A model's brushes are the ones in the leaves of its tree, in the file's order. Model 0 is the world. The tree itself is
//! left to the backends, which make their own. Windows stop players, so they are solid here.

use super::record::{Record, lump};
use super::{MapError, entities};
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Model, Plane, SurfaceFlags, World};

/// The game puts a player this far above a spawn point, in units.
const SPAWN_LIFT: f32 = 9.0;
/// Magic, version and the places of 19 lumps.
const HEADER: usize = 8 + 19 * 8;
const VERSION: u32 = 38;
/// Contents of glass, which Quake II's players collide with.
const WINDOW: Contents = Contents::from_bits_retain(2);
/// Most sides of a brush: its outline costs their cube.
const MAX_SIDES: usize = 256;

/// Place in the directory, length of a record in bytes, name for messages.
type Lump = (usize, usize, &'static str);
const ENTITIES: Lump = (0, 1, "entities");
const PLANES: Lump = (1, 20, "planes");
const NODES: Lump = (4, 28, "nodes");
const TEXTURES: Lump = (5, 76, "textures");
const LEAFS: Lump = (8, 28, "leafs");
const LEAF_BRUSHES: Lump = (10, 2, "leaf brushes");
const MODELS: Lump = (13, 48, "models");
const BRUSHES: Lump = (14, 12, "brushes");
const SIDES: Lump = (15, 4, "brush sides");

/// Whether the file says that it is one of these.
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"IBSP") && bytes.get(4..8) == Some(&VERSION.to_le_bytes())
}

/// Reads the world of a map from the bytes of its file.
///
/// # Errors
/// Anything in the file that does not hold together.
pub fn read(name: &str, bytes: &[u8]) -> Result<World, MapError> {
    if !is_one(bytes) || bytes.len() < HEADER {
        let (bytes, header) = (bytes.len(), HEADER);
        return Err(MapError::NoHeader { bytes, header });
    }
    let records = |(place, stride, name): Lump| -> Result<Vec<Record>, MapError> {
        let lump = lump(bytes, 8 + 8 * place, stride, name)?;
        Ok(lump.chunks_exact(stride).map(Record).collect())
    };
    let (nodes, leafs, lists) = (records(NODES)?, records(LEAFS)?, records(LEAF_BRUSHES)?);
    let brushes = records(BRUSHES)?;
    let mut walk = Walk::new((&nodes, &leafs, &lists), brushes.len());
    let mut claims = Vec::new();
    for (i, record) in records(MODELS)?.iter().enumerate() {
        let bounds = Aabb::new(record.point(0, "model", i)?, record.point(12, "model", i)?);
        claims.push((bounds, walk.listed_below(record.i32(36))?));
    }
    let mut kept = vec![false; brushes.len()];
    for &number in claims.iter().flat_map(|(_, own)| own) {
        kept[number as usize] = true;
    }
    let planes = planes(&records(PLANES)?)?;
    let brushes = read_brushes(&brushes, &records(SIDES)?, &records(TEXTURES)?, &planes, &kept)?;
    let text = lump(bytes, 8 + 8 * ENTITIES.0, ENTITIES.1, ENTITIES.2)?;
    // Where each kept brush stands in the list.
    let place = |next: &mut usize, &kept: &bool| {
        *next += usize::from(kept);
        Some(next.wrapping_sub(1))
    };
    let places: Vec<usize> = kept.iter().scan(0, place).collect();
    let own = |list: &[u32]| {
        let places = list.iter().map(|&number| places[number as usize]);
        places.map(|at| brushes[at].clone()).collect()
    };
    let models = claims.iter().enumerate().map(|(i, (bounds, list))| Model {
        name: format!("*{i}"),
        brushes: own(list),
        bounds: *bounds,
        ..Model::default()
    });
    entities::world(name, models, text, SPAWN_LIFT)
}

fn planes(records: &[Record]) -> Result<Vec<Plane>, MapError> {
    let read = |(i, r): (usize, &Record)| {
        let plane = Plane::new(r.point(0, "plane", i)?.coords, r.coordinate(12, "plane", i)?);
        plane.is_valid().then_some(plane).ok_or(MapError::Normal(i))
    };
    records.iter().enumerate().map(read).collect()
}

/// A walk down the trees of all models.
struct Walk<'a> {
    nodes: &'a [Record<'a>],
    leafs: &'a [Record<'a>],
    lists: &'a [Record<'a>],
    /// The last tree that came to each node and to each leaf, and that listed each brush.
    reached: Vec<u32>,
    seen: Vec<u32>,
    listed: Vec<u32>,
    tree: u32,
    /// Nodes, and entries of lists, that may still be visited.
    left: [usize; 2],
}

impl<'a> Walk<'a> {
    /// Trees, and lists, of a damaged file that overlap would multiply the work; some share a leaf or two.
    const SHARED: usize = 2;

    fn new((nodes, leafs, lists): (&'a [Record], &'a [Record], &'a [Record]), brushes: usize) -> Self {
        Self {
            nodes,
            leafs,
            lists,
            reached: vec![0; nodes.len()],
            seen: vec![0; leafs.len()],
            listed: vec![0; brushes],
            tree: 0,
            left: [nodes.len(), lists.len()].map(|n| n * Self::SHARED),
        }
    }

    /// The brushes that the leaves below `root` list, ascending.
    fn listed_below(&mut self, root: i32) -> Result<Vec<u32>, MapError> {
        self.tree += 1;
        let mut out = Vec::new();
        let mut open = vec![root];
        while let Some(child) = open.pop() {
            let index = |of, count: usize, number: i64| match usize::try_from(number) {
                Ok(n) if n < count => Ok(n),
                _ => Err(MapError::Range {
                    what: "node",
                    item: 0,
                    of,
                    first: number,
                    end: number + 1,
                    count,
                }),
            };
            if child >= 0 {
                let at = index("nodes", self.nodes.len(), i64::from(child))?;
                if std::mem::replace(&mut self.reached[at], self.tree) == self.tree {
                    return Err(MapError::NoTree(at));
                }
                self.left[0] = self.left[0].checked_sub(1).ok_or(MapError::Overlap("models"))?;
                open.extend([self.nodes[at].i32(4), self.nodes[at].i32(8)]);
                continue;
            }
            let at = index("leafs", self.leafs.len(), -1 - i64::from(child))?;
            if std::mem::replace(&mut self.seen[at], self.tree) != self.tree {
                self.leaf(at, &mut out)?;
            }
        }
        out.sort_unstable();
        Ok(out)
    }

    fn leaf(&mut self, at: usize, out: &mut Vec<u32>) -> Result<(), MapError> {
        let leaf = &self.leafs[at];
        let (first, count) = (usize::from(leaf.u16(24)), usize::from(leaf.u16(26)));
        let run = self.lists.get(first..first + count).ok_or(MapError::Range {
            what: "leaf",
            item: at,
            of: LEAF_BRUSHES.2,
            first: first as i64,
            end: (first + count) as i64,
            count: self.lists.len(),
        })?;
        self.left[1] = self.left[1]
            .checked_sub(count)
            .ok_or(MapError::Overlap("leaf brushes"))?;
        let brushes = self.listed.len();
        for (i, entry) in run.iter().enumerate() {
            let number = usize::from(entry.u16(0));
            let by = self.listed.get_mut(number).ok_or(MapError::Range {
                what: "leaf brush",
                item: first + i,
                of: BRUSHES.2,
                first: number as i64,
                end: number as i64 + 1,
                count: brushes,
            })?;
            if std::mem::replace(by, self.tree) != self.tree {
                out.push(number as u32);
            }
        }
        Ok(())
    }
}

fn read_brushes(
    brushes: &[Record],
    sides: &[Record],
    textures: &[Record],
    planes: &[Plane],
    kept: &[bool],
) -> Result<Vec<Brush>, MapError> {
    let mut left = sides.len();
    let mut out = Vec::new();
    for (i, record) in brushes.iter().enumerate().filter(|(i, _)| kept[*i]) {
        let run = record.run(0, "brush", i, SIDES.2, sides.len())?;
        left = left.checked_sub(run.len()).ok_or(MapError::Overlap("brushes"))?;
        if run.len() > MAX_SIDES {
            let (item, first, end) = (i, run.start as i64, run.end as i64);
            return Err(MapError::Range {
                what: "brush",
                item,
                of: SIDES.2,
                first,
                end,
                count: MAX_SIDES,
            });
        }
        let mut contents = Contents::from_bits_retain(record.u32(8));
        if contents.intersects(WINDOW) {
            contents |= Contents::SOLID;
        }
        let list = run
            .map(|s| {
                let number = i64::from(sides[s].u16(0));
                let plane = planes.get(number as usize).ok_or(MapError::Range {
                    what: "brush side",
                    item: s,
                    of: PLANES.2,
                    first: number,
                    end: number + 1,
                    count: planes.len(),
                })?;
                // Bevels have no texture.
                let texture = usize::try_from(sides[s].u16(2) as i16).ok();
                let flags = texture.and_then(|t| textures.get(t)).map_or(0, |r| r.u32(32));
                Ok(BrushSide {
                    plane: *plane,
                    surface: surface(flags),
                })
            })
            .collect::<Result<Vec<_>, MapError>>()?;
        let planes: Vec<Plane> = list.iter().map(|s| s.plane).collect();
        let solid = Brush::from_planes(&planes, contents, SurfaceFlags::empty())
            .map_err(|why| MapError::Brush { brush: i, why })?;
        // Its bevels are kept: on most maps a box needs no others. Missing ones are added.
        out.push(Brush { sides: list, ..solid });
    }
    Ok(out)
}

/// Quake II's flags of a surface that mean something here: slick 2, sky 4.
fn surface(flags: u32) -> SurfaceFlags {
    SurfaceFlags::from_bits_retain(flags) & (SurfaceFlags::SLICK | SurfaceFlags::SKY)
}
