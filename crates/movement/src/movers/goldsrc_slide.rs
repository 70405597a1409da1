//! GoldSrc's slide move (`docs/engines.md` section 6.3; measured on `tests/recordings`). Its step move is QuakeWorld's.

use super::Mover;
use super::quakeworld_slide::walk;
use super::slide::{ClipsFrom, SlideRules, slide};
use crate::context::Tick;
use crate::space::Space;

/// GoldSrc's slide move as a mover.
pub(crate) struct GoldSrcSlide;

impl<S: Space + ?Sized> Mover<S> for GoldSrcSlide {
    fn walk(&mut self, t: &mut Tick<S>) {
        walk::<S, Self>(t);
    }

    fn fly(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }

    fn swim(&mut self, t: &mut Tick<S>) {
        slide::<S, Self>(t, t.dt);
    }
}

impl SlideRules for GoldSrcSlide {
    const CLIPS_FROM: ClipsFrom = ClipsFrom::LastStretch;
    const STOPS_AT_STUCK_START: bool = false;
    const ENDS_AT_REST: bool = true;
    const CREASE_OF_WHOLE: bool = false;
    const TRUSTS_FIRST_PLANE_IN_AIR: bool = true;
    const STOPS_WITHOUT_PROGRESS: bool = true;
    const WATER_JUMP_KEEPS_VELOCITY: bool = false;
}
