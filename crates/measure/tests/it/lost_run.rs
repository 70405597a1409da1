//! A run that leads where no tick can be played is an error that names its scene. It is not an empty run without
//! failures.

use crate::planted::Spoilt;
use clipmark_collision::{Sweep, Trace, TraceRules};
use clipmark_geometry::Point;
use clipmark_measure::Setting;
use clipmark_scene::Scene;

const SCENE: &str = r#"(
    version: 1,
    title: "Flat",
    world: Shapes([Box(min: (-256, -256, -64), max: (256, 256, 0))]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
)"#;

fn nowhere_after_a_while(b: &Spoilt, _: &Sweep, answer: Trace) -> Trace {
    let end = if b.calls() > 20 {
        Point::new(f32::NAN, 0.0, 0.0)
    } else {
        answer.end
    };
    Trace { end, ..answer }
}

#[test]
fn a_backend_that_leads_nowhere_ends_the_comparison() {
    let scene = Scene::parse(SCENE, "flat.ron").unwrap();
    let setting = Setting::new(&scene).unwrap();
    let mut entrant = setting.enter("bsp".parse().unwrap()).unwrap();
    assert_eq!(entrant.play(&setting).unwrap().commands.len(), 25);
    let spoilt = Spoilt::build(&setting.world, TraceRules::QUAKE3, nowhere_after_a_while);
    entrant.backend = Box::new(spoilt);
    let lost = entrant.play(&setting).unwrap_err().to_string();
    for part in ["flat.ron", "bsp", "position is not finite", "report a fault"] {
        assert!(lost.contains(part), "no `{part}` in: {lost}");
    }
}
