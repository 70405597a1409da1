//! The grown planes of brush 808 of islandctf, 7,000 units out. Two of them are but 4e-6 apart. One was lost, and with it the
//! solid's bound on that side. A place 13 units from any brush counted as solid.

use clipmark_geometry::Plane;
use clipmark_hull::inner::count_sides;

#[test]
fn of_two_planes_that_nearly_coincide_none_is_lost() {
    let planes = [
        ([-1.0, 0.0, 0.0], 7524.0),
        ([1.0, 0.0, 0.0], -7_408.984_4),
        ([0.0, -1.0, 0.0], 1380.0),
        ([0.0, 1.0, 0.0], -1265.0),
        ([0.0, 0.0, -1.0], 96.0),
        ([0.0, 0.0, 1.0], 242.0),
        ([0.0, -0.595_447_5, 0.803_394_26], 965.527_04),
        ([0.707_106_77, 0.707_106_77, 0.0], -6_193.548),
        ([0.595_445_2, 0.0, 0.803_395_87], -4_267.844),
        ([0.595_448_5, 0.0, 0.803_393_4], -4_267.869),
    ];
    let planes = planes.map(|(n, dist): ([f32; 3], f32)| Plane::new(n.into(), dist));
    assert_eq!(count_sides(&planes), planes.len());
}
