//! The entity lump of a map, read.

use clipmark_scene::inner::{MOST, all_entities as all};

#[test]
fn entities_keep_their_lines_and_the_order_of_their_keys() {
    let text = b"{\n\"classname\" \"worldspawn\"\n}\n// a lift\n{\n\"model\" \"*1\"\n\"classname\" \"func_plat\"\n}\n\0rest";
    let read = all(text).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].line, read[0].class()), (1, "worldspawn"));
    assert_eq!(
        (read[1].line, read[1].class(), read[1].model()),
        (5, "func_plat", Some(1))
    );
    assert_eq!(read[1].keys[0].0, "model");
}

#[test]
fn a_million_entities_are_one_clear_message() {
    let text = "{}\n".repeat(1_000_000);
    let error = all(text.as_bytes()).unwrap_err().to_string();
    assert!(
        error.contains("line 65537") && error.contains("more than 65,536 entities"),
        "{error}"
    );
    assert_eq!(all("{}\n".repeat(MOST).as_bytes()).unwrap().len(), MOST);
}
