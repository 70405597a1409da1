//! Finds a value in the text of a RON file by its path. RON keeps no positions once parsed, so this reads the text again,
//! leniently. It is only used to name a line in a message, after or before the real parser.

/// Deeper nesting than this is given up, so that hostile text cannot exhaust the stack; RON's own limit is 128.
const MAX_DEPTH: usize = 150;

struct Node<'a> {
    at: usize,
    text: &'a str,
    items: Vec<(Option<&'a str>, Node<'a>)>,
}

/// Line and column of the value that a path such as `world.Shapes[3].Box.min` names, from 1 in characters. If it is not
/// found, the nearest value around it.
pub fn locate(text: &str, path: &str) -> Option<(usize, usize)> {
    let root = Scanner { text, at: 0 }.file()?;
    let mut node = &root;
    for segment in path.split(['.', '[']).filter(|s| !s.is_empty()) {
        match descend(node, segment) {
            Some(next) => node = next,
            None => break,
        }
    }
    let before = &text[..node.at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    Some((line, column))
}

/// The bare text of a field of the outermost value, when it is a plain word or number.
pub fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let root = Scanner { text, at: 0 }.file()?;
    root.items
        .into_iter()
        .find(|(key, _)| *key == Some(name))
        .map(|(_, node)| node.text)
}

/// A bare word or number of the text, and the names of the fields that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// Such as `family.Debris.sizes[1]`.
    pub path: String,
    /// The name of the field that holds it, also through lists.
    pub field: &'a str,
    /// As written.
    pub text: &'a str,
}

/// A list or tuple of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<'a> {
    /// Such as `family.Debris.seeds`.
    pub path: String,
    /// The name of the field that holds it.
    pub field: &'a str,
    /// How many items it has.
    pub items: usize,
}

/// All words and numbers, and all lists, of one field of the outermost value. `None` for text that cannot be followed.
pub fn contents<'a>(text: &'a str, name: &'a str) -> Option<(Vec<Leaf<'a>>, Vec<List<'a>>)> {
    let root = Scanner { text, at: 0 }.file()?;
    let node = root.items.iter().find(|(key, _)| *key == Some(name));
    let mut found = (Vec::new(), Vec::new());
    if let Some((_, node)) = node {
        collect(node, name.to_owned(), name, &mut found);
    }
    Some(found)
}

fn collect<'a>(node: &Node<'a>, path: String, field: &'a str, found: &mut (Vec<Leaf<'a>>, Vec<List<'a>>)) {
    if node.items.is_empty() {
        let text = node.text;
        found.0.push(Leaf { path, field, text });
        return;
    }
    let inside = match node.text {
        "" | "Some" => path,
        variant => format!("{path}.{variant}"),
    };
    if node.items.iter().all(|(key, _)| key.is_none()) {
        let (path, items) = (inside.clone(), node.items.len());
        found.1.push(List { path, field, items });
    }
    for (i, (key, item)) in node.items.iter().enumerate() {
        match key {
            Some(key) => collect(item, format!("{inside}.{key}"), key, found),
            None => collect(item, format!("{inside}[{i}]"), field, found),
        }
    }
}

fn descend<'n, 'a>(node: &'n Node<'a>, segment: &str) -> Option<&'n Node<'a>> {
    if node.text == "Some" {
        return descend(&node.items.first()?.1, segment);
    }
    if let Some(index) = segment.strip_suffix(']') {
        let index: usize = index.parse().ok()?;
        // `Shapes([a, b])`: the list is the only item of the variant.
        let list = match &node.items[..] {
            [(None, only)] if !node.text.is_empty() && only.text.is_empty() => only,
            _ => node,
        };
        return list.items.get(index).map(|(_, n)| n);
    }
    match node.items.iter().find(|(key, _)| *key == Some(segment)) {
        Some((_, n)) => Some(n),
        None => (node.text == segment).then_some(node),
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn file(mut self) -> Option<Node<'a>> {
        self.blank();
        while self.rest().starts_with("#!") {
            self.at += self.rest().find(']')? + 1;
            self.blank();
        }
        self.value(0)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips white space and comments.
    fn blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.at += block_comment(trimmed);
            } else {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node<'a>> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.blank();
        let at = self.at;
        let word = self.word();
        self.at += word.len();
        self.blank();
        let mut items = Vec::new();
        if self.rest().starts_with(['(', '[', '{']) {
            self.at += 1;
            loop {
                self.blank();
                if self.rest().starts_with([')', ']', '}']) {
                    self.at += 1;
                    break;
                }
                let before = self.at;
                let first = self.value(depth + 1)?;
                self.blank();
                if self.rest().starts_with(':') {
                    self.at += 1;
                    items.push((Some(first.text), self.value(depth + 1)?));
                } else {
                    items.push((None, first));
                }
                self.blank();
                if self.rest().starts_with(',') {
                    self.at += 1;
                }
                if self.at == before {
                    return None;
                }
            }
        }
        Some(Node {
            at,
            text: word,
            items,
        })
    }

    /// The word, number or string at this place; empty before a bracket.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        if let Some(inner) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = inner.find(|c| {
                let closes = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            return &rest[..end.map_or(rest.len(), |e| e + 2)];
        }
        if let Some(raw) = rest.strip_prefix('r') {
            let inner = raw.trim_start_matches('#');
            if inner.starts_with('"') {
                let close = format!("\"{}", "#".repeat(raw.len() - inner.len()));
                let open = rest.len() - inner.len() + 1;
                let end = rest[open..].find(&close).map(|e| open + e + close.len());
                return &rest[..end.unwrap_or(rest.len())];
            }
        }
        let end = rest.find(|c: char| c.is_whitespace() || "()[]{},:\"/".contains(c));
        &rest[..end.unwrap_or(rest.len())]
    }
}

/// Length of the block comment that the text begins with; RON's may be nested.
fn block_comment(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}
