//! A progress bar on a terminal; nothing in a pipe.
//!
//! Within a stage it never goes back and never beyond the end. The time left is the stage's. The elapsed time goes on while a
//! stage cannot tell its progress.

use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::time::Duration;

/// How often the elapsed time is shown again.
const TICK: Duration = Duration::from_millis(250);
/// For stages of several steps or of one.
const STEPS: &str = "{msg:28} {wide_bar} {pos}/{len}  {eta} left";
const ONE: &str = "{msg:28} {spinner} {elapsed}";

/// The bar of a run, with a stage of it.
pub struct Bar {
    /// As it is drawn.
    pub bar: ProgressBar,
    /// Steps of the stage, and how many are done.
    pub stage: Cell<(u64, u64)>,
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl Bar {
    /// Without a stage.
    pub fn new() -> Self {
        let bar = ProgressBar::new(1);
        // A process may have no thread left, and then indicatif panics.
        if std::thread::Builder::new().spawn(|| ()).is_ok() {
            bar.enable_steady_tick(TICK);
        }
        let stage = Cell::new((0, 0));
        Self { bar, stage }
    }

    /// `done` of `all` steps of a stage. A report with other steps, or fewer done, starts another stage.
    pub fn at(&self, stage: &str, done: u64, all: u64) {
        let all = all.max(1);
        let done = done.min(all);
        let (known, before) = self.stage.get();
        if known != all || done < before {
            let template = if all > 1 { STEPS } else { ONE };
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
            self.bar.reset_elapsed();
            self.bar.reset_eta();
        }
        self.stage.set((all, done));
        // Both at once: a drawing in between would show steps of one stage out of those of another.
        self.bar.update(|state| {
            state.set_len(all);
            state.set_pos(done);
        });
        if self.bar.message() != stage {
            self.bar.set_message(stage.to_owned());
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
