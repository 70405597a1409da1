//! How much a suite file may ask for. It checks the written numbers, before any world is built. A family of a thousand
//! million pieces must not use up the memory, nor a length of 1e308 an afternoon.

use clipmark_scene::Problem;
use clipmark_scene::check::{Checked, MAX_COORDINATE, affordable, range, within};
use clipmark_scene::file::{Value, value};

/// Most pieces, rows and the like that one number may ask for, by the field's name. Largest ones of the suite in this
/// repository: 2,000 pieces, 1,024 facets, 40 tiles along a side.
const COUNTS: [(&str, f64); 14] = [
    ("around", 1000.0),
    ("brushes", 20_000.0),
    ("facets", 10_000.0),
    ("jumps", 1000.0),
    ("pieces", 20_000.0),
    ("platforms", 5000.0),
    ("ramps", 1000.0),
    ("rings", 1000.0),
    ("rows", 200.0),
    ("splits", 1000.0),
    ("steps", 4096.0),
    ("ticks", 10_000.0),
    ("tiles", 200.0),
    ("triangles", 200_000.0),
];
/// Fields whose numbers multiply: their pieces stand in rows and columns, or in parts of parts.
const TOGETHER: [[&str; 2]; 4] = [
    ["tiles", "tiles"],
    ["rows", "rows"],
    ["around", "rings"],
    ["ramps", "splits"],
];
/// Fields that are times in seconds.
const TIMES: [&str; 6] = ["coast", "glide", "run", "seconds", "stand", "walk"];
/// Longest run in seconds, as in scenes.
const MOST_SECONDS: f64 = 3600.0;
/// Fields of any number: the start of a generator.
const SEEDS: [&str; 2] = ["seed", "seeds"];
/// Most cases of a family, and most scenes of a suite. The largest suite of this repository has some thousands.
const MOST_CASES: f64 = 2000.0;
const MOST_SCENES: f64 = 500_000.0;
/// Most pieces of all cases of a family together: they are in memory at once, at some 200 bytes each.
const MOST_PIECES: f64 = 500_000.0;

/// Refuses parameters that ask for too much.
///
/// # Errors
/// A number, or a product of several, beyond its limit.
pub fn check(text: &str, scenes_a_case: u64) -> Checked {
    let mut asked = Asked {
        largest: Vec::new(),
        cases: 1.0,
    };
    // What was read as a suite can be followed as a value too; if not, nothing here would bound it.
    let Some(family) = value(text, "family") else {
        let hint = "scenes/README.md describes the format";
        return Err(Problem::new("it cannot be followed", hint).at("family"));
    };
    asked.read(&family, "family", "family".into())?;
    let cases = asked.cases;
    at_most("cases", cases, MOST_CASES, "shorten its lists")?;
    let scenes = cases * scenes_a_case as f64;
    let remedy = "shorten its lists, or take fewer turns";
    at_most("scenes", scenes, MOST_SCENES, remedy)?;
    let of = |name: &str| {
        asked
            .largest
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, n)| *n)
    };
    let products = TOGETHER.iter().filter_map(|[a, b]| Some(of(a)? * of(b)?));
    let single = asked.largest.iter().map(|(_, n)| *n);
    let pieces = products.chain(single).fold(1.0, f64::max);
    let remedy = "lower its counts or shorten its lists";
    at_most("pieces in all cases", pieces * cases, MOST_PIECES, remedy)
}

/// What the numbers of a family ask for.
struct Asked {
    /// The largest of each of [`COUNTS`].
    largest: Vec<(&'static str, f64)>,
    /// The product of the lengths of all lists.
    cases: f64,
}

impl Asked {
    /// Reads a value that stands in a field of that name.
    fn read(&mut self, value: &Value, field: &str, path: String) -> Checked {
        match value {
            Value::Option(Some(value)) => self.read(value, field, path),
            Value::Map(fields) => fields.iter().try_for_each(|(key, value)| match key {
                Value::String(key) => self.read(value, key, format!("{path}.{key}")),
                _ => Ok(()),
            }),
            Value::Seq(items) => {
                self.cases *= items.len().max(1) as f64;
                let mut items = items.iter().enumerate();
                items.try_for_each(|(i, item)| self.read(item, field, format!("{path}[{i}]")))
            }
            Value::Number(number) => self.number(number.into_f64(), field, &path),
            _ => Ok(()),
        }
    }

    fn number(&mut self, value: f64, field: &str, path: &str) -> Checked {
        if SEEDS.contains(&field) {
            return Ok(());
        }
        let Some(&(name, most)) = COUNTS.iter().find(|(name, _)| *name == field) else {
            return match TIMES.contains(&field) {
                true => within(path, value, &range(0.0, MOST_SECONDS, "seconds")),
                false => within(path, value, &range(-MAX_COORDINATE, MAX_COORDINATE, "")),
            };
        };
        within(path, value, &range(0.0, most, ""))?;
        match self.largest.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = known.max(value),
            None => self.largest.push((name, value)),
        }
        Ok(())
    }
}

fn at_most(what: &str, asked: f64, most: f64, remedy: &str) -> Checked {
    affordable("family", what, asked as u64, most as u64, remedy)
}
