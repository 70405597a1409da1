//! The least work of a sweep for any tracer that knows every brush by its bounding box: brushes, and their planes.
//!
//! A brush is near if the path meets its bounds, moved out by hull and skin, up to the sweep's stop. For near brushes, planes
//! must decide. The brush that stops the sweep, and each that holds its start, costs all of its planes. Any other near brush
//! costs the fewest planes that prove that it stops the sweep no sooner. That is one plane that keeps the path out or is entered
//! no sooner, else two, one left before the other is entered. A plane test is one plane, moved out by the hull, against both ends
//! of the path. Which order of tests would come upon those planes is not asked.
//!
//! Computed in f64 by trying every brush, by the engine's rules for one brush (`docs/engines.md` section 1). Brushes have
//! their bevels. Curved patches and triangles are not counted.

use clipmark_collision::{Sweep, TouchRule, TraceRules};
use clipmark_geometry::{Brush, Contents, Hull, World, bevelled};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Planes that vector code without AVX tests together.
pub(super) const LANES: usize = 4;

/// The brushes of a world as one hull meets them.
pub struct Nearest {
    solids: Vec<Solid>,
    pub(super) skin: f64,
    /// A path that ends so far in front of a plane does not meet it, in units.
    pub(super) free_at: f64,
}

/// The needs of one sweep, at least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Least {
    /// Brushes whose bounds the sweep meets before it stops.
    pub solids: usize,
    /// Planes of these that must be known.
    pub planes: usize,
    /// Planes when four of a brush are tested at a time: whole fours, of which a brush's last may hold fewer.
    pub planes_in_fours: usize,
}

/// The least work that a trace asks of any tracer that knows every brush by its bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LeastWork {
    /// Brushes whose bounds, moved out by hull and skin, the sweep meets before it stops.
    pub solids: f64,
    /// Their planes that must be known.
    pub planes: f64,
    /// The same where four planes of a brush are tested at a time.
    pub planes_in_fours: f64,
}

pub(super) struct Solid {
    contents: Contents,
    /// Bounds, moved out by hull and skin.
    mins: V,
    maxs: V,
    /// Planes moved out by the hull.
    pub(super) planes: Vec<(V, f64)>,
}

/// The effect of a brush on a sweep, without the other brushes.
pub(super) enum Clip {
    /// One plane keeps the path out.
    Passed,
    /// No plane is entered before another is left: two say so. The last is entered here.
    Missed { enter: f64 },
    /// Stops the path here.
    Enters(f64),
    /// Holds the start, perhaps the end.
    Holds { end: bool },
}

impl Nearest {
    /// For sweeps of one hull, by a tracer's skin and touch rule.
    pub fn new(world: &World, hull: &Hull, rules: &TraceRules) -> Self {
        let skin = f64::from(rules.skin);
        let free_at = match rules.touch {
            TouchRule::WithinSkin => skin,
            TouchRule::InSolid => 0.0,
        };
        let solid = |brush: &Brush| {
            let (brush, moves) = (bevelled(brush), hull.bounds());
            let out = V::repeat(skin);
            let planes = brush.sides.iter().map(|side| {
                let plane = side.plane;
                let reach = hull.support(&-plane.normal);
                (plane.normal.cast(), f64::from(plane.dist) + f64::from(reach))
            });
            Solid {
                contents: brush.contents,
                mins: (brush.bounds.mins - moves.maxs).cast() - out,
                maxs: (brush.bounds.maxs - moves.mins).cast() + out,
                planes: planes.collect(),
            }
        };
        Self {
            solids: world.brushes.iter().map(solid).collect(),
            skin,
            free_at,
        }
    }

    /// The near brushes, the effect of each on the sweep, and where the sweep stops.
    pub(super) fn met(&self, sweep: &Sweep) -> (Vec<(&Solid, Clip)>, f64) {
        let (start, end) = (sweep.start.coords.cast::<f64>(), sweep.end.coords.cast::<f64>());
        let solids = self.solids.iter().filter(|s| s.contents.intersects(sweep.mask));
        let mut met: Vec<(f64, (&Solid, Clip))> = solids
            .filter_map(|s| {
                let enter = s.bounds_entered(&start, &(end - start))?;
                Some((enter, (s, self.clip(s, &start, &end))))
            })
            .collect();
        let stop = met.iter().fold(1.0, |stop: f64, (_, (_, clip))| match clip {
            Clip::Enters(at) => stop.min(*at),
            Clip::Holds { end: true } => 0.0,
            _ => stop,
        });
        met.retain(|(enter, _)| *enter <= stop);
        (met.into_iter().map(|(_, near)| near).collect(), stop)
    }

    /// The needs of one sweep.
    pub fn needs(&self, sweep: &Sweep) -> Least {
        let (met, stop) = self.met(sweep);
        let mut least = Least {
            solids: met.len(),
            ..Least::default()
        };
        let mut stopped = false;
        for (solid, clip) in &met {
            let all = solid.planes.len();
            let planes = match clip {
                Clip::Holds { .. } => all,
                // Of brushes that stop the sweep together, the first costs all planes; one plane proves that another is no
                // sooner.
                Clip::Enters(at) if *at <= stop && !stopped => {
                    stopped = true;
                    all
                }
                Clip::Passed | Clip::Enters(_) => 1,
                Clip::Missed { enter } => 1 + usize::from(*enter < stop),
            };
            least.planes += planes;
            least.planes_in_fours += planes.next_multiple_of(LANES).min(all);
        }
        least
    }

    /// The needs of sweeps on average.
    pub fn per_trace<'a>(&self, sweeps: impl IntoIterator<Item = &'a Sweep>) -> LeastWork {
        let (mut sum, mut n) = (Least::default(), 0_usize);
        for sweep in sweeps {
            let one = self.needs(sweep);
            n += 1;
            sum.solids += one.solids;
            sum.planes += one.planes;
            sum.planes_in_fours += one.planes_in_fours;
        }
        let each = |of: usize| of as f64 / n.max(1) as f64;
        LeastWork {
            solids: each(sum.solids),
            planes: each(sum.planes),
            planes_in_fours: each(sum.planes_in_fours),
        }
    }

    fn clip(&self, solid: &Solid, start: &V, end: &V) -> Clip {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, 1.0_f64);
        let (mut starts_out, mut ends_out) = (false, false);
        for (normal, dist) in &solid.planes {
            let (from, to) = (normal.dot(start) - dist, normal.dot(end) - dist);
            if from > 0.0 && (to >= self.free_at || to >= from) {
                return Clip::Passed;
            }
            starts_out |= from > 0.0;
            ends_out |= to > 0.0;
            if from <= 0.0 && to <= 0.0 {
                continue;
            }
            if from > to {
                enter = enter.max(((from - self.skin) / (from - to)).max(0.0));
            } else {
                leave = leave.min((from + self.skin) / (from - to));
            }
        }
        if !starts_out {
            Clip::Holds { end: !ends_out }
        } else if enter >= leave {
            Clip::Missed { enter }
        } else {
            Clip::Enters(enter)
        }
    }
}

impl Solid {
    /// The fraction at which the path enters the bounds, 0 when it starts in them; `None` when it does not.
    fn bounds_entered(&self, start: &V, along: &V) -> Option<f64> {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for k in 0..3 {
            let (low, high) = (self.mins[k] - start[k], self.maxs[k] - start[k]);
            if along[k] == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (a, b) = (low / along[k], high / along[k]);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        (enter <= leave).then_some(enter)
    }
}
