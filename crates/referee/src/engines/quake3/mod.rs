//! Quake III: brushes clipped against the planes that a map gives them, patches against the planes of their facets.
//!
//! Source: `docs/engines.md` section 1, from "Box" to "Point sweep", but for "Tree". The model does not cover maps whose tree
//! leaves a brush out of a leaf, or shallow paths that the tree's walk cuts. There an answer is not the rule's, but the tree's.

mod prepared;

use self::prepared::PreparedSweep;
use crate::frame::Frame;
use crate::reference::HullReference;
use crate::solid::{Part, V};
use clipmark_collision::{Sweep, Trace, TraceRules};
use clipmark_geometry::{Brush, Contents, Patch, Plane, World, bevelled};
use clipmark_rows::faults::Rule;

/// The rules in the order in which they are made geometric.
const ABLATED: [Rule; 4] = [Rule::Corner, Rule::Touch, Rule::Bevel, Rule::Patch];

/// The solids of a world as Quake III has them.
#[derive(Clone, Debug, Default)]
pub struct Quake3 {
    bodies: Vec<Planes>,
}

/// A brush or a facet: planes, normals outwards.
#[derive(Clone, Debug)]
struct Planes {
    part: Part,
    /// Normal, and distance from the origin, in units.
    planes: Vec<(V, f64)>,
    /// Least and greatest corner of the space within its axial planes; infinite where it lacks one.
    bounds: [V; 2],
    contents: Contents,
    /// Where its model is; the planes are the model's own.
    frame: Frame,
    /// A facet's surface comes first and its back last.
    is_facet: bool,
}

impl Planes {
    fn new(part: Part, planes: Vec<(V, f64)>, contents: Contents, frame: Frame) -> Self {
        let (mut mins, mut maxs) = (V::repeat(f64::NEG_INFINITY), V::repeat(f64::INFINITY));
        for (n, d) in &planes {
            for axis in 0..3 {
                if n[axis] == 1.0 {
                    maxs[axis] = maxs[axis].min(*d);
                } else if n[axis] == -1.0 {
                    mins[axis] = mins[axis].max(-d);
                }
            }
        }
        Self {
            part,
            planes,
            bounds: [mins, maxs],
            contents,
            frame,
            is_facet: matches!(part, Part::Patch { .. }),
        }
    }
}

/// A rule of the engine that is made geometric, to tell whether an answer needs it, and the exact bodies of the hull.
#[derive(Clone, Copy, Debug)]
struct Geometric<'a> {
    rule: Rule,
    exact: &'a HullReference,
}

impl Quake3 {
    /// From all brushes and patches of a world, without triangles.
    pub fn build(world: &World) -> Self {
        let mut quake3 = Self::default();
        quake3.add(&world.brushes, &world.patches, Frame::HOME, [0; 2]);
        quake3
    }

    /// Adds the brushes and facets in a frame, numbered from these.
    pub(super) fn add(
        &mut self,
        brushes: &[Brush],
        patches: &[Patch],
        frame: Frame,
        [brush, patch]: [usize; 2],
    ) {
        let of = |plane: &Plane| (plane.normal.cast(), f64::from(plane.dist));
        for (i, brush) in (brush..).zip(brushes) {
            let planes = bevelled(brush).sides.iter().map(|side| of(&side.plane)).collect();
            let body = Planes::new(Part::Brush(i), planes, brush.contents, frame);
            self.bodies.push(body);
        }
        for (patch, curved) in (patch..).zip(patches) {
            let facets = curved.grid().facets().unwrap_or_default();
            for (piece, facet) in facets.into_iter().enumerate() {
                let planes = facet.planes.iter().map(of).collect();
                let part = Part::Patch { patch, piece };
                self.bodies
                    .push(Planes::new(part, planes, curved.contents, frame));
            }
        }
    }

    /// Whether the engine could have given this answer, within the rounding of f32.
    pub fn explains(&self, sweep: &Sweep, trace: &Trace, rules: &TraceRules) -> bool {
        self.explains_with(sweep, trace, rules, None)
    }

    /// The same with one of its rules made geometric.
    fn explains_with(
        &self,
        sweep: &Sweep,
        trace: &Trace,
        rules: &TraceRules,
        geometric: Option<Geometric>,
    ) -> bool {
        if trace.hit() && trace.plane.is_none() && !trace.all_solid {
            // The engine names the plane of every stop.
            return false;
        }
        let asked = PreparedSweep::new(sweep, rules, geometric);
        let mut found = Found::default();
        let pieces = geometric.filter(|g| g.rule == Rule::Patch && !asked.is_point);
        for body in self.bodies.iter().filter(|b| b.contents.intersects(sweep.mask)) {
            let turned = body.frame.is_turned().then(|| asked.turned(&body.frame));
            let asked = turned.as_ref().unwrap_or(&asked);
            if asked.is_far(body) || body.is_facet && pieces.is_some() {
                continue;
            }
            match asked.still {
                true => asked.hold(body, trace, &mut found),
                false => asked.meet(body, trace, &mut found),
            }
            if found.refuted {
                return false;
            }
        }
        if let Some(g) = pieces {
            asked.meet_pieces(g.exact, trace, &mut found);
        }
        found.explains(trace)
    }

    /// The rule without which the engine could not have given an answer that geometry calls wrong. `None` where the engine could
    /// not give it. `exact` are the exact bodies of the hull.
    ///
    /// Found by ablation: the engine is asked again with one of its rules made geometric. The first whose loss refuses the answer
    /// names it. If each alone can be lost, the cause is the planes that the engine tests one at a time.
    pub(crate) fn rule_of(
        &self,
        sweep: &Sweep,
        trace: &Trace,
        rules: &TraceRules,
        exact: &HullReference,
    ) -> Option<Rule> {
        if !self.explains(sweep, trace, rules) {
            return None;
        }
        let is_needed = |rule: &Rule| {
            let geometric = Geometric { rule: *rule, exact };
            !self.explains_with(sweep, trace, rules, Some(geometric))
        };
        let needed = ABLATED.iter().copied().find(is_needed);
        needed.or(Some(Rule::Bevel))
    }
}

/// The findings of the bodies so far on an answer.
#[derive(Default)]
struct Found {
    /// The answer is not the engine's, whatever else there is.
    refuted: bool,
    /// Some body may give the stop as it is told.
    stops: bool,
    /// Some body may hold the start, or the whole path, with the contents told.
    may_start_inside: bool,
    may_all_inside: bool,
    /// Some body surely holds the start.
    surely_starts_inside: bool,
}

impl Found {
    fn explains(&self, trace: &Trace) -> bool {
        if self.refuted {
            return false;
        }
        if trace.all_solid {
            return trace.start_solid && self.may_all_inside && trace.fraction == 0.0;
        }
        let start = match trace.start_solid {
            true => self.may_start_inside,
            // The walk stops at fraction 0, and the parts behind are not tested.
            false => !self.surely_starts_inside || trace.fraction == 0.0,
        };
        start && (self.stops || !trace.hit())
    }
}
