//! Prints a hash of every answer, verdict and state of a short run on some scenes, for each backend. Two builds of this code must
//! agree bit by bit.
//!
//! `cargo run --release -p clipmark-measure --features tools --example bits -- SWEEPS SCENE...`; `contrib/native/check.sh`
//! compares a build for any processor with one for this one.

use clipmark_measure::{Contestant, Setting, all_backends, referee};
use clipmark_scene::Scene;
use std::error::Error;
use std::fmt::{self, Debug, Write as _};
use std::io::Write as _;

/// Seed of the sweeps.
const SEED: u64 = 1;

/// FNV-1a over texts. `Debug` writes a float with as many digits as tell it from every other.
struct Hash(u64);

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(())
    }
}

fn hash(of: &impl Debug) -> Result<u64, fmt::Error> {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    write!(hash, "{of:?}")?;
    Ok(hash.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let count: usize = args.next().ok_or("usage: bits SWEEPS SCENE...")?.parse()?;
    let mut out = std::io::stdout();
    for path in args {
        let setting = Setting::new(&Scene::load(&path)?)?;
        let lines = setting.draw_sweeps(count, SEED);
        let reference = setting.reference_run().map(|run| hash(&run.states)).transpose()?;
        writeln!(
            out,
            "{path} world {:016x} sweeps {:016x} reference {reference:x?}",
            hash(&setting.world)?,
            hash(&lines)?
        )?;
        for kind in all_backends() {
            let contestant: Contestant = kind.name().parse()?;
            let Ok(entered) = setting.enter(contestant) else {
                writeln!(out, "{path} {contestant} refused")?;
                continue;
            };
            let sweeps = entered.sweeps(&lines);
            let truth = setting
                .truth
                .for_declared(&entered.hull, &entered.backend.facts().declaration);
            let judged = referee(&*entered.backend, &truth, &sweeps, || {});
            let traces: Vec<_> = judged.answers.iter().map(|a| a.trace).collect();
            let verdicts: Vec<_> = judged.answers.iter().map(|a| &a.verdict).collect();
            let states = entered.play(&setting)?.hash();
            writeln!(
                out,
                "{path} {contestant} answers {:016x} verdicts {:016x} states {states:016x}",
                hash(&traces)?,
                hash(&verdicts)?
            )?;
        }
    }
    Ok(())
}
