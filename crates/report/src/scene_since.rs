//! What changed in a scene since the run whose report stands in the folder: detectors' findings and expectations, without times.

use crate::error::ReportError;
use crate::format::three_digits;
use crate::study::{since, written};
use clipmark_record::verdicts::{Verdict, Verdicts};
use clipmark_record::{Comparison, Entry};
use std::path::Path;

/// A sentence, and the changes one by one. Call it before the report in the folder is replaced.
pub fn scene_since(comparison: &Comparison, dir: &Path) -> Vec<String> {
    let said = since(&verdicts(comparison), dir).into_iter();
    said.map(|sentence| sentence.text).collect()
}

/// The verdicts as a file.
pub(crate) fn file(comparison: &Comparison) -> Result<String, ReportError> {
    written(&verdicts(comparison))
}

fn verdicts(comparison: &Comparison) -> Verdicts {
    let scene = &comparison.scene;
    let asked = [
        ("scene", scene.name.clone()),
        ("world", scene.world.clone()),
        ("profile", scene.profile.clone()),
        ("tick_msec", scene.tick_msec.to_string()),
        ("ticks", scene.ticks.to_string()),
        ("seed", scene.seed.to_string()),
        ("sweeps", scene.sweeps.to_string()),
        ("measured_from", scene.measured_from.clone()),
    ];
    let found = comparison.contestants.iter().flat_map(found);
    let expected = comparison.expectations.iter().map(|e| {
        let got = if e.held { "" } else { &e.got };
        Verdict::new(&e.contestant, &*e.what, got)
    });
    Verdicts {
        study: "comparison".into(),
        made: comparison.made.clone(),
        asked: asked.map(|(name, value)| (name.into(), value)).into(),
        verdicts: found.chain(expected).collect(),
    }
}

/// A verdict of each detector that ran.
fn found(entry: &Entry) -> impl Iterator<Item = Verdict> {
    entry.detection.ran.iter().map(|code| {
        let finding = entry.detection.findings.iter().find(|f| f.id == *code);
        let failed = finding.map_or(String::new(), |f| {
            let worst = match f.worst.is_finite() {
                true => format!(", at worst {} {}", three_digits(f.worst), f.unit),
                false => String::new(),
            };
            format!("{}, {} times{worst}", f.name, f.count)
        });
        Verdict::new(&entry.name, &**code, failed)
    })
}
