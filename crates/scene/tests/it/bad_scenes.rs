//! Scenes that must be refused, and what the message must say: where, what, and how to mend it.
use clipmark_scene::{Change, Problem, ProfileChoice, Scene, SceneError, load_world};
use std::io::Write;
use std::path::Path;

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
fn refused(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(e) => e.to_string(),
    }
}

fn refused_shape(shape: &str) -> String {
    refused(&scene(&format!("Shapes([{BOX},\n {shape}])"), "Wait(1)", ""))
}

fn refused_input(input: &str) -> String {
    refused(&scene(&format!("Shapes([{BOX}])"), input, ""))
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

#[test]
fn the_scene_that_the_others_are_made_from_is_good() {
    let good = parse(&scene(&format!("Shapes([{BOX}])"), "Wait(1)", "")).unwrap();
    assert_eq!(good.contestants, ["bsp", "bvh", "cylinder"]);
    assert_eq!((good.sweeps, good.tick.msec()), (4000, 8.0));
    assert_eq!(good.world().unwrap().brushes.len(), 1);
}

#[test]
fn misspelt_fields_and_variants_are_named_with_those_that_exist() {
    let message = refused_field("sweps: 4,");
    says(
        &message,
        &[
            "scenes/test.ron:8:",
            "`sweps`",
            "did you mean `sweeps`",
            "`contestants`",
            "`tick`",
        ],
    );
    let message = refused_shape("Box(min: (0, 0, 0), maks: (1, 1, 1))");
    says(&message, &["scenes/test.ron:5:", "`maks`", "`min`", "`max`"]);
    let message = refused_shape("Bocks(min: (0, 0, 0), max: (1, 1, 1))");
    says(&message, &["`Bocks`", "`Box`", "`Prism`"]);
    says(
        &refused_input("Hold(keys: [Forwards], seconds: 1)"),
        &["did you mean `Forward`"],
    );
}

#[test]
fn the_version_is_required_and_checked_before_anything_else() {
    let text = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    says(
        &refused(&text.replace("version: 1,", "")),
        &["`version` is missing", "write `version: 1`"],
    );
    let newer = text
        .replace("version: 1", "version: 2")
        .replace("title", "headline");
    says(
        &refused(&newer),
        &["scenes/test.ron:2:", "version 2", "`version: 1`"],
    );
}

#[test]
fn text_that_is_no_scene_is_refused_with_a_place() {
    says(&refused(""), &["scenes/test.ron: the file is empty"]);
    says(&refused("(version: 1, title: \"t"), &["scenes/test.ron:1:"]);
    says(&refused(&"(".repeat(100_000)), &["scenes/test.ron:1:"]);
    let text = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    for end in (0..text.len() - 1).filter(|&e| text.is_char_boundary(e)) {
        assert!(parse(&text[..end]).is_err());
    }
}

#[test]
fn shapes_that_are_no_solids_are_named_by_path_and_line() {
    let message = refused_shape("Box(min: (5, 0, 0), max: (3, 1, 1))");
    says(
        &message,
        &[
            "scenes/test.ron:5:2: world.Shapes[1].Box",
            "inside out along x",
            "min 5, max 3",
        ],
    );
    let group = "Group(shapes: [\n Box(min: (0, 0, 0), max: (1, 1, 0))])";
    says(
        &refused_shape(group),
        &[
            "scenes/test.ron:6:2: world.Shapes[1].Group.shapes[0].Box",
            "flat along z",
        ],
    );
    let nan = refused_shape("Box(min: (0, 0, 0),\n max: (1, NaN, 1))");
    says(
        &nan,
        &[
            "scenes/test.ron:6:7: world.Shapes[1].Box.max",
            "NaN is not a finite number",
        ],
    );
    says(
        &refused_shape("Box(min: (0, 0, 0), max: (1, inf, 1))"),
        &["not a finite number"],
    );
    says(
        &refused_shape("Box(min: (0, 0, 0), max: (1, 1e9, 1))"),
        &["out of range", "65536 u"],
    );
    says(
        &refused_shape("Hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])"),
        &["[1].Hull", "lie on one plane"],
    );
    says(
        &refused_shape("Hull([(0, 0, 0), (1, 0, 0)])"),
        &["2 points", "4 to 64"],
    );
    let open = "Planes([((0, 0, 1), 0), ((1, 0, 0), 0), ((0, 1, 0), 0), ((-1, 0, 0), 5)])";
    says(&refused_shape(open), &["[1].Planes", "open on a side"]);
    let none = "Planes([((0, 0, 0), 1), ((1, 0, 0), 0), ((0, 1, 0), 0), ((-1, 0, 0), 5)])";
    says(&refused_shape(none), &["[1].Planes[0]", "out of range"]);
    let dented = "Prism(base: [(0, 0), (4, 0), (1, 1), (0, 4)], bottom: 0, top: 1)";
    says(&refused_shape(dented), &["Prism.base", "convex polygon"]);
    let star = "Prism(base: [(0, 10), (6, -8), (-9.5, 3), (9.5, 3), (-6, -8)], bottom: 0, top: 1)";
    says(&refused_shape(star), &["convex polygon"]);
    let askew = "Ramp(min: (0, 0, 0), max: (1, 1, 1), toward: 45)";
    says(&refused_shape(askew), &["Ramp.toward", "Slope"]);
}

#[test]
fn counts_are_capped_before_anything_is_built() {
    let stairs = |n: u64| format!("Stairs(at: (0, 0, 0), toward: 0, steps: {n}, rise: 1, run: 1, width: 8)");
    says(
        &refused_shape(&stairs(0)),
        &["Stairs.steps", "0 steps; there must be 1 to 4096"],
    );
    says(&refused_shape(&stairs(4_000_000_000)), &["4000000000 steps"]);
    let tiles = "Tiles(at: (0, 0, 0), size: (1, 1), count: (4000000000, 4000000000), thickness: 1)";
    says(&refused_shape(tiles), &["Tiles.count", "tiles"]);
    let many = ["Tiles(at: (0, 0, 0), size: (1, 1), count: (200, 200), thickness: 1)"; 3].join(",");
    says(&refused_shape(&many), &["solids up to here"]);
    says(
        &refused(&scene("Shapes([])", "Wait(1)", "")),
        &["world.Shapes", "0 solids"],
    );
}

#[test]
fn scripts_that_cannot_be_played_are_refused() {
    says(
        &refused_input("Wait(-1)"),
        &["input[0].Wait", "-1 is out of range"],
    );
    says(
        &refused_input("Wait(1), Hold(keys: [], seconds: 1e7)"),
        &["input[1].Hold.seconds", "3600 seconds"],
    );
    says(&refused_input("Wait(NaN)"), &["not a finite number"]);
    says(&refused_input("Look(yaw: inf)"), &["not a finite number"]);
    says(&refused_input(""), &["0 steps"]);
    says(&refused_input("Look(yaw: 5)"), &["0 is out of range"]);
    let deep = "Repeat(times: 100000, steps: [Repeat(times: 100000, steps: [Wait(0)])])";
    says(&refused_input(deep), &["steps when unrolled"]);
    let long = "Repeat(times: 100, steps: [Wait(100)])";
    says(&refused_input(long), &["10000 is out of range", "seconds in all"]);
    says(
        &refused_input("Recorded(\"none.cmds.txt.gz\")"),
        &["input[0].Recorded", "no such recording"],
    );
    says(
        &refused_input("Wait(1), Recorded(\"x\")"),
        &["input[1].Recorded", "must be the only one"],
    );
}

#[test]
fn other_values_are_checked_too() {
    says(&refused_field("tick: Hz(0),"), &["tick", "5 and 1000 Hz"]);
    says(&refused_field("tick: Msec(-3),"), &["tick", "1 and 200 ms"]);
    says(
        &refused_field("name: \"../up\","),
        &["name", "lower-case letters"],
    );
    says(&refused_field("contestants: [],"), &["0 contestants"]);
    says(
        &refused_field("contestants: [\"bsp\", \"bsp\"],"),
        &["contestants[1]", "named twice"],
    );
    says(
        &refused_field("contestants: [\"b/../sp\"],"),
        &["contestants[0]", "backend+mover"],
    );
    let stranger = "expect: [StuckTicks(max: 0, contestants: [\"bps\"])],";
    says(
        &refused_field(stranger),
        &["expect[0].StuckTicks.contestants[0]", "bsp, bvh, cylinder"],
    );
    let late = "expect: [SpeedWithin(at: 9, of: 0, tolerance: 1)],";
    says(&refused_field(late), &["SpeedWithin.at", "over after 1 s"]);
    let swapped = "expect: [Reaches(min: (0, 0, 1), max: (1, 1, 0))],";
    says(
        &refused_field(swapped),
        &["expect[0].Reaches", "inside out along z"],
    );
    let text = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    let hull = text.replace("25))", "25), hull: Box(min: (1, 0, 0), max: (0, 1, 1)))");
    says(&refused(&hull), &["player.hull", "inside out"]);
    let spawn = parse(&text.replace("At(0, 0, 25)", "Spawn(3)")).unwrap();
    let error = spawn.start(&spawn.world().unwrap()).unwrap_err().to_string();
    says(
        &error,
        &["scenes/test.ron:5:", "player.start", "no spawn 3", "has 0"],
    );
}

#[test]
fn files_that_are_not_there_or_not_maps_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let error = |spec: &str| load_world(spec, folder.path()).unwrap_err();
    says(
        &error("maps/none.bsp").to_string(),
        &["none.bsp", "no such map", "scenes/fetch-maps.sh"],
    );
    says(
        &error("none.pk3:maps/x.bsp").to_string(),
        &["none.pk3", "no such map", "check its path"],
    );
    says(&error("none.ron").to_string(), &["none.ron", "cannot read"]);
    says(
        &error("none.obj").to_string(),
        &["none.obj", "unknown kind of file"],
    );
    assert!(matches!(*error("").problem, Problem::UnknownKind));
    write("empty.bsp", b"");
    says(&error("empty.bsp").to_string(), &["empty.bsp: the file is empty"]);
    write("text.bsp", b"This is no map.");
    says(&error("text.bsp").to_string(), &["no Quake III map", "\"This\""]);
    write("short.bsp", b"IBSP\x2e\0\0\0");
    says(&error("short.bsp").to_string(), &["cut off", "8 bytes"]);
    write("empty.pk3", b"");
    says(
        &error("empty.pk3:maps/x.bsp").to_string(),
        &["empty.pk3: the file is empty"],
    );
    write("text.pk3", b"This is no archive.");
    says(&error("text.pk3:maps/x.bsp").to_string(), &["no readable pk3"]);

    let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.path().join("a.pk3")).unwrap());
    for name in ["maps/one.bsp", "maps/two.bsp", "readme.txt"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(b"IBSPjunk").unwrap();
    }
    zip.finish().unwrap();
    let message = error("a.pk3:maps/three.bsp").to_string();
    says(
        &message,
        &[
            "a.pk3",
            "no \"maps/three.bsp\"",
            "it holds maps/one.bsp, maps/two.bsp",
        ],
    );
    says(&error("a.pk3").to_string(), &["which map", "maps/two.bsp"]);
    says(
        &error("a.pk3:MAPS/One.bsp").to_string(),
        &["a.pk3: MAPS/One.bsp: the map is cut off"],
    );

    let bytes = std::fs::read(folder.path().join("a.pk3")).unwrap();
    for end in 0..bytes.len() {
        write("cut.pk3", &bytes[..end]);
        let _ = error("cut.pk3:maps/one.bsp");
    }
    let map_scene = scene("QuakeBsp(\"maps/none.bsp\")", "Wait(1)", "");
    let missing = Scene::parse(&map_scene, folder.path().join("s.ron")).unwrap();
    let error = missing.world().unwrap_err();
    assert_eq!(error.file, folder.path().join("maps/none.bsp"));
    assert!(Path::new(&error.file).starts_with(folder.path()));
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
    let wanted = "quake3 with gravity 0, friction 6.5, snap_velocity false, jump_rule adds, air_wish_cap -1";
    assert_eq!(custom.to_string(), wanted);
    // It is written as it is read.
    let scene = parse(&with_profile(text)).unwrap();
    let written = ron::to_string(&scene).unwrap();
    assert_eq!(Scene::parse(&written, "s.ron").unwrap().profile, custom);
}

#[test]
fn profiles_that_are_written_wrong_say_where() {
    let refused = |profile: &str, parts: &[&str]| says(&refused(&with_profile(profile)), parts);
    refused(
        "\"Quake 3\"",
        &["test.ron:6:11: profile", "Quake 3", "quake3:ideal"],
    );
    refused(
        "Customised(base: \"quake3\", changes: {})",
        &["test.ron:6:11", "Customised", "Custom"],
    );
    refused(
        "Custom(bse: \"quake3\", changes: {})",
        &["test.ron:6:", "bse", "base"],
    );
    refused("Custom(base: \"quake3\")", &["test.ron:6:", "changes"]);
    refused(
        "Custom(base: \"quake3\", changes: {\"gravity\": [1]})",
        &["test.ron:6:", "number"],
    );
    refused(
        "Custom(base: \"quake3\", changes: {\"gravity\": 1, \"gravity\": 2})",
        &["test.ron:6:", "gravity", "twice"],
    );
    refused("3", &["test.ron:6:", "name in quotes"]);
}

#[test]
fn strafing_and_hopping_are_checked() {
    says(
        &refused_input("Strafe(seconds: 1, angle: 200)"),
        &["input[0].Strafe.angle", "200", "0", "180 degrees"],
    );
    says(
        &refused_input("Strafe(seconds: 1, toward: NaN)"),
        &["input[0]", "finite"],
    );
    says(
        &refused_input("Hop(seconds: -1)"),
        &["input[0].Hop.seconds", "-1"],
    );
    says(
        &refused_input("Strafe(seconds: 1, side: Lefty)"),
        &["`Lefty`", "did you mean `Left`"],
    );
}

#[test]
fn the_commonest_slips_are_told_what_to_write() {
    says(
        &refused_input("Hold(keys: [\"Forward\"], seconds: 1)"),
        &["scenes/test.ron:7:", "without quotes, Forward"],
    );
    let text = scene(&format!("Shapes([{BOX}])"), "Wait(1)", "");
    says(
        &refused(&text.replace("At(0, 0, 25)", "At([0, 0, 25])")),
        &[
            "scenes/test.ron:5:",
            "round brackets",
            "(1, 2, 3), not ([1, 2, 3])",
        ],
    );
    says(
        &refused(&text.replace("Wait(1)]", "Wait(1)")),
        &["the `[` of line 7, column 9 is never closed", "write a `]`"],
    );
    says(
        &refused(text.trim_end().trim_end_matches(')')),
        &["the `(` of line 1, column 1 is never closed"],
    );
    let deep = format!("{}{}", "Group(shapes: [".repeat(200), "])".repeat(200));
    let message = refused_shape(&deep);
    says(&message, &["nested more than 128 deep"]);
    assert!(!message.contains("recursion"), "{message}");
}

#[test]
fn only_maps_that_may_be_fetched_recommend_the_script() {
    let missing = |map: &str| load_world(map, Path::new("/nowhere")).unwrap_err().to_string();
    says(
        &missing("maps/oa_dm9.bsp"),
        &["no such map", "scenes/fetch-maps.sh"],
    );
    for own in ["mine.bsp", "maps/mine.map", "quake/mine.glb"] {
        let message = missing(own);
        says(&message, &["no such map", "check its path"]);
        assert!(!message.contains("fetch-maps"), "{message}");
    }
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

#[test]
fn more_work_than_a_scene_may_ask_for_is_refused_at_once() {
    let start = std::time::Instant::now();
    let hulls: Vec<String> = (0..2500).map(ball).collect();
    let message = refused(&scene(&format!("Shapes([{}])", hulls.join(",\n")), "Wait(1)", ""));
    says(
        &message,
        &[
            "world.Shapes[",
            "pairs of sides",
            "32,000,000",
            "use fewer solids",
        ],
    );
    let tiles =
        "LikeOn(shapes: [Tiles(at: (0, 0, 0), size: (8, 8), count: (200, 200), thickness: 8)], speed: 1)";
    let many = vec![tiles; 100].join(", ");
    let message = refused_field(&format!("expect: [{many}],"));
    says(&message, &["expect[", "pairs of sides"]);
    says(
        &refused_field("sweeps: 10000000,"),
        &["10000000 sweeps", "1000000"],
    );
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 60.0, "{seconds} s");
}

#[test]
fn two_thousand_hulls_of_64_points_and_100_000_boxes_are_accepted() {
    let hulls: Vec<String> = (0..2000).map(ball).collect();
    assert!(parse(&scene(&format!("Shapes([{}])", hulls.join(",\n")), "Wait(1)", "")).is_ok());
    let tiles = "Tiles(at: (0, 0, 0), size: (8, 8), count: (500, 200), thickness: 8)";
    assert!(parse(&scene(&format!("Shapes([{tiles}])"), "Wait(1)", "")).is_ok());
}

/// A scene with these movers.
fn refused_mover(movers: &str) -> String {
    refused_field(&format!("movers: [{movers}],"))
}

const SLAB: &str = "shapes: [Box(min: (0, 0, 0), max: (64, 64, 8))]";

#[test]
fn movers_that_cannot_be_played_are_named_by_path_and_line() {
    let one = |shapes: &str, moves: &str| refused_mover(&format!("({shapes}, moves: {moves})"));
    let here = "scenes/test.ron:8:";
    let lift = "Lift(height: 64)";
    says(
        &one("shapes: []", lift),
        &[here, "movers[0].shapes", "0 solids; there must be 1"],
    );
    let sheet = "shapes: [Triangles(corners: [((0, 0, 0), (1, 0, 0), (0, 1, 0))])]";
    says(&one(sheet, lift), &[here, "convex solids", "leave Triangles"]);
    says(
        &one(SLAB, "Train(corners: [])"),
        &[here, "moves.Train.corners", "0 corners; there must be 2"],
    );
    says(&one(SLAB, "Train(corners: [(by: (0, 0, 0))])"), &["1 corners"]);
    for speed in ["0", "1e30", "-5"] {
        let said = one(SLAB, &format!("Door(by: (0, 0, 64), speed: {speed})"));
        says(&said, &[here, "moves.Door.speed", "between 1 and 10000 u/s"]);
    }
    says(&one(SLAB, "Door(by: (0, 0, 0))"), &["moves.Door.by", "u of way"]);
    says(
        &one(SLAB, "Door(by: (0, 0, 1e30))"),
        &["moves.Door.by", "out of range"],
    );
    says(
        &one(SLAB, "Lift(hight: 3)"),
        &["`hight`", "did you mean `height`"],
    );
    says(
        &one(SLAB, "Slides(by: (0, 0, 1))"),
        &["`Slides`", "`Train`", "`Rotates`"],
    );
    says(
        &one(SLAB, "Bobs(by: (0, 0, 8), period: 0)"),
        &["moves.Bobs.period", "0.1"],
    );
    says(
        &one(SLAB, "Rotates(around: (0, 0, 0), degrees: 1e9)"),
        &["degrees/s"],
    );
    let many = format!("({SLAB}, moves: {lift}),").repeat(257);
    says(
        &refused_mover(&many),
        &[here, "257 movers; there must be 0 to 256"],
    );
}

#[test]
fn a_map_has_its_own_movers() {
    let text = scene(
        "QuakeBsp(\"x.bsp\")",
        "Wait(1)",
        &format!("movers: [({SLAB}, moves: Lift(height: 8))],"),
    );
    says(
        &refused(&text),
        &["scenes/test.ron:8:", "a map brings its own moving parts"],
    );
}

#[test]
fn the_solids_of_a_mover_are_a_model_in_the_scenes_frame() {
    let movers = format!("movers: [({SLAB}, moves: Lift(height: 64))], frame: (at: (100, 0, 0)),");
    let world = parse(&scene(&format!("Shapes([{BOX}])"), "Wait(1)", &movers))
        .unwrap()
        .world()
        .unwrap();
    let model = &world.models[0];
    assert_eq!(
        (model.name.as_str(), model.brushes.len(), model.bounds.mins.x),
        ("*1", 1, 100.0)
    );
    assert_eq!(world.brushes.len(), 1);
}
