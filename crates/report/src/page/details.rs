//! The part below a contestant's name when it is opened: distributions, counts, costs, classes and cases.

use crate::format;
use crate::matrix;
use crate::palette;
use clipmark_record::classes::SweepClass;
use clipmark_record::faults::{FAULTS, FaultRow};
use clipmark_record::held::Held;
use clipmark_record::{Entry, Quantiles, TutorialCost, TutorialCosts};
use std::path::Path;

pub(super) struct Details<'a> {
    pub(super) entry: &'a Entry,
    pub(super) colour: usize,
    pub(super) quantiles: Vec<(&'static str, [String; 4])>,
    pub(super) counts: Vec<(String, String)>,
    pub(super) walk: Vec<(&'static str, String)>,
    pub(super) costs: Vec<(&'static str, String)>,
    pub(super) work: Vec<(&'static str, String)>,
    pub(super) classes: Vec<ClassRow>,
    pub(super) cases: Vec<[String; 4]>,
    pub(super) parted: Option<String>,
}

/// A class of answers; the scale only where it changes.
pub(super) struct ClassRow {
    pub(super) scale: &'static str,
    pub(super) class: String,
    pub(super) cells: [String; 9],
}

/// The cost of the tutorial's errors: the sizes of the two sets of sweeps, and a row for each error.
pub(super) struct Tutorial {
    pub(super) random: String,
    pub(super) moving: String,
    pub(super) rows: Vec<(String, [String; 6])>,
}

/// The details of the contestants so far and of another one. Two that leave the path alike are described once.
pub(super) fn with_others<'a>(mut all: Vec<Details<'a>>, mut next: Details<'a>) -> Vec<Details<'a>> {
    let same = all.iter().find(|d| d.parted.is_some() && d.parted == next.parted);
    if let Some(same) = same {
        next.parted = Some(format!("Leaves the path where {} does.", same.entry.name));
    }
    all.push(next);
    all
}

/// Sweeps by class of fault, then those that an engine's rule explains.
fn counts(entry: &Entry) -> Vec<(String, String)> {
    let q = &entry.queries;
    let asked = [("sweeps judged", q.queries), ("that meet something", q.true_hits)];
    let asked = asked.map(|(name, n)| (name.to_owned(), n)).into_iter();
    let of_walk = |class: &FaultRow| class.unit == "tick" || class.key == "fell_out";
    let faults = FAULTS.iter().filter(|class| !of_walk(class));
    let faults = faults.map(|class| (class.says[1].to_owned(), class.count(entry)));
    let rules = q.rules.by_rules();
    let rules = rules.map(|(rule, n)| (format!("engine's rule: {}", rule.what), n));
    asked
        .chain(faults)
        .chain(rules)
        .map(|(name, n)| (name, format::count(n)))
        .collect()
}

pub(super) fn details<'a>(dir: &Path, base: &str, colour: usize, entry: &'a Entry) -> Details<'a> {
    let (q, m, w) = (&entry.queries, &entry.movement, &entry.work);
    let of = |name, values: Quantiles| {
        (
            name,
            [values.median, values.p99, values.p999, values.worst].map(format::small),
        )
    };
    let time = |t: &clipmark_record::Timing| {
        if let Some(differ) = t.not_timed {
            let differ = differ.share("answers");
            return format!("not timed: {differ} differ from those judged");
        }
        let [low, high] = t.relative_interval.map(format::ratio);
        format!(
            "{} ns, best {} ns; {} times the quickest (95 % interval {low} to {high}){}",
            format::with_spread(t.median_ns, t.spread_ns),
            format::three_digits(t.best_ns),
            format::ratio(t.relative),
            match t.standing.map_or("", |s| s.remark()) {
                "" => String::new(),
                remark => format!(", {remark}"),
            }
        )
    };
    let parted = m.divergence.as_ref().map(|d| {
        format!(
            "Leaves the path of {} at tick {} ({} s): {}. At most {} apart, {} at the end.",
            base,
            format::count(d.tick),
            format::fixed(d.seconds, 2),
            d.what,
            format::units(d.farthest),
            format::units(d.at_end)
        )
    });
    Details {
        entry,
        colour: colour % palette::CONTESTANTS.len(),
        quantiles: vec![
            of("depth in a solid (u)", q.penetration),
            of("gap beyond the skin (u)", q.gap),
            of("time of impact, as a length (u)", q.time_of_impact),
            of("normal to contact cone (°)", q.normal),
        ],
        counts: counts(entry),
        walk: vec![
            ("path length", format::units(m.distance)),
            (
                "top speed",
                format::with_unit(format::fixed(m.top_speed, 0), "u/s"),
            ),
            ("ticks stuck", format::count(m.stuck_ticks)),
            ("ticks in a solid", format::count(m.embedded_ticks)),
            ("deepest", format::units(m.deepest)),
            ("shake", format::units(m.shake)),
            (
                "ticks that turned back",
                format::with_unit(format::fixed(m.alternation * 100.0, 1), "%"),
            ),
            (
                "ground changes",
                format::with_unit(format::fixed(m.ground_toggles, 2), "per second"),
            ),
            (
                "fell out of the world",
                if m.fell_out { "yes" } else { "no" }.into(),
            ),
            ("state hash", m.state_hash.clone()),
        ],
        costs: vec![
            ("per sweep", time(&entry.trace_time)),
            ("per tick", time(&entry.tick_time)),
            ("build", format::msec(entry.build.msec)),
            ("memory", memory(&entry.build.bytes)),
            ("primitives", format::count(entry.build.primitives)),
        ],
        work: vec![
            ("inner nodes", format::small(w.nodes)),
            ("leaves", format::small(w.leaves)),
            ("primitives", format::small(w.primitives)),
            ("planes", format::small(w.planes)),
            ("GJK iterations", format::small(w.gjk_iterations)),
            ("EPA iterations", format::small(w.epa_iterations)),
        ],
        classes: classes(entry),
        cases: entry
            .cases
            .iter()
            .map(|c| {
                let file = format!("cases/{}", c.file_name(&entry.name));
                let command = format!("compare explain {}", dir.join(&file).display());
                [c.kind.name().to_owned(), format::small(c.size), file, command]
            })
            .collect(),
        parted,
    }
}

pub(super) fn classes(entry: &Entry) -> Vec<ClassRow> {
    let mut last = None;
    let row = |c: &SweepClass| {
        let scale = if last == Some(c.scale) {
            ""
        } else {
            matrix::scale(c.scale)
        };
        last = Some(c.scale);
        // A class may hold three answers: a rate per million would say more than is known.
        let failed = |per_million: f64| format::count((per_million * c.queries as f64 / 1e6).round() as u64);
        ClassRow {
            scale,
            class: c.class.clone(),
            cells: [
                format::count(c.queries),
                failed(c.missed),
                failed(c.phantom),
                failed(c.penetrating),
                failed(c.wrong_normal),
                format::small(c.penetration.worst),
                format::small(c.gap.worst),
                format::small(c.time_of_impact.p99),
                format::small(c.time_of_impact.worst),
            ],
        }
    };
    entry.classes.iter().map(row).collect()
}

/// Counted bytes, and the contestant's own report where it differs.
fn memory(held: &Held) -> String {
    let Some(counted) = held.counted else {
        return format!(
            "{}; by its own word {} bytes",
            format::NOT_ASKED,
            format::count(held.said)
        );
    };
    let word = held.other_word();
    let word = word.map_or_else(String::new, |said| {
        format!("; by its own word {} bytes", format::count(said))
    });
    format!(
        "{} ({} bytes{word})",
        format::bytes(counted),
        format::count(counted)
    )
}

pub(super) fn tutorial(costs: &TutorialCosts) -> Tutorial {
    let sizes = [costs.random, costs.moving];
    let share = |n: usize, set: usize| {
        let percent = n as f64 * 100.0 / sizes[set].max(1) as f64;
        match n {
            0 => "0".into(),
            _ => format::with_unit(format::fixed(percent, 2), "%"),
        }
    };
    let row = |cost: &TutorialCost| {
        let left = |set: usize| {
            cost.repaired
                .map_or("—".into(), |both| share(both[set].elsewhere, set))
        };
        let [random, moving] = cost.alone;
        let cells = [
            share(random.lost, 0),
            share(random.elsewhere, 0),
            left(0),
            share(moving.lost, 1),
            share(moving.elsewhere, 1),
            left(1),
        ];
        (cost.what.clone(), cells)
    };
    Tutorial {
        random: format::count(costs.random),
        moving: format::count(costs.moving),
        rows: costs.rows.iter().map(row).collect(),
    }
}
