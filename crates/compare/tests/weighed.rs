//! Bytes are counted, and a contestant that reports half of its memory is named. A program of its own, since it is started again
//! for each count, with the liar in its roster.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_cli::Cli;
use clipmark_collision::{
    Alter, Altered, BuildError, Capabilities, CollisionBackend, HullKinds, Registration, Role, TraceRules,
};
use clipmark_geometry::World;
use clipmark_measure::BackendKind;
use clipmark_rows::{Case, Check, Results};
use std::path::Path;
use std::process::{Command, ExitCode};

static LIAR: Registration = Registration {
    name: "liar",
    about: "bvh that says half of what it holds",
    role: Role::Main,
    capabilities: Capabilities {
        hulls: HullKinds::ALL,
        patches: true,
        triangles: true,
    },
    mover: None,
    build,
    standalone: None,
};

/// It changes no answer.
struct Nothing;

impl Alter for Nothing {}

fn build(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    let sound = BackendKind::BVH.build(world, rules)?;
    Ok(Box::new(Altered::new(sound, Nothing).with_facts(|facts| {
        facts.name = "liar".into();
        facts.bytes /= 2;
    })))
}

/// Verbs that this program is started again with; else it is the test.
const VERBS: [&str; 2] = ["bench", "count-bytes"];

fn main() -> ExitCode {
    let verb = std::env::args().nth(1).unwrap_or_default();
    if VERBS.contains(&verb.as_str()) || verb.ends_with(".ron") {
        return Cli::new().backend(&LIAR).run();
    }
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        a_liar_is_told_of_in_towns_and_scenes();
    }
    ExitCode::SUCCESS
}

/// This program's standard output, in a folder.
fn said(dir: &Path, args: &[&str]) -> String {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program)
        .current_dir(dir)
        .args(args)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    // A contestant's result on a course does not matter here.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {errors}");
    assert!(!errors.contains("not counted"), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// For sound `bvh` report and count agree. The liar's count is the same, and its report half.
fn assert_caught([counted, said]: [f64; 2], [of_liar, half]: [f64; 2]) {
    let sound = format!("{counted} {said}");
    assert!((counted - said).abs() < 0.1 * counted + 4096.0, "{sound}");
    // The liar's further size is its facts.
    assert!(
        (of_liar - counted).abs() < 0.01 * counted + 2048.0,
        "{sound} {of_liar}"
    );
    assert!((half - said / 2.0).abs() <= 1.0, "{sound} {half}");
}

/// What a case says of bytes: counted, and by the contestant's word.
fn bytes(case: &Case) -> Option<[f64; 2]> {
    let of = |check| case.row(check)?.value;
    Some([of(Check::Bytes)?, of(Check::BytesDeclared)?])
}

/// The cases of `bench`.
fn bench(dir: &Path, args: &str) -> (Vec<Case>, String) {
    let line = format!("bench {args} --count 20 --rounds 3 --out b");
    let args: Vec<&str> = line.split(' ').collect();
    let table = said(dir, &args);
    (Results::read(&dir.join("b/results.jsonl")).unwrap().cases, table)
}

fn a_liar_is_told_of_in_towns_and_scenes() {
    let dir = tempfile::tempdir().unwrap();
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/stairs.ron");
    let scene = scene.display().to_string();
    for (subject, places) in [("towns --brushes 48,480", 2), (&*scene, 1)] {
        let (cases, table) = bench(dir.path(), &format!("{subject} --contestants bvh,liar"));
        let of = |name: &str| {
            let own = cases.iter().filter(|case| case.contestant == name);
            own.filter_map(bytes).collect::<Vec<_>>()
        };
        let (sound, liar) = (of("bvh"), of("liar"));
        assert_eq!((sound.len(), liar.len()), (places, places));
        sound
            .into_iter()
            .zip(liar)
            .for_each(|(sound, liar)| assert_caught(sound, liar));
        assert!(
            table.contains("liar holds") && !table.contains("bvh holds"),
            "{table}"
        );
    }
    // A comparison counts too.
    let args = [&*scene, "--quick", "--out", "s", "--contestants", "bvh,liar"];
    said(dir.path(), &args);
    let results = Results::read(&dir.path().join("s/results.jsonl")).unwrap();
    let [sound, liar] = [0, 1].map(|i| bytes(&results.cases[i]).unwrap());
    assert_caught(sound, liar);
}
