//! METHODOLOGY.md has every class of fault with its check and limit as the code has them, and names every rule of an engine.

use clipmark_rows::faults::{Class, Fault, Limit, Rule};
use clipmark_rows::grouped;
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

#[test]
fn every_class_of_fault_has_its_row() {
    let text = page("METHODOLOGY.md");
    for fault in Fault::ALL {
        let check = format!("`{}`", fault.check().name());
        let (check, limit) = match fault.limit() {
            Limit::Never => (check, "none".to_owned()),
            Limit::OneIn(many) => (check, format!("1 in {}", grouped(many))),
            Limit::Often { one_in, least } => (check, format!("1 in {}, from {least}", grouped(one_in))),
            Limit::Uncounted => ("–".to_owned(), "not counted".to_owned()),
        };
        let row = format!(
            "| `{}` | {} | {check} | {limit} | ",
            fault.key(),
            fault.check().code().unwrap_or_default()
        );
        let tolerance = text.lines().find_map(|line| line.strip_prefix(&row));
        let tolerance = tolerance.unwrap_or_else(|| panic!("METHODOLOGY.md has no row {row}"));
        assert!(!tolerance.trim_end_matches(" |").is_empty(), "{row}");
    }
}

#[test]
fn every_rule_of_an_engine_is_named_with_what_it_lets_through() {
    let (methods, bias) = (page("METHODOLOGY.md"), page("docs/truth.md"));
    for rule in Rule::ALL {
        let name = format!("*{}*", rule.name());
        assert!(methods.contains(&name), "{name}");
        let row = format!("| {name} |");
        let there = bias.lines().any(|line| line.starts_with(&row));
        assert!(there, "docs/truth.md has no row {row}");
    }
}
