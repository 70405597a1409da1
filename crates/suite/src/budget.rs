//! How much a suite file may ask for. It checks the written numbers, before any world is built. A family of a thousand
//! million pieces must not use up the memory, nor a length of 1e308 an afternoon.

use clipmark_scene::Problem;
use clipmark_scene::check::{Checked, MAX_COORDINATE, fault, within};
use clipmark_scene::file::{Leaf, contents};

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
    let Some((leaves, lists)) = contents(text, "family") else {
        let deep = "the family is nested too deeply to be read";
        return fault("family", Problem::Syntax(deep.into()));
    };
    let mut largest: Vec<(&str, f64)> = Vec::new();
    for leaf in &leaves {
        let Some(value) = number(leaf)? else { continue };
        if SEEDS.contains(&leaf.field) {
            continue;
        }
        let most = COUNTS.iter().find(|(name, _)| *name == leaf.field);
        match most {
            Some((_, most)) => within(&leaf.path, value, 0.0, *most, "")?,
            None if TIMES.contains(&leaf.field) => {
                within(&leaf.path, value, 0.0, MOST_SECONDS, "seconds")?;
            }
            None => within(&leaf.path, value, -MAX_COORDINATE, MAX_COORDINATE, "")?,
        }
        if most.is_some() {
            match largest.iter_mut().find(|(name, _)| *name == leaf.field) {
                Some((_, known)) => *known = known.max(value),
                None => largest.push((leaf.field, value)),
            }
        }
    }
    let cases: f64 = lists.iter().map(|list| list.items as f64).product();
    at_most("cases", cases, MOST_CASES, "shorten its lists")?;
    let scenes = cases * scenes_a_case as f64;
    at_most(
        "scenes",
        scenes,
        MOST_SCENES,
        "shorten its lists, or take fewer turns",
    )?;
    let of = |name: &str| largest.iter().find(|(known, _)| *known == name).map(|(_, n)| *n);
    let products = TOGETHER.iter().filter_map(|[a, b]| Some(of(a)? * of(b)?));
    let single = largest.iter().map(|(_, n)| *n);
    let pieces = products.chain(single).fold(1.0, f64::max);
    let all = pieces * cases;
    at_most(
        "pieces in all cases",
        all,
        MOST_PIECES,
        "lower its counts or shorten its lists",
    )
}

fn at_most(what: &'static str, asked: f64, most: f64, remedy: &'static str) -> Checked {
    if asked <= most {
        return Ok(());
    }
    let (asked, most) = (asked as u64, most as u64);
    let problem = Problem::Budget {
        what,
        asked,
        most,
        remedy,
    };
    fault("family", problem)
}

/// The number that a leaf holds, if it is none of a family's words.
fn number(leaf: &Leaf) -> Checked<Option<f64>> {
    let plain = leaf.text.replace('_', "");
    let radix = [("0x", 16), ("0o", 8), ("0b", 2)];
    let whole = radix.iter().find_map(|(prefix, radix)| {
        let digits = plain.strip_prefix(prefix)?;
        u64::from_str_radix(digits, *radix).ok()
    });
    match whole.map(|n| n as f64).or_else(|| plain.parse().ok()) {
        Some(value) => Ok(Some(value)),
        None if leaf
            .text
            .starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) =>
        {
            let odd = format!("`{}` is no number that is known here", leaf.text);
            fault(leaf.path.clone(), Problem::Syntax(odd))
        }
        None => Ok(None),
    }
}
