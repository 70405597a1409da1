//! A moving world as a backend, and as one of its bodies sees it.

use super::Placed;
use crate::{BuildFacts, CollisionBackend, Contact, Declaration, Penetration, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, PlacementId, Point, Pose, Rotation};

/// A moving world without one of its bodies: the body that moves.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a, B> {
    pub(super) placed: &'a Placed<B>,
    pub(super) pass: Option<PlacementId>,
}

/// A body is asked in a turned model's frame as if it were not turned itself, as Quake III does. A tilted round one cannot be.
fn turned<B: CollisionBackend>(backend: &B, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
    if rotation.is_none() {
        backend.trace(sweep, work)
    } else {
        backend.trace_turned(sweep, rotation, work)
    }
}

impl<B: CollisionBackend> Placed<B> {
    fn sweep(&self, sweep: &Sweep, pass: Option<PlacementId>, work: &mut Work) -> Trace {
        self.merged(sweep, pass, work, turned)
    }

    /// Moves a hull against one placed model alone, however far away it is. `None` where no model is placed by that number.
    pub fn trace_one(&self, id: PlacementId, sweep: &Sweep, work: &mut Work) -> Option<Trace> {
        self.ask_one(id, sweep, work, turned)
    }

    /// The placed models whose bounds a hull at rest comes within `margin` of, in the order of their numbers.
    fn around(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        pass: Option<PlacementId>,
        work: &mut Work,
    ) -> Vec<(u64, u32)> {
        let mut near = std::mem::take(&mut work.near);
        near.clear();
        let bounds = hull.swept_bounds(at, at).grown(margin + self.slack);
        self.near.touching(&bounds, |index| {
            if pass.is_none_or(|pass| pass.index() != index as usize) {
                near.push((u64::from(index), index));
            }
        });
        near.sort_unstable();
        near
    }

    fn placed_at(&self, index: u32) -> Option<(&B, &Pose)> {
        let slot = self.slots.get(index as usize)?;
        let backend = self.models.get(slot.placement.model)?;
        Some((backend, &slot.placement.pose))
    }

    fn deepest(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        pass: Option<PlacementId>,
        work: &mut Work,
    ) -> Option<Penetration> {
        let mut deepest = self.rigid.overlap(hull, at, mask, work);
        let near = self.around(hull, at, 0.0, pass, work);
        // As sweeps: a turned model is asked about the box around its middle.
        let (hull, offset) = self.traced(hull);
        let at = at + offset.coords;
        for (backend, pose) in near.iter().filter_map(|&(_, i)| self.placed_at(i)) {
            let Some(mut own) = backend.overlap(&hull, &pose.into_model(&at), mask, work) else {
                continue;
            };
            own.normal = pose.rotation.into_world(&own.normal);
            if deepest.is_none_or(|d| own.depth > d.depth) {
                deepest = Some(own);
            }
        }
        work.near = near;
        deepest
    }

    fn all_contacts(
        &self,
        (hull, at, margin, mask): (&Hull, &Point, f32, Contents),
        pass: Option<PlacementId>,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        self.rigid.contacts(hull, at, margin, mask, out, work);
        if !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        let near = self.around(hull, at, margin, pass, work);
        // As sweeps: a turned model is asked about the box around its middle.
        let (hull, offset) = self.traced(hull);
        let at = at + offset.coords;
        for (backend, pose) in near.iter().filter_map(|&(_, i)| self.placed_at(i)) {
            let first = out.len();
            backend.contacts(&hull, &pose.into_model(&at), margin, mask, out, work);
            for contact in &mut out[first..] {
                // For a tilted model the part's highest point is unknown; the contact's own height is known.
                let tilted = pose.rotation.axes()[2].z != 1.0;
                contact.top = if tilted {
                    pose.into_world(&contact.point).z
                } else {
                    contact.top + pose.origin.z
                };
                contact.point = pose.into_world(&contact.point);
                contact.normal = pose.rotation.into_world(&contact.normal);
                contact.face_normal = pose.rotation.into_world(&contact.face_normal);
            }
        }
        work.near = near;
    }

    fn contents_seen(&self, at: &Point, pass: Option<PlacementId>) -> Contents {
        let mut contents = self.rigid.contents(at);
        let bounds = Hull::Point.swept_bounds(at, at).grown(self.slack);
        self.near.touching(&bounds, |index| {
            if pass.is_none_or(|pass| pass.index() != index as usize)
                && let Some((backend, pose)) = self.placed_at(index)
            {
                contents |= backend.contents(&pose.into_model(at));
            }
        });
        contents
    }
}

/// Both views answer by the same functions; they differ in whom they pass.
macro_rules! answers {
    ($type:ty, |$self:ident| $placed:expr, $pass:expr) => {
        impl<B: CollisionBackend> CollisionBackend for $type {
            fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
                let $self = self;
                $placed.sweep(sweep, $pass, work)
            }

            fn overlap(
                &self,
                hull: &Hull,
                at: &Point,
                mask: Contents,
                work: &mut Work,
            ) -> Option<Penetration> {
                let $self = self;
                $placed.deepest(hull, at, mask, $pass, work)
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
                let $self = self;
                $placed.all_contacts((hull, at, margin, mask), $pass, out, work);
            }

            fn contents(&self, at: &Point) -> Contents {
                let $self = self;
                $placed.contents_seen(at, $pass)
            }

            fn supports(&self, hull: &Hull) -> bool {
                let $self = self;
                let placed = &$placed;
                placed.rigid.supports(hull) && placed.models.iter().all(|model| model.supports(hull))
            }

            fn declares(&self) -> Declaration {
                let $self = self;
                $placed.rigid.declares()
            }

            fn facts(&self) -> &BuildFacts {
                let $self = self;
                &$placed.facts
            }
        }
    };
}

answers!(Placed<B>, |this| this, None);
answers!(Seen<'_, B>, |this| this.placed, this.pass);

/// The answer for a turned model by a backend without turned hulls: a round hull cannot be tilted.
pub(crate) fn untilted<B: CollisionBackend + ?Sized>(
    backend: &B,
    sweep: &Sweep,
    rotation: &Rotation,
    work: &mut Work,
) -> Trace {
    let tilted = rotation.axes()[2].z != 1.0;
    match sweep.hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } if tilted => Trace::refused(sweep, Status::Unsupported),
        _ => backend.trace(sweep, work),
    }
}
