//! Good files of every format that a user brings, made by the tool itself, and how they are damaged.
#[path = "../../../../../tests/it/support/damage.rs"]
pub(crate) mod damage;

mod readers;
#[cfg(unix)]
mod verbs;

use crate::support::{compare, files, folder, scenes, write_known};
use damage::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A small scene with something of everything that a scene can have.
pub(crate) const SCENE: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Ramp(min: (64, 64, 0), max: (128, 128, 96), toward: 90),
        Hull([(200, 0, 0), (240, 0, 0), (200, 40, 0), (200, 0, 40)]),
        Prism(base: [(300, 0), (340, 0), (320, 40)], bottom: 0, top: 24),
    ]),
    player: (start: At(0, 0, 25), yaw: 45),
    profile: "quake3",
    input: [Hold(keys: [Forward, Jump], seconds: 0.2), Wait(0.1)],
    expect: [Misses(max: 0), StaysOut(min: (400, 400, 0), max: (500, 500, 100))],
    sweeps: 20,
)"#;

/// Text that breaks readers: numbers beyond limits, brackets, escapes, names that lead elsewhere.
const WORDS: &str = "{ } [ ] ( ) \" \\ , : - null true 0 -1 1e308 -1e308 nan inf 4294967296 18446744073709551615 \
    1000000000 1e-320 ../../evil \u{1b}[2J \u{202e} \0 \n \u{feff} /dev/zero";
/// The first of its numbers, and how many they are.
const NUMBERS: (usize, usize) = (13, 10);

fn word(from: usize, count: usize, random: &mut Random) -> std::str::Bytes<'static> {
    WORDS.split(' ').nth(from + random.below(count)).unwrap().bytes()
}

/// A good file made wrong in one to four places; parts of another one may get into it.
pub(crate) fn damaged(good: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut file = good.to_vec();
    // Half of the files keep their form, so that the reader goes on.
    let is_gentle = random.below(2) == 0;
    for _ in 0..1 + random.below(4) {
        if file.is_empty() {
            return file;
        }
        let at = random.below(file.len());
        match if is_gentle { 5 } else { random.below(9) } {
            0 => random.flip_bit(&mut file, at),
            1 => random.put_byte(&mut file, at),
            2 => file.truncate(at),
            3 => random.put_word(&mut file, at),
            4 => {
                let word = word(0, WORDS.split(' ').count(), random);
                file.splice(at..at, word);
            }
            5 => number(&mut file, at, random),
            6 => {
                let from = random.below(other.len());
                let end = (from + random.below(200)).min(other.len());
                file.splice(at..at, other[from..end].iter().copied());
            }
            7 => {
                let end = (at + random.below(200)).min(file.len());
                file.drain(at..end);
            }
            _ => {
                let end = (at + random.below(300)).min(file.len());
                let part = file[at..end].to_vec();
                let to = random.below(file.len());
                file.splice(to..to, part);
            }
        }
    }
    file
}

/// Replaces the number nearest behind a place, so that the text stays a text of the format.
fn number(file: &mut Vec<u8>, at: usize, random: &mut Random) {
    let is_part = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'-');
    let Some(start) = file[at..].iter().position(|b| b.is_ascii_digit()).map(|i| at + i) else {
        return;
    };
    let end = file[start..]
        .iter()
        .position(|b| !is_part(b))
        .map_or(file.len(), |i| start + i);
    let word = word(NUMBERS.0, NUMBERS.1, random);
    file.splice(start..end, word);
}

/// Good files of every format in a folder: the format, the path and the bytes.
pub(crate) fn good_files(dir: &Path) -> Vec<(&'static str, PathBuf, Vec<u8>)> {
    static MADE: OnceLock<Vec<(&str, PathBuf, Vec<u8>)>> = OnceLock::new();
    let made = MADE.get_or_init(make_good_files).iter();
    made.map(|(format, name, bytes)| {
        fs::write(dir.join(name), bytes).unwrap();
        (*format, dir.join(name), bytes.clone())
    })
    .collect()
}

/// Has the tool write them: the format, the file's name and the bytes.
fn make_good_files() -> Vec<(&'static str, PathBuf, Vec<u8>)> {
    let sweeps: String = (0..30)
        .map(|i| format!("{i} 0 {} -40.5 1e2 -3\n", 25 + i))
        .collect();
    let dir = folder(&[("s.ron", SCENE), ("sweeps.txt", &sweeps)]);
    for line in [
        "bar --worlds s.ron --contestants bvh,bvh:stock --sweeps 2000 --rest 160 --walkers 2 --ticks 40 --out bar",
        "export s.ron -o cmds.txt",
        "replay --world s.ron --profile quake3 --contestant bsp cmds.txt --out states.txt",
        "export s.ron -o s.map",
        "export s.ron -o s.bsp",
        "trace --world s.ron --backend bsp --hull player sweeps.txt --out answers.txt",
    ] {
        let (code, _, errors) = compare(dir.path(), line);
        assert!(matches!(code, Some(0 | 1)), "{line}: {errors}");
    }
    let case = files(&dir.path().join("bar/cases/questions")).remove(0);
    fs::rename(case, dir.path().join("case.json")).unwrap();
    let suite = "05-step-limit.ron";
    fs::copy(scenes(&format!("suite/{suite}")), dir.path().join(suite)).unwrap();
    let entry = "check = [\"shake\", \"deep\"]\nhull = \"point\"\nseverity = \"stuck\"";
    write_known(dir.path(), &[entry.into()]);
    [
        ("scene", "s.ron"),
        ("commands", "cmds.txt"),
        ("states", "states.txt"),
        ("sweeps", "sweeps.txt"),
        ("answers", "answers.txt"),
        ("map text", "s.map"),
        ("map", "s.bsp"),
        ("case", "case.json"),
        ("suite", suite),
        ("known failures", "known.toml"),
    ]
    .map(|(format, name)| (format, name.into(), fs::read(dir.path().join(name)).unwrap()))
    .into()
}

/// A number of the environment, or another.
pub(crate) fn asked(variable: &str, otherwise: usize) -> usize {
    let given = std::env::var(variable).ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Keeps an input that failed, and names the file.
pub(crate) fn keep(name: &str, input: &[u8]) -> String {
    let file = std::env::temp_dir().join(format!("clipmark-attack-{}", name.replace(' ', "-")));
    fs::write(&file, input).unwrap();
    file.display().to_string()
}
