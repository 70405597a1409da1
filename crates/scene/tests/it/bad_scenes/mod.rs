//! Scenes that must be refused, and the required message: place, fault, and remedy.

mod files;
mod movers;
mod others;
mod profiles;
mod work;

use clipmark_scene::{Scene, SceneError};

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
