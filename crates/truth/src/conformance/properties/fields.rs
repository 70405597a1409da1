//! A hit names the surface met: the face's flags, the brush's contents and the plane's distance. A mask leaves out all other
//! contents.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Brush, Contents, Point, SurfaceFlags, Vec3, World};

/// Half the size of a block, and from one block to the next, in units.
const HALF: f32 = 96.0;
const APART: f32 = 2048.0;
/// How far before a face sweeps begin, and behind it end, in units.
const REACH: f32 = 300.0;
/// Contents of the blocks, one each.
const KINDS: [Contents; 3] = [Contents::SOLID, Contents::PLAYER_CLIP, Contents::WATER];

pub(super) fn meet_named_surfaces(s: &Setting, ledger: &mut Ledger) {
    let blocks: Vec<Brush> = KINDS
        .iter()
        .enumerate()
        .filter_map(|(i, c)| block(i, *c))
        .collect();
    let world = World::of_brushes("fields", blocks.clone());
    let Some(backend) = (s.build)(&world, s.rules) else {
        return;
    };
    let shown = flags_shown(s);
    for hull in &s.hulls {
        let b = hull.bounds();
        for (block, contents) in blocks.iter().zip(KINDS) {
            for mask in [
                Contents::PLAYER_MASK,
                Contents::SOLID,
                Contents::WATER,
                Contents::all(),
            ] {
                for side in &block.sides {
                    let n = side.plane.normal;
                    let reach = Vec3::from_fn(|i, _| if n[i] > 0.0 { -b.mins[i] } else { b.maxs[i] });
                    let on = block.bounds.center() + n * (HALF + reach.dot(&n.abs()));
                    let sweep = Sweep::new(*hull, on + n * REACH, on - n * (HALF * 0.5)).against(mask);
                    let t = backend.trace(&sweep, &mut Work::silent());
                    ledger.case();
                    let mut blame = |wrong: bool, fault: &'static str, size: f32| {
                        ledger.found_if(wrong, fault, size, || s.example(&sweep, &t));
                    };
                    let stops = contents.intersects(mask);
                    blame(stops && !t.hit(), "passes through what is of the mask", 1.0);
                    blame(!stops && t.hit(), "stops at what is not of the mask", 1.0);
                    if !stops || !t.hit() {
                        continue;
                    }
                    blame(
                        t.contents != contents,
                        "contents that the brush met does not have",
                        1.0,
                    );
                    blame(
                        shown && t.surface != side.surface,
                        "surface flags that the face met does not have",
                        1.0,
                    );
                    let off = t.plane.map_or(f32::INFINITY, |p| {
                        (p.dist - side.plane.dist).abs().max((p.normal - n).norm())
                    });
                    blame(off > s.tolerance(&sweep), "a plane that is not the face's", off);
                }
            }
        }
    }
}

/// Whether the backend shows any flag of a face: libraries know none.
fn flags_shown(s: &Setting) -> bool {
    let Some(block) = block(0, Contents::SOLID) else {
        return false;
    };
    let Some(backend) = (s.build)(&World::of_brushes("flags", vec![block]), s.rules) else {
        return false;
    };
    let mut any = false;
    for hull in &s.hulls {
        for axis in 0..3 {
            let from = Vec3::ith(axis, -REACH - HALF);
            let sweep = Sweep::new(*hull, Point::from(from), Point::from(-from));
            any |= !backend.trace(&sweep, &mut Work::silent()).surface.is_empty();
        }
    }
    any
}

/// A block whose faces each have their own flags.
fn block(number: usize, contents: Contents) -> Option<Brush> {
    let middle = Point::new(number as f32 * APART, 0.0, 0.0);
    let half = Vec3::repeat(HALF);
    let mut block = Brush::from_box(middle - half, middle + half, contents).ok()?;
    for (i, side) in block.sides.iter_mut().enumerate() {
        side.surface = SurfaceFlags::from_bits_retain(1 << (i + 1));
    }
    Some(block)
}
