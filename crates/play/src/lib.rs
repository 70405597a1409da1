//! Worlds walked live: every contestant moves by the same commands, tick by tick.
//!
//! A [`Session`] loads a scene from bytes, lets contestants enter and leave, and steps them. It answers everything that a
//! page draws. Built for `wasm32-unknown-unknown`, `exports` puts it behind a plain C ABI. Natively it is an ordinary
//! library; both give the same bits.

mod advice;
mod error;
#[cfg(target_family = "wasm")]
pub mod exports;
mod faces;
mod input;
mod judge;
mod live;
mod memory;
mod motion;
mod run;
mod session;
mod stage;
mod states;

pub use error::PlayError;
pub use input::{Keys, command};
pub use judge::Mark;
pub use live::{Live, Outline};
pub use motion::{Motion, MoverOutline, POSE_WORDS, TriggerOutline};
pub use run::{Recorded, Saved};
pub use session::Session;
pub use stage::About;
pub use states::STATE_WORDS;
