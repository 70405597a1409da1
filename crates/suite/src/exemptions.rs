//! The list of scenes that the reference mover fails too: `exemptions.csv` beside the suites, one `scene,reason` a line. It holds
//! for every contestant. [`Exemption`] says why they are listed by hand.

use crate::SuiteError;
use clipmark_record::suite::Exemption;
use std::collections::HashSet;
use std::path::Path;

/// Name of the list in a folder of suites.
pub const FILE: &str = "exemptions.csv";
/// Lines of the list at most; the whole suite has fewer scenes.
const MOST: usize = 100_000;

/// The list of a folder of suites; empty where there is none.
///
/// # Errors
/// A list that cannot be read, a line without a reason, and a line that stands twice.
pub fn read(suites: &Path) -> Result<Vec<Exemption>, SuiteError> {
    let file = suites.join(FILE);
    if !file.exists() {
        return Ok(Vec::new());
    }
    let bad = |why: String| SuiteError::Exemptions {
        file: file.clone(),
        why,
    };
    let mut all: Vec<Exemption> = Vec::new();
    let mut seen = HashSet::new();
    let mut rows = csv::Reader::from_path(&file).map_err(|e| bad(e.to_string()))?;
    for row in rows.deserialize() {
        let exemption: Exemption = row.map_err(|e| bad(e.to_string()))?;
        let scene = &exemption.scene;
        if exemption.reason.trim().is_empty() {
            return Err(bad(format!("{scene} has no reason; give one")));
        }
        if !seen.insert(scene.clone()) {
            return Err(bad(format!("{scene} stands twice; keep one")));
        }
        all.push(exemption);
        if all.len() > MOST {
            return Err(bad(format!("it has more than {MOST} lines; shorten it")));
        }
    }
    Ok(all)
}
