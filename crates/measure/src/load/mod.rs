//! A server full of players: the cost of each contestant's tick when many share one world.
//!
//! Every frame ticks each player once. Players do not collide with each other, and one backend serves them all. First every tick
//! is timed by itself, on one thread. Then frames are timed, on each number of threads, all contestants taking turns. Random
//! commands are new in each pass, so that no backend gains by remembering. After a pass each player plays the same alone; the
//! states must be the same to the bit.

pub(crate) mod frames;
mod input;
mod scripts;
pub(crate) mod words;

pub use input::Input;

use crate::clock::turns::{against_the_quickest_of, ratio};
use crate::comparison::speed::speed;
use crate::judge::referee::referee;
use crate::machine::this_machine;
use crate::run::contestant::Contestant;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::draw;
use crate::{MeasureError, Progress};
use clipmark_movement::Body;
use clipmark_record::Ratio;
use clipmark_record::Timing;
use clipmark_record::faults::Fault;
use clipmark_record::held::Held;
use clipmark_record::load::{LOAD_FORMAT, LoadGroup, LoadLeftOut, LoadResults, LoadRow, LoadWrong, Tail};
use clipmark_scene::Scene;
use frames::{Crew, Played, Server, play};
use input::Players;
use scripts::{FRAMES, PROBE, PROBED, Scripts, TICKS};
use words::on;

/// Nanoseconds in the printed unit.
const USEC: f64 = 1e-3;
const MSEC: f64 = 1e-6;
/// Turns at most: as many as an interval has blocks.
const TURNS: usize = 7;
/// A turn of the quickest contestant takes at least this many nanoseconds: a thousand times the wake-up of a crew's threads.
const SHORTEST_TURN_NS: f64 = 5e6;
/// Frames of a turn at least, since its first does not count.
const FRAMES_A_TURN: usize = 4;

/// Random sweeps that are refereed of each contestant: a fault of one in 500 shows in most runs. The bar asks more.
const REFEREED: usize = 2000;
/// Classes of fault that make a time worth nothing.
const WRONG: [Fault; 6] = [
    Fault::Malformed,
    Fault::Missed,
    Fault::MissedFromTouch,
    Fault::StartUnsaid,
    Fault::TooDeep,
    Fault::Phantom,
];

/// The measurement to be made.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The contestants.
    pub contestants: Vec<Contestant>,
    /// Whether contestants that cannot play here are left out and named; otherwise they are an error.
    pub leaves_out: bool,
    /// The source of the players' commands.
    pub input: Input,
    /// Numbers of players.
    pub players: Vec<usize>,
    /// Ticks a second.
    pub rates: Vec<f32>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Seconds of play.
    pub seconds: f64,
    /// CPU seconds that a contestant may take for one number of players at one rate.
    pub most_seconds: f64,
    /// Seed of the commands.
    pub seed: u64,
}

/// A number of players at one rate: measured together, for all contestants and each number of threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Ticks a second.
    pub hertz: f32,
    /// Players in the world.
    pub players: usize,
}

impl Asking {
    /// All units, those of one rate after each other.
    pub fn units(&self) -> Vec<Unit> {
        let of_rate = |&hertz: &f32| self.players.iter().map(move |&players| Unit { hertz, players });
        self.rates.iter().flat_map(of_rate).collect()
    }

    /// Names of the contestants.
    pub fn names(&self) -> Vec<String> {
        self.contestants.iter().map(ToString::to_string).collect()
    }

    /// Passes over all ticks of a unit: tick by tick, and frames on each number of threads; each is played alone again.
    fn passes(&self, players: usize) -> usize {
        2 * (1 + self.threads_for(players).len())
    }

    /// Fewest first: more threads than players have nothing to do.
    fn threads_for(&self, players: usize) -> Vec<usize> {
        let mut all: Vec<usize> = self.threads.iter().copied().filter(|n| *n <= players).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Measures every unit.
///
/// # Errors
/// A scene that cannot be used, or a player led where no tick can be played.
pub fn measure(scene: &Scene, asking: &Asking, progress: Progress) -> Result<LoadResults, MeasureError> {
    let mut groups = Vec::new();
    measure_units(scene, asking, &asking.units(), progress, &mut |_, group| {
        groups.push(group);
    })?;
    results(scene, asking, groups)
}

/// Measures some of the units; `each` gets the results of each. The world is the part that all requested contestants collide
/// with.
///
/// # Errors
/// As [`measure`].
pub fn measure_units(
    scene: &Scene,
    asking: &Asking,
    units: &[Unit],
    progress: Progress,
    each: &mut dyn FnMut(Unit, LoadGroup),
) -> Result<(), MeasureError> {
    let setting = Setting::shared_by(scene, &asking.contestants)?;
    input::check_start(&setting, &asking.input)?;
    let mut entered: Vec<(Contestant, Result<BuiltContestant, String>)> = Vec::new();
    for &contestant in &asking.contestants {
        progress(&format!("building {contestant}"), 0, units.len() as u64);
        let built = match setting.enter(contestant) {
            Err(e) if asking.leaves_out => Err(e.to_string()),
            built => Ok(built?),
        };
        entered.push((contestant, built));
    }
    progress("refereeing", 0, units.len() as u64);
    let wrong: Vec<LoadWrong> = entered
        .iter()
        .filter_map(|(_, built)| judged_wrong(&setting, built.as_ref().ok()?, asking.seed))
        .collect();
    for (done, &unit) in units.iter().enumerate() {
        let mut told = |who: &str| {
            let stage = format!("{who}, {} players at {} Hz", unit.players, unit.hertz);
            progress(&stage, done as u64, units.len() as u64);
        };
        let mut group = group(&setting, asking, unit, &entered, &mut told)?;
        group.wrong.clone_from(&wrong);
        each(unit, group);
    }
    progress("done", units.len() as u64, units.len() as u64);
    Ok(())
}

/// Referees some random sweeps of the world: a time of wrong answers is none. `None` where all are right.
fn judged_wrong(setting: &Setting, built: &BuiltContestant, seed: u64) -> Option<LoadWrong> {
    let skin = setting.profile.trace_rules.skin;
    let lines = draw(&setting.world, &setting.truth, &built.hull, skin, REFEREED, seed);
    let truth = setting.truth.for_backend(&built.hull, &*built.backend);
    let truth = truth.asked_by(&setting.profile.trace_rules);
    let refereed = referee(&*built.backend, &truth, &built.sweeps(&lines), || ());
    let wrong = refereed.score().faults.sum(&WRONG);
    (wrong > 0).then(|| LoadWrong {
        contestant: built.contestant.to_string(),
        judged: lines.len(),
        wrong,
    })
}

/// The measured results, with their common facts.
///
/// # Errors
/// A scene whose world cannot be read.
pub fn results(scene: &Scene, asking: &Asking, groups: Vec<LoadGroup>) -> Result<LoadResults, MeasureError> {
    let kept = asking
        .contestants
        .iter()
        .all(|c| c.backend.collides_with_patches());
    let mut results = LoadResults {
        made: clipmark_record::Made::default(),
        format: LOAD_FORMAT,
        world: scene.name.clone(),
        profile: scene.profile.to_string(),
        input: asking.input.name().to_owned(),
        patches_left_out: if kept { 0 } else { scene.world()?.patches.len() },
        seconds: asking.seconds,
        seed: asking.seed,
        most_seconds: asking.most_seconds,
        machine: this_machine(),
        rows: Vec::new(),
        left_out: Vec::new(),
        wrong: Vec::new(),
        speeds: Vec::new(),
        misses: None,
    };
    results.fill(groups, &asking.names());
    Ok(results)
}

/// Plays all commands of one contestant's players, `passes` times, on one thread and without a clock. The count of cache misses
/// runs this. The world is the part that all requested contestants collide with.
///
/// # Errors
/// A scene or contestant that cannot be used, or a player led where no tick can be played.
pub fn bare_passes(
    scene: &Scene,
    asking: &Asking,
    contestant: Contestant,
    unit: Unit,
    passes: u32,
) -> Result<(), MeasureError> {
    let setting = Setting::shared_by(scene, &asking.contestants)?;
    input::check_start(&setting, &asking.input)?;
    let entrant = setting.enter(contestant)?;
    let players = players(&setting, &entrant, asking, unit)?;
    let server = Server {
        setting: &setting,
        entrant: &entrant,
        players: &players,
    };
    (0..passes).try_for_each(|_| server.bare())
}

fn players(
    setting: &Setting,
    entrant: &BuiltContestant,
    asking: &Asking,
    unit: Unit,
) -> Result<Players, MeasureError> {
    match asking.input {
        Input::Random => {
            let Unit { hertz, players } = unit;
            Ok(Players::random(
                setting,
                asking.seconds,
                hertz,
                players,
                asking.seed,
            ))
        }
        Input::Scene | Input::Recorded(..) => {
            let of_run = Players::on_a_run(setting, entrant, asking, unit.hertz, unit.players);
            of_run.map_err(|source| MeasureError::RunLost {
                contestant: entrant.contestant.to_string(),
                file: setting.file.clone(),
                source,
            })
        }
    }
}

/// A contestant whose players are ready, and the facts on them.
struct Ready<'a> {
    /// The players of the pass tick by tick.
    server: Server<'a>,
    scripts: &'a Scripts,
    /// Whether they end as they do alone.
    is_alike: bool,
    tick_usec: Tail,
}

impl<'a> Ready<'a> {
    /// Its players in the frames on the number of threads of that place.
    fn server_of(&self, threads: usize) -> Server<'a> {
        Server {
            players: self.scripts.of_pass(FRAMES + threads),
            ..self.server
        }
    }

    fn name(&self) -> String {
        self.server.entrant.contestant.to_string()
    }
}

/// The rows of a number of players at one rate.
fn group(
    setting: &Setting,
    asking: &Asking,
    unit: Unit,
    entered: &[(Contestant, Result<BuiltContestant, String>)],
    progress: &mut dyn FnMut(&str),
) -> Result<LoadGroup, MeasureError> {
    let hertz = f64::from(unit.hertz);
    let mut group = LoadGroup {
        players: unit.players,
        hertz,
        ..LoadGroup::default()
    };
    let left_out = |contestant: Contestant, why: String| LoadLeftOut {
        contestant: contestant.to_string(),
        players: unit.players,
        hertz,
        why,
    };
    let shared = matches!(asking.input, Input::Random).then(|| Scripts::fresh(setting, asking, unit));
    let mut at_play: Vec<(&BuiltContestant, Option<Scripts>)> = Vec::new();
    for (contestant, built) in entered {
        let own = |built| match &shared {
            Some(_) => Ok(None),
            None => players(setting, built, asking, unit).map(|run| Some(Scripts::Run(run))),
        };
        match built {
            Err(why) => group.left_out.push(left_out(*contestant, why.clone())),
            Ok(built) => match own(built) {
                Err(e) if asking.leaves_out => group.left_out.push(left_out(*contestant, e.to_string())),
                own => at_play.push((built, own?)),
            },
        }
    }
    let mut ready = Vec::new();
    for (entrant, own) in &at_play {
        progress(&entrant.contestant.to_string());
        let Some(scripts) = own.as_ref().or(shared.as_ref()) else {
            continue;
        };
        let server = Server {
            setting,
            entrant,
            players: scripts.of_pass(TICKS),
        };
        match timed_by_ticks(server, scripts, asking) {
            Ok(Ok(found)) => ready.push(found),
            Ok(Err(why)) => group.left_out.push(left_out(entrant.contestant, why)),
            Err(e) if asking.leaves_out => group.left_out.push(left_out(entrant.contestant, e.to_string())),
            Err(e) => return Err(e),
        }
    }
    progress("frames in turns");
    (group.rows, group.speeds) = rows(asking, unit, &ready)?;
    Ok(group)
}

/// Times every tick of a contestant's players; or says why not.
fn timed_by_ticks<'a>(
    server: Server<'a>,
    scripts: &'a Scripts,
    asking: &Asking,
) -> Result<Result<Ready<'a>, String>, MeasureError> {
    let count = server.players.all.len();
    let probe = Server {
        players: scripts.of_pass(PROBE),
        ..server
    };
    let expected = probe.seconds_a_player(PROBED)? * (count * asking.passes(count)) as f64;
    if expected > asking.most_seconds {
        return Ok(Err(format!(
            "it would take about {expected:.0} s, the budget is {} s",
            asking.most_seconds
        )));
    }
    let Played { states, nsec } = server.ticks()?;
    Ok(Ok(Ready {
        server,
        scripts,
        is_alike: states == server.alone()?,
        tick_usec: Tail::of(nsec).times(USEC),
    }))
}

/// Times the frames of all contestants on each number of threads, in turns. Returns their rows, and the quicker contestants on
/// the most threads.
fn rows(asking: &Asking, unit: Unit, ready: &[Ready]) -> Result<(Vec<LoadRow>, Vec<String>), MeasureError> {
    let threads = asking.threads_for(unit.players);
    let of_threads = |(place, &threads): (usize, &usize)| {
        ready.iter().map(move |r| Crew {
            server: r.server_of(place),
            threads,
        })
    };
    let crews: Vec<Crew> = threads.iter().enumerate().flat_map(of_threads).collect();
    let played = play(&crews, turns(ready, &threads))?;
    let alike = |(crew, played): (&Crew, &Played)| Ok(played.states == crew.server.alone()?);
    let alike: Vec<bool> = crews
        .iter()
        .zip(&played)
        .map(alike)
        .collect::<Result<_, MeasureError>>()?;
    let (mut all, mut speeds) = (Vec::new(), Vec::new());
    let of_each = ready.len().max(1);
    for ((own, alike_here), &threads) in played.chunks(of_each).zip(alike.chunks(of_each)).zip(&threads) {
        let is_timed = |i: usize| ready[i].is_alike && alike_here[i];
        let samples = |i: usize| match is_timed(i) {
            true => own[i].nsec.clone(),
            false => Vec::new(),
        };
        let times = against_the_quickest_of((0..ready.len()).map(samples).collect());
        for (i, (ready, time)) in ready.iter().zip(&times).enumerate() {
            let (fewest, is_timed) = (&played[i], is_timed(i));
            let grows = threads > crews[0].threads && is_timed && alike[i];
            let beside = Beside {
                time,
                scaling: grows.then(|| of_ratio(ratio(&fewest.nsec, &own[i].nsec))),
            };
            all.push((i, row(ready, unit, threads, &own[i], is_timed, &beside)));
        }
        let named: Vec<(String, &Timing)> = ready.iter().map(Ready::name).zip(&times).collect();
        let named: Vec<(&str, &Timing)> = named.iter().map(|(name, time)| (name.as_str(), *time)).collect();
        // The last are the most threads.
        speeds = speed(&on(unit, threads), &named);
    }
    // One contestant's rows stand together.
    all.sort_by_key(|(i, _)| *i);
    Ok((all.into_iter().map(|(_, row)| row).collect(), speeds))
}

fn of_ratio((value, interval): (f64, [f64; 2])) -> Ratio {
    Ratio { value, interval }
}

/// A contestant's frames beside those of others, and beside its own on the fewest threads.
struct Beside<'a> {
    time: &'a Timing,
    scaling: Option<Ratio>,
}

fn row(
    ready: &Ready,
    unit: Unit,
    threads: usize,
    played: &Played,
    is_timed: bool,
    beside: &Beside,
) -> LoadRow {
    let frame_msec = Tail::of(played.nsec.clone()).times(MSEC);
    let or_nothing = |tail: Tail| if is_timed { tail } else { Tail::default() };
    let rate = unit.players as f64 / (frame_msec.p50 / 1000.0);
    let Beside { time, scaling } = *beside;
    LoadRow {
        contestant: ready.name(),
        players: unit.players,
        hertz: f64::from(unit.hertz),
        threads,
        unlike_alone: !is_timed,
        frames: played.nsec.len(),
        ticks_per_second: if is_timed { rate } else { 0.0 },
        frame_msec: or_nothing(frame_msec),
        relative: time.standing.map(|_| Ratio {
            value: time.relative,
            interval: time.relative_interval,
        }),
        standing: time.standing,
        scaling,
        tick_usec: or_nothing(ready.tick_usec),
        world_bytes: Held::said(ready.server.entrant.backend.facts().bytes),
        player_bytes: size_of::<Body>(),
        state_hash: format!("{:016x}", played.states),
    }
}

/// Turns, such that one of the quickest contestant is long enough.
fn turns(ready: &[Ready], threads: &[usize]) -> usize {
    let ticks = |r: &Ready| r.server.players.ticks;
    let most = threads.iter().copied().max().unwrap_or(1).max(1) as f64;
    let whole = |r: &Ready| {
        let frame = r.server.players.all.len() as f64 * r.tick_usec.p50 / USEC / most;
        frame * ticks(r) as f64
    };
    let quickest = ready.iter().map(whole).fold(f64::INFINITY, f64::min);
    let frames = ready.first().map_or(0, ticks);
    let by_time = (quickest / SHORTEST_TURN_NS) as usize;
    by_time.min(frames / FRAMES_A_TURN).clamp(1, TURNS)
}
