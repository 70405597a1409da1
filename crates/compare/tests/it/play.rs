//! `play` writes whole pages without requests, and names a page that it cannot write.

use crate::support::{compare_line, refused, scenes};
use std::fs;
use tempfile::TempDir;

/// A page that runs its own scripts and WebAssembly, and asks for nothing.
fn is_closed(page: &str) {
    assert!(
        page.contains("default-src 'none'; script-src 'sha256-"),
        "no policy"
    );
    for outside in [
        "src=\"http",
        "src='http",
        "url(http",
        "<link",
        "<iframe",
        "@import",
    ] {
        assert!(!page.contains(outside), "the page holds {outside}");
    }
}

#[test]
fn a_scene_becomes_one_closed_page() {
    let dir = TempDir::new().unwrap();
    fs::copy(scenes("stairs.ron"), dir.path().join("stairs.ron")).unwrap();
    let (code, told, why) = compare_line(dir.path(), "play stairs.ron");
    assert_eq!((code, why.as_str()), (Some(0), ""));
    assert!(told.starts_with("reports/play/stairs.html\n"), "{told}");
    let page = fs::read_to_string(dir.path().join("reports/play/stairs.html")).unwrap();
    assert!(page.contains("'wasm-unsafe-eval'"));
    is_closed(&page);
    let (code, told, _) = compare_line(dir.path(), "play stairs.ron --out -");
    assert_eq!(code, Some(0));
    is_closed(&told);
    assert!(!told.contains("../latest/"), "elsewhere nothing is above");
}

#[test]
fn what_cannot_be_walked_is_refused() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("bad.ron"), "(version: 1)").unwrap();
    fs::write(dir.path().join("empty.bsp"), "").unwrap();
    for (args, wanted) in [
        ("play bad.ron", "bad.ron"),
        ("play gone.ron", "gone.ron"),
        ("play empty.bsp", "empty.bsp"),
        ("play", "SCENE"),
    ] {
        refused(dir.path(), args, wanted);
    }
}

#[test]
fn replay_takes_the_movement_of_the_scene() {
    let dir = TempDir::new().unwrap();
    let commands = "64 300 420 0 800 0 0\n8 0 -400 0 0 0\n8 0 -400 0 0 0\n";
    fs::write(dir.path().join("run.txt"), commands).unwrap();
    let world = scenes("surf.ron");
    let run = |more: &str| {
        compare_line(
            dir.path(),
            &format!("replay --world {world} --contestant bsp run.txt --hashes {more}"),
        )
    };
    let own = run("");
    assert_eq!(own.0, Some(0), "{}", own.2);
    assert_eq!(own, run("--profile quakeworld"));
    assert_ne!(own.1, run("--profile netquake").1);
}

/// `--open` runs the system's opener on the written page. Here the opener notes its arguments.
#[test]
#[cfg(target_os = "linux")]
fn open_hands_the_page_to_the_browser() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, Instant};
    let dir = TempDir::new().unwrap();
    fs::copy(scenes("stairs.ron"), dir.path().join("stairs.ron")).unwrap();
    let opener = dir.path().join("bin/xdg-open");
    fs::create_dir(dir.path().join("bin")).unwrap();
    fs::write(
        &opener,
        "#!/bin/sh\nprintf '%s' \"$1\" >opening && mv opening opened\n",
    )
    .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", dir.path().join("bin").display());
    let run = |args: &[&str], path: &str| {
        let mut command = assert_cmd::Command::cargo_bin("compare").unwrap();
        command
            .current_dir(dir.path())
            .env("PATH", path)
            .args(args)
            .output()
            .unwrap()
    };
    assert!(run(&["play", "stairs.ron", "--open"], &path).status.success());
    // The browser is not waited for.
    let opened = dir.path().join("opened");
    let began = Instant::now();
    while !opened.exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let page = fs::read_to_string(&opened).unwrap();
    assert!(dir.path().join(&page).is_file(), "{page}");
    // Without an opener the page is there all the same, and it is said where.
    let told = run(&["play", "stairs.ron", "--open"], "/nowhere");
    let why = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(
        told.status.success() && why.contains("reports/play/stairs.html"),
        "{why}"
    );
}
