//! The same question gets the same bits (F12): again, very often, from other threads, with and without counting. So it does with
//! a scratch that has served another backend, and from a backend that was built again.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::World;

const THREADS: usize = 4;
/// Questions in a row: an answer in 10,000 that comes out otherwise is among them 98 times in 100.
const OFTEN: usize = 40_000;
/// Margin of the contacts asked for, in units.
const MARGIN: f32 = 4.0;

pub(super) fn ask_again(s: &Setting, ledger: &mut Ledger) {
    let backend = &*s.backend;
    let first: Vec<Vec<u32>> = s
        .sweeps
        .iter()
        .map(|q| bits(backend, q, &mut Work::silent()))
        .collect();
    let mut compare = |fault: &'static str, again: &mut dyn FnMut(&Sweep) -> Vec<u32>| {
        for (sweep, bits) in s.sweeps.iter().zip(&first) {
            ledger.case();
            ledger.found_if(again(sweep) != *bits, fault, 1.0, || {
                s.example(sweep, &s.trace(sweep))
            });
        }
    };
    compare("another answer when asked again", &mut |q| {
        bits(backend, q, &mut Work::silent())
    });
    compare("another answer when counting", &mut |q| {
        bits(backend, q, &mut Work::counting())
    });
    let mut used = Work::silent();
    // A world of other size, so that scratch is left behind that does not fit.
    let elsewhere =
        crate::conformance::world("room", s.seed).unwrap_or_else(|| World::of_brushes("none", Vec::new()));
    if let Some(other) = (s.build)(&elsewhere, s.rules) {
        compare(
            "another answer with a scratch that served another backend",
            &mut |q| {
                bits(&*other, q, &mut used);
                bits(backend, q, &mut used)
            },
        );
    }
    if let Some(rebuilt) = (s.build)(&s.world, s.rules) {
        compare("another answer after being built again", &mut |q| {
            bits(&*rebuilt, q, &mut Work::silent())
        });
    }

    very_often(s, ledger);

    let sweeps = &s.sweeps;
    let answers: Vec<Vec<Vec<u32>>> = std::thread::scope(|scope| {
        let ask = |i: usize| {
            let (before, after) = sweeps.split_at(sweeps.len() * i / THREADS);
            let mut work = Work::silent();
            let mut all: Vec<_> = after.iter().map(|q| bits(backend, q, &mut work)).collect();
            let wrapped = before.iter().map(|q| bits(backend, q, &mut work));
            all.splice(0..0, wrapped.collect::<Vec<_>>());
            all
        };
        let threads: Vec<_> = (0..THREADS).map(|i| scope.spawn(move || ask(i))).collect();
        threads.into_iter().filter_map(|t| t.join().ok()).collect()
    });
    ledger.found_if(answers.len() < THREADS, "a thread panicked", 1.0, || {
        format!("world {}", s.world.name)
    });
    for (sweep, (i, bits)) in s.sweeps.iter().zip(first.iter().enumerate()) {
        ledger.found_if(
            answers.iter().any(|a| a[i] != *bits),
            "another answer from another thread",
            1.0,
            || s.example(sweep, &s.trace(sweep)),
        );
    }
}

/// Once, beside one of the worlds: sweeps that meet something, over and over.
fn very_often(s: &Setting, ledger: &mut Ledger) {
    if &*s.world.name != "room" {
        return;
    }
    let mut work = Work::silent();
    let mut ask = |q: &Sweep| s.backend.trace(q, &mut work);
    let asked: Vec<_> = s.sweeps.iter().map(|q| (q, ask(q))).collect();
    let met: Vec<_> = asked.iter().filter(|(_, t)| t.hit() && !t.all_solid).collect();
    for (sweep, first) in met.iter().cycle().take(OFTEN) {
        let again = ask(sweep);
        if again.bits() != first.bits() {
            ledger.case();
            ledger.found("another answer now and then", 1.0, || s.example(sweep, &again));
        }
    }
}

/// The bits of all four answers about one sweep.
fn bits(backend: &dyn CollisionBackend, sweep: &Sweep, work: &mut Work) -> Vec<u32> {
    let trace = backend.trace(sweep, work);
    let mut bits = trace.bits().to_vec();
    if let Some(p) = backend.overlap(&sweep.hull, &sweep.end, sweep.mask, work) {
        bits.extend(p.normal.iter().map(|x| x.to_bits()));
        bits.extend([p.depth.to_bits(), p.contents.bits(), p.status as u32]);
    }
    let mut contacts = Vec::new();
    backend.contacts(&sweep.hull, &sweep.end, MARGIN, sweep.mask, &mut contacts, work);
    for c in contacts {
        let vectors = c.point.iter().chain(c.normal.iter()).chain(c.face_normal.iter());
        bits.extend(vectors.chain([&c.distance, &c.top]).map(|x| x.to_bits()));
        bits.push(c.contents.bits());
    }
    bits.push(backend.contents(&sweep.end).bits());
    bits
}
