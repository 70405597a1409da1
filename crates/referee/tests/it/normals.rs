//! Which normals of a stop are right near edges and corners, of round hulls and at starts in touch. Finds of the fuzz target
//! `differential`, each with a wrong normal beside the right one.

use crate::common::*;
use clipmark_collision::{Declaration, RoundHulls, Sidedness, StartSolid, Trace, TraceRules};
use clipmark_geometry::{Contents, Hull, Point, TriangleSides, Vec3};
use clipmark_referee::Fault;

/// A ball is stopped in the skin of a box's corner before a triangle. It would meet the corner further on. `bvh` names the
/// corner's normal there, 1.4 degrees from that at the stop. The box top's normal is neither.
#[test]
fn a_ball_stopped_by_a_skin_may_name_the_normal_where_it_meets_that_solid() {
    let corners = [[-8.0, 11.375, 63.875], [32.0, -9.0, 16.0], [2999.75, -32.0, 7.0]];
    let solids = world(vec![cube([52.0, -8.0, -120.0], [60.0, 8.0, -40.0])])
        .with_triangles([triangle(corners, TriangleSides::Both)]);
    let ball = Hull::new_sphere(28.5).unwrap();
    let (from, to) = (
        [51.376_18, -16.420_319, -12.259_798],
        [50.978_943, 880.0, 32.670_04],
    );
    Asked::new(&solids, ball, from, to).assert_normals(
        0.001_940_102_7,
        &[Vec3::new(-0.021_926_78, -0.208_978_95, 0.977_674_3)],
        &[Vec3::new(0.0, -0.05, 1.0).normalize()],
    );
}

/// A point that ends at a corner was stopped in its skin. Its normal was the direction from the corner. The referee left out
/// that face of the corner which the path leaves, and called the normal 43 degrees off.
#[test]
fn a_stop_at_a_corner_may_name_a_normal_between_a_face_approached_and_one_that_is_left() {
    let left = [-0.333_333_34, 0.666_666_7, -0.666_666_7];
    let solid = solid_of(&[
        ([1.0, 0.0, 0.0], -88.0),
        ([-1.0, 0.0, 0.0], 104.0),
        ([0.0, -1.0, 0.0], -32.0),
        ([0.0, 0.0, 1.0], 108.0),
        (left, 2.666_666_7),
        ([0.447_213_6, 0.894_427_2, 0.0], -8.497_055),
    ]);
    let (from, to) = ([-15.25, -16.0, -8.0], [-88.0, 32.0, 72.0]);
    let asked = Asked::new(&world(vec![solid]), Hull::Point, from, to);
    let (at, front) = (0.998_437_5, Vec3::x());
    let towards = (asked.sweep.at(at) - asked.sweep.end).normalize();
    // The face that is left, and directions beyond the faces: 3 degrees outside of one, and between two of them.
    let outside = (front * 0.999 + Vec3::z() * 0.052).normalize();
    let between = (front + Vec3::y() * 0.2).normalize();
    let wrong = [left.into(), outside, between];
    asked.assert_normals(at, &[towards, front, -Vec3::y(), -Vec3::z()], &wrong);
}

/// Four planes meet in a point but for f32's rounding, which leaves an edge of some millionths of a unit. With a bevel for
/// it, as the referee had, the mitre of a ball ends 0.7 u sooner.
#[test]
fn an_edge_of_rounding_gives_a_mitred_ball_no_bevel() {
    let slope = [-0.577_350_26, -0.577_350_26, 0.577_350_26];
    let solid = solid_of(&[
        ([1.0, 0.0, 0.0], -24.0),
        ([0.0, 1.0, 0.0], -36.0),
        ([0.0, -1.0, 0.0], 60.0),
        ([0.0, 0.0, 1.0], -92.0),
        ([-0.333_333_34, -0.666_666_7, -0.666_666_7], 117.333_34),
        (slope, -4.618_805),
        ([-0.447_213_6, 0.894_427_2, 0.0], -11.627_552),
        ([0.468_521_27, 0.624_695_06, -0.624_695_06], 26.861_893),
    ]);
    let declared = Declaration {
        round_hulls: RoundHulls::Mitred,
        ..declares(TraceRules::QUAKEWORLD)
    };
    let ball = Hull::new_sphere(10.5).unwrap();
    let (from, to) = ([-103.875, -120.0, -104.0], [-7.5, -56.0, -80.0]);
    let asked = Asked::by(declared, &world(vec![solid]), ball, from, to);
    let stop = |fraction: f32| asked.stop(fraction, slope.into());
    assert!(stop(0.803_918_24).is_clean(), "{:?}", stop(0.803_918_24));
    assert!(stop(0.801).is_of_geometry(Fault::Phantom) && stop(0.806).passes());
}

/// A cylinder that passes an edge within the skin and meets nothing turns about it on the way. The referee held the normal to
/// where the skin stopped it, 2.8 degrees from where it comes nearest.
#[test]
fn a_round_hull_that_passes_an_edge_may_name_the_normal_where_it_comes_nearest() {
    let solids = world(vec![cube([-47.875, -184.0, -160.0], [16.125, -56.0, -96.0])]);
    let hull = Hull::new_cylinder(Point::new(-16.0, -16.0, 0.0), Point::new(16.0, 16.0, 28.0)).unwrap();
    let asked = Asked::new(&solids, hull, [-120.0, 568.0, 96.0], [-63.875, -55.5, -104.0]);
    let level = |x: f32, y: f32| Vec3::new(x, y, 0.0).normalize();
    // Where it comes nearest, and where it stops; and 2 degrees beyond where it comes nearest.
    let right = [level(-0.999_497_83, 0.031_687_93), level(-0.996_73, 0.080_8)];
    asked.assert_normals(0.998_712_24, &right, &[level(-1.0, -0.005)]);
}

/// A point stopped by a skin that is round at an edge. By its plane, another face is still the nearest there.
#[test]
fn the_direction_of_the_nearest_point_is_a_right_normal() {
    let solid = solid_of(&[
        ([1.0, 0.0, 0.0], 92.0),
        ([-1.0, 0.0, 0.0], -52.0),
        ([0.0, -1.0, 0.0], 172.0),
        ([0.0, 0.0, 1.0], -40.0),
        ([0.0, 0.0, -1.0], 168.0),
        ([-0.639_602_1, 0.639_602_1, -0.426_401_44], -69.929_825),
    ]);
    let (from, to) = ([64.0, -8.0, -807.6667], [96.0, -103.0, -9.0]);
    let asked = Asked::new(&world(vec![solid]), Hull::Point, from, to);
    let nearest = Vec3::new(-0.555_315_6, 0.691_966_06, -0.461_310_7);
    let aside = nearest + Vec3::x() * 0.05;
    asked.assert_normals(0.872_830_75, &[nearest.normalize()], &[aside.normalize()]);
}

/// The same in the middle of a long path, where the search for the nearest place ended behind it.
#[test]
fn where_a_round_hull_comes_nearest_is_found_on_a_long_path() {
    let solids = world(vec![cube([-64.0, -64.0, -64.0], [0.0, 0.0, 64.0])]);
    // The edge along z is passed 0.05 u off, in the direction (1, -1, 0).
    let out = Vec3::new(1.0, 1.0, 0.0).normalize();
    let way = Vec3::new(1.0, -1.0, 0.0).normalize();
    let (middle, along) = (Point::from(out * 16.05), way * 1000.0);
    let ball = Hull::new_sphere(16.0).unwrap();
    let asked = Asked::new(&solids, ball, middle - along, middle + along * 3.0);
    // One skin off: 1.56 u before.
    let fraction = 0.25 - 1.565 / 4000.0;
    let from_edge = (asked.sweep.at(fraction) - Point::origin()).normalize();
    let right = [(out - way * 0.001).normalize(), from_edge];
    asked.assert_normals(fraction, &right, &[(out - way * 0.13).normalize()]);
}

/// A segment that touches an edge, and says that it starts in the solid. For a backend of surfaces it overlaps one of them, and
/// the way out of that is no normal of the solid. Without the flag the normal is judged, and of a backend of solids always.
#[test]
fn a_start_that_overlaps_a_surface_is_held_to_no_normal() {
    let hull = Hull::new_cylinder(Point::new(0.0, 0.0, -23.0), Point::new(0.0, 0.0, 26.5)).unwrap();
    let solids = world(vec![cube([-16.0, -8.0, -10.0], [16.0, 8.0, 10.0])]);
    let normal = Vec3::new(-0.162_221_42, -0.973_328_53, -0.162_221_42).normalize();
    for (start_solid, sidedness, contents, fault) in [
        (true, Sidedness::FrontOnly, Contents::SOLID, None),
        (
            false,
            Sidedness::FrontOnly,
            Contents::SOLID,
            Some(Fault::WrongNormal),
        ),
        (true, Sidedness::Solid, Contents::SOLID, Some(Fault::WrongNormal)),
        (
            true,
            Sidedness::FrontOnly,
            Contents::WATER,
            Some(Fault::WrongContents),
        ),
    ] {
        let declared = Declaration {
            sidedness,
            ..declares(TraceRules::QUAKE3)
        };
        let asked = Asked::by(declared, &solids, hull, [-8.0, -8.0, 0.0], [-8.0, -8.0, 160.0]);
        let v = asked.judge(&Trace {
            start_solid,
            contents,
            ..stopped(&asked.sweep, 0.0, normal)
        });
        let is_right = fault.map_or(v.is_clean(), |fault| v.is_of_geometry(fault));
        assert!(is_right, "{start_solid} {sidedness:?} {v:?}");
    }
}

/// A walker of surfaces starts in the top of a brush. A corner of another face stops it within the brush. A triangle in whose
/// skin it stops too is no reason to hold it to that normal. The next brush, which it meets, is. Found by the fuzz target
/// `differential`.
#[test]
fn a_stop_within_the_brush_that_it_starts_in_is_not_held_to_the_normal_of_what_is_near() {
    let wedge = solid_of(&[
        ([1.0, 0.0, 0.0], 13.625),
        ([-1.0, 0.0, 0.0], 10.375),
        ([0.0, 1.0, 0.0], 100.0),
        ([0.0, 0.0, 1.0], -108.0),
        ([0.0, 0.0, -1.0], 148.0),
        ([0.408_248_28, -0.408_248_28, -0.816_496_55], 123.954_384),
    ]);
    let corners = [[64.0, -120.0, 80.0], [24.0, -97.0, -72.0], [16.0, -79.875, -55.0]];
    let triangle = triangle(corners, TriangleSides::Both);
    let hull = Hull::new_cylinder(Point::new(-29.0, -29.0, -11.5), Point::new(29.0, 29.0, 29.5)).unwrap();
    let normal = Vec3::new(-0.319_395_45, -0.947_621_5, 0.0);
    // In the skin of a wall that it goes on to meet.
    let wall = cube([-100.0, -150.0, -90.0], [4.3226 - 29.1, -50.0, 100.0]);
    for (others, start_solid, sidedness, normal, is_right) in [
        (vec![], true, Sidedness::FrontOnly, normal, true),
        (vec![], false, Sidedness::FrontOnly, normal, false),
        (vec![], true, Sidedness::Solid, normal, false),
        (vec![], true, Sidedness::FrontOnly, -normal, false),
        (vec![wall], true, Sidedness::FrontOnly, normal, false),
    ] {
        let brushes = [vec![wedge.clone()], others].concat();
        let solids = world(brushes).with_triangles([triangle]);
        let declared = Declaration {
            sidedness,
            start_solid: StartSolid::Blocks,
            ..declares(TraceRules::QUAKE3)
        };
        let (from, to) = ([5.958_336, -102.667_244, -101.625], [-64.0, -57.0, -101.625]);
        let asked = Asked::by(declared, &solids, hull, from, to);
        let v = asked.judge(&Trace {
            start_solid,
            ..stopped(&asked.sweep, 0.023_381_47, normal)
        });
        let is_wrong = v.is_of_geometry(Fault::WrongNormal);
        assert!(if is_right { v.is_clean() } else { is_wrong }, "{v:?}");
    }
}
