//! The backend `bvh`: its data, its build, and its answers to the trait's questions.
//!
//! Source: parry3d's GJK and EPA. Departs from parry alone (`stock/`): closed formulas in f64 confirm each answer of a
//! solver (see `lib.rs`).

use crate::V;
use crate::contact::contacts;
use crate::core_shape::CoreShape;
use crate::near::for_each_in_box;
use crate::penetration::{Place, place};
use crate::solid::{Solid, Solids};
use crate::tally::{Silent, Tally, tallied};
use crate::trace::{met, trace};
use crate::watch::{Watched, watch};
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Point, World};
use clipmark_hierarchy::Hierarchy;

/// Convex hulls in a BVH, answered by GJK and EPA.
///
/// Hulls are truly round where they are round. `gjk_iterations` and `epa_iterations` count supports of hull and solid, one per
/// iteration (parry reports none itself). `planes` counts planes of solids evaluated.
#[derive(Debug)]
pub struct BvhBackend {
    pub(crate) hierarchy: Hierarchy,
    pub(crate) solids: Solids,
    pub(crate) rules: TraceRules,
    pub(crate) early_out: bool,
    facts: Facts,
}

impl BvhBackend {
    /// Builds it from the brushes, triangles and patches of a world; a patch is the one-sided triangles of its cells.
    ///
    /// # Errors
    /// The tutorial's rules, and a brush that is open or whose coordinates are not finite. A brush that encloses nothing or is
    /// out of range is left out and listed in [`Facts::omissions`].
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        Self::build_as("bvh", world, rules)
    }

    /// [`Self::build`], for a backend of another name that holds this one.
    pub(crate) fn build_as(name: &'static str, world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        rules.refuse_tutorial(name)?;
        let begun = Instant::now();
        let (mut solids, omissions) = Solids::of_world(world, name)?;
        let boxes: Vec<Aabb> = solids.iter().map(|solid| solid.bounds()).collect();
        let mut hierarchy = Hierarchy::new(&boxes);
        solids.arrange(&hierarchy.number_items());
        let facts = Facts {
            name: name.into(),
            declaration: Declaration {
                hulls: HullKinds {
                    point: true,
                    sphere: true,
                    aabb: true,
                    capsule: true,
                    cylinder: true,
                },
                rules,
                skin_direction: SkinDirection::Normal,
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: StartSolid::IgnoredUnlessAllSolid,
                touching_overlaps: false,
                follows: None,
                patches: true,
                triangles: true,
            },
            prepared: None,
            build_time: begun.elapsed(),
            bytes: size_of::<Self>() + solids.bytes() + hierarchy.bytes(),
            primitives: solids.iter().len(),
            omissions,
        };
        Ok(Self {
            hierarchy,
            solids,
            rules,
            early_out: true,
            facts,
        })
    }

    /// The same, asking GJK about every solid near a path, also where planes tell beforehand that it cannot change the answer.
    /// For benches: it shows what that early out spares.
    #[must_use]
    pub fn without_early_out(self) -> Self {
        Self {
            early_out: false,
            ..self
        }
    }

    /// Solves a sweep under observation, to draw it. `None` when GJK is not asked: the sweep is none, has no length or comes near
    /// nothing. Slow.
    pub fn watch(&self, sweep: &Sweep) -> Option<Watched> {
        if sweep.check().is_err() || !is_usable(&sweep.hull) {
            return None;
        }
        watch(self, sweep)
    }

    /// Visits the solids of the mask, and their numbers, whose boxes meet a box.
    pub(crate) fn for_each_around<T: Tally>(
        &self,
        middle: &V,
        half: &V,
        mask: Contents,
        tally: &T,
        mut visit: impl FnMut(usize, Solid),
    ) {
        for_each_in_box(&self.hierarchy, (middle - half, middle + half), tally, |leaf| {
            if let Some(solid) = self.solids.meeting(leaf, mask) {
                tally.primitive();
                visit(leaf as usize, solid);
            }
        });
    }

    /// The solid that holds a hull deepest. `place` tells where the hull, with its middle at a place, is with respect to a solid.
    pub(crate) fn deepest<T: Tally>(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        tally: &T,
        place: impl Fn(usize, Solid, &CoreShape, &V) -> Place,
    ) -> Option<Penetration> {
        let shape = CoreShape::from_hull(hull);
        let middle = at.coords.cast::<f64>() + shape.center;
        let mut deepest: Option<(f64, u32, Penetration)> = None;
        self.for_each_around(&middle, &shape.half, mask, tally, |number, solid| {
            let Place::Inside(d) = place(number, solid, &shape, &middle) else {
                return;
            };
            let comes_first =
                |(depth, other, _)| d.depth > depth || (d.depth == depth && solid.order < other);
            if deepest.is_none_or(comes_first) {
                let penetration = Penetration {
                    depth: d.depth as f32,
                    normal: met(solid, &d.surface).0.normal,
                    contents: solid.contents,
                    status: d.status,
                };
                deepest = Some((d.depth, solid.order, penetration));
            }
        });
        deepest.map(|(_, _, p)| p)
    }

    fn touched<T: Tally>(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        tally: &T,
    ) {
        let shape = CoreShape::from_hull(hull);
        let middle = at.coords.cast::<f64>() + shape.center;
        let margin = f64::from(margin);
        let grown = shape.half.add_scalar(margin);
        self.for_each_around(&middle, &grown, mask, tally, |_, solid| {
            contacts(solid, &shape, &middle, margin, out, tally);
        });
    }
}

impl CollisionBackend for BvhBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() || !is_usable(&sweep.hull) {
            return Trace::invalid(sweep);
        }
        tallied!(work, |tally| trace(self, sweep, tally))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if Sweep::new(*hull, *at, *at).check().is_err() || !is_usable(hull) {
            return Some(Penetration::refused(Status::Invalid));
        }
        tallied!(work, |tally| self.deepest(
            hull,
            at,
            mask,
            tally,
            |_, solid, shape, middle| {
                let touch = crate::touch_at(middle);
                place(solid, shape, middle, touch, tally)
            }
        ))
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        let usable = Sweep::new(*hull, *at, *at).check().is_ok() && is_usable(hull);
        if !usable || !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        tallied!(work, |tally| self.touched(hull, at, margin, mask, out, tally));
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut contents = Contents::empty();
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return contents;
        }
        let p = at.coords.cast::<f64>();
        for_each_in_box(&self.hierarchy, (p, p), &Silent, |leaf| {
            let solid = self.solids.get(leaf as usize);
            // A triangle holds no point.
            if solid.triangle.is_none() && solid.planes().all(|s| s.normal.dot(&p) <= s.dist) {
                contents |= solid.contents;
            }
        });
        contents
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// A hull's fields are public, so it may not have passed its own checks.
pub(crate) fn is_usable(hull: &Hull) -> bool {
    let b = hull.bounds();
    let sized = b
        .mins
        .iter()
        .chain(b.maxs.iter())
        .all(|x| x.abs() <= Sweep::LIMIT);
    sized && !b.is_empty()
}
