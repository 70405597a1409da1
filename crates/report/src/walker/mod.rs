//! The two-cylinder walker's promises: table, defects of the text, page.

mod defects;
mod page;
mod text;

pub(crate) use page::page;
pub use text::{walker_markdown, walker_table};
