//! `compare time`: the sweeps that are timed, by class of length, and the files that they are written to.

use crate::cli::TimeArgs;
use crate::output::{Output, input};
use anyhow::{Context, Result, bail};
use clipmark_collision::Sweep;
use clipmark_collision::recording::{self, Float};
use clipmark_geometry::{Hull, Point, World};
use clipmark_measure::race::{rounds_of, sets};
use clipmark_measure::uniform::{LENGTHS, draw, redrawn};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// Sweeps that are timed together.
pub(super) struct Class {
    pub(super) name: String,
    pub(super) sweeps: Vec<Sweep>,
    /// The class of length that they are drawn from; none of sweeps that were given.
    drawn: Option<Range<f32>>,
}

impl Class {
    /// Sweeps for every round, the first those of the class.
    pub(super) fn rounds(&self, args: &TimeArgs, world: &World) -> Vec<Vec<Sweep>> {
        let rounds = args.reps as usize;
        let Some(lengths) = &self.drawn else {
            return rounds_of(&self.sweeps, rounds, args.seed);
        };
        let Some(first) = self.sweeps.first() else {
            return Vec::new();
        };
        let lines: Vec<[Point; 2]> = self.sweeps.iter().map(|s| [s.start, s.end]).collect();
        let mask = args.world.contents();
        let drawn = redrawn(world, mask, lengths, &lines, sets(rounds), args.seed);
        let sweep = |[start, end]: &[Point; 2]| Sweep {
            start: *start,
            end: *end,
            ..*first
        };
        drawn.iter().map(|set| set.iter().map(sweep).collect()).collect()
    }

    /// The file that its sweeps are written to.
    fn file(&self) -> String {
        let name = if self.name.is_empty() { "all" } else { &self.name };
        format!("{name}.txt")
    }
}

/// The class of sweeps that are in no other.
pub(super) const OTHERS: &str = "other";

/// The name of the class of these lengths.
fn named(lengths: &Range<f32>) -> String {
    format!("{}-{}", lengths.start, lengths.end)
}

/// The sweeps in their classes, one without a name when they are not parted, and how many were left out.
pub(super) fn classes(args: &TimeArgs, world: &World, hull: Hull) -> Result<(Vec<Class>, usize)> {
    let mask = args.world.contents();
    let Some(file) = &args.traces else {
        let drawn = LENGTHS.iter().map(|lengths| {
            let lines = draw(world, mask, lengths, args.count as usize, args.seed);
            let sweep = |[a, b]: [_; 2]| Sweep::new(hull, a, b).against(mask);
            Class {
                name: named(lengths),
                sweeps: lines.into_iter().map(sweep).collect(),
                drawn: Some(lengths.clone()),
            }
        });
        return Ok((drawn.collect(), 0));
    };
    let mut sweeps =
        recording::read_sweeps(input(file)?, hull, mask).with_context(|| file.display().to_string())?;
    let given = sweeps.len();
    sweeps.retain(|sweep| sweep.check().is_ok());
    let left_out = given - sweeps.len();
    if sweeps.is_empty() {
        bail!("{}: there is no sweep in it that could be timed", file.display());
    }
    if !args.by_length {
        let name = String::new();
        let drawn = None;
        return Ok((vec![Class { name, sweeps, drawn }], left_out));
    }
    let mut classes: Vec<Class> = LENGTHS
        .iter()
        .map(|lengths| {
            let is_in = |sweep: &Sweep| lengths.contains(&sweep.displacement().norm());
            Class {
                name: named(lengths),
                sweeps: sweeps.extract_if(.., |sweep| is_in(sweep)).collect(),
                drawn: None,
            }
        })
        .collect();
    classes.push(Class {
        name: OTHERS.into(),
        sweeps,
        drawn: None,
    });
    classes.retain(|class| !class.sweeps.is_empty());
    Ok((classes, left_out))
}

pub(super) fn export_sweeps(folder: &Path, classes: &[Class]) -> Result<()> {
    for class in classes {
        let mut text = String::new();
        for Sweep { start: a, end: b, .. } in &class.sweeps {
            let [ax, ay, az, bx, by, bz] = [a.x, a.y, a.z, b.x, b.y, b.z].map(Float);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{ax} {ay} {az} {bx} {by} {bz}");
        }
        Output::open(Some(&folder.join(class.file())))?.write(text.as_bytes())?;
    }
    Ok(())
}
