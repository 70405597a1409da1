//! The page: one file with its style and its plots inside, readable from disk and offline.

use crate::docs_link;
use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::matrix::{self, CORRECTNESS, Mark, Matrix};
use crate::palette;
use crate::plot::{Plot, errors};
use crate::replay::{self, Replay};
use crate::solver;
use crate::warnings::{NOISY, warnings};
use crate::why::why;
use askama::Template;
use clipmark_record::classes::QueryClass;
use clipmark_record::findings::Finding;
use clipmark_record::{Comparison, Entry, Expected, Quantiles, Timing, TutorialCost, TutorialCosts};
use std::path::Path;

/// What the template shows; it escapes all of it but the plots.
#[derive(Template)]
#[template(path = "index.html")]
struct Page<'a> {
    title: &'a str,
    description: &'a str,
    heading: String,
    verdict: &'a [String],
    /// Why one is faster, from counted work.
    why: Option<String>,
    brief: Vec<Brief>,
    columns: Vec<Heading>,
    rows: Vec<Row>,
    colours: Vec<(String, palette::Pair)>,
    plan: Option<Figure<'a>>,
    replay: Option<Replay>,
    /// The page in which the scene is walked.
    walk: Option<&'a str>,
    profile: &'a str,
    solver: Option<solver::Explained>,
    script: &'static str,
    hover: &'static str,
    figures: Vec<Figure<'a>>,
    /// Errors that nobody made, for which there is no plot.
    free_of: Vec<String>,
    expectations: &'a [Expected],
    unmet: usize,
    omissions: Vec<String>,
    warnings: Vec<String>,
    details: Vec<Details<'a>>,
    tutorial: Option<Tutorial>,
    findings: Vec<FindingRow>,
    detectors: Option<String>,
    facts: Vec<(&'static str, String)>,
    rounds: String,
}

struct Heading {
    head: &'static str,
    means: &'static str,
    first_of_group: bool,
}

struct Row {
    name: String,
    colour: usize,
    judgement: String,
    clean: bool,
    cells: Vec<Cell>,
}

/// A contestant in the first screen of a phone.
struct Brief {
    name: String,
    colour: usize,
    clean: bool,
    /// Time of a sweep and of a tick, each with the ratio to the quickest below it.
    times: [(String, String); 2],
}

struct Cell {
    text: String,
    detail: String,
    class: &'static str,
    failed: bool,
}

/// A failure that a detector found.
struct FindingRow {
    contestant: String,
    colour: usize,
    id: String,
    /// Where it is explained.
    link: String,
    name: String,
    says: String,
    /// Count, rate and worst.
    cells: [String; 3],
    /// Where the worst is.
    place: String,
    /// Where the replay goes to show it.
    moment: Option<Moment>,
}

/// What a button of the page tells the replay.
enum Moment {
    /// A tick of a contestant.
    Tick(usize, usize),
    /// A place, as the data of the button has it.
    Place(String),
}

struct Figure<'a> {
    plot: &'a Plot,
    svg: String,
    id: &'a str,
    wide: bool,
}

struct Details<'a> {
    entry: &'a Entry,
    colour: usize,
    quantiles: Vec<(&'static str, [String; 4])>,
    counts: Vec<(&'static str, String)>,
    walk: Vec<(&'static str, String)>,
    costs: Vec<(&'static str, String)>,
    work: Vec<(&'static str, String)>,
    classes: Vec<ClassRow>,
    cases: Vec<(&'static str, String, String)>,
    parted: Option<String>,
}

/// A class of answers; the scale only where it changes.
struct ClassRow {
    scale: &'static str,
    class: String,
    cells: [String; 9],
}

/// What the tutorial's errors cost: the sizes of the two sets of sweeps, and rows of an error and its cells.
struct Tutorial {
    random: String,
    moving: String,
    rows: Vec<(String, [String; 6])>,
}

pub(crate) fn page(
    comparison: &Comparison,
    plots: &[Plot],
    walk: Option<&str>,
    dir: &Path,
) -> Result<String, ReportError> {
    let matrix = Matrix::of(comparison);
    let figure = |plot, wide| Figure {
        plot,
        svg: plot.inline(),
        id: plot.file.trim_end_matches(".svg"),
        wide,
    };
    let rounds = comparison
        .contestants
        .iter()
        .map(|e| e.trace_time.samples_ns.len())
        .max()
        .unwrap_or(0);
    let page = Page {
        title: &comparison.scene.title,
        description: &comparison.scene.description,
        heading: matrix::heading(comparison),
        verdict: &comparison.verdict,
        why: why(comparison),
        brief: comparison.contestants.iter().enumerate().map(brief).collect(),
        columns: matrix
            .columns
            .iter()
            .enumerate()
            .map(|(i, c)| Heading {
                head: c.head,
                means: c.means,
                first_of_group: starts_group(i),
            })
            .collect(),
        rows: matrix
            .rows
            .into_iter()
            .zip(&comparison.contestants)
            .enumerate()
            .map(|(i, (r, entry))| row(i, r, entry))
            .collect(),
        colours: palette::variables(),
        plan: plots.first().map(|p| figure(p, true)),
        replay: replay::replay(comparison)?,
        walk,
        profile: &comparison.scene.profile,
        solver: comparison.solver.as_ref().map(solver::explained),
        script: replay::SCRIPT,
        hover: replay::HOVER,
        figures: plots.iter().skip(1).map(|p| figure(p, false)).collect(),
        free_of: errors::free_of(comparison),
        expectations: &comparison.expectations,
        unmet: comparison.expectations.iter().filter(|e| !e.held).count(),
        omissions: matrix::omissions(comparison),
        warnings: warnings(comparison),
        details: comparison
            .contestants
            .iter()
            .enumerate()
            .map(|(colour, entry)| details(&comparison.scene.measured_from, colour, entry))
            .fold(Vec::new(), with_others),
        tutorial: comparison.tutorial.as_ref().map(tutorial),
        findings: findings(comparison),
        detectors: matrix::detectors(comparison),
        facts: facts(comparison),
        rounds: format::plural(rounds, "round", "rounds"),
    };
    let scripts = [replay::HOVER, replay::SCRIPT];
    let used = if page.replay.is_some() { 2 } else { 1 };
    frame::framed(&page.render()?, &comparison.made, Some(dir), &scripts[..used])
}

/// A contestant by what matters most: is it right, is it fast.
fn brief((index, entry): (usize, &Entry)) -> Brief {
    let time = |t: &Timing| match (t.not_timed, t.median_ns > 0.0) {
        (Some(_), _) => ("not timed".to_owned(), String::new()),
        (None, false) => (format::NONE.to_owned(), String::new()),
        (None, true) => (
            format!("{} ns", format::three_digits(t.median_ns)),
            format!("{}×", format::ratio(t.relative)),
        ),
    };
    Brief {
        name: entry.name.clone(),
        colour: index % palette::CONTESTANTS.len(),
        clean: entry.is_clean(),
        times: [time(&entry.trace_time), time(&entry.tick_time)],
    }
}

fn starts_group(column: usize) -> bool {
    column == 0 || column == CORRECTNESS || column == CORRECTNESS + 4
}

/// What stands below a time whose rounds scatter too much to quote it.
fn noise(time: &Timing) -> Option<String> {
    let share = time.spread_ns / time.median_ns;
    (time.median_ns > 0.0 && share > NOISY).then(|| format!("noisy: ± {} %", format::fixed(100.0 * share, 0)))
}

fn row(colour: usize, row: matrix::Row, entry: &Entry) -> Row {
    let cell = |(i, c): (usize, matrix::Cell)| Cell {
        detail: match i {
            CORRECTNESS => noise(&entry.trace_time).unwrap_or(c.detail),
            i if i == CORRECTNESS + 2 => noise(&entry.tick_time).unwrap_or(c.detail),
            _ => c.detail,
        },
        text: c.text,
        class: match (c.mark, starts_group(i)) {
            (Mark::Failed, true) => "failed group",
            (Mark::Failed, false) => "failed",
            (Mark::Best, _) => "best",
            (Mark::Plain, true) => "group",
            (Mark::Plain, false) => "",
        },
        failed: c.mark == Mark::Failed,
    };
    Row {
        name: row.contestant,
        colour: colour % palette::CONTESTANTS.len(),
        clean: row.failures.is_empty(),
        judgement: row.failures.join(", "),
        cells: row.cells.into_iter().enumerate().map(cell).collect(),
    }
}

/// The details of the contestants so far and of another one, whose way off the path is told once if another one goes it too.
fn with_others<'a>(mut all: Vec<Details<'a>>, mut next: Details<'a>) -> Vec<Details<'a>> {
    let same = all.iter().find(|d| d.parted.is_some() && d.parted == next.parted);
    if let Some(same) = same {
        next.parted = Some(format!("Leaves the path where {} does.", same.entry.name));
    }
    all.push(next);
    all
}

fn details<'a>(base: &str, colour: usize, entry: &'a Entry) -> Details<'a> {
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
        counts: [
            ("sweeps judged", q.queries),
            ("that meet something", q.true_hits),
            ("missed", q.missed),
            ("missed what is touched at the start", q.missed_from_touch),
            ("engine's rule: passed what is touched at the start", q.touch_rule),
            ("engine's rule: overlapping solids are one", q.merged_rule),
            (
                "engine's rule: passed a brush from behind its given planes",
                q.bevel_rule,
            ),
            ("phantom", q.phantom),
            ("cut a corner by less than the skin", q.clipped_corners),
            ("ended in a solid", q.penetrating),
            ("wrong start-solid flag", q.start_solid),
            ("wrong normal", q.wrong_normal),
            ("stopped by contents that nothing there has", q.wrong_contents),
            ("no reliable answer", q.unreliable),
        ]
        .map(|(name, n)| (name, format::count(n)))
        .into(),
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
            (
                "memory",
                format!(
                    "{} ({} bytes)",
                    format::bytes(entry.build.bytes),
                    format::count(entry.build.bytes)
                ),
            ),
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
            .map(|c| (c.kind.name(), format::small(c.size), c.file_name(&entry.name)))
            .collect(),
        parted,
    }
}

fn classes(entry: &Entry) -> Vec<ClassRow> {
    let mut last = None;
    let row = |c: &QueryClass| {
        let scale = if last == Some(c.scale) {
            ""
        } else {
            matrix::scale(c.scale)
        };
        last = Some(c.scale);
        ClassRow {
            scale,
            class: c.class.clone(),
            cells: [
                format::count(c.queries),
                format::small(c.missed),
                format::small(c.phantom),
                format::small(c.penetrating),
                format::small(c.wrong_normal),
                format::small(c.penetration.worst),
                format::small(c.gap.worst),
                format::small(c.time_of_impact.p99),
                format::small(c.time_of_impact.worst),
            ],
        }
    };
    entry.classes.iter().map(row).collect()
}

fn findings(comparison: &Comparison) -> Vec<FindingRow> {
    let row = |index: usize, entry: &Entry, f: &Finding| {
        let [x, y, z] = f.place.map(|c| format::fixed(c, 1));
        let (place, moment) = match f.at {
            Some(k) if f.per == "per minute" => (
                format!("at {x} {y} {z}"),
                (k < entry.ticks.len()).then_some(Moment::Tick(k, index)),
            ),
            Some(k) => (
                format!("sweep {} from {x} {y} {z}", format::count(k + 1)),
                f.place.iter().all(|c| c.is_finite()).then(|| {
                    let [x, y, z] = f.place;
                    Moment::Place(format!("{x} {y} {z}"))
                }),
            ),
            None => (f.example.clone(), None),
        };
        FindingRow {
            contestant: entry.name.clone(),
            colour: index % palette::CONTESTANTS.len(),
            id: f.id.clone(),
            link: docs_link(&f.id).unwrap_or_default(),
            name: f.name.clone(),
            says: f.says.clone(),
            cells: [
                format::count(f.count),
                format::with_unit(format::three_digits(f.rate), &f.per),
                format::with_unit(format::small(f.worst), &f.unit),
            ],
            place,
            moment,
        }
    };
    let entries = comparison.contestants.iter().enumerate();
    entries
        .flat_map(|(i, e)| e.detection.findings.iter().map(move |f| row(i, e, f)))
        .collect()
}

fn tutorial(costs: &TutorialCosts) -> Tutorial {
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

fn facts(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let (s, m) = (&comparison.scene, &comparison.machine);
    vec![
        ("world", s.world.clone()),
        ("brushes", format::count(s.brushes)),
        (
            "curved patches",
            match (s.patches, s.with_patches) {
                (0, _) => "0".into(),
                (n, true) => format!("{}, collided with", format::count(n)),
                (n, false) => format!("{}, removed for all", format::count(n)),
            },
        ),
        (
            "triangles",
            match (s.triangles, s.with_triangles) {
                (0, _) => "0".into(),
                (n, true) => format!("{}, collided with", format::count(n)),
                (n, false) => format!("{}, removed for all", format::count(n)),
            },
        ),
        ("moving parts left out", format::count(s.submodels)),
        ("movement profile", s.profile.clone()),
        ("tick", format::msec(s.tick_msec)),
        ("ticks", format::count(s.ticks)),
        ("sweeps refereed", format::count(s.sweeps)),
        ("seed", s.seed.to_string()),
        (
            "processor",
            format!(
                "{} ({})",
                m.cpu,
                format::plural(m.cores, "logical core", "logical cores")
            ),
        ),
        ("system", m.os.clone()),
        ("Clipmark", format!("{}, {} build", m.version, m.build)),
    ]
}
