//! The scene verdict: `compare SCENE.ron --quick`, its verdict and its expectations.

use crate::{Found, JudgesError};
use clipmark_measure::{Contestant, Options, compare};
use clipmark_scene::Scene;

pub(crate) fn judge(scenes: &[Scene], contestant: Contestant) -> Result<Found, JudgesError> {
    let options = Options {
        contestants: Some(vec![contestant.to_string()]),
        quick: true,
        ..Options::default()
    };
    for scene in scenes {
        let comparison = compare(scene, &options, &mut |_, _, _| ())?;
        let unmet = comparison.expectations.iter().find(|e| !e.held);
        let passed = comparison
            .contestants
            .iter()
            .all(clipmark_measure::passed_every_check);
        if !passed {
            let why = comparison.verdict.first().cloned().unwrap_or_default();
            return Ok(Some(format!("{}: {why}", scene.name)));
        }
        if !comparison.all_timed() {
            return Ok(Some(format!("{}: not timed: answers differ", scene.name)));
        }
        if let Some(e) = unmet {
            return Ok(Some(format!(
                "{}: expected: {}; got: {}",
                scene.name, e.what, e.got
            )));
        }
    }
    Ok(None)
}
