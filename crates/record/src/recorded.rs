//! Measurements of one contestant in one run, as far as two runs can be compared.

/// Times and answers of one contestant, or of one bench.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// Contestant, or name of a bench.
    pub name: String,
    /// Times, one a round, each under its name.
    pub times: Vec<(String, Vec<f64>)>,
    /// Counts of failures and other facts about the answers, each under its name.
    pub answers: Vec<(String, String)>,
}
