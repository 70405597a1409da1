//! Maps of every other format damaged at random, from reading to the first answers of `hull`: an error or a world. Never a panic,
//! a hang, or more memory than the file could need.
//!
//! A short run; `CLIPMARK_MUTANTS=1000000 cargo test --release --test it damaged_formats::` damages each file so often.
#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../crates/scene/tests/it/tables/mod.rs"]
mod tables;

use crate::support::damage::{Random, watched};
use allocation_counter::measure;
use clipmark::internals::collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark::internals::geometry::{Hull, World};
use clipmark::internals::hull::HullBackend;
use clipmark::internals::scene::sources::{glb, quake_map, read_map};
use std::path::Path;
use std::time::Duration;

/// A case that takes longer hangs: the largest of these files is read in milliseconds.
const HANGS: Duration = Duration::from_secs(120);
/// Mutants of each file unless the environment says more.
const MUTANTS: usize = 300;
/// Most bytes held at once while a file is read, as a factor on its size. A node of 24 bytes becomes a leaf's brush of some eight
/// sides of 20 bytes, and its cell's outlines during the cut. Sound files take up to 30.
const TIMES: usize = 120;
/// Further bytes whatever the size: texts of errors, first capacities of lists.
const BESIDES: usize = 64 << 10;

/// Bits, bytes, words and ends of a good file made wrong, and parts of it moved about.
fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
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
    let mut file = good.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(file.len());
        match random.below(6) {
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
                let end = (at + random.below(64)).min(file.len());
                let part = file[at..end].to_vec();
                let to = random.below(file.len());
                let end = (to + part.len()).min(file.len());
                file.splice(to..end, part);
            }
        }
    }
    file
}

fn ask(world: &World) {
    let Ok(backend) = HullBackend::build(world, TraceRules::QUAKEWORLD) else {
        return;
    };
    let (from, to) = (world.bounds.mins, world.bounds.maxs);
    let mut work = Work::silent();
    let player = Hull::new_box([-16.0, -16.0, -24.0].into(), [16.0, 16.0, 32.0].into()).unwrap();
    for hull in [Hull::Point, player] {
        for (a, b) in [(from, to), (to, from), (from, from)] {
            let t = backend.trace(&Sweep::new(hull, a, b), &mut work);
            assert!((0.0..=1.0).contains(&t.fraction) && t.end.iter().all(|x| x.is_finite()));
        }
        let _ = backend.overlap(&hull, &from, Sweep::new(hull, from, to).mask, &mut work);
    }
}

/// Reads mutants of a file. `hull` answers in their worlds where the map brings its hulls.
fn survive(name: &'static str, good: Vec<u8>, read: fn(&[u8]) -> Option<World>) {
    let times = std::env::var("CLIPMARK_MUTANTS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(MUTANTS);
    assert!(read(&good).is_some(), "{name} is sound before it is damaged");
    watched(name, HANGS, move |tell| {
        let mut random = Random::new(0x5eed_0000 + name.len() as u64);
        let (mut loaded, mut most) = (0, [0; 2]);
        for case in 0..times {
            let file = damaged(&good, &mut random);
            let mut world = None;
            let counted = measure(|| world = read(&file));
            let mut held = [counted.bytes_max as usize, 0];
            loaded += usize::from(world.is_some());
            if let Some(world) = world.filter(|w| w.clip_hulls.is_some()) {
                held[1] = measure(|| ask(&world)).bytes_max as usize;
            }
            assert!(
                held.iter().all(|held| *held <= TIMES * file.len() + BESIDES),
                "{name} {case}: {held:?} bytes to read and to build from {}",
                file.len()
            );
            for (most, held) in most.iter_mut().zip(held) {
                *most = (held.saturating_sub(BESIDES) * 100 / file.len()).max(*most);
            }
            // Nobody listens any more if the test has failed.
            let _ = tell.send(case);
        }
        let [read, built] = most.map(|m| m as f64 / 100.0);
        println!(
            "{name}: {times} mutants, {loaded} of them read; beyond {BESIDES} bytes at most {read:.2} times the file held \
             to read, {built:.2} to build"
        );
    });
}

fn recording(name: &str) -> Vec<u8> {
    std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/recordings")
            .join(name),
    )
    .unwrap()
}

fn compiled(file: &[u8]) -> Option<World> {
    read_map("m", file)
        .map_err(|e| assert!(!e.to_string().is_empty()))
        .ok()
}

fn text(file: &[u8]) -> Option<World> {
    quake_map::read("m", file)
        .map_err(|e| assert!(!e.to_string().is_empty()))
        .ok()
}

fn gltf(file: &[u8]) -> Option<World> {
    let world = glb::read("m", file, &mut |_| Err("none".into()));
    world.map_err(|e| assert!(!e.to_string().is_empty())).ok()
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
    clipmark::internals::scene::load_world(&name, Path::new(""))
        .map_err(|e| assert!(!e.to_string().is_empty()))
        .ok()
}

/// The first brushes of a map, and a patch.
fn small_text() -> Vec<u8> {
    let whole = String::from_utf8(recording("cm_pillars.map")).unwrap();
    let brushes: Vec<&str> = whole.split_inclusive("}\n").take(6).collect();
    let patch = "{\npatchDef2\n{\nwall\n( 3 3 0 0 0 )\n(\n\
                 ( ( 0 0 0 0 0 ) ( 0 64 0 0 0 ) ( 0 128 0 0 0 ) )\n\
                 ( ( 64 0 32 0 0 ) ( 64 64 32 0 0 ) ( 64 128 32 0 0 ) )\n\
                 ( ( 128 0 0 0 0 ) ( 128 64 0 0 0 ) ( 128 128 0 0 0 ) )\n)\n}\n}\n";
    format!("{}{patch}}}\n", brushes.concat()).into_bytes()
}

#[test]
fn files_of_every_format_survive() {
    let pool = || recording("cm_pool_a.bsp");
    survive("BSP 29", pool(), compiled);
    survive("BSP2", tables::widened(&pool(), b"BSP2"), compiled);
    survive("2PSB", tables::widened(&pool(), b"2PSB"), compiled);
    survive("BSP 30", tables::half_life(&pool()), compiled);
    survive("BSP 38", tables::quake2(), compiled);
    survive(".map", small_text(), text);
    survive(".pak", tables::pak(&[("m.map", &small_text())]), pak);
    survive(".pk3", tables::pk3(&[("m.map", &small_text())]), pk3);
    survive(".glb", tables::glb(), gltf);
    survive(".gltf", tables::gltf().into_bytes(), gltf);
}
