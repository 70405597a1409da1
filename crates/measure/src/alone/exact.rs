//! What exact arithmetic says of a call.

use clipmark_collision::alone::Means;
use clipmark_collision::{
    Declaration, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid, Status, Sweep, TouchRule,
    Trace, TraceRules,
};
use clipmark_geometry::{Hull, Plane, Point, Vec3};
use clipmark_truth::{HullReference, Reference, judge};

/// What is in question about a move.
#[derive(Clone, Copy, Debug)]
pub enum Concern {
    /// Nothing: a single sweep is.
    Nothing,
    /// Whether it ends in a solid.
    Depth,
    /// Whether its middle goes through a solid.
    Through,
    /// Whether it gets as far as the exact slide move does from there.
    Way(Vec3),
    /// Whether it goes farther, level, than was wanted or the exact slide move goes.
    Unasked(Vec3),
    /// Whether it rises above the exact slide move.
    Rise(Vec3),
    /// Whether it sinks below what was wanted and below the exact slide move.
    Sink(Vec3),
    /// Whether it goes elsewhere than the exact slide move.
    Other(Vec3),
}

/// Way that a single move may lose or gain, as a share: as a run may.
const SHARE: f64 = 0.1;
/// Below this, in units, way gained or lost in a tick is no way: far below a tick's of 0.96 u at 333 Hz.
const NO_WAY: f64 = 0.01;
/// A rise of a tick that counts, in units: as the least rise of a step.
const RISE: f64 = 0.25;
/// A normal is wrong beyond this, in degrees: the referee's.
const NORMAL: f64 = 1.0;

/// What calls are judged by.
pub(super) struct Judge<'a> {
    pub(super) truth: &'a Reference,
    /// What a cast is; its skin is left out, since a call keeps none.
    pub(super) declared: Declaration,
    pub(super) body: Hull,
    pub(super) concern: Concern,
    pub(super) limit: f64,
}

/// The sentences on a call.
pub(super) struct Exact {
    pub(super) says: String,
    /// What speaks against it.
    pub(super) wrong: Option<Against>,
}

/// What speaks against a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// The solids, exactly.
    Solids,
    /// The exact slide move: our measure of a run, and no fact about the solids.
    Slide,
}

impl Concern {
    /// What speaks against a move where it does.
    fn against(self) -> Against {
        match self {
            Self::Nothing | Self::Depth | Self::Through => Against::Solids,
            Self::Way(_) | Self::Unasked(_) | Self::Rise(_) | Self::Sink(_) | Self::Other(_) => {
                Against::Slide
            }
        }
    }

    /// Whether a cast that passes into a solid, or ends in one, can bring it about.
    fn is_of_passing(self) -> bool {
        matches!(self, Self::Nothing | Self::Depth | Self::Through)
    }

    /// Whether a cast that stops where the way is free can.
    fn is_of_stopping(self) -> bool {
        matches!(self, Self::Nothing | Self::Way(_) | Self::Other(_))
    }
}

/// What any library's cast declares: solids, and a start in one is a hit.
pub(super) fn any_cast(rules: TraceRules) -> Declaration {
    Declaration {
        hulls: HullKinds::ALL,
        rules: TraceRules {
            touch: TouchRule::InSolid,
            ..rules
        },
        skin_direction: SkinDirection::Path,
        round_hulls: RoundHulls::Round,
        sidedness: Sidedness::Solid,
        start_solid: StartSolid::Blocks,
        touching_overlaps: false,
        follows: None,
        patches: false,
        triangles: false,
    }
}

impl Judge<'_> {
    pub(super) fn of(&self, means: &Means) -> Exact {
        match means {
            Means::Nothing => Exact {
                says: "not asked of this call".into(),
                wrong: None,
            },
            Means::Moved { from, to, wanted } => self.moved(from, to, wanted),
            Means::Cast { hull, .. } => self.cast(means, &self.truth.for_declared(hull, &self.declared)),
            Means::Overlaps { hull, at, says } => {
                let distance = distance(&self.truth.for_hull(hull), at);
                let wrong = if *says {
                    distance > self.limit
                } else {
                    distance < -self.limit
                };
                Exact {
                    says: place(distance),
                    wrong: wrong.then_some(Against::Solids),
                }
            }
        }
    }

    fn moved(&self, from: &Point, to: &Point, wanted: &Vec3) -> Exact {
        if !to.iter().all(|x| x.is_finite()) {
            return Exact {
                says: "the place reached is no number".into(),
                wrong: Some(Against::Solids),
            };
        }
        let body = self.truth.for_hull(&self.body);
        let (before, after) = (distance(&body, from), distance(&body, to));
        let went = (to - from).cast::<f64>();
        let mut says = format!("{} before, {} after", place(before), place(after));
        let level = |v: &Vec3| f64::from(v.xy().norm());
        let is_asked = wanted.norm() > 0.0;
        let wrong = match self.concern {
            Concern::Nothing => false,
            // Deeper than before: what began in a solid is not this move's.
            Concern::Depth => after < -self.limit && after < before - NO_WAY,
            Concern::Through => {
                let middle = self.truth.for_hull(&Hull::Point);
                let path = middle.sweep(&from.cast(), &to.cast());
                let through = path.entry.is_some();
                says += &format!(
                    "; the middle passes {}",
                    if through { "into a solid" } else { "none" }
                );
                through
            }
            Concern::Way(slide) => {
                let along = slide.cast::<f64>();
                let far = along.norm();
                let got = went.dot(&along) / far.max(f64::MIN_POSITIVE);
                says += &format!("; {got:.4} u along the {far:.4} u of the exact slide move from there");
                is_asked && far > NO_WAY && got < (1.0 - SHARE) * far
            }
            Concern::Unasked(slide) => {
                let (got, asked) = (went.xy().norm(), level(wanted).max(level(&slide)));
                says += &format!("; {got:.4} u level, where {asked:.4} u were asked for");
                got > (1.0 + SHARE) * asked + NO_WAY
            }
            Concern::Rise(slide) => {
                says += &format!(
                    "; up by {:.4} u, the exact slide move by {:.4} u",
                    went.z, slide.z
                );
                went.z > f64::from(slide.z) + RISE
            }
            Concern::Sink(slide) => {
                let lowest = wanted.z.min(slide.z);
                says += &format!(
                    "; down by {:.4} u, {:.4} u were wanted, the exact slide move by {:.4} u",
                    -went.z, -wanted.z, -slide.z
                );
                went.z < f64::from(lowest) - self.limit
            }
            Concern::Other(slide) => {
                let off = (went - slide.cast::<f64>()).norm();
                says += &format!("; {off:.4} u from where the exact slide move ends");
                is_asked && off > self.limit
            }
        };
        Exact {
            says,
            wrong: wrong.then_some(self.concern.against()),
        }
    }

    fn cast(&self, means: &Means, truth: &HullReference) -> Exact {
        let Means::Cast {
            hull,
            from,
            way,
            free,
            normal,
            starts_inside,
        } = *means
        else {
            return Exact {
                says: String::new(),
                wrong: None,
            };
        };
        let sweep = Sweep::new(hull, from, from + way);
        let met = free < 1.0;
        let fraction = if met { free.min(1.0_f32.next_down()) } else { 1.0 };
        let end = sweep.at(fraction);
        let plane = normal.map(|n| Plane::new(n, n.dot(&end.coords)));
        let trace = Trace {
            fraction,
            end,
            plane: plane.filter(Plane::is_valid),
            start_solid: starts_inside,
            status: Status::Converged,
            ..Trace::free(&sweep)
        };
        let bare = Declaration {
            rules: self.declared.rules.with_skin(0.0),
            ..self.declared
        };
        let v = judge(truth, &sweep, &trace, &bare);
        let length = f64::from(way.norm());
        let mut says = match v.exact.entry {
            _ if v.exact.starts_inside => "starts in a solid".to_owned(),
            Some(at) => format!("free for {:.6} u of {length:.6} u", at * length),
            None => format!("free for all of {length:.6} u"),
        };
        // A wrong answer that cannot bring about what failed is no cause of it.
        let (passes, stops) = (self.concern.is_of_passing(), self.concern.is_of_stopping());
        let mut wrong = false;
        let mut tell = |is: bool, what: String| {
            if is {
                wrong = true;
                says += &what;
            }
        };
        tell(
            passes && v.false_negative && v.missed_depth > self.limit,
            format!("; the call passes on, {:.4} u deep", v.missed_depth),
        );
        tell(
            stops && v.phantom && v.lost > self.limit && v.gap > self.limit,
            format!("; the call stops {:.4} u of way before it", v.lost),
        );
        tell(
            passes && v.penetration > self.limit,
            format!("; the call's end is {:.4} u in a solid", v.penetration),
        );
        let off = v.normal_error.unwrap_or(0.0);
        tell(off > NORMAL, format!("; its normal is off by {off:.3} degrees"));
        let deep = v.start_distance.is_some_and(|d| d.abs() > self.limit);
        tell(
            v.start_solid_wrong && deep,
            "; it is wrong about the start".into(),
        );
        Exact {
            says,
            wrong: wrong.then_some(Against::Solids),
        }
    }
}

/// From the solids, in units; infinite in an empty world.
fn distance(truth: &HullReference, at: &Point) -> f64 {
    let found = truth.signed_distance(&at.cast());
    found.map_or(f64::INFINITY, |d| d.distance)
}

fn place(distance: f64) -> String {
    match distance {
        d if d < 0.0 => format!("{:.6} u in a solid", -d),
        d => format!("{d:.6} u free"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::{Aabb, Brush, Contents, World};

    /// Against a floor at z = 0, for a box from 1 to 3 u above it.
    fn against(concern: Concern, means: &Means) -> Option<Against> {
        let floor = Brush::from_box(
            [-512.0, -512.0, -64.0].into(),
            [512.0, 512.0, 0.0].into(),
            Contents::SOLID,
        );
        let world = World::of_brushes("floor", vec![floor.unwrap()]);
        let judge = Judge {
            truth: &Reference::build(&world, Contents::SOLID),
            declared: any_cast(TraceRules::QUAKE3),
            body: body(),
            concern,
            limit: 0.05,
        };
        judge.of(means).wrong
    }

    fn body() -> Hull {
        Hull::Box {
            bounds: Aabb::new(Point::new(-8.0, -8.0, -1.0), Point::new(8.0, 8.0, 1.0)),
        }
    }

    /// Down by 4 u from 2 u above the floor; a right answer is free for half of the way.
    fn cast(free: f32) -> Means {
        Means::Cast {
            hull: body(),
            from: Point::new(0.0, 0.0, 3.0),
            way: Vec3::new(0.0, 0.0, -4.0),
            free,
            normal: Some(Vec3::z()),
            starts_inside: false,
        }
    }

    fn moved(to: [f32; 3], wanted: [f32; 3]) -> Means {
        Means::Moved {
            from: Point::new(0.0, 0.0, 3.0),
            to: to.into(),
            wanted: wanted.into(),
        }
    }

    const ASIDE: Concern = Concern::Unasked(Vec3::new(1.0, 0.0, 0.0));
    const AHEAD: Concern = Concern::Way(Vec3::new(1.0, 0.0, 0.0));
    const LOWER: Concern = Concern::Sink(Vec3::new(0.0, 0.0, -0.5));

    #[test]
    fn a_cast_counts_where_it_bears_on_what_failed() {
        let (deep, early) = (cast(0.54), cast(0.3));
        for concern in [Concern::Nothing, Concern::Depth, Concern::Through] {
            assert_eq!(against(concern, &deep), Some(Against::Solids), "{concern:?}");
        }
        for concern in [AHEAD, ASIDE, LOWER] {
            assert_eq!(against(concern, &deep), None, "{concern:?}");
        }
        assert_eq!(against(AHEAD, &early), Some(Against::Solids));
        for concern in [Concern::Depth, ASIDE, LOWER] {
            assert_eq!(against(concern, &early), None, "{concern:?}");
        }
        for concern in [Concern::Nothing, Concern::Depth, AHEAD, ASIDE, LOWER] {
            assert_eq!(against(concern, &cast(0.5)), None, "{concern:?}");
        }
    }

    #[test]
    fn a_move_that_sinks_as_wanted_is_the_askers() {
        let sinks = |wanted| against(LOWER, &moved([0.0, 0.0, 1.5], [0.0, 0.0, wanted]));
        assert_eq!(sinks(-1.5), None);
        assert_eq!(sinks(0.0), Some(Against::Slide));
    }
}
