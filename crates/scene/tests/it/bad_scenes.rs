//! Scenes that must be refused, and the place that the message names.

use clipmark_scene::{Change, ProfileChoice, Scene, SceneError, load_world};
use std::io::Write;

const BOX: &str = "Box(min: (-64, -64, -8), max: (64, 64, 0))";

/// A good scene with parts replaced.
fn scene(world: &str, input: &str, more: &str) -> String {
    format!(
        "(\n version: 1,\n title: \"t\",\n world: {world},\n player: (start: At(0, 0, 25)),\n \
         profile: \"quake3\",\n input: [{input}],\n {more}\n)"
    )
}

fn parse(text: &str) -> Result<Scene, SceneError> {
    Scene::parse(text, "scenes/test.ron")
}

/// The message for a scene that must be refused.
#[track_caller]
fn refused(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(e) => e.to_string(),
    }
}

fn refused_field(more: &str) -> String {
    refused(&scene(&format!("Shapes([{BOX}])"), "Wait(1)", more))
}

#[track_caller]
fn says(message: &str, parts: &[&str]) {
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
}

/// Each is refused with the scene's file and this in the message.
#[track_caller]
fn all_refused(cases: &[(&str, &str)], text: impl Fn(&str) -> String) {
    for (part, says) in cases {
        let message = refused(&text(part));
        assert!(message.starts_with("scenes/test.ron"), "{part}: {message}");
        assert!(
            message.contains(says),
            "{part}: {message:?} does not say {says:?}"
        );
    }
}

#[test]
fn the_scene_that_the_others_are_made_from_is_good() {
    let good = parse(&scene(&format!("Shapes([{BOX}])"), "Wait(1)", "")).unwrap();
    assert_eq!(good.contestants, ["bsp", "bvh", "cylinder"]);
    assert_eq!((good.sweeps, good.tick.msec()), (4000, 8.0));
    assert_eq!(good.world().unwrap().brushes.len(), 1);
}

#[test]
fn text_that_is_no_scene_is_refused() {
    let text = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    let newer = text
        .replace("version: 1", "version: 2")
        .replace("title", "headline");
    for (text, place) in [
        (String::new(), "scenes/test.ron"),
        ("(version: 1, title: \"t".into(), "scenes/test.ron:1:"),
        ("(".repeat(100_000), "scenes/test.ron:1:"),
        (text.replace("version: 1,", ""), "`version`"),
        // Before anything else of a newer form.
        (newer, "scenes/test.ron:2:"),
        (text.replace("Wait(1)]", "Wait(1)"), "line 7, column 9"),
        (text.trim_end_matches(')').to_owned(), "line 1, column 1"),
        (
            text.replace("At(0, 0, 25)", "At([0, 0, 25])"),
            "scenes/test.ron:5:",
        ),
        (
            text.replace("25))", "25), hull: Box(min: (1, 0, 0), max: (0, 1, 1)))"),
            "player.hull",
        ),
    ] {
        says(&refused(&text), &[place]);
    }
    for end in (0..text.len() - 1).filter(|&e| text.is_char_boundary(e)) {
        assert!(parse(&text[..end]).is_err());
    }
    let spawn = parse(&text.replace("At(0, 0, 25)", "Spawn(3)")).unwrap();
    let error = spawn.start(&spawn.world().unwrap()).unwrap_err().to_string();
    says(&error, &["scenes/test.ron:5:", "player.start"]);
}

#[test]
fn shapes_that_are_no_solids_are_refused() {
    let deep = format!("{}{}", "Group(shapes: [".repeat(200), "])".repeat(200));
    let many = ["Tiles(at: (0, 0, 0), size: (1, 1), count: (200, 200), thickness: 1)"; 3].join(",");
    let cases = [
        (
            "Box(min: (5, 0, 0), max: (3, 1, 1))",
            "test.ron:5:2: world.Shapes[1].Box",
        ),
        (
            "Group(shapes: [\n Box(min: (0, 0, 0), max: (1, 1, 0))])",
            "test.ron:6:2: world.Shapes[1].Group.shapes[0].Box",
        ),
        (
            "Box(min: (0, 0, 0),\n max: (1, NaN, 1))",
            "test.ron:6:7: world.Shapes[1].Box.max",
        ),
        ("Box(min: (0, 0, 0), max: (1, inf, 1))", "[1].Box.max"),
        ("Box(min: (0, 0, 0), max: (1, 1e9, 1))", "[1].Box.max"),
        ("Box(min: (0, 0, 0), maks: (1, 1, 1))", "test.ron:5:"),
        ("Bocks(min: (0, 0, 0), max: (1, 1, 1))", "`Bocks`"),
        ("Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])", "[1].Hull"),
        ("Hull([(0, 0, 0), (1, 0, 0)])", "[1].Hull"),
        (
            "Planes([((0, 0, 1), 0), ((1, 0, 0), 0), ((0, 1, 0), 0), ((-1, 0, 0), 5)])",
            "[1].Planes",
        ),
        (
            "Planes([((0, 0, 0), 1), ((1, 0, 0), 0), ((0, 1, 0), 0), ((-1, 0, 0), 5)])",
            "[1].Planes[0]",
        ),
        (
            "Prism(base: [(0, 0), (4, 0), (1, 1), (0, 4)], bottom: 0, top: 1)",
            "Prism.base",
        ),
        (
            "Prism(base: [(0, 10), (6, -8), (-9.5, 3), (9.5, 3), (-6, -8)], bottom: 0, top: 1)",
            "Prism.base",
        ),
        ("Ramp(min: (0, 0, 0), max: (1, 1, 1), toward: 45)", "Ramp.toward"),
        // Counts are capped before anything is built.
        (
            "Stairs(at: (0, 0, 0), toward: 0, steps: 0, rise: 1, run: 1, width: 8)",
            "Stairs.steps",
        ),
        (
            "Stairs(at: (0, 0, 0), toward: 0, steps: 4000000000, rise: 1, run: 1, width: 8)",
            "Stairs.steps",
        ),
        (
            "Tiles(at: (0, 0, 0), size: (1, 1), count: (4000000000, 4000000000), thickness: 1)",
            "Tiles.count",
        ),
        (&many, "solids up to here"),
        (&deep, "128 deep"),
    ];
    all_refused(&cases, |shape| {
        scene(&format!("Shapes([{BOX},\n {shape}])"), "Wait(1)", "")
    });
    says(&refused(&scene("Shapes([])", "Wait(1)", "")), &["world.Shapes"]);
}

#[test]
fn scripts_that_cannot_be_played_are_refused() {
    let cases = [
        ("", "0 steps"),
        ("Wait(-1)", "input[0].Wait"),
        ("Wait(NaN)", "input[0]"),
        ("Wait(1), Hold(keys: [], seconds: 1e7)", "input[1].Hold.seconds"),
        ("Hold(keys: [Forwards], seconds: 1)", "`Forward`"),
        ("Hold(keys: [\"Forward\"], seconds: 1)", "scenes/test.ron:7:"),
        ("Look(yaw: inf)", "input[0]"),
        ("Look(yaw: 5)", "input"),
        (
            "Repeat(times: 100000, steps: [Repeat(times: 100000, steps: [Wait(0)])])",
            "input",
        ),
        ("Repeat(times: 100, steps: [Wait(100)])", "10000"),
        ("Recorded(\"none.cmds.txt.gz\")", "input[0].Recorded"),
        ("Wait(1), Recorded(\"x\")", "input[1].Recorded"),
        ("Strafe(seconds: 1, angle: 200)", "input[0].Strafe.angle"),
        ("Strafe(seconds: 1, toward: NaN)", "input[0]"),
        ("Strafe(seconds: 1, side: Lefty)", "`Lefty`"),
        ("Hop(seconds: -1)", "input[0].Hop.seconds"),
    ];
    all_refused(&cases, |input| scene(&format!("Shapes([{BOX}])"), input, ""));
}

#[test]
fn fields_movers_and_other_players_are_checked() {
    const SLAB: &str = "shapes: [Box(min: (0, 0, 0), max: (64, 64, 8))]";
    let lift = format!("({SLAB}, moves: Lift(height: 64)),").repeat(257);
    let crowd = "(start: (0, 0, 60), input: [Wait(1)]),".repeat(16);
    let mut cases: Vec<(String, &str)> = [
        ("sweps: 4,", "scenes/test.ron:8:"),
        ("tick: Hz(0),", "tick"),
        ("tick: Msec(-3),", "tick"),
        ("name: \"../up\",", "name"),
        ("contestants: [],", "contestants"),
        ("contestants: [\"bsp\", \"bsp\"],", "contestants[1]"),
        ("contestants: [\"b/../sp\"],", "contestants[0]"),
        (
            "expect: [StuckTicks(max: 0, contestants: [\"bps\"])],",
            "expect[0].StuckTicks.contestants[0]",
        ),
        (
            "expect: [SpeedWithin(at: 9, of: 0, tolerance: 1)],",
            "SpeedWithin.at",
        ),
        (
            "expect: [Reaches(min: (0, 0, 1), max: (1, 1, 0))],",
            "expect[0].Reaches",
        ),
    ]
    .map(|(field, place)| (field.to_owned(), place))
    .into();
    let movers = [
        ("shapes: []", "Lift(height: 64)", "movers[0].shapes"),
        (
            "shapes: [Triangles(corners: [((0, 0, 0), (1, 0, 0), (0, 1, 0))])]",
            "Lift(height: 64)",
            "scenes/test.ron:8:",
        ),
        (SLAB, "Train(corners: [])", "moves.Train.corners"),
        (SLAB, "Train(corners: [(by: (0, 0, 0))])", "moves.Train.corners"),
        (SLAB, "Door(by: (0, 0, 64), speed: 0)", "moves.Door.speed"),
        (SLAB, "Door(by: (0, 0, 64), speed: 1e30)", "moves.Door.speed"),
        (SLAB, "Door(by: (0, 0, 64), speed: -5)", "moves.Door.speed"),
        (SLAB, "Door(by: (0, 0, 0))", "moves.Door.by"),
        (SLAB, "Door(by: (0, 0, 1e30))", "moves.Door.by"),
        (SLAB, "Lift(hight: 3)", "`hight`"),
        (SLAB, "Slides(by: (0, 0, 1))", "`Slides`"),
        (SLAB, "Bobs(by: (0, 0, 8), period: 0)", "moves.Bobs.period"),
        (SLAB, "Rotates(around: (0, 0, 0), degrees: 1e9)", "degrees"),
    ];
    cases.extend(
        movers.map(|(shapes, moves, place)| (format!("movers: [({shapes}, moves: {moves})],"), place)),
    );
    cases.push((format!("movers: [{lift}],"), "257 movers"));
    let others = [
        ("(start: (0, 0, 1e9), input: [Wait(1)])", "others[0].start"),
        (
            "(start: (0, 0, 60), input: [Wait(1)]), (start: (0, 0, 60), input: [])",
            "others[1].input",
        ),
        ("(start: (0, 0, 60), yaw: inf, input: [Wait(1)])", "others[0].yaw"),
        (
            "(start: (0, 0, 60), input: [Repeat(times: 100000, steps: [Repeat(times: 100000, steps: [Wait(0)])])])",
            "others[0].input",
        ),
        (
            "(start: (0, 0, 60), input: [Recorded(\"run.txt\")])",
            "others[0].input[0].Recorded",
        ),
        (
            "(start: (0, 0, 60), input: [Repeat(times: 2, steps: [Hold(keys: [Crouch], seconds: 1)])])",
            "others[0].input",
        ),
        (&crowd, "16 other players"),
    ];
    cases.extend(others.map(|(other, place)| (format!("others: [{other}],"), place)));
    let cases: Vec<(&str, &str)> = cases
        .iter()
        .map(|(field, place)| (field.as_str(), *place))
        .collect();
    all_refused(&cases, |field| {
        scene(&format!("Shapes([{BOX}])"), "Wait(1)", field)
    });
    // A map has its own movers.
    let text = scene(
        "QuakeBsp(\"x.bsp\")",
        "Wait(1)",
        &format!("movers: [({SLAB}, moves: Lift(height: 8))],"),
    );
    says(&refused(&text), &["scenes/test.ron:8:"]);
}

#[test]
fn the_solids_of_a_mover_are_a_model_in_the_scenes_frame() {
    let slab = "shapes: [Box(min: (0, 0, 0), max: (64, 64, 8))]";
    let movers = format!("movers: [({slab}, moves: Lift(height: 64))], frame: (at: (100, 0, 0)),");
    let scene = parse(&scene(&format!("Shapes([{BOX}])"), "Wait(1)", &movers)).unwrap();
    let world = scene.world().unwrap();
    let model = &world.models[0];
    let facts = (model.name.as_str(), model.brushes.len(), model.bounds.mins.x);
    assert_eq!(facts, ("*1", 1, 100.0));
    assert_eq!(world.brushes.len(), 1);
}

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
    // It is written as it is read.
    let written = ron::to_string(&parse(&with_profile(text)).unwrap()).unwrap();
    assert_eq!(Scene::parse(&written, "s.ron").unwrap().profile, custom);
}

#[test]
fn profiles_that_are_written_wrong_are_refused() {
    let cases = [
        ("\"Quake 3\"", "test.ron:6:11: profile"),
        ("Customised(base: \"quake3\", changes: {})", "test.ron:6:11"),
        ("(base: \"quake3\", changes: {})", "begins with `Custom`"),
        ("Custom(bse: \"quake3\", changes: {})", "test.ron:6:"),
        (
            "Custom(base: \"quake3\", changes: {\"jump_rule\": adds})",
            "test.ron:6:",
        ),
        ("Custom(base: \"quake3\")", "test.ron:6:"),
        (
            "Custom(base: \"quake3\", changes: {\"gravity\": [1]})",
            "test.ron:6:",
        ),
        (
            "Custom(base: \"quake3\", changes: {\"gravity\": 1, \"gravity\": 2})",
            "test.ron:6:",
        ),
        ("3", "test.ron:6:"),
    ];
    all_refused(&cases, with_profile);
}

/// What a file brings is quoted, and may be of any length.
#[test]
fn messages_are_short_whatever_the_file_brings() {
    let long = "x".repeat(200_000);
    let good = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    for bad in [
        good.replace("title", &long),
        good.replace("\"t\"", &format!("\"t\", name: \"{long}\"")),
        good.replace("\"quake3\"", &format!("\"{long}\"")),
        with_profile(&format!("Custom(base: \"quake3\", changes: {{\"{long}\": 1}})")),
        with_profile(&format!(
            "Custom(base: \"quake3\", changes: {{\"{}\": 1}})",
            "a.".repeat(100_000)
        )),
        good.replace("Box", &long),
        good.replace("[Wait(1)]", &format!("[\"{long}\"]")),
        good.replace("[Wait(1)]", &format!("[Wait(\"{long}\")]")),
        good.replace("Wait(1)", "Wait(1e308)"),
        good.replace("-64, -8", "-1e308, -8"),
        scene(
            "Shapes([Planes([((0, 0, 0), 1), ((1, 0, 0), 0), ((0, 1, 0), 0), ((-1, 0, 0), 5)])])",
            "Wait(1)",
            "",
        ),
    ] {
        short(&refused(&bad));
    }
    for world in [
        format!("QuakeBsp(\"{long}.bsp\")"),
        format!("Shapes([Mesh(file: \"{long}.obj\")])"),
    ] {
        let error = parse(&scene(&world, "Wait(1)", "")).unwrap().world().unwrap_err();
        short(&error.to_string());
    }
}

#[track_caller]
fn short(message: &str) {
    assert!(
        message.len() < 1000 && !message.contains('\n'),
        "{} bytes",
        message.len()
    );
    assert!(!message.contains("00000000000000000000"), "{message}");
}

/// Shapes of an expectation are another list than the world's.
#[test]
fn a_fault_of_an_expectations_world_is_placed_there() {
    let message =
        refused_field("expect: [LikeOn(speed: 1, shapes: [\nBox(min: (0, 0, 0), max: (0, 1, 1))])],");
    says(&message, &["test.ron:9:1: expect[0].LikeOn.shapes[0].Box"]);
}

#[test]
fn files_that_are_not_there_or_not_maps_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.path().join("a.pk3")).unwrap());
    for name in ["maps/one.bsp", "maps/two.bsp", "readme.txt"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(b"IBSPjunk").unwrap();
    }
    zip.finish().unwrap();
    write("empty.bsp", b"");
    write("text.bsp", b"This is no map.");
    write("short.bsp", b"IBSP\x2e\0\0\0");
    write("empty.pk3", b"");
    write("text.pk3", b"This is no archive.");
    let error = |spec: &str| load_world(spec, folder.path()).unwrap_err();
    for (spec, says) in [
        ("maps/none.bsp", "no such map"),
        // Only maps that may be fetched recommend the script.
        ("maps/oa_dm9.bsp", "scenes/fetch-maps.sh"),
        ("none.pk3:maps/x.bsp", "no such map"),
        ("none.ron", "cannot read"),
        ("none.obj", "unknown kind of file"),
        ("empty.bsp", "empty"),
        ("text.bsp", "no Quake III map"),
        ("short.bsp", "cut off"),
        ("empty.pk3:maps/x.bsp", "empty"),
        ("text.pk3:maps/x.bsp", "no readable pk3"),
        ("a.pk3", "which map"),
        ("a.pk3:maps/three.bsp", "maps/one.bsp, maps/two.bsp"),
        ("a.pk3:MAPS/One.bsp", "cut off"),
    ] {
        let message = error(spec).to_string();
        let file = spec.split(':').next().unwrap();
        assert!(
            message.contains(file) && message.contains(says),
            "{spec}: {message}"
        );
    }
    assert!(!error("mine.bsp").to_string().contains("fetch-maps"));
    assert!(error("").problem.message.contains("unknown kind"));
    let bytes = std::fs::read(folder.path().join("a.pk3")).unwrap();
    for end in 0..bytes.len() {
        write("cut.pk3", &bytes[..end]);
        let _ = error("cut.pk3:maps/one.bsp");
    }
    let map_scene = scene("QuakeBsp(\"maps/none.bsp\")", "Wait(1)", "");
    let missing = Scene::parse(&map_scene, folder.path().join("s.ron")).unwrap();
    assert_eq!(
        missing.world().unwrap_err().file,
        folder.path().join("maps/none.bsp")
    );
}

/// 64 points on a ball, as text.
fn ball(at: usize) -> String {
    let points = (0..64).map(|k| {
        let up = 1.0 - (2.0 * f64::from(k) + 1.0) / 64.0;
        let turn = f64::from(k) * 2.399_963;
        let flat = (1.0 - up * up).sqrt();
        let [x, y, z] = [flat * turn.cos(), flat * turn.sin(), up].map(|c| 30.0 * c);
        format!("({:.3}, {y:.3}, {z:.3})", x + 25.0 * at as f64)
    });
    format!("Hull([{}])", points.collect::<Vec<_>>().join(", "))
}

/// The last hull is none, which nobody comes to see; so nobody builds the expectations after the sixth.
#[test]
fn more_work_than_a_scene_may_ask_for_is_refused_before_it_is_done() {
    let none = "Hull([(0, 0, 0)])".to_owned();
    says(
        &refused(&scene(&format!("Shapes([{none}])"), "Wait(1)", "")),
        &["1 points"],
    );
    let hulls: Vec<String> = (0..2200).map(ball).chain([none]).collect();
    let message = refused(&scene(&format!("Shapes([{}])", hulls.join(",\n")), "Wait(1)", ""));
    says(&message, &["world.Shapes[", "pairs of sides"]);
    let tiles =
        "LikeOn(shapes: [Tiles(at: (0, 0, 0), size: (8, 8), count: (200, 200), thickness: 8)], speed: 1)";
    let many = vec![tiles; 100].join(", ");
    let message = refused_field(&format!("expect: [{many}],"));
    says(&message, &["expect[5]", "pairs of sides"]);
    says(&refused_field("sweeps: 10000000,"), &["sweeps"]);
}

#[test]
fn two_thousand_hulls_of_64_points_and_100_000_boxes_are_accepted() {
    let hulls: Vec<String> = (0..2000).map(ball).collect();
    assert!(parse(&scene(&format!("Shapes([{}])", hulls.join(",\n")), "Wait(1)", "")).is_ok());
    let tiles = "Tiles(at: (0, 0, 0), size: (8, 8), count: (500, 200), thickness: 8)";
    assert!(parse(&scene(&format!("Shapes([{tiles}])"), "Wait(1)", "")).is_ok());
}
