//! The suite files of `scenes/suite/`, expanded: counts, geometry, places, and files that must be refused.
use clipmark_movement::custom;
use clipmark_scene::{Frame, Scene, Shape, Start, WorldSource};
use clipmark_suite::{Effort, ProfileFacts, Suite, Variant};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite")
}

fn all() -> Vec<Suite> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "ron"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|f| Suite::load(f).unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

fn suite(name: &str) -> Suite {
    Suite::load(folder().join(name)).unwrap()
}

fn figure(name: &str) -> ProfileFacts {
    ProfileFacts {
        profile: name.into(),
        ..ProfileFacts::new(&custom(name, &[]).unwrap())
    }
}

fn figures(suite: &Suite) -> Vec<ProfileFacts> {
    suite.profiles.iter().map(|p| figure(p)).collect()
}

fn variants(suite: &Suite, effort: Effort) -> Vec<Variant> {
    suite.variants(&figures(suite), effort)
}

fn shapes(scene: &Scene) -> &[Shape] {
    match &scene.world {
        WorldSource::Shapes(shapes) => shapes,
        _ => panic!("a map"),
    }
}

#[test]
fn there_are_all_32_scenes_of_the_table() {
    let numbers: Vec<u32> = all().iter().map(|s| s.number).collect();
    assert_eq!(numbers, (1..=32).collect::<Vec<_>>());
}

/// Quick, so that the worlds of all are built in a few seconds. It takes each suite's first scene and each place's last.
#[test]
fn every_suite_makes_scenes_that_pass_their_own_checks() {
    for suite in all() {
        let figures = figures(&suite);
        let variants = variants(&suite, Effort::Quick);
        assert!(!variants.is_empty(), "{} plays nothing", suite.name);
        let names: HashSet<String> = variants.iter().map(Variant::name).collect();
        assert_eq!(
            names.len(),
            variants.len(),
            "{}: two scenes of one name",
            suite.name
        );
        for variant in [&variants[0], &variants[variants.len() - 1]] {
            let scene = suite.scene(variant, &figures).unwrap_or_else(|e| panic!("{e}"));
            scene.world().unwrap_or_else(|e| panic!("{e}"));
        }
    }
}

#[test]
fn stairs_are_counted_and_their_treads_are_where_they_should_be() {
    let suite = suite("04-stairs.ron");
    let figures = figures(&suite);
    let full = variants(&suite, Effort::Full);
    // 7 rises x 3 depths x up and down, 2 profiles, 4 ticks, 16 turns and a shift.
    assert_eq!(full.len(), 7 * 3 * 2 * 2 * 4 * 17);
    let refereed: HashSet<String> = full
        .iter()
        .filter(|v| v.sweeps > 0)
        .map(Variant::tick_name)
        .collect();
    assert_eq!(
        refereed,
        HashSet::from(["125 Hz".into()]),
        "answers do not depend on the tick"
    );
    let sixteen = full
        .iter()
        .find(|v| v.case == "rise 16 · depth 24 · up" && v.frame.yaw == 90.0)
        .unwrap();
    let world = suite.scene(sixteen, &figures).unwrap().world().unwrap();
    // Turned by 90 degrees the flight goes up along +y. Step k is a column up to 16 k that begins at 24 (k - 1).
    for k in 1..=12_u8 {
        let (top, from) = (16.0 * f32::from(k), 24.0 * f32::from(k - 1));
        let at = |b: &&clipmark_geometry::Brush| b.bounds.maxs.z == top && b.bounds.mins.y == from;
        assert!(world.brushes.iter().any(|b| at(&b)), "no tread {k}");
    }
}

#[test]
fn a_place_moves_world_player_and_views_alike() {
    let suite = suite("13-corners.ron");
    let figures = figures(&suite);
    let full = variants(&suite, Effort::Full);
    let case = |at: [f64; 3], yaw: f64| {
        let found = full
            .iter()
            .find(|v| v.case == "inside 60" && v.frame == Frame { at, yaw });
        suite.scene(found.unwrap(), &figures).unwrap()
    };
    let (plain, turned) = (case([0.0; 3], 0.0), case([0.0; 3], 90.0));
    let (world, other) = (plain.world().unwrap(), turned.world().unwrap());
    for (a, b) in world.brushes.iter().zip(&other.brushes) {
        for (x, y) in a.sides.iter().zip(&b.sides) {
            // A quarter turn is exact: (x, y) becomes (-y, x).
            let (n, m) = (x.plane.normal, y.plane.normal);
            assert!((n.x - m.y).abs() < 1e-6 && (n.y + m.x).abs() < 1e-6 && x.plane.dist == y.plane.dist);
        }
    }
    let start = plain.start(&world).unwrap();
    let other_start = turned.start(&other).unwrap();
    assert_eq!(other_start.origin.y, start.origin.x);
    assert_eq!((start.yaw, other_start.yaw), (0.0, 90.0));
    let shifted = case(suite.shift, 0.0);
    let moved = shifted.start(&shifted.world().unwrap()).unwrap().origin - start.origin;
    assert!((moved.x - 1.0 / 3.0).abs() < 1e-4 && (moved.z - 0.2).abs() < 1e-5);
}

#[test]
fn a_quick_run_is_a_part_of_the_full_one_but_for_its_oblique_place() {
    for suite in [suite("05-step-limit.ron"), suite("14-thin-wall.ron")] {
        let full: HashSet<String> = variants(&suite, Effort::Full).iter().map(Variant::id).collect();
        let quick = variants(&suite, Effort::Quick);
        assert!(quick.len() * 4 < full.len());
        let straight = quick.iter().filter(|v| v.frame == Frame::default());
        assert!(straight.map(Variant::id).all(|id| full.contains(&id)));
    }
}

#[test]
fn a_seam_floor_tiles_the_plane_in_every_kind() {
    let suite = suite("15-seam-floor.ron");
    let figures = figures(&suite);
    let full = variants(&suite, Effort::Full);
    for (case, brushes, triangles) in [
        ("boxes · star", 1600, 0),
        ("T-junctions · star", 1600, 0),
        ("triangles · star", 0, 3200),
        ("triangles split the other way · star", 0, 3200),
    ] {
        let variant = full.iter().find(|v| v.case == case).unwrap();
        let world = suite.scene(variant, &figures).unwrap().world().unwrap();
        assert_eq!(
            (world.brushes.len(), world.triangles.len()),
            (brushes, triangles),
            "{case}"
        );
        let tops = world.brushes.iter().all(|b| b.bounds.maxs.z == 0.0);
        assert!(tops, "{case} is not flat");
    }
}

#[test]
fn flush_joints_of_a_surf_chain_share_their_plane_to_the_bit() {
    let suite = suite("10-surf-chain.ron");
    let figures = figures(&suite);
    for variant in variants(&suite, Effort::Full)
        .iter()
        .filter(|v| v.case.starts_with("flush"))
    {
        let world = suite.scene(variant, &figures).unwrap().world().unwrap();
        let planes: HashSet<[u32; 4]> = world
            .brushes
            .iter()
            .map(|b| {
                let top = b
                    .sides
                    .iter()
                    .map(|s| s.plane)
                    .find(|p| (p.normal.z - 0.5).abs() < 1e-5)
                    .unwrap();
                [top.normal.x, top.normal.y, top.normal.z, top.dist].map(f32::to_bits)
            })
            .collect();
        assert_eq!(planes.len(), 1, "{}", variant.id());
    }
}

#[test]
fn a_written_scene_is_read_back_as_it_was() {
    for name in [
        "06-spiral-stairs.ron",
        "16-debris.ron",
        "26-start-solid.ron",
        "30-overbounce.ron",
    ] {
        let suite = suite(name);
        let variant = &variants(&suite, Effort::Quick)[1];
        let scene = suite.scene(variant, &figures(&suite)).unwrap();
        let read = Scene::parse(&scene.to_text().unwrap(), "x.ron").unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(read.frame, scene.frame);
        assert_eq!((&read.input, &read.expect), (&scene.input, &scene.expect));
        assert_eq!((&read.player, &read.name), (&scene.player, &scene.name));
        assert_eq!(shapes(&read), shapes(&scene));
        assert_eq!(read.world().unwrap().brushes, scene.world().unwrap().brushes);
    }
}

#[test]
fn starts_of_the_riser_leave_exactly_the_skin() {
    let suite = suite("05-step-limit.ron");
    let figures = figures(&suite);
    for (profile, rest) in [("quakeworld", 24.03125), ("quake3", 24.125)] {
        let full = variants(&suite, Effort::Full);
        let variant = full.iter().find(|v| v.profile == profile).unwrap();
        let Start::At(_, _, z) = suite.scene(variant, &figures).unwrap().player.start else {
            panic!("no place")
        };
        assert_eq!(z, rest);
    }
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let good = std::fs::read_to_string(folder().join("05-step-limit.ron")).unwrap();
    let refused = |from: &str, to: &str| {
        let text = good.replace(from, to);
        assert_ne!(text, good, "nothing replaced");
        Suite::parse(&text, Path::new("suites/05-step-limit.ron"))
            .unwrap_err()
            .to_string()
    };
    for (from, to, says) in [
        ("heights:", "hights:", "`hights`"),
        ("Riser(", "Rizer(", "`Rizer`"),
        ("title:", "titel:", "`titel`"),
        ("version: 1", "version: 2", ":2:"),
        ("description:", "turns: 0, description:", "turns"),
        ("description:", "profiles: [\"Q 3\"], description:", "profiles[0]"),
        ("description:", "profiles: [], description:", "profiles"),
        ("description:", "ticks: [Hz(0)], description:", "ticks[0]"),
    ] {
        let message = refused(from, to);
        assert!(
            message.contains("05-step-limit.ron") && message.contains(says),
            "{to}: {message}"
        );
    }
    assert!(Suite::parse(" \n", Path::new("x.ron")).is_err());
    // Parameters that make no world are reported by the case.
    let bad = good.replace("17, 18,", "-17, 18,");
    let suite = Suite::parse(&bad, Path::new("suites/05-step-limit.ron")).unwrap();
    let figures = figures(&suite);
    let variant = &suite.variants(&figures, Effort::Quick)[0];
    let message = suite.scene(variant, &figures).unwrap_err().to_string();
    assert!(message.contains("05-step-limit.ron (riser -17)"), "{message}");
}

#[test]
fn a_suite_that_asks_for_too_much_is_refused_before_anything_is_built() {
    let text = |family: &str, more: &str| {
        format!("(version: 1, number: 16, title: \"t\", description: \"d\", family: {family}, {more})")
    };
    let refused = |family: &str, more: &str| {
        let start = std::time::Instant::now();
        let error = Suite::parse(&text(family, more), Path::new("16-test.ron")).unwrap_err();
        assert!(start.elapsed().as_secs_f64() < 1.0, "{family}");
        error.to_string()
    };
    let debris = "Debris(seeds: [1], pieces: 1000000000, sizes: (0.5, 12), half: 512, seconds: 60)";
    let message = refused(debris, "");
    assert!(
        message.contains("family.Debris.pieces") && message.contains("20000"),
        "{message}"
    );
    let flat = "Flat(size: 8192, run: 2, coast: 1, stand: 10)";
    for (family, more, part) in [
        (flat, "shift: (1e308, 0, 0)", "shift"),
        (flat, "ticks: [Msec(0.001)]", "ticks[0]"),
        (
            "Flat(size: 1e300, run: 2, coast: 1, stand: 10)",
            "",
            "family.Flat.size",
        ),
        (
            "Seams(tiles: 100000, size: 8, kinds: [Boxes], jitters: [0], seed: 1)",
            "",
            "family.Seams.tiles",
        ),
        (
            "Overbounce(ticks: [4000000000], offsets: [0])",
            "",
            "family.Overbounce.ticks",
        ),
    ] {
        let message = refused(family, more);
        assert!(message.contains(part), "{family} {more}: {message}");
    }
}

#[test]
fn a_room_that_leaves_no_place_for_pieces_ends_all_the_same() {
    // All pieces fall where the start must stay clear.
    let family =
        "Fuzz(seeds: [1], brushes: 50, triangles: 50, size: 64, half: 16, grids: [0, 512], seconds: 1)";
    let text = format!("(version: 1, number: 31, title: \"t\", description: \"d\", family: {family})");
    let suite = Suite::parse(&text, Path::new("31-test.ron")).unwrap();
    assert_eq!(variants(&suite, Effort::Quick).len(), 2 * 2 * 2 * 4);
}
