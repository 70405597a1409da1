//! The words of a `.map`, with the line that each is on.

use super::MapError;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `(`
    Left,
    /// `)`
    Right,
    /// Anything else without blanks.
    Word(&'a str),
    /// Text in quotation marks.
    Quoted(String),
}

pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    waiting: Option<Token<'a>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            waiting: None,
        }
    }

    /// Line of the word read last, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn error(&self, what: &'static str) -> MapError {
        let line = self.line;
        MapError::Text { line, what }
    }

    /// Makes a word the next one again. Only one can wait.
    pub(super) fn put_back(&mut self, token: Option<Token<'a>>) {
        self.waiting = token;
    }

    pub(super) fn expect(&mut self, wanted: Token) -> Result<(), MapError> {
        if self.next()?.as_ref() == Some(&wanted) {
            return Ok(());
        }
        Err(self.error(match wanted {
            Token::Open => "a { is missing",
            Token::Close => "a } is missing",
            Token::Left => "a ( is missing",
            _ => "a ) is missing, or there is one number too many",
        }))
    }

    pub(super) fn number(&mut self) -> Result<f64, MapError> {
        let Some(Token::Word(word)) = self.next()? else {
            return Err(self.error("a number is missing"));
        };
        let x = word.parse().ok().filter(|x: &f64| x.is_finite());
        x.ok_or_else(|| self.error("not a finite number"))
    }

    /// Line on which the next word begins.
    pub(super) fn line_of_next(&mut self) -> usize {
        if self.waiting.is_none() {
            self.skip();
        }
        self.line
    }

    fn skip(&mut self) {
        while let Some(&b) = self.text.get(self.at) {
            if b == b'\n' {
                self.line += 1;
            } else if self.text[self.at..].starts_with(b"//") {
                let rest = &self.text[self.at..];
                self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                continue;
            } else if !b.is_ascii_whitespace() && b != 0 {
                return;
            }
            self.at += 1;
        }
    }

    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, MapError> {
        if let Some(token) = self.waiting.take() {
            return Ok(Some(token));
        }
        self.skip();
        let rest = &self.text[self.at..];
        let Some(&first) = rest.first() else {
            return Ok(None);
        };
        let (token, length) = match first {
            // Half-Life's fences have names that begin with a brace.
            b'{' if !rest.get(1).is_some_and(u8::is_ascii_alphanumeric) => (Token::Open, 1),
            b'}' => (Token::Close, 1),
            b'(' => (Token::Left, 1),
            b')' => (Token::Right, 1),
            b'"' => {
                let end = rest[1..].iter().position(|b| matches!(b, b'"' | b'\n'));
                let Some(end) = end.filter(|&e| rest[1 + e] == b'"') else {
                    return Err(self.error("a quotation mark is not closed on its line"));
                };
                let text = String::from_utf8_lossy(&rest[1..=end]).into_owned();
                (Token::Quoted(text), end + 2)
            }
            _ => {
                // Brackets and braces may be part of a texture's name: words end at blanks, numbers at a bracket too.
                let number = first.is_ascii_digit() || b"+-.".contains(&first);
                let ends = |b: &u8| b.is_ascii_whitespace() || (number && b"()".contains(b));
                let end = rest.iter().position(ends).unwrap_or(rest.len());
                let word = std::str::from_utf8(&rest[..end])
                    .map_err(|_| self.error("a word that is no text (UTF-8)"))?;
                (Token::Word(word), end)
            }
        };
        self.at += length;
        Ok(Some(token))
    }
}
