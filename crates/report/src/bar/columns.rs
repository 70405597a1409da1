//! The columns of the bar's tables, by the table of [fault classes](clipmark_record::faults).

use crate::format;
use crate::study::Cell;
use clipmark_record::faults::{FAULTS, FaultRow, OTHER};
use clipmark_record::verdict::Part;

/// The columns for a part of the bar: each head with its classes. The last head takes all classes without a column of their own.
pub(super) fn columns(part: Part<'_>) -> impl Iterator<Item = (&'static str, Vec<&'static FaultRow>)> {
    let mut all: Vec<(&str, Vec<&FaultRow>)> = Vec::new();
    let mut other = Vec::new();
    for class in FAULTS.iter().filter(|class| class.count_in(part).is_some()) {
        match class.in_bar {
            None => other.push(class),
            Some(head) => match all.iter_mut().find(|(known, _)| *known == head) {
                Some((_, classes)) => classes.push(class),
                None => all.push((head, vec![class])),
            },
        }
    }
    all.push((OTHER, other));
    all.into_iter()
}

/// How often classes happen in parts of the bar. Also whether one of them exceeds the bar's limit in one part.
pub(super) fn counted(parts: &[Part], classes: &[&FaultRow]) -> Cell {
    let each = || {
        parts
            .iter()
            .flat_map(|part| classes.iter().map(move |class| (class, *part)))
    };
    let count = each().filter_map(|(class, part)| class.count_in(part));
    let failed = each().any(|(class, part)| class.is_beyond_limit(part));
    Cell::judged(format::count(count.fold(0, usize::saturating_add)), failed)
}
