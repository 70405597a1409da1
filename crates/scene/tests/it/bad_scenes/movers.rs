//! Movers of scenes.

use super::{BOX, parse, refused, refused_field, says, scene};

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
