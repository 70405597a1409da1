//! One sweep or one tick in a library's own words: a program with nothing of ours, and the label that it prints.
//!
//! *repeats*: the library alone does what failed. Exact arithmetic contradicts an answer that bears on it, or its controller moves
//! otherwise than the exact slide move, by which a run is measured. *adapter*: neither; our adapter made a failure of right answers.

pub(crate) mod exact;
mod near;
mod program;

pub use clipmark_record::controllers::Label;
pub use exact::Concern;
pub use program::Program;

use crate::MeasureError;
use crate::judge::explain::asked;
use crate::run::contestant::BackendKind;
use clipmark_collision::alone::{Alone, Means};
use clipmark_collision::{Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Placement, Point, Pose, Vec3, World};
use clipmark_movement::{Carried, ControllerWorld, Move, MovingPart, Profile, Setup};
use clipmark_record::case::Case;
use clipmark_truth::Reference;
use exact::{Judge, MovedParts};

/// What a program is about.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Name of its package: letters, digits and `-`.
    pub name: String,
    /// What failed, where, by what limit: its first lines.
    pub lines: Vec<String>,
    /// From so much on an answer is wrong, in units.
    pub limit: f64,
}

/// A program that asks a case's sweep of the library behind a backend, in the case's world ([`world_of`](crate::world_of)).
///
/// # Errors
/// As [`sweep_alone`], and a case that asks nothing.
pub fn case_alone(
    case: &Case,
    world: &World,
    kind: BackendKind,
    about: &About,
) -> Result<Program, MeasureError> {
    let (sweep, rules) = asked(case)?;
    sweep_alone(kind, rules, world, &sweep, about)
}

/// A program that asks a sweep of the library behind a backend.
///
/// # Errors
/// A backend that has no library of others behind it, a world that it cannot use, and a sweep that only a large map shows.
pub fn sweep_alone(
    kind: BackendKind,
    rules: TraceRules,
    world: &World,
    sweep: &Sweep,
    about: &About,
) -> Result<Program, MeasureError> {
    let whole = kind.build(world, rules)?;
    let answer = whole.trace(sweep, &mut Work::silent());
    let bounds = sweep.hull.bounds();
    let from = bounds.translated(&sweep.start.coords);
    let path = from.union(&bounds.translated(&sweep.end.coords));
    let mut asked: Option<(Alone, bool)> = None;
    for smaller in near::worlds(world, sweep.mask, &path) {
        let Some(backend) = kind.build_standalone(&smaller, rules)? else {
            break;
        };
        let again = backend.trace(sweep, &mut Work::silent());
        let same = again.fraction.to_bits() == answer.fraction.to_bits();
        asked = backend.alone(sweep).map(|alone| (alone, same));
        if same {
            break;
        }
    }
    let Some((alone, same)) = asked else {
        return Err(no_words(kind.name(), "its casts"));
    };
    let truth = Reference::build(world, sweep.mask);
    let judge = Judge {
        truth: &truth,
        moved: None,
        declared: whole.facts().declaration,
        body: sweep.hull,
        concern: Concern::Nothing,
        limit: about.limit,
    };
    Ok(program::program(&alone, &judge, about, same))
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

/// A program that makes a tick's calls of a library's controller. The body is placed earlier by as many ticks as the tick needs
/// to come out the same.
///
/// # Errors
/// A mover that has no library of others behind it, and a tick that only a large map shows.
pub fn tick_alone(asked: &NotedMoves, about: &About) -> Result<Program, MeasureError> {
    let (name, profile) = (asked.setup.mover().name, &asked.setup.profile);
    let last = asked.moves.last().ok_or_else(|| no_words(name, "no tick"))?;
    let mut found: Option<(Alone, bool)> = None;
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
                return Err(no_words(name, "its moves"));
            };
            let same = is_same(&replayed(&**controllers, profile, moves), &last.carried);
            if found.is_none() || same {
                let alone = controllers.alone(profile, moves);
                found = Some((alone.ok_or_else(|| not_written(name))?, same));
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
    let (alone, same) = found.ok_or_else(|| no_words(name, "its moves"))?;
    let truth = Truth::of(asked, last.mask, alone.parts_at_end);
    let judge = truth.judge(asked, about.limit);
    Ok(program::program(&alone, &judge, about, same))
}

/// What exact arithmetic says of a tick as a whole, in words.
pub fn tick_said(asked: &NotedMoves, [from, to]: [Point; 2], wanted: Vec3, limit: f64) -> String {
    let truth = Truth::of(asked, asked.setup.mask, false);
    let means = Means::Moved {
        from,
        to,
        wanted,
        grounded: None,
    };
    truth.judge(asked, limit).of(&means).says
}

/// The solids of a tick.
struct Truth {
    /// Those where it begins.
    before: Reference,
    /// Where parts move.
    moved: Option<InMotion>,
}

struct InMotion {
    after: Reference,
    rigid: Reference,
    ways: Vec<(Reference, MovingPart)>,
    at_end: bool,
}

impl Truth {
    fn of(asked: &NotedMoves, mask: Contents, at_end: bool) -> Self {
        let rigid = Reference::build(asked.world, mask);
        if asked.parts.is_empty() {
            return Self {
                before: rigid,
                moved: None,
            };
        }
        let placed = |pose: fn(&MovingPart) -> Pose| {
            let at = asked.parts.iter().map(|part| Placement {
                model: part.model,
                pose: pose(part),
            });
            Reference::placed(asked.world, &at.collect::<Vec<_>>(), mask)
        };
        let ways = asked.parts.iter().filter_map(|part| {
            let model = asked.world.models.get(part.model)?;
            Some((Reference::build(&model.world(&asked.world.bodies), mask), *part))
        });
        Self {
            before: placed(|part| part.from),
            moved: Some(InMotion {
                after: placed(|part| part.to),
                rigid,
                ways: ways.collect(),
                at_end,
            }),
        }
    }

    fn judge<'a>(&'a self, asked: &NotedMoves, limit: f64) -> Judge<'a> {
        let moved = self.moved.as_ref().map(|moved| MovedParts {
            after: &moved.after,
            rigid: &moved.rigid,
            ways: &moved.ways,
            at_end: moved.at_end,
        });
        Judge {
            truth: match &self.moved {
                Some(moved) if moved.at_end => &moved.after,
                _ => &self.before,
            },
            moved,
            declared: exact::any_cast(asked.setup.profile.trace_rules),
            body: asked.body,
            concern: asked.concern,
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

/// A controller of another crate that keeps its calls to itself.
fn not_written(who: &str) -> MeasureError {
    MeasureError::NotAlone {
        who: who.into(),
        why: "it does not write down its calls (ControllerWorld::alone), so no program can make them; a test of \
              its own crate can make the tick again, see *One tick* in examples/own-controller/README.md"
            .into(),
    }
}

fn no_words(who: &str, what: &str) -> MeasureError {
    MeasureError::NotAlone {
        who: who.into(),
        why: format!(
            "there is nothing to say {what} with but our own code; give --for rapier, jolt, box3d, physx or parry"
        ),
    }
}
