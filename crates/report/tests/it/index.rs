//! The index of reports: every page below the folder, whatever its folder's name, and criterion's medians.

use crate::common::made;
use clipmark_report::write_index;
use std::fs;
use std::path::Path;

/// The page with a title and an answer, as our templates write them.
fn page(title: &str, answer: &str) -> String {
    format!(
        "<title>{title} · Clipmark</title><main><section class=\"verdict\" aria-label=\"Verdict\">\n  <p class=\"bad\">{answer}</p>\n<p>more</p></section>"
    )
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The addresses of a page's links, percent-decoded.
fn links(html: &str) -> Vec<String> {
    let links = html
        .split("<a href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let decoded = links.map(|link| {
        let mut parts = link.split('%');
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
            bytes.extend(&part.as_bytes()[2..]);
        }
        String::from_utf8(bytes).unwrap()
    });
    decoded.collect()
}

#[test]
fn every_page_is_listed_and_every_link_leads_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let latest = dir.path().join("reports/latest");
    let names = [
        "stairs",
        "a b?c#d%41",
        "javascript:alert(1)",
        "<script>alert(1)<",
        "\"onload=\"x",
        "größe & '…'",
    ];
    for name in names {
        write(
            &latest.join(name).join("index.html"),
            &page("Stairs &#60;b&#62; &#38;c", "bvh missed &#60;1"),
        );
    }
    let run = r#"{"run": {"study": "scene", "made": {"date": "2026-11-29 08:14", "commit": "c", "command": "x", "rules": 1}}}"#;
    write(&latest.join("stairs/results.jsonl"), run);
    write(
        &latest.join("stairs/cases/bvh-gap-solver.html"),
        &page("One sweep", ""),
    );
    write(&latest.join("explain-solver.html"), "no title");
    write(&latest.join("deeper/down/index.html"), &page("Down", ""));
    write(
        &latest.join("../play/my stairs.html"),
        "<title>Walk</title><nav id=\"from-above\"></nav>",
    );
    // Drafts of killed runs, and folders without a page, are not listed.
    write(&latest.join(".draft/index.html"), &page("Draft", ""));
    write(&latest.join("half/bar.json"), "{}");
    let benches = dir.path().join("target/criterion");
    write(
        &benches.join("trace/bsp/new/estimates.json"),
        r#"{"median": {"point_estimate": 123.456}}"#,
    );
    write(
        &benches.join("trace/bsp/base/estimates.json"),
        r#"{"median": {"point_estimate": 9.0}}"#,
    );
    write(&benches.join("report/index.html"), "");
    let index = write_index(&latest, &benches, &made()).unwrap().unwrap();
    let html = fs::read_to_string(&index).unwrap();
    for part in [
        "Stairs &#60;b&#62; &#38;c</a>",
        "scene · stairs · 2026-11-29 08:14",
        "bvh missed &#60;1",
        ">explain-solver.html</a>",
        "<th scope=\"row\">trace/bsp</th><td>123</td>",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(
        !html.contains("Draft") && !html.contains(">half<") && !html.contains("<script>alert"),
        "{html}"
    );
    let links = links(&html);
    let of_pages: Vec<&String> = links.iter().filter(|link| !link.contains("://")).collect();
    assert_eq!(of_pages.len(), names.len() + 5, "{links:?}");
    for link in &of_pages {
        assert!(link.starts_with("./") || link.starts_with("../"), "{link}");
        // Escaped characters of a name are no part of the address's form: only the way back's anchor is.
        let file = link.strip_suffix("#from-above").unwrap_or(link);
        assert!(latest.join(file).is_file(), "{link} leads nowhere");
    }
    assert_eq!(
        of_pages
            .iter()
            .filter(|link| link.ends_with("#from-above"))
            .count(),
        1
    );
}

#[test]
fn benches_alone_are_shown_and_an_empty_folder_gets_no_page() {
    let dir = tempfile::tempdir().unwrap();
    let none = dir.path().join("none");
    assert_eq!(write_index(dir.path(), &none, &made()).unwrap(), None);
    let benches = dir.path().join("criterion");
    write(
        &benches.join("a/new/estimates.json"),
        r#"{"median": {"point_estimate": 1234.5}}"#,
    );
    let index = write_index(dir.path(), &benches, &made()).unwrap().unwrap();
    let html = fs::read_to_string(index).unwrap();
    assert!(
        html.contains("<td>1,23") && !html.contains("criterion's"),
        "{html}"
    );
}
