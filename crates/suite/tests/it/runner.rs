//! The runner: whose folder it replaces, what it keeps of an earlier run, and what a panic is.

use clipmark_rows::{Blame, Case, Check, Contestant, End, Evidence, Outcome, Results, Row, Run, Severity};
use clipmark_scene::Scene;
use clipmark_suite::runner::{Group, ResultsFolder, play_group, run_groups};
use clipmark_suite::{SuiteError, controllers};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A group of two contestants, of whom one fails.
#[derive(Clone)]
struct Toy {
    key: &'static str,
    panics: bool,
    /// Whether the judge fails once it is asked without a panic.
    is_judged: bool,
}

const A: Toy = Toy {
    key: "a",
    panics: false,
    is_judged: true,
};
const B: Toy = Toy { key: "b", ..A };

impl Group for Toy {
    fn key(&self) -> &str {
        self.key
    }

    fn label(&self) -> String {
        format!("toy {}", self.key)
    }

    fn cases(&self) -> Vec<Case> {
        let case = |contestant: &str| Case {
            group: self.key.into(),
            subject: self.key.into(),
            contestant: contestant.into(),
            ..Case::default()
        };
        ["right", "wröng"].map(case).into()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        assert!(!self.panics, "the judge of {} fails", self.key);
        let mut cases = self.cases();
        let failed = Row::new(Check::Goal, Outcome::Failed(Severity::Stuck));
        cases[1].rows.push(failed);
        if !self.is_judged {
            cases[0].end = End::NotJudged("no memory".into());
        }
        Ok(cases)
    }

    fn time(&self, cases: &mut [Case]) -> Result<(), SuiteError> {
        for case in cases {
            case.samples.entry(Check::NsTick).or_default().push(1.0);
        }
        Ok(())
    }
}

fn run(groups: &[Toy], shard: [usize; 2]) -> Run {
    let contestant = |name: &str| Contestant {
        name: name.into(),
        ..Contestant::default()
    };
    Run {
        shard,
        contestants: ["right", "wröng"].map(contestant).into(),
        groups: groups.len(),
        ..Run::new("suite toys")
    }
}

fn played(groups: &[Toy], shard: [usize; 2], dir: &Path, is_resumed: bool) -> Result<Results, SuiteError> {
    let folder = ResultsFolder::prepare(dir)?;
    let mut progress = |_: &str, _, _| ();
    let run = run(groups, shard);
    run_groups(run, groups, &folder, is_resumed, true, &mut progress)
}

fn finished(groups: &[Toy], dir: &Path, is_resumed: bool) -> Results {
    let results = played(groups, [1, 1], dir, is_resumed).unwrap();
    ResultsFolder::prepare(dir).unwrap().finish(&results).unwrap();
    results
}

#[test]
fn a_folder_with_a_file_of_somebody_is_not_replaced() {
    for (file, is_ours) in [
        ("notes.txt", false),
        ("cases/notes.txt", false),
        ("cases/alone/stairs/asked.jsonl", true),
        ("index.html", true),
        ("before.jsonl", true),
        (".table.csv.partial-77", true),
    ] {
        let dir = TempDir::new().unwrap();
        finished(&[A], dir.path(), false);
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "of somebody").unwrap();
        let found = ResultsFolder::prepare(dir.path());
        assert_eq!(found.is_ok(), is_ours, "{file}: {found:?}");
        assert_eq!(fs::read_to_string(path).unwrap(), "of somebody");
    }
    // Without results beside it, a page or a folder of cases is anybody's.
    for file in ["index.html", "cases/scenes/mine.ron"] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "of somebody").unwrap();
        let found = ResultsFolder::prepare(dir.path());
        assert!(matches!(found, Err(SuiteError::Unusable(_))), "{file}: {found:?}");
    }
}

#[test]
fn a_journal_that_a_kill_left_at_any_byte_is_gone_on_with() {
    let groups = [A, B];
    let dir = TempDir::new().unwrap();
    let whole = played(&groups, [1, 1], dir.path(), false).unwrap();
    let part = dir.path().join("results.part");
    let journal = fs::read(&part).unwrap();
    let within_a_character = journal.iter().rposition(|byte| *byte == 0xb6).unwrap();
    for cut in [0, 1, journal.len() / 2, within_a_character, journal.len()] {
        fs::write(&part, &journal[..cut]).unwrap();
        let resumed = played(&groups, [1, 1], dir.path(), true).unwrap();
        assert_eq!(resumed.cases, whole.cases, "cut after {cut} bytes");
    }
    // A journal that is no text is nothing kept; results beside it are.
    finished(&groups, dir.path(), false);
    fs::write(&part, b"\xff\xfe\n").unwrap();
    assert_eq!(finished(&groups, dir.path(), true), whole);
    assert!(!part.exists());
}

/// Times, evidence and blame are found when all is played, so they are found anew.
#[test]
fn a_finished_run_that_is_resumed_is_no_other() {
    let dir = TempDir::new().unwrap();
    let mut whole = finished(&[A], dir.path(), false);
    let row = &mut whole.cases[1].rows[0];
    row.blame = Some(Blame::Library);
    row.evidence = Some(Evidence {
        scene: Some("cases/scenes/a.ron".into()),
        ..Evidence::default()
    });
    ResultsFolder::prepare(dir.path())
        .unwrap()
        .finish(&whole)
        .unwrap();
    let resumed = played(&[A], [1, 1], dir.path(), true).unwrap();
    assert_eq!(resumed.cases[0].samples[&Check::NsTick], [1.0]);
    let row = &resumed.cases[1].rows[0];
    assert_eq!((row.blame, &row.evidence), (None, &None));
}

#[test]
fn shards_of_other_inputs_are_not_put_together() {
    let shard = |groups: &[Toy], shard| {
        let dir = TempDir::new().unwrap();
        played(groups, shard, dir.path(), false).unwrap().text().unwrap()
    };
    let parsed = |first: &str, second: &str| {
        let file = Path::new("all.jsonl");
        let results = Results::parse(&format!("{first}{second}"), file)?;
        results.check_whole("suite toys", file)
    };
    let first = shard(&[A, B], [1, 2]);
    parsed(&first, &shard(&[A, B], [2, 2])).unwrap();
    // The map of the first has changed since.
    let changed = Toy {
        key: "a, changed",
        ..A
    };
    parsed(&first, &shard(&[changed, B], [2, 2])).unwrap_err();
}

#[test]
fn a_run_that_is_asked_twice_is_refused() {
    let dir = TempDir::new().unwrap();
    let found = played(&[A, A], [1, 1], dir.path(), false);
    assert!(matches!(found, Err(SuiteError::Unusable(_))), "{found:?}");
}

#[test]
fn a_panic_of_no_contestant_leaves_no_verdict() {
    let panics = Toy { panics: true, ..A };
    let cases = play_group(&panics).unwrap();
    let why = End::NotJudged("the judge of a fails".into());
    assert_eq!(cases.iter().map(|case| &case.end).collect::<Vec<_>>(), [&why; 2]);
    assert!(cases.iter().all(Case::is_failed), "that is no pass");
}

#[test]
fn what_was_not_judged_is_played_again_by_a_run_that_is_resumed() {
    let dir = TempDir::new().unwrap();
    let not_judged = Toy {
        is_judged: false,
        ..A
    };
    let first = finished(&[not_judged, B], dir.path(), false);
    assert!(first.cases[0].lacks_verdict());
    let resumed = finished(&[A, B], dir.path(), true);
    assert_eq!(resumed.cases[0].end, End::Played);
    assert_eq!(resumed.cases[2..], first.cases[2..]);
}

/// A run that is resumed plays a course again whose mesh has changed under the same scene.
#[test]
fn the_key_of_a_course_has_the_files_of_its_world() {
    let dir = TempDir::new().unwrap();
    let scene = dir.path().join("mesh.ron");
    let text = r#"(
    version: 1,
    title: "A mesh",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Mesh(file: "a.obj"),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.2)],
)"#;
    fs::write(&scene, text).unwrap();
    let key = |height: u32| {
        let mesh = format!("v 64 64 0\nv 128 64 0\nv 64 128 {height}\nf 1 2 3\n");
        fs::write(dir.path().join("a.obj"), mesh).unwrap();
        let course = Scene::load(&scene).unwrap();
        course.world().unwrap();
        let (_, groups) = controllers::plan(&[course], &["bsp".parse().unwrap()], &[60.0], "");
        groups[0].key().to_owned()
    };
    assert_eq!(key(8), key(8));
    assert_ne!(key(8), key(9));
}
