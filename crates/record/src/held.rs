//! Bytes that a built backend holds: counted, and by its own word.

use serde::{Deserialize, Serialize};

/// A contestant's own report is shown beside the count where it is off by more than this part. The memory in parry's shapes can
/// only be estimated, and our own accounts are within it (`tests/it/memory.rs`). Smaller: every estimate is quoted; larger:
/// reports understate.
pub const WORD_PART: f64 = 0.1;
/// ... and by this many bytes besides: names, sentences, and an allocator's part of each block of a small world.
pub const WORD_BYTES: usize = 4096;

/// Bytes of a built backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Held {
    /// As the allocator of a process of its own counted; none where it was not asked or cannot count.
    pub counted: Option<usize>,
    /// As the contestant says.
    pub said: usize,
}

/// Files of before there was a count have the contestant's word alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Said(usize),
    Both { counted: Option<usize>, said: usize },
}

impl From<Written> for Held {
    fn from(written: Written) -> Self {
        match written {
            Written::Said(said) => Self::said(said),
            Written::Both { counted, said } => Self { counted, said },
        }
    }
}

impl Held {
    /// For a contestant whose bytes were not counted.
    pub fn said(said: usize) -> Self {
        Self { counted: None, said }
    }

    /// The counted bytes, or else the contestant's own report.
    pub fn known(&self) -> usize {
        self.counted.unwrap_or(self.said)
    }

    /// The contestant's own report, where it differs from the count.
    pub fn other_word(&self) -> Option<usize> {
        let counted = self.counted?;
        let most = (counted as f64 * WORD_PART).max(WORD_BYTES as f64);
        (counted.abs_diff(self.said) as f64 > most).then_some(self.said)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_quoted_where_it_is_off_by_a_tenth_and_a_page() {
        let of = |counted, said| Held {
            counted: Some(counted),
            said,
        };
        assert_eq!(of(1_000_000, 500_000).other_word(), Some(500_000));
        assert_eq!(of(1_000_000, 1_200_000).other_word(), Some(1_200_000));
        assert_eq!(of(1_000_000, 0).other_word(), Some(0));
        assert_eq!(of(1_000_000, 950_000).other_word(), None);
        assert_eq!(of(5000, 2000).other_word(), None);
        assert_eq!(Held::said(7).other_word(), None, "nobody counted");
        assert_eq!((of(9, 4).known(), Held::said(7).known()), (9, 7));
    }

    #[test]
    fn files_of_before_have_the_word_alone() {
        assert_eq!(serde_json::from_str::<Held>("680").unwrap(), Held::said(680));
        let held = Held {
            counted: Some(700),
            said: 680,
        };
        let text = serde_json::to_string(&held).unwrap();
        assert_eq!(text, r#"{"counted":700,"said":680}"#);
        assert_eq!(serde_json::from_str::<Held>(&text).unwrap(), held);
        assert_eq!(
            serde_json::from_str::<Held>(r#"{"counted":null,"said":680}"#).unwrap(),
            Held::said(680)
        );
    }
}
