//! Errors of playing a law, each with a remedy.

use clipmark_collision::BuildError;
use clipmark_measure::MeasureError;
use clipmark_scene::SceneError;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum LawError {
    #[error("the laws are about boxes that slide; {contestant} {why}: give bsp, bvh or a variant of them")]
    NoBox { contestant: String, why: &'static str },
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error(transparent)]
    Scene(#[from] SceneError),
    #[error(transparent)]
    Build(#[from] BuildError),
}
