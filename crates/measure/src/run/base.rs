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
        let reference = setting.reference_run();
        let own = if reference.is_some() {
            "the reference run"
        } else {
            name
        };
        Self::against(reference.as_ref(), first, own)
    }

    /// A reference mover's run, or where there is none a contestant's own.
    pub fn against(reference: Option<&Played<f64>>, own: &Played, name: &str) -> Self {
        Self {
            name: name.into(),
            is_first: reference.is_none(),
            run: reference.map_or_else(|| own.cast(), Clone::clone),
            reference: reference.map(Played::cast),
        }
    }
}
