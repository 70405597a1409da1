//! The registry states for each backend, before a world is built, the built one's declaration. What a build lacks is named.
use clipmark_collision::TraceRules;
use clipmark_geometry::World;
use clipmark_measure::inner::{Optional, check_built};
use clipmark_measure::{Contestant, Setting, all_backends, movers};
use clipmark_scene::Scene;
use std::collections::BTreeSet;

#[test]
fn capabilities_are_those_that_the_built_backend_declares() {
    for kind in all_backends() {
        match kind.build(&World::default(), TraceRules::QUAKE3) {
            Ok(built) => assert_eq!(
                built.facts().declaration.capabilities(),
                kind.capabilities(),
                "{}",
                kind.name()
            ),
            Err(error) => panic!("{}: {error}", kind.name()),
        }
    }
}

#[test]
fn names_are_unique_and_name_contestants() {
    let names: Vec<_> = all_backends().map(|kind| kind.name()).collect();
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "{names:?}"
    );
    let carried: Vec<_> = movers().map(|mover| mover.name).collect();
    assert_eq!(
        carried.iter().collect::<BTreeSet<_>>().len(),
        carried.len(),
        "{carried:?}"
    );
    for name in &names {
        let alone: Contestant = name.parse().unwrap();
        assert_eq!(alone.to_string(), *name);
        for mover in &carried {
            let full = format!("{name}+{mover}");
            let contestant: Contestant = full.parse().unwrap();
            assert_eq!(contestant.to_string(), full);
            assert_eq!(
                (contestant.backend.name(), contestant.mover.name),
                (*name, *mover)
            );
        }
    }
}

/// Stairs that Clipmark adds to a library carry Clipmark's name, not the library's: `box3d+steps`.
#[test]
fn a_controller_of_a_library_is_called_by_its_own_name() {
    let controllers = all_backends().filter_map(|kind| Some((kind, kind.controller()?)));
    for (kind, own) in controllers {
        let by_backend: Contestant = kind.name().parse().unwrap();
        let by_name: Contestant = own.name.parse().unwrap();
        assert_eq!(by_backend.by_controller(), by_name);
        assert_eq!(by_name.to_string(), own.name);
        assert_eq!(by_name.backend, kind);
        assert_eq!(by_name.mover.name, own.name);
    }
}

#[test]
fn the_walker_on_clip_hulls_is_refused_with_the_reason() {
    let scene = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/flat.ron");
    let setting = Setting::new(&Scene::load(scene).unwrap()).unwrap();
    for name in ["hull+pair", "hull+pair:literal"] {
        let why = setting
            .enter(name.parse().unwrap())
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(
            why.contains("grows with the speed") && why.contains("bsp+pair"),
            "{why}"
        );
    }
    assert!(setting.enter("hull".parse().unwrap()).is_ok());
}

/// A program enters one roster, so the meaning of a guest's name is tested on rows alone.
#[test]
fn a_row_of_another_crate_is_a_contestant_and_its_name_is_checked() {
    use clipmark_measure::Roster;
    use clipmark_movement::MoverKind;
    static MINE: MoverKind = MoverKind::foreign("mine", "never built", |_, _| unreachable!());
    static SPACED: MoverKind = MoverKind::foreign("my own", "never built", |_, _| unreachable!());
    let contestant = Contestant::from(&MINE);
    assert_eq!(
        (contestant.to_string().as_str(), contestant.backend.name()),
        ("mine", "bsp")
    );
    let refused = |roster: Roster| roster.enter().unwrap_err().to_string();
    let twice = refused(Roster::ours().controller(&MINE).controller(&MINE));
    assert!(twice.contains("`mine`") && twice.contains("taken"), "{twice}");
    let spaced = refused(Roster::ours().controller(&SPACED));
    assert!(
        spaced.contains("`my own`") && spaced.contains("letters"),
        "{spaced}"
    );
    let taken = refused(Roster::ours().backend(&clipmark_bsp::BSP));
    assert!(taken.contains("`bsp`") && taken.contains("taken"), "{taken}");
}

/// A library's authors judge us by its set-up: it states every number, and the versions are the built ones.
#[test]
fn set_ups_name_versions_of_the_lock_file_and_leave_no_default_without_a_number() {
    let lock = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).unwrap();
    for mover in movers().filter(|m| !m.settings.is_empty()) {
        let library = mover.settings.iter().find(|s| s.name == "library").unwrap();
        let words: Vec<&str> = library.value.split([' ', ',', '(', ')']).collect();
        let mut named = 0;
        for pair in words.windows(2) {
            if let [
                name @ ("rapier3d" | "parry3d" | "oxijolt" | "boxddd" | "physx-sys"),
                version,
            ] = pair
            {
                let entry = format!("name = \"{name}\"\nversion = \"{version}");
                assert!(lock.contains(&entry), "{}: {name} {version}", mover.name);
                named += 1;
            }
        }
        assert!(named > 0, "{}: {}", mover.name, library.value);
        let vague = mover.settings.iter().find(|s| s.value.contains("default"));
        assert!(vague.is_none(), "{}: {vague:?}: which number?", mover.name);
    }
}

#[test]
fn a_library_that_is_not_built_in_is_named_with_its_feature() {
    let optional = [("lib", false), ("other", true)].map(|(feature, built)| Optional {
        feature,
        built,
        needs: " (needs a tool)",
    });
    for name in ["lib", "lib:tuned"] {
        let said = check_built(name, &optional).err().map(|e| e.to_string());
        let said = said.unwrap_or_default();
        assert!(
            said.contains(&format!("`{name}`"))
                && said.contains("--features lib")
                && said.ends_with("(needs a tool)"),
            "{said}"
        );
    }
    for name in ["other", "other:tuned", "library"] {
        assert!(check_built(name, &optional).is_ok(), "{name}");
    }
}
