//! Where a value of a text is, and which bracket is never closed.

use clipmark_scene::inner::{locate, unclosed};

const TEXT: &str = r##"#![enable(implicit_some)]
// a comment with ( brackets [
Scene(
    title: "a \" (", /* nested /* [ */ */
    note: r#"raw " ("#,
    world: Shapes([
        Box(min: (0, 0, 0), max: (1, 1, 1)),
        Group(shapes: [Hull([(0, 0, 0),
            (7, 8, 9)])]),
    ]),
    hull: Some(Box(min: (1, 2, 3), max: (4, 5, 6))),
    version: 3,
)"##;

#[test]
fn paths_lead_to_the_line_that_holds_the_value() {
    let line = |path| locate(TEXT, path).map(|p| p.0);
    assert_eq!(locate(TEXT, "world.Shapes[0].Box.max"), Some((7, 34)));
    assert_eq!(line("world.Shapes[1].Group.shapes[0].Hull[1]"), Some(9));
    assert_eq!(line("hull.Box.max"), Some(11));
    assert_eq!(line("note"), Some(5));
    assert_eq!(
        line("world.Shapes[9].Box"),
        Some(6),
        "the nearest value around it"
    );
}

#[test]
fn broken_and_hostile_text_ends_in_no_place() {
    for end in (0..TEXT.len()).filter(|&e| TEXT.is_char_boundary(e)) {
        let _ = locate(&TEXT[..end], "world.Shapes[1]");
    }
    assert_eq!(locate(&"(".repeat(1_000_000), "a"), Some((1, 1)));
    assert_eq!(locate("/", "a"), None);
    assert_eq!(locate(" ", "a"), None);
}

#[test]
fn the_bracket_that_is_never_closed_is_found_past_quotes_and_comments() {
    let text = "(\n  a: [1, 2, // ]\n  b: \"]\", /* ] /* ] */ */\n  c: (3, 4),\n)";
    assert_eq!(unclosed(text), Some((2, 6, '[')));
    assert_eq!(unclosed("(a: [1, 2], b: 3)"), None);
    assert_eq!(unclosed("(a: [1, 2)"), Some((1, 5, '[')));
    assert_eq!(unclosed("(a: 1"), Some((1, 1, '(')));
    assert_eq!(unclosed(")"), None);
}
