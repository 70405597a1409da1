//! One player through many ticks: the world, the setup, scratch memory, and its mover's state.

use crate::body::Body;
use crate::command::{CommandError, UserCmd};
use crate::facts::TickFacts;
use crate::movers::Driven;
use crate::setup::Setup;
use crate::tick::{TickInput, TickSpace};
use clipmark_collision::Work;

/// Moves a body tick by tick. The body stays the caller's. It may be changed or replaced between ticks, and a controller of
/// another library is then placed anew.
pub struct Player<'a, S: TickSpace + ?Sized> {
    space: &'a S,
    setup: &'a Setup,
    work: Work,
    /// The controller of another library, where the mover is one.
    driven: Option<Driven>,
}

impl<'a, S: TickSpace + ?Sized> Player<'a, S> {
    /// A player whose mover has not moved yet.
    pub fn new(space: &'a S, setup: &'a Setup) -> Self {
        let world = setup.own_mover().err();
        Self {
            space,
            setup,
            work: Work::silent(),
            driven: world.map(|world| Driven::new(&**world, &setup.profile)),
        }
    }

    /// The setup that it was made of.
    pub fn setup(&self) -> &'a Setup {
        self.setup
    }

    /// Moves the body by one command; see [`tick`](crate::tick).
    ///
    /// # Errors
    /// A command that no player can give, or a body out of range; the body is left as it was.
    #[inline]
    pub fn tick(
        &mut self,
        body: &mut Body<S::Real>,
        cmd: &UserCmd<S::Real>,
    ) -> Result<TickFacts, CommandError> {
        self.space.tick(TickInput {
            setup: self.setup,
            body,
            cmd,
            work: &mut self.work,
            met: None,
            driven: self.driven.as_mut(),
        })
    }
}
