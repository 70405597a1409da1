//! The way back over a page.

use clipmark_report::inner::{above, beside};

#[test]
fn a_page_leads_back_to_what_it_belongs_to() {
    let dir = tempfile::tempdir().unwrap();
    let run = dir.path().join("walker");
    let deep = run.join("cases/reports/one");
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(run.join("index.html"), "").unwrap();
    assert_eq!(above(&deep), Some(("../../../index.html", "walker".into())));
    assert_eq!(above(&run), None);
    std::fs::write(dir.path().join("index.html"), "").unwrap();
    assert_eq!(above(&run), Some(("../index.html", "all reports".into())));
    assert_eq!(
        beside(&run.join("cases")),
        Some(("../index.html", "walker".into()))
    );
    assert_eq!(beside(&run), Some(("index.html", "walker".into())));
    assert_eq!(beside(&deep), None);
    // The index of the usual folder is written right after.
    let usual = dir.path().join("x/reports/latest/stairs");
    assert_eq!(above(&usual), Some(("../index.html", "all reports".into())));
}
