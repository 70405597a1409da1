//! Profiles of scenes: a name, or changes of one.

use super::{BOX, parse, refused, says, scene};
use clipmark_scene::{Change, ProfileChoice, Scene};

/// The good scene with another profile.
fn with_profile(profile: &str) -> String {
    scene(&format!("Shapes([{BOX}])"), "Wait(1)", "").replace("\"quake3\"", profile)
}

#[test]
fn a_profile_is_a_name_or_a_changed_one() {
    let plain = parse(&with_profile("\"quakeworld:ideal\"")).unwrap().profile;
    assert_eq!(plain, ProfileChoice::named("quakeworld:ideal"));
    let text = r#"Custom(base: "quake3", changes: {"gravity": 0, "friction": 6.5, "snap_velocity": false,
        "jump_rule": "adds", "air_wish_cap": -1})"#;
    let custom = parse(&with_profile(text)).unwrap().profile;
    assert_eq!(custom.base, "quake3");
    let value = |name: &str| custom.changes.iter().find(|c| c.0 == name).map(|c| &c.1);
    assert_eq!(value("gravity"), Some(&Change::Number(0.0)));
    assert_eq!(value("friction"), Some(&Change::Number(6.5)));
    assert_eq!(value("air_wish_cap"), Some(&Change::Number(-1.0)));
    assert_eq!(value("snap_velocity"), Some(&Change::Flag(false)));
    assert_eq!(value("jump_rule"), Some(&Change::Word("adds".into())));
    let wanted = "quake3 with gravity 0, friction 6.5, snap_velocity false, jump_rule adds, air_wish_cap -1";
    assert_eq!(custom.to_string(), wanted);
    // It is written as it is read.
    let scene = parse(&with_profile(text)).unwrap();
    let written = ron::to_string(&scene).unwrap();
    assert_eq!(Scene::parse(&written, "s.ron").unwrap().profile, custom);
}

#[test]
fn profiles_that_are_written_wrong_say_where() {
    let refused = |profile: &str, parts: &[&str]| says(&refused(&with_profile(profile)), parts);
    refused(
        "\"Quake 3\"",
        &["test.ron:6:11: profile", "Quake 3", "quake3:ideal"],
    );
    refused(
        "Customised(base: \"quake3\", changes: {})",
        &["test.ron:6:11", "Customised", "Custom"],
    );
    refused(
        "Custom(bse: \"quake3\", changes: {})",
        &["test.ron:6:", "bse", "base"],
    );
    refused("Custom(base: \"quake3\")", &["test.ron:6:", "changes"]);
    refused(
        "Custom(base: \"quake3\", changes: {\"gravity\": [1]})",
        &["test.ron:6:", "number"],
    );
    refused(
        "Custom(base: \"quake3\", changes: {\"gravity\": 1, \"gravity\": 2})",
        &["test.ron:6:", "gravity", "twice"],
    );
    refused("3", &["test.ron:6:", "name in quotes"]);
}
