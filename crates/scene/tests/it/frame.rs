//! A frame turns a place about the vertical axis, and back.

use clipmark_scene::Frame;

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
