//! Entities that no mapper would write.

use super::*;

#[test]
fn hostile_entities_are_left_out_by_name() {
    let corner = |line, name: &str, next: &str| {
        entity(
            line,
            &[
                ("classname", "path_corner"),
                ("targetname", name),
                ("target", next),
            ],
        )
    };
    let train = entity(
        9,
        &[("classname", "func_train"), ("model", "*1"), ("target", "a")],
    );
    let door =
        |key: &str, value: &str| entity(3, &[("classname", "func_door"), ("model", "*1"), (key, value)]);
    let cases: Vec<(Vec<MapEntity>, &str)> = vec![
        (vec![door("model", "*9")], "names no brush model"),
        (vec![door("speed", "1e30")], "its speed is \"1e30\""),
        (vec![door("speed", "-1")], "its speed is negative"),
        (vec![door("wait", "inf")], "its wait is \"inf\""),
        (vec![train.clone()], "names no path_corner"),
        (
            vec![corner(3, "a", "b"), train.clone()],
            "corner 1 of its way has no next",
        ),
        (
            vec![
                corner(3, "a", "b"),
                corner(5, "b", "c"),
                corner(7, "c", "b"),
                train,
            ],
            "never comes back",
        ),
        (
            vec![entity(
                3,
                &[
                    ("classname", "trigger_teleport"),
                    ("model", "*1"),
                    ("target", "x"),
                ],
            )],
            "names no entity",
        ),
        (
            vec![entity(3, &[("classname", "func_episodegate"), ("model", "*1")])],
            "no moving part",
        ),
    ];
    for (entities, says) in cases {
        let world = world(vec![], &[LIFT], entities);
        let parts = parts(&world);
        let [left_out] = &parts.left_out[..] else {
            panic!("{says}: {:?}", parts.left_out)
        };
        let text = left_out.to_string();
        assert!(text.contains(says) && text.contains("line "), "{text}");
        assert!(parts.parts.is_empty() && parts.triggers.is_empty());
    }
}
