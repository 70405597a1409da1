//! The keys and the wish that a tick's record has are those that its command gives.

use clipmark_measure::Played;
use clipmark_movement::{Buttons, UserCmd};
use clipmark_rows::drawn::Keys;

/// A tick with the keys forward, right and up, at a yaw of 30 degrees.
fn tick([forward, right, up]: [f32; 3], buttons: Option<Buttons>) -> (u8, Option<f32>) {
    let cmd = UserCmd {
        msec: 8.0,
        forward,
        right,
        up,
        pitch: 60.0,
        yaw: 30.0,
        buttons,
    };
    let played = Played {
        commands: vec![cmd],
        ..Played::default()
    };
    (played.keys(0).0, played.wish_yaw(0))
}

#[test]
fn keys_and_wish_are_those_of_the_command() {
    let near = |got: Option<f32>, yaw: f32| got.is_some_and(|got| (got - yaw).abs() < 1e-4);
    assert_eq!(tick([0.0; 3], None), (0, None));
    let (keys, wish) = tick([127.0, -127.0, 127.0], None);
    assert_eq!(keys, Keys::FORWARD | Keys::LEFT | Keys::JUMP);
    assert!(near(wish, 75.0), "{wish:?}");
    let (keys, wish) = tick([-400.0, 0.0, -127.0], None);
    assert_eq!(keys, Keys::BACK | Keys::CROUCH);
    assert!(near(wish, -150.0), "{wish:?}");
    // A key held in part turns the wish, which its bits alone do not tell.
    let (keys, wish) = tick([127.0, 127.0 * 30.0_f32.to_radians().tan(), 0.0], None);
    assert_eq!(keys, Keys::FORWARD | Keys::RIGHT);
    assert!(near(wish, 0.0), "{wish:?}");
    // With buttons the up key is no jump.
    assert_eq!(tick([0.0, 0.0, 200.0], Some(Buttons::DUCK)), (Keys::CROUCH, None));
}
