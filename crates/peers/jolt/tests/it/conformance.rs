//! Which properties of an answer Jolt's casts do not keep. Limits are a quarter above what is measured.

use crate::shared_conformance::assert_departs_as_known;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_jolt::REGISTERED;

const DEPARTURES: &str = "
# the normal and the contact point are those that GJK or EPA ended with, not a surface's
exact        | normal                                                 |  113.0 |  180.0
exact        | normal at a start in a solid                           |    1.0 |    1.0
exact        | phantom                                                |      - |   0.12
exact        | plane's distance                                       |    1.0 |    1.0
many         | normal at a start in a solid                           |      - |    1.0
monotonicity | wanting to go farther ends nearer                      |      - |  0.083
passage      | normal                                                 |  120.0 |  180.0
splitting    | meets another surface                                  |    1.0 |    1.0
symmetry     | meets another surface                                  |    1.0 |    1.0

# EPA ends at another face, and its depth and normal with it
places       | a contact's distance is not the gap at its point       |   41.0 |   35.0
places       | a contact's face is none at its point                  |    1.0 |    1.0
places       | a contact's point is on no surface                     |    1.0 |      -
places       | a contact's top is not that of its polygon in the hull |    1.0 |    1.0
places       | is deeper than it says                                 |    3.3 |   19.0
places       | no contact with a solid that is near                   |   20.0 |      -
places       | no contact with a solid that the hull is in            |   75.0 |   71.0
places       | overlaps nothing, deep in a solid                      |   0.61 |      -
places       | overlaps something that is apart                       |   0.15 |      -
rest         | has no contact with the floor it rests on              |    1.0 |      -
rest         | lacks a contact in a corner                            |    2.5 |      -
rest         | sinks when pressed down                                | 0.0004 |      -

# a cast reports of a start in a solid what its last normal tells; what it moves out of is no hit by default
exact        | a sweep that starts deep in a solid does not say so    |   43.0 |      -
exact        | start                                                  |    1.0 |      -
exact        | start in a solid unsaid                                |    1.0 |      -
many         | start in a solid unsaid                                |    1.0 |      -
start        | a path out of the skin is a hit                        |      - |    1.0
start        | does not notice a start in a solid                     |    1.0 |      -
start        | goes on into a solid                                   |    1.0 |      -

# Jolt stops what ends in a solid; it knows no skin that an end is pulled back to
start        | a path that ends inside the skin breaks the touch rule |    1.0 |    1.0
start        | declares other rules than it was built with            |    1.0 |    1.0

# hits whose normal looks along the path are dropped as back faces; rounded edges let the box in
exact        | missed                                                 |   75.0 |      -
exact        | too deep                                               |   0.96 |      -
idempotence  | the end is solid                                       |    1.0 |      -
idempotence  | the rest of the motion ends in a solid                 |   26.0 |      -
idempotence  | the rest of the motion starts in a solid               |    1.0 |      -
idempotence  | there is no way back to the start                      |  490.0 |      -
passage      | missed                                                 |  0.015 |      -
splitting    | meets something in one case only                       |    1.0 |      -
splitting    | starts in a solid in one case only                     |    1.0 |      -
splitting    | stops at another place                                 |  220.0 |      -
splitting    | the first part of a free path is not free              |    1.0 |      -
symmetry     | meets something in one case only                       |    1.0 |      -
symmetry     | stops at another place                                 |  270.0 |      -

# found by the widened questions; whether the library or our adapter causes it is not traced
exact        | phantom                                                |    0.0 |      -
exact        | stopped along                                          |    1.0 |    1.0
lengths      | phantom                                                |   0.92 |   0.92
many         | phantom                                                |      - |    0.0
passage      | phantom                                                |      - |    2.3

# Jolt's tolerance of 1e-4 m is 0.0032 u
exact        | the hull reaches too far or not far enough             | 0.0012 | 0.0012
";

#[test]
fn jolt_departs_as_known() {
    assert_departs_as_known(REGISTERED[PLAIN], PLAIN, DEPARTURES);
}

#[test]
fn tuned_jolt_departs_as_known() {
    assert_departs_as_known(REGISTERED[TUNED], TUNED, DEPARTURES);
}
