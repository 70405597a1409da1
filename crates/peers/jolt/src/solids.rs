//! A world as Jolt has it: a static compound of convex hulls for each kind of contents, each in a layer of its own. A part that
//! moves is such a compound too, of a kinematic body.
//!
//! Every hull lies around its own middle, since Jolt's hull builder loses precision far from the shape's origin.

use crate::scale::{METRE, metres, place};
use crate::settings::Settings;
use clipmark_collision::question::solid_between;
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Cuboid, Model, Point, Vec3 as Units, World};
use oxijolt::{
    BodyId, BodySettings, BroadPhaseLayer, CollisionLayers, CompoundChild, ObjectLayer, PhysicsWorld, Quat,
    RVec3, Shape, ShapeError, Vec3, WorldError, WorldSettings,
};

/// What a world is made from, shared by its casts and by all controllers in it: Jolt's shapes never change.
#[derive(Debug)]
pub(crate) struct Solids {
    /// One for each kind of contents.
    pub(crate) groups: Vec<Group>,
    /// The same of each model that may move, in the model's frame.
    pub(crate) models: Vec<Vec<Group>>,
    /// Where the bodies are put: the middle of the world, so that large maps off the origin fit.
    origin: Units,
    /// Brushes that there is no shape of Jolt's for.
    pub(crate) refused: usize,
}

/// Solids of one kind of contents.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) contents: Contents,
    pub(crate) parts: Vec<Part>,
    pub(crate) compound: Shape,
}

/// A brush in a group.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) sides: Vec<BrushSide>,
    pub(crate) highest: f32,
    pub(crate) corners: usize,
    /// Its middle from the body's place, in Jolt's lengths.
    position: Vec3,
    /// Whether it is a box of Jolt's, since a hull was refused.
    is_box: bool,
}

/// What Jolt was given of a solid, in its lengths.
pub(crate) struct Given {
    /// Corners around the middle.
    pub(crate) corners: Vec<Vec3>,
    /// Half the lengths, of a box.
    pub(crate) half: Option<Vec3>,
    pub(crate) rotation: Quat,
    pub(crate) position: Vec3,
}

impl Part {
    pub(crate) fn given(&self) -> Given {
        let brush = solid_between(&self.sides);
        let cuboid = Cuboid::of(&brush).filter(|_| self.is_box);
        Given {
            corners: around(&brush.vertices()).1,
            half: cuboid.map(|cuboid| metres(&cuboid.half)),
            rotation: cuboid.map_or(Quat::IDENTITY, |cuboid| turned(&cuboid)),
            position: self.position,
        }
    }
}

/// The middle of corners in units, and the corners around it in Jolt's lengths.
fn around(corners: &[Point]) -> (Units, Vec<Vec3>) {
    let own = Aabb::of_points(corners).center().coords;
    let points = corners.iter().map(|c| metres(&(c.coords - own))).collect();
    (own, points)
}

impl Solids {
    /// Of a world's rigid part, and of the models that may move.
    pub(crate) fn build(world: &World, models: &[Model], settings: &Settings) -> Result<Self, BuildError> {
        let origin = middle(world);
        let (rigid, refused) = groups(&world.brushes, &origin, settings)?;
        let moving = |model: &Model| Ok(groups(&model.brushes, &Units::zeros(), settings)?.0);
        Ok(Self {
            groups: rigid,
            models: models.iter().map(moving).collect::<Result<_, BuildError>>()?,
            origin,
            refused,
        })
    }

    /// A world of Jolt's with these solids in it, and the body of each group.
    pub(crate) fn world(&self, name: &'static str) -> Result<(PhysicsWorld, Vec<BodyId>), BuildError> {
        self.try_world().map_err(|why| library_error(name, why))
    }

    fn try_world(&self) -> Result<(PhysicsWorld, Vec<BodyId>), String> {
        let moving = self.models.iter().map(Vec::len).sum::<usize>();
        let mut layers = CollisionLayers::new(if moving > 0 { 2 } else { 1 });
        let own = (0..self.groups.len().max(1))
            .map(|_| layers.add_object_layer(BroadPhaseLayer::NON_MOVING))
            .collect::<Vec<_>>();
        for _ in 0..moving {
            layers.add_object_layer(BroadPhaseLayer::MOVING);
        }
        let count = (self.groups.len() + moving) as u32 + 1;
        let settings = WorldSettings::default()
            .layers(layers)
            .max_bodies(count)
            .single_threaded();
        let mut world = PhysicsWorld::new(settings).map_err(|e: WorldError| e.to_string())?;
        let mut bodies = Vec::new();
        for (group, layer) in self.groups.iter().zip(own) {
            let body = BodySettings::new_static()
                .object_layer(layer)
                .position(place(&self.origin));
            let body = world.create_body(&group.compound, &body);
            bodies.push(body.map_err(|e| e.to_string())?);
        }
        world.optimize_broad_phase();
        Ok((world, bodies))
    }

    /// Where the bodies are put, in Jolt's lengths.
    pub(crate) fn place(&self) -> RVec3 {
        place(&self.origin)
    }

    /// The layers that a mask collides with.
    pub(crate) fn layers(&self, mask: Contents) -> Vec<ObjectLayer> {
        let moving = (0..self.models.len()).flat_map(|model| self.moving(model));
        let groups = self.groups.iter().zip((0..).map(ObjectLayer::new)).chain(moving);
        let chosen = groups.filter(|(group, _)| group.contents.intersects(mask));
        chosen.map(|(_, layer)| layer).collect()
    }

    /// The groups of a model that may move, each with its layer. Layers of models come after those of the rigid world, which has
    /// one at least.
    pub(crate) fn moving(&self, model: usize) -> impl Iterator<Item = (&Group, ObjectLayer)> {
        let own = self.models.get(model).map_or(&[][..], Vec::as_slice);
        let before: usize = self.models.iter().take(model).map(Vec::len).sum();
        let first = (self.groups.len().max(1) + before) as u32;
        own.iter().zip((first..).map(ObjectLayer::new))
    }

    /// Bytes held by Jolt's shapes, by the members of its `ConvexHullShape` and `StaticCompoundShape`: it does not tell.
    pub(crate) fn bytes(&self) -> usize {
        let parts = self.groups.iter().flat_map(|g| &g.parts);
        let of_part = |part: &Part| {
            let faces = part.sides.len();
            HULL_BYTES + part.corners * CORNER_BYTES + faces * FACE_BYTES + faces * size_of::<BrushSide>()
        };
        parts.map(|part| of_part(part) + size_of::<Part>()).sum()
    }
}

/// Brushes by their contents, and how many there is no shape for.
fn groups(brushes: &[Brush], origin: &Units, settings: &Settings) -> Result<(Vec<Group>, usize), BuildError> {
    let mut groups: Vec<(Contents, Vec<Hull>)> = Vec::new();
    let mut refused = 0;
    for (i, brush) in brushes.iter().enumerate() {
        let hull = hull(brush, origin, settings).map_err(|why| BuildError::Brush {
            backend: settings.name,
            brush: i,
            why,
        })?;
        let Some(hull) = hull else {
            refused += 1;
            continue;
        };
        match groups.iter_mut().find(|(c, _)| *c == brush.contents) {
            Some((_, hulls)) => hulls.push(hull),
            None => groups.push((brush.contents, vec![hull])),
        }
    }
    let groups = groups
        .into_iter()
        .map(|(contents, hulls)| group(contents, hulls))
        .collect::<Result<_, _>>()
        .map_err(|error| library_error(settings.name, error.to_string()))?;
    Ok((groups, refused))
}

/// Bytes of a hull without its corners and faces, with its place in the compound and that tree's share of nodes.
const HULL_BYTES: usize = 240;
/// Bytes of a corner: its place and its three faces.
const CORNER_BYTES: usize = 32;
/// Bytes of a face: its plane, its range of corners, and four corners' indices.
const FACE_BYTES: usize = 24;

/// A hull before it is in a compound.
struct Hull {
    part: Part,
    shape: Shape,
    rotation: Quat,
}

fn group(contents: Contents, hulls: Vec<Hull>) -> Result<Group, ShapeError> {
    let children: Vec<_> = hulls
        .iter()
        .map(|hull| CompoundChild {
            shape: &hull.shape,
            position: hull.part.position,
            rotation: hull.rotation,
            user_data: 0,
        })
        .collect();
    let compound = Shape::new_compound(&children)?;
    Ok(Group {
        contents,
        parts: hulls.into_iter().map(|hull| hull.part).collect(),
        compound,
    })
}

/// A brush as a convex hull of Jolt's, or `None` if Jolt has no shape for it. Where the wrapper refuses a hull so thin for its
/// length, it is a box if possible, as the wrapper's documentation advises.
fn hull(brush: &Brush, origin: &Units, settings: &Settings) -> Result<Option<Hull>, String> {
    const OPEN: &str = "is open on a side or has a coordinate that is not finite";
    if !brush.sides.iter().all(|s| s.plane.is_valid()) {
        return Err(OPEN.into());
    }
    let corners = brush.vertices();
    let limit = Sweep::LIMIT * 4.0;
    if corners
        .iter()
        .flat_map(|c| c.iter())
        .any(|x| !x.is_finite() || x.abs() > limit)
    {
        return Err(OPEN.into());
    }
    if corners.len() < 4 {
        return Ok(None);
    }
    let (own, points) = around(&corners);
    let shape = Shape::new_convex_hull_with_convex_radius(&points, settings.convex_radius);
    let is_box = shape.is_err();
    let (shape, rotation) = match shape {
        Ok(shape) => (shape, Quat::IDENTITY),
        Err(ShapeError::InvalidValue(why)) => return Err(format!("cannot be a hull of Jolt's: {why}")),
        Err(_) => {
            let Some(cuboid) = Cuboid::of(brush) else {
                return Ok(None);
            };
            let half = metres(&cuboid.half);
            match Shape::new_box_with_convex_radius(half, settings.convex_radius) {
                Ok(shape) => (shape, turned(&cuboid)),
                Err(_) => return Ok(None),
            }
        }
    };
    Ok(Some(Hull {
        part: Part {
            sides: brush.sides.clone(),
            highest: brush.bounds.maxs.z,
            corners: corners.len(),
            position: metres(&(own - origin)),
            is_box,
        },
        shape,
        rotation,
    }))
}

fn turned(cuboid: &Cuboid) -> Quat {
    let q = cuboid.rotation.coords;
    Quat::from_xyzw(q.x, q.y, q.z, q.w)
}

/// The middle of a world in whole metres, so that moving it there rounds nothing.
fn middle(world: &World) -> Units {
    let corners = world
        .brushes
        .iter()
        .flat_map(|b| [&b.bounds.mins, &b.bounds.maxs]);
    let bounds = Aabb::of_points(corners.filter(|p| p.iter().all(|x| x.is_finite())));
    if bounds.is_empty() {
        return Units::zeros();
    }
    (bounds.center().coords * METRE).map(f32::round) / METRE
}

fn library_error(backend: &'static str, why: String) -> BuildError {
    BuildError::Library { backend, why }
}
