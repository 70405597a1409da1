//! The target `differential` without cargo-fuzz: seeded random bytes on stable Rust, until the time is up.
//!
//! `cargo run --release --example differential -- SEED SECONDS`. Counter-examples are shortened and written to
//! `artifacts/differential/`, where `cargo fuzz run differential FILE` reads them; the panic is printed once for each.

use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes of a case at most, as for cargo-fuzz.
const LONGEST: usize = 600;
/// Tries to shorten a counter-example.
const TRIES: usize = 2000;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }
}

fn fails(bytes: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| clipmark_fuzz::assert_backends_agree(bytes))).is_err()
}

/// Cuts and clears bytes as long as the case still fails.
fn shortened(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..TRIES {
        let mut less = bytes.clone();
        let at = random.below(less.len());
        let upto = (at + 1 + random.below(16)).min(less.len());
        if random.below(2) == 0 {
            less.drain(at..upto);
        } else {
            less[at..upto].fill(0);
        }
        if less != bytes && fails(&less) {
            bytes = less;
        }
    }
    bytes
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: differential SEED SECONDS";
    let seed: u64 = args.next().ok_or(usage)?.parse()?;
    let limit = Duration::from_secs(args.next().ok_or(usage)?.parse()?);
    let found_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts/differential");
    fs::create_dir_all(&found_in)?;
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut random = Random(seed);
    let (start, mut cases, mut sweeps, mut found) = (Instant::now(), 0u64, 0u64, 0);
    while start.elapsed() < limit {
        let length = 40 + random.below(LONGEST - 40);
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        cases += 1;
        match catch_unwind(AssertUnwindSafe(|| clipmark_fuzz::assert_backends_agree(&bytes))) {
            Ok(n) => sweeps += n as u64,
            Err(_) => {
                let short = shortened(bytes, &mut random);
                let file = found_in.join(format!("seed-{seed}-case-{cases}"));
                fs::write(&file, &short)?;
                found += 1;
                eprintln!("counter-example {}:", file.display());
                std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
                fails(&short);
                std::panic::set_hook(Box::new(|_| {}));
            }
        }
    }
    std::panic::set_hook(hook);
    println!("seed {seed}: {cases} cases, {sweeps} sweeps, {found} counter-examples");
    Ok(())
}
