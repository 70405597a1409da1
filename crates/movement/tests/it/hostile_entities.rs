//! Entities that no mapper would write: each is read within a budget, and parts that do not play are
//! named.

use clipmark_geometry::{Aabb, MapEntity, Point};
use clipmark_movement::moving::{Quake1Parts, Quake3Parts};

/// An entity whose keys are written as `key value; key value`.
pub(crate) fn entity(line: usize, class: &str, keys: &str) -> MapEntity {
    let mut all = vec![("classname", class)];
    all.extend(keys.split("; ").filter_map(|key| key.split_once(' ')));
    let owned = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
    MapEntity {
        line,
        keys: all.into_iter().map(owned).collect(),
    }
}

/// A map of one model.
fn bounds(number: usize) -> Option<Aabb> {
    let size = Aabb::new(Point::new(-32.0, -32.0, 0.0), Point::new(32.0, 32.0, 96.0));
    (number == 1).then_some(size)
}

/// How many parts play by the rules of both engines, and the reasons of those that do not.
fn read(entities: &[MapEntity]) -> [(usize, Vec<String>); 2] {
    let told = |left_out: Vec<clipmark_movement::moving::LeftOut>| {
        left_out.iter().map(ToString::to_string).collect::<Vec<String>>()
    };
    let quake3 = Quake3Parts::of_map(entities, bounds);
    let quake1 = Quake1Parts::of_map(entities, bounds);
    [
        (quake3.parts.len(), told(quake3.left_out)),
        (quake1.parts.len(), told(quake1.left_out)),
    ]
}

#[test]
fn a_model_that_does_not_exist_is_named() {
    for model in ["*2", "*999999999999999999999", "*-1", "*", "models/a.md3"] {
        let door = entity(7, "func_door", &format!("model {model}"));
        for (parts, left_out) in read(&[door]) {
            assert_eq!(parts, 0, "{model}");
            assert!(
                left_out.len() == 1
                    && left_out[0].contains("func_door at line 7")
                    && left_out[0].contains("no brush model of this map"),
                "{model}: {left_out:?}"
            );
        }
    }
}

#[test]
fn what_cannot_play_is_left_out_by_name() {
    /// A door, with other keys.
    fn door(keys: &str) -> Vec<MapEntity> {
        vec![entity(3, "func_door", &format!("model *1; {keys}"))]
    }
    /// A train, and corners by name, each with the name of the next.
    fn train(corners: &[(&str, &str)]) -> Vec<MapEntity> {
        let corner = |(name, next): &(&str, &str)| {
            entity(3, "path_corner", &format!("targetname {name}; target {next}"))
        };
        let mut all: Vec<MapEntity> = corners.iter().map(corner).collect();
        all.push(entity(9, "func_train", "model *1; target a"));
        all
    }
    let one = |class: &str, keys: &str| vec![entity(3, class, keys)];
    let (both, quake3, quake1) = ([true, true], [true, false], [false, true]);
    let ends = train(&[("a", "b")]);
    let never_back = train(&[("a", "b"), ("b", "c"), ("c", "b")]);
    // The entities, which of Quake III and Quake leaves them out, and why.
    for (entities, [by_quake3, by_quake1], why) in [
        (door("speed 1e30"), both, "its speed is \"1e30\""),
        (door("speed nan"), both, "its speed is \"nan\""),
        (door("speed -1"), quake1, "its speed is negative"),
        (door("wait inf"), both, "its wait is \"inf\""),
        (door("lip a lot"), both, "its lip is \"a lot\""),
        (door("origin 0 inf 0"), quake3, "its origin is"),
        (train(&[]), both, "names no path_corner"),
        (ends, both, "corner 1 of its way has no next"),
        (never_back, both, "never comes back"),
        (
            one("func_pendulum", "model *1; phase x"),
            quake3,
            "its phase is \"x\"",
        ),
        (
            one("func_bobbing", "model *1; speed 0.0001"),
            quake3,
            "its period",
        ),
        (
            one("trigger_push", "model *1; target x"),
            quake3,
            "names no entity",
        ),
        (
            one("trigger_teleport", "model *1; target x"),
            both,
            "names no entity",
        ),
        (one("func_explosive", "model *1"), both, "no moving part"),
    ] {
        for ((parts, left_out), is_left_out) in read(&entities).into_iter().zip([by_quake3, by_quake1]) {
            assert!(
                !is_left_out || parts == 0 && left_out.len() == 1 && left_out[0].contains(why),
                "{why}: {parts} {left_out:?}"
            );
            assert!(left_out.iter().all(|text| text.contains("line ")), "{left_out:?}");
        }
    }
}

#[test]
fn speeds_of_nothing_and_of_everything_lead_to_no_time_that_is_no_number() {
    for speed in ["0", "-0", "1e-30", "1e30", "-1e30", "nan", "inf", "-5", "1e6"] {
        let door = [entity(1, "func_door", &format!("model *1; speed {speed}"))];
        let parts = Quake3Parts::of_map(&door, bounds);
        assert_eq!(parts.parts.len() + parts.left_out.len(), 1, "{speed}");
        for part in &parts.parts {
            assert!(part.position.duration_msec > 0, "{speed}: {part:?}");
            assert!(part.places.iter().flatten().all(|x| x.is_finite()), "{speed}");
        }
        let parts = Quake1Parts::of_map(&door, bounds);
        assert_eq!(parts.parts.len() + parts.left_out.len(), 1, "{speed}");
        assert!(parts.parts.iter().all(|part| part.speed > 0.0), "{speed}");
    }
}

/// More parts than a level may have are read no further than to see that.
#[test]
fn a_map_of_nothing_but_doors_is_read_within_a_budget() {
    let door = entity(1, "func_door", "model *1");
    for (parts, left_out) in read(&vec![door; 65_000]) {
        assert_eq!((parts, left_out.len()), (1025, 0));
    }
}

/// Trains that share a way which never ends, among thousands of entities of one name.
#[test]
fn a_map_of_nothing_but_trains_is_read_within_a_budget() {
    let mut all = vec![entity(1, "info_null", "targetname c1"); 5_000];
    for i in 0..1000 {
        let (name, target) = (format!("c{i}"), format!("c{}", (i + 1).min(999)));
        all.push(entity(
            2,
            "path_corner",
            &format!("targetname {name}; target {target}"),
        ));
    }
    all.extend(vec![entity(3, "func_train", "model *1; target c0"); 50_000]);
    let [(parts, left_out), (of_quake1, left_out_of_quake1)] = read(&all);
    assert_eq!((parts, left_out.len()), (0, 50_000));
    assert!(left_out[0].contains("never comes back"), "{}", left_out[0]);
    assert!(
        left_out[49_999].contains("corners together"),
        "{}",
        left_out[49_999]
    );
    // In Quake the first entity of a name is the next corner, whatever it is; it leads nowhere.
    assert_eq!((of_quake1, left_out_of_quake1.len()), (0, 50_000));
}
