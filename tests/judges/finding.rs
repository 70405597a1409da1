//! Findings of judges, and the new ones among them: a planted fault is caught only by a finding that the sound
//! contestant lacks.

use std::collections::BTreeSet;

/// Something that a judge finds wrong with a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The fault, without counts: the same for the sound contestant and for one with a fault.
    pub(crate) kind: String,
    /// The same in words, with place and counts.
    pub(crate) said: String,
}

/// A judge writes its findings here.
#[derive(Debug)]
pub(crate) struct Findings<'a> {
    /// Findings on the sound contestant too; none while that one is judged.
    known: Option<&'a BTreeSet<String>>,
    found: Vec<Finding>,
}

impl<'a> Findings<'a> {
    /// For the sound contestant: everything is of interest.
    pub(crate) fn all() -> Self {
        Self {
            known: None,
            found: Vec::new(),
        }
    }

    /// For a contestant with a fault: the first finding that is not known is enough.
    pub(crate) fn beyond(known: &'a BTreeSet<String>) -> Self {
        Self {
            known: Some(known),
            found: Vec::new(),
        }
    }

    /// Writes down a finding, unless it is known.
    pub(crate) fn add(&mut self, kind: impl Into<String>, said: impl Into<String>) {
        let kind = kind.into();
        if self.known.is_none_or(|known| !known.contains(&kind)) {
            let said = said.into();
            self.found.push(Finding { kind, said });
        }
    }

    /// Whether the judge need not look further.
    pub(crate) fn enough(&self) -> bool {
        self.known.is_some() && !self.found.is_empty()
    }

    pub(crate) fn into_vec(self) -> Vec<Finding> {
        self.found
    }
}

#[test]
fn what_the_sound_contestant_shows_catches_no_fault() {
    let mut sound = Findings::all();
    sound.add("missed", "3 sweeps missed");
    assert!(!sound.enough(), "all of a sound contestant is of interest");
    let known = sound.into_vec().into_iter().map(|f| f.kind).collect();
    let mut faulty = Findings::beyond(&known);
    faulty.add("missed", "5 sweeps missed");
    assert!(!faulty.enough());
    faulty.add("phantom", "1 sweep stopped where nothing is");
    assert!(faulty.enough());
    assert_eq!(faulty.into_vec().len(), 1);
}
