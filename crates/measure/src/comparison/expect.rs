//! Checks whether the expectations of a scene hold.

mod bounds;
mod steps;

use super::shown::{corner, figure, length, past, short};
use crate::judge::detect::solid_truth;
use crate::judge::score::Scored;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_geometry::Point;
use clipmark_movement::{Body, MoverLaws, ShapeKind};
use clipmark_rows::faults::Fault;
use clipmark_rows::{Check, Severity, limits};
use clipmark_scene::{Expectation, Frame, Scene, Shape, Triple, WorldSource};

/// A tick that ends within this many seconds of the wanted time ends then: the rounding of a sum of tick lengths.
const SAME_TIME: f64 = 1e-6;
/// No share of speed is expected below this, in units per second: friction alone halves it in a few ticks.
const SLOW: f64 = 100.0;

/// One expectation of the scene, for one contestant.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// The expectation.
    pub what: String,
    /// What came of it, in a few words that follow the contestant's name and a colon: `got as far as step 9 of 10`.
    pub got: String,
    /// Whether it held.
    pub held: bool,
    /// Whether a place was to be reached.
    pub is_goal: bool,
    /// How far it missed, in units; none where that is no length.
    pub off: Option<f64>,
    /// How a bound was left; none where it is no bound or was kept.
    pub left: Option<Left>,
}

/// How a run left a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// Number of the first tick that the bound holds for, from 0.
    pub since: usize,
    /// Number of the first tick that leads out.
    pub tick: usize,
    /// From the bound to where it then is, in units and the world's axes.
    pub out: [f64; 3],
}

impl Expected {
    /// The check that it is a row of.
    pub fn check(&self) -> Check {
        match self.is_goal {
            true => Check::Goal,
            false => Check::Bound,
        }
    }

    /// The harm of a missed goal or a broken bound.
    pub fn severity(&self) -> Severity {
        // Without a positive distance (too late, say) it counts as far off.
        let off = self.off.filter(|off| *off > 0.0).unwrap_or(f64::INFINITY);
        let limit = if self.is_goal { limits::GOAL } else { limits::DEPTH };
        limit.severity_of(off, Severity::Measurable)
    }
}

/// One contestant's run, as the judge of expectations sees it.
pub(crate) struct Run<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) entrant: &'a BuiltContestant,
    pub(crate) played: &'a Played,
    pub(crate) scored: &'a Scored,
    /// Whether this is the reference mover's run, in the contestant's place. It is then compared with its own runs elsewhere.
    pub(crate) is_reference: bool,
}

/// Every expectation of the scene that concerns this contestant.
pub(crate) fn expectations(scene: &Scene, run: &Run) -> Vec<Expected> {
    let mover = match run.entrant.setup.mover().laws {
        MoverLaws::Slide => "mover:slide",
        MoverLaws::Walker => "mover:walker",
        MoverLaws::Foreign => "mover:foreign",
    };
    let hull = match run.entrant.setup.shape() {
        ShapeKind::Box => "hull:box",
        _ => "hull:cylinder",
    };
    // A planted fault does not change the expectations.
    let name = run.entrant.contestant.sound().to_string();
    let names = [name.as_str(), mover, hull];
    let asked = scene.expect.iter().filter(|e| e.concerns(&names));
    let judge = Judge {
        scene,
        run,
        path: path(&scene.frame, run),
    };
    asked.map(|e| judge.expected(e)).collect()
}

/// The state after a tick, in the scene's own axes.
struct PathPoint {
    seconds: f64,
    at: Triple,
    velocity: Triple,
}

fn path(frame: &Frame, run: &Run) -> Vec<PathPoint> {
    let ticks = run.scored.ticks.iter();
    ticks
        .map(|t| PathPoint {
            seconds: t.seconds,
            at: frame.placed_back(t.origin.map(f64::from)),
            velocity: frame.turned_back(t.velocity.map(f64::from)),
        })
        .collect()
}

struct Judge<'a> {
    scene: &'a Scene,
    run: &'a Run<'a>,
    path: Vec<PathPoint>,
}

/// What came of an expectation.
struct Finding {
    what: String,
    held: bool,
    got: String,
    /// How far it was missed, in units; none where that is no length, or the run has no tick for it.
    off: Option<f64>,
}

impl Finding {
    fn new(what: String, held: bool, got: String) -> Self {
        Self {
            what,
            held,
            got,
            off: None,
        }
    }
}

impl Judge<'_> {
    fn expected(&self, expectation: &Expectation) -> Expected {
        let Finding { what, held, got, off } = self.judge(expectation);
        Expected {
            what,
            got,
            held,
            is_goal: matches!(
                expectation,
                Expectation::Reaches { .. } | Expectation::FinalInside { .. }
            ),
            off,
            left: self.left(expectation),
        }
    }

    fn judge(&self, expectation: &Expectation) -> Finding {
        let scored = self.run.scored;
        match expectation {
            Expectation::Reaches {
                min, max, by, from, ..
            } => self.reaches([min, max], *from, *by),
            Expectation::FinalInside { min, max, .. } => self.ends_inside([min, max]),
            Expectation::StaysInside { min, max, .. } => {
                let what = format!("stays in the box {} to {}", corner(min), corner(max));
                self.bound(expectation, what, |left| {
                    format!("left its bounds at {} s", left.at)
                })
            }
            Expectation::StaysOut { min, max, .. } => {
                let what = format!("stays out of the box {} to {}", corner(min), corner(max));
                self.bound(expectation, what, |entered| {
                    format!("entered a box that it must stay out of at {} s", entered.at)
                })
            }
            Expectation::NeverBelow { z, from, .. } => {
                let z = short(*z);
                let what = format!("never goes below z = {z}{}", since(*from));
                self.bound(expectation, what, |fell| {
                    format!("went {} below z = {z}, to {}", fell.by, fell.to)
                })
            }
            Expectation::NeverAbove { z, from, .. } => {
                let z = short(*z);
                let what = format!("never goes above z = {z}{}", since(*from));
                self.bound(expectation, what, |rose| {
                    format!("went {} above z = {z}, to {}", rose.by, rose.to)
                })
            }
            Expectation::Rests { from, within, .. } => {
                let within = short(*within);
                let what = format!("rests within {within} u from {} s on", short(*from));
                let rests = self.bound(expectation, what, |strays| {
                    format!("strays {} farther than {within} u", strays.by)
                });
                match self.at(*from) {
                    Some(_) => rests,
                    None => Finding::new(rests.what, false, "ends before that".into()),
                }
            }
            Expectation::SpeedWithin {
                at, of, tolerance, ..
            } => {
                let speed = self
                    .at(*at)
                    .map_or(f64::NAN, |t| t.velocity[0].hypot(t.velocity[1]));
                let wanted = format!("{} ± {} u/s", short(*of), short(*tolerance));
                Finding::new(
                    format!("runs at {wanted} at {} s", short(*at)),
                    (speed - of).abs() <= *tolerance,
                    format!(
                        "runs at {} u/s at {} s, {wanted} expected",
                        past(speed, *of),
                        short(*at)
                    ),
                )
            }
            Expectation::VelocityWithin {
                at, of, tolerance, ..
            } => {
                let velocity = self.at(*at).map_or([f64::NAN; 3], |t| t.velocity);
                let [x, y, z] = of.map(short);
                Finding::new(
                    format!(
                        "has velocity ({x} {y} {z}) ± {} u/s at {} s",
                        short(*tolerance),
                        short(*at)
                    ),
                    (0..3).all(|i| (velocity[i] - of[i]).abs() <= *tolerance),
                    format!(
                        "its velocity is {} u/s off at {} s",
                        figure(apart(&velocity, of)),
                        short(*at)
                    ),
                )
            }
            Expectation::SpeedNeverAbove { of, .. } => {
                let fastest = self.path.iter().map(|t| norm(&t.velocity)).fold(0.0, f64::max);
                let what = format!("is never faster than {} u/s", short(*of));
                up_to(what, "reaches", fastest, " u/s", *of)
            }
            Expectation::LosesAtMost { share, .. } => self.loses_at_most(*share),
            Expectation::GroundToggles { max, from, .. } => {
                let ticks = scored.ticks.windows(2).filter(|w| w[0].seconds >= *from);
                let toggles = ticks.filter(|w| w[0].grounded != w[1].grounded).count();
                at_most("changes between standing and flying", toggles, *max)
            }
            Expectation::Shake { max, .. } => {
                let what = format!("shakes by at most {} u", short(*max));
                up_to(what, "shakes by", scored.movement.shake, " u", *max)
            }
            Expectation::Against { toward, within, .. } => self.against(*toward, *within),
            Expectation::FinalFree { .. } => {
                let depth = scored.ticks.last().map_or(f64::NAN, |t| t.depth);
                let held = depth <= f64::from(scored.skin) / 4.0;
                let got = format!("ends {} deep in a solid", length(depth));
                Finding::new("ends in no solid".into(), held, got)
            }
            Expectation::LikeOn { shapes, speed, .. } => self.like_on(shapes, *speed),
            Expectation::StuckTicks { max, .. } => at_most("ticks stuck", scored.movement.stuck_ticks, *max),
            Expectation::Misses { max, .. } => {
                let faults = &scored.queries.faults;
                // A stop that comes too late lets a player in as well.
                let missed = faults.sum(&Fault::THROUGH) + faults[Fault::TooDeep];
                at_most("missed sweeps", missed, *max)
            }
            Expectation::Phantoms { max, .. } => {
                at_most("phantom hits", scored.queries.faults[Fault::Phantom], *max)
            }
            Expectation::Deepest { max, .. } => {
                let what = format!("is never deeper than {} u in a solid", short(*max));
                up_to(what, "is in a solid by", scored.movement.deepest, " u", *max)
            }
        }
    }

    fn at(&self, seconds: f64) -> Option<&PathPoint> {
        self.path.iter().find(|t| t.seconds >= seconds - SAME_TIME)
    }

    fn loses_at_most(&self, share: f64) -> Finding {
        let lost = |w: &[PathPoint]| 1.0 - norm(&w[1].velocity) / norm(&w[0].velocity);
        let fast = self.path.windows(2).filter(|w| norm(&w[0].velocity) > SLOW);
        let worst = fast.map(lost).max_by(f64::total_cmp);
        let what = format!("loses at most {} % of its speed in a tick", short(100.0 * share));
        match worst {
            None => Finding::new(what, false, "is never quick enough to tell".into()),
            Some(lost) => up_to(what, "loses in a tick", 100.0 * lost, " %", 100.0 * share),
        }
    }

    fn against(&self, toward: f64, within: f64) -> Finding {
        let (sin, cos) = toward.to_radians().sin_cos();
        let way = self.scene.frame.turned([cos * within, sin * within, 0.0]);
        let truth = solid_truth(self.run.setting, self.run.entrant);
        let last = self.run.played.states.last().copied();
        let last = last.unwrap_or_else(|| Body::at(Point::origin()));
        let from = last.origin.cast();
        let met = truth
            .reference(&last)
            .sweep(&from, &(from + nalgebra::Vector3::from(way)));
        let what = format!(
            "ends against something within {} u toward {}",
            short(within),
            short(toward)
        );
        let got = match met.entry {
            Some(t) => format!("is {} u from it", short(t * within)),
            None => format!("ends against nothing toward {}", short(toward)),
        };
        Finding::new(what, met.entry.is_some(), got)
    }

    fn like_on(&self, shapes: &[Shape], speed: f64) -> Finding {
        let what = format!("runs within {} u/s of its run in the plain world", short(speed));
        let mut plain = self.scene.clone();
        plain.world = WorldSource::Shapes(shapes.to_vec());
        let played = Setting::new(&plain).and_then(|setting| {
            if self.run.is_reference {
                return Ok(setting
                    .reference_run()
                    .map_or_else(Played::default, |run| run.cast()));
            }
            let entrant = setting.enter(self.run.entrant.contestant)?;
            entrant.play(&setting)
        });
        let played = match played {
            Ok(played) => played,
            Err(e) => return Finding::new(what, false, format!("cannot be played in the plain world: {e}")),
        };
        let pairs = self.run.played.states.iter().zip(&played.states);
        let off = pairs.map(|(a, b)| f64::from((a.velocity - b.velocity).norm()));
        let most = off.max_by(f64::total_cmp).unwrap_or(f64::NAN);
        let same_length = played.states.len() == self.run.played.states.len();
        let got = format!("runs {} u/s off its run in the plain world", past(most, speed));
        Finding::new(what, same_length && most <= speed, got)
    }
}

fn since(from: Option<f64>) -> String {
    from.map_or(String::new(), |from| format!(" from {from:.2} s on"))
}

fn at_most(what: &str, got: usize, max: u32) -> Finding {
    let held = got <= max as usize;
    let limit = if held {
        String::new()
    } else {
        format!(", at most {max} expected")
    };
    Finding::new(
        format!("has at most {max} {what}"),
        held,
        format!("has {got} {what}{limit}"),
    )
}

fn up_to(what: String, verb: &str, got: f64, unit: &str, limit: f64) -> Finding {
    let held = got <= limit;
    let beyond = if held {
        String::new()
    } else {
        format!(", at most {}{unit} expected", short(limit))
    };
    Finding::new(what, held, format!("{verb} {}{unit}{beyond}", past(got, limit)))
}

fn norm(v: &Triple) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn apart(a: &Triple, b: &Triple) -> f64 {
    norm(&std::array::from_fn(|i| a[i] - b[i]))
}
