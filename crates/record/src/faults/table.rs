//! The rows: every class of fault, the gravest first.

use super::grave::GRAVE;
use super::lesser::LESSER;
use super::{Fault, FaultRow};

/// All classes, the gravest first.
pub static FAULTS: [FaultRow; Fault::COUNT] = {
    assert!(GRAVE.len() + LESSER.len() == Fault::COUNT, "a class has one row");
    let (mut all, mut i) = ([GRAVE[0]; Fault::COUNT], 0);
    while i < Fault::COUNT {
        all[i] = if i < GRAVE.len() {
            GRAVE[i]
        } else {
            LESSER[i - GRAVE.len()]
        };
        i += 1;
    }
    all
};
