//! A moving world as a backend: the whole of it, or as one of its bodies sees it.

use super::answer::{Answer, merge};
use super::{Placed, Slot};
use crate::{CollisionBackend, Contact, Facts, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Placement, PlacementId, Point, Pose, Rotation};

/// So many models near a sweep are noted in the search that counts them. Where there are more, it is made again.
const FEW: usize = 8;

/// A moving world, whole or without one of its bodies: the body that moves.
#[derive(Debug)]
pub struct Seen<'a, B> {
    placed: &'a Placed<B>,
    pass: Option<PlacementId>,
    /// Within these bounds nothing placed is near; empty where nobody has looked.
    clear: Aabb,
}

/// A body is asked in a turned model's frame as if it were not turned itself, as Quake III does.
fn turned<B: CollisionBackend>(backend: &B, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
    if rotation.is_none() {
        backend.trace(sweep, work)
    } else {
        backend.trace_turned(sweep, rotation, work)
    }
}

/// Whether one box lies in another; nothing lies in an empty one.
#[inline(always)]
fn is_within(inner: &Aabb, outer: &Aabb) -> bool {
    let axis = |i: usize| (outer.mins[i] <= inner.mins[i]) & (inner.maxs[i] <= outer.maxs[i]);
    axis(0) & axis(1) & axis(2)
}

/// Whether a model leans, so that its highest point is not the world's.
fn is_tilted(pose: &Pose) -> bool {
    !pose.rotation.is_upright()
}

impl<B: CollisionBackend> Placed<B> {
    /// Moves a hull against one placed model alone, however far away it is. `None` where no model is placed by that number.
    pub fn trace_one(&self, id: PlacementId, sweep: &Sweep, work: &mut Work) -> Option<Trace> {
        self.ask_one(id, sweep, work, turned)
    }
}

impl<'a, B: CollisionBackend> Seen<'a, B> {
    pub(super) fn new(placed: &'a Placed<B>, pass: Option<PlacementId>) -> Self {
        Self {
            placed,
            pass,
            clear: Aabb::EMPTY,
        }
    }

    /// Looks once for models within bounds. Where there are none, questions within them are the rigid world's, which nobody
    /// searches for again.
    #[must_use]
    pub fn within(self, reach: &Aabb) -> Self {
        let mut any = false;
        self.near(&reach.grown(self.placed.slack), |_| any = true);
        let clear = if any { Aabb::EMPTY } else { *reach };
        Self { clear, ..self }
    }

    /// Shows the numbers of the placed models that touch those bounds.
    #[inline]
    fn near(&self, bounds: &Aabb, mut visit: impl FnMut(u32)) {
        let pass = self.pass.map_or(usize::MAX, PlacementId::index);
        self.placed.near.touching(bounds, |index| {
            if index as usize != pass {
                visit(index);
            }
        });
    }

    /// Asks the rigid world, then every model near the sweep, and merges the answers.
    #[inline]
    pub fn merged<A: Answer>(
        &self,
        sweep: &Sweep,
        work: &mut Work,
        mut ask: impl FnMut(&B, &Sweep, &Rotation, &mut Work) -> A,
    ) -> A {
        let placed = self.placed;
        let best = ask(&placed.rigid, sweep, &Rotation::NONE, work);
        let stays = best.fraction() == 0.0 && !placed.rules.starts_replace;
        if placed.near.len() == 0 || stays || best.all_solid() || !best.is_reliable() {
            return best;
        }
        let swept = sweep.hull.swept_bounds(&sweep.start, &sweep.end);
        if is_within(&swept, &self.clear) {
            return best;
        }
        let swept = swept.grown(placed.slack);
        let (mut few, mut count) = ([0; FEW], 0);
        self.near(&swept, |index| {
            if let Some(place) = few.get_mut(count) {
                *place = index;
            }
            count += 1;
        });
        if count == 0 {
            return best;
        }
        if count > 1 {
            return self.merged_with_all(best, (sweep, &swept), few.get(..count), work, &mut ask);
        }
        match placed.ask_one(PlacementId::of_index(few[0] as usize), sweep, work, ask) {
            Some(next) => merge(best, next, &placed.rules),
            None => best,
        }
    }

    /// Merges the answers of all models near the sweep, in the order of their ranks. `found` are they, unless they are too many.
    #[inline(never)]
    fn merged_with_all<A: Answer>(
        &self,
        mut best: A,
        (sweep, swept): (&Sweep, &Aabb),
        found: Option<&[u32]>,
        work: &mut Work,
        ask: &mut impl FnMut(&B, &Sweep, &Rotation, &mut Work) -> A,
    ) -> A {
        let placed = self.placed;
        // The list is the work's own, taken out so that the backends may borrow the rest.
        let mut near = std::mem::take(&mut work.near);
        near.clear();
        let ranked = |index: u32| (placed.slots[index as usize].rank, index);
        match found {
            Some(found) => near.extend(found.iter().copied().map(ranked)),
            None => self.near(swept, |index| near.push(ranked(index))),
        }
        near.sort_unstable();
        for &(_, index) in &near {
            let id = PlacementId::of_index(index as usize);
            if let Some(next) = placed.ask_one(id, sweep, work, &mut *ask) {
                best = merge(best, next, &placed.rules);
                if best.all_solid() || !best.is_reliable() {
                    break;
                }
            }
        }
        work.near = near;
        best
    }

    /// Shows each placed model that a hull at rest comes within `margin` of, in the order of their numbers: its backend and pose,
    /// and the hull with its position in the model's frame. The function says whether to go on.
    fn each_near(
        &self,
        (hull, at, margin): (&Hull, &Point, f32),
        work: &mut Work,
        mut ask: impl FnMut(&B, &Pose, (&Hull, &Point), &mut Work) -> bool,
    ) {
        let placed = self.placed;
        let bounds = hull.swept_bounds(at, at).grown(margin);
        if placed.near.len() == 0 || is_within(&bounds, &self.clear) {
            return;
        }
        let mut near = std::mem::take(&mut work.near);
        near.clear();
        self.near(&bounds.grown(placed.slack), |index| {
            near.push((u64::from(index), index));
        });
        near.sort_unstable();
        // As sweeps: a turned model is asked about the box around its middle.
        let (hull, offset) = placed.traced(hull);
        let at = at + offset.coords;
        for &(_, index) in &near {
            let Slot { placement, .. } = placed.slots[index as usize];
            let Placement { model, pose } = placement;
            if let Some(backend) = placed.models.get(model)
                && !ask(backend, &pose, (&hull, &pose.into_model(&at)), work)
            {
                break;
            }
        }
        work.near = near;
    }
}

impl<B: CollisionBackend> CollisionBackend for Seen<'_, B> {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        self.merged(sweep, work, turned)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let mut deepest = self.placed.rigid.overlap(hull, at, mask, work);
        self.each_near((hull, at, 0.0), work, |backend, pose, (hull, at), work| {
            if let Some(mut own) = backend.overlap(hull, at, mask, work) {
                own.normal = pose.rotation.into_world(&own.normal);
                if deepest.is_none_or(|d| own.depth > d.depth) {
                    deepest = Some(own);
                }
            }
            true
        });
        deepest
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        self.placed.rigid.contacts(hull, at, margin, mask, out, work);
        if !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        self.each_near((hull, at, margin), work, |backend, pose, (hull, at), work| {
            let first = out.len();
            backend.contacts(hull, at, margin, mask, out, work);
            for contact in &mut out[first..] {
                // The highest point of a tilted part is unknown; the contact's own height is known.
                contact.top = match is_tilted(pose) {
                    true => pose.into_world(&contact.point).z,
                    false => contact.top + pose.origin.z,
                };
                contact.point = pose.into_world(&contact.point);
                contact.normal = pose.rotation.into_world(&contact.normal);
                contact.face_normal = pose.rotation.into_world(&contact.face_normal);
            }
            true
        });
    }

    fn contents(&self, at: &Point) -> Contents {
        let placed = self.placed;
        let mut contents = placed.rigid.contents(at);
        let bounds = Hull::Point.swept_bounds(at, at);
        if placed.near.len() == 0 || is_within(&bounds, &self.clear) {
            return contents;
        }
        self.near(&bounds.grown(placed.slack), |index| {
            let Placement { model, pose } = &placed.slots[index as usize].placement;
            if let Some(backend) = placed.models.get(*model) {
                contents |= backend.contents(&pose.into_model(at));
            }
        });
        contents
    }

    fn facts(&self) -> &Facts {
        &self.placed.facts
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        let mut found = self.placed.rigid.occupied(hull, at, mask, work);
        if found.is_none() {
            self.each_near((hull, at, 0.0), work, |backend, _, (hull, at), work| {
                found = backend.occupied(hull, at, mask, work);
                found.is_none()
            });
        }
        found
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        self.placed.rigid.reached(hull, at, mask, work, visit);
        self.each_near((hull, at, 0.0), work, |backend, pose, (hull, at), work| {
            if is_tilted(pose) {
                // Heights in its frame say nothing of heights in the world; contacts have points.
                let mut list = std::mem::take(&mut work.contacts);
                list.clear();
                backend.contacts(hull, at, 0.0, mask, &mut list, work);
                for contact in list.iter().filter(|c| c.distance < 0.0) {
                    visit(&Reached {
                        normal: pose.rotation.into_world(&contact.face_normal),
                        top: pose.into_world(&contact.point).z,
                    });
                }
                work.contacts = list;
            } else {
                backend.reached(hull, at, mask, work, &mut |found| {
                    visit(&Reached {
                        normal: pose.rotation.into_world(&found.normal),
                        top: found.top + pose.origin.z,
                    });
                });
            }
            true
        });
    }
}
