//! Outlines that are no polygons.

use clipmark_cylinder::inner::{Refused, refuse};
use clipmark_geometry::{Plane, Vec3};

#[test]
fn bad_outlines_are_named() {
    use Refused::*;
    let o = [0.0, 0.0, 0.0];
    let square = [o, [8.0, 0.0, 0.0], [8.0, 8.0, 0.0], [0.0, 8.0, 0.0]];
    let dart = [o, [8.0, 0.0, 0.0], [2.0, 2.0, 0.0], [0.0, 8.0, 0.0]];
    let mut bent = square;
    bent[2][2] = 3.0;
    let mut turned = square;
    turned.reverse();
    let cases: [(&[[f32; 3]], Option<Refused>); 9] = [
        (&square, None),
        (&[], Some(Degenerate)),
        (&[o, o, o, o], Some(Degenerate)),
        (&[o, [1.0, 1.0, 0.0], [2.0, 2.0, 0.0]], Some(Degenerate)),
        (&[o, [1.0, f32::NAN, 1.0], [2.0, 0.0, 2.0]], Some(Invalid)),
        (&[o, [1e30, 0.0, 1.0], [2.0, 0.0, 2.0]], Some(Invalid)),
        (&bent, Some(NotFlat)),
        (&dart, Some(NotConvex)),
        (&turned, Some(NotConvex)),
    ];
    for (corners, expected) in cases {
        let found = refuse(
            Plane::new(Vec3::z(), 0.0),
            corners.iter().map(|&p| p.into()).collect(),
        );
        assert_eq!(found, expected, "{corners:?}");
    }
}
