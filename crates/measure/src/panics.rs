//! Panics as results: of a contestant it is how its case ends, of a judge that there is no verdict.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, set_hook, take_hook};

thread_local! {
    /// How many catches this thread is in.
    static CATCHES: Cell<usize> = const { Cell::new(0) };
}

/// Asks for something; a panic is its message.
///
/// # Errors
/// The message of a panic.
pub fn catch_panic<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    CATCHES.set(CATCHES.get() + 1);
    let answer = catch_unwind(AssertUnwindSafe(ask));
    CATCHES.set(CATCHES.get() - 1);
    answer.map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| String::from(*text));
        text.or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "without a message".into())
    })
}

/// Who panicked, with the message of each.
pub(crate) type Panicked<W> = Vec<(W, String)>;

/// Does a job for all of them. Where it panics, whoever makes it panic alone too is left out, with the message, and it is done
/// once more for the rest. `None` where nobody is left.
///
/// # Errors
/// Those of the job.
///
/// # Panics
/// As the job does, where it panics for nobody alone.
pub(crate) fn without_who_panics<W: Copy, T, E>(
    all: &[W],
    mut job: impl FnMut(&[W]) -> Result<T, E>,
) -> Result<(Option<T>, Panicked<W>), E> {
    let (mut left, mut out) = (all.to_vec(), Vec::new());
    while !left.is_empty() {
        let why = match catch_panic(|| job(&left)) {
            Ok(done) => return Ok((Some(done?), out)),
            Err(why) => why,
        };
        let before = left.len();
        left.retain(|one| match catch_panic(|| job(&[*one])) {
            Ok(_) => true,
            Err(why) => {
                out.push((*one, why));
                false
            }
        });
        if left.len() == before {
            panic_any(why);
        }
    }
    Ok((None, out))
}

/// From now on prints no panic that [`catch_panic`] makes a result of. Others are printed as before.
pub fn hush_caught_panics() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if CATCHES.get() == 0 {
            usual(panic);
        }
    }));
}
