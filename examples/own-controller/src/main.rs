//! A character controller of one's own, judged by Clipmark: a capsule on parry3d that slides along walls and steps up.

use clipmark::collision::BuildError;
use clipmark::geometry::{Contents, Hull, Point, Vec3, World};
use clipmark::movement::{Carried, Controller, ControllerWorld, MoverKind, Placed, Profile, ShapeKind, Wanted, Way};
use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast, ShapeCastOptions, cast_shapes};
use parry3d::shape::{Capsule, Compound, SharedShape};
use std::sync::Arc;

#[cfg(test)]
mod tests;

static CAPSULE: MoverKind =
    MoverKind::foreign("capsule", "a capsule on parry3d that slides and steps", build).shaped(ShapeKind::Capsule);

/// Distance kept from surfaces, and how far below the feet ground counts, in units (32 u are a metre).
const SKIN: f32 = 0.125;
const GROUND: f32 = 0.25;

fn main() -> clipmark::ExitCode {
    clipmark::Cli::new().controller(&CAPSULE).run()
}

/// The library's world, built once; players share it.
struct Level(Arc<Compound>);

fn build(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let corners = |points: &[Point]| points.iter().map(|p| p.coords.into()).collect::<Vec<Vector>>();
    let brushes = world.brushes_in(Contents::SOLID | Contents::PLAYER_CLIP);
    let solids = brushes.filter_map(|(_, brush)| SharedShape::convex_hull(&corners(&brush.vertices())));
    let triangles = world.clone().with_patches_as_triangles().triangles;
    let surfaces = triangles.iter().map(|t| corners(&t.corners)).map(|c| SharedShape::triangle(c[0], c[1], c[2]));
    let shapes = solids.chain(surfaces).map(|shape| (Pose::IDENTITY, shape));
    Ok(Arc::new(Level(Arc::new(Compound::new(shapes.collect())))))
}

impl ControllerWorld for Level {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(Body { level: self.0.clone(), profile: *profile, at: Vec3::zeros(), ground: None })
    }
}

struct Body {
    level: Arc<Compound>,
    profile: Profile,
    at: Vec3,
    ground: Option<Vec3>,
}

impl Controller for Body {
    fn place(&mut self, body: &Placed) {
        (self.at, self.ground) = (body.origin.coords, body.grounded.then(Vec3::z));
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        let (from, hull, step) = (self.at, wanted.hull, self.profile.step_height);
        let (mut way, walks) = (wanted.displacement, wanted.way == Way::Walks);
        if let Some(normal) = self.ground.filter(|_| walks) {
            // Along the ground, as fast as on the level.
            let along = way - normal * way.dot(&normal);
            way = along.try_normalize(1e-6).map_or(way, |along| along * way.norm());
        }
        self.at = self.slide(hull, from, way, walks);
        let gain = |at: Vec3| (at - from).dot(&way);
        if walks && gain(self.at) < 0.99 * way.norm_squared() {
            let up = self.slide(hull, from, Vec3::z() * step, false);
            let over = self.slide(hull, up, way.xy().push(0.0), true);
            let stood = self.stand(hull, over, step + GROUND).filter(|(at, _)| gain(*at) > gain(self.at));
            self.at = stood.map_or(self.at, |(at, _)| at);
        }
        let reach = if walks && !wanted.jumped { step } else { GROUND };
        let stood = self.stand(hull, self.at, reach).filter(|_| wanted.velocity.z <= 0.0 && wanted.way != Way::Swims);
        self.at = stood.filter(|_| walks).map_or(self.at, |(at, _)| at);
        self.ground = stood.map(|(_, normal)| normal);
        Carried { origin: Point::from(self.at), velocity: None, ground: self.ground }
    }
}

impl Body {
    /// The free share of a way, the normal of the surface that ends it, and the place of touch.
    fn cast(&self, hull: &Hull, at: Vec3, way: Vec3) -> Option<(f32, Vec3, Vec3)> {
        let (bounds, r) = (hull.bounds(), hull.radius());
        let [low, high] = [bounds.mins.z + r, bounds.maxs.z - r].map(|z| Vector::new(0.0, 0.0, z));
        let mut options = ShapeCastOptions::with_max_time_of_impact(1.0);
        (options.target_distance, options.stop_at_penetration) = (SKIN, false);
        let (pose, still, capsule) = (Pose::from_translation(at.into()), Pose::IDENTITY, Capsule::new(low, high, r));
        let hit = cast_shapes(&pose, way.into(), &capsule, &still, Vector::ZERO, &*self.level, options).ok()??;
        Some((hit.time_of_impact, hit.normal2.into(), hit.witness2.into()))
    }

    /// The end of a way: along the surfaces met, along the crease of two planes. A walker takes steep ground for a wall.
    fn slide(&self, hull: &Hull, mut at: Vec3, mut way: Vec3, walks: bool) -> Vec3 {
        let mut planes: Vec<Vec3> = Vec::new();
        for _ in 0..4 {
            let Some((share, mut normal, _)) = self.cast(hull, at, way) else { return at + way };
            at += way * share;
            if walks && normal.z.abs() < self.profile.walkable_normal {
                normal = normal.xy().push(0.0).try_normalize(1e-6).unwrap_or(normal);
            }
            way = (way - normal * way.dot(&normal).min(0.0)) * (1.0 - share);
            if let Some(crease) = planes.iter().find(|other| way.dot(other) < 0.0).map(|other| normal.cross(other)) {
                way = crease * (way.dot(&crease) / crease.norm_squared().max(1e-6));
            }
            planes.push(normal);
        }
        at
    }

    /// Ground at most so far below: where the body stands on it, and its normal.
    fn stand(&self, hull: &Hull, at: Vec3, reach: f32) -> Option<(Vec3, Vec3)> {
        let (share, mut normal, touched) = self.cast(hull, at, Vec3::z() * -reach)?;
        if normal.z < self.profile.walkable_normal {
            // A round foot on an edge: the ground is the face beyond the edge.
            let ray = Ray::new((touched + Vec3::new(-normal.x, -normal.y, 1.0) * GROUND).into(), -Vector::Z);
            normal = self.level.cast_local_ray_and_get_normal(&ray, 2.0 * GROUND, true)?.normal.into();
        }
        (normal.z >= self.profile.walkable_normal).then_some((at - Vec3::z() * (reach * share), normal))
    }
}
