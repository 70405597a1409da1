//! The remedies for the commonest slips in a scene's text. The parser names its expectation; these name the right text.

/// A message with its remedy for a known slip, by the parser's error and the text at its place.
pub(crate) fn of(error: &ron::Error, text: &str, (line, column): (usize, usize)) -> Option<String> {
    if let Some((line, column, bracket)) = unclosed(text)
        && ends_early(error)
    {
        return Some(format!(
            "the `{bracket}` of line {line}, column {column} is never closed; write a `{}` where it ends",
            closing(bracket)
        ));
    }
    let row = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let rest: String = row.chars().skip(column.saturating_sub(1)).collect();
    let before: String = row.chars().take(column.saturating_sub(1)).collect();
    let rest = rest.trim_start();
    if matches!(error, ron::Error::ExpectedIdentifier) && rest.starts_with('"') {
        let word: String = rest.chars().skip(1).take_while(|c| *c != '"').collect();
        return Some(format!(
            "`\"{word}\"` is a word of the format, not text: write it without quotes, {word}"
        ));
    }
    let opened = before.trim_end().ends_with('(') || rest.starts_with("([");
    if opened && (rest.starts_with('[') || rest.starts_with("([")) {
        return Some(
            "numbers that belong together stand in round brackets alone: write (1, 2, 3), not ([1, 2, 3])"
                .into(),
        );
    }
    None
}

/// Whether the parser ran out of text, or met another bracket than it waited for.
fn ends_early(error: &ron::Error) -> bool {
    use ron::Error as E;
    matches!(
        error,
        E::Eof
            | E::ExpectedArrayEnd
            | E::ExpectedMapEnd
            | E::ExpectedStructLikeEnd
            | E::ExpectedOptionEnd
            | E::ExpectedComma
            | E::ExpectedIdentifier
            | E::UnclosedBlockComment
    )
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The innermost bracket that is never closed, or closed by another kind: line and column from 1, and which. Text in quotes
/// and comments is passed over.
pub fn unclosed(text: &str) -> Option<(usize, usize, char)> {
    let mut open: Vec<(usize, usize, char)> = Vec::new();
    let (mut line, mut column) = (1, 0);
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    let mut depth = 0usize;
    let mut note = false;
    while let Some(c) = chars.next() {
        column += 1;
        if c == '\n' {
            (line, column, note) = (line + 1, 0, false);
            continue;
        }
        let next = chars.peek().copied();
        match (c, next) {
            _ if note => {}
            ('\\', Some(_)) if quoted => {
                chars.next();
                column += 1;
            }
            ('"', _) if depth == 0 => quoted = !quoted,
            _ if quoted => {}
            ('/', Some('*')) => depth += 1,
            ('*', Some('/')) => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ('/', Some('/')) => note = true,
            ('(' | '[' | '{', _) => open.push((line, column, c)),
            (')' | ']' | '}', _) => match open.pop() {
                Some((_, _, bracket)) if closing(bracket) == c => {}
                other => return other,
            },
            _ => {}
        }
    }
    open.pop()
}
