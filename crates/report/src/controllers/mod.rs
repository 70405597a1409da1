//! Character controllers on courses: table, CSV, page.

mod page;
mod text;

pub(crate) use page::{by_harm, page, verdict};
pub use text::{controllers_csv, controllers_markdown, controllers_table};
pub(crate) use text::{harms, parts};
