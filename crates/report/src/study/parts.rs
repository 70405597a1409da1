//! The parts of a report: sentences and tables.

/// A sentence of the answer.
#[derive(Clone, Debug)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    /// Whether it tells of a failure.
    pub(crate) bad: bool,
}

impl Sentence {
    pub(crate) fn good(text: impl Into<String>) -> Self {
        let (text, bad) = (text.into(), false);
        Self { text, bad }
    }

    pub(crate) fn bad(text: impl Into<String>) -> Self {
        let (text, bad) = (text.into(), true);
        Self { text, bad }
    }

    /// The sentence as text: one that tells of a failure is marked, so that it shows without colour.
    pub(crate) fn marked(&self) -> String {
        match self.bad {
            true => format!("✗ {}", self.text),
            false => self.text.clone(),
        }
    }
}

/// Where a part or a column is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct On {
    pub(crate) terminal: bool,
    pub(crate) markdown: bool,
    pub(crate) page: bool,
}

impl On {
    pub(crate) const ALL: Self = Self {
        terminal: true,
        ..Self::WRITTEN
    };
    pub(crate) const WRITTEN: Self = Self {
        markdown: true,
        ..Self::PAGE
    };
    pub(crate) const PAGE: Self = Self {
        terminal: false,
        markdown: false,
        page: true,
    };
}

/// A table; its first column names the rows.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// For links to it; empty where it belongs to the heading before it.
    pub(crate) id: String,
    /// The page's heading.
    pub(crate) title: String,
    /// The page's words on its figures.
    pub(crate) says: String,
    /// The terminal's and Markdown's words above it; empty for none.
    pub(crate) caption: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) on: On,
}

impl Table {
    /// A table that is shown everywhere.
    pub(crate) fn new(
        id: impl Into<String>,
        title: impl Into<String>,
        says: impl Into<String>,
        columns: Vec<Column>,
    ) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            says: says.into(),
            caption: String::new(),
            columns,
            rows: Vec::new(),
            on: On::ALL,
        }
    }
}

/// A column of a [`Table`].
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) head: String,
    /// Whether its cells are words: they stand on the left.
    pub(crate) is_words: bool,
    /// When a narrow terminal leaves it out: never at 0, and the highest first.
    pub(crate) rank: u8,
    /// Where it is shown, of the places where its table is.
    pub(crate) on: On,
}

impl Column {
    pub(crate) fn text(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            is_words: true,
            rank: 0,
            on: On::ALL,
        }
    }

    pub(crate) fn numbers(head: impl Into<String>, rank: u8) -> Self {
        Self {
            is_words: false,
            rank,
            ..Self::text(head)
        }
    }
}

/// How a cell is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    #[default]
    Plain,
    /// A failure: marked.
    Bad,
}

/// A cell of a [`Table`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// The text where there is room, in files.
    pub(crate) full: Option<String>,
    pub(crate) mark: Mark,
    /// Where the page's text leads.
    pub(crate) link: Option<String>,
}

impl Cell {
    pub(crate) fn marked(text: impl Into<String>, mark: Mark) -> Self {
        Self {
            text: text.into(),
            mark,
            ..Self::default()
        }
    }

    /// A cell that is a failure or not.
    pub(crate) fn judged(text: impl Into<String>, bad: bool) -> Self {
        Self::marked(text, if bad { Mark::Bad } else { Mark::Plain })
    }

    /// The text in files.
    pub(crate) fn written(&self) -> &str {
        self.full.as_deref().unwrap_or(&self.text)
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::marked(text, Mark::Plain)
    }
}
