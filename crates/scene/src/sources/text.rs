//! The words of a `.map` or of the entities of a compiled map, with the line that each is on.

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
    /// Text in quotation marks; of entities any text.
    Quoted(String),
}

/// Which of the two texts it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    /// A `.map`: brackets and braces may be part of a texture's name.
    Map,
    /// Entities: keys and values need no quotation marks, and with these they may have several lines.
    Entities,
}

pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the word read last begins, and its line.
    last: usize,
    line: usize,
    waiting: Option<Token<'a>>,
    grammar: Grammar,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8], grammar: Grammar) -> Self {
        Self {
            text,
            at: 0,
            last: 0,
            line: 1,
            waiting: None,
            grammar,
        }
    }

    /// Line of the word read last, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Where the word read last begins in the text.
    pub(super) fn place(&self) -> usize {
        self.last
    }

    /// A place in its line, in characters from 1. It reads the line anew: for faults alone.
    pub(super) fn column(&self, place: usize) -> usize {
        let line = self.text[..place].rsplit(|b| *b == b'\n').next();
        String::from_utf8_lossy(line.unwrap_or_default()).chars().count() + 1
    }

    /// Makes a word the next one again. Only one can wait.
    pub(super) fn put_back(&mut self, token: Option<Token<'a>>) {
        self.waiting = token;
    }

    pub(super) fn expect(&mut self, wanted: Token) -> Result<(), &'static str> {
        if self.next()?.as_ref() == Some(&wanted) {
            return Ok(());
        }
        Err(match wanted {
            Token::Open => "a { is missing",
            Token::Close => "a } is missing",
            Token::Left => "a ( is missing",
            _ => "a ) is missing, or there is one number too many",
        })
    }

    pub(super) fn number(&mut self) -> Result<f64, &'static str> {
        let Some(Token::Word(word)) = self.next()? else {
            return Err("a number is missing");
        };
        let x = word.parse().ok().filter(|x: &f64| x.is_finite());
        x.ok_or("not a finite number")
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

    pub(super) fn next(&mut self) -> Result<Option<Token<'a>>, &'static str> {
        if let Some(token) = self.waiting.take() {
            return Ok(Some(token));
        }
        self.skip();
        self.last = self.at;
        let map = self.grammar == Grammar::Map;
        let rest = &self.text[self.at..];
        let Some(&first) = rest.first() else {
            return Ok(None);
        };
        let (token, length) = match first {
            // Half-Life's fences have names that begin with a brace.
            b'{' if !map || !rest.get(1).is_some_and(u8::is_ascii_alphanumeric) => (Token::Open, 1),
            b'}' => (Token::Close, 1),
            b'(' if map => (Token::Left, 1),
            b')' if map => (Token::Right, 1),
            b'"' => {
                let end = rest[1..].iter().position(|b| *b == b'"' || (map && *b == b'\n'));
                let Some(end) = end.filter(|&e| rest[1 + e] == b'"') else {
                    return Err(match self.grammar {
                        Grammar::Map => "a quotation mark is not closed on its line",
                        Grammar::Entities => "a quotation mark is not closed",
                    });
                };
                let text = &rest[1..=end];
                self.line += text.iter().filter(|b| **b == b'\n').count();
                (Token::Quoted(String::from_utf8_lossy(text).into_owned()), end + 2)
            }
            _ if map => {
                // Words end at blanks, numbers at a bracket too.
                let number = first.is_ascii_digit() || b"+-.".contains(&first);
                let ends = |b: &u8| b.is_ascii_whitespace() || (number && b"()".contains(b));
                let end = rest.iter().position(ends).unwrap_or(rest.len());
                let word = std::str::from_utf8(&rest[..end]).map_err(|_| "a word that is no text (UTF-8)")?;
                (Token::Word(word), end)
            }
            _ => {
                let ends = |b: &u8| b.is_ascii_whitespace() || b"{}\"".contains(b);
                let end = rest.iter().position(ends).unwrap_or(rest.len());
                let word = String::from_utf8_lossy(&rest[..end]).into_owned();
                (Token::Quoted(word), end)
            }
        };
        self.at += length;
        Ok(Some(token))
    }
}
