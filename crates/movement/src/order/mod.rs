//! The stages of a tick in their order, one file per engine; CPM runs Quake III's.

pub(crate) mod direct;
pub(crate) mod goldsrc;
pub(crate) mod half_steps;
pub(crate) mod netquake;
pub(crate) mod quake3;
pub(crate) mod quakeworld;
pub(crate) mod source;

use crate::context::Tick;
use crate::movers::{GoldSrcSlide, Mover, NetQuakeSlide, Quake3Slide, QuakeWorldSlide, SourceSlide};
use crate::profile::Order;
use crate::space::Space;

/// Runs the profile's order with the slide move of its engine.
#[inline(always)]
pub(crate) fn run_own_slide<S: Space + ?Sized>(t: &mut Tick<S>) {
    match t.profile.order {
        Order::QuakeWorld => quakeworld::run(t, &mut QuakeWorldSlide),
        Order::Quake3 => quake3::run(t, &mut Quake3Slide),
        Order::NetQuake => netquake::run(t, &mut NetQuakeSlide),
        Order::GoldSrc => goldsrc::run(t, &mut GoldSrcSlide),
        Order::HalfSteps => half_steps::run(t, &mut QuakeWorldSlide),
        Order::Source => source::run(t, &mut SourceSlide),
        Order::Direct => direct::run(t, &mut QuakeWorldSlide),
    }
}

/// Runs the profile's order with another mover.
#[inline(never)]
pub(crate) fn run_by<S: Space + ?Sized, M: Mover<S>>(t: &mut Tick<S>, mover: &mut M) {
    match t.profile.order {
        Order::QuakeWorld => quakeworld::run(t, mover),
        Order::Quake3 => quake3::run(t, mover),
        Order::NetQuake => netquake::run(t, mover),
        Order::GoldSrc => goldsrc::run(t, mover),
        Order::HalfSteps => half_steps::run(t, mover),
        Order::Source => source::run(t, mover),
        Order::Direct => direct::run(t, mover),
    }
}
