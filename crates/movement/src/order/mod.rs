//! The stages of a tick in their order, one file per engine; CPM runs Quake III's, GoldSrc and Source share one.

pub(crate) mod direct;
pub(crate) mod half_steps;
pub(crate) mod netquake;
pub(crate) mod quake3;
pub(crate) mod quakeworld;

use crate::profile::Order;
use crate::space::Space;
use crate::tick::Tick;

#[inline(always)]
pub(crate) fn run<S: Space + ?Sized>(t: &mut Tick<S>) {
    match t.profile.order {
        Order::QuakeWorld => quakeworld::run(t),
        Order::Quake3 => quake3::run(t),
        Order::NetQuake => netquake::run(t),
        Order::GoldSrc | Order::HalfSteps => half_steps::run(t),
        Order::Direct => direct::run(t),
    }
}
