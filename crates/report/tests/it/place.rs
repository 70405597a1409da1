//! Reports are put in their place whole, and what killed runs left goes.

use clipmark_report::inner::Place;
use clipmark_report::put_whole;
use std::fs;

/// A number that no process has: Linux numbers them up to 4,194,304.
const NO_PROCESS: u32 = 4_200_000_000;

#[test]
#[cfg(target_os = "linux")]
fn what_killed_runs_left_goes_and_what_runs_write_stays() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: String| dir.path().join(name);
    let running = std::process::id();
    for name in ["partial", "old"] {
        fs::create_dir(at(format!(".r.{name}-{NO_PROCESS}"))).unwrap();
    }
    fs::write(at(format!(".r.old-{NO_PROCESS}/index.html")), "before").unwrap();
    fs::create_dir(at(format!(".other.partial-{NO_PROCESS}"))).unwrap();
    fs::create_dir(at(format!(".r.old-{running}"))).unwrap();
    let place = Place::at(&at("r".into()), &["index.html"]).unwrap();
    drop(place.begin().unwrap());
    let kept = fs::read_to_string(at("r/index.html".into())).unwrap();
    assert_eq!(kept, "before", "the report that was taken away is back");
    let mut left: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    let other = format!(".other.partial-{NO_PROCESS}");
    assert_eq!(left, [other, format!(".r.old-{running}"), "r".into()]);
    // A report that is there is not replaced by an older one.
    fs::create_dir(at(format!(".r.old-{NO_PROCESS}"))).unwrap();
    drop(place.begin().unwrap());
    assert!(at("r/index.html".into()).is_file() && !at(format!(".r.old-{NO_PROCESS}")).exists());
}

#[test]
#[cfg(unix)]
fn a_link_to_a_report_stays_and_one_within_is_not_followed() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let [real, link, outside] = ["real", "link", "outside.txt"].map(|name| dir.path().join(name));
    fs::create_dir(&real).unwrap();
    symlink(&real, &link).unwrap();
    let place = Place::at(&link, &["index.html"]).unwrap();
    let partial = place.begin().unwrap();
    fs::write(partial.path().join("index.html"), "new").unwrap();
    place.finish(partial).unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(real.join("index.html")).unwrap(), "new");

    fs::write(&outside, "of somebody").unwrap();
    let page = dir.path().join("page.html");
    symlink(&outside, &page).unwrap();
    put_whole(&page, "ours").unwrap();
    assert_eq!(fs::read_to_string(&outside).unwrap(), "of somebody");
    assert_eq!(fs::read_to_string(&page).unwrap(), "ours");
}
