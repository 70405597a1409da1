//! METHODOLOGY.md has the table of fault classes as the code has it, and names every rule of an engine.
use clipmark_record::faults::{FAULTS, Limit};
use clipmark_record::grouped;
use clipmark_record::rules::RULES;
use std::fs;
use std::path::Path;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

#[test]
fn every_class_of_fault_has_its_row() {
    let text = page("METHODOLOGY.md");
    for class in &FAULTS {
        let check = format!("`{}`", class.check.name());
        let (check, limit) = match class.limit {
            Limit::Never => (check, "none".to_owned()),
            Limit::OneIn(many) => (check, format!("1 in {}", grouped(many))),
            Limit::Often { one_in, least } => (check, format!("1 in {}, from {least}", grouped(one_in))),
            Limit::Uncounted => ("–".to_owned(), "not counted".to_owned()),
        };
        let row = format!(
            "| `{}` | {} | {check} | {limit} | ",
            class.key,
            class.check.code().unwrap_or_default()
        );
        let found = text.lines().find_map(|line| line.strip_prefix(&row));
        let tolerance = found.unwrap_or_else(|| panic!("METHODOLOGY.md has no row {row}"));
        let wanted = match class
            .tolerance
            .starts_with("a quarter of the skin and 8 f32 steps")
        {
            true => "*sandwich*",
            false => class.tolerance,
        };
        assert_eq!(tolerance.trim_end_matches(" |"), wanted, "{}", class.key);
    }
}

#[test]
fn every_rule_of_an_engine_is_named_with_what_it_lets_through() {
    let (methods, bias) = (page("METHODOLOGY.md"), page("docs/truth.md"));
    for rule in &RULES {
        let name = format!("*{}*", rule.name);
        assert!(methods.contains(&name), "{name}");
        let row = format!("| {name} |");
        let there = bias.lines().any(|line| line.starts_with(&row));
        assert!(there, "docs/truth.md has no row {row}");
    }
}
