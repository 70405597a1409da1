//! The table of constants: whole, and plain about refused values.
use clipmark_movement::{
    CONSTANTS, Choice, Constant, Order, PROFILES, Profile, Value, custom, profile_named,
};

/// The parts of a profile that are no constants: the touch rule goes with the name of the trace rules.
const NO_CONSTANTS: [&str; 2] = ["name", "trace_rules.touch"];

/// Path and text of every plain value in a profile, from the derived `Debug` of its fields: so the list is
/// complete.
fn leaves(profile: &Profile) -> Vec<(String, String)> {
    let mut path: Vec<String> = Vec::new();
    let mut found: Vec<(String, String)> = Vec::new();
    let mut items = 0;
    for line in format!("{profile:#?}").lines().skip(1) {
        let depth = (line.len() - line.trim_start().len()) / 4;
        let text = line.trim().trim_end_matches(',');
        if depth == 0 || text.starts_with(['}', ']', ')']) {
            continue;
        }
        path.truncate(depth - 1);
        // Items of lists and the inside of a `Some` have no name but their number.
        items = if text.contains(": ") { 0 } else { items + 1 };
        let numbered = items.to_string();
        let (key, value) = text.split_once(": ").unwrap_or((&numbered, text));
        path.push(key.into());
        if !value.ends_with(['{', '[', '(']) {
            found.push((path.join("."), value.into()));
        }
    }
    found
}

/// Another value than the one it has.
fn other(constant: &Constant, profile: &Profile) -> Value {
    let now = constant.value(profile);
    match &now {
        Value::Flag(x) => Value::Flag(!x),
        Value::Word(word) => match constant.choices().iter().find(|c| *c != word) {
            Some(choice) => Value::Word((*choice).into()),
            None => Value::Number(constant.range[1]),
        },
        Value::Number(x) if *x == constant.range[1] => Value::Number(constant.range[0]),
        Value::Number(_) => Value::Number(constant.range[1]),
    }
}

#[test]
fn every_field_of_a_profile_is_in_the_table() {
    for profile in PROFILES {
        let before = leaves(profile);
        let mut reached: Vec<&str> = NO_CONSTANTS.to_vec();
        for constant in &CONSTANTS {
            let mut changed = *profile;
            constant.set(&mut changed, &other(constant, profile)).unwrap();
            let after = leaves(&changed);
            let differ = before.iter().filter(|leaf| !after.contains(leaf));
            let differ: Vec<&str> = differ.map(|leaf| leaf.0.as_str()).collect();
            assert!(!differ.is_empty(), "{} changes nothing", constant.name);
            reached.extend(differ);
        }
        for (path, _) in &before {
            assert!(
                reached.contains(&path.as_str()),
                "{path} is in no row of the table"
            );
        }
    }
}

#[test]
fn rows_are_told_apart_and_take_what_they_give() {
    for (i, c) in CONSTANTS.iter().enumerate() {
        assert!(
            CONSTANTS[..i].iter().all(|d| d.name != c.name),
            "{} twice",
            c.name
        );
        assert!(!c.effect.is_empty() && !c.origin.is_empty(), "{}", c.name);
        for profile in PROFILES {
            // Every shipped value may be written in a scene.
            let mut same = *profile;
            c.set(&mut same, &c.value(profile)).unwrap();
            assert_eq!(&same, profile, "{}", c.name);
        }
        for choice in c.choices() {
            let mut changed = *PROFILES[0];
            let word = Value::Word((*choice).into());
            c.set(&mut changed, &word).unwrap();
            assert_eq!(c.value(&changed), word);
        }
    }
    let mut order = Order::Quake3;
    assert!(!order.choose("no such order"));
    assert_eq!(order, Order::Quake3);
}

#[test]
fn profiles_are_found_faithful_and_ideal() {
    for profile in PROFILES {
        assert_eq!(profile_named(profile.name), Some(profile));
        let faithful = format!("{}:faithful", profile.name);
        assert_eq!(profile_named(&faithful), Some(profile));
        let name = format!("{}:ideal", profile.name);
        let ideal = profile_named(&name).unwrap();
        assert_eq!(ideal.name, name);
        assert_ne!(ideal.repairs, profile.repairs);
        let plain = Profile {
            name: profile.name,
            repairs: profile.repairs,
            ..*ideal
        };
        assert_eq!(plain, *profile, "nothing else is different");
    }
    assert_eq!(profile_named("quake3:better"), None);
}

#[test]
fn changes_are_taken_over_or_refused_with_the_remedy() {
    let one = |base: &str, name: &str, value| custom(base, &[(name.to_owned(), value)]);
    let taken = |base: &str, name: &str, value| one(base, name, value).unwrap();
    assert_eq!(taken("quake3", "gravity", Value::Number(0.0)).gravity, 0.0);
    let capped = taken("quake3", "air_wish_cap", Value::Number(30.0));
    assert_eq!(capped.air_wish_cap, Some(30.0));
    let uncapped = taken("quakeworld", "air_wish_cap", Value::none());
    assert_eq!(uncapped.air_wish_cap, None);
    let refused = |base: &str, name: &str, value, says: &[&str]| {
        let text = one(base, name, value).unwrap_err().1.to_string();
        for word in says {
            assert!(text.contains(word), "{text:?} does not say {word:?}");
        }
    };
    let number = Value::Number;
    refused(
        "quake2",
        "gravity",
        number(1.0),
        &["quake2", "`quake3`?", "paper2006"],
    );
    refused("quake3", "gravty", number(1.0), &["gravty", "mean `gravity`"]);
    refused(
        "quake3",
        "xyzzy",
        number(1.0),
        &["xyzzy", "compare list profiles"],
    );
    let low = ["step_height", "-3", "0 and 256 u"];
    refused("quake3", "step_height", number(-3.0), &low);
    refused("quake3", "step_height", number(f32::NAN), &["NaN"]);
    let kind = ["true", "a number from 0 to 256"];
    refused("quake3", "step_height", Value::Flag(true), &kind);
    refused("quake3", "snap_velocity", number(1.0), &["true or false"]);
    let word = Value::Word("doubles".into());
    refused("quake3", "jump_rule", word, &["\"adds\", \"sets\""]);
    refused("quake3", "feet", number(40.0), &["feet 40", "below tops"]);
    // A rule set brings its skin, unless that is changed too, in whatever order the two are written.
    let both = [
        ("trace_skin".to_owned(), number(0.25)),
        ("trace_rules".to_owned(), Value::Word("quakeworld".into())),
    ];
    assert_eq!(custom("quake3", &both).unwrap().trace_rules.skin, 0.25);
    let skin = custom("quake3", &both[1..]).unwrap().trace_rules.skin;
    assert_eq!(skin, 1.0 / 32.0);
}
