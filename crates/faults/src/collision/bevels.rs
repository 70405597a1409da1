//! A tracer of boxes without edge bevels: it moves planes out by the hull's reach, so that a brush sticks out along its
//! edges. It knows starts outside of solids only.

use clipmark_collision::Sweep;
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, World};

pub(super) struct NoBevels {
    solids: Vec<Solid>,
}

struct Solid {
    contents: Contents,
    bounds: Aabb,
    /// Its faces, and its bounding box.
    planes: Vec<Plane>,
}

impl NoBevels {
    pub(super) fn new(world: &World) -> Self {
        let solids = world.brushes.iter().map(|brush| {
            let faces = brush.faces();
            let own = faces.iter().map(|f| brush.sides[f.side].plane);
            Solid {
                contents: brush.contents,
                bounds: brush.bounds,
                planes: own.chain(box_of(&brush.bounds)).collect(),
            }
        });
        Self {
            solids: solids.collect(),
        }
    }

    /// The first hit: fraction, plane and contents.
    pub(super) fn first(&self, sweep: &Sweep, skin: f32) -> Option<(f32, Plane, Contents)> {
        // A point needs no bevels.
        if sweep.hull == Hull::Point {
            return None;
        }
        let way = sweep.hull.swept_bounds(&sweep.start, &sweep.end).grown(skin);
        let near = self
            .solids
            .iter()
            .filter(|s| s.contents.intersects(sweep.mask) && s.bounds.touches(&way));
        let met = near.filter_map(|s| {
            let (fraction, plane) = s.entry(sweep, skin)?;
            Some((fraction, plane, s.contents))
        });
        met.min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

impl Solid {
    fn entry(&self, sweep: &Sweep, skin: f32) -> Option<(f32, Plane)> {
        let mut entered: Option<(f32, Plane)> = None;
        let mut left = 1.0_f32;
        for plane in &self.planes {
            let reach = sweep.hull.support(&-plane.normal);
            let front = |at: &Point| plane.distance(at) - reach;
            let (from, to) = (front(&sweep.start), front(&sweep.end));
            // In front all the way, or on the way out.
            if from > 0.0 && (to >= skin || to >= from) {
                return None;
            }
            if from <= 0.0 && to <= 0.0 {
                continue;
            }
            if from > to {
                let at = ((from - skin) / (from - to)).max(0.0);
                if entered.is_none_or(|(best, _)| at > best) {
                    entered = Some((at, *plane));
                }
            } else {
                left = left.min((from - skin) / (from - to));
            }
        }
        entered.filter(|(at, _)| *at < left)
    }
}

fn box_of(bounds: &Aabb) -> impl Iterator<Item = Plane> {
    let (lo, hi) = (bounds.mins, bounds.maxs);
    (0..3).flat_map(move |axis| {
        let mut normal = clipmark_geometry::Vec3::zeros();
        normal[axis] = 1.0;
        [Plane::new(normal, hi[axis]), Plane::new(-normal, -lo[axis])]
    })
}
