//! The clock is not fooled: a backend that remembers its answers, waits, or uses another thread is not taken for a quick one.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_collision::{Altered, Ask, CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, World};
use clipmark_measure::BackendKind;
use clipmark_measure::bench::Town;
use clipmark_measure::race::{Entrant, Raced, race, rounds_of};
use clipmark_measure::uniform::draw;
use clipmark_referee::Reference;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Rounds of each race.
const ROUNDS: usize = 9;
/// Refereed answers of each race.
const REFEREED: usize = 400;
/// Sweeps of a pass.
const PASS: usize = 400;
/// Sweeps of a pass that takes hardly longer than the calls that read the clocks.
const SHORT_PASS: usize = 20;

/// A backend's trick to look quicker than it is.
enum Trick {
    None,
    /// Keeps every answer under its question.
    Remembers(Mutex<HashMap<[u32; 6], Trace>>),
    /// Waits, asleep, once in that many questions.
    Sleeps(Mutex<usize>),
    /// Sends the question to another thread and waits for its answer.
    Sends(Mutex<(Sender<Sweep>, Receiver<Trace>)>),
}

impl Trick {
    fn answer(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        let (a, b) = (sweep.start, sweep.end);
        let key = [a.x, a.y, a.z, b.x, b.y, b.z].map(f32::to_bits);
        match self {
            Trick::None => ask(sweep, work),
            Trick::Remembers(known) => {
                let mut known = known.lock().unwrap();
                *known.entry(key).or_insert_with(|| ask(sweep, work))
            }
            Trick::Sleeps(asked) => {
                let mut asked = asked.lock().unwrap();
                *asked += 1;
                if asked.is_multiple_of(100) {
                    thread::sleep(Duration::from_micros(200));
                }
                ask(sweep, work)
            }
            Trick::Sends(other) => {
                let other = other.lock().unwrap();
                other.0.send(*sweep).unwrap();
                other.1.recv().unwrap()
            }
        }
    }
}

/// The times of sound `bvh` and of `bvh` with the trick.
fn raced(world: &World, count: usize, trick: impl FnOnce(&Arc<dyn CollisionBackend>) -> Trick) -> [Raced; 2] {
    let build = || -> Arc<dyn CollisionBackend> {
        Arc::from(BackendKind::BVH.build(world, TraceRules::QUAKE3).unwrap())
    };
    let sound = build();
    let trick = trick(&sound);
    let all = [Trick::None, trick].map(|trick| {
        Altered::with_trace(sound.clone(), move |sweep, work, ask| {
            trick.answer(sweep, work, ask)
        })
    });
    let lines = draw(world, Contents::PLAYER_MASK, &(16.0..256.0), count, 5);
    let sweep = |[a, b]: [Point; 2]| Sweep::new(Hull::quake3_player(), a, b);
    let sweeps: Vec<Sweep> = lines.into_iter().map(sweep).collect();
    let sets = rounds_of(&sweeps, ROUNDS, 3);
    let reference = Reference::build(world, Contents::PLAYER_MASK);
    let entrants = all.each_ref().map(|backend| Entrant {
        backend,
        sets: &sets,
        reference: &reference,
        rules: TraceRules::QUAKE3,
    });
    let found = race(&entrants, ROUNDS, REFEREED, &mut |_, _, _| ());
    found.try_into().ok().unwrap()
}

fn said(of: &Raced) -> String {
    of.time.caveats().join("; ")
}

/// Races on a loaded machine: a neighbour's burst can look like waiting once, not in each of these.
const TRIES: usize = 3;

/// Races until the trick is told and the sound one is not taken for it.
#[track_caller]
fn told(world: &World, count: usize, words: &str, trick: impl Fn(&Arc<dyn CollisionBackend>) -> Trick) {
    let mut seen = Vec::new();
    for _ in 0..TRIES {
        let [sound, sly] = raced(world, count, &trick);
        assert!(sound.time.not_timed.is_none() && sly.time.not_timed.is_none());
        assert_eq!(sound.time.samples_ns.len(), ROUNDS);
        if said(&sly).contains(words) && !said(&sound).contains(words) {
            return;
        }
        seen.push((said(&sound), said(&sly)));
    }
    panic!("`{words}` is not told apart: {seen:#?}");
}

/// One test in its own program, so that no other runs in this process: it reads processor time of all threads.
#[test]
#[cfg(target_os = "linux")]
fn what_remembers_waits_or_sends_is_told() {
    let mut town = Town::build(600, 1).unwrap();
    let world = town.world_with_spawns().clone();
    told(&world, PASS, "remembers", |_| Trick::Remembers(Mutex::default()));
    told(&world, PASS, "it waits", |_| Trick::Sleeps(Mutex::default()));
    for count in [PASS, SHORT_PASS] {
        told(&world, count, "others work for it", |sound| {
            let (ask, asked) = channel::<Sweep>();
            let (give, given) = channel();
            let other = sound.clone();
            thread::spawn(move || {
                let mut work = Work::silent();
                for sweep in asked {
                    if give.send(other.trace(&sweep, &mut work)).is_err() {
                        return;
                    }
                }
            });
            Trick::Sends(Mutex::new((ask, given)))
        });
    }
}
