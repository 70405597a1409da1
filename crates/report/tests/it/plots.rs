//! Axes, curves and faces: what is drawn of much, and where.

use clipmark_report::inner::{Faces, MAX_POINTS, PlotAxis, keeping_extremes, of_largest_world, spaced};
use clipmark_rows::drawn::{Comparison, Entry, Face, FaceKind, TickRecord};
use clipmark_rows::{Axes, Axis, Case};
use plotters::coord::ranged1d::Ranged;

#[test]
fn positions_are_exact_and_total() {
    let axis = PlotAxis::linear([0.0, 10.0].into_iter(), 5);
    assert_eq!(axis.map(&5.0, (0, 100)), 50);
    assert_eq!(axis.map(&5.0, (100, 0)), 50);
    for axis in [
        axis,
        PlotAxis::log([1.0, 2.0].into_iter()),
        PlotAxis::log_with_zero(1e-6, [1.0].into_iter()),
    ] {
        for v in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300] {
            assert!((0..=100).contains(&axis.map(&v, (0, 100))), "{v} on {axis:?}");
        }
    }
    for empty in [[].as_slice(), &[f64::NAN], &[7.0], &[1e300, -1e300], &[5e-324]] {
        for axis in [
            PlotAxis::linear(empty.iter().copied(), 5),
            PlotAxis::log(empty.iter().copied()),
            PlotAxis::log_with_zero(1e-6, empty.iter().copied()),
        ] {
            assert!((0..=100).contains(&axis.map(&1.0, (0, 100))), "{axis:?}");
        }
    }
}

#[test]
fn a_single_spike_survives() {
    let mut points: Vec<(f64, f64)> = (0..20_000)
        .map(|i| (f64::from(i), (f64::from(i) / 900.0).sin()))
        .collect();
    points[12_345].1 = 40.0;
    points[777].1 = f64::NAN;
    let thin = keeping_extremes(&points);
    assert!(thin.len() <= MAX_POINTS, "{}", thin.len());
    assert!(thin.contains(&(12_345.0, 40.0)));
    assert_eq!(thin.first(), points.first());
    assert_eq!(thin.last(), points.last());
    assert!(thin.windows(2).all(|w| w[0].0 <= w[1].0));
}

#[test]
fn a_walk_in_place_shrinks_to_its_corners() {
    let points: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i / 500), 0.0)).collect();
    assert_eq!(spaced(&points, 0.5), [(0.0, 0.0), (1.0, 0.0)]);
}

#[test]
fn a_curve_is_of_one_world() {
    let served = |brushes: &str, players: usize| Case {
        axes: Axes::default()
            .with(Axis::Brushes, brushes)
            .with(Axis::Players, players),
        ..Case::default()
    };
    let towns = [
        served("48", 1),
        served("480", 1),
        served("480", 2),
        served("48", 2),
    ];
    let largest = of_largest_world(&towns.iter().collect::<Vec<_>>());
    assert_eq!(largest, [&towns[1], &towns[2]]);
    let scene = [served("", 1), served("", 2)];
    assert_eq!(of_largest_world(&scene.iter().collect::<Vec<_>>()).len(), 2);
}

/// A world of 100 triangles in a row, and a player at one of them.
fn world(at: f32) -> Comparison {
    let triangle = |x: f32| Face {
        kind: FaceKind::Solid,
        corners: vec![[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x, 1.0, 0.0]],
    };
    let tick = TickRecord {
        seconds: 0.0,
        origin: [at, 0.0, 24.0],
        velocity: [0.0; 3],
        grounded: true,
        yaw: 0.0,
        intent: false,
        wish: None,
        keys: Default::default(),
        queries: 0,
        hits: 0,
        contacts: 0,
        depth: 0.0,
        turned_back: 0.0,
        deviation: 0.0,
    };
    Comparison {
        outline: (0..100).map(|i| triangle(i as f32 * 10.0)).collect(),
        contestants: vec![Entry {
            ticks: vec![tick],
            ..Entry::default()
        }],
        ..Comparison::default()
    }
}

#[test]
fn of_too_many_faces_the_nearest_are_drawn_in_their_order() {
    let world = world(500.0);
    let faces = Faces::at_most(3 * 5, &world);
    let at: Vec<f32> = faces.of_kind(FaceKind::Solid).map(|f| f.corners[0][0]).collect();
    assert_eq!((at, faces.all), (vec![480.0, 490.0, 500.0, 510.0, 520.0], 100));
    assert_eq!(Faces::new(&world).drawn(), 100);
}
