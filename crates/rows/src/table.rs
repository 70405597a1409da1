//! One table for the terminal, Markdown and a page.

/// A table; its first column names the lines, and so may those after it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Above it; empty for none.
    pub title: String,
    pub columns: Vec<Column>,
    pub lines: Vec<Line>,
    /// How many lines a terminal shows; all others are counted. None for all.
    pub shown: Option<usize>,
}

/// A column of a [`Table`].
#[derive(Clone, Debug)]
pub struct Column {
    pub head: String,
    /// Numbers stand on the right.
    pub is_number: bool,
    /// Whether it names the lines too, beside the first column.
    pub is_key: bool,
    /// Whether it is a remark on the line, and the last: on a terminal it stands below its line where that has no room.
    pub is_remark: bool,
}

/// A line of a [`Table`]. One with a single cell is a heading of the lines after it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub cells: Vec<Cell>,
    /// Whether something failed in it: it is marked.
    pub is_failed: bool,
}

/// A cell of a [`Table`].
#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub text: String,
    /// Class on a page, such as a severity.
    pub class: &'static str,
    /// What a page says besides, and links under these words.
    pub detail: String,
    pub links: Vec<(&'static str, String)>,
}

/// Columns of a terminal.
const WIDTH: usize = 80;
const FAILED: &str = "✗";
/// Before a remark below its line.
const BELOW: &str = "        ";

impl Column {
    pub fn text(head: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            is_number: false,
            is_key: false,
            is_remark: false,
        }
    }

    pub fn number(head: impl Into<String>) -> Self {
        Self {
            is_number: true,
            ..Self::text(head)
        }
    }

    /// The same as a column that names the lines.
    #[must_use]
    pub fn as_key(self) -> Self {
        Self { is_key: true, ..self }
    }

    /// The same as a remark on the line.
    #[must_use]
    pub fn as_remark(self) -> Self {
        Self {
            is_remark: true,
            ..self
        }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

impl Line {
    /// A line of plain cells.
    pub fn new(is_failed: bool, cells: impl IntoIterator<Item = impl Into<Cell>>) -> Self {
        Self {
            cells: cells.into_iter().map(Into::into).collect(),
            is_failed,
        }
    }
}

impl Table {
    /// A table whose columns are words.
    pub fn new<H: Into<String>>(
        heads: impl IntoIterator<Item = H>,
        lines: impl IntoIterator<Item = Line>,
    ) -> Self {
        Self {
            columns: heads.into_iter().map(Column::text).collect(),
            lines: lines.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The same with numbers in further columns.
    #[must_use]
    pub fn with_numbers<H: Into<String>>(mut self, heads: impl IntoIterator<Item = H>) -> Self {
        self.columns.extend(heads.into_iter().map(Column::number));
        self
    }

    /// For a terminal: columns that have no room stand below the others, beside the columns that name the lines again. A remark
    /// that has none stands below its line.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if !self.title.is_empty() {
            out += &format!("  {}\n", self.title);
        }
        let shown = self.shown.unwrap_or(usize::MAX).min(self.lines.len());
        let widths: Vec<usize> = (0..self.columns.len()).map(|c| self.width(c, shown)).collect();
        let others = self.columns.iter().skip(1);
        let keys = 1 + others.take_while(|column| column.is_key).count();
        let remark = self.columns.iter().position(|column| column.is_remark);
        let placed = &widths[..remark.unwrap_or(widths.len())];
        for (i, columns) in blocks(placed, keys).iter().enumerate() {
            let remark = remark.filter(|_| i == 0);
            out += &self.text_line(None, columns, remark, &widths);
            for line in &self.lines[..shown] {
                if self.is_heading(line) {
                    let mark = if line.is_failed { FAILED } else { " " };
                    out += &format!("{mark} {}\n", clean(&line.cells[0].text));
                    continue;
                }
                out += &self.text_line(Some(line), columns, remark, &widths);
            }
        }
        if shown < self.lines.len() {
            out += &format!("  {} more on the page\n", self.lines.len() - shown);
        }
        out
    }

    fn is_heading(&self, line: &Line) -> bool {
        line.cells.len() == 1 && self.columns.len() > 1
    }

    /// Some columns of a line, or their heads, and the remark on it.
    fn text_line(
        &self,
        line: Option<&Line>,
        columns: &[usize],
        remark: Option<usize>,
        widths: &[usize],
    ) -> String {
        let text = |column: usize| match line {
            None => clean(&self.columns[column].head),
            Some(line) => clean(line.cells.get(column).map_or("", |cell| &cell.text)),
        };
        let is_failed = line.is_some_and(|line| line.is_failed);
        let mut out = format!("{} ", if is_failed { FAILED } else { " " });
        for (i, &column) in columns.iter().enumerate() {
            if i > 0 {
                out += "  ";
            }
            let text = text(column);
            let pad = " ".repeat(widths[column].saturating_sub(text.chars().count()));
            match self.columns[column].is_number {
                true => out += &format!("{pad}{text}"),
                false => out += &format!("{text}{pad}"),
            }
        }
        let remark = remark.map_or_else(String::new, text);
        let has_room = remark.is_empty() || out.chars().count() + 2 + remark.chars().count() <= WIDTH;
        let below = match line {
            _ if has_room => {
                out += &format!("  {remark}");
                String::new()
            }
            None => String::new(),
            Some(_) => format!("{BELOW}{remark}\n"),
        };
        format!("{}\n{below}", out.trim_end())
    }

    fn width(&self, column: usize, shown: usize) -> usize {
        let lines = self.lines[..shown].iter().filter(|line| !self.is_heading(line));
        let cells = lines.filter_map(|line| line.cells.get(column));
        let texts = cells.map(|cell| cell.text.as_str());
        let head = self.columns[column].head.as_str();
        texts
            .chain([head])
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
    }

    /// As Markdown, whole.
    pub fn markdown(&self) -> String {
        let mut out = match self.title.as_str() {
            "" => String::new(),
            title => format!("**{title}**\n\n"),
        };
        let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let plain = |text: &str| marked_down(text).replace('|', "\\|");
        out += &row(self.columns.iter().map(|c| plain(&c.head)).collect());
        let rule = |c: &Column| if c.is_number { "---:" } else { "---" };
        out += &row(self.columns.iter().map(|c| rule(c).to_owned()).collect());
        for line in &self.lines {
            let mut cells: Vec<String> = line.cells.iter().map(|cell| plain(&cell.text)).collect();
            if let Some(first) = cells.first_mut().filter(|_| line.is_failed) {
                *first = format!("{FAILED} {first}");
            }
            out += &row(cells);
        }
        out
    }

    /// As HTML, whole.
    pub fn html(&self) -> String {
        let name = match self.title.as_str() {
            "" => self.columns.first().map_or("", |column| column.head.as_str()),
            title => title,
        };
        // A table that scrolls is reached by keys too.
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n",
            escaped(name)
        );
        if !self.title.is_empty() {
            out += &format!("<caption>{}</caption>\n", escaped(&self.title));
        }
        let side = |c: usize| if self.columns[c].is_number { "" } else { "left " };
        out += "<thead><tr>";
        for (c, column) in self.columns.iter().enumerate() {
            out += &format!("<th class=\"{}\">{}</th>", side(c).trim(), escaped(&column.head));
        }
        out += "</tr></thead>\n<tbody>\n";
        for line in &self.lines {
            out += "<tr>";
            for (c, cell) in line.cells.iter().enumerate() {
                let mark = match c == 0 && line.is_failed {
                    true => "✗ ",
                    false => "",
                };
                let (tag, class) = (if c == 0 { "th" } else { "td" }, cell.class);
                let span = match self.is_heading(line) {
                    true => format!(" colspan=\"{}\"", self.columns.len()),
                    false => String::new(),
                };
                out += &format!(
                    "<{tag} class=\"{}{class}\"{span}>{mark}{}",
                    side(c),
                    escaped(&cell.text)
                );
                out += &details(cell);
                out += &format!("</{tag}>");
            }
            out += "</tr>\n";
        }
        out + "</tbody></table></div>\n"
    }
}

fn details(cell: &Cell) -> String {
    if cell.detail.is_empty() && cell.links.is_empty() {
        return String::new();
    }
    let links = cell.links.iter().map(|(word, address)| link(word, address));
    format!(
        "<small>{}{}</small>",
        escaped(&cell.detail),
        links.collect::<String>()
    )
}

/// A link, or, to a moment within the page such as `#tick=5&contestant=1`, a button by which the replay goes there.
fn link(word: &str, address: &str) -> String {
    let Some(moment) = address.strip_prefix('#') else {
        return format!(" <a href=\"{}\">{word}</a>", escaped(address));
    };
    let parts = moment.split('&').filter_map(|part| part.split_once('='));
    let data: String = parts
        .map(|(name, value)| format!(" data-{name}=\"{}\"", escaped(value)))
        .collect();
    format!(" <button type=\"button\" class=\"to\"{data}>{word}</button>")
}

/// Columns that fit beside each other, the first few in each block.
fn blocks(widths: &[usize], keys: usize) -> Vec<Vec<usize>> {
    let keys = keys.min(widths.len());
    let names: Vec<usize> = (0..keys).collect();
    let start: usize = widths[..keys].iter().map(|width| 2 + width).sum();
    let (mut all, mut block, mut used) = (Vec::new(), names.clone(), start);
    for (column, width) in widths.iter().enumerate().skip(keys) {
        if used + 2 + width > WIDTH && block.len() > keys {
            all.push(std::mem::replace(&mut block, names.clone()));
            used = start;
        }
        used += 2 + width;
        block.push(column);
    }
    all.push(block);
    all
}

/// Text of others in a page or an attribute.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
}

/// Decimals of a number at most: a tenth of a microsecond, in seconds.
const MOST_DECIMALS: i32 = 7;

/// Text from scenes and maps may hold escape sequences, which a terminal would obey.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Text in Markdown that becomes no element of HTML: those begin with a letter or one of few signs.
pub fn marked_down(text: &str) -> String {
    let text = clean(text);
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let is_element = part.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
        text + if is_element { "&lt;" } else { "<" } + part
    })
}

/// A number with three digits that count, and thousands separators: `0.0512`, `12.3`, `1,234`.
pub fn three_digits(x: f64) -> String {
    if !x.is_finite() {
        return "–".into();
    }
    if x == 0.0 {
        return "0".into();
    }
    let magnitude = x.abs().log10().floor() as i32;
    let decimals = (2 - magnitude).clamp(0, MOST_DECIMALS) as usize;
    let text = format!("{x:.decimals$}");
    match decimals {
        0 => grouped(text),
        _ => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

/// A whole number with thousands separators: `1234567` as `1,234,567`.
pub fn grouped(n: impl ToString) -> String {
    let text = n.to_string();
    let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
    let mut digits = digits.to_owned();
    for at in (1..digits.len()).rev().skip(2).step_by(3) {
        digits.insert(at, ',');
    }
    format!("{sign}{digits}")
}
