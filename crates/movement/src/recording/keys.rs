//! Commands of this project's own files. With the up key as jump and crouch they are those of the earlier recordings, with
//! buttons those of GoldSrc's.

use super::CommandColumns;
use crate::command::{Buttons, UserCmd};
use clipmark_collision::recording::{RecordingError, fields};

/// The up key is jump and crouch.
pub(super) const UP_KEY: CommandColumns = CommandColumns {
    names: "msec forward right up pitch yaw",
    read: read_up_key,
};

/// Jump and crouch are keys of their own.
pub(super) const WITH_BUTTONS: CommandColumns = CommandColumns {
    names: "msec forwardmove sidemove upmove jump duck pitch yaw",
    read: read_buttons,
};

fn read_up_key(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [msec, forward, right, up, pitch, yaw] = fields(text, line, UP_KEY.names)?;
    Ok(UserCmd {
        msec,
        forward,
        right,
        up,
        pitch,
        yaw,
        buttons: None,
    })
}

fn read_buttons(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [msec, forward, right, up, jump, duck, pitch, yaw] = fields(text, line, WITH_BUTTONS.names)?;
    Ok(UserCmd {
        msec,
        forward,
        right,
        up,
        pitch,
        yaw,
        buttons: Some(jump_and_duck(jump, duck)),
    })
}

/// The two keys, each 0 or not.
pub(super) fn jump_and_duck(jump: f32, duck: f32) -> Buttons {
    let mut buttons = Buttons::empty();
    buttons.set(Buttons::JUMP, jump != 0.0);
    buttons.set(Buttons::DUCK, duck != 0.0);
    buttons
}
