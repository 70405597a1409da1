//! What a page carries, and what it allows.

use clipmark_report::inner::{MODULE, built_from, bundle, guarded};
use clipmark_report::{Playable, docs_link, play_page};

#[test]
fn a_page_carries_its_scene_and_allows_no_request() {
    let scene = Playable {
        title: "A <b>".into(),
        path: "a.ron".into(),
        text: Some("(version: 1)".into()),
        files: vec![("m.bsp".into(), vec![1, 2, 3])],
        ..Playable::default()
    };
    let page = play_page(&scene).unwrap();
    assert!(page.contains("default-src 'none'"), "no policy");
    assert!(page.contains("'wasm-unsafe-eval'"), "no WebAssembly");
    assert!(!page.contains("A <b>"), "the title is not escaped");
    let packed = bundle(&scene).unwrap();
    let length = u32::from_le_bytes([packed[0], packed[1], packed[2], packed[3]]) as usize;
    assert_eq!(packed[4 + length..], [1, 2, 3]);
    let head: serde_json::Value = serde_json::from_slice(&packed[4..4 + length]).unwrap();
    assert_eq!(head["files"][0][0], "m.bsp");
    assert_eq!(head["files"][0][1], 3);
}

#[test]
fn the_commit_is_read_from_the_end_and_from_nowhere_else() {
    assert_eq!(
        built_from(b"\0asm..\x00\x1c\x0fclipmark-commita8bfd65a8bfd"),
        Some("a8bfd65a8bfd")
    );
    for none in [
        &b""[..],
        b"\0asm",
        b"clipmark-commit",
        b"clipmark-commit<b>",
        b"clipmark-commita8bf\xff",
    ] {
        assert_eq!(built_from(none), None, "{none:?}");
    }
    assert!(
        built_from(MODULE).is_some(),
        "the committed module does not name its commit: crates/play/build.sh"
    );
}

#[test]
fn codes_lead_to_their_anchors() {
    let ends = |code, with: &str| assert!(docs_link(code).is_some_and(|url| url.ends_with(with)), "{code}");
    ends("F17b", "docs/failures.md#f17b");
    ends("L6", "docs/laws.md#l6");
    ends("W20", "docs/walker.md#w20");
    ends("KP1", "docs/walker.md#kp1");
    for none in ["", "F", "17", "X3", "F<script>", "F1234"] {
        assert_eq!(docs_link(none), None, "{none}");
    }
}

#[test]
fn only_the_scripts_named_may_run() {
    let page = "<head>\n<meta charset=\"utf-8\">\n</head><script>a()</script><script>evil()</script>";
    let guarded = guarded(page, &["a()"]);
    // printf 'a()' | openssl dgst -sha256 -binary | base64
    assert!(
        guarded.contains("script-src 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=';"),
        "{guarded}"
    );
    assert_eq!(guarded.matches("sha256-").count(), 1);
}
