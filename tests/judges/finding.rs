//! What judges find wrong with a contestant. The sound one has no finding, so that a fault is caught by the first.

/// A judge writes its findings here.
#[derive(Debug)]
pub(crate) struct Findings {
    is_first_enough: bool,
    found: Vec<String>,
}

impl Findings {
    /// For the sound contestant, of which everything is of interest.
    pub(crate) fn all() -> Self {
        Self {
            is_first_enough: false,
            found: Vec::new(),
        }
    }

    /// For a contestant with a planted fault.
    pub(crate) fn first() -> Self {
        Self {
            is_first_enough: true,
            ..Self::all()
        }
    }

    /// Adds a finding, with its place and counts.
    pub(crate) fn add(&mut self, finding: impl Into<String>) {
        self.found.push(finding.into());
    }

    /// Whether the judge need not look further.
    pub(crate) fn are_enough(&self) -> bool {
        self.is_first_enough && !self.found.is_empty()
    }

    pub(crate) fn into_vec(self) -> Vec<String> {
        self.found
    }
}
