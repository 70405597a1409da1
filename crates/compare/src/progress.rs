//! A progress bar on a terminal; nothing in a pipe.

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new(1);
        if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// For long runs: how long it has taken and will.
    pub(crate) fn with_rest() -> Self {
        let bar = Self::new();
        if let Ok(style) =
            ProgressStyle::with_template("{msg:18} {bar:32} {pos}/{len}  {elapsed} gone, {eta} to go")
        {
            bar.0.set_style(style);
        }
        bar
    }

    pub(crate) fn at(&self, stage: &str, done: u64, all: u64) {
        if self.0.message() != stage {
            self.0.set_message(stage.to_owned());
        }
        self.0.set_length(all);
        self.0.set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
