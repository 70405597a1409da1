use crate::solid::Solids;
use crate::tally::Tally;
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, TraversalAction};
use std::cell::Cell;

/// Every query box is larger than asked by this, in units, and by a few rounding steps of its place, so that
/// f32 in the nodes never leaves out what f64 in the solids would find.
const SAFETY: f64 = 1.0 / 64.0;
/// Rounding steps of f32 in a slab test.
const SAFETY_STEPS: f64 = 8.0;
/// A node is skipped only when it begins later than the best stop by more than this share of the path; then ties
/// are all seen and the answer does not depend on the order of the solids.
const TIE: f32 = 1e-5;

/// parry's BVH over the solids' bounding boxes.
#[derive(Debug)]
pub(crate) struct Hierarchy(Bvh);

/// A slab test of a grown node against a path.
struct Slabs {
    start: Vector,
    inverse: Vector,
    grow: Vector,
}

/// Ends the descent early when a stop is known; parry asks for the cost through this trait.
struct Cost(f32);

impl parry3d::partitioning::BvhLeafCost for Cost {
    fn cost(&self) -> f32 {
        self.0
    }
}

impl Hierarchy {
    pub(crate) fn build(solids: &Solids) -> Self {
        let boxes: Vec<ParryAabb> = solids
            .solids
            .iter()
            .map(|s| ParryAabb::new(Vector::from_array(s.mins), Vector::from_array(s.maxs)))
            .collect();
        Self(Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes))
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.total_memory_size()
    }

    /// Visits the solids whose boxes, grown by `grow`, meet the path, the nearer child of a node first. `visit`
    /// is given the solid and the least fraction so far, and returns the least fraction from then on: solids
    /// that begin later are left out.
    pub(crate) fn along_path<T: Tally>(
        &self,
        start: crate::V,
        delta: crate::V,
        grow: crate::V,
        tally: &T,
        mut visit: impl FnMut(u32, f64) -> f64,
    ) {
        let end = start + delta;
        let safety = SAFETY + SAFETY_STEPS * f64::from(f32::EPSILON) * start.amax().max(end.amax());
        let steep = |d: f64| {
            const STEEPEST: f32 = 1e30; // times any coordinate is still finite, and 0 times it is 0
            let inverse = 1.0 / d as f32;
            if inverse.is_finite() {
                inverse.clamp(-STEEPEST, STEEPEST)
            } else {
                STEEPEST
            }
        };
        let slabs = Slabs {
            start: crate::closest::to_parry(&start),
            inverse: Vector::new(steep(delta.x), steep(delta.y), steep(delta.z)),
            grow: crate::closest::to_parry(&grow.add_scalar(safety)),
        };
        let least = Cell::new(1.0);
        let visit = std::cell::RefCell::new(&mut visit);
        self.0.find_best::<Cost>(
            1.0 + TIE,
            |node, _| {
                if node.is_leaf() {
                    tally.leaf();
                } else {
                    tally.node();
                }
                slabs.enter(node)
            },
            |leaf, _| {
                let fraction = (visit.borrow_mut())(leaf, least.get());
                if fraction < least.get() {
                    least.set(fraction);
                    Some(Cost(fraction as f32 + TIE))
                } else {
                    None
                }
            },
        );
    }

    /// Visits the solids whose boxes meet the box.
    pub(crate) fn in_box<T: Tally>(
        &self,
        mins: crate::V,
        maxs: crate::V,
        tally: &T,
        mut visit: impl FnMut(u32),
    ) {
        let safety = SAFETY + SAFETY_STEPS * f64::from(f32::EPSILON) * mins.amax().max(maxs.amax());
        let lo = crate::closest::to_parry(&mins.add_scalar(-safety));
        let hi = crate::closest::to_parry(&maxs.add_scalar(safety));
        self.0.traverse(|node| {
            let meets = node.mins().cmple(hi).all() && lo.cmple(node.maxs()).all();
            if node.is_leaf() {
                tally.leaf();
            } else {
                tally.node();
            }
            if !meets {
                return TraversalAction::Prune;
            }
            if let Some(leaf) = node.leaf_data() {
                visit(leaf);
            }
            TraversalAction::Continue
        });
    }
}

impl Slabs {
    /// The fraction at which the path enters the grown node, `f32::MAX` when it does not.
    #[inline]
    fn enter(&self, node: &BvhNode) -> f32 {
        let a = (node.mins() - self.grow - self.start) * self.inverse;
        let b = (node.maxs() + self.grow - self.start) * self.inverse;
        let enter = a.min(b).max_element().max(0.0);
        let leave = a.max(b).min_element();
        if enter <= leave { enter } else { f32::MAX }
    }
}
