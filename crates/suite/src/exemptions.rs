//! The list of scenes that the reference mover fails too: `exemptions.csv` beside the suites, one `scene,reason` a line. It holds for
//! every contestant.
//!
//! The movement's own rules fail there. A contestant that fails as the reference does is not counted. Each is listed by hand with its
//! reason. A scene that would be exempt but is not listed fails. So does a listed scene that the reference passes. Otherwise a fault of
//! the movement, which the reference mover shares, would excuse itself.

use crate::SuiteError;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::Path;

/// Name of the list in a folder of suites.
pub const FILE: &str = "exemptions.csv";
/// Lines of the list at most; the whole suite has fewer scenes.
const MOST: usize = 100_000;

/// A line of the list.
#[derive(Deserialize)]
struct Exemption {
    scene: String,
    reason: String,
}

/// The reasons by scene, of a folder of suites; empty where there is none.
///
/// # Errors
/// A list that cannot be read, a line without a reason, and a line that stands twice.
pub fn read(suites: &Path) -> Result<HashMap<String, String>, SuiteError> {
    let file = suites.join(FILE);
    if !file.exists() {
        return Ok(HashMap::new());
    }
    let bad = |why: String| SuiteError::Exemptions {
        file: file.clone(),
        why,
    };
    let mut all = HashMap::new();
    let mut rows = csv::Reader::from_path(&file).map_err(|e| bad(e.to_string()))?;
    for row in rows.deserialize() {
        let Exemption { scene, reason } = row.map_err(|e| bad(e.to_string()))?;
        if reason.trim().is_empty() {
            return Err(bad(format!("{scene} has no reason; give one")));
        }
        if all.contains_key(&scene) {
            return Err(bad(format!("{scene} stands twice; keep one")));
        }
        all.insert(scene, reason);
        if all.len() > MOST {
            return Err(bad(format!("it has more than {MOST} lines; shorten it")));
        }
    }
    Ok(all)
}
