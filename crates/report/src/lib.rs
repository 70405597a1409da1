//! Tables, CSV, JSON, plots and the page that shows them.
//!
//! Everything here is a function of results: nothing is measured. [`scene_sheet`], [`suite_sheet`], [`bar_sheet`] and
//! [`bench_sheet`] show rows as a [`Sheet`], which is a terminal's text, Markdown and a page. [`read_recorded`] alone reads
//! results back, to compare two runs. [`write_report`] gives the folder of a scene with the page, the plots and the data. Call
//! [`prepare`] before the measuring starts, so that a folder that cannot be written is known at once.

mod across;
mod bar_sheet;
mod bench;
mod docs;
mod error;
mod file;
mod folder;
mod format;
mod frame;
mod index;
mod module;
mod palette;
mod place;
mod play;
mod plot;
mod policy;
mod raw;
mod recorded;
mod replay;
mod scene_sheet;
mod sheet;
mod solver;
mod suite_sheet;
pub mod terminal;
mod thumbnail;

pub use bar_sheet::bar_sheet;
pub use bench::{NOTHING_ASKED, bench_asks_nobody, bench_passes, bench_sheet};
pub use docs::{docs_link, docs_url};
pub use error::ReportError;
pub use file::File;
pub use folder::{prepare, write_report};
pub use format::{count, fixed, plain};
pub use index::write_index;
pub use place::put_whole;
pub use play::{Above, Exhibit, Playable, gallery_page, play_page};
pub use plot::{Plot, case::case as draw_case};
pub use recorded::{BASELINE, RecordedError, read_recorded};
pub use scene_sheet::scene_sheet;
pub use sheet::Sheet;
pub use solver::solver_page;
pub use suite_sheet::{Fails, suite_sheet, unlike_options};
pub use thumbnail::thumbnail;

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::bench::plots::of_largest_world;
    pub use crate::format::{other_word, shortened};
    pub use crate::frame::{above, beside};
    pub use crate::module::{MODULE, built_from};
    pub use crate::palette::{CONTESTANTS, FAIL, INK, MUTED, PLATE, Pair, WALL, variables};
    pub use crate::place::Place;
    pub use crate::play::bundle;
    pub use crate::plot::axis::Axis as PlotAxis;
    pub use crate::plot::thin::{MAX_POINTS, keeping_extremes, spaced};
    pub use crate::policy::guarded;
    pub use crate::raw::{exact, figure};
    pub use crate::replay::faces::Faces;
}
