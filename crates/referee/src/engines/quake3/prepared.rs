//! A sweep as Quake III's rules see it, and what each body allows of an answer to it.

use super::{Found, Geometric, Planes};
use crate::body::Body;
use crate::engines::by_rounding::{Crossed, Outcome, Widths, clip};
use crate::frame::Frame;
use crate::reference::HullReference;
use crate::solid::{HalfSpace, Part, V};
use clipmark_collision::{Sweep, TouchRule, Trace, TraceRules};
use clipmark_geometry::Hull;
use clipmark_rows::faults::Rule;

/// How far off f32 may have the distance to a plane, in steps of the largest coordinate. There are three products and three sums,
/// each half a step of terms up to that size. Fewer: recorded answers are called others'; more: wrong answers are called the
/// engine's.
const STEPS: f64 = 4.0;
/// The same for a body that is turned: the path's ends are turned into its model's frame first, by as many products and sums.
const TURNED_STEPS: f64 = 2.0 * STEPS;
/// How far two f32 normals of one plane may differ, as the length of their difference. Text of maps has five digits.
const SAME_NORMAL: f64 = 1e-4;
/// Rounding of a fraction in f32, and of its product with the path.
const FRACTION: f64 = 1.0 / (1 << 22) as f64;

/// The hull as planes see it: how far out it moves each, from where its centre is.
#[derive(Clone, Copy)]
struct Shape {
    hull: Hull,
    middle: V,
    half: V,
}

#[derive(Clone, Copy)]
pub(super) struct PreparedSweep<'a> {
    shape: Shape,
    geometric: Option<Geometric<'a>>,
    start: V,
    end: V,
    /// The path's ends in the world, where `start` and `end` are in a turned model's frame.
    ends: [V; 2],
    pub(super) still: bool,
    pub(super) is_point: bool,
    widths: Widths,
    /// Least and greatest corner of the hull's way, and how much farther any rule looks.
    around: [V; 2],
}

impl<'a> PreparedSweep<'a> {
    pub(super) fn new(sweep: &'a Sweep, rules: &TraceRules, geometric: Option<Geometric<'a>>) -> Self {
        let bounds = sweep.hull.bounds();
        let (mins, maxs): (V, V) = (bounds.mins.coords.cast(), bounds.maxs.coords.cast());
        let shape = Shape {
            hull: sweep.hull,
            middle: (mins + maxs) * 0.5,
            half: (maxs - mins) * 0.5,
        };
        let (start, end): (V, V) = (sweep.start.coords.cast(), sweep.end.coords.cast());
        let extent = bounds.mins.coords.amax().max(bounds.maxs.coords.amax());
        let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()) + extent;
        let skin = f64::from(rules.skin);
        let slack = STEPS * f64::from(largest.next_up() - largest);
        let off = V::repeat(skin + slack);
        let is = |rule: Rule| geometric.is_some_and(|g| g.rule == rule);
        Self {
            is_point: shape.half == V::zeros(),
            shape,
            geometric,
            start,
            end,
            ends: [start, end],
            still: start == end,
            widths: Widths {
                skin,
                leave: if is(Rule::Corner) { 0.0 } else { skin },
                free_at: match rules.touch {
                    TouchRule::WithinSkin => skin,
                    TouchRule::InSolid => 0.0,
                },
                slack,
            },
            around: [start.inf(&end) + mins - off, start.sup(&end) + maxs + off],
        }
    }

    /// The same in the frame of a turned model: the hull is traced by its middle, and lies along the model's axes.
    pub(super) fn turned(&self, frame: &Frame) -> Self {
        let middle = self.shape.middle;
        let [start, end] = self
            .ends
            .map(|x| frame.along_axes(&(x + middle - frame.origin())));
        let slack = self.widths.slack * TURNED_STEPS / STEPS;
        let off = self.shape.half + V::repeat(self.widths.skin + slack);
        Self {
            shape: Shape {
                middle: V::zeros(),
                ..self.shape
            },
            start,
            end,
            widths: Widths { slack, ..self.widths },
            around: [start.inf(&end) - off, start.sup(&end) + off],
            ..*self
        }
    }

    fn is_geometric(&self, rule: Rule) -> bool {
        self.geometric.is_some_and(|g| g.rule == rule)
    }

    /// Whether one plane alone keeps the whole path off, by more than any rule asks.
    pub(super) fn is_far(&self, body: &Planes) -> bool {
        let ([low, high], [mins, maxs]) = (&self.around, &body.bounds);
        let is_point_at_facet = body.is_facet && self.is_point;
        if !is_point_at_facet && (0..3).any(|i| low[i] > maxs[i] || high[i] < mins[i]) {
            return true;
        }
        let off = self.widths.skin + self.widths.slack;
        let ahead = |(n, d): &(V, f64)| {
            let out = self.shape.moved_out(n, *d);
            n.dot(&self.start) - out > off && n.dot(&self.end) - out > off
        };
        let borders = if body.is_facet {
            &body.planes[..1]
        } else {
            &body.planes[..]
        };
        borders.iter().any(ahead)
    }

    /// The exact body that is asked in a brush's place, where that is to be geometric.
    fn exact_body(&self, body: &Planes) -> Option<&'a Body> {
        let exact = self
            .geometric
            .filter(|g| g.rule == Rule::Bevel && !body.is_facet)?
            .exact;
        exact.body_of(body.part).map(|place| &exact.bodies[place])
    }

    /// Distances of the path's ends to all planes of a body, each moved out by the hull.
    fn crossed(&self, body: &Planes) -> Vec<Crossed> {
        if let Some(exact) = self.exact_body(body) {
            return self.crossed_exact(exact);
        }
        let of = |(n, d): &(V, f64)| {
            let out = self.shape.moved_out(n, *d);
            Crossed {
                start: n.dot(&self.start) - out,
                end: n.dot(&self.end) - out,
            }
        };
        body.planes.iter().map(of).collect()
    }

    fn crossed_exact(&self, body: &Body) -> Vec<Crossed> {
        let [start, end] = self
            .ends
            .map(|x| move |p: &HalfSpace| p.distance(&x) - body.round.radius());
        let of = |p| Crossed {
            start: start(p),
            end: end(p),
        };
        body.planes.iter().map(of).collect()
    }

    /// The position test: touching is inside.
    pub(super) fn hold(&self, body: &Planes, trace: &Trace, found: &mut Found) {
        let crossed = self.crossed(body);
        let touching = if self.is_geometric(Rule::Touch) { -1.0 } else { 1.0 };
        let holds = |off: f64| crossed.iter().all(|c| c.start <= off * self.widths.slack);
        if holds(touching) && body.contents == trace.contents {
            (found.may_start_inside, found.may_all_inside) = (true, true);
        }
        found.refuted |= holds(-1.0) && !trace.all_solid;
    }

    /// A body's verdict on the answer to a motion.
    pub(super) fn meet(&self, body: &Planes, trace: &Trace, found: &mut Found) {
        let crossed = self.crossed(body);
        let fraction = f64::from(trace.fraction);
        let mut outcome = match self.is_point && body.is_facet {
            true => self.cross(&crossed),
            false => clip(&crossed, self.widths, self.is_geometric(Rule::Touch)),
        };
        if body.is_facet {
            // A facet sets no flag, and lets a motion that enters by its back pass.
            let back = crossed.len() - 1;
            outcome.free |= outcome.starts_inside;
            (outcome.starts_inside, outcome.all_inside) = (false, false);
            (outcome.surely_starts_inside, outcome.surely_all_inside) = (false, false);
            if let Some((_, sides)) = &mut outcome.enters {
                outcome.free |= sides.contains(&back);
                sides.retain(|side| *side != back);
            }
            outcome.enters = outcome.enters.filter(|(_, sides)| !sides.is_empty());
        }
        found.surely_starts_inside |= outcome.surely_starts_inside;
        found.may_start_inside |= outcome.starts_inside;
        found.may_all_inside |= outcome.all_inside && body.contents == trace.contents;
        found.refuted |= outcome.surely_all_inside && !trace.all_solid && fraction > 0.0;
        let ignored = outcome.free || outcome.starts_inside;
        if let Some(([first, last], sides)) = outcome.enters {
            let within = (first - FRACTION..=last + FRACTION).contains(&fraction);
            let named = || sides.iter().any(|side| self.is_named(body, *side, trace));
            found.stops |= trace.hit() && within && body.contents == trace.contents && named();
            // A body that is surely entered before the stop would have been the stop.
            found.refuted |= !ignored && last + FRACTION < fraction;
        } else {
            found.refuted |= !ignored && !outcome.all_inside && !outcome.surely_starts_inside;
        }
    }

    /// The pieces of patches as geometry has them, in the place of facets. Each stops motion against its front, by its own
    /// planes.
    pub(super) fn meet_pieces(&self, exact: &HullReference, trace: &Trace, found: &mut Found) {
        let way = self.end - self.start;
        let fraction = f64::from(trace.fraction);
        for (solid, body) in exact.solids.iter().zip(&exact.bodies) {
            let from_front = body.front.is_some_and(|front| front.dot(&way) < 0.0);
            if !matches!(solid.part, Part::Patch { .. }) || !from_front || self.still {
                continue;
            }
            let outcome = clip(&self.crossed_exact(body), self.widths, false);
            let Some(([first, last], sides)) = outcome.enters else {
                continue;
            };
            let within = (first - FRACTION..=last + FRACTION).contains(&fraction);
            let named = || sides.iter().any(|side| names(trace, &body.planes[*side].normal));
            found.stops |= trace.hit() && within && named();
            found.refuted |= !outcome.free && !outcome.starts_inside && last + FRACTION < fraction;
        }
    }

    /// A point asks a facet's surface alone: its crossing must lie within all borders.
    fn cross(&self, crossed: &[Crossed]) -> Outcome {
        let e = self.widths.slack;
        let mut outcome = Outcome {
            free: true,
            ..Outcome::default()
        };
        let [surface, borders @ .., _back] = crossed else {
            return outcome;
        };
        let run = surface.start - surface.end;
        if surface.start <= -e || run <= 0.0 || surface.end > e {
            return outcome;
        }
        let at = surface.start / run;
        // How far beside the crossing may lie, along the path, as a share of the speed towards a border.
        let sure = borders.iter().map(|b| {
            let ahead = b.start + at * (b.end - b.start);
            let off = e * (2.0 + (b.end - b.start).abs() / run);
            (ahead <= off, ahead < -off)
        });
        let (may, surely) = sure.fold((true, true), |all, one| (all.0 & one.0, all.1 & one.1));
        if may {
            let skin = self.widths.skin;
            let first = ((surface.start - skin - 2.0 * e) / run).max(0.0);
            let last = ((surface.start - skin + 2.0 * e) / run).max(0.0);
            outcome.enters = Some(([first, last], vec![0]));
            outcome.free = !surely || surface.start <= e || surface.end > -e || run <= 2.0 * e;
        }
        outcome
    }

    /// Whether the plane that an answer names is a side of the body.
    fn is_named(&self, body: &Planes, side: usize, trace: &Trace) -> bool {
        match self.exact_body(body) {
            Some(exact) => exact.planes.get(side).is_some_and(|p| names(trace, &p.normal)),
            None => {
                let own = body.planes.get(side);
                own.is_some_and(|(n, _)| names(trace, &body.frame.direction(n)))
            }
        }
    }
}

/// Whether an answer names a plane of that normal, of any length.
fn names(trace: &Trace, n: &V) -> bool {
    let named = trace.plane.map(|plane| plane.normal.cast::<f64>());
    named.is_some_and(|named| (n / n.norm() - named).norm() <= SAME_NORMAL)
}

impl Shape {
    /// The distance of a plane from the origin once it is moved out by the hull.
    fn moved_out(&self, normal: &V, dist: f64) -> f64 {
        let reach = match self.hull {
            Hull::Sphere { .. } | Hull::Capsule { .. } => {
                let radius = f64::from(self.hull.radius());
                radius * normal.norm() + (self.half.z - radius) * normal.z.abs()
            }
            Hull::Point | Hull::Box { .. } | Hull::Cylinder { .. } => self.half.dot(&normal.abs()),
        };
        dist + reach - normal.dot(&self.middle)
    }
}
