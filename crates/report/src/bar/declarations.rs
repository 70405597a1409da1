//! Contestants' declarations, and the answers that they excused: a table of its own.

use crate::format::count;
use crate::study::{Cell, Column, On, Table};
use clipmark_record::bar::{Answers, BarResults, Declared};
use clipmark_record::causes::Cause;
use clipmark_record::counts::Class;
use clipmark_record::rules::Rule;

/// A declaration that holds and excuses no counted answer has this cell.
const NOTHING: &str = "–";

/// A row for each thing that a contestant declares, over all maps.
pub(super) fn table(book: &BarResults) -> Table {
    let columns = ["contestant", "declares that it", "is so"].map(Column::text);
    let excused = Column::numbers("answers excused", 0);
    Table {
        on: On::WRITTEN,
        rows: rows(book),
        ..Table::new(
            "declarations",
            "Declarations",
            "who declares what, and what it excused",
            columns.into_iter().chain([excused]).collect(),
        )
    }
}

fn rows(book: &BarResults) -> Vec<Vec<Cell>> {
    let mut all: Vec<(&str, &Declared, Answers)> = Vec::new();
    for row in &book.rows {
        let answers = row.answers();
        for declared in &row.declared {
            let is_same =
                |known: &&mut (&str, &Declared, Answers)| known.0 == row.contestant && known.1 == declared;
            match all.iter_mut().find(is_same) {
                Some((_, _, sum)) => *sum = sum.and(&answers),
                None => all.push((&row.contestant, declared, answers)),
            }
        }
    }
    let cells = all.into_iter().map(|(name, declared, answers)| {
        let excused = match declared.excused.is_empty() {
            true => NOTHING.to_owned(),
            false => count(excused(&declared.excused, &answers)),
        };
        let is_so = match declared.untrue {
            None => declared.shown.label(),
            Some(_) => "no",
        };
        vec![
            Cell::from(name),
            Cell::from(&*declared.what),
            Cell::judged(is_so, declared.untrue.is_some()),
            Cell::from(excused),
        ]
    });
    cells.collect()
}

fn excused(keys: &[String], answers: &Answers) -> usize {
    let has = |key: &str| keys.iter().any(|k| k == key);
    let rules = Rule::ALL.iter().filter(|rule| has(rule.key()));
    let causes = Cause::ALL.iter().filter(|cause| has(cause.key()));
    let rules = rules.map(|rule| answers.rules[*rule]);
    rules
        .chain(causes.map(|cause| answers.causes[*cause]))
        .fold(0, usize::saturating_add)
}
