//! A run that misses a goal says how far up a flight of steps it came, where the scene's steps make that plain.

use clipmark_measure::sweeps::Line;
use clipmark_measure::{Base, Setting, judge_run};
use clipmark_scene::Scene;

/// The answer to a goal on a platform in the east, or on the floor there. The player runs there from the west.
fn got(name: &str, shapes: &str, seconds: f64, more: &str, goal: [f64; 2]) -> String {
    got_from(0.0, name, shapes, seconds, more, goal)
}

/// The same of the ticks from a time on.
fn got_from(from: f64, name: &str, shapes: &str, seconds: f64, more: &str, goal: [f64; 2]) -> String {
    let [low, high] = goal;
    let text = format!(
        "(version: 1, title: \"t\", world: Shapes([Room(min: (-512, -512, 0), max: (768, 512, 512), thickness: 32), \
         {shapes}]), player: (start: At(-128, 0, 24.2)), profile: \"quake3\", \
         input: [Wait(0.2), Hold(keys: [Forward], seconds: {seconds}){more}], \
         expect: [Reaches(min: (300, -512, {low}), max: (768, 512, {high}), from: {from:?})])"
    );
    let scene = Scene::parse(&text, "test.ron").unwrap();
    let setting = Setting::shared_by(&scene, &[name.parse().unwrap()]).unwrap();
    let entrant = setting.enter(name.parse().unwrap()).unwrap();
    let played = entrant.play(&setting).unwrap();
    let base = Base::choose(&setting, &played, name);
    let none: [Line; 0] = [];
    let (_, expected) = judge_run(&scene, &setting, &entrant, &played, &base, &none);
    assert!(!expected[0].held, "{}", expected[0].got);
    expected[0].got.clone()
}

const UPSTAIRS: [f64; 2] = [87.9, 90.0];
/// Four steps of 16 u, 56 deep, from x = 0 to 224, and a wall across the third.
const STAIRS: &str = "Stairs(at: (0, 0, 0), toward: 0, steps: 4, rise: 16, run: 56, width: 512), \
                      Box(min: (224, -512, 0), max: (768, 512, 64))";
const WALL: &str = "Box(min: (112, -512, 0), max: (120, 512, 512))";

#[test]
fn stairs_that_lead_to_the_goal_tell_the_step() {
    for name in ["bsp", "bvh", "bsp+pair", "cylinder"] {
        let told = got(name, &format!("{STAIRS}, {WALL}"), 2.0, "", UPSTAIRS);
        assert_eq!(told, "got as far as step 2 of 4", "{name}");
    }
    // Back at the foot of them it has still been up there.
    let back = ", Hold(keys: [Back], seconds: 2)";
    let told = got("bsp", &format!("{STAIRS}, {WALL}"), 2.0, back, UPSTAIRS);
    assert_eq!(told, "got as far as step 2 of 4");
    // Steps not as deep as half a player: he stands over the one below.
    let narrow = "Stairs(at: (0, 0, 0), toward: 0, steps: 8, rise: 8, run: 12, width: 512), \
                  Box(min: (36, -512, 0), max: (44, 512, 512))";
    let told = got("bsp", narrow, 2.0, "", UPSTAIRS);
    assert_eq!(told, "got as far as step 3 of 8");
    // In a group that is turned twice, and behind the origin of its own.
    let group = "Group(at: (0, 0, 0), yaw: 90, shapes: [Group(at: (0, 0, 0), yaw: -60, shapes: [ \
                 Stairs(at: (0, 0, 0), toward: -30, steps: 4, rise: 16, run: 56, width: 512)])])";
    let told = got("bsp", &format!("{group}, {WALL}"), 2.0, "", UPSTAIRS);
    assert_eq!(told, "got as far as step 2 of 4");
}

#[test]
fn what_is_not_plain_is_not_said() {
    let plain = |shapes: &str, seconds: f64, more: &str, goal| {
        let told = got("bsp", shapes, seconds, more, goal);
        assert!(told.ends_with(" u short of the goal"), "{told}");
    };
    // A ramp, with steps at its side or without.
    let ramp = "Ramp(min: (0, -128, 0), max: (256, 16, 64), toward: 0)";
    let beside = "Stairs(at: (0, 144, 0), toward: 0, steps: 4, rise: 16, run: 64, width: 256)";
    plain(&format!("{ramp}, {WALL}"), 2.0, "", UPSTAIRS);
    plain(&format!("{ramp}, {beside}, {WALL}"), 2.0, "", UPSTAIRS);
    // A flat floor, whose goal stairs do not lead to.
    plain(WALL, 2.0, "", [23.9, 26.0]);
    plain(&format!("{WALL}, {beside}"), 2.0, "", [23.9, 26.0]);
    plain(&format!("{STAIRS}, {WALL}"), 2.0, "", [23.9, 26.0]);
    plain(&format!("{STAIRS}, {WALL}"), 2.0, "", [0.0, 512.0]);
    plain(&format!("{STAIRS}, {WALL}"), 2.0, "", [180.0, 190.0]);
    // Below the first step; in a leap off them; through water in the form of steps.
    plain(STAIRS, 0.3, "", UPSTAIRS);
    let leap = ", Hold(keys: [Forward, Jump], seconds: 0.25)";
    plain(STAIRS, 0.6, leap, UPSTAIRS);
    plain(
        &format!("Group(fill: Water, shapes: [{STAIRS}])"),
        1.2,
        "",
        UPSTAIRS,
    );
    // On a box beside the stairs, as high as the third step.
    let box_beside = "Stairs(at: (0, 144, 0), toward: 0, steps: 4, rise: 16, run: 56, width: 256), \
                      Ramp(min: (-64, -64, 0), max: (112, 16, 48), toward: 0), Box(min: (112, -64, 0), max: (168, 16, 48)), \
                      Box(min: (168, -512, 0), max: (176, 512, 512))";
    plain(box_beside, 2.0, "", UPSTAIRS);
    // From a time on when it is up there already.
    let late = got_from(1.5, "bsp", &format!("{STAIRS}, {WALL}"), 2.0, "", UPSTAIRS);
    assert!(late.ends_with(" u short of the goal"), "{late}");
    // Two flights are one too many.
    plain(&format!("{STAIRS}, {STAIRS}, {WALL}"), 2.0, "", UPSTAIRS);
}
