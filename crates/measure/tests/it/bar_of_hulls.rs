//! The bar's questions with every hull: lengths, chains, places. Each kind of planted fault breaks the part that asks for it, and
//! the sound contestants break none.
use crate::bar::{cases, failed, rows_of};
use clipmark_geometry::SurfaceFlags;
use clipmark_measure::bar::Sizes;
use clipmark_rows::faults::{Class, Fault};
use clipmark_rows::{Axis, Case, Check};
use clipmark_scene::Scene;
use std::path::Path;

/// The bar on the judges' scene, large enough to show a fault of one answer in a hundred.
fn bar(contestant: &str) -> Case {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/judges.ron");
    let scene = Scene::load(file).unwrap();
    let sizes = Sizes {
        sweeps: 16,
        rest: 16,
        hulls: 3_000,
        walkers: 0,
        ticks: 1,
    };
    let mut world = scene.world().unwrap();
    // Shapes of a scene have no flags, and a fault that loses them would show nowhere.
    for side in world.brushes.iter_mut().flat_map(|brush| &mut brush.sides) {
        side.surface = SurfaceFlags::SLICK;
    }
    cases(&scene.name, world, &[contestant], sizes).remove(0)
}

/// The kinds of question with one hull.
const KINDS: [&str; 5] = ["lengths", "chains", "hull rest", "places", "hull gaps"];

#[test]
fn sound_contestants_are_right_with_every_hull() {
    for (contestant, hulls) in [("bvh", 11), ("bsp", 10)] {
        let case = bar(contestant);
        for kind in KINDS {
            let asked = |row: &&clipmark_rows::Row| matches!(row.check, Check::TrueHits | Check::Gaps);
            let asked: Vec<u64> = rows_of(&case, &[kind])
                .filter(asked)
                .map(|row| row.asked)
                .collect();
            assert_eq!(asked.len(), hulls, "{contestant} {kind}");
            let least = if kind == "hull gaps" { 0 } else { 200 };
            assert!(asked.iter().all(|n| *n > least), "{contestant} {kind}: {asked:?}");
        }
        let failed: Vec<_> = rows_of(&case, &KINDS)
            .filter(|row| row.severity().is_some())
            .collect();
        assert!(failed.is_empty(), "{contestant}: {failed:?}");
    }
}

/// The kind of question that shows a fault, and the class that it is counted in.
#[test]
#[ignore = "long: every fault is measured by itself; the judges of the short gate ask some of them"]
fn lengthy_each_kind_of_question_shows_its_faults() {
    let [lengths, chains, rest, places, gaps] = KINDS;
    let cases: [(&str, &str, &str, Fault); 30] = [
        ("crouched-narrow", "crouched", gaps, Fault::WrongHull),
        ("quakeworld-narrow", "quakeworld", gaps, Fault::WrongHull),
        ("large-cut", "large", gaps, Fault::WrongHull),
        ("off-centre-lost", "off centre", gaps, Fault::WrongHull),
        ("projectile-wide", "projectile", gaps, Fault::WrongHull),
        ("monster-narrow", "monster", gaps, Fault::WrongHull),
        ("mask-lost", "projectile", lengths, Fault::Missed),
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
    for (fault, hull, kind, class) in cases {
        let case = bar(&format!("bvh~{fault}"));
        let kinds = [kind];
        let own = rows_of(&case, &kinds).filter(|row| row.axes.get(Axis::Hull) == hull);
        let found = failed(own);
        assert!(
            found.contains(&class.check()),
            "{fault}: {hull}, {kind}: {found:?}"
        );
    }
}
