//! A contestant that cannot be built from a map is named with its reason and asked nothing. The others are judged as without it.
use clipmark_geometry::{Brush, Contents, Point, World};
use clipmark_measure::bar::{BarOptions, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{BarRow, Met, Sizes};

/// A floor: Jolt takes hulls of up to 2,000 m, which are 64,000 u.
fn floor(half: f32) -> (String, World) {
    let floor = Brush::from_box(
        Point::new(-half, -half, -64.0),
        Point::new(half, half, 0.0),
        Contents::SOLID,
    );
    let name = format!("floor of {half}");
    (name.clone(), World::of_brushes(&name, vec![floor.unwrap()]))
}

fn bar(names: &[&str]) -> Vec<BarRow> {
    let contestants: Vec<_> = names.iter().map(|name| name.parse().unwrap()).collect();
    let options = BarOptions {
        contestants: &contestants,
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        sizes: Sizes {
            sweeps: 500,
            rest: 160,
            hulls: 0,
            walkers: 1,
            ticks: 50,
        },
        seed: 1,
    };
    let maps = vec![floor(256.0), floor(40_000.0)];
    measure(maps, &options, &mut |_, _, _| ()).unwrap().rows
}

#[test]
fn who_refuses_a_map_is_named_and_the_others_are_judged_as_without_it() {
    let rows = bar(&["jolt", "bsp"]);
    let who: Vec<_> = rows
        .iter()
        .map(|r| (r.map.as_str(), r.contestant.as_str()))
        .collect();
    let (small, large) = ("floor of 256", "floor of 40000");
    assert_eq!(
        who,
        [(small, "jolt"), (small, "bsp"), (large, "jolt"), (large, "bsp")]
    );
    let refused: Vec<bool> = rows.iter().map(|r| r.met() == Met::Refused).collect();
    assert_eq!(refused, [false, false, true, false]);
    let why = rows[2].refused.as_deref().unwrap();
    assert!(why.starts_with("jolt: brush 0 cannot be"), "{why}");
    assert_eq!(
        rows[2].random.asked + rows[2].resting().asked + rows[2].walks.ticks,
        0
    );
    assert!(rows[0].random.asked > 0 && rows[0].walks.ticks > 0);
    for (with, without) in [&rows[1], &rows[3]].into_iter().zip(bar(&["bsp"])) {
        assert_eq!(format!("{with:?}"), format!("{without:?}"));
    }
    // Alone too.
    assert_eq!(bar(&["jolt"]).last().unwrap().met(), Met::Refused);
}
