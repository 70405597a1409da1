//! Runs contestants, scores them against the truth and times them in turns.
//!
//! [`compare`] takes a [`Scene`](clipmark_scene::Scene) and gives a [`Comparison`](clipmark_record::Comparison). Each
//! contestant is built, plays the script, answers seeded random sweeps that the exact reference judges, and is timed against
//! the others. [`Setting`] and [`BuiltContestant`] are its parts, for benches; [`race`] and [`referee()`] serve tools that
//! bring their own sweeps.

pub mod alone;
pub mod bar;
mod clock;
mod comparison;
mod error;
pub mod grow;
mod judge;
pub mod load;
mod machine;
mod options;
pub mod placed;
mod run;

pub use clock::race;
pub use comparison::alone::{judge_reference, judge_run};
pub use comparison::speed::speed;
pub use comparison::{compare, compare_altered, contestants_named, outline, scene_contestants};
pub use error::MeasureError;
pub use judge::explain::{Explained, explain, world_of};
pub use judge::judged::Judged;
pub use judge::outside::{JudgedStates, judge_answers, judge_states};
pub use judge::referee::{Refereed, referee};
pub use judge::score::Scored;
pub use judge::{agreement, answers, counterparts, detect, difference};
pub use machine::this_machine;
pub use options::Options;
pub use run::base::Base;
pub use run::contestant::{
    BackendKind, Contestant, all_backends, backends, is_optional, movers, not_built, variants,
};
pub use run::play::{InputSource, Played, play, play_by, play_input, run_ticks};
pub use run::reference_f32::ReferenceInF32;
pub use run::reference_space::ReferenceSpace;
pub use run::roster::{Roster, guests};
pub use run::setting::{BuiltContestant, Play, SPAWN_LIFT, Setting, beginning, profile_of, shared_world};
pub use run::versions::{elsewhere, library_said};
pub use run::{in_order, least, moving, sweeps, uniform, weigh};

/// Told how far a comparison has come: a stage by name, steps done and steps in all.
pub type Progress<'a> = &'a mut dyn FnMut(&str, u64, u64);
