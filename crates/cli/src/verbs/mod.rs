//! One file a verb.

pub(crate) mod bar;
pub(crate) mod bench;
mod check;
mod clip_trace;
pub(crate) mod courses;
pub(crate) mod diff;
pub(crate) mod evidence;
pub(crate) mod explain;
pub(crate) mod export;
mod families;
pub(crate) mod judge;
mod judge_outside;
mod known;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod new;
pub(crate) mod play;
mod play_gallery;
mod profiles;
mod question;
pub(crate) mod replay;
mod replay_moving;
pub(crate) mod report;
pub(crate) mod scene;
pub(crate) mod suite;
pub(crate) mod trace;
mod trace_placed;
