//! The table as data: one row per contestant, correctness before cost. The terminal, Markdown and the page show it.

use crate::format;
use clipmark_record::classes::Scale;
use clipmark_record::faults::{FAULTS, FaultRow, OTHER};
use clipmark_record::rules::{EngineRule, RULE, all_rules};
use clipmark_record::{Comparison, Entry, Standing, Timing};
use std::collections::BTreeSet;

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// Heading.
    pub(crate) head: &'static str,
    /// Its meaning and unit, in one phrase.
    pub(crate) means: &'static str,
}

/// A cell's mark beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing.
    Plain,
    /// The contestant fails here.
    Failed,
    /// The quickest.
    Best,
}

/// A number of a contestant.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// As shown.
    pub(crate) text: String,
    /// The page's and Markdown's addition; empty for most.
    pub(crate) detail: String,
    /// How to show it.
    pub(crate) mark: Mark,
}

/// A contestant.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Its name.
    pub(crate) contestant: String,
    /// One cell a column.
    pub(crate) cells: Vec<Cell>,
    /// Its faults, in words; empty for a clean one.
    pub(crate) failures: Vec<String>,
}

/// The whole table.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Columns after the contestant's name.
    pub(crate) columns: &'static [Column],
    /// In the order of the contestants.
    pub(crate) rows: Vec<Row>,
}

const fn column(head: &'static str, means: &'static str) -> Column {
    Column { head, means }
}

/// All but two of the first [`CORRECTNESS`] have the classes of fault that [`FAULTS`] assigns to them.
const COLUMNS: [Column; 15] = [
    column(
        "missed",
        "sweeps that passed through something, but for what they touch at the start",
    ),
    column(
        "touch",
        "sweeps that passed through what they touch at the start, though not in it",
    ),
    column("phantom", "sweeps that stopped where nothing is"),
    column(
        "deepest",
        "deepest place in a solid at the end of any sweep or tick, in u",
    ),
    column("stuck", "ticks in which the player could have moved and did not"),
    column(
        "shake",
        "trembling: RMS of motion that turns back while the player asks for one thing, in u",
    ),
    column(
        OTHER,
        "all other faults and what detectors found besides; named below the table",
    ),
    column(
        RULE,
        "engine's rule: sweeps that a rule which the backend declares explains, no fault; named below the table",
    ),
    column(
        "ns/trace",
        "median nanoseconds per sweep ± median absolute deviation",
    ),
    column(
        "rel",
        "ratio to the quickest, median over the rounds; below it the 95 % interval, and where it does not tell",
    ),
    column(
        "ns/tick",
        "median nanoseconds per tick of the script ± median absolute deviation",
    ),
    column(
        "rel",
        "ratio to the quickest, median over the rounds; below it the 95 % interval, and where it does not tell",
    ),
    column("build", "time to build the backend from the world"),
    column(
        "memory",
        "bytes that the built backend holds, counted in a process of its own",
    ),
    column(
        "state",
        "hash over the state after every tick: equal only if every bit is",
    ),
];

/// How many of the columns are about correctness, and how many about time.
pub(crate) const CORRECTNESS: usize = 8;
pub(crate) const TIME: usize = 4;

/// Hex digits of the state hash that are shown.
const HASH_DIGITS: usize = 8;

impl Matrix {
    pub(crate) fn of(comparison: &Comparison) -> Self {
        let rows = comparison.contestants.iter().map(row).collect();
        Self {
            columns: &COLUMNS,
            rows,
        }
    }
}

fn row(entry: &Entry) -> Row {
    let m = &entry.movement;
    let judged = |text: String, failed: bool| Cell {
        text,
        detail: String::new(),
        mark: if failed { Mark::Failed } else { Mark::Plain },
    };
    let plain = |text: String| judged(text, false);
    let counted = |column: &str| {
        let n = in_column(entry, column);
        judged(format::count(n), n > 0)
    };
    let relative = |time: &Timing| Cell {
        text: format::ratio(if time.relative > 0.0 {
            time.relative
        } else {
            f64::NAN
        }),
        detail: if is_quickest(time) || time.not_timed.is_some() {
            String::new()
        } else {
            let [low, high] = time.relative_interval.map(format::ratio);
            let remark = time.standing.map_or("", |s| s.remark());
            format!("{low}–{high} {remark}").trim_end().to_owned()
        },
        mark: if is_quickest(time) {
            Mark::Best
        } else {
            Mark::Plain
        },
    };
    let spread = |time: &Timing| {
        if time.not_timed.is_some() {
            return judged("not timed".into(), true);
        }
        plain(if time.median_ns > 0.0 {
            format::with_spread(time.median_ns, time.spread_ns)
        } else {
            format::NONE.into()
        })
    };
    let hash: String = m.state_hash.chars().take(HASH_DIGITS).collect();
    Row {
        contestant: entry.name.clone(),
        cells: vec![
            counted("missed"),
            counted("touch"),
            counted("phantom"),
            judged(format::units(deepest(entry)), in_column(entry, "deepest") > 0),
            counted("stuck"),
            plain(format::units(m.shake)),
            counted(OTHER),
            plain(format::count(all_rules(entry.queries.rules.by_rules()))),
            spread(&entry.trace_time),
            relative(&entry.trace_time),
            spread(&entry.tick_time),
            relative(&entry.tick_time),
            plain(format::msec(entry.build.msec)),
            plain(format::held(&entry.build.bytes)),
            plain(hash),
        ],
        failures: failures(entry),
    }
}

/// Whether the others are measured by it. Results of old versions say so by the ratio alone.
fn is_quickest(time: &Timing) -> bool {
    time.standing
        .map_or(time.relative == 1.0, |s| s == Standing::Quickest)
}

/// Deepest place in a solid at the end of any refereed sweep or any tick, in units.
pub(crate) fn deepest(entry: &Entry) -> f64 {
    entry.queries.penetration.worst.max(entry.movement.deepest)
}

/// How many faults a contestant shows of the classes of a column.
fn in_column(entry: &Entry, column: &str) -> usize {
    let own = |class: &&FaultRow| class.in_scene.unwrap_or(OTHER) == column;
    let counted = FAULTS.iter().filter(own).map(|class| class.count(entry));
    let besides = entry.found_besides().filter(|_| column == OTHER).map(|f| f.count);
    counted.chain(besides).fold(0, usize::saturating_add)
}

/// All faults of a contestant, in words, those without a column too.
pub(crate) fn failures(entry: &Entry) -> Vec<String> {
    let words = |(class, n): (&FaultRow, usize)| {
        let measured = class.measured(&entry.queries.skin);
        match class.unit {
            _ if !measured.is_empty() => measured,
            "time" => vec![class.did.to_owned()],
            _ => vec![format::plural(n, class.says[0], class.says[1])],
        }
    };
    let mut out: Vec<String> = entry.faults().flat_map(words).collect();
    let clocks = [(&entry.trace_time, "sweeps"), (&entry.tick_time, "ticks")];
    out.extend(clocks.into_iter().filter_map(|(time, unit)| {
        let differ = time.not_timed?.share(unit);
        Some(format!(
            "not timed by {unit}: {differ} were answered differently while timed than when judged"
        ))
    }));
    out.extend(entry.found_besides().map(|f| {
        let worst = worst(f.worst, &f.unit);
        format!(
            "{} {}, {} (worst {worst})",
            f.id,
            f.name,
            format::plural(f.count, "time", "times")
        )
    }));
    out
}

/// A contestant's answers by an engine's rule that it declares: `engine's rule: 26 sweeps (20 touch, 6 corner)`.
pub(crate) fn by_rules(rules: impl Iterator<Item = (&'static EngineRule, usize)>) -> Option<String> {
    let rules: Vec<_> = rules.filter(|(_, n)| *n > 0).collect();
    let all = all_rules(rules.iter().copied());
    let each = rules
        .iter()
        .map(|(rule, n)| format!("{} {}", format::count(*n), rule.name));
    let each: Vec<String> = each.collect();
    (all > 0).then(|| {
        format!(
            "engine's rule: {} ({})",
            format::plural(all, "sweep", "sweeps"),
            each.join(", ")
        )
    })
}

/// The same of every contestant of a scene that has such answers.
pub(crate) fn rules(comparison: &Comparison) -> Vec<String> {
    let told = |e: &Entry| Some(format!("{}: {}", e.name, by_rules(e.queries.rules.by_rules())?));
    comparison.contestants.iter().filter_map(told).collect()
}

/// The worst of a finding with its unit. A count is a whole number, and one case is no cases.
fn worst(value: f64, unit: &str) -> String {
    match unit {
        "cases" | "ticks" | "answers" | "runs" if value == value.trunc() && value >= 0.0 => {
            let one = unit.trim_end_matches('s');
            format::plural(value as usize, one, unit)
        }
        _ => format::with_unit(format::small(value), unit),
    }
}

/// `stairs · quake3 · 125 Hz · 20 s · seed 7 · 4,000 sweeps refereed exactly`.
pub(crate) fn heading(comparison: &Comparison) -> String {
    let s = &comparison.scene;
    let rate = if s.tick_msec > 0.0 {
        1000.0 / s.tick_msec
    } else {
        f64::NAN
    };
    [
        s.name.clone(),
        s.profile.clone(),
        format::with_unit(format::plain(rate, 1), "Hz"),
        format::with_unit(format::plain(s.seconds, 1), "s"),
        format!("seed {}", s.seed),
        format!("{} refereed exactly", format::plural(s.sweeps, "sweep", "sweeps")),
    ]
    .join(" · ")
}

/// A scale of classes, in words.
pub(crate) fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Contact => "contact",
        Scale::Angle => "angle with the surface",
        Scale::Length => "length",
        Scale::Extent => "size of the solid met",
        Scale::Coordinate => "largest coordinate",
        Scale::StartGap => "gap at the start",
    }
}

/// The contestants' omissions, each sentence once with their names.
pub(crate) fn omissions(comparison: &Comparison) -> Vec<String> {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in &comparison.contestants {
        for sentence in &entry.build.omissions {
            match said.iter_mut().find(|(s, _)| s == sentence) {
                Some((_, names)) => names.push(&entry.name),
                None => said.push((sentence, vec![&entry.name])),
            }
        }
    }
    let all = comparison.contestants.len();
    said.into_iter()
        .map(|(sentence, names)| match names.len() {
            n if n == all && all > 1 => format!("all: {sentence}"),
            _ => format!("{}: {sentence}", names.join(", ")),
        })
        .collect()
}

/// How many detectors ran for every contestant, and how many were skipped for some.
pub(crate) fn detectors_in_short(comparison: &Comparison) -> Option<String> {
    let detections = || comparison.contestants.iter().map(|e| &e.detection);
    let skipped: BTreeSet<&str> = detections()
        .flat_map(|d| d.not_run.iter().map(|n| n.id.as_str()))
        .collect();
    let known: BTreeSet<&str> = detections()
        .flat_map(|d| d.ran.iter().map(String::as_str))
        .chain(skipped.iter().copied())
        .collect();
    let ran = known.len() - skipped.len();
    let rest = match skipped.len() {
        0 => String::new(),
        n => format!(
            "; the page lists why {}",
            format::plural(n, "was skipped", "were skipped")
        ),
    };
    let all = format::plural(known.len(), "detector", "detectors");
    (ran > 0).then(|| format!("{ran} of {all} ran for every contestant{rest}"))
}

/// How many detectors ran, and which did not, each reason once.
pub(crate) fn detectors(comparison: &Comparison) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    let mut ran = usize::MAX;
    for entry in &comparison.contestants {
        ran = ran.min(entry.detection.ran.len());
        for n in &entry.detection.not_run {
            let name = match n.name.as_str() {
                "" => n.id.clone(),
                name => format!("{name} ({})", n.id),
            };
            let known = reasons.iter_mut().find(|(why, _)| *why == n.why);
            match known {
                Some((_, names)) if names.contains(&name) => {}
                Some((_, names)) => names.push(name),
                None => reasons.push((&n.why, vec![name])),
            }
        }
    }
    if ran == usize::MAX || ran == 0 {
        return None;
    }
    let looked = format!("{} ran", format::plural(ran, "detector", "detectors"));
    let skipped: Vec<String> = reasons
        .iter()
        .map(|(why, names)| format!("skipped, because {why}: {}", names.join(", ")))
        .collect();
    Some([vec![looked], skipped, unjudged(comparison)].concat().join("; "))
}

/// The ticks that detectors did not judge, a phrase a contestant and detector.
fn unjudged(comparison: &Comparison) -> Vec<String> {
    let mut out = Vec::new();
    for entry in &comparison.contestants {
        for ticks in &entry.detection.unjudged {
            let who = format!("{}, {} ({})", entry.name, ticks.name, ticks.id);
            let mut say = |count: usize, what: &str| {
                if count > 0 {
                    out.push(format!(
                        "{who}: {} {what}",
                        format::plural(count, "tick", "ticks")
                    ));
                }
            };
            say(ticks.undecided, "undecided and not judged");
            say(
                ticks.by_rule,
                "by the engine's rule, which turns the box with the part",
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::worst;

    #[test]
    fn what_is_counted_is_whole() {
        assert_eq!(worst(1.0, "cases"), "1 case");
        assert_eq!(worst(12.0, "ticks"), "12 ticks");
        assert_eq!(worst(2.13, "u"), "2.13 u");
        assert_eq!(worst(f64::NAN, "ticks"), "–");
    }
}
