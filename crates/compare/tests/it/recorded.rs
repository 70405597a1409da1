//! Sweeps, commands and states as files: `trace`, `replay`, their `--check`, `export`, `judge --answers` and `--states`.

use crate::support::{BLOCKS, FLAT, FLOOR, compare, ends, folder, root, scenes};
use std::fs;
use std::path::Path;

const TRACE: &str = "trace --backend bsp --hull player sweeps.txt --world";
const REPLAY: &str = "replay --world s.ron --contestant bsp --profile quake3";

fn write(dir: &Path, name: &str, text: &str) {
    fs::write(dir.join(name), text).unwrap();
}

#[test]
fn an_answer_a_line_and_a_state_a_tick() {
    let dir = folder(&[
        ("s.ron", FLAT),
        ("sweeps.txt", "0 0 50 0 0 0\n0 0 50 0 0 50\n"),
        ("run.txt", "0 0 25 0\n8 0 0 0 0 0\n"),
    ]);
    let (_, out, _) = ends(dir.path(), &format!("{TRACE} s.ron"), 0);
    // Feet 26 above the floor; stopped one skin, 1/8, above it: (26 - 1/8) / 50.
    assert_eq!(
        out,
        "0.517499983 0 0 24.125 0 0 1 0 0 0 1\n1 0 0 50 0 0 0 0 0 0 0\n"
    );
    // One tick of free fall: v = g T, z by the mean speed.
    let (_, out, _) = ends(dir.path(), &format!("{REPLAY} --no-snap run.txt"), 0);
    assert_eq!(out, "0 0 24.9743996 0 0 -6.4000001 1023 0 0 0\n");
}

/// `--check` agrees to an exported map's answers to the scene, and to none of other rules.
#[test]
fn answers_are_compared_with_recorded_ones() {
    let ramp = format!("{FLOOR}, Slope(at: (0, 0, 0), toward: 30, degrees: 25, run: 128, width: 96)");
    let lines: String = (0..400)
        .map(|i| (i as f32 * 0.7 - 120.0, i as f32 * 0.31 - 60.0))
        .map(|(x, y)| format!("{x} {y} 90 {} {} -20\n", x + 31.3, y - 12.7))
        .collect();
    let dir = folder(&[("s.ron", &FLAT.replace(FLOOR, &ramp)), ("sweeps.txt", &lines)]);
    ends(dir.path(), "export s.ron -o s.bsp", 0);
    ends(dir.path(), &format!("{TRACE} s.ron --out answers.txt"), 0);
    let answers = fs::read_to_string(dir.path().join("answers.txt")).unwrap();
    assert!(answers.lines().count() == 400 && answers.lines().any(|line| !line.contains(" 0 0 1 ")));
    ends(dir.path(), &format!("{TRACE} s.bsp --check answers.txt"), 0);
    ends(
        dir.path(),
        &format!("{TRACE} s.ron --rules quakeworld --check answers.txt"),
        1,
    );
}

/// As Quake's own code answered for these maps.
#[test]
fn clip_hulls_answer_in_the_format_of_the_recordings() {
    let check = |hull: &str, recorded: &str, code: i32| {
        let line = format!(
            "trace --world tests/recordings/cm_steps.bsp --backend hull --hull {hull} \
             tests/recordings/cm_steps.sweeps.txt.gz --check tests/recordings/{recorded}.txt.gz"
        );
        ends(&root(), &line, code);
    };
    for hull in ["hull0", "hull1", "hull2"] {
        check(hull, &format!("cm_steps.sweep.{hull}"), 0);
    }
    check("hull0 --contents", "cm_steps.contents", 0);
    // The moves of another map are no answers of this one.
    check("hull1", "cm_pillars.sweep.hull1", 1);
}

/// A run written as commands is the same run in a replay: state for state, to the last bit.
#[test]
fn an_exported_run_replays_to_the_same_states() {
    let inputs = "Hold(keys: [Forward], seconds: 0.6, turn: 30), StrafeJump(seconds: 2, toward: 20), \
                  Hold(keys: [Back, Crouch], seconds: 0.4)";
    for (profile, velocity) in [("quake3", "120.25, -3.1, 40"), ("quakeworld", "0, 0, 0")] {
        let scene = FLAT
            .replace(FLOOR, BLOCKS)
            .replace("24.2)", &format!("40), yaw: 12.5, velocity: ({velocity})"))
            .replace("Hold(keys: [Forward], seconds: 0.2)", inputs)
            .replace("quake3", profile)
            .replace("512", "4096");
        let dir = folder(&[("s.ron", &scene)]);
        ends(dir.path(), "export s.ron -o run.txt", 0);
        // The comparison writes the positions of its own run tick by tick.
        ends(dir.path(), "s.ron --quick --contestants bsp --out report", 0);
        let mut ticks = csv::Reader::from_path(dir.path().join("report/ticks.csv")).unwrap();
        let heads = ticks.headers().unwrap().clone();
        let columns =
            ["x", "y", "z", "vx", "vy", "vz"].map(|name| heads.iter().position(|head| head == name).unwrap());
        let replay = format!("replay --world s.ron --profile {profile} --contestant bsp run.txt");
        let (_, states, _) = ends(dir.path(), &replay, 0);
        let mut lines = states.lines();
        for played in ticks.records().map(Result::unwrap) {
            let line = lines.next().unwrap();
            let state: Vec<f32> = line.split(' ').map(|c| c.parse().unwrap()).collect();
            let wanted: [f32; 6] = columns.map(|c| played[c].parse().unwrap());
            assert_eq!(state[..6], wanted, "{profile} {velocity}");
        }
        assert_eq!(lines.next(), None);
        write(dir.path(), "states.txt", &states);
        ends(dir.path(), &format!("{replay} --check states.txt"), 0);
        let hashes = compare(dir.path(), &format!("{replay} --hashes"));
        assert_eq!(hashes.1.lines().count(), states.lines().count());
        assert_eq!(compare(dir.path(), &format!("{replay} --hashes")), hashes);
        // A recording of something else is told apart, also where each tick begins anew.
        let wrong: String = states.lines().map(|line| format!("9{line}\n")).collect();
        write(dir.path(), "wrong.txt", &wrong);
        ends(dir.path(), &format!("{replay} --check wrong.txt"), 1);
        if profile == "quake3" {
            let (_, states, _) = ends(dir.path(), &format!("{replay} --no-snap"), 0);
            write(dir.path(), "states.txt", &states);
            ends(
                dir.path(),
                &format!("{replay} --restart-from states.txt --check states.txt"),
                1,
            );
        }
    }
}

#[test]
fn replay_takes_the_movement_of_the_scene() {
    let dir = folder(&[(
        "run.txt",
        "64 300 420 0 800 0 0\n8 0 -400 0 0 0\n8 0 -400 0 0 0\n",
    )]);
    let surf = scenes("surf.ron");
    let line = format!("replay --world {surf} --contestant bsp run.txt --hashes");
    let own = ends(dir.path(), &line, 0);
    assert_eq!(own, ends(dir.path(), &format!("{line} --profile quakeworld"), 0));
    assert_ne!(
        own.1,
        ends(dir.path(), &format!("{line} --profile netquake"), 0).1
    );
}

#[test]
fn a_backends_own_answers_pass_the_judge_and_spoilt_ones_do_not() {
    let sweeps = "0 0 100 0 0 0\n-128 0 60 200 0 60\n-300 10 300 500 -20 280\n-128 0 40 -128 0 60\n";
    let dir = folder(&[("sweeps.txt", sweeps)]);
    let stairs = scenes("stairs.ron");
    ends(dir.path(), &format!("{TRACE} {stairs} --out answers.txt"), 0);
    let answers = fs::read_to_string(dir.path().join("answers.txt")).unwrap();
    // The stop before the step is given as free way.
    let lines: Vec<&str> = answers.lines().collect();
    let free = [lines[0], "1 200 0 60 0 0 0 0 0 0 0", lines[2], lines[3], ""].join("\n");
    for (given, code) in [(&answers, 0), (&free, 1)] {
        write(dir.path(), "given.txt", given);
        let line = format!("judge --answers sweeps.txt given.txt --world {stairs} --hull player");
        let (_, out, errors) = ends(dir.path(), &line, code);
        assert_eq!((out + &errors).contains("in line 2"), code == 1);
    }
    // Of many answers one normal that leans is wrong, as one of few is.
    write(dir.path(), "many.txt", &sweeps.repeat(3000));
    let many = answers.repeat(3000);
    write(dir.path(), "given.txt", &many);
    let line = format!("judge-answers --world {stairs} --hull player many.txt given.txt");
    ends(dir.path(), &line, 0);
    let (before, leaning) = (" 0 0 1 ", " 0 0.6 0.8 ");
    assert!(many.contains(before));
    write(dir.path(), "given.txt", &many.replacen(before, leaning, 1));
    ends(dir.path(), &line, 1);
    // A sweep of 100 u down ends 1.4 u in the floor: no skin that is declared makes that right.
    let mut fields: Vec<String> = lines[0].split(' ').map(str::to_owned).collect();
    let end = fields[3].parse::<f32>().unwrap() - 1.4;
    fields[0] = ((100.0 - end) / 100.0).to_string();
    fields[3] = end.to_string();
    let given = [&fields.join(" "), lines[1], lines[2], lines[3], ""].join("\n");
    write(dir.path(), "given.txt", &given);
    for skin in ["0.125", "8"] {
        let line = format!("judge-answers --world {stairs} --skin {skin} --hull player sweeps.txt given.txt");
        ends(dir.path(), &line, 1);
    }
}

#[test]
fn states_in_a_solid_do_not_pass_the_judge() {
    let dir = folder(&[]);
    for (states, code) in [
        (
            "-128 0 24.125 0 0 0\n-120 0 24.125 320 0 0\n-90 0 24.125 320 0 0\n",
            0,
        ),
        // A player who never moves shows nothing.
        (&"-128 0 24.125 0 0 0\n".repeat(100), 1),
        ("-128 0 24.125\n-128 0 20\n", 1),
    ] {
        write(dir.path(), "states.txt", states);
        let stairs = scenes("stairs.ron");
        let line = format!("judge-states --world {stairs} --hull player states.txt");
        ends(dir.path(), &line, code);
    }
}
