//! One run judged by itself, for those who play hundreds: detectors, referee and expectations, without a clock and without
//! the same run elsewhere and again.

use super::expect::{self, expectations};
use crate::judge::score::{self, Scored};
use crate::options::Options;
use crate::run::base::Base;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use clipmark_record::Expected;
use clipmark_scene::Scene;

/// What is to be said of a run, and of what its scene expects.
pub fn judge_run(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
) -> (Scored, Vec<Expected>) {
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let silent = &mut |_: &str, _, _| ();
    let scored = score::score(setting, entrant, played, base, lines, &options, silent);
    let run = expect::Run {
        setting,
        entrant,
        played,
        scored: &scored,
    };
    let expected = expectations(scene, &run);
    (scored, expected)
}
