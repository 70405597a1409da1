//! A body among Box3D's planes: the sample's moves, and what they ask of the library.

use crate::near::normal_of;
use crate::question::{self, Mover};
use crate::world::{Box3d, Loaded};
use boxddd::{Capsule, CollisionPlane, MoverPlane, QueryFilter, ShapeId, clip_vector, solve_planes};
use clipmark_adapter::Log;
use clipmark_geometry::{Aabb, Hull, Vec3};

/// Iterations of a move, as in the sample.
const ITERATIONS: usize = 5;
/// A move shorter than this ends the iterations, in metres, as in the sample.
pub(crate) const SHORT: f32 = 0.01;
/// How far below a body ground is looked for, in metres: four slops. Smaller: what a cast stopped short of is no ground.
const NEAR_GROUND: f32 = 0.02;

/// A body among Box3D's planes.
pub(crate) struct Query<'a> {
    pub(crate) box3d: &'a Box3d,
    pub(crate) loaded: &'a Loaded,
    pub(crate) filter: QueryFilter,
    pub(crate) capsule: Capsule,
    /// The same as a hull, relative to the position.
    pub(crate) hull: Hull,
    pub(crate) log: &'a Log,
}

/// A plane that is too steep to stand on, turned upright at the same distance along the level.
fn upright(plane: CollisionPlane, steepest: f32) -> CollisionPlane {
    let n = plane.plane.normal;
    let level = n.x.hypot(n.y);
    if n.z <= 0.0 || n.z >= steepest || level == 0.0 {
        return plane;
    }
    let mut turned = plane;
    turned.plane.normal.x = n.x / level;
    turned.plane.normal.y = n.y / level;
    turned.plane.normal.z = 0.0;
    turned.plane.offset = plane.plane.offset / level;
    turned
}

impl Query<'_> {
    /// Moves a body to a target as far as planes let it, as the sample does; the planes of the last iteration. With `steepest` a
    /// plane whose normal points up by less is taken as an upright wall, so that its edge lifts no walker.
    pub(crate) fn slide(
        &self,
        at: &mut Vec3,
        target: &Vec3,
        steepest: Option<f32>,
    ) -> Option<Vec<CollisionPlane>> {
        let mut planes = Vec::new();
        let (start, mut rounds) = (*at, Vec::new());
        let is_noted = self.log.is_noting();
        for _ in 0..ITERATIONS {
            planes = self.planes(at)?;
            if let Some(steepest) = steepest {
                planes = planes.into_iter().map(|p| upright(p, steepest)).collect();
            }
            let wanted = self.box3d.length(&(target - *at));
            let delta = match planes.is_empty() {
                true => wanted,
                false => {
                    let given: Option<Vec<CollisionPlane>> = is_noted.then(|| planes.clone());
                    let delta = solve_planes(wanted, &mut planes).ok()?.delta;
                    if let Some(given) = given {
                        self.log.note(|| question::solving(wanted, &given, delta));
                    }
                    delta
                }
            };
            let delta = self.box3d.units(delta);
            let share = self.cast(at, &delta)?;
            let moved = delta * share;
            *at += moved;
            if is_noted {
                rounds.push((delta, share));
            }
            if moved.norm() * self.box3d.metre() < SHORT {
                break;
            }
        }
        self.log.note(|| {
            let wanted = target - start;
            self.body(&start)
                .rounds(&rounds, at, &wanted, self.box3d.plan.settings.pogo)
        });
        Some(planes)
    }

    fn body(&self, at: &Vec3) -> Mover<'_> {
        Mover {
            box3d: self.box3d,
            capsule: &self.capsule,
            hull: self.hull,
            at: *at,
        }
    }

    fn planes(&self, at: &Vec3) -> Option<Vec<CollisionPlane>> {
        let mut found = self.touched(at)?;
        // Box3D promises no order.
        let key = |p: &MoverPlane| {
            [
                p.plane.normal.x,
                p.plane.normal.y,
                p.plane.normal.z,
                p.plane.offset,
            ]
        };
        found.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
        let rigid = |p: &MoverPlane| CollisionPlane::new(p.plane, f32::MAX, true).ok();
        found.iter().map(rigid).collect()
    }

    fn touched(&self, at: &Vec3) -> Option<Vec<MoverPlane>> {
        let place = self.box3d.place(at);
        let found = self
            .loaded
            .world
            .collide_mover(place, &self.capsule, self.filter)
            .ok()?;
        self.log.note(|| {
            let mut planes: Vec<_> = found.iter().map(|p| p.plane).collect();
            let key = |p: &boxddd::Plane| [p.normal.x, p.normal.y, p.normal.z, p.offset];
            planes.sort_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
            self.body(at).touching(&planes)
        });
        Some(found)
    }

    /// The share of a move that is free.
    pub(crate) fn cast(&self, at: &Vec3, way: &Vec3) -> Option<f32> {
        let (place, length) = (self.box3d.place(at), self.box3d.length(way));
        let free = self
            .loaded
            .world
            .cast_mover(place, &self.capsule, length, self.filter)
            .ok()?;
        self.log.note(|| self.body(at).casting(way, free));
        Some(free)
    }

    /// Where a ray ends as a share of its way, and the normal there.
    pub(crate) fn ray(&self, at: &Vec3, way: &Vec3) -> Option<Option<(f32, Vec3)>> {
        let (place, length) = (self.box3d.place(at), self.box3d.length(way));
        let hit = self
            .loaded
            .world
            .cast_ray_closest(place, length, self.filter)
            .ok()?;
        let met = hit.map(|hit| (hit.fraction, normal_of(hit.normal)));
        self.log.note(|| question::ray(self.box3d, at, way, met));
        Some(met)
    }

    /// Ground under a body, its normal and its shape: of the planes that touch it a little lower, the one most upward.
    pub(crate) fn ground(&self, at: &Vec3, walkable: f32) -> Option<Option<(Vec3, ShapeId)>> {
        let lower = at - Vec3::z() * (NEAR_GROUND / self.box3d.metre());
        let planes = self.touched(&lower)?;
        let planes = planes.iter().map(|p| (normal_of(p.plane.normal), p.shape_id));
        let level = planes.max_by(|a, b| a.0.z.total_cmp(&b.0.z));
        Some(level.filter(|(n, _)| n.z >= walkable))
    }

    pub(crate) fn clipped(&self, velocity: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        if planes.is_empty() {
            return Some(*velocity);
        }
        let clipped = clip_vector(self.box3d.length(velocity), planes).ok()?;
        Some(self.box3d.units(clipped))
    }

    pub(crate) fn radius(&self) -> f32 {
        self.capsule.raw().radius / self.box3d.metre()
    }

    /// How far past an edge a round foot stands on it with a normal that can be stood on.
    pub(crate) fn foothold(&self, walkable: f32) -> f32 {
        self.radius() * (1.0 - (1.0 - walkable * walkable).max(0.0).sqrt())
    }
}

/// The capsule in a hull's bounds, its foot raised.
pub(crate) fn capsule(box3d: &Box3d, hull: &Hull, lift: f32) -> Capsule {
    let bounds = hull.bounds();
    let radius = match hull {
        Hull::Capsule { .. } => hull.radius(),
        _ => bounds.half_extents().x,
    };
    let center = bounds.center();
    let low = bounds.mins.z + lift + radius;
    let high = (bounds.maxs.z - radius).max(low);
    let end = |z: f32| box3d.length(&Vec3::new(center.x, center.y, z));
    Capsule::new(end(low), end(high), radius * box3d.metre())
}

/// The hull of [`capsule`].
pub(crate) fn lifted(hull: &Hull, lift: f32) -> Hull {
    let bounds = hull.bounds();
    let mut mins = bounds.mins;
    // A capsule is no lower than it is wide.
    mins.z = (mins.z + lift).min(bounds.maxs.z - 2.0 * bounds.half_extents().x);
    Hull::Capsule {
        bounds: Aabb::new(mins, bounds.maxs),
    }
}
