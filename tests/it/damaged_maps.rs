//! Maps damaged in tens of thousands of ways, from reading to the first answers. Each gives an error, or a world that every
//! backend can be built from. Never a panic, a hang, or more memory than the file could need.
//!
//! `crates/scene/tests/it/damaged_maps.rs` tells the kinds of damage apart.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../crates/scene/tests/it/small_map/mod.rs"]
mod small_map;

use crate::support;
use crate::support::damage::{Random, watched};
use crate::support::questions::kinds;
use allocation_counter::measure;
use clipmark::internals::collision::{Sweep, Trace, TraceRules, Work};
use clipmark::internals::geometry::{Hull, World};
use clipmark::internals::measure::BackendKind;
use clipmark::internals::scene::sources::quake3_bsp::read;
use std::time::Duration;

/// A case that takes longer hangs. The largest map is read in a few hundredths of a second. The slowest backend is built from it
/// in about one. Too small, and a loaded machine fails; too large is only a nuisance.
const HANGS: Duration = Duration::from_secs(300);
/// Most bytes held at once while a file is read, as a factor on its size: a brush's side grows from 8 bytes to 20.
const TIMES: usize = 4;
/// The same while a backend is built and asked: a patch of nine points becomes tens of facets with ten planes each.
const TIMES_BUILT: usize = 16;
/// Further bytes whatever the size: texts of errors, first capacities of lists.
const BESIDES: usize = 16 << 10;
/// Further bytes while a backend is built. A patch is held as the grid that its curves are split into. By Quake III's rule they
/// are split until they are 16 units from their chords, with at most 129 columns. `bsp` does so with one patch at a time. Case
/// 9,886 of the small map moves a control point 131,072 units away. It takes 372,620 bytes for a map of 1,882 (1,828 remain); its
/// sound patch takes 2,452. Smaller calls that a fault; larger lets half a megabyte a file go unseen.
const BESIDES_BUILT: usize = 512 << 10;

/// Offset and length of the parts that the reader uses: the head, and the lumps except visibility, light and meshes.
fn parts(file: &[u8]) -> Vec<[usize; 2]> {
    const DIRECTORY: usize = 8;
    const READ: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13];
    let word = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let lump = |i: usize| [word(DIRECTORY + 8 * i), word(DIRECTORY + 8 * i + 4)];
    let lumps = READ.map(lump).into_iter().filter(|[_, len]| *len > 0);
    [[0, 144]].into_iter().chain(lumps).collect()
}

/// A few bits, bytes or words of a good file made wrong.
fn damage(good: &[u8], parts: &[[usize; 2]], random: &mut Random) -> Vec<u8> {
    let mut file = good.to_vec();
    let kind = random.below(4);
    for _ in 0..1 + random.below(4) {
        let [from, len] = parts[random.below(parts.len())];
        let at = from + random.below(len);
        match kind {
            0 => random.flip_bit(&mut file, at),
            1 => random.put_byte(&mut file, at),
            2 => file.truncate(at.max(1)),
            _ => random.put_word(&mut file, at),
        }
        if kind == 2 {
            break;
        }
    }
    file
}

#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    loaded: usize,
    built: usize,
    /// Held at most while reading, in hundredths of the file's size.
    most_held: usize,
    /// The same, for a backend.
    most_built: usize,
}

/// Builds a backend from the world and asks it across the world and at rest.
fn ask(kind: BackendKind, world: &World) -> bool {
    let Ok(backend) = kind.build(world, TraceRules::QUAKE3) else {
        return false;
    };
    let (from, to) = (world.bounds.mins, world.bounds.maxs);
    let mut work = Work::silent();
    for sweep in [
        Sweep::new(Hull::Point, from, to),
        Sweep::new(Hull::quake3_player(), to, from),
        Sweep::new(Hull::quake3_player(), from, from),
    ] {
        let t = backend.trace(&sweep, &mut work);
        let told = || format!("{}: {sweep:?} gives {t:?}", kind.name());
        if sweep.check().is_err() {
            assert_eq!(t.bits(), Trace::invalid(&sweep).bits(), "{}", told());
        }
        assert!((0.0..=1.0).contains(&t.fraction), "{}", told());
        assert!(t.end.iter().all(|x| x.is_finite()), "{}", told());
    }
    true
}

/// Damages a file `times` times. Every backend is built from one in `share` of the resulting worlds, `bsp` and `bsp:via-bvh`
/// from all.
fn survive(name: &str, good: &[u8], times: usize, share: usize, seed: u64) -> Tally {
    let parts = parts(good);
    let (title, name, good) = (name, name.to_owned(), good.to_vec());
    let tally = watched(title, HANGS, move |tell| {
        let mut random = Random::new(seed);
        let mut tally = Tally::default();
        for case in 0..times {
            let file = damage(&good, &parts, &mut random);
            let mut answer = None;
            let counted = measure(|| answer = Some(read("damaged", &file)));
            let held = counted.bytes_max as usize;
            assert!(
                held <= TIMES * file.len() + BESIDES,
                "{name}, case {case}: {held} bytes to read {}",
                file.len()
            );
            tally.most_held = tally.most_held.max(held * 100 / file.len().max(1));
            match answer.unwrap() {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    tally.refused += 1;
                }
                Ok(world) => {
                    tally.loaded += 1;
                    for kind in kinds() {
                        if !matches!(kind.name(), "bsp" | "bsp:via-bvh") && tally.loaded % share != 0 {
                            continue;
                        }
                        let counted = measure(|| tally.built += usize::from(ask(kind, &world)));
                        let held = counted.bytes_max as usize;
                        assert!(
                            held <= TIMES_BUILT * file.len() + BESIDES_BUILT,
                            "{name}, case {case}: {} takes {held} bytes for a map of {}",
                            kind.name(),
                            file.len()
                        );
                        tally.most_built = tally.most_built.max(held * 100 / file.len());
                    }
                }
            }
            // Nobody listens any more if the test has failed.
            let _ = tell.send(case);
        }
        tally
    });
    println!("{title}: {tally:?}");
    // Both must happen often, or the damage is too coarse or too fine.
    assert!(
        tally.refused * 10 > times && tally.loaded * 10 > times,
        "{title}: {tally:?}"
    );
    tally
}

#[test]
fn a_small_map_damaged_3_000_times_or_20_000() {
    let good = small_map::map().file();
    let times = if support::is_long() { 20_000 } else { 3_000 };
    survive("small map", &good, times, 1, 0x5eed);
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn real_maps_damaged_1_000_times_or_20_000() {
    let times = if support::is_long() { 20_000 } else { 1_000 };
    let names = ["aggressor", "oa_ctf2", "oacmpdm8", "q3dm6ish", "slimefac"];
    for (i, name) in names.into_iter().enumerate() {
        let path = support::root().join("scenes/maps").join(format!("{name}.bsp"));
        let good = std::fs::read(path).expect(support::NEEDS_MAPS);
        survive(
            name,
            &good,
            times / names.len(),
            (times / 200).max(20),
            0x5eed + i as u64,
        );
    }
}
