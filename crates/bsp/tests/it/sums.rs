//! Sums over a brush's sides: how far a box is from a plane, and how high a face reaches within a box.

use clipmark_bsp::inner::{box_distances, top_of_face};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn a_box_needs_no_choice_of_its_corner() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut between = |low: f32, high: f32| low + (high - low) * random.random::<f32>();
    for i in 0..4000 {
        let half: [f32; 3] = std::array::from_fn(|_| between(1e-6, 40.0));
        let mut normal: [f32; 3] = std::array::from_fn(|_| between(-1.0, 1.0));
        if i % 3 == 0 {
            normal[i % 2] = -0.0;
            normal[2] = if i % 2 == 0 { 0.0 } else { -1.0 };
        }
        let dist = if i % 7 == 0 { 0.0 } else { between(-4e4, 4e4) };
        let at: [f32; 3] = std::array::from_fn(|_| between(-4e4, 4e4));
        let [chosen, own, in_lanes] = box_distances(half, normal, dist, at).map(f32::to_bits);
        assert_eq!([own, in_lanes], [chosen; 2], "{normal:?} {dist} {half:?}");
    }
}

/// The sixth side touches the wedge in its ridge alone, and has no face.
#[test]
fn the_top_of_a_face_within_a_box_is_its_highest_point_there() {
    // The solid under z = x/2 for x in 0..100; its slope comes last.
    let n = 1.0 / 5.0f32.sqrt();
    let wedge = [
        ([-1.0, 0.0, 0.0], 0.0),
        ([1.0, 0.0, 0.0], 100.0),
        ([0.0, -1.0, 0.0], 50.0),
        ([0.0, 1.0, 0.0], 50.0),
        ([0.0, 0.0, -1.0], 0.0),
        ([0.0, 0.0, 1.0], 50.0),
        ([-n, 0.0, 2.0 * n], 0.0),
    ];
    let top = |face, mins, maxs| top_of_face(&wedge, face, mins, maxs);
    assert!((top(6, [10.0, -5.0, -8.0], [30.0, 5.0, 40.0]).unwrap() - 15.0).abs() < 1e-4);
    assert!((top(6, [10.0, -5.0, -8.0], [30.0, 5.0, 12.0]).unwrap() - 12.0).abs() < 1e-4);
    assert_eq!(top(6, [10.0, -5.0, 20.0], [30.0, 5.0, 40.0]), None);
    for end in [99.0, 120.0] {
        assert_eq!(top(5, [80.0, -5.0, 40.0], [end, 5.0, 60.0]), None);
    }
}
