//! Brushes from planes and boxes, and which of them are turned boxes.

use clipmark_geometry::{
    Aabb, Brush, BrushError, BrushSide, Contents, Cuboid, Plane, Point, SurfaceFlags, Vec3, hull_planes,
};

#[test]
fn box_has_six_faces_and_eight_corners() {
    let b = Brush::from_box(
        Point::new(-1.0, -2.0, -3.0),
        Point::new(4.0, 5.0, 6.0),
        Contents::SOLID,
    )
    .unwrap();
    assert_eq!(b.faces().len(), 6);
    assert_eq!(b.vertices().len(), 8);
    assert_eq!(
        b.bounds,
        Aabb::new(Point::new(-1.0, -2.0, -3.0), Point::new(4.0, 5.0, 6.0))
    );
    let area: f64 = b.faces().iter().map(|f| f.winding.area()).sum();
    assert!((area - 2.0 * (5.0 * 7.0 + 5.0 * 9.0 + 7.0 * 9.0)).abs() < 1e-6);
}

/// They were 28: where four planes and more meet, each three met elsewhere. Box3D's hull builder ended the program.
#[test]
fn far_from_the_origin_each_corner_is_given_once() {
    let corners = [
        [11, -11, -11],
        [7, 4, 11],
        [7, -7, 1],
        [-11, -11, 11],
        [4, 10, 5],
        [8, 7, 8],
        [7, 3, -10],
        [-11, 11, -11],
        [-11, -11, -11],
    ];
    for far in [[0, 0, 0], [5892, -15_320, 11]] {
        let points = corners.map(|c: [i32; 3]| [0, 1, 2].map(|i| f64::from(far[i] + c[i])));
        let planes = hull_planes(&points);
        let planes = planes.iter().map(|(n, d)| Plane::new(n.cast(), *d as f32));
        let planes: Vec<Plane> = planes.collect();
        let b = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        assert_eq!(b.vertices().len(), points.len(), "{far:?}");
    }
}

#[test]
fn open_and_empty_sets_of_planes_are_refused() {
    let up = Plane::new(Vec3::z(), 1.0);
    let all = [
        up,
        Plane::new(Vec3::x(), 1.0),
        Plane::new(-Vec3::x(), 1.0),
        Plane::new(Vec3::y(), 1.0),
        Plane::new(-Vec3::y(), 1.0),
    ];
    let err = |p: &[Plane]| Brush::from_planes(p, Contents::SOLID, SurfaceFlags::empty()).unwrap_err();
    assert_eq!(err(&all), BrushError::Unbounded);
    assert_eq!(err(&[up, up.flipped()]), BrushError::Empty);
    let mut shut = all.to_vec();
    shut.push(Plane::new(-Vec3::z(), -2.0));
    assert_eq!(err(&shut), BrushError::Empty);
    assert_eq!(
        err(&[Plane::new(Vec3::repeat(f32::NAN), 0.0)]),
        BrushError::Invalid
    );
}

#[test]
fn a_plane_that_only_touches_an_edge_is_no_face() {
    let mut b = Brush::from_box(Point::origin(), Point::new(1.0, 1.0, 1.0), Contents::SOLID).unwrap();
    let n = Vec3::new(1.0, 1.0, 0.0).normalize();
    b.sides.push(BrushSide {
        plane: Plane::new(n, n.x * 2.0),
        surface: SurfaceFlags::empty(),
    });
    assert_eq!(b.faces().len(), 6);
}

fn wall(angle: f32, lean: f32, at: Vec3) -> Brush {
    let (sin, cos) = angle.to_radians().sin_cos();
    let (out, along) = (Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0));
    let up = (Vec3::z() + out * lean).normalize();
    let planes = [
        Plane::new(out, 201.0),
        Plane::new(-out, -200.0),
        Plane::new(along, 16_384.0),
        Plane::new(-along, 16_384.0),
        Plane::new(up, 256.0),
        Plane::new(-Vec3::z(), 0.0),
    ];
    let planes = planes.map(|p| Plane::new(p.normal, p.dist + p.normal.dot(&at)));
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

#[test]
fn a_turned_wall_is_a_box_of_its_sizes() {
    for i in 0..720_u16 {
        let (angle, at) = (f32::from(i) / 2.0, Vec3::new(1.0 / 3.0, 1.0 / 7.0, 0.2));
        let brush = wall(angle, 0.0, at);
        let cuboid = Cuboid::of(&brush).unwrap();
        let mut half: Vec<f32> = cuboid.half.iter().copied().collect();
        half.sort_by(f32::total_cmp);
        for (half, exact) in half.iter().zip([0.5, 128.0, 16_384.0]) {
            assert!((half - exact).abs() < 0.02, "{angle}: {cuboid:?}");
        }
        let corner = cuboid.rotation * cuboid.half + cuboid.middle.coords;
        let nearest = brush
            .vertices()
            .iter()
            .map(|c| (c.coords - corner).norm())
            .fold(f32::INFINITY, f32::min);
        assert!(nearest < 0.02, "{angle}: {nearest}");
    }
}

#[test]
fn what_leans_is_no_box() {
    // The top is 0.02 u out of level over its width of 1 u.
    assert_eq!(Cuboid::of(&wall(30.0, 0.02, Vec3::zeros())), None);
}
