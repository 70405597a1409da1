//! One run judged by itself, for those who play hundreds: detectors, referee and expectations, without a clock and without
//! the same run elsewhere and again.

use super::Options;
use super::expect::{self, expectations};
use crate::judge::score;
use crate::run::base::Base;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use clipmark_record::{Entry, Expected};
use clipmark_scene::Scene;

/// What is to be said of a run, and of what its scene expects; its times are zero.
pub fn judge_run(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
) -> (Entry, Vec<Expected>) {
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let silent = &mut |_: &str, _, _| ();
    let entry = score::entry(setting, entrant, played, base, lines, &options, silent).entry;
    let run = expect::Run {
        setting,
        entrant,
        played,
        entry: &entry,
    };
    let expected = expectations(scene, &run);
    (entry, expected)
}
