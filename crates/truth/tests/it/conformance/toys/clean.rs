//! A backend in few lines: boxes and points against axis-aligned boxes, by trying them all.

use super::parts::{bounds, declaration, deepest};
use clipmark_collision::*;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Vec3, World};
use nalgebra::Vector3;

pub(crate) struct Clean(pub(crate) Vec<Brush>, pub TraceRules, Facts);

pub(crate) fn build(world: &World, rules: TraceRules) -> Clean {
    Clean(world.brushes.clone(), rules, Facts::new(declaration(rules)))
}

/// The distances of a hull at a place from the six planes of a brush: -x +x -y +y -z +z.
fn fronts(brush: &Brush, hull: &Aabb, at: &Vector3<f64>) -> [f64; 6] {
    std::array::from_fn(|i| {
        let (b, axis) = (&brush.bounds, i / 2);
        match i % 2 {
            0 => f64::from(b.mins[axis]) - (at[axis] + f64::from(hull.maxs[axis])),
            _ => at[axis] + f64::from(hull.mins[axis]) - f64::from(b.maxs[axis]),
        }
    })
}

/// The side that the hull is farthest in front of, and how far.
fn nearest(fronts: &[f64; 6]) -> (usize, f64) {
    let all = fronts.iter().copied().enumerate();
    all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

fn normal(side: usize) -> Vec3 {
    Vec3::ith(side / 2, if side.is_multiple_of(2) { -1.0 } else { 1.0 })
}

impl CollisionBackend for Clean {
    fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
        let hull = match (sweep.check(), bounds(&sweep.hull, &sweep.start)) {
            (Ok(()), Ok(hull)) => hull,
            (Ok(()), Err(status)) => return Trace::refused(sweep, status),
            (Err(_), _) => return Trace::invalid(sweep),
        };
        let (start, end) = (sweep.start.coords.cast(), sweep.end.coords.cast());
        let mut answer = Trace::free(sweep);
        for brush in self.0.iter().filter(|b| b.contents.intersects(sweep.mask)) {
            let (d1, d2) = (fronts(brush, &hull, &start), fronts(brush, &hull, &end));
            if nearest(&d1).1 < 0.0 {
                answer.start_solid = true;
                if nearest(&d2).1 < 0.0 {
                    return Trace {
                        start_solid: true,
                        all_solid: true,
                        contents: brush.contents,
                        ..Trace::refused(sweep, Status::Exact)
                    };
                }
                continue;
            }
            let (mut enter, mut leave, mut side) = (f64::NEG_INFINITY, f64::INFINITY, 0);
            for i in 0..6 {
                let speed = d1[i] - d2[i];
                if speed == 0.0 && d1[i] >= 0.0 {
                    leave = f64::NEG_INFINITY;
                } else if speed > 0.0 && d1[i] / speed > enter {
                    (enter, side) = (d1[i] / speed, i);
                } else if speed < 0.0 {
                    leave = leave.min(d1[i] / speed);
                }
            }
            let back = (enter - f64::from(self.1.skin) / (d1[side] - d2[side])).max(0.0) as f32;
            let counts = self.1.touch == TouchRule::WithinSkin || enter < 1.0;
            if enter < leave && enter >= 0.0 && counts && back < answer.fraction {
                let dist = if side % 2 == 0 {
                    -brush.bounds.mins[side / 2]
                } else {
                    brush.bounds.maxs[side / 2]
                };
                answer = Trace {
                    fraction: back,
                    end: sweep.at(back),
                    plane: Some(Plane::new(normal(side), dist)),
                    contents: brush.contents,
                    ..answer
                };
            }
        }
        answer
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        deepest(self, hull, at, mask, work)
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        _: &mut Work,
    ) {
        let Ok(hull) = bounds(hull, at) else { return };
        for brush in self.0.iter().filter(|b| b.contents.intersects(mask)) {
            let (side, distance) = nearest(&fronts(brush, &hull, &at.coords.cast()));
            if distance <= f64::from(margin) {
                let n = normal(side);
                let reach = if side % 2 == 0 {
                    hull.maxs[side / 2]
                } else {
                    -hull.mins[side / 2]
                };
                let point = at - n * (reach + distance as f32);
                out.push(Contact {
                    point,
                    normal: n,
                    face_normal: n,
                    distance: distance as f32,
                    top: brush.bounds.maxs.z,
                    contents: brush.contents,
                });
            }
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        let held = self.0.iter().filter(|b| b.bounds.contains(at));
        held.fold(Contents::empty(), |c, b| c | b.contents)
    }

    fn facts(&self) -> &Facts {
        &self.2
    }
}
