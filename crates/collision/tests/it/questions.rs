//! What a library is asked, as data.

use clipmark_collision::question::solid_between;
use clipmark_geometry::{Brush, Contents, Point};

#[test]
fn the_solid_between_sides_has_the_corners_of_the_brush() {
    let (lo, hi) = (Point::new(-3.0, -2.0, 1.0), Point::new(40.0, 5.0, 4000.0));
    let brush = Brush::from_box(lo, hi, Contents::SOLID).unwrap();
    let again = solid_between(&brush.sides).vertices();
    assert_eq!(again, brush.vertices());
    assert_eq!(again.len(), 8);
}
