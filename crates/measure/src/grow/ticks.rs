//! The cost of a tick in worlds of every size. Players run about, each by itself: first played and noted, then timed.

use super::cost::{Place, terms, verified_median};
use super::{Entered, GrowOptions};
use crate::MeasureError;
use crate::bar;
use crate::clock::fingerprint;
use crate::clock::laps;
use crate::clock::turns::{Pass, interleave, sets_of};
use crate::run::play::run_ticks;
use crate::run::wander::wander;
use clipmark_geometry::Point;
use clipmark_movement::{Body, CommandError, Player, UserCmd};

/// Ticks a second of the players.
const HERTZ: f32 = 125.0;

/// A player: its start, and its commands in each round.
struct Script {
    start: Body,
    rounds: Vec<Vec<UserCmd>>,
}

/// One for each contestant of each world: the median and its spread. `None` where a world has no free start.
pub(super) fn tick_costs(
    places: &[Place],
    options: &GrowOptions,
) -> Result<Vec<(Option<f64>, f64)>, MeasureError> {
    let scripts: Vec<Vec<Script>> = places.iter().map(|place| scripts(place, options)).collect();
    let all: Vec<(&Place, &Entered, &[Script])> = places
        .iter()
        .zip(&scripts)
        .flat_map(|(p, scripts)| p.entered.iter().map(move |e| (p, e, scripts.as_slice())))
        .collect();
    let known = all.iter().map(|(place, e, scripts)| {
        states(e, scripts, 0).map_err(|source| MeasureError::RunLost {
            contestant: e.built.contestant.to_string(),
            file: place.town.world().name.clone(),
            source,
        })
    });
    let known: Vec<Vec<u64>> = known.collect::<Result<_, _>>()?;
    let laps = all
        .iter()
        .zip(&known)
        .map(|((_, e, scripts), known)| lap(e, scripts, known));
    let times = interleave(&mut laps.collect::<Vec<_>>(), terms(options), || ());
    let played = |scripts: &[Script]| !scripts.is_empty();
    let costs = times
        .iter()
        .zip(&all)
        .map(|(time, (.., scripts))| match played(scripts) {
            true => verified_median(time),
            false => (None, 0.0),
        });
    Ok(costs.collect())
}

fn scripts(place: &Place, options: &GrowOptions) -> Vec<Script> {
    let starts = place.town.starts(options.players);
    let each = starts.iter().enumerate();
    each.map(|(i, at)| script(options, i, *at)).collect()
}

fn script(options: &GrowOptions, player: usize, start: Point) -> Script {
    let seed = bar::seed(options.seed, player);
    let commands = wander(&options.profile, start, 1000.0 / HERTZ, options.ticks, seed);
    Script {
        start: commands.start(options.profile.order),
        rounds: laps::turned(&commands.ticks, sets_of(options.rounds), seed),
    }
}

/// A number for the state after every tick of every player in a round.
fn states(entered: &Entered, scripts: &[Script], set: usize) -> Result<Vec<u64>, CommandError> {
    let mut all = Vec::new();
    for script in scripts {
        let mut player = Player::new(&*entered.built.backend, &entered.built.setup);
        let mut next = script.rounds[set].iter().copied();
        let note = |body: &Body, _: &UserCmd, _| all.push(fingerprint::of_body(body));
        run_ticks(&mut player, script.start, |_| next.next(), note)?;
    }
    Ok(all)
}

fn lap<'a>(entered: &'a Entered, scripts: &'a [Script], known: &'a [u64]) -> Pass<'a> {
    let mut players: Vec<Player<'_, _>> = scripts
        .iter()
        .map(|_| Player::new(&*entered.built.backend, &entered.built.setup))
        .collect();
    let pass = move |set: usize| {
        let mut hash = 0;
        for (player, script) in players.iter_mut().zip(scripts) {
            let mut next = script.rounds[set].iter().copied();
            let note = |body: &Body, _: &UserCmd, _| {
                hash = fingerprint::then(hash, fingerprint::of_body(body));
            };
            // Commands were checked when they were first played; a refused one would show in the hash.
            let _ = run_ticks(player, script.start, |_| next.next(), note);
        }
        hash
    };
    let now = move |set| states(entered, scripts, set).unwrap_or_default();
    let sets = scripts.first().map_or(1, |script| script.rounds.len());
    Pass {
        items: vec![known.len(); sets],
        pass: Box::new(pass),
        judged: Box::new(move |set| match set {
            0 => known.to_vec(),
            _ => now(set),
        }),
        now: Box::new(now),
    }
}
