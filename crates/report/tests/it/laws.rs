//! The page of laws, with invented findings: hostile names stay text, infinite values do no harm, failures show.
use clipmark_record::laws::{Basis, Curve, Finding, LawPlot, LawRecord, LawResults, Side};
use clipmark_report::{Study, Style, study_text, write_study};
use std::fs;

fn finding(case: &str, measured: f64, held: bool) -> Finding {
    Finding {
        case: case.into(),
        quantity: "speed".into(),
        unit: "u/s".into(),
        predicted: 320.0,
        basis: Basis::Formula,
        printed: Some("320".into()),
        print_agrees: true,
        measured,
        deviation: measured - 320.0,
        tolerance: 0.0032,
        why: "a reason".into(),
        side: Side::Both,
        held,
    }
}

fn book(findings: Vec<Finding>, curves: Vec<Curve>) -> LawResults {
    LawResults {
        made: clipmark_record::Made::default(),
        contestant: "bsp".into(),
        numbers: "f32".into(),
        version: "0".into(),
        laws: vec![LawRecord {
            id: "L1".into(),
            slug: "l01-x".into(),
            title: "A <b>law</b>".into(),
            statement: "It \"says\" & means".into(),
            formula: "v < s".into(),
            scene: "scenes/laws/l01-x.ron".into(),
            findings,
            plot: LawPlot {
                x_name: "x".into(),
                y_name: "y".into(),
                curves,
            },
            remarks: vec!["<script>alert(1)</script>".into()],
        }],
    }
}

#[test]
fn a_failed_finding_shows_everywhere() {
    let book = book(
        vec![finding("good", 320.0, true), finding("bad", 300.0, false)],
        vec![],
    );
    let table = study_text(&book.report().unwrap(), Style::Plain, false, None);
    assert!(
        table.contains("✗ L1 A <b>law</b> · bad · speed") && table.contains("−20.0"),
        "{table}"
    );
    assert!(
        table.contains("0 of 1 law holds on bsp: 1 of 2 findings."),
        "{table}"
    );
    let csv = book.csv().unwrap().unwrap();
    assert!(
        csv.lines()
            .nth(2)
            .unwrap()
            .contains(",300,-20,0.0032,false,false,")
    );
    let dir = tempfile::TempDir::new().unwrap();
    let page = fs::read_to_string(
        write_study(&book, Vec::new(), &dir.path().join("r"))
            .unwrap()
            .page,
    )
    .unwrap();
    assert!(page.contains("✗ 0 of 1 law holds") && page.contains("1 of 2 ✗"));
}

#[test]
fn hostile_text_and_numbers_do_no_harm() {
    let curve = Curve {
        name: "<i>".into(),
        law: vec![[0.0, f64::NAN], [f64::INFINITY, 1.0]],
        measured: vec![[f64::NAN, f64::NAN], [1.0, 2.0]],
    };
    let book = book(vec![finding("a\u{1b}[31m<b>", f64::NAN, false)], vec![curve]);
    let dir = tempfile::TempDir::new().unwrap();
    let page = fs::read_to_string(
        write_study(&book, Vec::new(), &dir.path().join("r"))
            .unwrap()
            .page,
    )
    .unwrap();
    assert!(!page.contains("<script>alert") && !page.contains("<b>law</b>") && !page.contains("NaN"));
    let table = study_text(&book.report().unwrap(), Style::Plain, false, None);
    assert!(!table.contains('\u{1b}'), "{table}");
}
