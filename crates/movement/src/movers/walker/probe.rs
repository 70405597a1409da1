//! The questions that the walker asks of a world.

use crate::facts::Tally;
use crate::space::Space;
use clipmark_collision::{Contact, Penetration, Reached, Work};
use clipmark_geometry::{Contents, Hull, Point};

/// The questions a walker has. It asks only for contacts and overlaps.
pub(crate) struct Probe<'a, S: Space + ?Sized> {
    pub(crate) space: &'a S,
    pub(crate) mask: Contents,
    pub(crate) work: &'a mut Work,
    pub(crate) tally: &'a mut Tally,
}

impl<S: Space + ?Sized> Probe<'_, S> {
    /// Shows the surfaces within `margin` of a hull to `visit`.
    pub(super) fn near(&mut self, hull: &Hull, at: &Point, margin: f32, mut visit: impl FnMut(&Contact)) {
        // The list is the work's own, taken out so that the backend may borrow the rest.
        let mut list = std::mem::take(&mut self.work.contacts);
        list.clear();
        self.space
            .contacts(hull, at, margin, self.mask, &mut list, self.work);
        self.tally.ask(!list.is_empty());
        list.iter().for_each(&mut visit);
        self.work.contacts = list;
    }

    /// Shows the surfaces that a hull overlaps to `visit`; touching is no overlap (W20).
    pub(super) fn overlapped(&mut self, hull: &Hull, at: &Point, mut visit: impl FnMut(&Contact)) {
        self.near(hull, at, 0.0, |c| {
            if c.distance < 0.0 {
                visit(c);
            }
        });
    }

    /// Shows the polygons that reach into a hull to `visit`.
    pub(super) fn reached(&mut self, hull: &Hull, at: &Point, mut visit: impl FnMut(&Reached)) {
        let mut any = false;
        self.space.reached(hull, at, self.mask, self.work, &mut |r| {
            any = true;
            visit(r);
        });
        self.tally.ask(any);
    }

    /// Whether a hull overlaps nothing.
    pub(super) fn fits(&mut self, hull: &Hull, at: &Point) -> bool {
        let met = self.space.occupied(hull, at, self.mask, self.work);
        self.tally.ask(false);
        if met.is_some_and(|status| !status.is_reliable()) {
            self.tally.odd(true, false);
        }
        met.is_none()
    }

    /// The solid that a hull overlaps, without the backend's own rule for touching. An unreliable answer is kept whatever its
    /// depth.
    pub(super) fn overlap(&mut self, hull: &Hull, at: &Point) -> Option<Penetration> {
        let met = self.space.overlap(hull, at, self.mask, self.work);
        self.tally.ask(false);
        if met.is_some_and(|p| !p.status.is_reliable()) {
            self.tally.odd(true, false);
        }
        met.filter(|p| p.depth > 0.0 || !p.status.is_reliable())
    }
}
