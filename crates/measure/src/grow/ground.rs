//! Requirements on a world of any size for a measurement: sweeps and starting places that are alike at every
//! size.

use crate::run::sweeps::Line;
use clipmark_geometry::{Aabb, Point, World};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// A world, and how sweeps and starts are drawn in it.
pub trait Ground {
    /// The world.
    fn world(&self) -> &World;
    /// The world, to be changed.
    fn world_mut(&mut self) -> &mut World;
    /// A sweep of a length in the range, from where the body is free.
    fn line(&self, body: &Aabb, lengths: &Range<f32>, random: &mut Pcg64Mcg) -> Line;
    /// Free places, spread over the world; none where there is none.
    fn starts(&self, count: usize) -> Vec<Point>;
}
