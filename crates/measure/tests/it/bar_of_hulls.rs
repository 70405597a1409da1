//! The bar's questions with every hull: lengths, chains, places. Each kind of planted fault breaks the part that asks for it, and
//! the sound contestants break none.
use clipmark_geometry::SurfaceFlags;
use clipmark_measure::Contestant;
use clipmark_measure::bar::{BarOptions, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{BarRow, HullAnswers, Sizes};
use clipmark_record::faults::{FAULTS, Fault};
use clipmark_record::verdict::Part;
use clipmark_scene::Scene;
use std::path::Path;

/// The bar on the judges' scene, large enough to show a fault of one answer in a hundred.
fn row(contestant: &str) -> BarRow {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/judges.ron");
    let scene = Scene::load(file).unwrap();
    let options = BarOptions {
        contestants: &[contestant.parse::<Contestant>().unwrap()],
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        sizes: Sizes {
            sweeps: 16,
            rest: 16,
            hulls: 3_000,
            walkers: 0,
            ticks: 1,
        },
        seed: 1,
    };
    let mut world = scene.world().unwrap();
    // Shapes of a scene have no flags, and a fault that loses them would show nowhere.
    for side in world.brushes.iter_mut().flat_map(|brush| &mut brush.sides) {
        side.surface = SurfaceFlags::SLICK;
    }
    let maps = vec![(scene.name.clone(), world)];
    measure(maps, &options, &mut |_, _, _| ()).unwrap().rows.remove(0)
}

fn beyond(part: Part) -> Vec<&'static str> {
    let is = FAULTS.iter().filter(|class| class.is_beyond_limit(part));
    is.map(|class| class.key).collect()
}

fn hull<'a>(row: &'a BarRow, name: &str) -> &'a HullAnswers {
    let found = row.hulls.iter().find(|hull| hull.hull == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", row.contestant))
}

#[test]
fn sound_contestants_are_right_with_every_hull() {
    for (contestant, hulls) in [("bvh", 9), ("bsp", 8)] {
        let row = row(contestant);
        assert_eq!(row.hulls.len(), hulls, "{contestant}");
        for hull in &row.hulls {
            for (kind, answers) in hull.kinds() {
                assert!(answers.asked > 200, "{contestant} {} {kind}", hull.hull);
                let wrong = beyond(Part::Random(answers));
                assert_eq!(
                    wrong, [""; 0],
                    "{contestant} {} {kind}: {:?}",
                    hull.hull, hull.wrong_places
                );
            }
            assert_eq!(
                beyond(Part::Gaps(&hull.skin)),
                [""; 0],
                "{contestant} {}",
                hull.hull
            );
        }
    }
}

/// The kind of question that shows a fault, and the class that it is counted in.
#[test]
#[ignore = "long: every fault is measured by itself; the judges of the short gate ask some of them"]
fn long_each_kind_of_question_shows_its_faults() {
    type Kind = fn(&HullAnswers) -> Part<'_>;
    let lengths: Kind = |hull| Part::Random(hull.lengths);
    let chains: Kind = |hull| Part::Random(hull.chains);
    let rest: Kind = |hull| Part::Random(hull.rest);
    let places: Kind = |hull| Part::Random(hull.places);
    let gaps: Kind = |hull| Part::Gaps(&hull.skin);
    let cases: [(&str, &str, Kind, Fault); 27] = [
        ("crouched-narrow", "crouched", gaps, Fault::WrongHull),
        ("quakeworld-narrow", "quakeworld", gaps, Fault::WrongHull),
        ("large-cut", "large", gaps, Fault::WrongHull),
        ("off-centre-lost", "off centre", gaps, Fault::WrongHull),
        ("round-small", "sphere", gaps, Fault::WrongSkin),
        ("long-lost", "player", lengths, Fault::Missed),
        ("short-free", "player", chains, Fault::TooDeep),
        ("along-named", "player", rest, Fault::Phantom),
        ("along-dead", "player", rest, Fault::WrongNormal),
        ("surface-lost", "player", rest, Fault::WrongSurface),
        ("distance-off", "player", rest, Fault::WrongPlane),
        ("contacts-none", "player", places, Fault::WrongPlace),
        ("contact-top", "player", places, Fault::WrongPlace),
        ("contact-point", "player", places, Fault::WrongPlace),
        ("contact-sunk", "player", places, Fault::WrongPlace),
        ("contact-face", "player", places, Fault::WrongPlace),
        ("contact-normal", "player", places, Fault::WrongPlace),
        ("contact-distance", "player", places, Fault::WrongPlace),
        ("occupied-never", "player", places, Fault::WrongPlace),
        ("reached-none", "player", places, Fault::WrongPlace),
        ("reached-top", "player", places, Fault::WrongPlace),
        ("overlap-none", "player", places, Fault::WrongPlace),
        ("overlap-turned", "player", places, Fault::WrongPlace),
        ("overlap-twice", "player", places, Fault::WrongPlace),
        ("overlap-contents", "player", places, Fault::WrongPlace),
        ("contents-none", "player", places, Fault::WrongFill),
        ("contents-wide", "player", places, Fault::WrongFill),
    ];
    for (fault, name, kind, class) in cases {
        let row = row(&format!("bvh~{fault}"));
        let part = kind(hull(&row, name));
        let found = beyond(part);
        assert!(
            found.contains(&class.row().key),
            "{fault}: {name}: {found:?} {part:?}"
        );
    }
}
