//! The run that all other paths are measured from.

use crate::run::play::Played;
use crate::run::setting::Setting;

/// The run that deviations are measured from.
pub struct Base {
    /// The owner, as a reader is told.
    pub name: String,
    /// Whether it is the first contestant's own.
    pub is_first: bool,
    /// The run.
    pub run: Played<f64>,
    /// The same, if it is the reference mover's, for detectors.
    pub reference: Option<Played>,
}

impl Base {
    /// The reference mover's run, or where there is none the first contestant's.
    pub fn choose(setting: &Setting, first: &Played, name: &str) -> Self {
        match setting.reference_run() {
            Some(run) => Self {
                name: "the reference run".into(),
                is_first: false,
                reference: Some(run.cast()),
                run,
            },
            None => Self {
                name: name.into(),
                is_first: true,
                run: first.cast(),
                reference: None,
            },
        }
    }
}
