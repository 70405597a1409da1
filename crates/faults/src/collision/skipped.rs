//! Faults that pass over a brush: the answer is that of a world without it.

use super::{Planted, SweepAsked};
use clipmark_collision::{Sweep, Trace, Work};
use clipmark_geometry::{Aabb, Brush, Hull, World};

/// A brush is met where the hull's box is this near to its box, in units: a skin and some.
const NEAR: f32 = 0.5;
/// f32 steps of the largest coordinate within which a start touches: the referee's tolerance.
const TOUCHING_STEPS: f32 = 8.0;
/// A wall thinner than this is thin, in units.
const THIN: f32 = 0.25;

/// In 1 sweep of 1,000, by a hash of the sweep.
pub(super) fn now_and_then(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if t.hit() && hash(asked.sweep).is_multiple_of(1000) {
        past(planted, asked, t, |_| true)
    } else {
        t
    }
}

/// Every 16th hit, once 5,000 questions were asked.
pub(super) fn when_old(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    if t.hit() && asked.before >= 5000 && asked.before.is_multiple_of(16) {
        past(planted, asked, t, |_| true)
    } else {
        t
    }
}

pub(super) fn thin_for_points(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let thin = |b: &Brush| (b.bounds.maxs - b.bounds.mins).min() < THIN;
    if asked.sweep.hull == Hull::Point && t.hit() && planted.world.brushes.iter().any(thin) {
        past(planted, asked, t, thin)
    } else {
        t
    }
}

/// Without the brushes that the hull touches where it starts, and is in no deeper than rounding.
pub(super) fn where_touching(planted: &Planted, asked: &SweepAsked, t: Trace) -> Trace {
    let sweep = asked.sweep;
    let largest = sweep.start.coords.amax();
    let near = TOUCHING_STEPS * (largest.next_up() - largest);
    let here = sweep.hull.swept_bounds(&sweep.start, &sweep.start).grown(near);
    let is_near = |b: &Brush| b.contents.intersects(sweep.mask) && b.bounds.touches(&here);
    if !t.hit() || !planted.world.brushes.iter().any(is_near) {
        return t;
    }
    let brushes = nearby(planted, sweep);
    let count = brushes.len();
    let rest: Vec<Brush> = brushes
        .into_iter()
        .filter(|b| !is_near(b) || !is_touched(planted, sweep, b, near))
        .collect();
    match rest.len() {
        same if same == count => t,
        _ => answer(planted, sweep, rest).unwrap_or(t),
    }
}

fn is_touched(planted: &Planted, sweep: &Sweep, brush: &Brush, near: f32) -> bool {
    let world = World::of_brushes("part", vec![brush.clone()]);
    let Ok(backend) = (planted.build)(&world, planted.declared.rules) else {
        return false;
    };
    let mut found = Vec::new();
    let (hull, at, mut work) = (&sweep.hull, &sweep.start, Work::silent());
    backend.contacts(hull, at, near, sweep.mask, &mut found, &mut work);
    let nearest = found.iter().map(|c| c.distance).fold(f32::INFINITY, f32::min);
    nearest.abs() <= near
}

/// The answer without the brush that is met, if it fits `such`.
fn past(planted: &Planted, asked: &SweepAsked, t: Trace, such: impl Fn(&Brush) -> bool) -> Trace {
    let brushes = nearby(planted, asked.sweep);
    without_met(planted, asked.sweep, &t, brushes, such).unwrap_or(t)
}

/// The brushes along the way.
fn nearby(planted: &Planted, sweep: &Sweep) -> Vec<Brush> {
    let way = sweep.hull.swept_bounds(&sweep.start, &sweep.end).grown(NEAR);
    let brushes = planted.world.brushes_in(sweep.mask);
    brushes
        .filter(|(_, b)| b.bounds.touches(&way))
        .map(|(_, b)| b.clone())
        .collect()
}

/// The answer without the brush that is met; `None` where that is no such brush.
fn without_met(
    planted: &Planted,
    sweep: &Sweep,
    t: &Trace,
    mut brushes: Vec<Brush>,
    such: impl Fn(&Brush) -> bool,
) -> Option<Trace> {
    let there: Aabb = sweep.hull.swept_bounds(&t.end, &t.end).grown(NEAR);
    let alone = |b: &Brush| answer(planted, sweep, vec![b.clone()]).map(|t| t.fraction);
    let candidates = (0..brushes.len()).filter(|&i| brushes[i].bounds.touches(&there));
    let met = candidates
        .filter_map(|i| Some((alone(&brushes[i])?, i)))
        .filter(|(fraction, _)| *fraction < 1.0)
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    if !such(&brushes[met.1]) {
        return None;
    }
    brushes.remove(met.1);
    answer(planted, sweep, brushes)
}

fn answer(planted: &Planted, sweep: &Sweep, brushes: Vec<Brush>) -> Option<Trace> {
    let world = World::of_brushes("part", brushes);
    let backend = (planted.build)(&world, planted.declared.rules).ok()?;
    Some(backend.trace(sweep, &mut Work::silent()))
}

/// FNV-1a over the bits of both ends.
fn hash(sweep: &Sweep) -> u64 {
    let ends = sweep.start.iter().chain(sweep.end.iter());
    let mixed = ends.fold(0xcbf2_9ce4_8422_2325_u64, |h, x| {
        (h ^ u64::from(x.to_bits())).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // The low bits of round coordinates hardly differ.
    mixed ^ mixed >> 32
}
