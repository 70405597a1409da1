//! One run judged by itself, for callers with hundreds of runs: detectors, referee and expectations. There is no clock and no
//! second run.

use super::expect::{self, Expected, expectations};
use crate::judge::score::{self, Scored};
use crate::options::Options;
use crate::run::base::Base;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use clipmark_scene::Scene;

/// The judgement of a run, and of its scene's expectations.
pub fn judge_run(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
) -> (Scored, Vec<Expected>) {
    judged(scene, setting, entrant, played, base, lines, false)
}

/// Which of the scene's expectations of this contestant the reference mover's run meets. Where a run is compared with the same
/// run in another world, that is the reference mover's too.
pub fn judge_reference(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    reference: &Played<f64>,
    base: &Base,
) -> Vec<Expected> {
    judged(scene, setting, entrant, &reference.cast(), base, &[], true).1
}

fn judged(
    scene: &Scene,
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
    is_reference: bool,
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
        is_reference,
    };
    let expected = expectations(scene, &run);
    (scored, expected)
}
