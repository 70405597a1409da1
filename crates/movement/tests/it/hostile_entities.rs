//! Entities that no mapper would write: each is read within a budget, and parts that do not play are
//! named.

use clipmark_geometry::{Aabb, MapEntity, Point};
use clipmark_movement::moving::{Quake1Parts, Quake3Parts};

pub(crate) fn entity(line: usize, keys: &[(&str, &str)]) -> MapEntity {
    let keys = keys.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    MapEntity {
        line,
        keys: keys.collect(),
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
        let door = entity(7, &[("classname", "func_door"), ("model", model)]);
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
fn speeds_of_nothing_and_of_everything_lead_to_no_time_that_is_no_number() {
    for speed in ["0", "-0", "1e-30", "1e30", "-1e30", "nan", "inf", "-5", "1e6"] {
        let keys = [("classname", "func_door"), ("model", "*1"), ("speed", speed)];
        let parts = Quake3Parts::of_map(&[entity(1, &keys)], bounds);
        assert_eq!(parts.parts.len() + parts.left_out.len(), 1, "{speed}");
        for part in &parts.parts {
            assert!(part.position.duration_msec > 0, "{speed}: {part:?}");
            assert!(part.places.iter().flatten().all(|x| x.is_finite()), "{speed}");
        }
        let parts = Quake1Parts::of_map(&[entity(1, &keys)], bounds);
        assert_eq!(parts.parts.len() + parts.left_out.len(), 1, "{speed}");
        assert!(parts.parts.iter().all(|part| part.speed > 0.0), "{speed}");
    }
}

/// More parts than a level may have are read no further than to see that.
#[test]
fn a_map_of_nothing_but_doors_is_read_within_a_budget() {
    let door = entity(1, &[("classname", "func_door"), ("model", "*1")]);
    for (parts, left_out) in read(&vec![door; 65_000]) {
        assert_eq!((parts, left_out.len()), (1025, 0));
    }
}

/// Trains that share a way which never ends, among thousands of entities of one name.
#[test]
fn a_map_of_nothing_but_trains_is_read_within_a_budget() {
    let mut all = vec![entity(1, &[("classname", "info_null"), ("targetname", "c1")]); 5_000];
    for i in 0..1000 {
        let (name, target) = (format!("c{i}"), format!("c{}", (i + 1).min(999)));
        all.push(entity(
            2,
            &[
                ("classname", "path_corner"),
                ("targetname", &name),
                ("target", &target),
            ],
        ));
    }
    let train = [("classname", "func_train"), ("model", "*1"), ("target", "c0")];
    all.extend(vec![entity(3, &train); 50_000]);
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
