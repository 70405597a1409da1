//! The scene verdict: `compare SCENE.ron --quick`, its verdict and its expectations.

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
        if comparison.passes(|_| true) {
            continue;
        }
        let name = &scene.name;
        let verdict = comparison.verdict.first().map_or("", String::as_str);
        for entry in &comparison.contestants {
            let is_faulty = entry.faults().next().is_some() || !entry.detection.findings.is_empty();
            if is_faulty || !entry.is_timed() {
                findings.add(format!("{name}: {verdict}"));
            }
        }
        for e in comparison.expectations.iter().filter(|e| !e.held) {
            let what = format!("{name}: expected: {}", e.what);
            let said = format!("{what}; got: {}", e.got);
            findings.add(said);
        }
        if findings.are_enough() {
            return Ok(());
        }
    }
    Ok(())
}
