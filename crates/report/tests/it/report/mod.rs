//! The report of an invented comparison: what its readers and other programs rely on.

mod files;
mod page;
mod replay;
mod sample;
mod sentences;
mod table;
