//! Bytes that a built backend holds: counted, and by its own word.

/// A contestant's own report is shown beside the count where it is off by more than this part. The memory in parry's shapes can
/// only be estimated, and our own accounts are within it (`tests/it/memory.rs`). Smaller: every estimate is quoted; larger:
/// reports understate.
pub const WORD_PART: f64 = 0.1;
/// ... and by this many bytes besides: names, sentences, and an allocator's part of each block of a small world.
pub const WORD_BYTES: usize = 4096;

/// Bytes of a built backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// As the allocator of a process of its own counted; none where it was not asked or cannot count.
    pub counted: Option<usize>,
    /// As the contestant says.
    pub said: usize,
}

impl Held {
    /// For a contestant whose bytes were not counted.
    pub fn declared(said: usize) -> Self {
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
        assert_eq!(Held::declared(7).other_word(), None, "nobody counted");
        assert_eq!((of(9, 4).known(), Held::declared(7).known()), (9, 7));
    }
}
