//! A failing sweep or tick as a question to the library behind it, and whose the failure is.
//!
//! *repeats*: the library alone does what failed. Exact arithmetic contradicts an answer that bears on it, or its controller
//! moves otherwise than the exact slide move, by which a run is measured. *adapter*: neither; our adapter made a failure of
//! right answers.

pub(crate) mod exact;
pub(crate) mod file;
mod near;

pub use clipmark_rows::Blame;
pub use exact::Concern;

use crate::MeasureError;
use crate::judge::explain::asked;
use crate::run::contestant::BackendKind;
use crate::run::versions::library_said;
use clipmark_collision::question::{Means, Question};
use clipmark_collision::{TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Placement, Point, Pose, Vec3, World};
use clipmark_movement::{Carried, ControllerWorld, Move, MovingPart, Profile, Setting, Setup};
use clipmark_referee::Reference;
use clipmark_rows::question::Case;
use exact::{Against, Judge, MovedParts};

/// What a question is about.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What failed, where, by what limit.
    pub lines: Vec<String>,
    /// From so much on an answer is wrong, in units.
    pub limit: f64,
}

/// A question with its answers judged.
#[derive(Clone, Debug)]
pub struct JudgedQuestion {
    /// The file `question.json`.
    pub text: String,
    /// The folder in `peers/` of the program that reads it.
    pub program: &'static str,
    /// The library with its version.
    pub library: String,
    /// How many calls are made.
    pub calls: usize,
    /// What is wrong about which call, in words.
    pub wrong: Vec<String>,
    /// Whether a body that is placed anew comes to the very place of the run; a sweep always starts anew.
    pub same: bool,
    /// Whether the solids contradict an answer, and not the exact slide move alone.
    by_solids: bool,
}

impl JudgedQuestion {
    /// Whose the failure is: `repeats` says whether the library's own program came to the same answers, where it was run.
    /// `None` of calls that do not come to the run's place.
    pub fn blame(&self, repeats: Option<bool>) -> Option<Blame> {
        // What the library alone does not do is made by our adapter.
        self.same
            .then(|| match self.wrong.is_empty() || repeats == Some(false) {
                true => Blame::Adapter,
                false => Blame::Library,
            })
    }

    /// The same in a sentence.
    pub fn describe(&self, blame: Blame) -> &'static str {
        match (blame, self.by_solids) {
            (Blame::Library, true) => "exact arithmetic contradicts what the library alone answers",
            (Blame::Library, false) => {
                "the library's controller alone moves so: no solid contradicts it, and the exact slide move, by which the \
                 run is measured, goes elsewhere"
            }
            (Blame::Adapter, _) => {
                "no answer of the library alone is what failed: our adapter, or the sample that it follows, makes the \
                 failure of right answers"
            }
        }
    }

    fn from_question(
        question: &Question,
        judge: &Judge,
        about: &About,
        settings: &[Setting],
        same: bool,
    ) -> Self {
        let exact: Vec<_> = question.calls.iter().map(|call| judge.of(&call.means)).collect();
        let calls = question.calls.iter().zip(&exact).enumerate();
        let wrong = calls.filter(|(_, (_, exact))| exact.wrong.is_some());
        let wrong = wrong
            .map(|(i, (call, exact))| format!("call {}, {}: exactly {}", i + 1, call.operation, exact.says))
            .collect();
        let library = library_said(question.library);
        let mut lines = about.lines.clone();
        if !same {
            lines.push("asked again from here, it does not come to the very place of the run".into());
        }
        let said = file::Judgement {
            about: &lines,
            library: &library,
            settings,
            limit: about.limit,
            exact: &exact,
        };
        Self {
            text: file::text(question, &said),
            program: question.program,
            calls: question.calls.len(),
            wrong,
            same,
            by_solids: exact.iter().any(|exact| exact.wrong == Some(Against::Solids)),
            library,
        }
    }
}

/// A case's sweep, asked of the library behind a backend in the case's world ([`world_of`](crate::world_of)).
///
/// # Errors
/// A case that asks nothing, a backend that has no library of others behind it, a world that it cannot use, and a place with more
/// solids around it than are asked about.
pub fn case_question(
    case: &Case,
    world: &World,
    kind: BackendKind,
    about: &About,
) -> Result<JudgedQuestion, MeasureError> {
    let (sweep, rules): (_, TraceRules) = asked(case)?;
    let whole = kind.build(world, rules)?;
    let answer = whole.trace(&sweep, &mut Work::silent());
    let bounds = sweep.hull.bounds();
    let from = bounds.translated(&sweep.start.coords);
    let path = from.union(&bounds.translated(&sweep.end.coords));
    let mut found: Option<(Question, bool)> = None;
    for smaller in near::worlds(world, sweep.mask, &path) {
        let Some(backend) = kind.build_standalone(&smaller, rules)? else {
            break;
        };
        let again = backend.trace(&sweep, &mut Work::silent());
        let same = again.fraction.to_bits() == answer.fraction.to_bits();
        found = backend.question(&sweep).map(|question| (question, same));
        if same {
            break;
        }
    }
    let (question, same) = found.ok_or_else(|| no_library(kind.name()))?;
    let judge = Judge {
        before: Reference::build(world, sweep.mask),
        moved: None,
        declared: whole.facts().declaration,
        body: sweep.hull,
        concern: Concern::Nothing,
        limit: about.limit,
    };
    Ok(JudgedQuestion::from_question(&question, &judge, about, &[], same))
}

/// Moves of which the last is in question, as they were noted.
#[derive(Clone, Copy)]
pub struct NotedMoves<'a> {
    /// How the body is carried.
    pub setup: &'a Setup,
    /// The world.
    pub world: &'a World,
    /// All moves up to the one in question.
    pub moves: &'a [Move],
    /// The parts of the world that move in the tick in question; they are shifted, and not turned.
    pub parts: &'a [MovingPart],
    /// The part of the body that is not to be in a solid.
    pub body: Hull,
    /// What is in question.
    pub concern: Concern,
}

/// A tick's calls of a library's controller. The body is placed earlier by as many ticks as the tick needs to come out the
/// same.
///
/// # Errors
/// A mover that is not another library's or does not note its calls, and a place with more solids around it than are asked
/// about.
pub fn tick_question(asked: &NotedMoves, about: &About) -> Result<JudgedQuestion, MeasureError> {
    let (mover, profile) = (asked.setup.mover(), &asked.setup.profile);
    let last = asked.moves.last().ok_or_else(|| no_library(mover.name))?;
    let mut found: Option<(Question, bool)> = None;
    let mut earlier = 0;
    // More ticks before are tried, twice as many each time: what a controller remembers is rarely older than the last.
    'found: loop {
        let first = asked.moves.len() - 1 - earlier.min(asked.moves.len() - 1);
        let moves = &asked.moves[first..];
        for smaller in near::worlds(asked.world, last.mask, &near::reach(moves)) {
            let setup = match asked.parts {
                [] => asked.setup.in_world(&smaller)?,
                _ => asked
                    .setup
                    .clone()
                    .in_motion(&smaller, Some(profile.moving.frame))?,
            };
            let Some(controllers) = setup.controllers() else {
                return Err(no_library(mover.name));
            };
            let same = is_same(&replayed(&**controllers, profile, moves), &last.carried);
            if found.is_none() || same {
                let question = controllers.question(profile, moves);
                found = Some((question.ok_or_else(|| no_calls(mover.name))?, same));
            }
            if same {
                break 'found;
            }
        }
        if first == 0 {
            break;
        }
        earlier = earlier * 2 + 1;
    }
    let (question, same) = found.ok_or_else(|| no_library(mover.name))?;
    let judge = asked.judge(last.mask, question.parts_at_end, about.limit);
    Ok(JudgedQuestion::from_question(
        &question,
        &judge,
        about,
        mover.settings,
        same,
    ))
}

/// What exact arithmetic says of a tick as a whole, in words.
pub fn tick_said(asked: &NotedMoves, [from, to]: [Point; 2], wanted: Vec3, limit: f64) -> String {
    let means = Means::Moved {
        from,
        to,
        wanted,
        grounded: None,
    };
    asked.judge(asked.setup.mask, false, limit).of(&means).says
}

impl NotedMoves<'_> {
    /// The solids of the tick, and what its calls are judged by.
    fn judge(&self, mask: Contents, at_end: bool, limit: f64) -> Judge {
        let placed = |pose: fn(&MovingPart) -> Pose| {
            let at = self.parts.iter().map(|part| Placement {
                model: part.model,
                pose: pose(part),
            });
            let shifted = at.filter(|p| p.pose.rotation.is_none());
            Reference::placed(self.world, &shifted.collect::<Vec<_>>(), mask)
        };
        let rigid = Reference::build(self.world, mask);
        let ways = self.parts.iter().filter_map(|part| {
            let model = self.world.models.get(part.model)?;
            Some((Reference::build(&model.world(&self.world.bodies), mask), *part))
        });
        let (before, moved) = match self.parts {
            [] => (rigid, None),
            _ => {
                let moved = MovedParts {
                    after: placed(|part| part.to),
                    rigid,
                    ways: ways.collect(),
                    at_end,
                };
                (placed(|part| part.from), Some(moved))
            }
        };
        Judge {
            before,
            moved,
            declared: exact::any_cast(self.setup.profile.trace_rules),
            body: self.body,
            concern: self.concern,
            limit,
        }
    }
}

/// What a body of its own does by the last of some moves.
fn replayed(controllers: &dyn ControllerWorld, profile: &Profile, moves: &[Move]) -> Option<Carried> {
    let mut controller = controllers.controller(profile);
    let mut carried = None;
    for (i, step) in moves.iter().enumerate() {
        if !step.parts.is_empty() {
            controller.parts_move(&step.parts, step.seconds);
        }
        if i == 0 || step.placed {
            controller.place(&step.place());
        }
        carried = Some(controller.carry(&step.wanted()));
    }
    carried
}

fn is_same(replayed: &Option<Carried>, noted: &Carried) -> bool {
    let bits = |c: &Carried| c.origin.coords.map(f32::to_bits);
    replayed.as_ref().is_some_and(|c| bits(c) == bits(noted))
}

fn no_library(who: &str) -> MeasureError {
    MeasureError::NoQuestion {
        who: who.into(),
        why: "no library of others answers that; give --for rapier, jolt, box3d, physx or parry".into(),
    }
}

fn no_calls(who: &str) -> MeasureError {
    MeasureError::NoQuestion {
        who: who.into(),
        why: "its controller notes no calls of its library there; leave out --for".into(),
    }
}
