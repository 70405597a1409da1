//! Which answers and runs are right: the referee of single answers, the detectors of failures, the comparison of two runs.

pub(crate) mod again;
pub mod agreement;
pub mod answers;
pub(crate) mod classes;
pub mod counterparts;
pub mod detect;
pub mod difference;
pub(crate) mod explain;
pub(crate) mod judged;
pub(crate) mod marks;
pub(crate) mod moving;
pub(crate) mod outside;
pub(crate) mod referee;
pub(crate) mod score;
pub(crate) mod solver;
pub(crate) mod touching;
pub(crate) mod tutorial;
pub(crate) mod worst;
