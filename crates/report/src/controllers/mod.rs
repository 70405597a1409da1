//! Character controllers on courses: table, CSV, page.

mod page;
mod text;

pub(crate) use page::page;
pub(crate) use text::CONTROLLERS;
pub use text::{controllers_csv, controllers_markdown, controllers_table};
