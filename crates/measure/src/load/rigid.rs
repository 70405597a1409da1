//! Players who pass through each other, in a rigid world that one backend answers for: frames on any number of threads.

use super::frames::{Crew, Played, Server, play};
use super::input::Players;
use super::row::{Beside, USEC, Who, of_ratio, of_ticks, row};
use super::scripts::{FRAMES, PROBE, PROBED, Scripts, TICKS};
use super::{Entered, Input, LoadOptions, Unit, turns};
use crate::MeasureError;
use crate::clock::turns::{against_the_quickest_of, ratio};
use crate::run::contestant::Contestant;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_record::load::{LoadLeftOut, LoadResults, LoadRow, Tail};

fn players(
    setting: &Setting,
    entrant: &BuiltContestant,
    options: &LoadOptions,
    unit: Unit,
) -> Result<Players, MeasureError> {
    match options.input {
        Input::Random => {
            let Unit { hertz, players } = unit;
            Ok(Players::random(
                setting,
                options.seconds,
                hertz,
                players,
                options.seed,
            ))
        }
        Input::Scene | Input::Recorded(..) => {
            let of_run = Players::on_a_run(setting, entrant, options, unit.hertz, unit.players);
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

    fn players(&self) -> Who<'a> {
        Who {
            entrant: self.server.entrant,
            tick_usec: self.tick_usec,
        }
    }
}

/// Adds the rows of a number of players at one rate.
pub(super) fn measure(
    setting: &Setting,
    options: &LoadOptions,
    unit: Unit,
    entered: &[Entered],
    progress: &mut dyn FnMut(&str),
    results: &mut LoadResults,
) -> Result<(), MeasureError> {
    let hertz = f64::from(unit.hertz);
    let left_out = |contestant: Contestant, why: String| LoadLeftOut {
        contestant: contestant.to_string(),
        players: unit.players,
        hertz,
        why,
    };
    let shared = matches!(options.input, Input::Random).then(|| Scripts::fresh(setting, options, unit));
    let mut at_play: Vec<(&BuiltContestant, Option<Scripts>)> = Vec::new();
    for (contestant, built) in entered {
        let own = |built| match &shared {
            Some(_) => Ok(None),
            None => players(setting, built, options, unit).map(|run| Some(Scripts::Run(run))),
        };
        match built {
            Err(why) => results.left_out.push(left_out(*contestant, why.clone())),
            Ok(built) => match own(built) {
                Err(e) if options.leaves_out => results.left_out.push(left_out(*contestant, e.to_string())),
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
        match timed_by_ticks(server, scripts, options) {
            Ok(Ok(found)) => ready.push(found),
            Ok(Err(why)) => results.left_out.push(left_out(entrant.contestant, why)),
            Err(e) if options.leaves_out => {
                results.left_out.push(left_out(entrant.contestant, e.to_string()))
            }
            Err(e) => return Err(e),
        }
    }
    progress("frames in turns");
    results.rows.extend(rows(options, unit, &ready)?);
    Ok(())
}

/// Times every tick of a contestant's players; or says why not.
fn timed_by_ticks<'a>(
    server: Server<'a>,
    scripts: &'a Scripts,
    options: &LoadOptions,
) -> Result<Result<Ready<'a>, String>, MeasureError> {
    let count = server.players.all.len();
    let probe = Server {
        players: scripts.of_pass(PROBE),
        ..server
    };
    let expected = probe.seconds_a_player(PROBED)? * (count * options.passes(count)) as f64;
    if let Some(why) = options.too_long(expected) {
        return Ok(Err(why));
    }
    let Played { states, nsec } = server.ticks()?;
    Ok(Ok(Ready {
        server,
        scripts,
        is_alike: states == server.alone()?,
        tick_usec: of_ticks(nsec),
    }))
}

/// Times the frames of all contestants on each number of threads, in turns. Returns their rows.
fn rows(options: &LoadOptions, unit: Unit, ready: &[Ready]) -> Result<Vec<LoadRow>, MeasureError> {
    let threads = options.threads_for(unit.players);
    let of_threads = |(place, &threads): (usize, &usize)| {
        ready.iter().map(move |r| Crew {
            server: r.server_of(place),
            threads,
        })
    };
    let crews: Vec<Crew> = threads.iter().enumerate().flat_map(of_threads).collect();
    let played = play(&crews, turns_of(ready, &threads))?;
    let alike = |(crew, played): (&Crew, &Played)| Ok(played.states == crew.server.alone()?);
    let alike: Vec<bool> = crews
        .iter()
        .zip(&played)
        .map(alike)
        .collect::<Result<_, MeasureError>>()?;
    let mut all = Vec::new();
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
            let played = (&own[i].nsec[..], own[i].states);
            all.push((i, row(&ready.players(), unit, threads, played, is_timed, &beside)));
        }
    }
    // One contestant's rows stand together.
    all.sort_by_key(|(i, _)| *i);
    Ok(all.into_iter().map(|(_, row)| row).collect())
}

/// Turns, such that one of the quickest contestant is long enough.
fn turns_of(ready: &[Ready], threads: &[usize]) -> usize {
    let ticks = |r: &Ready| r.server.players.ticks;
    let most = threads.iter().copied().max().unwrap_or(1).max(1) as f64;
    let whole = |r: &Ready| {
        let frame = r.server.players.all.len() as f64 * r.tick_usec.p50 / USEC / most;
        frame * ticks(r) as f64
    };
    let quickest = ready.iter().map(whole).fold(f64::INFINITY, f64::min);
    turns(quickest, ready.first().map_or(0, ticks))
}
