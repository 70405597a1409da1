//! The bodies that a body bumps into in a command, and its ground.

use crate::listener::Listener;
use clipmark_geometry::PlacementId;

/// Most different bodies that one command may bump into and be told of.
const MOST: usize = 32;

/// A body's hits in a command.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    touched: [Option<PlacementId>; MOST],
    count: usize,
    ground: Option<PlacementId>,
    stood: u32,
}

impl Met {
    /// Of a command that has not begun.
    pub(crate) fn nothing() -> Self {
        Self {
            touched: [None; MOST],
            count: 0,
            ground: None,
            stood: 0,
        }
    }

    /// The placed models met, in the order of meeting, each once.
    pub(crate) fn touched(&self) -> impl Iterator<Item = PlacementId> + Clone + '_ {
        self.touched[..self.count].iter().flatten().copied()
    }

    /// The body's last ground.
    pub(crate) fn ground(&self) -> Option<PlacementId> {
        self.ground
    }

    /// How often the body was found to stand on something.
    pub(crate) fn times_stood(&self) -> u32 {
        self.stood
    }

    /// Notes a model that was met.
    pub(crate) fn touch(&mut self, model: Option<PlacementId>) {
        let known = self.touched[..self.count].contains(&model);
        if model.is_some() && !known && self.count < MOST {
            self.touched[self.count] = model;
            self.count += 1;
        }
    }
}

impl Listener for Met {
    fn bumped(&mut self, model: PlacementId) {
        self.touch(Some(model));
    }

    fn stands_on(&mut self, model: Option<PlacementId>) {
        self.touch(model);
        self.ground = model;
        self.stood += 1;
    }
}
