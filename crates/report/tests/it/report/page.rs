//! The page: whole, well formed, and alone.

use super::{sample, write};
use std::fs;

/// Every start tag has its end tag, in order: for pages and plots that this crate writes.
pub(crate) fn assert_well_formed(html: &str) {
    const VOID: [&str; 7] = ["meta", "link", "br", "hr", "img", "input", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("a tag ends");
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|c| !" /\n".contains(*c))
            .collect();
        rest = after;
        if tag.starts_with('/') {
            assert_eq!(
                open.pop().as_deref(),
                Some(name.as_str()),
                "near {}",
                &rest[..rest.len().min(80)]
            );
        } else if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            if name == "style" || name == "script" {
                rest = &rest[rest.find(&format!("</{name}>")).expect("its text ends")..];
            }
            open.push(name);
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn the_page_stands_alone_and_its_parts_exist() {
    let comparison = sample::comparison();
    let dir = tempfile::tempdir().unwrap();
    let page = write(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(&page).unwrap();
    assert_well_formed(&html);
    // The viewer's script speaks of namespaces and licences; that it asks for nothing is seen in a browser.
    let script = html.rfind("<script>").expect("the viewer");
    assert!(!html[script..].contains("src=") && !html[script..].contains("import("));
    let html = html[..script].to_owned();
    // Links to explanations of codes load nothing.
    let docs = format!("href=\"{}/", clipmark_report::docs_url());
    let namespace = "http://www.w3.org/2000/svg";
    for scheme in ["http:", "https:", "url(", "@import", "src=", "file:"] {
        let found = html
            .replace(namespace, "")
            .replace(&docs, "")
            .find(scheme)
            .map(|at| html[at..at + 80].to_owned());
        assert_eq!(found, None, "{scheme}");
    }
    let linked: Vec<&str> = html
        .split("href=\"")
        .skip(1)
        .map(|t| t.split('"').next().unwrap())
        .filter(|link| !link.starts_with(&clipmark_report::docs_url()))
        .collect();
    assert!(linked.len() > 12);
    for link in linked {
        match link.strip_prefix('#') {
            Some(id) => assert!(html.contains(&format!("id=\"{id}\"")), "{link}"),
            None => assert!(page.with_file_name(link).exists(), "{link}"),
        }
    }
    // A failure leads to its moment in the replay.
    assert!(html.contains("data-tick=\"699\" data-contestant=\"2\""));
}
