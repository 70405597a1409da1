//! The data of a comparison as CSV: the table, the ticks, the answers, their classes, the failures found and the rounds of
//! the clock. A column is a field of a row; cells are written as [`crate::cells`] says.

mod answers;
mod classes;
mod findings;
mod table;
mod ticks;
mod times;

pub(crate) use answers::answers;
pub(crate) use classes::classes;
pub(crate) use findings::findings;
pub use table::csv;
pub(crate) use ticks::ticks;
pub(crate) use times::times;
