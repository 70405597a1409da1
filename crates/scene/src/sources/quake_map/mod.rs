//! Maps as editors save them: `.map` text of Quake and its successors.
//!
//! Source: the published descriptions of the format (Quake Map Format, Valve 220 texture lines, Quake III's `brushDef` and
//! `patchDef2`). Only a face's three points count; texture placement is skipped. The world is `worldspawn` and groups. Doors
//! and other brush entities are models that may be placed in it.
//!
//! Our own reader rather than the crates `quake-map` or `quake-util`. Both refuse whole files that hold a patch, and neither
//! bounds the cost of a face. Faults are to be told with their line.

mod contents;
mod text;
mod write;

use super::MapError;
use super::entities::Entity;
use super::record::MAX_COORDINATE;
use clipmark_geometry::{
    Aabb, Brush, BrushSide, Contents, MapEntity, Model, Patch, Plane, Point, SurfaceFlags, Vec3, World,
};
use contents::{Filling, filling};
use nalgebra::Vector3;
use text::{Token, Tokens};
pub use write::{MapText, write};

/// The games put a player this far above a spawn point, in units.
const SPAWN_LIFT: f32 = 1.0;
/// Most faces of a brush: its outline costs their cube. Editors' cylinders have some dozens.
const MAX_FACES: usize = 128;
/// Most brushes and patches of a file. The largest maps of players have some 50,000.
const MAX_BRUSHES: usize = 100_000;
/// Most entities, as in compiled maps.
const MAX_ENTITIES: usize = 1 << 16;
/// Most points along an edge of a patch, as in compiled maps.
const MAX_PATCH: usize = 129;
/// Entities whose brushes are part of the world.
const OF_THE_WORLD: [&str; 7] = [
    "worldspawn",
    "func_group",
    "func_detail",
    "func_detail_wall",
    "func_detail_fence",
    "func_wall",
    "func_static",
];

/// Reads the world of a map from the text of its file.
///
/// # Errors
/// Text that is no map, or a brush that is no solid, with its line.
pub fn read(name: &str, text: &[u8]) -> Result<World, MapError> {
    let mut tokens = Tokens::new(text);
    let mut world = World {
        name: name.into(),
        ..World::default()
    };
    let mut left = MAX_BRUSHES;
    while let Some(token) = tokens.next()? {
        if token != Token::Open {
            return Err(tokens.error("an entity must begin with {"));
        }
        let line = tokens.line();
        let read = Read {
            line,
            ..entity(&mut tokens, &mut left)?
        };
        if let Some(spawn) = read
            .entity
            .player(SPAWN_LIFT)
            .map_err(|what| tokens.error(what))?
        {
            world.spawns.push(spawn);
        }
        let solids = !read.brushes.is_empty() || !read.patches.is_empty();
        let of_the_world = OF_THE_WORLD.contains(&read.entity.class());
        if world.entities.len() == MAX_ENTITIES {
            return Err(tokens.error("the map has more than 65,536 entities; no game holds so many"));
        }
        let mut keys = read.keys.clone();
        if solids && !of_the_world {
            // As a compiler names it, which gives each of these a model.
            keys.retain(|(key, _)| key != "model");
            keys.push(("model".into(), format!("*{}", world.submodels + 1)));
        }
        world.entities.push(MapEntity {
            line: read.line,
            keys,
        });
        if of_the_world {
            world.brushes.extend(read.brushes);
            world.patches.extend(read.patches);
        } else {
            world.submodels += usize::from(solids);
            let name = format!("*{}", world.submodels);
            world.models.extend(solids.then(|| read.model(name)));
        }
    }
    if world.brushes.is_empty() && world.patches.is_empty() {
        return Err(MapError::Nothing("brushes"));
    }
    world.bounds = bounds_of(&world.brushes, &world.patches);
    Ok(world)
}

fn bounds_of(brushes: &[Brush], patches: &[Patch]) -> Aabb {
    let brushes = brushes.iter().map(|b| b.bounds);
    let patches = patches.iter().map(|p| Aabb::of_points(&p.points));
    brushes.chain(patches).fold(Aabb::EMPTY, |a, b| a.union(&b))
}

impl Read {
    fn model(self, name: String) -> Model {
        Model {
            name,
            bounds: bounds_of(&self.brushes, &self.patches),
            brushes: self.brushes,
            patches: self.patches,
            ..Model::default()
        }
    }
}

#[derive(Default)]
struct Read {
    entity: Entity,
    /// Line of its opening brace, from 1.
    line: usize,
    keys: Vec<(String, String)>,
    brushes: Vec<Brush>,
    patches: Vec<Patch>,
}

fn entity(tokens: &mut Tokens, left: &mut usize) -> Result<Read, MapError> {
    let mut out = Read::default();
    loop {
        match tokens.next()? {
            Some(Token::Close) => return Ok(out),
            Some(Token::Quoted(key)) => match tokens.next()? {
                Some(Token::Quoted(value)) => {
                    out.entity.set(&key, value.clone());
                    out.keys.push((key, value));
                }
                _ => return Err(tokens.error("a key has no value; write \"key\" \"value\"")),
            },
            Some(Token::Open) => {
                *left = left
                    .checked_sub(1)
                    .ok_or_else(|| tokens.error("the map has more than 100,000 brushes; split it"))?;
                solid(tokens, &mut out)?;
            }
            _ => return Err(tokens.error("an entity holds \"key\" \"value\" pairs and brushes in { }")),
        }
    }
}

/// A brush or patch; its opening brace has been read.
fn solid(tokens: &mut Tokens, out: &mut Read) -> Result<(), MapError> {
    let line = tokens.line();
    match tokens.next()? {
        Some(Token::Word("patchDef2" | "patchDef3")) => {
            tokens.expect(Token::Open)?;
            out.patches.extend(patch(tokens)?);
            tokens.expect(Token::Close)
        }
        Some(Token::Word("brushDef")) => {
            tokens.expect(Token::Open)?;
            out.brushes.extend(brush(tokens, line)?);
            tokens.expect(Token::Close)
        }
        Some(Token::Word(_)) => Err(tokens.error(
            "this kind of solid is not read; brushes of three points a face, brushDef, patchDef2 and patchDef3 are",
        )),
        token => {
            tokens.put_back(token);
            out.brushes.extend(brush(tokens, line)?);
            Ok(())
        }
    }
}

/// The faces of a brush up to its closing brace; `None` when nothing collides with it.
fn brush(tokens: &mut Tokens, line: usize) -> Result<Option<Brush>, MapError> {
    let mut sides: Vec<BrushSide> = Vec::new();
    let mut all = Contents::empty();
    let mut ignored = false;
    loop {
        match tokens.next()? {
            Some(Token::Close) => break,
            Some(Token::Left) => {}
            _ => return Err(tokens.error("a face begins with three points, ( x y z ) ( x y z ) ( x y z )")),
        }
        let points = [point(tokens)?, next_point(tokens)?, next_point(tokens)?];
        let plane =
            through(points).ok_or_else(|| tokens.error("the three points of the face lie on one line"))?;
        let (contents, surface) = match face_filling(tokens)? {
            Filling::Solid(contents, surface) => (contents, surface),
            Filling::Nothing => {
                ignored = true;
                (Contents::empty(), SurfaceFlags::empty())
            }
        };
        all |= contents;
        // Editors write the same face twice now and then; two faces on one plane with different textures are the same here.
        if sides.iter().all(|s| s.plane != plane) {
            sides.push(BrushSide { plane, surface });
        }
        if sides.len() > MAX_FACES {
            return Err(tokens.error("a brush has more than 128 faces; split it"));
        }
    }
    if ignored {
        return Ok(None);
    }
    // Liquids and clips are so on every face; one solid face makes the whole brush solid.
    let contents = if all.contains(Contents::SOLID) {
        Contents::SOLID
    } else {
        all
    };
    let planes: Vec<Plane> = sides.iter().map(|s| s.plane).collect();
    let mut brush = Brush::from_planes(&planes, contents, SurfaceFlags::empty())
        .map_err(|why| MapError::TextBrush { line, why })?;
    for side in &mut brush.sides {
        let written = sides.iter().find(|s| s.plane == side.plane);
        side.surface = written.map_or(SurfaceFlags::empty(), |s| s.surface);
    }
    Ok(Some(brush))
}

/// The outward plane of a face, whose points go clockwise seen from outside.
fn through([a, b, c]: [Vector3<f64>; 3]) -> Option<Plane> {
    /// Twice the least area of a triangle that a plane is taken from, in square units.
    const LEAST: f64 = 1e-6;
    let normal = (a - b).cross(&(c - b)).try_normalize(LEAST)?;
    Some(Plane::new(
        normal.cast::<f32>().map(|x| x + 0.0),
        normal.dot(&b) as f32,
    ))
}

fn next_point(tokens: &mut Tokens) -> Result<Vector3<f64>, MapError> {
    tokens.expect(Token::Left)?;
    point(tokens)
}

/// A point whose opening bracket has been read.
fn point(tokens: &mut Tokens) -> Result<Vector3<f64>, MapError> {
    let p = Vector3::new(coordinate(tokens)?, coordinate(tokens)?, coordinate(tokens)?);
    tokens.expect(Token::Right)?;
    Ok(p)
}

fn coordinate(tokens: &mut Tokens) -> Result<f64, MapError> {
    let x = tokens.number()?;
    if x.abs() <= f64::from(MAX_COORDINATE) {
        Ok(x)
    } else {
        Err(tokens.error("a coordinate lies beyond 262,144 u"))
    }
}

/// The texture and the rest of a face's line.
fn face_filling(tokens: &mut Tokens) -> Result<Filling, MapError> {
    let line = tokens.line();
    // `brushDef` has its texture matrix first.
    let mut depth = 0usize;
    let texture = loop {
        match tokens.next()? {
            Some(Token::Left) if depth < 2 => depth += 1,
            Some(Token::Right) if depth > 0 => depth -= 1,
            Some(Token::Word(_)) if depth > 0 => {}
            Some(Token::Word(name)) => break name.to_owned(),
            Some(Token::Quoted(name)) if depth == 0 => break name,
            _ => return Err(tokens.error("a face names its texture after its points")),
        }
    };
    // Placement: five numbers, or two axes in brackets and three. Then, in Quake II and III: contents, flags, value.
    let mut numbers = Vec::new();
    let mut in_axis = false;
    while tokens.line_of_next() == line {
        match tokens.next()? {
            Some(Token::Word("[")) if !in_axis => in_axis = true,
            Some(Token::Word("]")) if in_axis => in_axis = false,
            Some(Token::Word(word)) => {
                let x: f64 = word
                    .parse()
                    .map_err(|_| tokens.error("what follows the texture of a face must be numbers"))?;
                if !in_axis {
                    numbers.push(x);
                }
            }
            token @ (Some(Token::Left | Token::Close) | None) => {
                tokens.put_back(token);
                break;
            }
            _ => return Err(tokens.error("what follows the texture of a face must be numbers")),
        }
    }
    /// Numbers that place a standard or Valve texture, or a matrix: the flags come after them.
    const PLACEMENTS: [usize; 3] = [5, 3, 0];
    let flags = PLACEMENTS
        .iter()
        .find_map(|&n| (numbers.len() == n + 3).then(|| numbers[n] as i64 as u32));
    Ok(filling(&texture, flags.unwrap_or(0)))
}

/// A patch, its inner opening brace read: texture, `( width height ... )`, and columns of points.
fn patch(tokens: &mut Tokens) -> Result<Option<Patch>, MapError> {
    let texture = match tokens.next()? {
        Some(Token::Word(name)) => name.to_owned(),
        Some(Token::Quoted(name)) => name,
        _ => return Err(tokens.error("a patch begins with its texture")),
    };
    tokens.expect(Token::Left)?;
    let size = [tokens.number()?, tokens.number()?];
    while !matches!(tokens.next()?, Some(Token::Right) | None) {}
    let sound = |n: f64| n >= 3.0 && n <= MAX_PATCH as f64 && n % 2.0 == 1.0;
    if !size.iter().all(|&n| sound(n)) {
        return Err(tokens.error("width and height of a patch must be odd, 3 to 129"));
    }
    let [width, height] = size.map(|n| n as usize);
    tokens.expect(Token::Left)?;
    let mut points = vec![Point::origin(); width * height];
    for column in 0..width {
        tokens.expect(Token::Left)?;
        for row in 0..height {
            tokens.expect(Token::Left)?;
            let p = Vec3::new(
                coordinate(tokens)? as f32,
                coordinate(tokens)? as f32,
                coordinate(tokens)? as f32,
            );
            // Texture coordinates.
            tokens.number()?;
            tokens.number()?;
            tokens.expect(Token::Right)?;
            points[row * width + column] = p.into();
        }
        tokens.expect(Token::Right)?;
    }
    tokens.expect(Token::Right)?;
    tokens.expect(Token::Close)?;
    Ok(match filling(&texture, 0) {
        Filling::Solid(contents, surface) => Some(Patch {
            width,
            height,
            points,
            contents,
            surface,
        }),
        Filling::Nothing => None,
    })
}
