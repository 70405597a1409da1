//! Triangles, and curved patches as triangles.

use clipmark_geometry::{
    Contents, Patch, PatchTriangles, Plane, Point, SurfaceFlags, Triangle, TriangleError, TriangleSides, Vec3,
};

fn triangle(corners: [[f32; 3]; 3]) -> Result<Triangle, TriangleError> {
    Triangle::new(corners.map(Point::from), Contents::SOLID, TriangleSides::Both)
}

#[test]
fn the_front_is_where_the_corners_go_counter_clockwise() {
    let t = triangle([[0.0, 0.0, 5.0], [2.0, 0.0, 5.0], [0.0, 2.0, 5.0]]).unwrap();
    assert_eq!(t.plane(), Plane::new(Vec3::z(), 5.0));
}

#[test]
fn slivers_and_numbers_that_are_none_are_refused() {
    let flat = [[0.0; 3], [1.0; 3], [3.0; 3]];
    assert_eq!(triangle(flat), Err(TriangleError::Degenerate));
    assert_eq!(triangle([[1.0; 3]; 3]), Err(TriangleError::Degenerate));
    let nan = [[0.0; 3], [1.0, 0.0, f32::NAN], [0.0, 1.0, 0.0]];
    assert_eq!(triangle(nan), Err(TriangleError::NotFinite));
}

fn patch(points: [[f32; 3]; 9]) -> Patch {
    Patch {
        width: 3,
        height: 3,
        points: points.map(Point::from).to_vec(),
        contents: Contents::SOLID,
        surface: SurfaceFlags::from_bits_retain(4),
    }
}

/// A quarter pipe along y: from the floor at x = 0 up a wall at x = 64. Its front faces the inside.
fn quarter_pipe() -> Patch {
    let row = |y: f32| [[0.0, y, 0.0], [64.0, y, 0.0], [64.0, y, 64.0]];
    let [a, b, c] = [row(0.0), row(32.0), row(64.0)];
    patch([a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]])
}

#[test]
fn a_curve_becomes_triangles_that_look_to_its_front_and_lie_on_it() {
    let made = quarter_pipe().triangles();
    assert_eq!((made.degenerate, made.left_out), (0, 0));
    // Split once: its middle strays 22.6 units from the chord, its halves 5.7.
    assert_eq!(made.triangles.len(), 4);
    for t in &made.triangles {
        assert_eq!((t.sides, t.contents), (TriangleSides::Front, Contents::SOLID));
        assert_eq!(t.surface, SurfaceFlags::from_bits_retain(4));
        assert!(
            t.plane().normal.dot(&Vec3::new(-1.0, 0.0, 1.0)) > 0.0,
            "{:?}",
            t.plane()
        );
        for p in &t.corners {
            // x = 64 (1 - (1-s)^2), z = 64 s^2
            let s = (p.z / 64.0).sqrt();
            assert!((p.x - 64.0 * (1.0 - (1.0 - s) * (1.0 - s))).abs() < 1e-4, "{p}");
        }
    }
}

#[test]
fn a_surface_that_runs_into_a_point_loses_its_halves_there_and_says_how_many() {
    let tip = [64.0, 0.0, 0.0];
    let fan = patch([
        [0.0, 0.0, 0.0],
        [0.0, 32.0, 0.0],
        [0.0, 64.0, 0.0],
        [32.0, 0.0, 0.0],
        [32.0, 16.0, 0.0],
        [32.0, 32.0, 0.0],
        tip,
        tip,
        tip,
    ]);
    let made = fan.triangles();
    assert_eq!((made.triangles.len(), made.degenerate), (1, 1));
}

#[test]
fn a_patch_that_is_cut_short_is_left_out() {
    let mut cut = quarter_pipe();
    cut.points.pop();
    assert_eq!(
        cut.triangles(),
        PatchTriangles {
            left_out: 1,
            ..Default::default()
        }
    );
}
