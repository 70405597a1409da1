//! The bar on all maps together, a row a contestant: `summary.md`.

use super::columns::{columns, counted};
use super::notes::notes;
use super::short;
use super::verdict::refusals;
use crate::format::{self, plural};
use crate::study::{Cell, Mark};
use crate::table::escaped;
use clipmark_record::bar::{Answers, BarResults, BarRow, HullAnswers, Met, Walks};
use clipmark_record::each_once;
use clipmark_record::faults::{FAULTS, FaultRow, OTHER};
use clipmark_record::rules::{RULE, all_rules};
use clipmark_record::verdict::Part;
use std::fmt::Write;

/// Stands where nothing was asked.
const NOT_ASKED: &str = "–";

/// Head of the column of all faults in the questions with every hull.
const EVERY_HULL: &str = "every hull";

/// Heads of the columns: answers to random sweeps, answers to sweeps from rest, walks, and all else.
fn heads() -> Vec<String> {
    let own = |part| {
        let heads = columns(part).map(|(head, _)| head);
        heads.filter(|head| *head != OTHER).map(String::from)
    };
    let random = own(Part::Random(Answers::default()));
    let rest = own(Part::Rest(Answers::default()));
    let rest = rest
        .enumerate()
        .map(|(i, head)| if i == 0 { format!("rest: {head}") } else { head });
    let walks = own(Part::Walks(Walks::default()));
    let all = ["contestant".to_owned()].into_iter().chain(random);
    let last = [EVERY_HULL, OTHER, RULE, "meets the bar on"].map(String::from);
    all.chain(rest).chain(walks).chain(last).collect()
}

/// A Markdown table of the sums over all maps. A figure that keeps some map from meeting the bar is marked.
pub fn bar_summary(book: &BarResults) -> String {
    let maps = each_once(book.rows.iter().map(|row| row.map.as_str()));
    let names = each_once(book.rows.iter().map(|row| row.contestant.as_str()));
    let sizes = &book.sizes;
    let which: Vec<String> = maps.iter().map(|m| escaped(&short(m))).collect();
    let mut out = format!(
        "**{}: {} · {} · on each {} random sweeps, {} from rest, {} for {} ticks**\n\n",
        plural(maps.len(), "map", "maps"),
        which.join(", "),
        escaped(&book.profile),
        format::count(sizes.sweeps),
        format::count(book.rows.first().map_or(sizes.rest, |r| r.resting().asked)),
        plural(sizes.walkers, "player", "players"),
        format::count(sizes.ticks),
    );
    let heads = heads();
    let _ = writeln!(out, "| {} |", heads.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(heads.len() - 1));
    for name in names {
        let rows: Vec<&BarRow> = book.rows.iter().filter(|r| r.contestant == name).collect();
        let _ = writeln!(out, "| {} | {} |", escaped(name), cells(&rows).join(" | "));
    }
    let refused = refusals(book).into_iter().map(|r| {
        format!(
            "{}: cannot be built from {} of {}, on which it was asked nothing. The first, {}: {}.",
            r.contestant,
            format::count(r.maps.len()),
            plural(maps.len(), "map", "maps"),
            r.maps.first().map_or("", String::as_str),
            r.why,
        )
    });
    let notes: Vec<String> = refused.chain(notes(book)).collect();
    if !notes.is_empty() {
        out.push('\n');
    }
    for note in notes {
        let _ = writeln!(out, "- {note}");
    }
    out
}

fn cells(rows: &[&BarRow]) -> Vec<String> {
    let of = |met: Met| rows.iter().filter(|r| r.met() == met).count();
    let met = match (of(Met::Yes), of(Met::ByRules)) {
        (met, 0) => format!("{met} of {}", rows.len()),
        (0, by_rules) => format!("{by_rules} of {} by rules", rows.len()),
        (met, by_rules) => format!("{met} of {}, {by_rules} more by rules", rows.len()),
    };
    let asked = || rows.iter().filter(|row| row.refused.is_none());
    if asked().next().is_none() {
        let mut cells = vec![NOT_ASKED.to_owned(); heads().len() - 2];
        cells.push(met);
        return cells;
    }
    let mut cells = Vec::new();
    let parts: Vec<[Part; 4]> = asked().map(|row| row.parts()).collect();
    for part in 0..3 {
        let own = |head: &str| head != OTHER;
        let same: Vec<Part> = parts.iter().map(|all| all[part]).collect();
        let Some(first) = same.first() else { continue };
        let columns = columns(*first).filter(|(head, _)| own(head));
        cells.extend(columns.map(|(_, classes)| marked(counted(&same, &classes))));
    }
    let hulls = asked().flat_map(|row| &row.hulls);
    let hulls: Vec<Part> = hulls.flat_map(HullAnswers::parts).collect();
    let all: Vec<&FaultRow> = FAULTS.iter().collect();
    cells.push(match hulls.is_empty() {
        true => NOT_ASKED.to_owned(),
        false => marked(counted(&hulls, &all)),
    });
    let other: Vec<&FaultRow> = FAULTS.iter().filter(|class| class.in_bar.is_none()).collect();
    cells.push(marked(counted(&parts.concat(), &other)));
    let ruled = asked().map(|row| all_rules(row.answers().rules.by_rules()));
    cells.push(format::count(ruled.fold(0, usize::saturating_add)));
    cells.push(met);
    cells
}

fn marked(cell: Cell) -> String {
    match cell.mark {
        Mark::Bad => format!("**{} ✗**", cell.text),
        _ => cell.text,
    }
}
