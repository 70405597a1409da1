//! Plays scenes natively and prints a hash of every contestant's states, which the page's module must repeat, bit by bit.
//!
//! `cargo run --release -p clipmark-play --example hashes -- TICKS SCENE...`; `crates/report/viewer/test/module.test.mjs` gives
//! the module the same keys and compares.

use clipmark_measure::{all_backends, is_optional};
use clipmark_play::{Keys, Session};
use clipmark_scene::{Disk, Files};
use std::error::Error;
use std::path::Path;

/// Contestants besides all backends with their own mover.
const PAIRS: [&str; 4] = [
    "bsp+pair",
    "bvh+pair:literal",
    "bvh+pair:intended",
    "cylinder+slide",
];
/// Longest map, in bytes; as the scene crate reads them.
const MOST: u64 = 128 << 20;
/// Length of a tick in milliseconds.
const MSEC: f32 = 8.0;

/// Keys and angles from a seed, in whole numbers alone: any language draws the same (Numerical Recipes' linear congruence, 32
/// bits).
struct Hands {
    state: u32,
    keys: u32,
    left: u32,
    turn: i32,
    yaw: i32,
}

impl Hands {
    fn new(seed: u32) -> Self {
        Self {
            state: seed,
            keys: 0,
            left: 0,
            turn: 0,
            yaw: 0,
        }
    }

    fn draw(&mut self, below: u32) -> u32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.state >> 8) % below
    }

    /// Keys and yaw of the next tick: held for 5 to 64 ticks, forward in two of three, rarely crouched.
    fn next(&mut self) -> (Keys, f32) {
        if self.left == 0 {
            self.left = 5 + self.draw(60);
            self.keys = self.draw(64);
            if self.draw(3) != 0 {
                self.keys = (self.keys | Keys::FORWARD) & !Keys::BACK;
            }
            if self.draw(4) != 0 {
                self.keys &= !Keys::CROUCH;
            }
            self.turn = self.draw(801) as i32 - 400;
        }
        self.left -= 1;
        // A 128th of a degree is exact in f32; so is the sum, within a turn.
        self.yaw = (self.yaw + self.turn) % (360 * 128);
        (Keys(self.keys), self.yaw as f32 / 128.0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let ticks: u32 = args.next().ok_or("usage: hashes TICKS SCENE...")?.parse()?;
    for path in args {
        let mut session = Session::default();
        if let Ok(text) = std::fs::read_to_string(&path).map_err(drop)
            && path.ends_with(".ron")
        {
            let scene = clipmark_scene::Scene::parse(&text, &path)?;
            if let clipmark_scene::WorldSource::QuakeBsp(map) = &scene.world {
                let map = scene.resolve(map);
                session.file(&map.display().to_string(), &Disk.read(&map, None, MOST)?);
            }
            session.load(&text, &path)?;
        } else {
            session.file(&path, &Disk.read(Path::new(&path), None, MOST)?);
            session.load_map(&path)?;
        }
        // The page has no library of others, whatever this build has.
        let own = all_backends().map(|b| b.name()).filter(|name| !is_optional(name));
        let names = own.chain(PAIRS);
        for name in names {
            let told = match session.enter(name) {
                Err(error) => format!("refused: {error}"),
                Ok(_) => {
                    let mut hands = Hands::new(1);
                    for _ in 0..ticks {
                        let (keys, yaw) = hands.next();
                        session.step(keys, 0.0, yaw, MSEC, 0)?;
                        session.mix();
                    }
                    let hash = session.live(0)?.chain();
                    session.leave(0)?;
                    format!("{hash:016x}")
                }
            };
            out(&format!("{path} {name} {told}"))?;
        }
    }
    Ok(())
}

fn out(line: &str) -> std::io::Result<()> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{line}")
}
