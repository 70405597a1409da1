//! The tick of a run that best shows its failure, with its controller's questions until then.

use super::{JudgedBy, judged_run};
use crate::SuiteError;
use clipmark_geometry::{Hull, Point, Vec3};
use clipmark_measure::alone::{Asked, Concern, tick_said};
use clipmark_measure::detect::turns;
use clipmark_measure::{
    BuiltContestant, Contestant, InputSource, MeasureError, Played, ReferenceSpace, Setting,
};
use clipmark_movement::{Body, Move};
use clipmark_record::controllers::{Breach, Outcome, Promise, bars, breaches};
use clipmark_scene::Scene;
use clipmark_truth::HullReference;

/// A tick in question.
pub struct Failing {
    /// The scene made ready.
    pub setting: Setting,
    /// The contestant, and how the body is carried.
    pub entered: BuiltContestant,
    /// The worst promise that the run broke; none if it broke none.
    pub breach: Option<Breach>,
    /// Number of the tick, from 0.
    pub tick: usize,
    /// Ticks of the run.
    pub ticks: usize,
    /// Seconds at its end.
    pub seconds: f64,
    /// Position before it and after it, in units.
    pub places: [Point; 2],
    /// Where its keys pointed, of unit length; zero without keys.
    pub wish: Vec3,
    /// The questions to a library's controller up to this tick, without our code.
    pub moves: Vec<Move>,
    /// The part of the body that is not to be in a solid.
    pub body: Hull,
    /// The question about it.
    pub concern: Concern,
}

impl Failing {
    /// The question of the tick.
    pub fn asked(&self) -> Asked<'_> {
        Asked {
            setup: &self.entered.setup,
            world: &self.setting.world,
            moves: &self.moves,
            body: self.body,
            concern: self.concern,
        }
    }

    /// The verdict of exact arithmetic on the tick as a whole, in words.
    pub fn said(&self) -> String {
        tick_said(&self.asked(), self.places, self.wish, bars::DEPTH)
    }
}

/// Plays a scene and finds the tick.
///
/// # Errors
/// A scene or contestant that cannot be used, a run that breaks no promise, and one of no ticks.
pub fn failing(scene: &Scene, contestant: Contestant) -> Result<Failing, SuiteError> {
    if !scene.movers.is_empty() {
        let why = "parts of its world move, so that no tick of it can be asked alone";
        return Err(not_alone(contestant, why).into());
    }
    let setting = Setting::shared_by(scene, &[contestant])?;
    let mut entered = setting.enter(contestant)?;
    let notes = entered.setup.noted().map(|(setup, notes)| {
        entered.setup = setup;
        notes
    });
    let played = entered.play(&setting)?;
    let mut moves = notes.map_or_else(Vec::new, |notes| notes.take());
    let reference = setting.reference_run();
    let middle = setting.truth.for_hull(&Hull::Point);
    let by = JudgedBy {
        reference: reference.as_ref(),
        middle: &middle,
        parts: &[],
    };
    let run = judged_run(scene, &setting, &entered, &played, &by);
    let breach = breaches(&Outcome::Run(run)).into_iter().next();
    let solid = entered.setup.mover().solid_bounds(&setting.profile);
    let body = entered.setup.shape().hull(solid);
    let look = Look {
        played: &played,
        body: &setting.truth.for_hull(&body),
        middle: &middle,
        slide: ReferenceSpace::new(&setting.world, setting.profile),
    };
    let (tick, concern) = look.tick(breach.as_ref()).ok_or_else(|| {
        not_alone(
            contestant,
            "it breaks no promise there, so that there is nothing to reproduce",
        )
    })?;
    let of_tick = moves.iter().position(|m| {
        let [before, after] = [tick, tick + 1].map(|k| played.states[k].origin);
        m.from == before && m.carried.origin == after
    });
    // An answer that is no number leaves the body where it is; a tick may have no move at all.
    let last = of_tick.unwrap_or(tick).min(moves.len().saturating_sub(1));
    moves.truncate(last + 1);
    let seconds = played.clock().get(tick).copied().unwrap_or(0.0);
    Ok(Failing {
        setting,
        entered,
        breach,
        tick,
        ticks: played.commands.len(),
        seconds,
        places: [tick, tick + 1].map(|k| played.states[k].origin),
        wish: played.wish(tick),
        moves,
        body,
        concern,
    })
}

fn not_alone(contestant: Contestant, why: &str) -> MeasureError {
    MeasureError::NotAlone {
        who: contestant.to_string(),
        why: why.into(),
    }
}

struct Look<'a> {
    played: &'a Played,
    body: &'a HullReference,
    middle: &'a HullReference,
    slide: Option<ReferenceSpace>,
}

impl Look<'_> {
    fn tick(&self, broken: Option<&Breach>) -> Option<(usize, Concern)> {
        let ticks = 0..self.played.commands.len();
        let most = |of: &dyn Fn(usize) -> f64| {
            let sized = ticks.clone().map(|k| (k, of(k)));
            // The first of equals: a later one is often its consequence.
            sized
                .reduce(|best, other| if other.1 > best.1 { other } else { best })
                .map(|(k, _)| k)
        };
        let went = |k: usize| self.states(k)[1].origin - self.states(k)[0].origin;
        let level = |k: usize| f64::from(went(k).xy().norm());
        let gained_depth = |k: usize| {
            let [before, after] = self.states(k).map(|s| self.depth(s));
            after - before.max(0.0)
        };
        let broken = broken?;
        match broken.promise {
            Promise::Through => {
                let passes = |k: usize| {
                    let [a, b] = self.states(k).map(|s| s.origin.cast());
                    self.middle.sweep(&a, &b).entry.is_some()
                };
                let first = ticks.clone().find(|k| passes(*k))?;
                Some((first, Concern::Through))
            }
            // The tick until the bound is left that goes most out of it, beside the exact slide move.
            Promise::Bound => {
                let Some(left) = broken.left else {
                    return Some((most(&gained_depth)?, Concern::Depth));
                };
                let out = Vec3::from(left.out.map(|x| x as f32));
                let farther = |k: usize| match (left.since..=left.tick).contains(&k) {
                    true => f64::from((went(k) - self.slid(k)).dot(&out)),
                    false => f64::NEG_INFINITY,
                };
                let at = most(&farther)?;
                let slid = self.slid(at);
                let concern = match out.z {
                    _ if gained_depth(at) > bars::DEPTH => Concern::Depth,
                    z if z.abs() < out.xy().norm() => Concern::Unasked(slid),
                    z if z < 0.0 => Concern::Sink(slid),
                    _ => Concern::Rise(slid),
                };
                Some((at, concern))
            }
            Promise::FellOut | Promise::Deep | Promise::Replay | Promise::Plays => {
                Some((most(&gained_depth)?, Concern::Depth))
            }
            Promise::Stuck | Promise::Goal | Promise::Slow => {
                let lost = |k: usize| {
                    let wish = self.played.wish(k);
                    f64::from((self.slid(k) - went(k)).dot(&wish))
                };
                let at = most(&lost)?;
                Some((at, Concern::Way(along(&self.slid(at), &self.played.wish(at)))))
            }
            // In worlds that move no tick is asked alone.
            Promise::Rides | Promise::Stands => None,
            Promise::Fast | Promise::Creep => {
                let gained = |k: usize| level(k) - f64::from(self.slid(k).xy().norm());
                let at = most(&gained)?;
                Some((at, Concern::Unasked(self.slid(at))))
            }
            Promise::Rise => {
                let gained = |k: usize| f64::from(went(k).z - self.slid(k).z);
                let at = most(&gained)?;
                Some((at, Concern::Rise(self.slid(at))))
            }
            Promise::Shake => {
                let turned = turns(self.played).1;
                let worst = turned.into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a });
                let at = worst.map(|(k, _)| k).or_else(|| ticks.clone().next())?;
                Some((at, Concern::Other(self.slid(at))))
            }
        }
    }

    fn states(&self, tick: usize) -> [&Body; 2] {
        [&self.played.states[tick], &self.played.states[tick + 1]]
    }

    /// How deep the body is, in units; negative where it is free.
    fn depth(&self, body: &Body) -> f64 {
        let found = self.body.signed_distance(&body.origin.cast());
        found.map_or(0.0, |d| -d.distance)
    }

    /// Where the exact slide move leads from the state before a tick, with its command.
    fn slid(&self, tick: usize) -> Vec3 {
        let before = self.states(tick)[0];
        let Some(slide) = &self.slide else {
            return Vec3::zeros();
        };
        let command = InputSource::Recorded(vec![self.played.commands[tick]]);
        let after = slide.play(before.cast(), &command);
        let after = after.ok().and_then(|p| p.states.last().copied());
        after.map_or(Vec3::zeros(), |s| (s.origin - before.origin.cast::<f64>()).cast())
    }
}

/// The part of a way that the keys asked for.
fn along(way: &Vec3, wish: &Vec3) -> Vec3 {
    wish * way.dot(wish).max(0.0)
}
