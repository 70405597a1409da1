//! Maps as editors save them: `.map` text of Quake and its successors.
//!
//! Source: the published descriptions of the format (Quake Map Format, Valve 220 texture lines, Quake III's `brushDef` and
//! `patchDef2`). Only a face's three points count; texture placement is skipped. The world is `worldspawn` and groups. Doors
//! and other brush entities are models that may be placed in it.
//!
//! Our own reader rather than the crates `quake-map` or `quake-util`. Both refuse whole files that hold a patch, and neither
//! bounds the cost of a face. Faults are to be told with their line.

mod contents;
mod write;

use super::entities;
use super::record::{MAX_COORDINATE, damaged};
use super::text::{Grammar, Token, Tokens};
use crate::Problem;
use clipmark_geometry::{
    Aabb, Brush, BrushError, BrushSide, Contents, MapEntity, Model, Patch, Plane, Point, SurfaceFlags, Vec3,
    World,
};
use contents::{Filling, filling};
use nalgebra::Vector3;
use std::mem::take;
pub use write::{MapText, write};

/// The games put a player this far above a spawn point, in units.
const SPAWN_LIFT: f32 = 1.0;
/// Most faces of a brush: its outline costs their cube. Editors' cylinders have some dozens.
const MAX_FACES: usize = 128;
/// Most brushes and patches of a file. The largest maps of players have some 50,000.
const MAX_BRUSHES: usize = 100_000;
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
pub fn read(name: &str, text: &[u8]) -> Result<World, Problem> {
    let mut out = Read::default();
    let mut tokens = Tokens::new(text, Grammar::Map);
    let read = entities::read_each(&mut tokens, &mut out, solid, |entity, out| out.take(entity));
    read.map_err(|fault| match fault {
        Fault::Here(what) => {
            let usual = (what, "mend it in an editor, or fetch the map again");
            let (message, hint) = what.split_once("; ").unwrap_or(usual);
            Problem::new(message, hint).on(tokens.line(), tokens.column(tokens.place()))
        }
        Fault::Brush {
            at: [line, place],
            why,
        } => {
            let message = format_args!("the brush is no solid: {why}");
            Problem::new(message, "mend it in the editor or remove it").on(line, tokens.column(place))
        }
    })?;
    let mut world = out.world;
    if world.brushes.is_empty() && world.patches.is_empty() {
        return Err(damaged("it has no brushes"));
    }
    world.name = name.into();
    world.bounds = bounds_of(&world.brushes, &world.patches);
    Ok(world)
}

/// What is wrong with the text.
enum Fault {
    /// At the word read last.
    Here(&'static str),
    /// With the brush that begins on a line, and at a place of the text.
    Brush { at: [usize; 2], why: BrushError },
}

impl From<&'static str> for Fault {
    fn from(what: &'static str) -> Self {
        Self::Here(what)
    }
}

/// The world so far, and the solids of the entity that is being read.
#[derive(Default)]
struct Read {
    world: World,
    brushes: Vec<Brush>,
    patches: Vec<Patch>,
    /// Solids of all entities so far.
    solids: usize,
}

impl Read {
    fn take(&mut self, mut entity: MapEntity) -> Result<(), Fault> {
        let Self { world, .. } = self;
        let (brushes, patches) = (take(&mut self.brushes), take(&mut self.patches));
        world.spawns.extend(entities::spawn(&entity, SPAWN_LIFT)?);
        if OF_THE_WORLD.contains(&entity.class()) {
            world.brushes.extend(brushes);
            world.patches.extend(patches);
        } else if !brushes.is_empty() || !patches.is_empty() {
            world.submodels += 1;
            let name = format!("*{}", world.submodels);
            // As a compiler names it, which gives each of these a model.
            entity.keys.retain(|(key, _)| key != "model");
            entity.keys.push(("model".into(), name.clone()));
            world.models.push(Model {
                name,
                bounds: bounds_of(&brushes, &patches),
                brushes,
                patches,
                ..Model::default()
            });
        }
        world.entities.push(entity);
        Ok(())
    }
}

fn bounds_of(brushes: &[Brush], patches: &[Patch]) -> Aabb {
    let brushes = brushes.iter().map(|b| b.bounds);
    let patches = patches.iter().map(|p| Aabb::of_points(&p.points));
    brushes.chain(patches).fold(Aabb::EMPTY, |a, b| a.union(&b))
}

/// A brush or patch; its opening brace has been read.
fn solid(tokens: &mut Tokens, out: &mut Read) -> Result<(), Fault> {
    out.solids += 1;
    if out.solids > MAX_BRUSHES {
        return Err("the map has more than 100,000 brushes; split it".into());
    }
    let at = [tokens.line(), tokens.place()];
    match tokens.next()? {
        Some(Token::Word("patchDef2" | "patchDef3")) => {
            tokens.expect(Token::Open)?;
            out.patches.extend(patch(tokens)?);
            tokens.expect(Token::Close)?;
        }
        Some(Token::Word("brushDef")) => {
            tokens.expect(Token::Open)?;
            out.brushes.extend(brush(tokens, at)?);
            tokens.expect(Token::Close)?;
        }
        Some(Token::Word(_)) => {
            let what = "this kind of solid is not read; brushes of three points a face, brushDef, patchDef2 and \
                        patchDef3 are";
            return Err(what.into());
        }
        token => {
            tokens.put_back(token);
            out.brushes.extend(brush(tokens, at)?);
        }
    }
    Ok(())
}

/// The faces of a brush up to its closing brace; `None` when nothing collides with it.
fn brush(tokens: &mut Tokens, at: [usize; 2]) -> Result<Option<Brush>, Fault> {
    let mut sides: Vec<BrushSide> = Vec::new();
    let mut all = Contents::empty();
    let mut ignored = false;
    loop {
        match tokens.next()? {
            Some(Token::Close) => break,
            Some(Token::Left) => {}
            _ => return Err("a face begins with three points, ( x y z ) ( x y z ) ( x y z )".into()),
        }
        let points = [point(tokens)?, next_point(tokens)?, next_point(tokens)?];
        let plane = through(points).ok_or("the three points of the face lie on one line")?;
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
            return Err("a brush has more than 128 faces; split it".into());
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
    let brush = Brush::from_sides(sides, contents);
    brush.map(Some).map_err(|why| Fault::Brush { at, why })
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

fn next_point(tokens: &mut Tokens) -> Result<Vector3<f64>, &'static str> {
    tokens.expect(Token::Left)?;
    point(tokens)
}

/// A point whose opening bracket has been read.
fn point(tokens: &mut Tokens) -> Result<Vector3<f64>, &'static str> {
    let p = Vector3::new(coordinate(tokens)?, coordinate(tokens)?, coordinate(tokens)?);
    tokens.expect(Token::Right)?;
    Ok(p)
}

fn coordinate(tokens: &mut Tokens) -> Result<f64, &'static str> {
    let x = tokens.number()?;
    if x.abs() <= f64::from(MAX_COORDINATE) {
        Ok(x)
    } else {
        Err("a coordinate lies beyond 262,144 u")
    }
}

/// The texture and the rest of a face's line.
fn face_filling(tokens: &mut Tokens) -> Result<Filling, &'static str> {
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
            _ => return Err("a face names its texture after its points"),
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
                    .map_err(|_| "what follows the texture of a face must be numbers")?;
                if !in_axis {
                    numbers.push(x);
                }
            }
            token @ (Some(Token::Left | Token::Close) | None) => {
                tokens.put_back(token);
                break;
            }
            _ => return Err("what follows the texture of a face must be numbers"),
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
fn patch(tokens: &mut Tokens) -> Result<Option<Patch>, &'static str> {
    let texture = match tokens.next()? {
        Some(Token::Word(name)) => name.to_owned(),
        Some(Token::Quoted(name)) => name,
        _ => return Err("a patch begins with its texture"),
    };
    tokens.expect(Token::Left)?;
    let size = [tokens.number()?, tokens.number()?];
    while !matches!(tokens.next()?, Some(Token::Right) | None) {}
    let sound = |n: f64| n >= 3.0 && n <= MAX_PATCH as f64 && n % 2.0 == 1.0;
    if !size.iter().all(|&n| sound(n)) {
        return Err("width and height of a patch must be odd, 3 to 129");
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
