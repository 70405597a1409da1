//! The data of a comparison as CSV: the table, the ticks, the answers, their classes, the failures found and the rounds of
//! the clock. A column is a field of a row; cells are written as [`crate::cells`] says.

mod answers;
mod classes;
mod findings;
mod table;
mod ticks;
mod times;

pub(crate) use answers::QUERIES;
pub(crate) use classes::CLASSES;
pub(crate) use findings::FINDINGS;
pub(crate) use table::TABLE;
pub use table::csv;
pub(crate) use ticks::TICKS;
pub(crate) use times::TIMES;
