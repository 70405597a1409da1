//! Sums up the answers behind one key: how many, a hash of their text, and counts.

use crate::book::Line;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A line, and the text that its bits are the hash of, where it was asked for.
pub struct Entry {
    /// The line.
    pub line: Line,
    /// One answer, tick or row each.
    pub raw: Vec<String>,
}

/// FNV-1a, 64 bits: four lines of code that nobody will replace by a better hash.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The hash of a text.
pub(crate) fn hash(text: &str) -> u64 {
    extend(OFFSET, text)
}

fn extend(hash: u64, text: &str) -> u64 {
    text.bytes()
        .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// What is known of a key so far.
pub(crate) struct Tally {
    key: String,
    hash: u64,
    asked: usize,
    unit: &'static str,
    counts: BTreeMap<String, usize>,
    raw: Option<Vec<String>>,
}

impl Tally {
    /// Nothing yet. Texts are kept if this key is the wanted one. `unit` names what is counted: `asked`, `ticks`.
    pub(crate) fn new(key: String, unit: &'static str, wanted: Option<&str>) -> Self {
        Self {
            hash: OFFSET,
            asked: 0,
            unit,
            counts: BTreeMap::new(),
            raw: (wanted == Some(&key)).then(Vec::new),
            key,
        }
    }

    /// Adds an answer.
    pub(crate) fn add(&mut self, text: &str) {
        self.asked += 1;
        self.hash = extend(extend(self.hash, text), "\n");
        if let Some(raw) = &mut self.raw {
            raw.push(text.to_owned());
        }
    }

    /// Adds to a count.
    pub(crate) fn count(&mut self, name: &str, n: usize) {
        if n > 0 {
            *self.counts.entry(name.to_owned()).or_default() += n;
        }
    }

    /// The line.
    pub(crate) fn entry(self) -> Entry {
        let mut values = format!("{}={} bits={:016x}", self.unit, self.asked, self.hash);
        for (name, n) in &self.counts {
            let _ = write!(values, " {name}={n}");
        }
        Entry {
            line: Line {
                key: self.key,
                values,
            },
            raw: self.raw.unwrap_or_default(),
        }
    }
}

/// Numbers with as many digits as tell each from every other, in brackets. -0 is 0, and a NaN has no sign.
pub(crate) fn numbers<R: Into<f64> + Copy + std::fmt::Debug + PartialEq + Default>(
    all: impl IntoIterator<Item = R>,
) -> String {
    let mut text = String::from("(");
    for (i, x) in all.into_iter().enumerate() {
        let x = if x == R::default() { R::default() } else { x };
        let gap = if i == 0 { "" } else { " " };
        let _ = match x.into().is_nan() {
            true => write!(text, "{gap}NaN"),
            false => write!(text, "{gap}{x:?}"),
        };
    }
    text + ")"
}
