//! `compare site`: its links lead somewhere, and a foreign folder stays.

use crate::support::compare;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with the report of one run of a controller.
fn reported() -> TempDir {
    let dir = TempDir::new().unwrap();
    let args = [
        "controllers",
        "step-19",
        "--contestants",
        "bsp",
        "--rates",
        "60",
        "--no-time",
    ];
    let (code, _, why) = compare(dir.path(), &args);
    assert_eq!(code, Some(0), "{why}");
    dir
}

/// Links of a page that lead to no file.
fn dead(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let links = text
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let local = links.filter(|link| !link.contains("://") && !link.starts_with('#'));
    local
        .filter(|link| {
            let file = link.split('#').next().unwrap_or(link);
            !page.parent().unwrap().join(file).exists()
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_site_answers_first_and_leads_to_what_there_is() {
    let dir = reported();
    let book = dir.path().join("target/book");
    fs::create_dir_all(&book).unwrap();
    fs::write(book.join("index.html"), "the book").unwrap();
    for _ in 0..2 {
        let (code, said, why) = compare(dir.path(), &["site", "out"]);
        assert_eq!((code, why.as_str()), (Some(0), ""));
        assert_eq!(said.trim(), "out/index.html");
    }
    let out = dir.path().join("out");
    let front = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(front.contains("bsp keeps every promise in 1 runs."), "{front}");
    for page in [
        "index.html",
        "reports/index.html",
        "reports/controllers/index.html",
        "play/index.html",
        "play/stairs.html",
    ] {
        assert_eq!(dead(&out.join(page)), [""; 0], "{page}");
    }
    assert!(out.join("book/index.html").is_file());
}

#[test]
#[cfg(unix)]
fn links_and_drafts_stay_outside() {
    let dir = reported();
    let reports = dir.path().join("reports/latest");
    fs::write(dir.path().join("secret"), "mine").unwrap();
    std::os::unix::fs::symlink(dir.path().join("secret"), reports.join("controllers/secret")).unwrap();
    std::os::unix::fs::symlink(dir.path(), reports.join("up")).unwrap();
    fs::create_dir(reports.join(".draft")).unwrap();
    let (code, _, why) = compare(dir.path(), &["site", "out"]);
    assert_eq!(code, Some(0), "{why}");
    for left in ["controllers/secret", "up", ".draft"] {
        assert!(!dir.path().join("out/reports").join(left).exists(), "{left}");
    }
}

#[test]
fn what_is_damaged_or_of_others_is_refused_and_nothing_is_left() {
    let dir = reported();
    let refused = |args: &[&str], says: &str| {
        let (code, _, why) = compare(dir.path(), args);
        assert_eq!(code, Some(2), "{why}");
        assert!(why.contains(says), "{why}");
    };
    refused(&["site", "out", "--from", "nothing"], "nothing");
    refused(&["site", "out", "--book", "nothing"], "nothing");
    fs::create_dir(dir.path().join("mine")).unwrap();
    fs::write(dir.path().join("mine/thesis.txt"), "years").unwrap();
    refused(&["site", "mine"], "thesis.txt, which is no part of a site");
    refused(&["site", "mine"], "give another folder: `site DIR`");
    refused(&["site", "mine/thesis.txt"], "give another folder: `site DIR`");
    // A site in its source would copy itself, and a source in a site would be replaced.
    for [to, from] in [
        ["reports/latest", "reports/latest"],
        ["reports/latest/inner", "reports/latest"],
        ["mine/../reports/latest/in/ner", "reports/latest"],
        ["reports", "reports/latest"],
    ] {
        refused(&["site", to, "--from", from], "lie in each other");
    }
    assert_eq!(
        fs::read_to_string(dir.path().join("mine/thesis.txt")).unwrap(),
        "years"
    );
    let file = "reports/latest/controllers/controllers.json";
    let whole = fs::read(dir.path().join(file)).unwrap();
    fs::write(dir.path().join(file), &whole[..whole.len() / 2]).unwrap();
    refused(&["site", "out"], "controllers.json");
    let left: Vec<_> = fs::read_dir(dir.path())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .collect();
    assert!(
        left.iter().all(|name| name == "mine" || name == "reports"),
        "{left:?}"
    );
}
