//! What contestants cost in one world: sweeps by class of length and ticks, in turns, on answers that are known beforehand.
//!
//! Some sweeps of each class are refereed. The exact reference is built of the brushes that they can come near alone: what lies
//! farther away cannot change an answer, and the reference of a million brushes would take longer than all the rest.

use super::ground::Ground;
use super::{Asking, Entered};
use crate::bar;
use crate::clock::fingerprint;
use crate::clock::turns::{Lap, SHORTEST_NS, Terms, take_turns, trace_lap};
use crate::judge::referee::referee;
use crate::run::play::run_ticks;
use crate::run::sweeps::Line;
use crate::run::uniform::LENGTHS;
use crate::run::wander::wander;
use crate::{MeasureError, Progress};
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Aabb, Contents, Point, World};
use clipmark_movement::{Body, CommandError, Player, UserCmd};
use clipmark_record::grow::{GrowRow, TraceCost};
use clipmark_record::{AnswersDiffer, Timing};
use clipmark_truth::Reference;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// A body touches no brush that is farther than this from its path, in units: no body here is wider than 64 with its skin.
const NEAR: f32 = 128.0;
/// Ticks a second of the players.
const HERTZ: f32 = 125.0;

/// A player: where it starts, and what it is commanded.
struct Script {
    start: Body,
    ticks: Vec<UserCmd>,
}

/// A row for each contestant; `copies` is what they are labelled with.
pub(super) fn rows(
    ground: &dyn Ground,
    entered: &[Entered],
    asking: &Asking,
    copies: usize,
    progress: Progress,
) -> Result<Vec<GrowRow>, MeasureError> {
    let brushes = ground.world().brushes.len();
    let steps = LENGTHS.len() as u64 + 1;
    let mut told = 0;
    let mut step = || {
        progress(&format!("timing in {brushes} brushes"), told, steps);
        told += 1;
    };
    let mut traces: Vec<Vec<TraceCost>> = vec![Vec::new(); entered.len()];
    for (class, lengths) in LENGTHS.iter().enumerate() {
        step();
        let mut random = Pcg64Mcg::seed_from_u64(bar::seed(asking.seed, class));
        let body = asking.profile.bounds(false);
        let lines: Vec<Line> = (0..asking.sweeps)
            .map(|_| ground.line(&body, lengths, &mut random))
            .collect();
        let costs = class_costs(ground.world(), entered, asking, &lines);
        let ends = [lengths.start, lengths.end].map(f64::from);
        for (own, cost) in traces.iter_mut().zip(costs) {
            own.push(TraceCost {
                lengths: ends,
                ..cost
            });
        }
    }
    step();
    let ticks = tick_costs(ground, entered, asking)?;
    let mut rows = Vec::with_capacity(entered.len());
    for ((e, traces), (tick_ns, tick_spread_ns)) in entered.iter().zip(traces).zip(ticks) {
        let facts = e.built.backend.facts();
        rows.push(GrowRow {
            contestant: e.built.contestant.to_string(),
            brushes,
            copies,
            primitives: facts.primitives,
            bytes: facts.bytes,
            build_seconds: e.seconds,
            build_wall_seconds: e.wall_seconds,
            traces,
            tick_ns,
            tick_spread_ns,
        });
    }
    Ok(rows)
}

fn terms(asking: &Asking) -> Terms {
    Terms {
        rounds: asking.rounds,
        shortest_ns: SHORTEST_NS,
    }
}

/// The median and its spread, where what was timed was what was known.
fn told(time: &Timing) -> (Option<f64>, f64) {
    let is_timed = time.not_timed.is_none() && time.median_ns > 0.0;
    (is_timed.then_some(time.median_ns), time.spread_ns)
}

fn class_costs(world: &World, entered: &[Entered], asking: &Asking, lines: &[Line]) -> Vec<TraceCost> {
    let every = lines.len().div_ceil(asking.refereed.max(1)).max(1);
    let some: Vec<Line> = lines.iter().step_by(every).copied().collect();
    let reference = Reference::build(&near(world, &some), Contents::PLAYER_MASK);
    let mut sweeps: Vec<Vec<Sweep>> = Vec::new();
    let mut judged: Vec<Vec<u64>> = Vec::new();
    let mut costs = Vec::new();
    for entered in entered {
        let (backend, hull) = (&*entered.built.backend, entered.built.hull);
        let own = entered.built.sweeps(lines);
        let asked: Vec<Sweep> = own.iter().step_by(every).copied().collect();
        let truth = reference.for_backend(&hull, backend);
        let refereed = referee(backend, &truth, &asked, || ());
        let mut work = Work::counting();
        let answers = own.iter().map(|sweep| backend.trace(sweep, &mut work));
        let mut answers: Vec<u64> = answers.map(|t| fingerprint::of_trace(&t)).collect();
        // The refereed answers stand, also where the same question was answered otherwise a moment later.
        for (i, fingerprint) in refereed.fingerprints().iter().enumerate() {
            answers[i * every] = *fingerprint;
        }
        let counts = work.take_counts();
        let each = |n: u64| n as f64 / counts.queries.max(1) as f64;
        let score = refereed.score();
        costs.push(TraceCost {
            lengths: [0.0; 2],
            ns: None,
            spread_ns: 0.0,
            missed: score.missed,
            phantom: score.phantom,
            penetrating: score.penetrating,
            nodes: each(counts.nodes),
            planes: each(counts.planes),
        });
        sweeps.push(own);
        judged.push(answers);
    }
    let mut laps: Vec<Lap> = entered
        .iter()
        .zip(&sweeps)
        .zip(&judged)
        .map(|((e, sweeps), judged)| trace_lap(&*e.built.backend, sweeps, judged))
        .collect();
    let times = take_turns(&mut laps, terms(asking), || ());
    for (cost, time) in costs.iter_mut().zip(&times) {
        (cost.ns, cost.spread_ns) = told(time);
    }
    costs
}

/// The brushes that these sweeps can come near.
fn near(world: &World, lines: &[Line]) -> World {
    let boxes: Vec<Aabb> = lines
        .iter()
        .map(|[a, b]| Aabb::new(a.inf(b), a.sup(b)).grown(NEAR))
        .collect();
    let is_near = |bounds: &Aabb| boxes.iter().any(|b| b.touches(bounds));
    let kept = world.brushes.iter().filter(|b| is_near(&b.bounds));
    World::of_brushes(world.name.clone(), kept.cloned().collect())
}

/// Ticks of players that run about, each by itself: first played and noted, then under the clock.
fn tick_costs(
    ground: &dyn Ground,
    entered: &[Entered],
    asking: &Asking,
) -> Result<Vec<(Option<f64>, f64)>, MeasureError> {
    let starts = ground.starts(asking.players);
    if starts.is_empty() {
        return Ok(vec![(None, 0.0); entered.len()]);
    }
    let scripts: Vec<Script> = starts
        .iter()
        .enumerate()
        .map(|(i, at)| script(asking, i, *at))
        .collect();
    let known = entered.iter().map(|e| {
        states(e, &scripts).map_err(|source| MeasureError::RunLost {
            contestant: e.built.contestant.to_string(),
            file: ground.world().name.clone(),
            source,
        })
    });
    let known: Vec<Vec<u64>> = known.collect::<Result<_, _>>()?;
    let laps = entered
        .iter()
        .zip(&known)
        .map(|(e, known)| lap(e, &scripts, known));
    let times = take_turns(&mut laps.collect::<Vec<_>>(), terms(asking), || ());
    Ok(times.iter().map(told).collect())
}

fn script(asking: &Asking, player: usize, start: Point) -> Script {
    let seed = bar::seed(asking.seed, player);
    let commands = wander(&asking.profile, start, 1000.0 / HERTZ, asking.ticks, seed);
    Script {
        start: commands.start(asking.profile.order),
        ticks: commands.ticks,
    }
}

/// A number for the state after every tick of every player.
fn states(entered: &Entered, scripts: &[Script]) -> Result<Vec<u64>, CommandError> {
    let mut all = Vec::new();
    for script in scripts {
        let mut player = Player::new(&*entered.built.backend, &entered.built.setup);
        let mut next = script.ticks.iter().copied();
        let note = |body: &Body, _: &UserCmd, _| all.push(fingerprint::of_body(body));
        run_ticks(&mut player, script.start, |_| next.next(), note)?;
    }
    Ok(all)
}

fn lap<'a>(entered: &'a Entered, scripts: &'a [Script], known: &'a [u64]) -> Lap<'a> {
    let mut players: Vec<Player<'_, _>> = scripts
        .iter()
        .map(|_| Player::new(&*entered.built.backend, &entered.built.setup))
        .collect();
    let pass = move || {
        let mut hash = 0;
        for (player, script) in players.iter_mut().zip(scripts) {
            let mut next = script.ticks.iter().copied();
            let note = |body: &Body, _: &UserCmd, _| {
                hash = fingerprint::then(hash, fingerprint::of_body(body));
            };
            // Commands were checked when they were first played; a refused one would show in the hash.
            let _ = run_ticks(player, script.start, |_| next.next(), note);
        }
        hash
    };
    let differing = move || {
        let now = states(entered, scripts).unwrap_or_default();
        let unlike: Vec<usize> = (0..known.len())
            .filter(|&i| now.get(i) != Some(&known[i]))
            .collect();
        AnswersDiffer {
            differ: unlike.len(),
            of: known.len(),
            first: unlike.first().copied(),
        }
    };
    Lap {
        items: known.len(),
        judged: fingerprint::of_pass(known.iter().copied()),
        pass: Box::new(pass),
        differing: Box::new(differing),
    }
}
