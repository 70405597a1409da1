//! The exact answer to a sweep against a world of convex brushes and triangles.
//!
//! Interior-blocking semantics: a path is stopped where it enters the *interior* of some body. Touching and sliding along a face
//! are free. So coplanar neighbours never stop a motion along their common face, and the reference has no seams. A triangle is a
//! solid without thickness. A hull with any extent across it enters the interior of their sum. A point, which has none, is
//! stopped where it crosses, edges included. A one-sided triangle stops only motion against its normal. A curved patch is the
//! one-sided triangles of its grid ([`World::patch_triangles`]), as finely as Quake III divides it for collision.
//!
//! # What is certain
//!
//! [`HullReference::sweep`] first decides in f64 whether a solid is met and whether the sweep starts in it. An error bounds how
//! far each plane of the body may be off:
//! - f64 rounding of `n . x` and of the path: 64 steps of the largest coordinate (`path::ROUNDING`). Some 16 are needed (three
//!   products and sums each for plane and path);
//! - the corners of a brush, which f64 places to 1e-6 of their planes, times their planes' condition (`solid::corner_error`).
//!
//! A hit is certain if some position of the path lies deeper than the error behind all planes. For a round hull: within the
//! radius by more than the error. A miss, if the path also misses all planes moved out by it. Anything else is decided again in
//! rational numbers (`exact/`), from the world's own f32: for every hull. So `doubtful` is left only where a solid has no exact
//! corners. The *value* of the entry is f64 and lies in `bracket`.
//!
//! Not certified: which contacts tie (to `TIED`), and distances. Nor are sweeps against solids grown or shrunk for judging, whose
//! tolerances are a thousand times the error.

mod answer;
mod placed;
mod queries;

pub(crate) use answer::Cone;
pub use answer::{ExactContact, ExactDistance, ExactSweep};
pub(crate) use queries::path_of;

use crate::body::{Body, Core, Round};
use crate::engines::Engines;
use crate::exact::ExactBody;
use crate::hierarchy::Hierarchy;
use crate::solid::{HalfSpace, Part, Solid, SolidError, V};
use clipmark_collision::{CollisionBackend, Declaration, RoundHulls, TraceRules};
use clipmark_geometry::{Contents, Hull, PatchFacet, PatchPiece, Plane, Point, Triangle, World};
use std::sync::{Arc, OnceLock};

/// Slack of the boxes that sieve bodies, in units: beyond the rounding of their corners; it only affects cost.
const BOX_SLACK: f64 = 1e-6;

/// The solids of a world in f64.
#[derive(Debug)]
pub struct Reference {
    solids: Arc<[Solid]>,
    /// The planes of the facets that Quake III makes of pieces of patches, by the number of the piece. None where it makes none.
    facets: Vec<Vec<HalfSpace>>,
    engines: Arc<Engines>,
    omitted: Vec<(Part, SolidError)>,
}

/// The solids of a world as one hull meets them.
#[derive(Debug)]
pub struct HullReference {
    pub(crate) hull: Hull,
    pub(crate) round_hulls: RoundHulls,
    pub(crate) round: Round,
    pub(crate) bodies: Vec<Body>,
    pub(crate) tree: Hierarchy,
    pub(crate) solids: Arc<[Solid]>,
    /// The engines' models of the same world.
    pub(crate) engines: Arc<Engines>,
    pub(crate) core: Core,
    pub(crate) mitred: bool,
    /// The bodies in rational numbers, each made when first in doubt.
    exact: Vec<OnceLock<Option<ExactBody>>>,
    /// Radius by which a given plane of a map is moved out, besides the core. Mitred hulls have theirs in their planes already.
    pub(crate) radius: f64,
    /// The largest slack of a body, in units.
    pub(crate) slack: f64,
    /// The skin that was asked for, in units; infinite where nothing was.
    pub(crate) asked_skin: f64,
}

impl Reference {
    /// The solids of brushes, triangles and pieces of patches whose contents meet the mask.
    pub fn build(world: &World, mask: Contents) -> Self {
        let mut solids = Vec::new();
        let mut omitted = Vec::new();
        for (i, brush) in world.brushes_in(mask) {
            match Solid::new(i, brush) {
                Ok(s) => solids.push(s),
                Err(e) => omitted.push((Part::Brush(i), e)),
            }
        }
        let mut add = |part, triangle: &Triangle| match Solid::of_triangle(part, triangle) {
            Ok(s) => solids.push(s),
            Err(e) => omitted.push((part, e)),
        };
        for (i, triangle) in world.triangles_in(mask) {
            add(Part::Triangle(i), triangle);
        }
        let curved = world.patch_triangles();
        let facets = facets_of(world, &curved.pieces);
        for (piece, (triangle, place)) in curved.triangles.iter().zip(&curved.pieces).enumerate() {
            let patch = place.patch;
            if triangle.contents.intersects(mask) {
                add(Part::Patch { patch, piece }, triangle);
            }
        }
        Self {
            solids: solids.into(),
            facets,
            engines: Arc::new(Engines::new(world)),
            omitted,
        }
    }

    /// Brushes, triangles and pieces of patches that are no bounded solids and are left out, with the reason.
    pub fn omitted(&self) -> &[(Part, SolidError)] {
        &self.omitted
    }

    /// The solids, in the order of their brushes, then of their triangles, then of the pieces of patches.
    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// The planes of a solid that bound it as a mitred hull meets it.
    fn mitre_of(&self, solid: &Solid) -> Vec<HalfSpace> {
        let facet = match solid.part {
            Part::Patch { piece, .. } => self.facets.get(piece).map_or(&[][..], Vec::as_slice),
            Part::Brush(_) | Part::Triangle(_) => &[],
        };
        if !facet.is_empty() {
            return laid_on(solid, facet);
        }
        if solid.bevelled {
            return solid.sides.clone();
        }
        let unit_box = Core {
            mins: V::repeat(-1.0),
            maxs: V::repeat(1.0),
        };
        let with_bevels = Body::new(&solid.without_short_edges(), &unit_box);
        let planes = with_bevels.planes.iter();
        planes.map(|p| solid.supported(p.normal)).collect()
    }

    /// The reference for a hull of its true shape.
    pub fn for_hull(&self, hull: &Hull) -> HullReference {
        self.for_shape(hull, RoundHulls::Round)
    }

    /// The reference for a hull as a backend meets it: of the shape that it declares.
    pub fn for_backend(&self, hull: &Hull, backend: &dyn CollisionBackend) -> HullReference {
        self.for_declared(hull, &backend.facts().declaration)
    }

    /// The reference for a hull of the shape that is declared.
    pub fn for_declared(&self, hull: &Hull, declaration: &Declaration) -> HullReference {
        self.for_shape(hull, declaration.round_hulls)
    }

    /// The reference for a hull, round ones as stated. Mitred spheres and capsules are the planes of the brush moved out by the
    /// radius at the nearer sphere centre. A bevelled brush has all its sides. Another brush has its faces and the axial and edge
    /// bevels that a box needs. It has none for edges that are only rounding.
    pub fn for_shape(&self, hull: &Hull, round_hulls: RoundHulls) -> HullReference {
        let b = hull.bounds();
        let (mins, maxs): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
        let (middle, half) = ((mins + maxs) * 0.5, (maxs - mins) * 0.5);
        let segment = |half_length: f64| Core {
            mins: middle - V::z() * half_length,
            maxs: middle + V::z() * half_length,
        };
        let (core, radius) = match hull {
            Hull::Point | Hull::Box { .. } => (Core { mins, maxs }, 0.0),
            Hull::Sphere { radius } => (segment(0.0), f64::from(*radius)),
            Hull::Capsule { .. } => {
                let r = half.x.min(half.z);
                (segment(half.z - r), r)
            }
            Hull::Cylinder { .. } => (segment(half.z), half.x),
        };
        let ball = matches!(hull, Hull::Sphere { .. } | Hull::Capsule { .. });
        let mitred = ball && round_hulls == RoundHulls::Mitred;
        let round = match hull {
            // A ball or disc of no size is a point. Its skin may be kept from each plane, mitred, like any point's.
            _ if radius == 0.0 => Round::None,
            Hull::Cylinder { .. } => Round::Disc(radius),
            _ if ball && !mitred => Round::Ball(radius),
            _ => Round::None,
        };
        let body = |s: &Solid| match s.laid_for(hull) {
            _ if mitred => Body::mitred(s, &core, radius, &self.mitre_of(s)),
            Some(home) => Body::laid(home, &s.frame, &core),
            None => Body::new(s, &core),
        };
        let bodies = self.solids.iter().map(|s| body(s).with_round(round));
        let bodies: Vec<Body> = bodies.collect();
        let boxes: Vec<[V; 2]> = bodies.iter().map(|b| [b.mins, b.maxs]).collect();
        HullReference {
            hull: *hull,
            round_hulls,
            round,
            tree: Hierarchy::new(&boxes, bodies.iter().all(|b| b.in_own_box)),
            solids: self.solids.clone(),
            engines: self.engines.clone(),
            core,
            mitred,
            asked_skin: f64::INFINITY,
            slack: bodies.iter().fold(0.0, |most, b| f64::max(most, b.slack)),
            exact: bodies.iter().map(|_| OnceLock::new()).collect(),
            bodies,
            radius,
        }
    }
}

/// The planes of the facet that each piece of a world's patches becomes.
fn facets_of(world: &World, pieces: &[PatchPiece]) -> Vec<Vec<HalfSpace>> {
    let made: Vec<Vec<PatchFacet>> = world
        .patches
        .iter()
        .map(|p| p.grid().facets().unwrap_or_default())
        .collect();
    let side = |p: &Plane| HalfSpace {
        normal: p.normal.cast(),
        height: p.dist.into(),
    };
    let of = |p: &PatchPiece| {
        let own = |f: &&PatchFacet| f.cell == p.cell && f.halves[p.half];
        let facet = made[p.patch].iter().find(own);
        facet.into_iter().flat_map(|f| &f.planes).map(side).collect()
    };
    pieces.iter().map(of).collect()
}

/// The planes of a piece and of its facet. Each is laid on the piece, so that the body never lacks any of the round sum. A mitre
/// sticks out by units where an edge has no bevel. Which edges have one is part of a mitred hull's definition.
fn laid_on(piece: &Solid, facet: &[HalfSpace]) -> Vec<HalfSpace> {
    let mut planes: Vec<HalfSpace> = Vec::with_capacity(piece.faces.len() + facet.len());
    for plane in piece.faces.iter().chain(facet).map(|p| piece.supported(p.normal)) {
        if !planes.iter().any(|p| p.same_normal(&plane)) {
            planes.push(plane);
        }
    }
    planes
}

/// Part of the skin that an answer may be off by. Too small: rounding of lawful tracers is called a fault; too large: a hull may
/// eat its whole skin unseen.
const SKIN_SHARE: f64 = 0.25;
/// Rounding steps of f32 that any answer may be off by. A plane distance carries about three, fraction and end one each. Twice
/// that keeps right answers in, and beyond 2^18 units it exceeds the skins anyway.
const STEPS: f64 = 8.0;

/// How far an answer by a backend of that skin may be off where that is the largest coordinate, in units.
pub fn tolerance(skin: f64, largest: f32) -> f64 {
    skin * SKIN_SHARE + rounding(largest)
}

fn rounding(largest: f32) -> f64 {
    STEPS * f64::from(largest.next_up() - largest)
}

impl HullReference {
    /// The f32 rounding of a distance where the hull is at a position, in units.
    pub(crate) fn rounding_at(&self, at: &Point) -> f64 {
        let b = self.hull.bounds();
        rounding(at.coords.amax() + b.mins.coords.amax().max(b.maxs.coords.amax()))
    }

    /// The same, for answers that were asked for by these rules. A wider declared skin widens no tolerance.
    #[must_use]
    pub fn asked_by(mut self, rules: &TraceRules) -> Self {
        self.asked_skin = rules.skin.into();
        self
    }

    /// How far an answer may be off by a backend of that skin, but for rounding, in units.
    pub(crate) fn share_of(&self, skin: f64) -> f64 {
        skin.min(self.asked_skin) * SKIN_SHARE
    }
}
