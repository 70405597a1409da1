//! Which defects of the published text show, and where: each with the course that shows it best.

use crate::docs_link;
use crate::format::NONE;
use crate::study::{Cell, Column, On, Table};
use clipmark_record::walker::{Outcome, WalkerResults};

/// The part of a course that shows a defect.
#[derive(Clone, Copy)]
enum Shows {
    Shake,
    Stuck,
    Climbed,
    Goal,
    /// Nothing that a course could: why.
    Not(&'static str),
}

/// A defect: its number in the list of defects, its description, a course, and the part that shows
/// it.
type Defect = (&'static str, &'static str, &'static str, Shows);

const DEFECTS: [Defect; 23] = [
    (
        "W1",
        "the test writes a mode that no step takes over",
        "",
        Shows::Not("the text cannot run like this; repaired in all"),
    ),
    (
        "W2",
        "a rejected place leaves its mode and jump behind",
        "",
        Shows::Not("repaired in all, with W1 (mode)"),
    ),
    (
        "W3",
        "a height is compared with a distance",
        "",
        Shows::Not("the text cannot run like this; repaired in all"),
    ),
    (
        "W4",
        "the highest contact lifts, even a wall's",
        "slope 60",
        Shows::Climbed,
    ),
    (
        "W5",
        "slides are faster on gentler slopes",
        "slide 60",
        Shows::Goal,
    ),
    ("W6", "one normal of many decides", "debris", Shows::Climbed),
    (
        "W7",
        "planes are clipped once, in order",
        "corner 120",
        Shows::Shake,
    ),
    (
        "W8",
        "an edge is met by its polygon's normal",
        "pillars",
        Shows::Stuck,
    ),
    (
        "W9",
        "tilted walls lift who walks into them",
        "slope 75",
        Shows::Climbed,
    ),
    (
        "W10",
        "z is said to be used in falling alone",
        "",
        Shows::Not("a matter of wording"),
    ),
    (
        "W11",
        "leaving a ramp starts a level flight",
        "",
        Shows::Not("no promise; the repair keeps the ramp's slope"),
    ),
    (
        "W12",
        "when a jump ends is unclear",
        "",
        Shows::Not("no course jumps"),
    ),
    (
        "W13",
        "a held key jumps again each tick",
        "",
        Shows::Not("a choice of the profile: jump_key"),
    ),
    (
        "W14",
        "the second test may choose another mode",
        "",
        Shows::Not("repaired with W1 (mode)"),
    ),
    (
        "W15",
        "a rejected slide stays a slide",
        "groove 60, along",
        Shows::Stuck,
    ),
    (
        "W16",
        "raised under a ceiling it cannot pass, it freezes",
        "low ceiling",
        Shows::Stuck,
    ),
    (
        "W17",
        "places are tested, paths are not",
        "thin wall at 20000",
        Shows::Goal,
    ),
    (
        "W18",
        "the tick of a jump knows no gravity",
        "",
        Shows::Not("gravity is the profile's, for all"),
    ),
    (
        "W19",
        "how deep the lower cylinder reaches is open",
        "stairs down",
        Shows::Shake,
    ),
    (
        "W20",
        "the lower cylinder's radius is open",
        "slope 89",
        Shows::Stuck,
    ),
    (
        "KP1",
        "known problem 1: stuck in ravines",
        "ravine 75, falling 10, out",
        Shows::Stuck,
    ),
    (
        "KP2",
        "known problem 2: shake on steep surfaces",
        "crater",
        Shows::Shake,
    ),
    (
        "KP3",
        "known problem 3: slides have no inertia",
        "slide 60",
        Shows::Goal,
    ),
];

/// The table, for these contestants: for each the worst figure of all tick rates, or why there is none.
pub(super) fn table(book: &WalkerResults, contestants: &[&str]) -> Table {
    let row = |&(id, what, course, shows): &Defect| {
        let first = Cell {
            link: docs_link(id),
            ..Cell::from(id)
        };
        let figures = contestants.iter().map(|who| match shows {
            Shows::Not(_) => NONE.into(),
            _ => figure(book, course, who, shows).into(),
        });
        let place = match shows {
            Shows::Not(why) => why,
            _ => course,
        };
        [first, what.into(), place.into()]
            .into_iter()
            .chain(figures)
            .collect()
    };
    let heads = ["code", "defect", "course, or why none shows it"]
        .into_iter()
        .chain(contestants.iter().copied());
    Table {
        on: On::PAGE,
        rows: DEFECTS.iter().map(row).collect(),
        ..Table::new(
            "defects",
            "Which defects of the text show, and where",
            "",
            heads.map(Column::words).collect(),
        )
    }
}

fn figure(book: &WalkerResults, course: &str, who: &str, shows: Shows) -> String {
    let walks = || {
        book.rows
            .iter()
            .filter(|r| r.course == course && r.contestant == who)
    };
    let worst = |read: fn(&Outcome) -> f64| walks().map(|r| read(&r.outcome)).fold(0.0, f64::max);
    let told = |x: f64, unit: &str| {
        if x == 0.0 {
            "no".to_owned()
        } else {
            format!("{x:.2} {unit}")
        }
    };
    if walks().next().is_none() {
        return "not played".into();
    }
    match shows {
        Shows::Shake => told(worst(|o| o.shake), "u of shake"),
        Shows::Stuck => told(worst(|o| o.stuck_seconds), "s stuck"),
        Shows::Climbed => told(worst(|o| o.climbed), "u climbed"),
        Shows::Goal | Shows::Not(_) => {
            let missed = walks().find(|r| r.outcome.reached == Some(false));
            missed.map_or_else(|| "no".into(), |r| r.outcome.goal.clone())
        }
    }
}
