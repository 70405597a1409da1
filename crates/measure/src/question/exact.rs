//! What exact arithmetic says of a call.

use clipmark_collision::question::Means;
use clipmark_collision::{
    Declaration, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid, Status, Sweep, TouchRule,
    Trace, TraceRules,
};
use clipmark_geometry::{Hull, Plane, Point, Vec3};
use clipmark_movement::MovingPart;
use clipmark_referee::{Fault, HullReference, Reference, judge};

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
    /// Whether it goes elsewhere than its carrier takes it, and the exact slide move from there.
    Rides(Vec3),
    /// Whether it is said not to stand though the ground is where it was to go.
    Stands,
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
pub struct Judge {
    /// The world where what is in question begins.
    pub before: Reference,
    /// The parts that move in the tick.
    pub moved: Option<MovedParts>,
    /// What a cast is; its skin is left out, since a call keeps none.
    pub declared: Declaration,
    /// The hull that moves.
    pub body: Hull,
    /// What is in question about it.
    pub concern: Concern,
    /// What is off by no more counts as right, in units.
    pub limit: f64,
}

/// A tick of parts that move.
pub struct MovedParts {
    /// The world where the tick leaves them.
    pub after: Reference,
    /// The solids that do not move.
    pub rigid: Reference,
    /// Each part by itself, and its way.
    pub ways: Vec<(Reference, MovingPart)>,
    /// Whether calls are asked among them at their end, by an adapter that takes the body along itself.
    pub at_end: bool,
}

/// The sentences on a call.
pub struct Exact {
    pub says: String,
    /// What speaks against it.
    pub wrong: Option<Against>,
}

/// What speaks against a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// The solids, exactly.
    Solids,
    /// The exact slide move: our measure of a run, and no fact about the solids.
    Slide,
}

impl Concern {
    /// What speaks against a move where it does.
    fn against(self) -> Against {
        match self {
            Self::Nothing | Self::Depth | Self::Through | Self::Stands => Against::Solids,
            Self::Way(_)
            | Self::Unasked(_)
            | Self::Rise(_)
            | Self::Sink(_)
            | Self::Other(_)
            | Self::Rides(_) => Against::Slide,
        }
    }

    /// Whether a cast that passes into a solid, or ends in one, can bring it about.
    fn is_of_passing(self) -> bool {
        matches!(self, Self::Nothing | Self::Depth | Self::Through | Self::Stands)
    }

    /// Whether a cast that stops where the way is free can.
    fn is_of_stopping(self) -> bool {
        matches!(
            self,
            Self::Nothing | Self::Way(_) | Self::Other(_) | Self::Rides(_)
        )
    }
}

/// What any library's cast declares: solids, and a start in one is a hit.
pub fn any_cast(rules: TraceRules) -> Declaration {
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

impl Judge {
    /// The world that calls are asked in.
    fn truth(&self) -> &Reference {
        match &self.moved {
            Some(moved) if moved.at_end => &moved.after,
            _ => &self.before,
        }
    }

    /// What is right of a call, and what speaks against it.
    pub fn of(&self, means: &Means) -> Exact {
        match means {
            Means::Nothing => Exact {
                says: "not asked of this call".into(),
                wrong: None,
            },
            Means::Moved {
                from,
                to,
                wanted,
                grounded,
            } => self.moved([from, to], wanted, *grounded),
            Means::Cast {
                hull,
                from,
                way,
                free,
                normal,
                starts_inside,
            } => {
                let sweep = Sweep::new(*hull, *from, from + way);
                self.cast(&sweep, *free, *normal, *starts_inside)
            }
            Means::Overlaps { hull, at, says } => {
                let distance = distance(&self.truth().for_hull(hull), at);
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

    fn moved(&self, [from, to]: [&Point; 2], wanted: &Vec3, grounded: Option<bool>) -> Exact {
        if !to.iter().all(|x| x.is_finite()) {
            return Exact {
                says: "the place reached is no number".into(),
                wrong: Some(Against::Solids),
            };
        }
        let body = self.truth().for_hull(&self.body);
        let left = self.moved.as_ref().map_or(&self.before, |parts| &parts.after);
        let (before, after) = (distance(&body, from), distance(&left.for_hull(&self.body), to));
        let went = (to - from).cast::<f64>();
        let mut says = format!("{} before, {} after", place(before), place(after));
        let level = |v: &Vec3| f64::from(v.xy().norm());
        let is_asked = wanted.norm() > 0.0;
        let wrong = match self.concern {
            Concern::Nothing => false,
            // Deeper than before: what began in a solid is not this move's.
            Concern::Depth => after < -self.limit && after < before - NO_WAY,
            Concern::Through => {
                let through = self.passes([from, to]);
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
            Concern::Rides(taken) => {
                let off = |from: &Vec3| (went - from.cast::<f64>()).norm();
                says += &format!(
                    "; {:.4} u from where its carrier and the exact slide move take it",
                    off(&taken)
                );
                // An adapter that takes the body along itself asks for the carrier's way and for the slide move's one by one.
                let is_as_asked =
                    self.moved.as_ref().is_some_and(|parts| parts.at_end) && off(wanted) <= self.limit;
                off(&taken) > self.limit && !is_as_asked
            }
            Concern::Stands => {
                // Straight down: a wall beside the body is no ground.
                let down = f64::from((-wanted.z).max(0.0)) + self.limit;
                let from = from.cast::<f64>();
                let is_met = body
                    .sweep(&from, &(from - Vec3::z().cast() * down))
                    .entry
                    .is_some();
                says += if is_met {
                    "; the wanted move meets the ground"
                } else {
                    "; the wanted move meets no ground"
                };
                grounded == Some(false) && is_met
            }
        };
        Exact {
            says,
            wrong: wrong.then_some(self.concern.against()),
        }
    }

    /// Whether the middle passes into a solid, or a part passes into it, or it ends in one.
    fn passes(&self, [from, to]: [&Point; 2]) -> bool {
        let into = |solids: &Reference, a: &Point, b: &Point| {
            let middle = solids.for_hull(&Hull::Point);
            middle.sweep(&a.cast(), &b.cast()).entry.is_some() || middle.overlaps(&b.cast())
        };
        let Some(parts) = &self.moved else {
            let middle = self.before.for_hull(&Hull::Point);
            return middle.sweep(&from.cast(), &to.cast()).entry.is_some();
        };
        let by_part = |(solids, way): &(Reference, MovingPart)| {
            into(solids, &way.from.into_model(from), &way.to.into_model(to))
        };
        into(&parts.rigid, from, to) || parts.ways.iter().any(by_part)
    }

    fn cast(&self, sweep: &Sweep, free: f32, normal: Option<Vec3>, starts_inside: bool) -> Exact {
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
            ..Trace::free(sweep)
        };
        let bare = Declaration {
            rules: self.declared.rules.with_skin(0.0),
            ..self.declared
        };
        let truth = self.truth().for_declared(&sweep.hull, &self.declared);
        let v = judge(&truth, sweep, &trace, &bare);
        let length = f64::from((sweep.end - sweep.start).norm());
        let mut says = match v.asked.exact.entry {
            _ if v.asked.exact.starts_inside => "starts in a solid".to_owned(),
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
            passes && v.passes() && v.measures.missed_depth > self.limit,
            format!("; the call passes on, {:.4} u deep", v.measures.missed_depth),
        );
        tell(
            stops
                && v.is_of_geometry(Fault::Phantom)
                && v.measures.lost > self.limit
                && v.measures.gap > self.limit,
            format!("; the call stops {:.4} u of way before it", v.measures.lost),
        );
        tell(
            passes && v.measures.penetration > self.limit,
            format!("; the call's end is {:.4} u in a solid", v.measures.penetration),
        );
        let off = v.measures.normal_error.unwrap_or(0.0);
        tell(off > NORMAL, format!("; its normal is off by {off:.3} degrees"));
        let deep = v.asked.start_distance.is_some_and(|d| d.abs() > self.limit);
        tell(
            v.is_of_geometry(Fault::WrongStart) && deep,
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
