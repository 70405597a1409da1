//! Shapes become the solids that their description promises.
use clipmark_geometry::{Aabb, Brush, Contents, Point, World};
use clipmark_scene::{Frame, Scene};
use proptest::prelude::*;

fn world(shapes: &str) -> World {
    let text = format!(
        "(version: 1, title: \"t\", world: Shapes([{shapes}]), player: (start: At(0, 0, 0)), \
         profile: \"quake3\", input: [Wait(1)])"
    );
    Scene::parse(&text, "t.ron")
        .and_then(|s| s.world())
        .unwrap_or_else(|e| panic!("{e}"))
}

fn volume(brush: &Brush) -> f64 {
    let inside = brush.bounds.center().cast::<f64>();
    let faces = brush.faces();
    let cone = |f: &clipmark_geometry::Face| {
        let side = brush.sides[f.side].plane;
        let height = f64::from(side.dist) - side.normal.cast::<f64>().dot(&inside.coords);
        f.winding.area() * height / 3.0
    };
    faces.iter().map(cone).sum()
}

fn inside(world: &World, p: Point) -> bool {
    let behind = |b: &Brush| b.sides.iter().all(|s| s.plane.distance(&p) < 0.0);
    world.brushes.iter().any(behind)
}

#[test]
fn a_ramp_is_half_its_box_and_rises_where_it_says() {
    for (toward, low, high) in [
        (0, (1, 8), (15, 8)),
        (90, (8, 1), (8, 15)),
        (180, (15, 8), (1, 8)),
        (270, (8, 15), (8, 1)),
    ] {
        let w = world(&format!(
            "Ramp(min: (0, 0, 0), max: (16, 16, 8), toward: {toward})"
        ));
        assert_eq!(w.brushes[0].sides.len(), 5);
        assert_eq!(w.bounds, Aabb::new(Point::origin(), Point::new(16.0, 16.0, 8.0)));
        assert!((volume(&w.brushes[0]) - 1024.0).abs() < 1e-3);
        let at = |(x, y): (i32, i32)| Point::new(x as f32, y as f32, 2.0);
        assert!(!inside(&w, at(low)) && inside(&w, at(high)), "toward {toward}");
    }
}

#[test]
fn a_slope_has_its_angle_to_the_last_digit() {
    for (degrees, walkable) in [(45.57, true), (45.58, false)] {
        let w = world(&format!(
            "Slope(at: (9, 9, 9), toward: 37, degrees: {degrees}, run: 64, width: 32)"
        ));
        let top = w.brushes[0]
            .sides
            .iter()
            .map(|s| s.plane.normal.z)
            .fold(0.0, f32::max);
        assert!((f64::from(top) - f64::to_radians(degrees).cos()).abs() < 1e-7);
        assert_eq!(top >= 0.7, walkable);
        let expected = 64.0 * 64.0 * f64::to_radians(degrees).tan() / 2.0 * 32.0;
        assert!((volume(&w.brushes[0]) / expected - 1.0).abs() < 1e-4);
    }
}

#[test]
fn stairs_are_columns_that_rise_by_one_step_each() {
    let w = world("Stairs(at: (100, 50, 8), toward: 90, steps: 3, rise: 16, run: 24, width: 64)");
    let tops: Vec<_> = w
        .brushes
        .iter()
        .map(|b| (b.bounds.mins.y, b.bounds.maxs))
        .collect();
    assert_eq!(
        tops,
        [
            (50.0, Point::new(132.0, 74.0, 24.0)),
            (74.0, Point::new(132.0, 98.0, 40.0)),
            (98.0, Point::new(132.0, 122.0, 56.0))
        ]
    );
}

#[test]
fn a_room_is_shut_and_its_walls_do_not_overlap() {
    let w = world("Room(min: (0, 0, 0), max: (8, 8, 8), thickness: 2)");
    let walls: f64 = w.brushes.iter().map(volume).sum();
    assert!((walls - (12f64.powi(3) - 8f64.powi(3))).abs() < 1e-3);
    assert!(!inside(&w, Point::new(4.0, 4.0, 4.0)));
    assert_eq!(
        w.bounds,
        Aabb::new(Point::new(-2.0, -2.0, -2.0), Point::new(10.0, 10.0, 10.0))
    );
}

#[test]
fn hull_prism_planes_and_box_agree_on_a_cube() {
    let cube = world("Box(min: (0, 0, 0), max: (4, 4, 4))");
    for same in [
        "Hull([(0,0,0), (4,0,0), (0,4,0), (4,4,0), (0,0,4), (4,0,4), (0,4,4), (4,4,4), (1,2,3)])",
        "Prism(base: [(0, 0), (4, 0), (4, 4), (0, 4)], bottom: 0, top: 4)",
        "Prism(base: [(0, 0), (0, 4), (4, 4), (4, 0)], bottom: 0, top: 4)",
        "Planes([((2,0,0), 8), ((-1,0,0), 0), ((0,1,0), 4), ((0,-5,0), 0), ((0,0,1), 4), ((0,0,-1), 0)])",
        "Group(at: (4, 0, 0), yaw: 90, shapes: [Box(min: (0, 0, 0), max: (4, 4, 4))])",
        "Group(at: (0, 4, 0), yaw: -90, shapes: [Box(min: (0, 0, 0), max: (4, 4, 4))])",
        "Tiles(at: (0, 0, 4), size: (4, 4), count: (1, 1), thickness: 4)",
    ] {
        let other = world(same);
        assert_eq!(other.bounds, cube.bounds, "{same}");
        assert_eq!(other.brushes[0].sides.len(), 6, "{same}");
        for s in &cube.brushes[0].sides {
            assert!(
                other.brushes[0].sides.iter().any(|o| o.plane == s.plane),
                "{same}: {:?}",
                s.plane
            );
        }
    }
}

#[test]
fn groups_nest_and_pass_on_what_fills_them() {
    let w = world(
        "Group(at: (100, 0, 0), yaw: 90, fill: PlayerClip, shapes: [
            Group(at: (10, 0, 0), yaw: 90, shapes: [Box(min: (0, 0, 0), max: (1, 2, 3))]),
            Group(fill: Water, shapes: [Box(min: (0, 0, 0), max: (1, 2, 3))]),
        ]), Box(min: (0, 0, 0), max: (1, 1, 1))",
    );
    let contents: Vec<_> = w.brushes.iter().map(|b| b.contents).collect();
    assert_eq!(
        contents,
        [Contents::PLAYER_CLIP, Contents::WATER, Contents::SOLID]
    );
    // Turned by 180 degrees in all and put at (100, 10, 0).
    assert_eq!(
        w.brushes[0].bounds,
        Aabb::new(Point::new(99.0, 8.0, 0.0), Point::new(100.0, 10.0, 3.0))
    );
}

#[test]
fn jitter_is_bounded_and_repeats_with_its_seed() {
    let tiles = |seed| {
        world(&format!(
            "Tiles(at: (0, 0, 0), size: (8, 8), count: (20, 20), thickness: 16, jitter: 0.5, seed: {seed})"
        ))
    };
    let tops = |w: &World| w.brushes.iter().map(|b| b.bounds.maxs.z).collect::<Vec<_>>();
    let (a, b) = (tops(&tiles(1)), tops(&tiles(2)));
    assert_eq!(a, tops(&tiles(1)));
    assert_ne!(a, b);
    assert!(a.iter().all(|z| z.abs() <= 0.5));
    assert!(a.iter().any(|z| *z > 0.4) && a.iter().any(|z| *z < -0.4));
}

/// A frame turns a place about the vertical axis, and back.
#[test]
fn a_quarter_turn_is_exact_and_the_way_back_leads_back() {
    let quarter = Frame {
        at: [1.0, 2.0, 3.0],
        yaw: 90.0,
    };
    assert_eq!(quarter.placed([5.0, 7.0, 9.0]), [-6.0, 7.0, 12.0]);
    assert_eq!(quarter.placed_back([-6.0, 7.0, 12.0]), [5.0, 7.0, 9.0]);
    let odd = Frame { yaw: 22.5, ..quarter };
    let there_and_back = odd.placed_back(odd.placed([5.0, 7.0, 9.0]));
    assert!(
        there_and_back
            .iter()
            .zip([5.0, 7.0, 9.0])
            .all(|(a, b)| (a - b).abs() < 1e-12)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A hull holds all of its points, touches a corner point with each face, and does not mind their order.
    #[test]
    fn a_hull_holds_its_points(points in prop::collection::vec((-50i32..50, -50i32..50, -50i32..50), 5..12)) {
        let text = |p: &[(i32, i32, i32)]| {
            let list: Vec<_> = p.iter().map(|p| format!("{p:?}")).collect();
            format!("(version: 1, title: \"t\", world: Shapes([Hull([{}])]), player: (start: At(0, 0, 0)), \
                profile: \"quake3\", input: [Wait(1)])", list.join(","))
        };
        let build = |p: &[(i32, i32, i32)]| Scene::parse(&text(p), "t.ron").and_then(|s| s.world());
        let mut turned = points.clone();
        turned.reverse();
        let (one, other) = (build(&points), build(&turned));
        prop_assert_eq!(one.is_ok(), other.is_ok());
        if let (Ok(one), Ok(other)) = (one, other) {
            let (one, other) = (&one.brushes[0], &other.brushes[0]);
            prop_assert_eq!(one.sides.len(), other.sides.len());
            for side in &one.sides {
                let same = |o: &clipmark_geometry::BrushSide| (o.plane.normal - side.plane.normal).norm() < 1e-6;
                prop_assert!(other.sides.iter().any(same));
                let distances: Vec<f32> = points
                    .iter()
                    .map(|&(x, y, z)| side.plane.distance(&Point::new(x as f32, y as f32, z as f32)))
                    .collect();
                prop_assert!(distances.iter().all(|d| *d < 1e-3));
                prop_assert!(distances.iter().filter(|d| d.abs() < 1e-3).count() >= 3);
            }
        }
    }
}
