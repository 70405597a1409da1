//! Checks whether the expectations of a scene hold.

mod boxes;
mod off;
mod steps;

use super::shown::{beyond, figure, is_in_box, length, past, short, show, time};
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
    /// Contestant.
    pub contestant: String,
    /// The expectation.
    pub what: String,
    /// The result.
    pub got: String,
    /// The failure in a few words that follow the contestant's name and a colon: `got as far as step 9 of 10`. Empty where it
    /// held.
    pub short: String,
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

    /// The failure in a few words; expectation and result where these are not known.
    pub fn in_short(&self) -> String {
        match self.short.is_empty() {
            true => format!("expected: {}; got: {}", self.what, self.got),
            false => self.short.clone(),
        }
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

/// Whether an expectation held.
struct Finding {
    what: String,
    got: String,
    /// The failure in a few words.
    in_short: String,
    held: bool,
}

impl Finding {
    fn new(what: String, got: String, in_short: String, held: bool) -> Self {
        Self {
            what,
            got,
            in_short,
            held,
        }
    }
}

impl Judge<'_> {
    fn expected(&self, expectation: &Expectation) -> Expected {
        let Finding {
            what,
            got,
            in_short,
            held,
        } = self.judge(expectation);
        Expected {
            contestant: self.run.scored.name.clone(),
            what,
            got,
            short: if held { String::new() } else { in_short },
            held,
            is_goal: matches!(
                expectation,
                Expectation::Reaches { .. } | Expectation::FinalInside { .. }
            ),
            off: self.off(expectation),
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
            Expectation::StaysInside { min, max, .. } => self.stays_inside([min, max]),
            Expectation::StaysOut { min, max, .. } => self.stays_out([min, max]),
            Expectation::NeverBelow { z, from, .. } => {
                let lowest = self.heights(*from).fold(f64::INFINITY, f64::min);
                let what = format!("never goes below z = {}{}", short(*z), since(*from));
                let got = format!("lowest is {}", beyond(lowest, *z));
                let in_short = format!("went below z = {}, to {}", short(*z), past(lowest, *z));
                Finding::new(what, got, in_short, lowest >= *z)
            }
            Expectation::NeverAbove { z, from, .. } => {
                let highest = self.heights(*from).fold(f64::NEG_INFINITY, f64::max);
                let what = format!("never goes above z = {}{}", short(*z), since(*from));
                let in_short = format!("went above z = {}, to {}", short(*z), past(highest, *z));
                Finding {
                    in_short,
                    ..up_to(what, "highest is", highest, "", *z)
                }
            }
            Expectation::SpeedWithin {
                at, of, tolerance, ..
            } => {
                let speed = self
                    .at(*at)
                    .map_or(f64::NAN, |t| t.velocity[0].hypot(t.velocity[1]));
                let what = format!(
                    "runs at {} ± {} u/s at {} s",
                    short(*of),
                    short(*tolerance),
                    short(*at)
                );
                let held = (speed - of).abs() <= *tolerance;
                let in_short = format!(
                    "runs at {} u/s at {} s, {} ± {} u/s expected",
                    figure(speed),
                    short(*at),
                    short(*of),
                    short(*tolerance)
                );
                Finding::new(what, format!("runs at {} u/s", short(speed)), in_short, held)
            }
            Expectation::VelocityWithin {
                at, of, tolerance, ..
            } => {
                let velocity = self.at(*at).map_or([f64::NAN; 3], |t| t.velocity);
                let what = format!(
                    "has velocity {} ± {} u/s at {} s",
                    show(of),
                    short(*tolerance),
                    short(*at)
                );
                let held = (0..3).all(|i| (velocity[i] - of[i]).abs() <= *tolerance);
                let off = figure(apart(&velocity, of));
                let in_short = format!("its velocity is {off} u/s off at {} s", short(*at));
                Finding::new(what, format!("has {}", show(&velocity)), in_short, held)
            }
            Expectation::SpeedNeverAbove { of, .. } => {
                let fastest = self.path.iter().map(|t| norm(&t.velocity)).fold(0.0, f64::max);
                let what = format!("is never faster than {} u/s", short(*of));
                up_to(what, "reaches", fastest, " u/s", *of)
            }
            Expectation::LosesAtMost { share, .. } => self.loses_at_most(*share),
            Expectation::Rests { from, within, .. } => {
                let mut after = self.path.iter().filter(|t| t.seconds >= *from);
                let place = after.next();
                let away = place.map_or(f64::NAN, |p| {
                    after.map(|t| apart(&p.at, &t.at)).fold(0.0, f64::max)
                });
                let what = format!("rests within {} u from {} s on", short(*within), short(*from));
                up_to(what, "strays", away, " u", *within)
            }
            Expectation::GroundToggles { max, from, .. } => {
                let ticks = scored.ticks.windows(2).filter(|w| w[0].seconds >= *from);
                let toggles = ticks.filter(|w| w[0].grounded != w[1].grounded).count();
                at_most("changes between standing and flying", toggles, *max)
            }
            Expectation::Shake { max, .. } => {
                let shake = scored.movement.shake;
                let what = format!("shakes by at most {} u", short(*max));
                up_to(what, "shakes by", shake, " u", *max)
            }
            Expectation::Against { toward, within, .. } => self.against(*toward, *within),
            Expectation::FinalFree { .. } => {
                let depth = scored.ticks.last().map_or(f64::NAN, |t| t.depth);
                let tolerance = f64::from(scored.skin) / 4.0;
                let got = format!("ends {} u in one", short(depth));
                let in_short = format!("ends {} deep in a solid", length(depth));
                Finding::new("ends in no solid".into(), got, in_short, depth <= tolerance)
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
                let deepest = scored.movement.deepest;
                let what = format!("is never deeper than {} u in a solid", short(*max));
                let in_short = format!(
                    "is {} u deep in a solid, at most {} u expected",
                    past(deepest, *max),
                    short(*max)
                );
                Finding {
                    in_short,
                    ..up_to(what, "deepest is", deepest, " u", *max)
                }
            }
        }
    }

    fn at(&self, seconds: f64) -> Option<&PathPoint> {
        self.path.iter().find(|t| t.seconds >= seconds - SAME_TIME)
    }

    fn heights(&self, from: Option<f64>) -> impl Iterator<Item = f64> {
        let from = from.unwrap_or(0.0);
        self.path
            .iter()
            .filter(move |t| t.seconds >= from)
            .map(|t| t.at[2])
    }

    fn loses_at_most(&self, share: f64) -> Finding {
        let lost = |w: &[PathPoint]| 1.0 - norm(&w[1].velocity) / norm(&w[0].velocity);
        let fast = self.path.windows(2).filter(|w| norm(&w[0].velocity) > SLOW);
        let worst = fast.max_by(|a, b| lost(a).total_cmp(&lost(b)));
        let what = format!("loses at most {} % of its speed in a tick", short(100.0 * share));
        match worst {
            None => {
                let got = "is never quick enough to tell".to_owned();
                Finding::new(what, got.clone(), got, false)
            }
            Some(w) => {
                let got = format!(
                    "loses {} % at {} s",
                    beyond(100.0 * lost(w), 100.0 * share),
                    time(w[1].seconds)
                );
                let in_short = format!(
                    "loses {} % of its speed in a tick, at most {} % expected",
                    past(100.0 * lost(w), 100.0 * share),
                    short(100.0 * share)
                );
                Finding::new(what, got, in_short, lost(w) <= share)
            }
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
            None => format!(
                "meets nothing there from {}",
                show(&self.scene.frame.placed_back(from.coords.into()))
            ),
        };
        let in_short = format!("ends against nothing toward {}", short(toward));
        Finding::new(what, got, in_short, met.entry.is_some())
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
            Err(e) => {
                let in_short = "cannot be played in the plain world".to_owned();
                return Finding::new(what, format!("cannot be played there: {e}"), in_short, false);
            }
        };
        let pairs = self.run.played.states.iter().zip(&played.states).enumerate();
        let off = pairs.map(|(k, (a, b))| (k, f64::from((a.velocity - b.velocity).norm())));
        let (tick, most) = off.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f64::NAN));
        let same_length = played.states.len() == self.run.played.states.len();
        let got = format!("is {} u/s off at tick {tick}", beyond(most, speed));
        let in_short = format!("runs {} u/s off its run in the plain world", past(most, speed));
        Finding::new(what, got, in_short, same_length && most <= speed)
    }
}

fn since(from: Option<f64>) -> String {
    from.map_or(String::new(), |from| format!(" from {from:.2} s on"))
}

fn at_most(what: &str, got: usize, max: u32) -> Finding {
    Finding {
        what: format!("has at most {max} {what}"),
        got: format!("has {got}"),
        in_short: format!("has {got} {what}, at most {max} expected"),
        held: got <= max as usize,
    }
}

fn up_to(what: String, verb: &str, got: f64, unit: &str, limit: f64) -> Finding {
    Finding {
        what,
        got: format!("{verb} {}{unit}", beyond(got, limit)),
        in_short: format!(
            "{verb} {}{unit}, at most {}{unit} expected",
            past(got, limit),
            short(limit)
        ),
        held: got <= limit,
    }
}

fn norm(v: &Triple) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn apart(a: &Triple, b: &Triple) -> f64 {
    norm(&std::array::from_fn(|i| a[i] - b[i]))
}
