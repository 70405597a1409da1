//! Writes a world as `.map` text that TrenchBroom and the compilers open.
//!
//! A face becomes three of its corners, the farthest apart, to the last digit of f64. Levelled planes come back to the bit,
//! others to the rounding of a normal. Bevels are left out: compilers make their own. Curved patches are written as `patchDef2`,
//! which Quake III's editors read.

use clipmark_geometry::{Brush, Contents, Face, Patch, Spawn, World};
use nalgebra::Point3;
use std::fmt::{self, Write};

/// The text of a map and the parts for which the format has no place.
#[derive(Clone, Debug, PartialEq)]
pub struct MapText {
    /// The text.
    pub text: String,
    /// Sentences about the left-out parts.
    pub omissions: Vec<String>,
}

/// The text of a world.
pub fn write(world: &World) -> MapText {
    let mut out = MapText {
        text: String::new(),
        omissions: Vec::new(),
    };
    let mut flat = 0;
    // Writing to a string cannot fail.
    let _ = put(world, &mut out.text, &mut flat);
    for (count, what) in [
        (flat, "brushes without volume"),
        (
            world.triangles.len(),
            "bare triangles, which a map has no place for",
        ),
        (
            world.submodels,
            "doors and the like, which are no part of the world",
        ),
    ] {
        if count > 0 {
            out.omissions.push(format!("left out: {count} {what}"));
        }
    }
    out
}

fn put(world: &World, out: &mut String, flat: &mut usize) -> fmt::Result {
    let message: String = world
        .name
        .chars()
        .filter(|c| !c.is_control() && *c != '"')
        .collect();
    writeln!(out, "{{\n\"classname\" \"worldspawn\"\n\"message\" \"{message}\"")?;
    for brush in &world.brushes {
        let faces = brush.faces();
        if faces.len() < 4 {
            *flat += 1;
            continue;
        }
        put_brush(brush, &faces, out)?;
    }
    for patch in &world.patches {
        put_patch(patch, out)?;
    }
    writeln!(out, "}}")?;
    for Spawn { origin, yaw } in &world.spawns {
        let z = origin.z - super::SPAWN_LIFT;
        writeln!(out, "{{\n\"classname\" \"info_player_start\"")?;
        writeln!(
            out,
            "\"origin\" \"{} {} {z}\"\n\"angle\" \"{yaw}\"\n}}",
            origin.x, origin.y
        )?;
    }
    Ok(())
}

fn put_brush(brush: &Brush, faces: &[Face], out: &mut String) -> fmt::Result {
    let texture = texture(brush.contents);
    writeln!(out, "{{")?;
    for face in faces {
        let Some(points) = corners(face, brush) else {
            continue;
        };
        for p in points {
            write!(out, "( {} {} {} ) ", p.x, p.y, p.z)?;
        }
        writeln!(out, "{texture} 0 0 0 1 1")?;
    }
    writeln!(out, "}}")
}

/// Three corners of a face, clockwise seen from outside, that span the most.
fn corners(face: &Face, brush: &Brush) -> Option<[Point3<f64>; 3]> {
    let all = &face.winding.points;
    let first = *all.first()?;
    let far = |from: Point3<f64>| {
        all.iter()
            .copied()
            .max_by(|a, b| (a - from).norm().total_cmp(&(b - from).norm()))
    };
    let second = far(first)?;
    let along = (second - first).normalize();
    let off = |p: &Point3<f64>| (p - first).cross(&along).norm();
    let third = all.iter().copied().max_by(|a, b| off(a).total_cmp(&off(b)))?;
    let plane = brush.sides[face.side].plane;
    let mut points = [first, second, third];
    // Corners of a levelled face are put on it exactly.
    if let Some(axis) = plane.axis() {
        let level = f64::from(plane.dist) * f64::from(plane.normal[axis]);
        points.iter_mut().for_each(|p| p[axis] = level);
    }
    let [a, b, c] = points;
    let outward = (a - b).cross(&(c - b)).dot(&plane.normal.cast()) > 0.0;
    Some(if outward { [a, b, c] } else { [c, b, a] })
}

/// A texture whose name tells the brush's contents.
fn texture(contents: Contents) -> &'static str {
    let names = [
        (Contents::SOLID, "wall"),
        (Contents::PLAYER_CLIP, "clip"),
        (Contents::WATER, "*water"),
        (Contents::SLIME, "*slime"),
        (Contents::LAVA, "*lava"),
    ];
    let found = names.iter().find(|(c, _)| contents.intersects(*c));
    found.map_or("trigger", |(_, name)| name)
}

fn put_patch(patch: &Patch, out: &mut String) -> fmt::Result {
    let (w, h) = (patch.width, patch.height);
    writeln!(
        out,
        "{{\npatchDef2\n{{\n{}\n( {w} {h} 0 0 0 )\n(",
        texture(patch.contents)
    )?;
    for column in 0..w {
        write!(out, "( ")?;
        for row in 0..h {
            let p = patch.points[row * w + column];
            write!(out, "( {} {} {} 0 0 ) ", p.x, p.y, p.z)?;
        }
        writeln!(out, ")")?;
    }
    writeln!(out, ")\n}}\n}}")
}
