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
use clipmark_record::LeastWork;
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
    pub fn of(&self, sweep: &Sweep) -> Least {
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
            let one = self.of(sweep);
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::BackendKind;
    use crate::uniform::{LENGTHS, draw};
    use clipmark_collision::Work;
    use clipmark_geometry::{Plane, Point, SurfaceFlags, Vec3};

    fn cuboid(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
        Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
    }

    /// |x - x0| + |y| <= 16, as high as 16 u both ways: four upright faces, lid and floor, and of bevels four more.
    fn pillar(x0: f32) -> Brush {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let mut planes = vec![Plane::new(Vec3::z(), 16.0), Plane::new(-Vec3::z(), 16.0)];
        for (x, y) in [(half, half), (half, -half), (-half, half), (-half, -half)] {
            planes.push(Plane::new(Vec3::new(x, y, 0.0), 16.0 * half + x * x0));
        }
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    }

    fn least(brushes: Vec<Brush>, start: [f32; 3], end: [f32; 3]) -> Least {
        let world = World::of_brushes("by hand", brushes);
        let sweep = Sweep::new(Hull::Point, start.into(), end.into());
        Nearest::new(&world, &Hull::Point, &TraceRules::QUAKE3).of(&sweep)
    }

    fn counted(solids: usize, planes: usize, planes_in_fours: usize) -> Least {
        Least {
            solids,
            planes,
            planes_in_fours,
        }
    }

    #[test]
    fn a_world_that_is_counted_by_hand() {
        let wall = || cuboid([100.0, -64.0, -64.0], [108.0, 64.0, 64.0]);
        let behind = || cuboid([200.0, -64.0, -64.0], [208.0, 64.0, 64.0]);
        let beside = || cuboid([20.0, 40.0, -64.0], [60.0, 80.0, 64.0]);
        let (from, to) = ([0.0, 0.0, 0.0], [256.0, 0.0, 0.0]);
        // The wall stops the sweep, so all its six planes count. The brushes behind it and beside the path are not near.
        assert_eq!(
            least(vec![wall(), behind(), beside()], from, to),
            counted(1, 6, 6)
        );
        // Nothing is met; the path ends before the wall.
        assert_eq!(
            least(vec![wall(), beside()], from, [64.0, 0.0, 0.0]),
            counted(0, 0, 0)
        );
        // A start in a box that it leaves, to be stopped by the wall: both whole.
        let around = cuboid([-8.0, -8.0, -8.0], [8.0, 8.0, 8.0]);
        assert_eq!(least(vec![around, wall()], from, to), counted(2, 12, 12));
        // Two tiles of one wall: the second is no sooner, which one plane says.
        let tile = cuboid([100.0, -64.0, -128.0], [108.0, 64.0, -0.0625]);
        assert_eq!(least(vec![wall(), tile], from, to), counted(2, 7, 10));
        // The whole path is in a box: it stops at once.
        let room = cuboid([-300.0, -64.0, -64.0], [300.0, 64.0, 64.0]);
        assert_eq!(least(vec![room, wall()], from, to), counted(1, 6, 6));
    }

    #[test]
    fn a_near_brush_that_is_missed_costs_one_plane_or_two() {
        // Past a corner of its bounds, beyond the face in front of that corner.
        let cut = ([20.0, -40.0, 0.0], [76.0, 16.0, 0.0]);
        assert_eq!(least(vec![pillar(40.0)], cut.0, cut.1), counted(1, 1, 4));
        // Across the corner at y = 16, over it by 3.2 u: out of one face's plane before into the other's.
        let over = ([-120.0, -40.8, 0.0], [200.0, 119.2, 0.0]);
        assert_eq!(least(vec![pillar(0.0)], over.0, over.1), counted(1, 2, 4));
        // Straight at it: ten planes with the bevels.
        assert_eq!(
            least(vec![pillar(0.0)], [-64.0, 1.0, 0.0], [64.0, 1.0, 0.0]),
            counted(1, 10, 10)
        );
    }

    #[test]
    fn no_sweep_of_a_tracer_takes_fewer() {
        let mut seed = 9_u64;
        let mut unit = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1 << 24) as f32
        };
        let mut brushes: Vec<Brush> = (0..60)
            .map(|_| {
                let at = [unit(), unit(), unit()].map(|x| x * 600.0);
                let size = [unit(), unit(), unit()].map(|x| 8.0 + x * 90.0);
                cuboid(at, std::array::from_fn(|k| at[k] + size[k]))
            })
            .collect();
        brushes.extend((0..20).map(|i| pillar(i as f32 * 40.0)));
        let world = World::of_brushes("heap", brushes);
        let hull = Hull::quake3_player();
        let bsp = BackendKind::named("bsp")
            .unwrap()
            .build(&world, TraceRules::QUAKE3)
            .unwrap();
        let nearest = Nearest::new(&world, &hull, &TraceRules::QUAKE3);
        let mut work = Work::counting();
        let mut all = (0, 0);
        for lengths in LENGTHS {
            for [a, b] in draw(&world, Contents::PLAYER_MASK, &lengths, 400, 5) {
                let sweep = Sweep::new(hull, Point::from(a), Point::from(b));
                let least = nearest.of(&sweep);
                bsp.trace(&sweep, &mut work);
                let took = work.take_counts();
                assert!(
                    took.planes >= least.planes_in_fours as u64 && took.primitives >= least.solids as u64,
                    "{took:?} {least:?} {sweep:?}"
                );
                all = (all.0 + took.planes, all.1 + least.planes_in_fours as u64);
            }
        }
        // The bound is not far from a tracer's cost, or it would be of no use.
        assert!(all.0 < 3 * all.1, "{all:?}");
    }
}
