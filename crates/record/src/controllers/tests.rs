//! Counts and labels of runs that are made by hand.

use super::*;

fn cell(hz: f64, run: Run) -> CourseRun {
    CourseRun {
        course: "stairs".into(),
        entrant: "kcc".into(),
        hz,
        outcome: Outcome::Run(run),
        scene: None,
        report: None,
        alone: None,
    }
}

fn sound() -> Run {
    Run {
        way: 1.0,
        repeats: true,
        ..Run::default()
    }
}

#[test]
fn ratios_are_of_the_same_runs_and_their_interval_holds_the_median() {
    let timed = |name: &str, hz: f64, ns_per_tick: f64| CourseRun {
        entrant: name.into(),
        ..cell(
            hz,
            Run {
                ns_per_tick,
                ..sound()
            },
        )
    };
    let rates: Vec<f64> = (1..=25).map(f64::from).collect();
    let slow = |hz: f64| 1.5 + hz / 50.0;
    let mut cells: Vec<CourseRun> = rates.iter().map(|&hz| timed("quick", hz, 100.0 * hz)).collect();
    cells.extend(
        rates
            .iter()
            .rev()
            .map(|&hz| timed("slow", hz, 100.0 * hz * slow(hz))),
    );
    // Of a run that only one was timed on there is no ratio.
    cells.push(timed("slow", 1000.0, 1e9));
    let entrant = |name: &str| Entrant {
        name: name.into(),
        ..Entrant::default()
    };
    let book = ControllersResults {
        made: Made::default(),
        version: String::new(),
        machine: String::new(),
        entrants: vec![entrant("slow"), entrant("quick"), entrant("never timed")],
        courses: Vec::new(),
        rates,
        cells,
    };
    let ratio = book.ratio("slow", "quick").unwrap();
    assert!((ratio.value - slow(13.0)).abs() < 1e-9, "{ratio:?}");
    // Ranks 8 and 18 of 25, by the tables of the sign test: 95.7 %.
    let [low, high] = ratio.interval;
    assert!(
        (low - slow(8.0)).abs() < 0.021 && (high - slow(18.0)).abs() < 0.021,
        "{ratio:?}"
    );
    assert_eq!(book.quickest(), Some("quick"));
    assert_eq!(book.ratio("never timed", "quick"), None);
}

#[test]
fn what_is_broken_is_named_worst_first_and_the_worst_run_found() {
    let book = ControllersResults {
        made: Made::default(),
        version: String::new(),
        machine: String::new(),
        entrants: Vec::new(),
        courses: Vec::new(),
        rates: vec![33.0, 60.0, 125.0],
        cells: vec![
            cell(
                33.0,
                Run {
                    stuck: 1.0,
                    shake: 0.5,
                    ..sound()
                },
            ),
            cell(60.0, Run { way: 0.6, ..sound() }),
            cell(125.0, sound()),
        ],
    };
    let words = |i: usize| {
        book.cells[i]
            .broken()
            .iter()
            .map(|b| b.promise.word())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(0), ["stuck", "shake"]);
    assert_eq!(
        book.harm("kcc"),
        Harm {
            by_grade: [0, 1, 1, 0],
            none: 1,
            refused: 0
        }
    );
    assert_eq!(words(1), ["slow"]);
    assert_eq!(book.passed("kcc"), [1, 3]);
    assert_eq!(book.worst("stairs", "kcc"), Some(0), "stuck is worse than slow");
    assert_eq!(book.worst("stairs", "other"), None);
}

#[test]
fn failures_of_libraries_are_counted_by_whose_they_are() {
    let named = |name: &str, library| Entrant {
        name: name.into(),
        library,
        ..Entrant::default()
    };
    let course = |name: &str| Course {
        name: name.into(),
        title: String::new(),
        description: String::new(),
        moves: false,
        order: None,
    };
    let fails = |course: &str, entrant: &str, label: Option<Label>| CourseRun {
        course: course.into(),
        entrant: entrant.into(),
        alone: label.map(|label| Alone {
            label,
            question: Some("questions/x.json".into()),
        }),
        ..cell(
            60.0,
            Run {
                stuck: 1.0,
                ..sound()
            },
        )
    };
    let book = ControllersResults {
        made: Made::default(),
        version: String::new(),
        machine: String::new(),
        entrants: vec![named("bsp", false), named("kcc", true)],
        courses: ["a", "b", "c", "d"].map(course).to_vec(),
        rates: vec![60.0],
        cells: vec![
            fails("a", "bsp", None),
            fails("a", "kcc", Some(Label::Repeats)),
            fails("b", "kcc", Some(Label::Adapter)),
            fails("c", "kcc", None),
            CourseRun {
                course: "d".into(),
                ..cell(60.0, sound())
            },
        ],
    };
    let wanted = Causes {
        repeats: 1,
        adapter: 1,
        unknown: 1,
    };
    assert_eq!(book.causes(), wanted, "ours have no library to ask");
}

#[test]
fn a_run_is_worse_than_a_baseline_where_its_grade_is() {
    let book = |runs: [Run; 2]| ControllersResults {
        made: Made::default(),
        version: String::new(),
        machine: String::new(),
        entrants: Vec::new(),
        courses: Vec::new(),
        rates: vec![60.0, 125.0],
        cells: [60.0, 125.0]
            .into_iter()
            .zip(runs)
            .map(|(hz, run)| cell(hz, run))
            .collect(),
    };
    let (slow, stuck) = (
        Run { way: 0.8, ..sound() },
        Run {
            stuck: 1.0,
            ..sound()
        },
    );
    let (before, after) = (book([slow.clone(), sound()]), book([stuck, slow]));
    let worse: Vec<f64> = after.worse_than(&before).iter().map(|(c, _)| c.hz).collect();
    assert_eq!(worse, [60.0, 125.0]);
    assert!(before.worse_than(&after).is_empty() && after.worse_than(&after).is_empty());
}

#[test]
fn depth_and_way_that_are_no_numbers() {
    let lost = cell(
        60.0,
        Run {
            deepest: f64::NAN,
            way: f64::NAN,
            ..sound()
        },
    );
    assert_eq!(
        lost.broken().len(),
        1,
        "no way to compare with is no fault, no depth is one"
    );
}
