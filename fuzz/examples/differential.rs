//! The target `differential` without cargo-fuzz: seeded random bytes on stable Rust, until the time is up.
//!
//! `cargo run --release --example differential -- SEED SECONDS [FOLDER [CASES]]`, in seconds of processor time where the system
//! reports it, and at most CASES cases. A finding does not end the run, but makes it end with 1; an unreadable or unwritable
//! file, with 2. Each kind is made small and printed once; the rest are counted. Its bytes go to a file for `cargo fuzz run
//! differential FILE`, and for `differential -- again FILE...`.

use arbitrary::Unstructured;
use clipmark_fuzz::{Case, Finding, Judged, round_case, smallest};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Bytes of a case at most, as for cargo-fuzz.
const LONGEST: usize = 600;
/// Seconds of processor time between two lines of progress.
const EVERY: f64 = 120.0;

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

/// Seconds of processor time of this process, by Linux's scheduler; elsewhere since the start.
fn seconds(start: Instant) -> f64 {
    let scheduled = fs::read_to_string("/proc/self/schedstat").ok();
    let used = scheduled.and_then(|s| s.split(' ').next()?.parse::<f64>().ok());
    used.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// The result of a case. A panic is a finding too.
fn judged(case: &Case) -> Judged {
    catch_unwind(AssertUnwindSafe(|| clipmark_fuzz::judged(case))).unwrap_or_else(|panic| {
        let told = panic.downcast_ref::<String>().cloned();
        let told = told.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).into()));
        let finding = Finding {
            backend: "any".into(),
            rules: case.rules.name,
            hull: "any",
            fault: "panic",
            told: format!("{}\n{case:?}", told.unwrap_or_default()),
        };
        Judged {
            findings: vec![finding],
            ..Judged::default()
        }
    })
}

/// The finding of that kind in a case.
fn finding_of(kind: &str, case: &Case) -> Option<Finding> {
    judged(case).findings.into_iter().find(|f| f.kind() == kind)
}

/// Judges the cases of files again; whether anything is found.
fn again(files: impl Iterator<Item = String>) -> Result<bool, Box<dyn Error>> {
    let mut any = false;
    for file in files {
        let bytes = fs::read(&file)?;
        let judged = judged(&round_case(&mut Unstructured::new(&bytes))?);
        println!("{file}: {} findings", judged.findings.len());
        any |= !judged.findings.is_empty();
        for finding in judged.findings {
            println!("{finding}");
        }
    }
    Ok(any)
}

fn main() -> ExitCode {
    match run() {
        Ok(found) => ExitCode::from(u8::from(found)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Whether anything was found.
fn run() -> Result<bool, Box<dyn Error>> {
    let mut args = std::env::args().skip(1).peekable();
    std::panic::set_hook(Box::new(|_| {}));
    if args.next_if_eq("again").is_some() {
        return again(args);
    }
    let usage = "usage: differential SEED SECONDS [FOLDER [CASES]] | again FILE...";
    let seed: u64 = args.next().ok_or(usage)?.parse()?;
    let limit: f64 = args.next().ok_or(usage)?.parse()?;
    let folder = PathBuf::from(
        args.next()
            .unwrap_or_else(|| "fuzz/artifacts/differential".into()),
    );
    let most: u64 = args.next().map_or(Ok(u64::MAX), |cases| cases.parse())?;
    let (mut random, start) = (Random(seed), Instant::now());
    let (mut cases, mut sweeps, mut met, mut next) = (0u64, 0, 0, EVERY);
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    loop {
        let used = seconds(start);
        let is_over = used >= limit || cases == most;
        if used >= next || is_over {
            let total: u64 = found.values().sum();
            println!(
                "seed {seed}: {cases} cases, {sweeps} sweeps, {met} meet something, {total} findings of {} kinds, {used:.0} s",
                found.len()
            );
            next = used + EVERY;
        }
        if is_over {
            break;
        }
        let length = 40 + random.below(LONGEST - 40);
        let bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        cases += 1;
        let Ok(case) = round_case(&mut Unstructured::new(&bytes)) else {
            continue;
        };
        let here = judged(&case);
        sweeps += here.sweeps;
        met += here.met;
        for finding in here.findings {
            let kind = finding.kind();
            let times = found.entry(kind.clone()).or_default();
            *times += 1;
            if *times > 1 {
                continue;
            }
            fs::create_dir_all(&folder)?;
            let file = folder.join(format!("seed-{seed}-case-{cases}"));
            fs::write(&file, &bytes)?;
            let small = smallest(&case, |c| finding_of(&kind, c).is_some());
            let finding = finding_of(&kind, &small).unwrap_or(finding);
            println!("counter-example {}:\n{finding}", file.display());
        }
    }
    for (kind, times) in &found {
        println!("{times} x {kind}");
    }
    Ok(!found.is_empty())
}
