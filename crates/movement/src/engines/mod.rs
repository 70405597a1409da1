//! The movements that ship, one file an engine, each to be read from top to bottom beside its original: the numbers, the order of a
//! tick, the steps, and the slide move. CPM is a page beside Quake III. Steps that engines share to the bit are in `primitives.rs`
//! and `fly_move.rs`.
//!
//! A plain name is the movement as released (`faithful`). `NAME:ideal` is the same with every repair on (`docs/failures.md`
//! section B), and `NAME:faithful` is the plain one.

mod cpm;
mod goldsrc;
mod netquake;
mod paper;
mod quake3;
mod quakeworld;
mod source;

use crate::context::Tick;
use crate::movers::Mover;
use crate::profile::{Order, Profile};
use crate::space::Space;
pub(crate) use goldsrc::GOLDSRC;
pub use paper::PAPER2006;
pub(crate) use quake3::hold_jump;
pub(crate) use source::SOURCE;

/// All of them, as released.
pub const ALL: [&Profile; 8] = [
    &netquake::NETQUAKE,
    &quakeworld::QUAKEWORLD,
    &quake3::QUAKE3,
    &quake3::CPM,
    &GOLDSRC,
    &SOURCE,
    &source::SOURCE_CSS,
    &PAPER2006,
];

/// All of them with every repair on, in the same order.
const IDEAL: [&Profile; 8] = [
    &netquake::NETQUAKE.ideal("netquake:ideal"),
    &quakeworld::QUAKEWORLD.ideal("quakeworld:ideal"),
    &quake3::QUAKE3.ideal("quake3:ideal"),
    &quake3::CPM.ideal("cpm:ideal"),
    &GOLDSRC.ideal("goldsrc:ideal"),
    &SOURCE.ideal("source:ideal"),
    &source::SOURCE_CSS.ideal("source:css:ideal"),
    &PAPER2006.ideal("paper2006:ideal"),
];

/// The movement of that name: `NAME`, `NAME:faithful` (the same) or `NAME:ideal`.
pub fn named(name: &str) -> Option<&'static Profile> {
    let plain = name.strip_suffix(":faithful").unwrap_or(name);
    ALL.into_iter().chain(IDEAL).find(|p| p.name == plain)
}

/// Runs a tick of the profile's engine with that engine's slide move.
#[inline(always)]
pub(crate) fn run_own_slide<S: Space + ?Sized>(t: &mut Tick<S>) {
    match t.profile.order {
        Order::QuakeWorld => quakeworld::run(t, &mut quakeworld::Slide),
        Order::Quake3 => quake3::run(t, &mut quake3::Slide),
        Order::NetQuake => netquake::run(t, &mut netquake::Slide),
        Order::GoldSrc => goldsrc::run(t, &mut goldsrc::Slide),
        Order::Source => source::run(t, &mut source::Slide),
        Order::Direct => paper::run(t, &mut quakeworld::Slide),
    }
}

/// Runs a tick of the profile's engine with another mover.
#[inline(never)]
pub(crate) fn run_by<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    match t.profile.order {
        Order::QuakeWorld => quakeworld::run(t, mover),
        Order::Quake3 => quake3::run(t, mover),
        Order::NetQuake => netquake::run(t, mover),
        Order::GoldSrc => goldsrc::run(t, mover),
        Order::Source => source::run(t, mover),
        Order::Direct => paper::run(t, mover),
    }
}
