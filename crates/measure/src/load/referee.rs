//! Random sweeps that are refereed before anything is timed: a time of wrong answers is none.

use super::{REFEREED, WRONG};
use crate::judge::referee::referee;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::draw;
use clipmark_record::load::LoadWrong;

/// The wrong answers of a contestant to sweeps of the world.
pub(super) fn wrong_in_world(setting: &Setting, built: &BuiltContestant, seed: u64) -> LoadWrong {
    let skin = setting.profile.trace_rules.skin;
    let lines = draw(&setting.world, &setting.truth, &built.hull, skin, REFEREED, seed);
    let truth = setting.truth.for_backend(&built.hull, &*built.backend);
    let truth = truth.asked_by(&setting.profile.trace_rules);
    let refereed = referee(&*built.backend, &truth, &built.sweeps(&lines), || ());
    LoadWrong {
        contestant: built.contestant.to_string(),
        judged: lines.len(),
        wrong: refereed.score().faults.sum(&WRONG),
    }
}
