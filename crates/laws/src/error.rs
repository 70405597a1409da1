//! Errors of playing a law, each with a remedy.

use clipmark_collision::BuildError;
use clipmark_measure::MeasureError;
use clipmark_scene::SceneError;
use thiserror::Error;

/// Why a law could not be played.
#[derive(Debug, Error)]
pub enum LawError {
    /// A contestant that the laws are not about.
    #[error("the laws are about boxes that slide; {contestant} {why}: give bsp, bvh or a variant of them")]
    NoBox {
        /// Contestant.
        contestant: String,
        /// Why not.
        why: &'static str,
    },
    /// An unknown contestant.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A law's scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// A backend that cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}
