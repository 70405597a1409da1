//! Finds a value in the text of a RON file by its path. RON keeps no positions once parsed, so the text is parsed once more,
//! down to that value: there the parser is stopped, and says where it is.

use ron::extensions::Extensions;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The message that stops the parser at the value.
const HERE: &str = "here";

/// How RON of ours is read: `Some` need not be written.
pub(crate) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// RON nests no deeper. A path of more steps has a name with dots in it, and each step is a parse of the whole text.
const DEEPEST: usize = 128;

/// Line and column of the value that a path such as `world.Shapes[3].Box.min` names, from 1 in characters. If it is not
/// there, the nearest value around it.
pub fn locate(text: &str, path: &str) -> Option<(usize, usize)> {
    if text.trim().is_empty() {
        return None;
    }
    let steps = steps(path);
    (0..=steps.len().min(DEEPEST)).rev().find_map(|n| {
        let stopped = options().from_str_seed(text, Probe(&steps[..n])).err()?;
        let end = stopped.span.end;
        matches!(&stopped.code, ron::Error::Message(m) if m == HERE).then_some((end.line, end.col))
    })
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Item(usize),
}

/// The parser does not tell the names of variants, so they are no steps. Around a list they are a tuple of one.
fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut in_variant = false;
    for word in path.split(['.', '[']).filter(|s| !s.is_empty()) {
        let item = word.strip_suffix(']').and_then(|n| n.parse().ok());
        match item {
            Some(item) => {
                steps.extend(in_variant.then_some(Step::Item(0)));
                steps.push(Step::Item(item));
            }
            None if word.starts_with(char::is_uppercase) => {
                in_variant = true;
                continue;
            }
            None => steps.push(Step::Field(word.trim_matches('"'))),
        }
        in_variant = false;
    }
    steps
}

/// The way that is left to the value.
struct Probe<'a>(&'a [Step<'a>]);

impl<'de> DeserializeSeed<'de> for Probe<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match self.0 {
            [] => Err(D::Error::custom(HERE)),
            _ => from.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Probe<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or fields")
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        self.deserialize(from)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match self.0 {
                [Step::Field(wanted), rest @ ..] if key == *wanted => map.next_value_seed(Probe(rest))?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let [Step::Item(wanted), rest @ ..] = self.0 else {
            return Err(A::Error::custom("no list is expected"));
        };
        for _ in 0..*wanted {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Probe(rest)).map(|_| ())
    }
}
