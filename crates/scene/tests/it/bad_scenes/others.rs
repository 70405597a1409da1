//! Other players of scenes.

use super::refused_field;

/// A scene with these other players.
fn refused_other(others: &str) -> String {
    refused_field(&format!("others: [{others}],"))
}

#[test]
fn others_that_cannot_be_played_are_named_by_path_and_line() {
    for (others, told) in [
        (
            "(start: (0, 0, 1e9), input: [Wait(1)])",
            &["others[0].start", "65"][..],
        ),
        (
            "(start: (0, 0, 60), input: [Wait(1)]), (start: (0, 0, 60), input: [])",
            &["others[1].input", "0 steps"],
        ),
        (
            "(start: (0, 0, 60), yaw: inf, input: [Wait(1)])",
            &["others[0].yaw", "inf"],
        ),
        (
            "(start: (0, 0, 60), input: [Repeat(times: 100000, steps: [Repeat(times: 100000, steps: [Wait(0)])])])",
            &["others[0].input", "10000000000 steps when unrolled"],
        ),
        (
            "(start: (0, 0, 60), input: [Recorded(\"run.txt\")])",
            &["others[0].input[0].Recorded", "Hold, Hop and Wait"],
        ),
        (
            "(start: (0, 0, 60), input: [Repeat(times: 2, steps: [Hold(keys: [Crouch], seconds: 1)])])",
            &["others[0].input", "does not crouch"],
        ),
    ] {
        let message = refused_other(others);
        for word in told {
            assert!(message.contains(word), "{others}: {message}");
        }
    }
    let crowd = "(start: (0, 0, 60), input: [Wait(1)]),".repeat(16);
    let message = refused_other(&crowd);
    assert!(
        message.contains("16 other players; there must be 0 to 15"),
        "{message}"
    );
}
