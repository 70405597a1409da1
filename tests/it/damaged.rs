//! Files of maps damaged in tens of thousands of ways, from reading to the first answers, the same ways in every run. Each gives an
//! error, or a sound world that every backend can be built from. Never a panic, a hang, or more memory than the file could need.
//!
//! `crates/scene/tests/it/damaged_maps.rs` tells the kinds of damage apart.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../crates/scene/tests/it/small_map/mod.rs"]
mod small_map;
#[path = "../../crates/scene/tests/it/sound.rs"]
mod sound;
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../crates/scene/tests/it/tables/mod.rs"]
mod tables;

use crate::support::damage::{Random, watched};
use crate::support::questions::kinds;
use crate::support::{self, NEEDS_MAPS, is_long};
use allocation_counter::measure;
use clipmark::internals::collision::{Status, Sweep, Trace, TraceRules, Work};
use clipmark::internals::geometry::{Hull, World};
use clipmark::internals::measure::BackendKind;
use clipmark::internals::scene::sources::{glb, quake_map, quake3_bsp, read_map};
use sound::assert_sound;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// A case that takes longer hangs. The largest map is read in a few hundredths of a second. The slowest backend is built from it
/// in about one. Too small, and a loaded machine fails; too large is only a nuisance.
const HANGS: Duration = Duration::from_secs(300);

/// Most bytes held at once: a factor on the file's size, and further bytes whatever the size.
#[derive(Clone, Copy)]
struct Bound {
    times: usize,
    besides: usize,
}

impl Bound {
    fn holds(self, held: usize, file: &[u8]) -> bool {
        held <= self.times * file.len() + self.besides
    }
}

/// While a map of Quake III is read. A brush's side grows from 8 bytes to 20. Further bytes: texts of errors, first capacities of
/// lists.
const READ: Bound = Bound {
    times: 4,
    besides: 16 << 10,
};
/// While a backend is built from it and asked. A patch of nine points becomes tens of facets with ten planes each. A patch is held
/// as the grid that its curves are split into. By Quake III's rule they are split until they are 16 units from their chords, with
/// at most 129 columns. `bsp` does so with one patch at a time. A control point of the small map, moved 131,072 units away, takes
/// 372,620 bytes for a map of 1,882; its sound patch takes 2,452. Smaller calls that a fault; larger lets half a megabyte a file go
/// unseen.
const BUILT: Bound = Bound {
    times: 16,
    besides: 512 << 10,
};
/// While a file of another format is read, or `hull` built from it. A node of 24 bytes becomes a leaf's brush of some eight sides
/// of 20 bytes, and its cell's outlines during the cut. Sound files take up to 30 times their size.
const OTHER: Bound = Bound {
    times: 120,
    besides: 64 << 10,
};

/// Words that break text: numbers beyond limits, brackets that nest wrongly.
const TEXT: [&str; 10] = [
    "{",
    "}",
    "(",
    ")",
    "\"",
    " nan ",
    " 1e300 ",
    " -99999999 ",
    "\n",
    " 4294967295 ",
];

/// A sound file, and what its damaged copies are held to.
struct Good {
    name: String,
    file: Vec<u8>,
    read: fn(&[u8]) -> Option<World>,
    /// Where it is damaged.
    parts: Vec<Range<usize>>,
    /// Whether bytes are put in and moved about too.
    is_reordered: bool,
    bounds: [Bound; 2],
    /// Every backend is built from one in so many of the worlds, `bsp` and `bsp:via-bvh` from all. Without it `hull` alone is, from
    /// maps that bring its hulls.
    share: Option<usize>,
}

impl Good {
    /// A map of Quake III, whose every backend is asked.
    fn quake3(name: &str, file: Vec<u8>, share: usize) -> Self {
        Self {
            name: name.into(),
            parts: parts_read(&file),
            file,
            read: |file| {
                let world = said(quake3_bsp::read("damaged", file))?;
                assert!(world.tree.is_some());
                Some(world)
            },
            is_reordered: false,
            bounds: [READ, BUILT],
            share: Some(share),
        }
    }

    /// A file of another format.
    fn other(name: &str, file: Vec<u8>, read: fn(&[u8]) -> Option<World>) -> Self {
        Self {
            name: name.into(),
            parts: std::iter::once(0..file.len()).collect(),
            file,
            read,
            is_reordered: true,
            bounds: [OTHER; 2],
            share: None,
        }
    }

    /// A few bits, bytes or words made wrong, or the file cut off.
    fn damage(&self, random: &mut Random) -> Vec<u8> {
        let mut file = self.file.clone();
        // One kind a copy: where each step might cut it off, few copies would be read.
        let kind = random.below(if self.is_reordered { 6 } else { 4 });
        for _ in 0..1 + random.below(4) {
            let part = &self.parts[random.below(self.parts.len())];
            let at = (part.start + random.below(part.len())).min(file.len() - 1);
            match kind {
                0 => random.flip_bit(&mut file, at),
                1 => random.put_byte(&mut file, at),
                2 => {
                    file.truncate(at.max(1));
                    return file;
                }
                3 => random.put_word(&mut file, at),
                4 => {
                    let word = TEXT[random.below(TEXT.len())];
                    file.splice(at..at, word.bytes());
                }
                _ => {
                    let moved = file[at..(at + random.below(64)).min(file.len())].to_vec();
                    let to = random.below(file.len());
                    file.splice(to..(to + moved.len()).min(file.len()), moved);
                }
            }
        }
        file
    }

    /// The backends that are built from the world of a case, and the rules.
    fn asked(&self, world: &World, loaded: usize) -> (Vec<BackendKind>, TraceRules) {
        let is_asked = |kind: &BackendKind| match self.share {
            Some(share) => matches!(kind.name(), "bsp" | "bsp:via-bvh") || loaded.is_multiple_of(share),
            None => kind.name() == "hull" && world.clip_hulls.is_some(),
        };
        let rules = match self.share {
            Some(_) => TraceRules::QUAKE3,
            None => TraceRules::QUAKEWORLD,
        };
        (kinds().filter(is_asked).collect(), rules)
    }

    /// Damages the file so often, and prints how many copies were read and built, and what was held in hundredths of their size.
    fn survive(self, times: usize, seed: u64) {
        let sound = (self.read)(&self.file);
        let sound = sound.unwrap_or_else(|| panic!("{} is not sound before it is damaged", self.name));
        let body = body_in(&sound);
        let (kinds, rules) = self.asked(&sound, 0);
        for kind in kinds {
            let status = status_of_a_sweep(kind, &sound, rules, body);
            let is_answered = status.is_none_or(Status::is_reliable);
            assert!(is_answered, "{} by {}: {status:?}", self.name, kind.name());
        }
        watched(&self.name.clone(), HANGS, move |tell| {
            let mut random = Random::new(seed);
            let (mut loaded, mut built, mut most) = (0, 0, [0; 2]);
            for case in 0..times {
                let file = self.damage(&mut random);
                let mut check = |stage: usize, held: u64, what: &str| {
                    let held = held as usize;
                    let title = format!("{}, case {case}", self.name);
                    assert!(
                        self.bounds[stage].holds(held, &file),
                        "{title}: {held} bytes {what} for a file of {}",
                        file.len()
                    );
                    most[stage] = most[stage].max(held * 100 / file.len());
                };
                let mut world = None;
                check(0, measure(|| world = (self.read)(&file)).bytes_max, "to read");
                if let Some(world) = world {
                    loaded += 1;
                    assert_sound(&world);
                    let (kinds, rules) = self.asked(&world, loaded);
                    for kind in kinds {
                        let counted = measure(|| built += usize::from(ask(kind, &world, rules, body)));
                        check(1, counted.bytes_max, kind.name());
                    }
                }
                // Nobody listens any more if the test has failed.
                let _ = tell.send(case);
            }
            println!(
                "{}: {times} damaged, {loaded} read, {built} built, {most:?}",
                self.name
            );
            // Both must happen often in a map, or the damage is too coarse or too fine.
            let refused = times - loaded;
            assert!(
                self.is_reordered || refused * 10 > times && loaded * 10 > times,
                "{loaded} read"
            );
        });
    }
}

/// The parts of a map that the reader uses: the head, and the lumps except visibility, light and meshes.
fn parts_read(file: &[u8]) -> Vec<Range<usize>> {
    const DIRECTORY: usize = 8;
    const READ: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13];
    let word = |at: usize| i32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let lump = |i: usize| (word(DIRECTORY + 8 * i), word(DIRECTORY + 8 * i + 4));
    let lumps = READ.map(lump).into_iter().filter(|(_, len)| *len > 0);
    [(0, 144)]
        .into_iter()
        .chain(lumps)
        .map(|(from, len)| from..from + len)
        .collect()
}

/// A player, of a size that the map's own hulls have: sweeps of any other are refused.
fn body_in(world: &World) -> Hull {
    let own = world.clip_hulls.as_ref().map(|own| own.hulls[1].bounds);
    own.map_or(Hull::quake3_player(), |bounds| Hull::Box { bounds })
}

/// How a backend answers a sweep of the body across the world; nothing if none is built from it, or it sweeps no such body.
fn status_of_a_sweep(kind: BackendKind, world: &World, rules: TraceRules, body: Hull) -> Option<Status> {
    let backend = kind.build(world, rules).ok()?;
    let sweep = Sweep::new(body, world.bounds.mins, world.bounds.maxs);
    let is_declared = backend.facts().declaration.hulls.contains(&body);
    is_declared.then(|| backend.trace(&sweep, &mut Work::silent()).status)
}

/// Builds a backend from the world and asks it across the world and at rest.
fn ask(kind: BackendKind, world: &World, rules: TraceRules, body: Hull) -> bool {
    let Ok(backend) = kind.build(world, rules) else {
        return false;
    };
    let (from, to) = (world.bounds.mins, world.bounds.maxs);
    let mut work = Work::silent();
    for sweep in [
        Sweep::new(Hull::Point, from, to),
        Sweep::new(body, from, to),
        Sweep::new(body, to, from),
        Sweep::new(body, from, from),
    ] {
        let t = backend.trace(&sweep, &mut work);
        let told = || format!("{}: {sweep:?} gives {t:?}", kind.name());
        if sweep.check().is_err() {
            assert_eq!(t.bits(), Trace::invalid(&sweep).bits(), "{}", told());
        }
        assert!((0.0..=1.0).contains(&t.fraction), "{}", told());
        assert!(t.end.iter().all(|x| x.is_finite()), "{}", told());
        let _ = backend.overlap(&sweep.hull, &sweep.start, sweep.mask, &mut work);
    }
    true
}

/// A world that was read, or none with an error that says something.
fn said<E: std::fmt::Display>(read: Result<World, E>) -> Option<World> {
    read.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

fn compiled(file: &[u8]) -> Option<World> {
    said(read_map("m", file))
}

fn text(file: &[u8]) -> Option<World> {
    said(quake_map::read("m", file))
}

fn gltf(file: &[u8]) -> Option<World> {
    said(glb::read("m", file, &mut |_| Err("none".into())))
}

fn pak(file: &[u8]) -> Option<World> {
    member(".pak", file)
}

fn pk3(file: &[u8]) -> Option<World> {
    member(".pk3", file)
}

fn member(ending: &str, file: &[u8]) -> Option<World> {
    let mut archive = tempfile::NamedTempFile::with_suffix(ending).unwrap();
    std::io::Write::write_all(&mut archive, file).unwrap();
    let name = format!("{}:m.map", archive.path().display());
    said(clipmark::internals::scene::load_world(&name, Path::new("")))
}

fn recorded(name: &str) -> Vec<u8> {
    std::fs::read(support::root().join("tests/recordings").join(name)).unwrap()
}

/// The first brushes of a map, and a patch.
fn small_text() -> Vec<u8> {
    let whole = String::from_utf8(recorded("cm_pillars.map")).unwrap();
    let brushes: Vec<&str> = whole.split_inclusive("}\n").take(6).collect();
    let patch = "{\npatchDef2\n{\nwall\n( 3 3 0 0 0 )\n(\n\
                 ( ( 0 0 0 0 0 ) ( 0 64 0 0 0 ) ( 0 128 0 0 0 ) )\n\
                 ( ( 64 0 32 0 0 ) ( 64 64 32 0 0 ) ( 64 128 32 0 0 ) )\n\
                 ( ( 128 0 0 0 0 ) ( 128 64 0 0 0 ) ( 128 128 0 0 0 ) )\n)\n}\n}\n";
    format!("{}{patch}}}\n", brushes.concat()).into_bytes()
}

/// A short run; `CLIPMARK_MUTANTS=1000000 cargo test --release --test it damaged::files` damages each file so often.
#[test]
fn files_of_every_format_survive() {
    let times = std::env::var("CLIPMARK_MUTANTS")
        .ok()
        .and_then(|n| n.parse().ok());
    let pool = || recorded("cm_pool_a.bsp");
    type Reader = fn(&[u8]) -> Option<World>;
    let files: [(&str, Vec<u8>, Reader); 10] = [
        ("BSP 29", pool(), compiled),
        ("BSP2", tables::widened(&pool(), b"BSP2"), compiled),
        ("2PSB", tables::widened(&pool(), b"2PSB"), compiled),
        ("BSP 30", tables::half_life(&pool()), compiled),
        ("BSP 38", tables::quake2(), compiled),
        (".map", small_text(), text),
        (".pak", tables::pak(&[("m.map", &small_text())]), pak),
        (".pk3", tables::pk3(&[("m.map", &small_text())]), pk3),
        (".glb", tables::glb(), gltf),
        (".gltf", tables::gltf().into_bytes(), gltf),
    ];
    for (seed, (name, file, read)) in (0x5eed_0000..).zip(files) {
        Good::other(name, file, read).survive(times.unwrap_or(300), seed);
    }
}

#[test]
fn a_small_map_damaged_3_000_times_or_20_000() {
    let times = if is_long() { 20_000 } else { 3_000 };
    Good::quake3("small map", small_map::map().file(), 1).survive(times, 0x5eed);
}

#[test]
#[ignore = "needs fetched maps: run scenes/fetch-maps.sh"]
fn real_maps_damaged_1_000_times_or_20_000() {
    let times = if is_long() { 20_000 } else { 1_000 };
    let names = ["aggressor", "oa_ctf2", "oacmpdm8", "q3dm6ish", "slimefac"];
    for (seed, name) in (0x5eed..).zip(names) {
        let path = support::root().join("scenes/maps").join(format!("{name}.bsp"));
        let file = std::fs::read(path).expect(NEEDS_MAPS);
        Good::quake3(name, file, (times / 200).max(20)).survive(times / names.len(), seed);
    }
}
