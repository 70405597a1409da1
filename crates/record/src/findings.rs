//! The detectors' findings, and the detectors that ran.

/// The detectors' results for one contestant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detection {
    /// The findings, in the order of the table of detectors; a detector without a finding has no entry.
    pub findings: Vec<Finding>,
    /// Codes of the detectors that ran.
    pub ran: Vec<String>,
    /// Detectors that did not run, and why.
    pub not_run: Vec<NotRun>,
    /// Ticks that detectors looked at and did not judge.
    pub unjudged: Vec<Unjudged>,
}

/// A failure that a detector found, with its worst case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// Its code in `docs/failures.md`: `F14`.
    pub id: String,
    /// How often it happened.
    pub count: usize,
    /// The largest.
    pub worst: f64,
    /// Tick or sweep of the worst, from 0; `None` where it belongs to none.
    pub at: Option<usize>,
    /// Position of the body's origin there, in units.
    pub place: [f64; 3],
    /// How often: of movement per simulated minute, of answers per million.
    pub rate: f64,
    /// The unit of the rate: `per minute`, `per million sweeps`, `per million cases`.
    pub per: String,
    /// The worst case in words, where it can be asked again; else empty.
    pub example: String,
}

/// Ticks that a detector did not judge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unjudged {
    /// Its code in `docs/failures.md`: `F33`.
    pub id: String,
    /// Ticks of which nothing could be proven.
    pub undecided: usize,
    /// Ticks that an engine's rule excuses.
    pub by_rule: usize,
}

/// A detector that did not run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotRun {
    /// Its code in `docs/failures.md`: `F14`.
    pub id: String,
    /// Its missing input.
    pub why: String,
}
