//! How much work a scene may ask for.

use super::{parse, refused, refused_field, says, scene};

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
    let hulls: Vec<String> = (0..2200).map(ball).collect();
    let message = refused(&scene(&format!("Shapes([{}])", hulls.join(",\n")), "Wait(1)", ""));
    says(&message, &["world.Shapes[", "pairs of sides"]);
    let tiles =
        "LikeOn(shapes: [Tiles(at: (0, 0, 0), size: (8, 8), count: (200, 200), thickness: 8)], speed: 1)";
    let many = vec![tiles; 100].join(", ");
    let message = refused_field(&format!("expect: [{many}],"));
    says(&message, &["expect[", "pairs of sides"]);
    says(&refused_field("sweeps: 10000000,"), &["sweeps"]);
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
