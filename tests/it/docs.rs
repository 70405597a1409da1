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

/// Hold planted faults too.
const PLANTED: [&str; 2] = [
    "crates/compare/tests/it/documented/mod.rs",
    "crates/compare/tests/it/documented/words.rs",
];

/// This test's own files hold planted faults.
fn is_left_out(file: &str) -> bool {
    file == "tests/it/docs.rs" || PLANTED.contains(&file)
}

#[test]
fn every_citation_leads_somewhere() {
    let repository = repository();
    assert!(repository.texts().count() > 300, "the repository was not read");
    let found: Vec<String> = repository
        .texts()
        .filter(|(file, _)| !is_left_out(file))
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

/// The findings of `problems` on a text as if it were that file.
fn said(file: &str, text: &str) -> Vec<String> {
    problems(&repository(), file, text)
}

#[track_caller]
fn caught(file: &str, text: &str, names: &str) {
    let said = said(file, text);
    assert!(
        said.len() == 1 && said[0].starts_with(file) && said[0].contains(names),
        "{text:?} in {file}: expected one problem with `{names}`, got {said:?}"
    );
}

#[test]
fn planted_citations_are_caught() {
    caught(
        "crates/bsp/src/clip.rs",
        "//! Source: `nowhere.md`.",
        "nowhere.md",
    );
    caught("crates/bsp/src/clip.rs", "//! Source: `laws.md`.", "laws.md");
    caught(
        "crates/bsp/src/clip.rs",
        "/// See docs/laws.md section 99.",
        "section 99",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "/// See docs/laws.md, sections 1, 2 and\n/// 77.",
        "section 77",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "//! `docs/failures.md`, section E.",
        "section E",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "//! `docs/engines.md` section 1, \"No such part\".",
        "No such part",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "// argued in `crates/truth/src/reference.rs`",
        "reference.rs",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "// see `no_such_file.rs`",
        "no_such_file.rs",
    );
    caught(
        "crates/bsp/src/clip.rs",
        "// see crates/bsp/nowhere for it",
        "crates/bsp/nowhere",
    );
    caught("crates/bsp/src/clip.rs", "let says = \"stuck (F77)\";", "F77");
    caught("scenes/stairs.ron", "// by law L78 it climbs", "L78");
    caught("crates/report/templates/walker.html", "<p>W21</p>", "W21");
    caught("README.md", "[rules](docs/nowhere.md)", "docs/nowhere.md");
    caught("README.md", "[stuck](docs/failures.md#f99)", "#f99");
    caught("docs/laws.md", "[above](#no-such-heading)", "#no-such-heading");
    caught(
        "docs/laws.md",
        "| `l1` | see\n`tests/nowhere.rs` |",
        "docs/laws.md:2",
    );
}

#[test]
fn citations_that_lead_somewhere_are_let_pass() {
    let fine = [
        (
            "crates/bsp/src/clip.rs",
            "//! `docs/engines.md` section 1, \"One brush\"; docs/laws.md sections 1, 3 to 5 and 10.",
        ),
        (
            "crates/bsp/src/clip.rs",
            "// failures F1 to F13b, laws L1-L27, W20; head of `judge.rs`; `tests/it/traps.rs`; F32 and F64",
        ),
        (
            "crates/bsp/src/clip.rs",
            "let name = \"walker.md\"; // a file that is written",
        ),
        ("crates/bsp/src/clip.rs", "fail(\"cannot read missing.md\");"),
        (
            "README.md",
            "[stuck](docs/failures.md#f17), [there](https://example.org/laws.md#l99), \
             [trap](docs/failures.md#c-the-coupling-trap)",
        ),
        (
            "docs/laws.md",
            "[rules](../METHODOLOGY.md), [failures](failures.md#f14), `tests/engine_*.rs`, `compare THAT.ron`",
        ),
    ];
    for (file, text) in fine {
        let said = said(file, text);
        assert!(said.is_empty(), "{text:?} in {file}: {said:?}");
    }
}

/// The heading of a code on its page.
fn heading(repository: &Repository, page: &str, code: &str) -> String {
    let text = repository.text(page).unwrap();
    let start = format!("### {code} ");
    let line = text.lines().find(|line| line.starts_with(&start));
    line.unwrap_or_else(|| panic!("{page} has no heading for {code}"))
        .to_lowercase()
}

#[test]
fn every_detector_and_every_law_has_its_entry() {
    let repository = repository();
    for detector in DETECTORS {
        let heading = heading(&repository, "docs/failures.md", detector.id);
        assert!(
            heading.contains(detector.name),
            "{}: `{}` is not in `{heading}`",
            detector.id,
            detector.name
        );
    }
    for law in laws::ALL {
        heading(&repository, "docs/laws.md", law.id);
    }
    for n in 1..=20 {
        heading(&repository, "docs/walker.md", &format!("W{n}"));
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
