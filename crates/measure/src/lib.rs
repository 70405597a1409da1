//! Runs contestants, scores them against the truth and times them in turns.
//!
//! [`compare`] takes a [`Scene`](clipmark_scene::Scene) and gives a [`Comparison`](clipmark_rows::drawn::Comparison). Each
//! contestant is built, plays the script, answers seeded random sweeps that the exact reference judges, and is timed against
//! the others. [`Setting`] and [`BuiltContestant`] are its parts, for benches; [`race`] and [`referee()`] serve tools that
//! bring their own sweeps.

pub mod bar;
pub mod bench;
mod clock;
mod comparison;
mod error;
mod judge;
mod machine;
mod options;
mod panics;
pub mod placed;
pub mod question;
mod run;

pub use clock::race;
pub use comparison::alone::{judge_reference, judge_run};
pub use comparison::expect::{Expected, Left};
pub use comparison::{compare, compare_altered, contestants_named, outline, scene_contestants};
pub use error::MeasureError;
pub use judge::explain::{Explained, explain, world_of};
pub use judge::judged::JudgedAnswer;
pub use judge::moving::detect_in_motion;
pub use judge::outside::{JudgedStates, judge_answers, judge_states};
pub use judge::referee::{Refereed, SweepCounts, referee};
pub use judge::score::{MovementScore, Scored};
pub use judge::{agreement, answers, counterparts, detect, difference};
pub use machine::this_machine;
pub use options::Options;
pub use panics::{catch_panic, hush_caught_panics};
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

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::bar::answers::BuiltContestant as BarJudge;
    pub use crate::bar::lawful::{Stuck, parted};
    pub use crate::bar::movers::among;
    pub use crate::bar::part::Part;
    pub use crate::bar::rest::{THROUGH, Way, classes as rest_classes, lines as rest_lines};
    pub use crate::bench::frames::{shares, turn};
    pub use crate::bench::place::Past;
    pub use crate::bench::town::{BLOCK, BLOCK_BRUSHES, SKY, STREET, WALL};
    pub use crate::clock::fingerprint::{of_pass, of_trace};
    pub use crate::clock::stopwatch::Reading;
    pub use crate::clock::turns::{
        AnswersDiffer, Kept, LONGEST_REDONE_NS, REDONE_A_ROUND, Terms, Timing, against_the_quickest, timed,
    };
    pub use crate::clock::work_times::{GROUPS, grouped as grouped_by_work};
    pub use crate::comparison::cases::{Judged, link_questions};
    pub use crate::judge::classes::classes;
    pub use crate::judge::counterparts::turned::command;
    pub use crate::judge::detect::cone::feasible;
    pub use crate::judge::detect::divergence::Divergence;
    pub use crate::judge::detect::shake::shake;
    pub use crate::judge::detect::stuck::{Footing, stuck_ticks};
    pub use crate::judge::difference::decided;
    pub use crate::judge::marks::marks;
    pub use crate::judge::moving::stretches;
    pub use crate::judge::tutorial::costs;
    pub use crate::judge::worst::{CaseContext, Worst};
    pub use crate::question::exact::{Against, Judge as CallJudge, MovedParts, any_cast};
    pub use crate::run::contestant::check_built;
    pub use crate::run::lengths::Chain;
    pub use crate::run::registry::Optional;
    pub use crate::run::sweeps::Draw;
}

/// Told how far a comparison has come: a stage by name, steps done and steps in all.
pub type Progress<'a> = &'a mut dyn FnMut(&str, u64, u64);
