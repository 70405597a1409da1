//! The report of an invented comparison: the properties that its readers and other programs need.

mod files;
mod page;
mod replay;
mod sample;
mod sentences;
mod table;
