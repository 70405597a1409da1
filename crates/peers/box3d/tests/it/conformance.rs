//! Which properties of an answer Box3D's casts do not keep. Limits are a quarter above what is measured.

use crate::shared_conformance::assert_departs_as_known;
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::REGISTERED;

const DEPARTURES: &str = "
# the normal and the contact point are those that GJK or the manifold ended with, not a surface's
exact        | normal                                                 |  180.0 |  180.0
exact        | normal at a start in a solid                           |    1.0 |    1.0
exact        | phantom                                                |  420.0 |  0.131
exact        | plane's distance                                       |    1.0 |    1.0
lengths      | plane's distance                                       |    1.0 |      -
many         | normal at a start in a solid                           |      - |    1.0
many         | plane's distance                                       |    1.0 |      -
monotonicity | wanting to go farther ends nearer                      |  0.044 |      -

# manifolds are made for bodies that hardly overlap; deep ones have none, or another face
places       | a contact's distance is not the gap at its point       |   34.0 |   34.0
places       | a contact's face is none at its point                  |    1.0 |    1.0
places       | a contact's top is not that of its polygon in the hull |    1.0 |    1.0
places       | contents that fill the point are not reported          |  0.079 |  0.079
places       | is deeper than it says                                 |   0.11 |      -
places       | no contact with a solid that the hull is in            |   82.0 |   82.0
places       | overlaps nothing, deep in a solid                      |   0.16 |      -
places       | the way out does not end at the solid's surface        |  0.031 |      -
rest         | does not slide along the floor                         |  100.0 |      -
rest         | has no contact with the floor it rests on              |    1.0 |      -
rest         | sinks when pressed down                                |  0.001 |      -

# a cast that starts within the slop of a surface is a hit in every direction, without a normal (box3d#32)
exact        | stopped along                                          |    1.0 |    1.0
idempotence  | the rest of the motion starts in a solid               |    1.0 |      -
lengths      | stands still by many short sweeps along a floor        |    1.0 |      -
start        | a path out of the skin is a hit                        |    1.0 |      -
start        | a path that ends outside the skin is a hit             |    1.0 |      -
start        | goes into a surface that it touches                    |    1.0 |      -
start        | mere touching is not what it declares                  |    1.0 |      -

# Box3D stops what ends in a solid; it knows no skin that an end is pulled back to
start        | a path that ends inside the skin breaks the touch rule |    1.0 |    1.0
start        | declares other rules than it was built with            |    1.0 |    1.0

# the cast gives up after 20 steps, which is no hit
exact        | missed                                                 |  0.082 |      -
exact        | missed from touch                                      |      - |   32.1
exact        | too deep                                               |   0.16 |      -
fields       | too deep                                               |   0.17 |      -
idempotence  | the end is solid                                       |    1.0 |      -
idempotence  | the rest of the motion ends in a solid                 |    0.2 |      -
idempotence  | there is no way back to the start                      | 1400.0 |      -
lengths      | missed                                                 |  0.045 |      -
lengths      | the gap at stops is not the skin                       |   0.21 |      -
lengths      | the hull reaches too far or not far enough             |   0.21 |      -
lengths      | too deep                                               |   0.17 |      -
many         | the gap at stops is not the skin                       |   0.21 |      -
many         | too deep                                               |   0.17 |      -
passage      | missed                                                 |  0.045 |      -
splitting    | stops at another place                                 |  0.049 |      -

# casts stop a slop of 0.005 m short, in units 0.16 or 0.005
exact        | the gap at stops is not the skin                       |   0.21 |      -
fields       | phantom                                                |   0.19 |      -
lengths      | phantom                                                |   0.23 |      -
lengths      | sinks into a floor by many short sweeps                |   0.25 |      -
many         | phantom                                                |    0.2 |    0.0
passage      | phantom                                                |  560.0 |    1.4
rest         | does not land a skin above the floor                   |   0.21 |      -
";

#[test]
fn box3d_departs_as_known() {
    assert_departs_as_known(REGISTERED[PLAIN], PLAIN, DEPARTURES);
}

#[test]
fn tuned_box3d_departs_as_known() {
    assert_departs_as_known(REGISTERED[TUNED], TUNED, DEPARTURES);
}
