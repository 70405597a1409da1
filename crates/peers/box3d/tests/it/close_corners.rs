//! Corners that lie 2e-5 to 3e-4 m apart end the program in Box3D's hull builder. `boxddd` alone, and nothing of ours.
use boxddd::{Foundation, Hull, Vec3};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program's variable that asks for the hull.
const ASKED: &str = "CLIPMARK_HULL_OF_CLOSE_CORNERS";
/// Most corners of a hull, as the backend asks.
const MOST: i32 = 64;

/// A piece of rubble 16,000 u from the origin, at 1/32 m. It has nine corners; the planes through them, their distances rounded,
/// meet in 28 places.
const CLOSE: [[f32; 3]; 28] = [
    [0.343_704_22, -0.343_627_93, -0.343_528_84],
    [0.218_765_26, 0.124_877_93, 0.343_639_6],
    [0.218_765_26, -0.218_688_96, 0.031_290_263],
    [0.218_765_26, 0.124_908_45, 0.343_668_34],
    [0.218_75, 0.124_969_48, 0.343_752_44],
    [-0.343_627_93, -0.343_658_45, 0.343_752_44],
    [0.125, 0.312_5, 0.156_243_83],
    [0.218_75, 0.125, 0.343_739_15],
    [0.25, 0.218_75, 0.249_996_66],
    [-0.343_75, -0.343_719_48, 0.343_729_32],
    [-0.343_658_45, -0.343_688_96, 0.343_745_7],
    [0.124_954_22, 0.312_5, 0.156_210_33],
    [-0.343_75, -0.343_688_96, 0.343_693_97],
    [0.343_734_74, -0.343_688_96, -0.343_674_75],
    [0.343_75, -0.343_75, -0.343_751_58],
    [0.343_704_22, -0.343_688_96, -0.343_576_7],
    [0.218_765_26, -0.218_719_48, 0.031_253_19],
    [-0.343_719_48, -0.343_719_48, 0.343_746_42],
    [-0.343_75, -0.343_75, 0.343_741_12],
    [0.218_75, 0.093_780_52, -0.312_471_06],
    [0.218_75, 0.093_75, -0.312_501_2],
    [-0.343_75, 0.343_75, -0.343_750_83],
    [0.343_734_74, -0.343_719_48, -0.343_706_1],
    [0.343_734_74, -0.343_719_48, -0.343_750_12],
    [-0.343_75, -0.343_658_45, 0.343_669_77],
    [0.343_704_22, -0.343_75, -0.343_752_44],
    [-0.343_75, -0.343_75, -0.343_752_44],
    [-0.343_75, -0.343_75, 0.343_697_73],
];

fn hull(corners: &[[f32; 3]]) -> bool {
    Foundation::initialize_default().unwrap();
    let corners: Vec<Vec3> = corners.iter().map(|&[x, y, z]| Vec3::new(x, y, z)).collect();
    Hull::from_points(&corners, MOST).is_ok()
}

/// Box3D reads where nothing is (`b3NewellPlane`), or a failed assertion of it stops the program, where it was compiled with
/// them. A program of its own asks, since it is not known what such a read does elsewhere: one that goes on for 30 s does not end
/// well either. When this fails, Box3D takes such corners: `docs/libraries.md` says otherwise then.
#[test]
fn corners_that_lie_close_end_the_program() {
    if std::env::var_os(ASKED).is_some() {
        hull(&CLOSE);
        return;
    }
    let name = "close_corners::corners_that_lie_close_end_the_program";
    let mut own = Command::new(std::env::current_exe().unwrap());
    own.args(["--exact", name]).env(ASKED, "1");
    let mut own = own.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while own.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // Nothing happens to one that has ended.
    let _ = own.kill();
    assert!(!own.wait().unwrap().success());
}

/// Of corners closer than 4e-4 m the first: 8 steps of f32 there, as `Brush::vertices` has them.
#[test]
fn the_same_corners_each_once_are_a_hull() {
    const SAME: f32 = 4e-4;
    let apart =
        |a: &[f32; 3], b: &[f32; 3]| a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f32>().sqrt();
    let mut once: Vec<[f32; 3]> = Vec::new();
    for corner in CLOSE {
        if once.iter().all(|c| apart(c, &corner) >= SAME) {
            once.push(corner);
        }
    }
    assert_eq!(once.len(), 9);
    assert!(hull(&once));
}
