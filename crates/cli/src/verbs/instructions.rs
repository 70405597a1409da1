//! `compare time --instructions` and `compare counters`: events of a trace, counted while this program answers the sweeps again.
//!
//! The traces are those under the clock, without the hash.

use super::counter::{Counted, Counter, Event};
use super::time_sweeps::{Class, export_sweeps};
use crate::cli::{TimeArgs, WorldArgs};
use anyhow::{Context, Result};
use clipmark_collision::{CollisionBackend, Sweep, Work};
use std::fmt::Write;
use std::hint::black_box;

/// Passes of the shorter and of the longer run. The first pass also allocates scratch memory, so it is in both.
const PASSES: [u32; 2] = [1, 5];

/// Events of a trace of a backend over the sweeps of each class.
pub(super) fn of_a_trace(
    counter: Counter,
    events: &[Event],
    args: &TimeArgs,
    backend: &str,
    classes: &[Class],
) -> Result<Vec<Counted>> {
    let folder = tempfile::tempdir().context("a folder for the sweeps")?;
    export_sweeps(folder.path(), classes)?;
    let of_class = |class: &Class| {
        let mut counted = counter.of_a_pass(events, PASSES, |command, passes| {
            command.args(["time", "--hull", &args.hull, "--backends", backend]);
            command.args(["--bare-passes", &passes.to_string()]);
            command
                .args(world(&args.world))
                .arg(folder.path().join(class.file()));
        })?;
        let sweeps = class.sweeps.len().max(1) as f64;
        counted.events.iter_mut().for_each(|event| *event /= sweeps);
        Ok(counted)
    };
    classes.iter().map(of_class).collect()
}

/// The same world, as arguments.
pub(super) fn world(args: &WorldArgs) -> Vec<String> {
    let mut all = vec!["--world".to_owned(), args.world.clone()];
    if args.no_patches {
        all.push("--no-patches".into());
    }
    if let Some(rules) = &args.rules {
        all.extend(["--rules".to_owned(), rules.name()]);
    }
    if let Some(skin) = args.skin {
        all.extend(["--skin".to_owned(), skin.to_string()]);
    }
    if let Some(mask) = args.mask {
        all.extend(["--mask".to_owned(), mask.to_string()]);
    }
    all
}

/// The counted run itself: passes over the sweeps and nothing else.
pub(super) fn bare(backend: &dyn CollisionBackend, sweeps: &[Sweep], passes: u32) {
    let mut work = Work::silent();
    for _ in 0..passes {
        for sweep in sweeps {
            black_box(backend.trace(black_box(sweep), &mut work));
        }
    }
}

/// A row of the table: class, backend, instructions.
pub(super) type Row<'a> = (&'a str, &'a str, f64);

pub(super) fn table(counter: Counter, rows: &[Row]) -> String {
    let mut out = format!("\ninstructions of a trace, counted by {}\n", counter.name());
    let parted = rows.iter().any(|(class, ..)| !class.is_empty());
    for (class, backend, count) in rows {
        let class = if parted {
            format!("{class:<9} ")
        } else {
            String::new()
        };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{class}{backend:<10} {count:>10.0}");
    }
    out
}
