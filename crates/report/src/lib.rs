//! Tables, CSV, JSON, plots and the page that shows them.
//!
//! Everything here is a function of results: nothing is measured. [`suite_sheet`], [`bar_sheet`] and [`bench_sheet`] show those
//! of rows as a [`Sheet`]; a scene's are one [`Comparison`](clipmark_record::Comparison). [`read_recorded`] alone reads results
//! back, to compare two runs. [`table`] and [`markdown`] give the matrix of contestants as text. [`write_report`] gives the
//! folder with the page, the plots and the data. Call [`prepare`] before the measuring starts, so that a folder that cannot be
//! written is known at once.

mod bar_sheet;
mod bench;
mod docs;
mod error;
mod file;
mod folder;
mod format;
mod frame;
pub mod grid;
mod index;
mod matrix;
mod module;
mod page;
mod palette;
mod place;
mod play;
mod plot;
mod policy;
mod raw;
mod recorded;
mod replay;
mod scene_since;
mod sheet;
mod solver;
mod style;
mod suite_sheet;
mod table;
mod thumbnail;
mod warnings;
mod why;

pub use bar_sheet::bar_sheet;
pub use bench::{NOTHING_ASKED, bench_asks_nobody, bench_passes, bench_sheet};
pub use docs::{docs_link, docs_url};
pub use error::ReportError;
pub use file::File;
pub use folder::{prepare, write_report};
pub use format::{count, fixed, other_word, plain};
pub use index::write_index;
pub use place::put_whole;
pub use play::{Above, Exhibit, Playable, gallery_page, play_page};
pub use plot::{Plot, case::case as draw_case, plots};
pub use recorded::{RecordedError, RecordedRun, read_recorded};
pub use scene_since::scene_since;
pub use sheet::Sheet;
pub use solver::solver_page;
pub use style::Style;
pub use suite_sheet::{Fails, suite_sheet, unlike_options};
pub use table::{markdown, table};
pub use thumbnail::thumbnail;
