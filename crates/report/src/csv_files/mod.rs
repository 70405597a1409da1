//! The data of a comparison as CSV: the table, ticks, answers, their classes, the failures found and the clock's rounds. A
//! column is a field of a row; cells are written as [`crate::cells`] says.

mod answers;
mod classes;
mod findings;
mod table;
mod ticks;
mod times;

use crate::data_table::DataTable;
use clipmark_record::Comparison;
pub use table::csv;

/// All of them, in the order in which they are written.
pub(crate) const ALL: [&DataTable<Comparison>; 6] = [
    &table::TABLE,
    &ticks::TICKS,
    &times::TIMES,
    &answers::QUERIES,
    &classes::CLASSES,
    &findings::FINDINGS,
];
