//! The file `question.json`: a question as its library's program reads it, with what exact arithmetic says of each answer. It is
//! printed here, since a list of numbers stands in one line with its bits, for a person to read.

use super::exact::{Against, Exact};
use clipmark_collision::question::{Body, Call, Fields, Question, Value};
use clipmark_movement::Setting;
use std::fmt::Write as _;

/// The format that programs know.
const FORMAT: &str = "clipmark question 1";

/// Compilers round differently: an answer that is this near repeats. In the library's lengths.
const REPEATS: f32 = 1e-4;

/// Longest text, in bytes with its indent, that goes into one line whole; the key before it is not counted.
const LINE: usize = 140;

/// What is said of a question as a whole.
pub(super) struct Judgement<'a> {
    /// What failed, where, by what limit.
    pub(super) about: &'a [String],
    /// The library with its version, and where it is from.
    pub(super) library: &'a str,
    /// How the library is set up.
    pub(super) settings: &'a [Setting],
    /// From so much on an answer is wrong, in units.
    pub(super) limit: f64,
    /// Of each call.
    pub(super) exact: &'a [Exact],
}

/// The text of a file.
pub(super) fn text(question: &Question, said: &Judgement) -> String {
    let calls = question.calls.iter().zip(said.exact);
    let setting = |s: &Setting| {
        Value::Fields(vec![
            ("name", s.name.into()),
            ("value", s.value.into()),
            ("reason", s.reason.into()),
        ])
    };
    let all = Value::Fields(vec![
        ("format", FORMAT.into()),
        (
            "about",
            Value::List(said.about.iter().map(|line| line.as_str().into()).collect()),
        ),
        ("library", said.library.into()),
        (
            "numbers",
            "in the library's lengths; bits are those of f32, and count; +z is up".into(),
        ),
        ("unit", question.length.into()),
        ("repeats_within", REPEATS.into()),
        ("exact_limit_in_units", Value::Decimal(said.limit)),
        (
            "settings",
            Value::List(said.settings.iter().map(setting).collect()),
        ),
        (
            "bodies",
            Value::List(question.bodies.iter().map(body_value).collect()),
        ),
        (
            "calls",
            Value::List(calls.map(|(call, exact)| call_value(call, exact)).collect()),
        ),
    ]);
    let mut text = String::new();
    lay_out(&all, 0, &mut text);
    text + "\n"
}

fn body_value(body: &Body) -> Value {
    let shapes = body.shapes.iter().map(|(shape, pose)| {
        let mut fields = Fields::from([
            ("position", pose.position.into()),
            ("rotation", pose.rotation.into()),
        ]);
        if let Value::Fields(shape) = Value::from(shape.clone()) {
            fields.extend(shape);
        }
        Value::Fields(fields)
    });
    Value::Fields(vec![
        ("part", body.part.into()),
        ("position", body.pose.position.into()),
        ("rotation", body.pose.rotation.into()),
        ("shapes", Value::List(shapes.collect())),
    ])
}

fn call_value(call: &Call, exact: &Exact) -> Value {
    let contradicted = exact.wrong.map(|by| match by {
        Against::Solids => "by the solids",
        Against::Slide => "by the exact slide move alone",
    });
    Value::Fields(vec![
        ("operation", call.operation.into()),
        ("arguments", call.arguments.clone().into()),
        ("returns", call.returns.into()),
        ("result", Value::Numbers(call.result.clone())),
        ("exact", exact.says.as_str().into()),
        ("contradicted", contradicted.into()),
    ])
}

/// A call in one line.
pub(crate) fn call_in_a_line(call: &Call) -> String {
    compact(&Value::Fields(vec![(
        call.operation,
        call.arguments.clone().into(),
    )]))
}

fn lay_out(value: &Value, deep: usize, text: &mut String) {
    let line = compact(value);
    let (marks, parts): ([char; 2], Vec<(Option<&str>, &Value)>) = match value {
        _ if line.len() + 2 * deep <= LINE => return text.push_str(&line),
        Value::List(all) => (['[', ']'], all.iter().map(|it| (None, it)).collect()),
        Value::Fields(all) => (
            ['{', '}'],
            all.iter().map(|(name, it)| (Some(*name), it)).collect(),
        ),
        _ => return text.push_str(&line),
    };
    text.push(marks[0]);
    for (i, (name, it)) in parts.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(deep + 1));
        if let Some(name) = name {
            // Writing to a string cannot fail.
            let _ = write!(text, "\"{name}\": ");
        }
        lay_out(it, deep + 1, text);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(deep));
    text.push(marks[1]);
}

fn compact(value: &Value) -> String {
    let joined = |all: Vec<String>| all.join(", ");
    match value {
        Value::Nothing => "null".into(),
        Value::Flag(it) => it.to_string(),
        Value::Decimal(it) => decimal(*it),
        Value::Text(it) => quoted(it),
        Value::Number(it) => format!(
            "{{\"value\": {}, \"bits\": \"{:08x}\"}}",
            short(*it),
            it.to_bits()
        ),
        Value::Numbers(all) => {
            let bits: Vec<String> = all.iter().map(|x| format!("{:08x}", x.to_bits())).collect();
            let values = joined(all.iter().map(|x| short(*x)).collect());
            format!("{{\"value\": [{values}], \"bits\": \"{}\"}}", bits.join(" "))
        }
        Value::List(all) => format!("[{}]", joined(all.iter().map(compact).collect())),
        Value::Fields(all) => {
            let fields = all
                .iter()
                .map(|(name, it)| format!("\"{name}\": {}", compact(it)));
            format!("{{{}}}", joined(fields.collect()))
        }
    }
}

/// The shortest decimal of these bits; JSON has none for what is not finite.
fn short(x: f32) -> String {
    if x.is_finite() {
        format!("{x:?}")
    } else {
        "null".into()
    }
}

fn decimal(x: f64) -> String {
    if x.is_finite() {
        x.to_string()
    } else {
        "null".into()
    }
}

fn quoted(text: &str) -> String {
    let mut all = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => all.extend(['\\', c]),
            c if c < ' ' => {
                let _ = write!(all, "\\u{:04x}", c as u32);
            }
            c => all.push(c),
        }
    }
    all.push('"');
    all
}
