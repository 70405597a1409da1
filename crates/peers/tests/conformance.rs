//! A library's casts against the conformance suite, with its table of what is known.

use clipmark_collision::Registration;
use clipmark_referee::conformance::{Known, assert_conforms};

/// Checks a set-up, the plain one (0) or the tuned one (1). The table has a line for each departure, to be struck off when it
/// goes: property, fault, and how far it goes at most in either set-up, or "-". Lines stand below the reason for them.
pub(crate) fn assert_departs_as_known(row: &Registration, setup: usize, table: &'static str) {
    let (mut known, mut reason) = (Vec::new(), "");
    for line in table.lines().filter(|line| !line.is_empty()) {
        if let Some(text) = line.strip_prefix("# ") {
            reason = text;
            continue;
        }
        let mut cells = line.split('|').map(str::trim);
        let [property, fault, plain, tuned] = std::array::from_fn(|_| cells.next().expect(line));
        match [plain, tuned][setup] {
            "-" => (),
            limit => known.push(Known {
                property,
                fault,
                at_most: limit.parse().expect(line),
                per_case: f32::INFINITY,
                reason,
            }),
        }
    }
    assert_conforms(row.name, &known, |world, rules| {
        (row.build)(world, rules).unwrap()
    });
}
