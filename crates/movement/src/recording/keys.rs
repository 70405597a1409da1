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
    Ok(command(fields(text, line, UP_KEY.names)?, None))
}

fn read_buttons(text: &str, line: usize) -> Result<UserCmd, RecordingError> {
    let [msec, forward, right, up, jump, duck, pitch, yaw] = fields(text, line, WITH_BUTTONS.names)?;
    Ok(command(
        [msec, forward, right, up, pitch, yaw],
        Some([jump, duck]),
    ))
}

/// A command by its numbers. Jump and crouch are each 0 or not, where they are keys of their own.
pub(crate) fn command(
    [msec, forward, right, up, pitch, yaw]: [f32; 6],
    jump_and_duck: Option<[f32; 2]>,
) -> UserCmd {
    let buttons = jump_and_duck.map(|[jump, duck]| {
        let mut buttons = Buttons::empty();
        buttons.set(Buttons::JUMP, jump != 0.0);
        buttons.set(Buttons::DUCK, duck != 0.0);
        buttons
    });
    UserCmd {
        msec,
        forward,
        right,
        up,
        pitch,
        yaw,
        buttons,
    }
}
