//! The timed questions of contestants: sets of sweeps, and of commands, one set a round.

use crate::clock::fingerprint;
use crate::clock::turns::Pass;
use crate::run::play::run_ticks;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::Vec3;
use clipmark_movement::{Body, Player, Setup, UserCmd};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How far a player of a round looks aside, in degrees at most. Less, and ways of some rounds are the same to the bit; more, and
/// they leave the scene's course.
const ASIDE: f32 = 2.0;
/// How far given sweeps are moved, in units along each axis: a quarter of Quake III's skin, so that resting starts stay out of
/// solids. Less, and a memory with coarse keys knows them again; more, and they are other sweeps.
const SHIFT: f32 = 1.0 / 32.0;

/// Fingerprints of the answers to sweeps, as they are judged: with work counted.
pub(crate) fn counted<'a>(
    backend: &dyn CollisionBackend,
    sweeps: impl IntoIterator<Item = &'a Sweep>,
) -> Vec<u64> {
    answered(backend, sweeps, &mut Work::counting())
}

fn answered<'a>(
    backend: &dyn CollisionBackend,
    sweeps: impl IntoIterator<Item = &'a Sweep>,
    work: &mut Work,
) -> Vec<u64> {
    let answers = sweeps.into_iter().map(|sweep| backend.trace(sweep, work));
    answers.map(|trace| fingerprint::of_trace(&trace)).collect()
}

/// A lap over sets of sweeps; `judged` gives the fingerprints of the answers to a set.
pub(crate) fn trace_lap<'a>(
    backend: &'a dyn CollisionBackend,
    sets: Vec<&'a [Sweep]>,
    judged: impl FnMut(usize) -> Vec<u64> + 'a,
) -> Pass<'a> {
    let mut work = Work::silent();
    let again = sets.clone();
    Pass {
        items: sets.iter().map(|set| set.len()).collect(),
        pass: Box::new(move |set| {
            sets[set].iter().fold(0, |pass, sweep| {
                let trace = backend.trace(sweep, &mut work);
                fingerprint::then(pass, fingerprint::of_trace(&trace))
            })
        }),
        judged: Box::new(judged),
        now: Box::new(move |set| answered(backend, again[set], &mut Work::silent())),
    }
}

/// A lap over the ticks of sets of commands, each set from the same start. The first set led through the states `after` when it
/// was judged. The states of other sets come from another play.
pub(crate) fn tick_lap<'a>(
    backend: &'a dyn CollisionBackend,
    setup: &'a Setup,
    start: Body,
    sets: &'a [Vec<UserCmd>],
    after: &'a [Body],
) -> Pass<'a> {
    let mut player = Player::new(backend, setup);
    let states = move |set: usize| {
        let mut player = Player::new(backend, setup);
        let mut next = sets[set].iter().copied();
        let mut states = Vec::with_capacity(sets[set].len());
        let note = |body: &Body, _: &UserCmd, _| states.push(fingerprint::of_body(body));
        // A command that is refused ends the run, and so its states.
        let _ = run_ticks(&mut player, start, |_| next.next(), note);
        states
    };
    Pass {
        items: sets.iter().map(Vec::len).collect(),
        pass: Box::new(move |set| {
            let mut next = sets[set].iter().copied();
            let mut hash = 0;
            // Commands were checked when they were first played; a refused one would show in the hash.
            let _ = run_ticks(
                &mut player,
                start,
                |_| next.next(),
                |body, _, _| hash = fingerprint::then(hash, fingerprint::of_body(body)),
            );
            hash
        }),
        judged: Box::new(move |set| match set {
            0 => after.iter().map(fingerprint::of_body).collect(),
            _ => states(set),
        }),
        now: Box::new(states),
    }
}

/// The same commands for each round, each turned a little, so that the player goes another way. The first are as given.
pub(crate) fn turned(commands: &[UserCmd], sets: usize, seed: u64) -> Vec<Vec<UserCmd>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut set = |number: usize| {
        let aside = match number {
            0 => 0.0,
            _ => random.random_range(-ASIDE..ASIDE),
        };
        let turn = |cmd: &UserCmd| UserCmd {
            yaw: cmd.yaw + aside,
            ..*cmd
        };
        commands.iter().map(turn).collect()
    };
    (0..sets).map(&mut set).collect()
}

/// Sweeps for each round, from given sweeps: each set begins and ends a little aside. The first are as given.
pub(crate) fn shifted(sweeps: &[Sweep], sets: usize, seed: u64) -> Vec<Vec<Sweep>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut set = |number: usize| {
        let mut shift = |sweep: &Sweep| {
            let by = match number {
                0 => Vec3::zeros(),
                _ => Vec3::from_fn(|_, _| random.random_range(-SHIFT..SHIFT)),
            };
            let moved = Sweep {
                start: sweep.start + by,
                end: sweep.end + by,
                ..*sweep
            };
            // A sweep that would leave the range of coordinates stays.
            if moved.check().is_ok() { moved } else { *sweep }
        };
        sweeps.iter().map(&mut shift).collect()
    };
    (0..sets).map(&mut set).collect()
}
