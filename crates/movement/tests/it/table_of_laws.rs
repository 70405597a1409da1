//! The table of constants in `docs/laws.md`, held against the profiles: every constant in which two engines differ.

use clipmark_movement::{CONSTANTS, Constant, Profile, profile_named};
use std::fmt::Write;
use std::path::Path;

const ENGINES: [&str; 7] = [
    "netquake",
    "quakeworld",
    "quake3",
    "cpm",
    "goldsrc",
    "source",
    "source:css",
];
const BEGIN: &str = "<!-- table constants -->\n";
const END: &str = "<!-- end of table constants -->";

fn row(constant: &Constant, engines: &[&Profile]) -> Option<String> {
    // The two-cylinder walker is no engine's.
    if constant.name.starts_with("walker_") {
        return None;
    }
    let values: Vec<String> = engines.iter().map(|p| constant.value(p).to_string()).collect();
    let differ = values.iter().any(|v| *v != values[0]);
    let unit = if constant.unit.is_empty() {
        String::new()
    } else {
        format!(" ({})", constant.unit)
    };
    differ.then(|| format!("| `{}`{unit} | {} |\n", constant.name, values.join(" | ")))
}

fn table() -> String {
    let engines: Vec<&Profile> = ENGINES.iter().map(|name| profile_named(name).unwrap()).collect();
    let mut out = format!(
        "| constant | {} |\n",
        ENGINES.map(|e| format!("`{e}`")).join(" | ")
    );
    writeln!(out, "|---|{}", "---|".repeat(ENGINES.len())).unwrap();
    out.extend(CONSTANTS.iter().filter_map(|c| row(c, &engines)));
    out
}

#[test]
fn the_laws_page_has_the_constants_that_are_played_by() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/laws.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let begin = text.find(BEGIN).expect("the page has the table") + BEGIN.len();
    let printed = &text[begin..begin + text[begin..].find(END).expect("the table ends")];
    let wanted = table();
    assert!(
        printed == wanted,
        "docs/laws.md, section 1: put this between the marks\n{wanted}"
    );
}
