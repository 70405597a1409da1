//! Colours of printed text, and text made safe for a terminal.

use anstyle::{AnsiColor, Style as Ansi};

/// Whether to colour the table. Print a coloured one through anstream, which knows about pipes and `NO_COLOR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Characters alone.
    Plain,
    /// With ANSI escapes.
    Colour,
}

#[derive(Clone, Copy)]
pub(crate) struct Paint(pub(crate) Style);

impl Paint {
    pub(crate) fn with(self, style: Ansi, text: &str) -> String {
        match self.0 {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("{style}{text}{style:#}"),
        }
    }
}

pub(crate) fn red() -> Ansi {
    AnsiColor::Red.on_default()
}

pub(crate) fn yellow() -> Ansi {
    AnsiColor::Yellow.on_default()
}

/// Text from scenes and maps may hold escape sequences, which a terminal would obey.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
