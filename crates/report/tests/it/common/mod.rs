//! The pages' text on how they were made.
use clipmark_rows::Made;

pub(crate) fn made() -> Made {
    Made {
        date: "2026-11-23 08:14".into(),
        commit: "0123abcd".into(),
        command: "compare it".into(),
        rules: 2,
    }
}
