//! The walker's velocity nearest to a wanted one that enters none of several planes.

use clipmark_geometry::Vec3;
use clipmark_movement::inner::{Bounds, MOST, SAME};
use proptest::prelude::*;

fn directions() -> impl Strategy<Value = Vec<Vec3>> {
    let one = prop::array::uniform3(-1.0f32..1.0).prop_map(Vec3::from);
    let unit = one
        .prop_filter("long enough", |v| v.norm() > 0.1)
        .prop_map(|v| v.normalize());
    prop::collection::vec(unit, 0..MOST)
}

proptest! {
    /// Nearest, by the test for it: no allowed point lies nearer along the way to it.
    #[test]
    fn no_allowed_velocity_is_nearer(
        normals in directions(), wanted in prop::array::uniform3(-300.0f32..300.0),
        other in prop::array::uniform3(-300.0f32..300.0), low in -50.0f32..0.0,
    ) {
        let (wanted, other) = (Vec3::from(wanted), Vec3::from(other));
        let mut bounds = Bounds::none();
        let mut kept = vec![];
        for (i, n) in normals.iter().enumerate() {
            let least = if i % 2 == 0 { 0.0 } else { low };
            bounds.add(*n, least);
            kept.push((*n, least));
        }
        let v = bounds.nearest(wanted);
        let tolerance = 2e-3;
        for (n, least) in &kept {
            // Near copies of a plane are merged.
            prop_assert!(n.dot(&v) >= least - tolerance - 2.0 * SAME * v.norm());
        }
        // A property of convex sets: at the nearest point, the angle to any other point is not acute.
        if kept.iter().all(|(n, least)| n.dot(&other) >= *least) {
            prop_assert!((wanted - v).dot(&(other - v)) <= 1.0);
        }
    }
}

#[test]
fn an_acute_corner_stops_and_an_obtuse_one_lets_slide() {
    let (a, b) = (Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.6, -0.8, 0.0));
    let mut corner = Bounds::none();
    corner.add(a, 0.0);
    corner.add(b, 0.0);
    // Into the acute corner there is no way.
    assert!(corner.nearest(Vec3::new(100.0, 100.0, 0.0)).norm() < 1e-3);
    // 120 degrees between the walls: along the first it leaves the second.
    let mut wide = Bounds::none();
    wide.add(a, 0.0);
    wide.add(Vec3::new(-0.5, -0.866, 0.0), 0.0);
    let along = wide.nearest(Vec3::new(100.0, -20.0, 0.0));
    assert!((along - Vec3::new(0.0, -20.0, 0.0)).norm() < 1e-3, "{along:?}");
}
