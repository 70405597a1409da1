//! Citations lead somewhere: every page, section, file and code (such as F17, stuck) in code, pages, scenes and templates
//! exists here. Nothing is fetched; the working tree is read.
//!
//! Not checked: links to other sites, file names in Rust strings, and whether the cited text supports the claim.

use crate::citations::{Repository, dead_links, problems};
use clipmark::measure::detect::DETECTORS;
use clipmark_laws as laws;
use std::path::Path;

fn repository() -> Repository {
    Repository::read(Path::new(env!("CARGO_MANIFEST_DIR")))
}

/// These hold planted faults.
const PLANTED: [&str; 2] = ["tests/it/docs.rs", "crates/compare/tests/it/documented/mod.rs"];

#[test]
fn every_citation_leads_somewhere() {
    let repository = repository();
    assert!(repository.texts().count() > 300, "the repository was not read");
    let found: Vec<String> = repository
        .texts()
        .filter(|(file, _)| !PLANTED.contains(&file.as_ref()))
        .flat_map(|(file, text)| problems(&repository, file, text))
        .collect();
    assert!(
        found.is_empty(),
        "{} citations lead nowhere:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn every_link_of_the_record_leads_somewhere() {
    let repository = repository();
    assert!(repository.record().count() > 10, "the record was not read");
    let found: Vec<String> = repository
        .record()
        .flat_map(|(file, text)| dead_links(&repository, file, text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for (file, text, part) in [
        (
            "reports/record/a.html",
            "<a href=\"gone.json\">x</a> <a href=\"#top\">y</a>",
            "gone.json",
        ),
        ("reports/record/a.md", "[x](gate.md) [y](gone.md)", "gone.md"),
        (
            "reports/record/a.md",
            "[x](gate.md#no-such-place)",
            "#no-such-place",
        ),
    ] {
        let said = dead_links(&repository, file, text);
        assert!(said.len() == 1 && said[0].contains(part), "{text}: {said:?}");
    }
}

#[test]
fn the_page_of_rules_says_what_the_last_ones_changed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules-versions.md");
    let page = std::fs::read_to_string(page).unwrap();
    let heading = format!("\n## Rules {}\n", clipmark::record::RULES);
    assert!(
        page.contains(&heading),
        "docs/rules-versions.md has no section for these rules"
    );
}

#[test]
fn planted_citations_are_caught() {
    let code = "crates/bsp/src/clip.rs";
    for (file, text, names) in [
        (code, "//! Source: `nowhere.md`.", "nowhere.md"),
        (
            code,
            "/// See docs/laws.md, sections 1, 2 and\n/// 77.",
            "section 77",
        ),
        (
            code,
            "//! `docs/engines.md` section 1, \"No such part\".",
            "No such part",
        ),
        (code, "// see crates/bsp/nowhere for it", "crates/bsp/nowhere"),
        (code, "let says = \"stuck (F77)\";", "F77"),
        ("README.md", "[rules](docs/nowhere.md)", "docs/nowhere.md"),
        ("README.md", "[stuck](docs/failures.md#f99)", "#f99"),
        ("docs/laws.md", "[above](#no-such-heading)", "#no-such-heading"),
    ] {
        let found = problems(&repository(), file, text);
        assert!(
            found.len() == 1 && found[0].starts_with(file) && found[0].contains(names),
            "{text:?} in {file}: expected one problem with `{names}`, got {found:?}"
        );
    }
}

/// Expects the heading of a code on its page.
fn has_heading(repository: &Repository, page: &str, code: &str) {
    let text = repository.text(page).unwrap();
    let start = format!("### {code} ");
    assert!(
        text.lines().any(|line| line.starts_with(&start)),
        "{page} has no heading for {code}"
    );
}

#[test]
fn every_detector_and_every_law_has_its_entry() {
    let repository = repository();
    for detector in DETECTORS {
        has_heading(&repository, "docs/failures.md", detector.id);
    }
    for law in laws::ALL {
        has_heading(&repository, "docs/laws.md", law.id);
    }
    for n in 1..=20 {
        has_heading(&repository, "docs/walker.md", &format!("W{n}"));
    }
    // Links to a code use its anchor, so that headings may be reworded.
    for code in repository.codes() {
        let page = repository.page_of(code).unwrap();
        assert!(
            repository.has_anchor(page, &code.to_lowercase()),
            "{page} has no anchor for {code}"
        );
    }
}
