//! Tables, CSV, JSON, plots and the page that shows them.
//!
//! Everything here is a function of one [`Comparison`](clipmark_record::Comparison): nothing is measured.
//! [`read_recorded`] alone reads back what was written, to compare two runs. [`table`], [`markdown`] and [`csv`](fn@csv) give the matrix of contestants as text;
//! [`write_report`] gives the folder with the page, the plots and the data. Call [`prepare`] before the measuring
//! starts, so that a folder that cannot be written is known at once.

mod bar;
mod csv_files;
mod docs;
mod error;
mod folder;
mod format;
mod judges;
mod laws;
mod matrix;
pub mod overview;
mod page;
mod palette;
mod plot;
mod policy;
mod recorded;
mod replay;
mod solver;
mod suite;
mod table;
mod walker;
mod warnings;

pub use bar::{bar_csv, bar_markdown, bar_summary, bar_table};
pub use csv_files::csv;
pub use docs::{docs_link, docs_url};
pub use error::ReportError;
pub use folder::{
    prepare, prepare_bar, prepare_laws, prepare_walker, write_bar_report, write_law_report, write_report,
    write_walker_report,
};
pub use judges::judges_table;
pub use laws::{law_csv, law_table};
pub use plot::{Plot, case::case as draw_case, plots};
pub use recorded::{RecordedError, read_recorded};
pub use solver::solver_page;
pub use suite::{suite_table, write_suite_report};
pub use table::{Style, markdown, table};
pub use walker::{walker_markdown, walker_table};
