//! A box tracer without edge bevels: each plane of a brush, and of its bounds, moved out by the box. Sloped edges stick out.

use super::parts::{bounds, declaration, deepest};
use clipmark_collision::*;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Vec3, World};

pub(crate) struct Unbevelled(Vec<(Brush, Vec<Plane>)>, TraceRules, Facts);

pub(crate) fn build(world: &World, rules: TraceRules) -> Unbevelled {
    let planes = |b: &Brush| {
        let axial = (0..3).flat_map(|i| {
            let n = Vec3::ith(i, 1.0);
            [Plane::new(-n, -b.bounds.mins[i]), Plane::new(n, b.bounds.maxs[i])]
        });
        b.sides.iter().map(|s| s.plane).chain(axial).collect()
    };
    let brushes = world.brushes.iter().map(|b| (b.clone(), planes(b))).collect();
    Unbevelled(brushes, rules, Facts::new(declaration(rules)))
}

/// The distance of a box at a place to a plane.
fn front(plane: &Plane, hull: &Aabb, at: &Point) -> f64 {
    let n = plane.normal;
    let corner = Vec3::from_fn(|i, _| if n[i] < 0.0 { hull.maxs[i] } else { hull.mins[i] });
    let x = at.coords.cast::<f64>() + corner.cast::<f64>();
    n.cast::<f64>().dot(&x) - f64::from(plane.dist)
}

impl Unbevelled {
    fn of(&self, mask: Contents) -> impl Iterator<Item = &(Brush, Vec<Plane>)> {
        self.0.iter().filter(move |(b, _)| b.contents.intersects(mask))
    }
}

impl CollisionBackend for Unbevelled {
    fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
        let hull = match (sweep.check(), bounds(&sweep.hull, &sweep.start)) {
            (Ok(()), Ok(hull)) => hull,
            (Ok(()), Err(status)) => return Trace::refused(sweep, status),
            (Err(_), _) => return Trace::invalid(sweep),
        };
        let skin = f64::from(self.1.skin);
        let mut answer = Trace::free(sweep);
        for (brush, planes) in self.of(sweep.mask) {
            let fronts: Vec<[f64; 2]> = planes
                .iter()
                .map(|p| [front(p, &hull, &sweep.start), front(p, &hull, &sweep.end)])
                .collect();
            if fronts.iter().all(|f| f[0] < 0.0) {
                answer.start_solid = true;
                if fronts.iter().all(|f| f[1] < 0.0) {
                    return Trace {
                        start_solid: true,
                        all_solid: true,
                        contents: brush.contents,
                        ..Trace::refused(sweep, Status::Exact)
                    };
                }
                continue;
            }
            let (mut enter, mut leave, mut met) = (f64::NEG_INFINITY, f64::INFINITY, None);
            for (plane, [from, to]) in planes.iter().zip(&fronts) {
                let speed = from - to;
                if speed == 0.0 && *from >= 0.0 {
                    leave = f64::NEG_INFINITY;
                } else if speed > 0.0 && from / speed > enter {
                    (enter, met) = (
                        from / speed,
                        Some((plane, ((from - skin) / speed).max(0.0) as f32)),
                    );
                } else if speed < 0.0 {
                    leave = leave.min(from / speed);
                }
            }
            let counts = self.1.touch == TouchRule::WithinSkin || enter < 1.0;
            if let Some((plane, back)) = met
                && enter < leave
                && enter >= 0.0
                && counts
                && back < answer.fraction
            {
                answer = Trace {
                    fraction: back,
                    end: sweep.at(back),
                    plane: Some(*plane),
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
        for (brush, planes) in self.of(mask) {
            let fronts = planes.iter().map(|p| (p, front(p, &hull, at)));
            let Some((plane, distance)) = fronts.max_by(|a, b| a.1.total_cmp(&b.1)) else {
                continue;
            };
            if distance <= f64::from(margin) {
                let n = plane.normal;
                let reach = Vec3::from_fn(|i, _| if n[i] < 0.0 { hull.maxs[i] } else { hull.mins[i] });
                out.push(Contact {
                    point: at + reach - n * distance as f32,
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
        let point = Hull::Point.bounds();
        let holds = |planes: &[Plane]| planes.iter().all(|p| front(p, &point, at) <= 0.0);
        let held = self.0.iter().filter(|(_, planes)| holds(planes));
        held.fold(Contents::empty(), |c, (b, _)| c | b.contents)
    }

    fn facts(&self) -> &Facts {
        &self.2
    }
}
