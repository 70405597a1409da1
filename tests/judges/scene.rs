//! The scene verdict: `compare SCENE.ron --quick`, with its expectations.

use crate::Failure;
use crate::finding::Findings;
use clipmark_measure::{Contestant, Options, compare};
use clipmark_scene::Scene;

pub(crate) fn judge(
    scenes: &[Scene],
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), Failure> {
    let options = Options {
        contestants: Some(vec![contestant.to_string()]),
        quick: true,
        ..Options::default()
    };
    for scene in scenes {
        let comparison = compare(scene, &options, &mut |_, _, _| ())?;
        // A user gets exit code 1 for this.
        for case in &comparison.results.cases {
            for row in case.failures() {
                findings.add(format!("{}: {}", scene.name, row.describe()));
            }
        }
        if findings.are_enough() {
            return Ok(());
        }
    }
    Ok(())
}
