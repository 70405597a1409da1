//! The answer in sentences: the cost of a world ten times as large for each contestant, beside our goal.

use super::caveats::{judged_wrong, unlike, words};
use crate::format;
use crate::study::Sentence;
use clipmark_record::grow::{GrowResults, GrowRow, Growth, Quantity};

/// A trace costs at most this many times as much in a world ten times as large.
const TRACE_GOAL: f64 = 1.5;
/// Seconds of building for each 100,000 brushes.
const BUILD_GOAL: f64 = 10.0;
const BUILD_UNIT: f64 = 1e5;
/// Bytes held for each brush.
const MEMORY_GOAL: f64 = 1000.0;
/// Below this many brushes a backend's fixed memory and work count more than the world.
const SMALL: usize = 1000;

/// A sentence for each contestant with two sizes, then the left-out ones.
pub(super) fn answers(book: &GrowResults) -> Vec<Sentence> {
    let grown: Vec<_> = book
        .contestants()
        .into_iter()
        .filter_map(|name| grown(book, name))
        .collect();
    // First: a time of wrong answers is none.
    let mut all = judged_wrong(book);
    all.extend(unlike(book));
    all.extend(headline(&grown));
    all.extend(grown.into_iter().map(|g| Sentence::good(g.text)));
    all.extend(words(book).into_iter().map(Sentence::good));
    let left_out = book.left_out.iter().map(|left| {
        let (name, brushes) = (&left.contestant, format::count(left.brushes));
        Sentence::good(format!("{name} is left out of {brushes} brushes: {}.", left.why))
    });
    all.extend(left_out);
    all
}

/// The sentence of a contestant, and the goals that it misses.
struct Grown<'a> {
    name: &'a str,
    text: String,
    missed: Vec<&'static str>,
}

/// Who misses which goal; a growth too near to say misses none.
fn headline(grown: &[Grown<'_>]) -> Option<Sentence> {
    let missed = |g: &Grown<'_>| format!("{} ({})", g.name, g.missed.join(", "));
    let (kept, beyond): (Vec<_>, Vec<_>) = grown.iter().partition(|g| g.missed.is_empty());
    let kept: Vec<&str> = kept.into_iter().map(|g| g.name).collect();
    let parts = [
        ("No goal missed by", kept.join(", ")),
        (
            "Goals missed by",
            beyond.into_iter().map(missed).collect::<Vec<_>>().join(", "),
        ),
    ];
    let said = parts.iter().filter(|(_, who)| !who.is_empty());
    let said: Vec<String> = said.map(|(what, who)| format!("{what} {who}.")).collect();
    (!said.is_empty()).then(|| Sentence::good(said.join(" ")))
}

fn grown<'a>(book: &GrowResults, name: &'a str) -> Option<Grown<'a>> {
    let traces = [Quantity::TraceShort, Quantity::TraceMiddle, Quantity::TraceLong];
    let laws: Vec<_> = traces.into_iter().filter_map(|q| book.law(name, q)).collect();
    let power = laws.iter().map(|law| law.exponent).fold(f64::NAN, f64::max);
    let large: Vec<&GrowRow> = book
        .rows
        .iter()
        .filter(|row| row.contestant == name && row.brushes >= SMALL)
        .collect();
    let steepest = steepest(book, name)?;
    let mut text = format!(
        "{}: ten times the brushes cost a trace at most {} times [{}, {}], N^{} (goal {TRACE_GOAL} times: {})",
        name,
        format::ratio(steepest.times),
        format::ratio(steepest.interval[0]),
        format::ratio(steepest.interval[1]),
        format::fixed(power, 2),
        kept(&steepest),
    );
    let most = |of: &dyn Fn(&GrowRow) -> f64| large.iter().map(|row| of(row)).fold(f64::NAN, f64::max);
    let build = most(&|row| row.build_seconds / row.brushes as f64 * BUILD_UNIT);
    let bytes = most(&|row| {
        row.bytes
            .counted
            .map_or(f64::NAN, |n| n as f64 / row.brushes as f64)
    });
    if let Some(times) = counted(book, name) {
        text += &format!(
            "; its counted nodes and planes at most {} times",
            format::ratio(times)
        );
    }
    if build.is_finite() {
        text += &format!(
            "; 100,000 brushes build in at most {} s ({})",
            format::three_digits(build),
            met(build <= BUILD_GOAL, &format!("{BUILD_GOAL} s")),
        );
    }
    if bytes.is_finite() {
        text += &format!(
            "; a brush takes at most {} B ({})",
            format::count(bytes.round() as u64),
            met(bytes <= MEMORY_GOAL, "1 kB"),
        );
    }
    let goals = [
        ("trace", steepest.interval[0] > TRACE_GOAL),
        ("build", build > BUILD_GOAL),
        ("memory", bytes > MEMORY_GOAL),
    ];
    let missed = goals.iter().filter(|(_, is_missed)| *is_missed);
    let missed = missed.map(|(goal, _)| *goal).collect();
    text.push('.');
    Some(Grown { name, text, missed })
}

/// The largest of all classes and sizes.
fn steepest(book: &GrowResults, name: &str) -> Option<Growth> {
    let own = book.rows.iter().filter(|row| row.contestant == name);
    let all = own.flat_map(|row| row.traces.iter().filter_map(|t| t.growth));
    all.max_by(|a, b| a.times.total_cmp(&b.times))
}

/// Whether the goal is met, by the interval: the figure alone may be noise.
fn kept(growth: &Growth) -> &'static str {
    match growth.interval {
        [_, high] if high <= TRACE_GOAL => "met",
        [low, _] if low > TRACE_GOAL => "not met",
        _ => "too near to say",
    }
}

/// The most that the counted work of a trace grew between neighbouring sizes, as a factor for ten times the brushes. Unlike the
/// time it holds neither cache misses nor the machine's other work. `None` for a backend that counts nothing.
fn counted(book: &GrowResults, name: &str) -> Option<f64> {
    let own: Vec<&GrowRow> = book.rows.iter().filter(|row| row.contestant == name).collect();
    let work = |row: &GrowRow, class: usize| row.traces.get(class).map(|t| t.nodes + t.planes);
    let steps = own.windows(2).flat_map(|pair| {
        (0..3).filter_map(move |class| {
            let times = work(pair[1], class)? / work(pair[0], class)?;
            let sizes = pair[1].brushes as f64 / pair[0].brushes as f64;
            Some(times.powf(1.0 / sizes.log10())).filter(|x| x.is_finite())
        })
    });
    steps.reduce(f64::max)
}

fn met(is_met: bool, goal: &str) -> String {
    format!("goal {goal}: {}", if is_met { "met" } else { "not met" })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::grid::View;
    use crate::study::{Study, study_text};
    use crate::style::Style;
    use clipmark_record::grow::{GROW_FORMAT, GrowthLaw, LeftOut, TraceCost};
    use clipmark_record::held::Held;

    fn table(book: &GrowResults) -> String {
        let view = View {
            style: Style::Plain,
            columns: 80,
        };
        study_text(&book.report().unwrap(), view, false, None)
    }

    fn growth(times: f64, high: f64) -> Growth {
        Growth {
            times,
            interval: [times - 0.1, high],
        }
    }

    fn book() -> GrowResults {
        let row = |contestant: &str, brushes: usize, ns: f64| GrowRow {
            contestant: contestant.into(),
            brushes,
            copies: 1,
            primitives: brushes,
            bytes: Held {
                counted: Some(brushes * 700),
                said: brushes * 700,
            },
            build_seconds: brushes as f64 * 2e-5,
            build_wall_seconds: brushes as f64 * 2e-5,
            traces: [1.0, 2.0, 3.0]
                .map(|times| TraceCost {
                    lengths: [1.0, 16.0],
                    ns: Some(ns * times),
                    spread_ns: 1.0,
                    growth: Some(match contestant {
                        "bsp" => growth(1.2, 1.3),
                        _ => growth(2.5, 2.7),
                    }),
                    missed: 0,
                    phantom: 0,
                    penetrating: 0,
                    nodes: 5.0,
                    planes: 6.0,
                })
                .to_vec(),
            tick_ns: Some(900.0),
            tick_spread_ns: 5.0,
        };
        let laws = ["bsp", "cylinder"].into_iter().flat_map(|name| {
            Quantity::ALL.into_iter().map(move |quantity| GrowthLaw {
                contestant: name.into(),
                quantity,
                exponent: if name == "bsp" { 0.08 } else { 0.4 },
                interval: Some([0.01, 0.15]),
                points: 3,
            })
        });
        GrowResults {
            format: GROW_FORMAT,
            world: "town".into(),
            tiled: false,
            patches_left_out: 0,
            profile: "quake3".into(),
            seed: 1,
            sweeps: 2000,
            refereed: 200,
            players: 16,
            ticks: 250,
            rounds: 15,
            most_seconds: 120.0,
            most_megabytes: 4000.0,
            machine: clipmark_record::Machine::default(),
            made: clipmark_record::Made::default(),
            rows: vec![
                row("bsp", 1000, 100.0),
                row("bsp", 1_000_000, 150.0),
                row("cylinder", 1000, 1234.5),
            ],
            left_out: vec![LeftOut {
                contestant: "cylinder".into(),
                brushes: 1_000_000,
                why: "its build would take about 700 s, the budget is 120 s".into(),
            }],
            laws: laws.collect(),
        }
    }

    #[test]
    fn the_answer_says_what_is_met_and_who_is_left_out() {
        let all = answers(&book());
        let text = |i: usize| all[i].text.as_str();
        assert_eq!(
            text(0),
            "No goal missed by bsp. Goals missed by cylinder (trace)."
        );
        assert!(
            text(1).contains("at most 1.20 times [1.10, 1.30], N^0.08 (goal 1.5 times: met)"),
            "{}",
            text(1)
        );
        assert!(
            text(1).contains("counted nodes and planes at most 1.00 times"),
            "{}",
            text(1)
        );
        assert!(
            text(1).contains("in at most 2.00 s (goal 10 s: met)"),
            "{}",
            text(1)
        );
        assert!(text(1).contains("at most 700 B (goal 1 kB: met)"), "{}", text(1));
        assert!(
            text(2).contains("2.50 times [2.40, 2.70], N^0.40 (goal 1.5 times: not met)"),
            "{}",
            text(2)
        );
        assert!(
            text(3).contains("cylinder is left out of 1,000,000 brushes"),
            "{}",
            text(3)
        );
        assert!(all.iter().all(|said| !said.bad));
        // Noise that reaches the goal from below does not miss it, nor does it meet it.
        let mut book = book();
        book.rows[1].traces[2].growth = Some(growth(1.55, 1.7));
        let near = &answers(&book)[1].text;
        assert!(near.contains("(goal 1.5 times: too near to say)"), "{near}");
    }

    #[test]
    fn what_differs_under_the_clock_or_is_wrong_is_said() {
        let mut book = book();
        book.rows[0].traces[1].ns = None;
        book.rows[1].traces[0].penetrating = 3;
        let bad: Vec<String> = answers(&book)
            .into_iter()
            .filter(|a| a.bad)
            .map(|a| a.text)
            .collect();
        assert!(bad[0].contains("of 1,200 refereed answers 0 missed"), "{bad:?}");
        assert!(bad[0].contains("3 end in a solid"), "{bad:?}");
        assert!(bad[1].contains("bsp is not timed in 1,000 brushes"), "{bad:?}");
        // A time that was not taken is no 0, and neither are bytes that were not counted.
        book.rows[2].bytes.counted = None;
        book.rows[1].bytes.said /= 2;
        let table = table(&book);
        assert!(
            table
                .lines()
                .any(|l| l.starts_with("bsp ") && l.contains("1,000") && l.contains('–')),
            "{table}"
        );
        assert!(
            table
                .lines()
                .any(|l| l.starts_with("cylinder ") && l.ends_with("not asked")),
            "{table}"
        );
        // A backend that reports half of its memory is quoted beside the count.
        let words: String = table.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains(
                "bsp holds 700 MB by the count of an allocator, and says 350 MB (in 1,000,000 brushes)"
            ),
            "{table}"
        );
    }

    #[test]
    fn the_table_fits_80_columns_and_begins_with_the_answer() {
        let mut book = book();
        for law in &mut book.laws {
            (law.exponent, law.interval) = (-0.12, Some([-1.85, 1.61]));
        }
        let table = table(&book);
        for line in table.lines() {
            assert!(crate::grid::width(line) <= 80, "{line}");
        }
        let (answer, rows) = (table.find("ten times the brushes"), table.find("contestant"));
        assert!(answer.unwrap() < rows.unwrap(), "{table}");
    }
}
