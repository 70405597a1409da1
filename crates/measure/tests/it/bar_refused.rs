//! A contestant that cannot be built from a map is named with its reason and asked nothing. The others are judged as without
//! it.
use crate::bar::{cases, rows_of};
use clipmark_geometry::{Brush, Contents, Point, World};
use clipmark_measure::bar::Sizes;
use clipmark_rows::{Case, End};

/// A floor. Jolt takes hulls that reach 2,000 m from their middle, which are 64,000 u.
fn floor(half: f32) -> (String, World) {
    let floor = Brush::from_box(
        Point::new(-half, -half, -64.0),
        Point::new(half, half, 0.0),
        Contents::SOLID,
    );
    let name = format!("floor of {half}");
    (name.clone(), World::of_brushes(&name, vec![floor.unwrap()]))
}

fn bar(names: &[&str]) -> Vec<Case> {
    let sizes = Sizes {
        sweeps: 500,
        rest: 160,
        hulls: 0,
        walkers: 1,
        ticks: 50,
    };
    let maps = [floor(256.0), floor(60_000.0)].into_iter();
    maps.flat_map(|(name, world)| cases(&name, world, names, sizes))
        .collect()
}

#[test]
fn who_refuses_a_map_is_named_and_the_others_are_judged_as_without_it() {
    let cases = bar(&["jolt", "bsp"]);
    let who: Vec<_> = cases
        .iter()
        .map(|case| (case.subject.as_str(), case.contestant.as_str()))
        .collect();
    let (small, large) = ("floor of 256", "floor of 60000");
    assert_eq!(
        who,
        [(small, "jolt"), (small, "bsp"), (large, "jolt"), (large, "bsp")]
    );
    let refused = |case: &Case| matches!(case.end, End::Refused(_));
    let all: Vec<bool> = cases.iter().map(refused).collect();
    assert_eq!(all, [false, false, true, false]);
    let why = cases[2].reason().unwrap();
    assert!(why.starts_with("jolt: brush 0 cannot be"), "{why}");
    assert!(cases[2].rows.is_empty());
    let asked = |questions| rows_of(&cases[0], questions).map(|row| row.asked).max();
    assert!(asked(&["random"]) > Some(0) && asked(&["walks"]) > Some(0));
    for (with, without) in [&cases[1], &cases[3]].into_iter().zip(bar(&["bsp"])) {
        assert_eq!(*with, without);
    }
    // Alone too.
    assert!(refused(bar(&["jolt"]).last().unwrap()));
}
