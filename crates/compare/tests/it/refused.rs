//! What a user gets wrong: exit code 2, nothing on standard output, a message that names the file, its place or the option, and
//! no file left behind. What scenes and maps are refused for is tested in clipmark-scene.

use crate::explain::FALL;
use crate::support::{FLAT, FLOOR, compare, files, folder, root, scenes};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Scenes with a slip: the file, what is replaced and by what.
const SCENES: [(&str, &str, &str); 6] = [
    ("key.ron", "title:", "titel:"),
    ("profile.ron", "\"quake3\"", "\"quake9\""),
    (
        "change.ron",
        "\"quake3\"",
        "Custom(base: \"quake3\", changes: {\n\"step_height\": -2})",
    ),
    ("solid.ron", "24.2", "-30"),
    ("gone.ron", "Shapes([WORLD])", "QuakeBsp(\"maps/none.bsp\")"),
    // No contestant collides with it: everybody would fall for ever, and every check would hold.
    (
        "nothing.ron",
        "WORLD",
        "Triangles(corners: [((-256, -256, 0), (256, -256, 0), (0, 256, 0))])",
    ),
];

/// Cases with a slip, of a file that `explain` reads.
const CASES: [(&str, &str, &str); 7] = [
    ("format.json", "clipmark case 1", "clipmark case 9"),
    ("field.json", "\"size\"", "\"sise\""),
    ("backend.json", "\"bsp\"", "\"bspp\""),
    ("rules.json", "\"quake3\"", "\"quake9\""),
    ("hull.json", "[-15, -15, -24]", "[15, -15, 99]"),
    ("start.json", "[0, 0, 88]", "[0, 0, 1e30]"),
    ("world.json", "scenes/flat.ron", "scenes/missing.ron"),
];

/// Other files of a user.
const FILES: [(&str, &[u8]); 27] = [
    ("s.ron", FLAT.as_bytes()),
    ("two.ron", FLAT.as_bytes()),
    ("bad.ron", b"(version: 1)"),
    ("file", b""),
    ("empty.txt", b""),
    ("t.txt", b"0 0 50 0 0 0\n"),
    ("bad.txt", b"0 0 50 0 0 0\n0 0 nan 0 0 0\n"),
    ("bad.gz", &[0x1f, 0x8b, 8, 0, 1, 2, 3]),
    ("answer.txt", b"1 0 0 0 0 0 0 0 0 0 zero\n"),
    ("two.txt", b"0 0 90 0 0 0\n0 0 80 0 0 0\n"),
    ("one.txt", b"1 0 0 0 0 0 0 0 0 0 0\n"),
    ("start.txt", b"0 0 25 0\n"),
    ("words.txt", b"0 0 25 0\n8 forward 0 0 0 0\n"),
    ("buried.txt", b"0 0 -30 0\n8 127 0 0 0 0\n"),
    ("far.txt", b"90000 0 25 0\n8 127 0 0 0 0\n"),
    ("run.txt", b"0 0 25 0\n8 127 0 0 0 0\n"),
    ("back.txt", b"0 0 25 0\n-8 127 0 0 0 0\n"),
    (
        "states.txt",
        b"0 0 25 0 0 0 1023 0 0 0\n0 0 25 0 0 0 1023 0 0 0\n",
    ),
    ("place.txt", b"-128 0\n"),
    ("m0.bsp", b""),
    ("m1.bsp", b"IBSP"),
    ("m2.bsp", b"IBSP\x2f\0\0\0"),
    ("m3.bsp", b"IBSP\x2e\0\0\0"),
    ("none.json", b""),
    ("suite/x.ron", b"(undecided: 1)"),
    ("kept/diary.txt", b"mine"),
    // Results beside it make it no less somebody's.
    ("kept/results.jsonl", b""),
];

/// A map is played without a scene's text, so that no line of a text may be named.
const BURIED: &str = r#"{
"classname" "worldspawn"
{
( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 ) wall 0 0 0 1 1
( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 ) wall 0 0 0 1 1
( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 ) wall 0 0 0 1 1
( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 ) wall 0 0 0 1 1
( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 ) wall 0 0 0 1 1
( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 ) wall 0 0 0 1 1
}
}
{ "classname" "info_player_start" "origin" "0 0 0" }"#;

/// Commands, and what their messages name. `ROOT` is the repository's; a line that begins with `#` says why those after it are
/// there.
const LINES: &str = "
    key.ron | key.ron:3
    profile.ron | profile.ron:6:14
    change.ron | change.ron:7:16
    solid.ron | player.start
    solid.ron --dry-run | solid.ron
    gone.ron | maps/none.bsp
    nothing.ron --dry-run | nothing.ron
    nothing.ron --contestants bsp,bvh | nothing.ron
    buried.map | buried.map: player.start
    none.ron | none.ron
    # All scenes are read before one is run.
    s.ron none.ron --quick | none.ron
    s.ron two.ron --export-json x.json | --export-
    s.ron --contestants bsp,havok | havok
    s.ron --contestants bsp,bsp | bsp
    s.ron --contestants hull+pair | hull+pair
    s.ron --quick --contestants bsp,bvh --fail-on bsp | bsp
    s.ron --quick --contestants bsp,bvh --known none.toml | none.toml
    s.ron --seed x | wanted a whole number
    s.ron --profile doom | --profile
    s.ron --export-json no/such/folder/x.json | no/such/folder/x.json
    s.ron --out file/inside | file/inside
    s.ron --out /proc/nowhere | /proc/nowhere
    new s.ron | s.ron
    list profiles quakeworl | quakeworl
    report nowhere | nowhere
    diff nowhere kept | nowhere
    diff kept kept | results.jsonl

    trace --world s.ron --backend bsp --hull player bad.txt | bad.txt: line 2
    trace --world s.ron --backend bsp --hull player bad.gz | bad.gz
    trace --world s.ron --backend bsp --hull player none.txt | none.txt
    trace --world s.ron --backend bsp --hull player /dev/zero | /dev/zero
    trace --world s.ron --backend havok --hull player t.txt | havok
    trace --world s.ron --backend bsp --hull round t.txt | round
    trace --world s.ron --backend bsp --hull cylinder t.txt | cylinder
    trace --world s.ron --backend bsp --hull hull1 t.txt | --backend hull
    trace --world s.ron --backend bsp --hull '9 9 9 0 0 0' t.txt | 9 9 9 0 0 0
    trace --world s.ron --backend bsp --hull player --skin -1 t.txt | --skin
    trace --world s.ron --backend bsp --hull player --rules doom t.txt | doom
    # What is cut or empty agrees with nothing.
    trace --world s.ron --backend bsp --hull player --check one.txt two.txt | one.txt
    trace --world s.ron --backend bsp --hull player --check answer.txt t.txt | answer.txt: line 1
    trace --world s.ron --backend bsp --hull player --check empty.txt empty.txt | empty.txt

    trace --backend bsp --hull point t.txt --world m0.bsp | m0.bsp
    trace --backend bsp --hull point t.txt --world m1.bsp | m1.bsp
    trace --backend bsp --hull point t.txt --world m2.bsp | m2.bsp
    trace --backend bsp --hull point t.txt --world m3.bsp | m3.bsp

    trace --world ROOT/tests/recordings/cm_steps.bsp --backend hull t.txt --hull hull3 | hull3
    trace --world ROOT/tests/recordings/cm_steps.bsp --backend hull t.txt --hull '-15 -15 -24 15 15 32' | hull

    replay --world s.ron --contestant bsp --profile quake3 back.txt | back.txt: line 2
    replay --world s.ron --contestant bsp --profile quake3 --snap --no-snap run.txt | --no-snap
    replay --world s.ron --contestant bsp --profile quake3 empty.txt | empty.txt
    replay --world s.ron --contestant bsp --profile quake3 --check states.txt run.txt | states.txt
    replay --world s.ron --contestant bsp --profile quake3 --check none.txt run.txt | none.txt
    replay --world s.ron --contestant bsp --profile quake3 --check empty.txt start.txt | start.txt
    replay --world s.ron --contestant bsp --profile doom run.txt | doom

    judge-answers --world s.ron --hull player two.txt one.txt | one.txt
    judge-answers --world s.ron --hull player two.txt answer.txt | answer.txt

    judge-states --world s.ron --hull player place.txt | place.txt
    judge-states --world s.ron --hull player empty.txt | empty.txt

    judge --answers two.txt --world s.ron --hull player | two files
    judge --answers two.txt one.txt --hull player | --world
    judge --answers two.txt one.txt --world s.ron --hull player --rates 60 | --rates
    judge --states place.txt --world s.ron --hull player --export-csv - | --export-csv
    judge --program ./nobody --skin 1 | --skin
    judge place.txt | --program

    explain format.json | format.json
    explain field.json | field.json
    explain backend.json | backend.json
    explain rules.json | rules.json
    explain hull.json | hull.json
    explain start.json | start.json
    explain world.json | world.json
    explain none.json | none.json
    explain nosuch.json | there is no such file
    explain t.txt | t.txt: no case; give a scene
    # What no library can be asked.
    explain ROOT/scenes/controllers/stairs-16.ron --for bsp | bsp
    explain ROOT/scenes/controllers/stairs-16.ron --for avian | avian
    explain ROOT/scenes/controllers/stairs-16.ron | stairs-16.ron
    explain ROOT/scenes/controllers/stairs-16.ron --for rapier --hz 0 | --hz
    explain ROOT/scenes/controllers/corner-30.ron --for rapier:tuned --hz 60 | corner-30
    explain none.ron --for rapier | none.ron

    export none.ron -o x.bsp | none.ron
    export s.ron -o no/such/folder/x.bsp | no/such/folder/x.bsp
    export s.ron -o . | .bsp

    play bad.ron | bad.ron
    play none.ron | none.ron
    play m0.bsp | m0.bsp
    play | SCENE

    suite families --suites ROOT/scenes/suite --quick 99 | 99
    suite walker --suites ROOT/scenes/suite stears | stears
    suite families --suites ROOT/scenes/suite --quick 5 --contestants bsd | bsd
    suite families --suites ROOT/scenes/suite --quick 5 --contestants bsp,bsp | bsp
    suite families --suites ROOT/scenes/suite --quick 5 --shard 3/2 | 3/2
    suite families --suites ROOT/scenes/suite --quick 5 --out kept | diary.txt
    suite families --quick 5 --suites none | none
    suite families --quick --suites suite | x.ron:

    suite controllers --no-time no-such-course | no-such-course
    suite controllers --no-time --contestants nobody | nobody
    suite controllers --no-time --rates 2 | 2
    suite controllers --no-time step-19 --rates 60,60 | 60 Hz
    suite controllers --no-time --fail-on bad | bad
    suite controllers --no-time --known no.toml | no.toml
    suite controllers --results bad.gz | bad.gz
    diff kept kept --fail-on bad | bad

    judge --program ./nobody --courses stairs-16 --rates 60,125,60 | --rates 60
    judge --program ./nobody --courses stairs-16 --rates 60 | ./nobody

    bar --out out --worlds s.ron --contestants bvh,bvh | bvh
    bar --out out --worlds s.ron --contestants bsp:none | bsp:none
    bar --out out --worlds s.ron --hull player --contestants cylinder | --hull player
    bar --out out --worlds none.bsp | none.bsp
    bar --out out --worlds s.ron --contestants bvh --shard 1/2 --known known.toml | --shard

    bench s.ron --players 1000000 --seconds 60 --rates 1000 | 50000000
    bench s.ron --players 0 | --players
    bench s.ron --contestants all --players 1000000 --seconds 0.1 | players
    bench s.ron --contestants all --players 2 --threads 1024 | --threads
    bench s.ron --contestants all,bsp | all
    bench s.ron --contestants hull+pair --players 1 | hull+pair
    bench s.ron --most-seconds 0 | --most-seconds
    bench s.ron --players 1 --input nowhere.txt | nowhere.txt
    bench s.ron --players 1 --input empty.txt | empty.txt
    bench s.ron --players 1 --input start.txt | start.txt
    bench s.ron --players 1 --input words.txt | words.txt: line 2
    bench s.ron --players 1 --input buried.txt | buried.txt
    bench s.ron --players 1 --input far.txt | far.txt
    bench s.ron --players 1 --input run.txt --rates 60 | --rates
    bench s.ron --brushes 100 | --brushes
    bench s.ron --threads 2 | --players
    bench s.ron --lengths 16-1 | --lengths
    bench s.ron --lengths all | --lengths
    bench s.ron --sweeps empty.txt | empty.txt
    bench s.ron --sweeps two.txt --lengths 16-256,1000-2000 | 1000-2000
    bench s.ron --hull plaier | --hull
    bench s.ron --players 2 --hull player | --hull
    bench s.ron --players 2 --rounds 3 | --rounds
    bench s.ron --players 2 --count 3 | --count
    bench s.ron --players 2 --work | --work
    bench s.ron --players 2 --quick | --quick
    bench s.ron --rounds 100000 --count 1000000 | 50000000

    bench buried.map --contestants bsp | buried.map: player.start
    bench towns --brushes 0 | --brushes
    bench towns --brushes 100000000 | --brushes
    bench towns --most-megabytes nan | --most-megabytes
    bench towns --contestants bsq | bsq
    bench towns --players 1 --input scene | --input
";

fn with_files() -> TempDir {
    let dir = folder(&[("buried.map", BURIED)]);
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (name, from, to) in SCENES {
        let (from, to) = (from.replace("WORLD", FLOOR), to.replace("WORLD", FLOOR));
        assert!(FLAT.contains(&from), "{from}");
        write(name, FLAT.replace(&from, &to).as_bytes());
    }
    for (name, from, to) in CASES {
        let case = FALL.replacen(from, to, 1);
        write(
            name,
            case.replace("scenes/flat.ron", &scenes("flat.ron")).as_bytes(),
        );
    }
    FILES.iter().for_each(|(name, bytes)| write(name, bytes));
    fs::create_dir(dir.path().join("none")).unwrap();
    dir
}

/// The fault of a refusal.
fn fault(dir: &Path, line: &str, named: &str) -> Option<String> {
    let before = files(dir);
    let (code, out, message) = compare(dir, &line.replace("ROOT", &root().display().to_string()));
    let is_refused = code == Some(2) && out.is_empty() && message.contains(named);
    let is_clean = !message.contains("panicked at") && files(dir) == before;
    (!is_refused || !is_clean).then(|| format!("{line}: {code:?} {out} {message}"))
}

#[test]
fn what_a_user_gets_wrong_is_refused_with_its_place_and_leaves_nothing_behind() {
    let dir = with_files();
    let lines = LINES.lines().filter_map(|line| line.trim().split_once(" | "));
    let faults: Vec<String> = lines
        .filter_map(|(line, named)| fault(dir.path(), line, named))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    // A refusal that is none is seen.
    assert!(fault(dir.path(), "list", "").is_some() && fault(dir.path(), "none.ron", "other.ron").is_some());
}

/// They are refused, and not waited for.
#[test]
#[cfg(unix)]
fn pipes_with_names_are_refused() {
    let dir = with_files();
    let made = std::process::Command::new("mkfifo")
        .arg(dir.path().join("pipe.bsp"))
        .status();
    assert!(made.unwrap().success());
    for line in [
        "explain pipe.bsp",
        "bench s.ron --players 1 --input pipe.bsp",
        "trace --world pipe.bsp --backend bsp --hull player t.txt",
    ] {
        assert_eq!(fault(dir.path(), line, "pipe.bsp"), None);
    }
}

/// A recording of a moving world is of a game. 65,536 players at one place once took minutes.
#[test]
fn recordings_of_more_than_a_game_has_are_refused_with_file_and_line() {
    for (game, backend, map, most, zeros) in [
        ("quake3", "bsp", "mv_mix_1.bsp", 64, 21),
        ("quakeworld", "hull", "q1_mix_1.bsp", 32, 15),
        ("netquake", "hull", "q1_mix_1.bsp", 16, 20),
    ] {
        let players = |n: usize| format!("H map m\nH players {n}\n");
        let state = format!("p 0 65535{}", " 0".repeat(zeros));
        let mover = format!("M 65536 1 func_door 0 -1{}", " 0".repeat(15));
        let mut cases = vec![
            ("cmds", players(most), None),
            ("cmds", players(most + 1), Some(2)),
            ("cmds", "R 65535 0 0 0 0\n".into(), Some(1)),
            ("states", state, Some(1)),
            ("movers", mover, Some(1)),
        ];
        // All games read these alike.
        if game == "quake3" {
            cases.extend(
                ["H players x\n", "R -1 0 0 0 0\n", "U 65536\n"].map(|line| ("cmds", line.into(), Some(1))),
            );
        }
        for (file, text, refused_at) in cases {
            let dir = folder(&[("cmds", ""), ("movers", ""), ("states", ""), (file, &text)]);
            let how = if file == "states" {
                "--restart-from states"
            } else {
                "--simulate"
            };
            let line = format!(
                "replay --world ROOT/tests/recordings/moving/{map} --profile {game} --contestant {backend} \
                 --movers movers cmds {how}"
            );
            match refused_at {
                Some(at) => assert_eq!(fault(dir.path(), &line, &format!("{file}: line {at}: ")), None),
                None => {
                    let line = line.replace("ROOT", &root().display().to_string());
                    crate::support::ends(dir.path(), &line, 0);
                }
            }
        }
    }
}
