//! The laws of movement by number, on `bsp` and `bvh` in f32 and on the reference mover in f64. Each is played by `clipmark-laws`, and its
//! scene meets its expectations.
use clipmark::measure::{Options, compare};
use clipmark::rows::Check;
use clipmark::scene::Scene;
use clipmark_laws::{self as laws, Law, LawPlayer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn law(id: &str) -> &'static Law {
    laws::ALL.iter().find(|law| law.id == id).unwrap()
}

/// Plays all cases of a law on all three and then its scene.
#[track_caller]
fn holds(id: &str) {
    let law = law(id);
    for contestant in ["bsp", "bvh"] {
        holds_on(law, LawPlayer::Contestant(contestant.parse().unwrap()));
    }
    if law.is_of_movers() {
        // The reference mover knows no world that moves.
        assert!(law.play_on(LawPlayer::Reference).unwrap().is_empty(), "{id}");
    } else {
        holds_on(law, LawPlayer::Reference);
    }
    the_scene_holds(law);
}

#[track_caller]
fn holds_on(law: &Law, player: LawPlayer) {
    let id = law.id;
    let findings = law.play_on(player).unwrap();
    assert!(!findings.is_empty(), "{id} asserts nothing");
    let failed: Vec<String> = findings
        .iter()
        .filter(|f| !f.held)
        .map(|f| {
            format!(
                "{}, {}: predicted {} {}, measured {}, off by {} where {} is allowed ({})",
                f.case,
                f.quantity,
                f.predicted,
                f.unit,
                f.measured,
                f.measured - f.predicted,
                f.tolerance,
                f.why
            )
        })
        .collect();
    assert!(failed.is_empty(), "{id} on {player}:\n{}", failed.join("\n"));
}

/// The scenes of laws by the law's number, which their names begin with: `l06-strafe-growth.ron`.
fn scenes() -> BTreeMap<u32, PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/laws");
    let files = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let of_name = |file: &Path| file.file_name()?.to_str()?[1..3].parse().ok();
    files.map(|file| (of_name(&file).unwrap(), file)).collect()
}

fn number(law: &Law) -> u32 {
    law.id[1..].parse().unwrap()
}

/// Its scene expects something, and both backends with boxes meet it.
fn the_scene_holds(law: &Law) {
    let file = &scenes()[&number(law)];
    let mut scene = Scene::load(file).unwrap();
    assert!(!scene.expect.is_empty(), "{} expects nothing", file.display());
    // The backends are refereed elsewhere.
    scene.sweeps = 8;
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let comparison = compare(&scene, &options, &mut |_, _, _| ()).unwrap();
    for case in &comparison.results.cases {
        let failed = case.rows.iter().filter(|row| {
            let is_expectation = matches!(row.check, Check::Goal | Check::Bound);
            is_expectation && row.severity().is_some()
        });
        let failed: Vec<_> = failed.collect();
        assert!(
            failed.is_empty(),
            "{}: {}: {failed:?}",
            file.display(),
            case.contestant
        );
    }
}

macro_rules! laws {
    ($($name:ident => $id:literal),+ $(,)?) => {
        $(#[test] fn $name() { holds($id); })+
        const TESTED: &[&str] = &[$($id),+];
    };
}

laws! {
    l1_running_speed => "L1",
    l2_run_up_and_stop => "L2",
    l3_friction_keeps_the_direction => "L3",
    l4_three_zones_in_the_air => "L4",
    l5_best_angle => "L5",
    l6_square_root_growth => "L6",
    l7_no_tick_gains_more => "L7",
    l8_key_scaling => "L8",
    l9_circle_jump => "L9",
    l10_jump_quakeworld => "L10",
    l11_jump_quake3_without_rounding => "L11",
    l12_jump_quake3 => "L12",
    l13_highest_ledge => "L13",
    l14_bunny_hop => "L14",
    l15_bunny_hop_netquake => "L15",
    l16_jump_bug => "L16",
    l17_slope_clip => "L17",
    l18_ramp_launch => "L18",
    l19_uphill => "L19",
    l20_downhill => "L20",
    l21_surf => "L21",
    l22_surf_hold => "L22",
    l23_crease => "L23",
    l24_no_rest_in_a_groove => "L24",
    l25_overbounce => "L25",
    l26_resting_gap => "L26",
    l27_highest_riser => "L27",
    l28_swimming => "L28",
    l29_crouching => "L29",
    l30_air_control => "L30",
    l31_double_jump => "L31",
    l32_rider_on_a_lift => "L32",
    l33_jump_off_a_train => "L33",
    l34_pushed_by_a_wall => "L34",
    l35_long_ticks => "L35",
    l36_crawling => "L36",
    l37_edge_friction => "L37",
    l38_cropped_jumps => "L38",
    l39_greatest_speed => "L39",
    l40_stopping_in_the_air => "L40",
    l41_steps_in_the_air => "L41",
    l42_kept_on_the_ground => "L42",
    l43_leaps_out_of_water => "L43",
    l44_walls_in_one_tick => "L44",
    l45_the_walkers_numbers => "L45",
    l46_the_worlds_steps => "L46",
    l47_left_behind_by_a_turntable => "L47",
}

#[test]
fn every_law_has_its_test_and_every_scene_its_law() {
    let known: Vec<_> = laws::ALL.iter().map(|law| law.id).collect();
    assert_eq!(known, TESTED);
    let numbers: Vec<u32> = laws::ALL.iter().map(number).collect();
    assert_eq!(scenes().into_keys().collect::<Vec<_>>(), numbers);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/laws");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), numbers.len());
}

#[test]
fn a_contestant_without_boxes_is_refused() {
    for (name, why) in [("cylinder", "sweeps none"), ("bsp+pair", "does not slide")] {
        let player = LawPlayer::Contestant(name.parse().unwrap());
        let error = law("L1").play_on(player).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
