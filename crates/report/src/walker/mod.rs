//! The two-cylinder walker's promises: table, defects of the text, page.

mod defects;
mod matrix;
mod page;
mod text;

pub(crate) use matrix::file as replay_file;
pub(crate) use page::{page, replay_page};
pub use text::{is_of_the_paper, walker_details, walker_markdown, walker_table};
