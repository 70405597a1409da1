//! Sentences beside the costs: wrong answers, contestants that are not timed, and other reports of bytes.

use crate::format;
use crate::study::Sentence;
use clipmark_record::grow::GrowResults;

/// Contestants' own reports of bytes that differ from the count, for their largest world.
pub(super) fn words(book: &GrowResults) -> Vec<String> {
    let of_one = |name: &str| {
        let own = book.rows.iter().filter(|row| row.contestant == name);
        let row = own
            .filter(|row| row.bytes.other_word().is_some())
            .max_by_key(|row| row.brushes)?;
        let word = format::other_word(name, &row.bytes)?;
        Some(format!("{word} (in {} brushes).", format::count(row.brushes)))
    };
    book.contestants().into_iter().filter_map(of_one).collect()
}

/// Contestants whose timed answers differ from the first ones.
pub(super) fn unlike(book: &GrowResults) -> Vec<Sentence> {
    let rows = book.rows.iter().filter(|row| !row.is_timed());
    let said = rows.map(|row| {
        let (name, brushes) = (&row.contestant, format::count(row.brushes));
        let text =
            format!("{name} is not timed in {brushes} brushes: it answered otherwise under the clock.");
        Sentence::bad(text)
    });
    said.collect()
}

/// Contestants with wrong refereed answers, and their numbers.
pub(super) fn judged_wrong(book: &GrowResults) -> Vec<Sentence> {
    let of_one = |name: &str| {
        let own = || book.rows.iter().filter(|row| row.contestant == name);
        let count = |of: fn(&clipmark_record::grow::TraceCost) -> usize| -> usize {
            own().flat_map(|row| &row.traces).map(of).sum()
        };
        let [missed, phantom, penetrating] = [
            count(|t| t.missed),
            count(|t| t.phantom),
            count(|t| t.penetrating),
        ];
        (missed + phantom + penetrating > 0).then(|| {
            let judged: usize = own().map(|row| row.traces.len() * book.refereed).sum();
            let text = format!(
                "{}: of {} refereed answers {} missed a solid, {} met nothing that is there, {} end in a solid.",
                name,
                format::count(judged),
                format::count(missed),
                format::count(phantom),
                format::count(penetrating),
            );
            Sentence::bad(text)
        })
    };
    book.contestants().into_iter().filter_map(of_one).collect()
}
