//! The movements that ship, one file each.
//!
//! A plain name is the movement as released (`faithful`). `NAME:ideal` is the same with every repair on (`docs/failures.md`
//! section B), and `NAME:faithful` is the plain one.

mod cpm;
mod goldsrc;
mod netquake;
mod paper2006;
mod quake3;
mod quakeworld;
mod source;
mod source_css;

use crate::profile::Profile;
use cpm::CPM;
pub(crate) use goldsrc::GOLDSRC;
use netquake::NETQUAKE;
pub use paper2006::PAPER2006;
use quake3::QUAKE3;
use quakeworld::QUAKEWORLD;
pub(crate) use source::SOURCE;
use source_css::SOURCE_CSS;

/// All of them, as released.
pub const ALL: [&Profile; 8] = [
    &NETQUAKE,
    &QUAKEWORLD,
    &QUAKE3,
    &CPM,
    &GOLDSRC,
    &SOURCE,
    &SOURCE_CSS,
    &PAPER2006,
];

/// All of them with every repair on, in the same order.
const IDEAL: [&Profile; 8] = [
    &NETQUAKE.ideal("netquake:ideal"),
    &QUAKEWORLD.ideal("quakeworld:ideal"),
    &QUAKE3.ideal("quake3:ideal"),
    &CPM.ideal("cpm:ideal"),
    &GOLDSRC.ideal("goldsrc:ideal"),
    &SOURCE.ideal("source:ideal"),
    &SOURCE_CSS.ideal("source:css:ideal"),
    &PAPER2006.ideal("paper2006:ideal"),
];

/// The movement of that name: `NAME`, `NAME:faithful` (the same) or `NAME:ideal`.
pub fn named(name: &str) -> Option<&'static Profile> {
    let plain = name.strip_suffix(":faithful").unwrap_or(name);
    ALL.into_iter().chain(IDEAL).find(|p| p.name == plain)
}
