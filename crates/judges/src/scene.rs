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
        // What a user gets as exit code 1.
        if comparison.passes(|_| true) {
            continue;
        }
        let unmet = comparison.expectations.iter().find(|e| !e.held);
        let failed = comparison.contestants.iter().any(|e| !e.passes());
        let why = match (failed, unmet) {
            (false, Some(e)) => format!("expected: {}; got: {}", e.what, e.got),
            _ => comparison.verdict.first().cloned().unwrap_or_default(),
        };
        return Ok(Some(format!("{}: {why}", scene.name)));
    }
    Ok(None)
}
