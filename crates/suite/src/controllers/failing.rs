//! The tick of a run that best shows its failure, with its controller's questions until then.

use super::{JudgedBy, judge, orders, riding};
use crate::SuiteError;
use crate::played::repeats;
use clipmark_geometry::{Hull, Point, Vec3};
use clipmark_measure::detect::turns;
use clipmark_measure::question::{Concern, NotedMoves, tick_said};
use clipmark_measure::{
    BuiltContestant, Contestant, InputSource, Left, MeasureError, Played, ReferenceSpace, Setting,
};
use clipmark_movement::{Body, Move, MovingPart};
use clipmark_referee::HullReference;
use clipmark_rows::limits::bars;
use clipmark_rows::{Axis, Check, Row};
use clipmark_scene::Scene;
use std::ops::Range;

/// A tick in question.
pub struct Failing {
    /// The scene made ready.
    pub setting: Setting,
    /// The contestant, and how the body is carried.
    pub entered: BuiltContestant,
    /// The worst check that the run failed.
    pub failure: Row,
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
    /// The parts of the world that move in it.
    pub parts: Vec<MovingPart>,
    /// The part of the body that is not to be in a solid.
    pub body: Hull,
    /// The question about it.
    pub concern: Concern,
}

impl Failing {
    /// The question of the tick.
    pub fn asked(&self) -> NotedMoves<'_> {
        NotedMoves {
            setup: &self.entered.setup,
            world: &self.setting.world,
            moves: &self.moves,
            parts: &self.parts,
            body: self.body,
            concern: self.concern,
        }
    }

    /// The verdict of exact arithmetic on the tick as a whole, in words.
    pub fn said(&self) -> String {
        tick_said(&self.asked(), self.places, self.wish, bars::DEPTH)
    }
}

/// A run with notes.
struct Noted {
    setting: Setting,
    entered: BuiltContestant,
    middles: Vec<HullReference>,
    played: Result<Played, MeasureError>,
    moves: Vec<Move>,
}

/// Plays a scene, to its end or to where no tick can be played any more.
fn noted(scene: &Scene, contestant: Contestant) -> Result<Noted, SuiteError> {
    let mut setting = Setting::shared_by(scene, &[contestant])?;
    let mut middles = Vec::new();
    if scene.moves() {
        let not_asked = orders::not_asked(scene, &setting.profile, &contestant);
        if let Some(why) = not_asked {
            return Err(no_question(contestant, why).into());
        }
        setting.set_in_motion_telling(scene, &[contestant])?;
        middles = riding::middles(&setting);
    }
    let mut entered = setting.enter(contestant)?;
    let notes = entered.setup.noted().map(|(setup, notes)| {
        entered.setup = setup;
        notes
    });
    let played = entered.play(&setting);
    let moves = notes.map_or_else(Vec::new, |notes| notes.take());
    Ok(Noted {
        setting,
        entered,
        middles,
        played,
        moves,
    })
}

/// A scene made ready, and the questions to a library's controller in all of its run.
///
/// # Errors
/// A scene or contestant that cannot be used.
pub fn moves_of(scene: &Scene, contestant: Contestant) -> Result<(Setting, Vec<Move>), SuiteError> {
    let noted = noted(scene, contestant)?;
    Ok((noted.setting, noted.moves))
}

/// Plays a scene and finds the tick.
///
/// # Errors
/// A scene or contestant that cannot be used, a run that fails nothing or leaves the world, and one of no ticks.
pub fn failing(scene: &Scene, contestant: Contestant) -> Result<Failing, SuiteError> {
    let Noted {
        setting,
        entered,
        middles,
        played,
        mut moves,
    } = noted(scene, contestant)?;
    let played = played?;
    let reference = setting.reference_run();
    let middle = setting.truth.for_hull(&Hull::Point);
    let by = JudgedBy {
        reference: reference.as_ref(),
        middle: &middle,
        parts: &middles,
    };
    let repeats = repeats(&entered, &setting, &played).unwrap_or(false);
    let judged = judge(scene, &setting, &entered, (&played, repeats), &by);
    let failed = judged.rows.iter().filter(|row| row.severity().is_some());
    let failure = failed.min_by_key(|row| (row.severity(), row.check)).cloned();
    let nothing = || {
        no_question(
            contestant,
            "it passes every check there, so that there is nothing to ask",
        )
    };
    let failure = failure.ok_or_else(nothing)?;
    let expected = failure.axes.get(Axis::Expectation);
    let left = judged.unmet.iter().find(|unmet| unmet.what == expected);
    let left = left.and_then(|unmet| unmet.left);
    let solid = entered.setup.mover().solid_bounds(&setting.profile);
    let body = entered.setup.shape().hull(solid);
    let motion = played.course.as_deref().map(|course| riding::Look {
        played: &played,
        setting: &setting,
        course,
        middles: &middles,
    });
    let look = Look {
        played: &played,
        hull: body,
        body: &setting.truth.for_hull(&body),
        middle: &middle,
        slide: ReferenceSpace::new(&setting.world, setting.profile),
        motion: motion.as_ref(),
    };
    let (tick, concern) = look.tick(failure.check, left).ok_or_else(nothing)?;
    let of_tick = moves.iter().position(|m| {
        let [before, after] = [tick, tick + 1].map(|k| played.states[k].origin);
        m.from == before && m.carried.origin == after
    });
    // An answer that is no number leaves the body where it is; a tick may have no move at all. A body at rest makes one move
    // many times, each among parts elsewhere.
    let is_one_a_tick = moves.len() == played.commands.len();
    let last = of_tick.filter(|_| !is_one_a_tick).unwrap_or(tick);
    let last = last.min(moves.len().saturating_sub(1));
    let parts = motion.map_or_else(Vec::new, |motion| motion.parts(tick));
    moves.truncate(last + 1);
    let seconds = played.clock().get(tick).copied().unwrap_or(0.0);
    Ok(Failing {
        setting,
        entered,
        failure,
        tick,
        ticks: played.commands.len(),
        seconds,
        places: [tick, tick + 1].map(|k| played.states[k].origin),
        wish: played.wish(tick),
        moves,
        parts,
        body,
        concern,
    })
}

pub(super) fn no_question(contestant: Contestant, why: &str) -> MeasureError {
    MeasureError::NoQuestion {
        who: contestant.to_string(),
        why: why.into(),
    }
}

struct Look<'a> {
    played: &'a Played,
    hull: Hull,
    body: &'a HullReference,
    middle: &'a HullReference,
    slide: Option<ReferenceSpace>,
    motion: Option<&'a riding::Look<'a>>,
}

impl Look<'_> {
    fn tick(&self, check: Check, left: Option<Left>) -> Option<(usize, Concern)> {
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
            let [before, after] = [k, k + 1].map(|at| self.depth(at));
            after - before.max(0.0)
        };
        match check {
            Check::Through => {
                let passes = |k: usize| {
                    let [a, b] = self.states(k).map(|s| s.origin.cast());
                    self.middle.sweep(&a, &b).entry.is_some() || self.motion.is_some_and(|m| m.passes(k))
                };
                let first = ticks.clone().find(|k| passes(*k))?;
                Some((first, Concern::Through))
            }
            // The tick until the bound is left that goes most out of it, beside the exact slide move.
            Check::Bound => {
                let Some(left) = left else {
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
            Check::Fell | Check::Deep | Check::Replay | Check::Stopped => {
                Some((most(&gained_depth)?, Concern::Depth))
            }
            Check::Slides => self.carried(&ticks),
            Check::Drops => Some((self.motion?.rides().dropped_from?, Concern::Stands)),
            // Who is carried is to go on without a key.
            Check::StandsStill | Check::Goal | Check::Slow if self.motion.is_some() => self.carried(&ticks),
            Check::StandsStill | Check::Goal | Check::Slow => {
                let lost = |k: usize| {
                    let wish = self.played.wish(k);
                    f64::from((self.slid(k) - went(k)).dot(&wish))
                };
                let at = most(&lost)?;
                Some((at, Concern::Way(along(&self.slid(at), &self.played.wish(at)))))
            }
            Check::Fast | Check::Creeps => {
                let gained = |k: usize| level(k) - f64::from(self.slid(k).xy().norm());
                let at = most(&gained)?;
                Some((at, Concern::Unasked(self.slid(at))))
            }
            Check::Rises => {
                let gained = |k: usize| f64::from(went(k).z - self.slid(k).z);
                let at = most(&gained)?;
                Some((at, Concern::Rise(self.slid(at))))
            }
            Check::Shake => {
                let turned = turns(self.played).1;
                let worst = turned.into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a });
                let at = worst.map(|(k, _)| k).or_else(|| ticks.clone().next())?;
                Some((at, Concern::Other(self.slid(at))))
            }
            _ => None,
        }
    }

    fn states(&self, tick: usize) -> [&Body; 2] {
        [&self.played.states[tick], &self.played.states[tick + 1]]
    }

    /// The tick that ends farthest from where its carrier and the exact slide move take it.
    fn carried(&self, ticks: &Range<usize>) -> Option<(usize, Concern)> {
        let off = |k: usize| {
            let taken = self.slid(k);
            let [before, after] = self.states(k);
            (k, taken, (after.origin - before.origin - taken).norm())
        };
        let all = ticks.clone().map(off);
        let (k, taken, _) = all.reduce(|a, b| if b.2 > a.2 { b } else { a })?;
        Some((k, Concern::Rides(taken)))
    }

    /// How deep the body is after so many ticks, in units; negative where it is free.
    fn depth(&self, ticks: usize) -> f64 {
        if let Some(motion) = self.motion {
            return motion.depth(ticks, &self.hull);
        }
        let found = self
            .body
            .signed_distance(&self.played.states[ticks].origin.cast());
        found.map_or(0.0, |d| -d.distance)
    }

    /// Where the exact slide move leads from the state before a tick, with its command. A part that carries or pushes the body
    /// takes it along first.
    fn slid(&self, tick: usize) -> Vec3 {
        let before = self.states(tick)[0];
        let moved;
        let (slide, taken) = match self.motion {
            None => (&self.slide, Vec3::zeros()),
            Some(motion) => {
                moved = ReferenceSpace::new(&motion.left_by(tick), motion.setting.profile);
                (&moved, motion.taken(tick))
            }
        };
        let Some(slide) = slide else {
            return taken;
        };
        let command = InputSource::Recorded(vec![self.played.commands[tick]]);
        let mut from: Body<f64> = before.cast();
        from.origin += taken.cast::<f64>();
        let after = slide.play(from, &command);
        let after = after.ok().and_then(|p| p.states.last().copied());
        after.map_or(taken, |s| (s.origin - before.origin.cast::<f64>()).cast())
    }
}

/// The part of a way that the keys asked for.
fn along(way: &Vec3, wish: &Vec3) -> Vec3 {
    wish * way.dot(wish).max(0.0)
}
