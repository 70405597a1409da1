//! What each contestant did on all courses of one ground.

use crate::format::{NONE, NOT_ASKED, bytes, three_digits};
use crate::study::{Cell, Column, Table};
use clipmark_record::Ratio;
use clipmark_record::controllers::{ControllersResults, Grade, Outcome};

/// Runs by the worst that they did to the player, and what they cost.
pub(super) fn table(book: &ControllersResults, ground: &str) -> Table {
    let counts =
        ["lost", "held", "felt", "seen", "refused", "runs passed"].map(|head| Column::numbers(head, 0));
    let costs = [("ns/tick", 1), ("rel", 3), ("largest world", 2)];
    let costs = costs.map(|(head, rank)| Column::numbers(head, rank));
    let row = |name: &str| {
        let cells = harms(book, name)
            .into_iter()
            .chain(costs_of(book, name))
            .map(Cell::from);
        [Cell::from(name)].into_iter().chain(cells).collect()
    };
    let columns = [Column::text("contestant")]
        .into_iter()
        .chain(counts)
        .chain(costs);
    Table {
        caption: match ground {
            "" => String::new(),
            ground => format!("{ground}: runs by harm"),
        },
        rows: book.entrants.iter().map(|entrant| row(&entrant.name)).collect(),
        ..Table::new("", "Runs by harm", "", columns.collect())
    }
}

/// Whether none of an entrant's runs was asked.
fn is_not_asked(book: &ControllersResults, entrant: &str) -> bool {
    let [_, all] = book.passed(entrant);
    all > 0 && book.harm(entrant).refused == all
}

/// Runs of an entrant by harm, as cells: those of each grade, refused, and passed of how many.
fn harms(book: &ControllersResults, entrant: &str) -> [String; 6] {
    let harm = book.harm(entrant);
    if is_not_asked(book, entrant) {
        let [lost, held, felt, seen] = Grade::ALL.map(|_| NONE.to_owned());
        return [lost, held, felt, seen, harm.refused.to_string(), NOT_ASKED.into()];
    }
    let [lost, held, felt, seen] = Grade::ALL.map(|g| harm.count(g).to_string());
    let [passed, all] = book.passed(entrant);
    [
        lost,
        held,
        felt,
        seen,
        harm.refused.to_string(),
        format!("{passed} of {all}"),
    ]
}

/// `14.3 (13.1–15.9)`; the quickest is `1.0`.
fn times(ratio: Ratio) -> String {
    let [value, low, high] = [ratio.value, ratio.interval[0], ratio.interval[1]].map(|x| format!("{x:.1}"));
    match ratio.interval == [1.0; 2] {
        true => value,
        false => format!("{value} ({low}–{high})"),
    }
}

/// Time of a tick in nanoseconds; its ratio to the quickest contestant's, run by run, with a 95 % interval; largest world.
fn costs_of(book: &ControllersResults, entrant: &str) -> [String; 3] {
    let time = book.ns_per_tick(entrant);
    let relative = book.quickest().and_then(|quickest| book.ratio(entrant, quickest));
    let largest = book.cells.iter().filter(|c| c.entrant == entrant);
    let largest = largest.filter_map(|c| match &c.outcome {
        Outcome::Run(run) => run.bytes.counted,
        _ => None,
    });
    [
        if time.is_finite() {
            three_digits(time)
        } else {
            NONE.into()
        },
        relative.map_or(NONE.into(), times),
        largest.max().map_or_else(|| NOT_ASKED.into(), bytes),
    ]
}
