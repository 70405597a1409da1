//! The question of a failing sweep or tick: the file, the library's own program that reads it, and whose the failure is.

use super::list::IN_BEVY;
use crate::output::Output;
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use clipmark_geometry::World;
use clipmark_measure::question::{About, Blame, JudgedQuestion, case_question, tick_question};
use clipmark_measure::{BackendKind, Contestant, MeasureError, movers};
use clipmark_movement::MoverLaws;
use clipmark_rows::limits::bars;
use clipmark_rows::question::{Case, CaseKind};
use clipmark_rows::{Check, Severity};
use clipmark_scene::{Scene, SceneError};
use clipmark_suite::controllers::{Failing, at};
use std::env::{consts::EXE_SUFFIX, current_exe};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Libraries by the name of the backend that asks them; what is after `:` is the case's own set-up.
const LIBRARIES: [(&str, &str); 5] = [
    ("rapier", "rapier"),
    ("jolt", "jolt"),
    ("box3d", "box3d"),
    ("physx", "physx"),
    ("parry", "bvh:stock"),
];

/// Writes a question's file, runs the library's program where it is built, and says what was found.
pub(super) fn show(question: &JudgedQuestion, file: &Path) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| {
            format!(
                "cannot make {}; give a folder that may be written",
                folder.display()
            )
        })?;
    }
    Output::open(Some(file))?.write(question.text.as_bytes())?;
    for wrong in &question.wrong {
        say!("{wrong}\n")?;
    }
    let calls = match question.calls {
        1 => "1 call".to_owned(),
        n => format!("{n} calls"),
    };
    let question_of = format!("{calls} of {}", question.library);
    let program = question.program;
    if !question.same {
        say!(
            "asked again from here, it does not come to the very place of the run: what the controller remembers is older, or \
             what it meets is farther away\n"
        )?;
    }
    let built = find_program(program);
    let repeats = built.as_deref().and_then(|program| run_program(program, file));
    match (question.blame(repeats), repeats) {
        (Some(blame), Some(false)) => say!(
            "fault of: {}: the library's own program answers otherwise\n",
            blame.word()
        )?,
        (Some(blame), _) => say!("fault of: {}: {}\n", blame.word(), question.describe(blame))?,
        (None, _) => {}
    }
    match repeats {
        Some(true) => say!("the library's own program repeats the answers\n")?,
        None if built.is_some() => say!("the library's own program cannot ask it: run it to see why\n")?,
        Some(false) | None => {}
    }
    say!("written    {} ({question_of})\n", file.display())?;
    say!(
        "ask it     cargo run --release --target-dir target --manifest-path peers/{program}/ask/Cargo.toml -- {}\n",
        file.display()
    )
}

/// Whose a failure is. Where the library's own program is built, it is asked; elsewhere the answers that the adapter got count.
pub(super) fn blame(question: &JudgedQuestion) -> Option<Blame> {
    let repeats = || {
        let program = find_program(question.program)?;
        let file = tempfile::NamedTempFile::new().ok()?;
        fs::write(file.path(), &question.text).ok()?;
        run_program(&program, file.path())
    };
    question.blame(repeats())
}

/// A library's program is built beside this one, in one folder of cargo's.
fn find_program(program: &str) -> Option<PathBuf> {
    let beside = current_exe()
        .ok()?
        .with_file_name(format!("ask-{program}{EXE_SUFFIX}"));
    beside.is_file().then_some(beside)
}

/// Whether a library's own program came to the answers of a file; `None` where it cannot read the file.
fn run_program(program: &Path, file: &Path) -> Option<bool> {
    let ended = Command::new(program)
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match ended.ok()?.code()? {
        0 => Some(true),
        1 => Some(false),
        _ => None,
    }
}

/// An error about a scene's file, which its own errors name.
pub(super) fn of_file(why: anyhow::Error, file: &str) -> anyhow::Error {
    match why.is::<SceneError>() {
        true => why,
        false => why.context(file.to_owned()),
    }
}

/// The question of a case to the library behind a backend, in the case's world.
pub(super) fn question_of_case(case: &Case, named: &str, world: &World) -> Result<JudgedQuestion> {
    let kind = BackendKind::named(&case.backend)?;
    let about = About {
        lines: vec![
            format!(
                "Clipmark {}: a sweep of {named} by {}",
                env!("CARGO_PKG_VERSION"),
                kind.name()
            ),
            format!(
                "a report kept it for {}: {} u, or degrees of a normal",
                case.kind.name(),
                case.size
            ),
        ],
        limit: limit(case),
    };
    Ok(case_question(case, world, kind, &about)?)
}

/// From so much on an answer is wrong, in units: what is counted as a fault by less is one here too.
fn limit(case: &Case) -> f64 {
    match case.kind {
        CaseKind::Missed | CaseKind::Phantom | CaseKind::Penetration => bars::DEPTH.min(case.size / 2.0),
        _ => bars::DEPTH,
    }
}

/// The backend that a library is asked by: the case's own where it is of that library.
pub(super) fn backend_of(library: &str, case: &Case) -> String {
    match LIBRARIES.iter().find(|(name, _)| *name == library) {
        Some((name, _)) if case.backend.split(':').next() == Some(name) => case.backend.clone(),
        Some((_, backend)) => (*backend).to_owned(),
        None => library.to_owned(),
    }
}

/// Refuses a library that is in the program for Bevy, which this one is not.
pub(super) fn refuse_bevy(wanted: Option<&str>) -> Result<()> {
    let wanted = wanted.unwrap_or_default();
    let library = wanted.split(':').next().unwrap_or_default();
    if IN_BEVY.contains(&library) && movers().all(|mover| mover.name != wanted) {
        bail!(
            "--for {wanted}: {library} is in a program of its own, since Bevy brings 170 crates: \
             cargo run --release --manifest-path peers/bevy/Cargo.toml --bin compare-avian -- explain ..."
        );
    }
    Ok(())
}

/// A scene at a rate, and who is asked: the first contestant that the file names, or the one of a library.
pub(super) fn run_of(file: &Path, library: Option<&str>, hz: Option<f64>) -> Result<(Scene, Contestant)> {
    let mut scene = Scene::load(file)?;
    if let Some(hz) = hz {
        scene = at(&scene, hz);
    }
    if library == Some("parry") {
        bail!(
            "--for parry: it has no character controller; a sweep that a report kept (cases/*.json) can be asked of it"
        );
    }
    let contestant: Contestant = match (library, scene.contestants.first()) {
        (Some(name), first) => {
            let own = first.filter(|f| f.split([':', '+']).next() == Some(name));
            own.map_or(name, String::as_str).parse()?
        }
        (None, Some(first)) => first.parse()?,
        (None, None) => bail!("it names no contestant; give --for rapier, jolt, box3d or physx"),
    };
    Ok((scene, contestant))
}

/// The question of the tick that shows best what a contestant breaks in a scene.
pub(super) fn question_of_tick(
    scene: &Scene,
    contestant: Contestant,
    found: &Failing,
) -> Result<JudgedQuestion> {
    if contestant.mover.laws != MoverLaws::Foreign {
        return Err(MeasureError::NoQuestion {
            who: contestant.to_string(),
            why: "it moves by our own code; a sweep's case can be asked".into(),
        }
        .into());
    }
    let mut lines = describe_failure(scene, contestant, found);
    lines[0] = format!("Clipmark {}: {}", env!("CARGO_PKG_VERSION"), lines[0]);
    let about = About {
        lines,
        limit: bars::DEPTH,
    };
    Ok(tick_question(&found.asked(), &about)?)
}

/// What failed and by which limit, where and when, in lines.
pub(super) fn describe_failure(scene: &Scene, contestant: Contestant, found: &Failing) -> Vec<String> {
    let hz = 1.0 / scene.tick.seconds();
    let severity = found.failure.severity().map_or("", Severity::word);
    let mut lines = vec![
        format!(
            "{contestant} · {} · {hz:.0} Hz · tick {} of {}, {:.3} s · {severity}",
            scene.name,
            found.tick + 1,
            found.ticks,
            found.seconds
        ),
        found.failure.describe(),
    ];
    if found.failure.check == Check::Replay {
        lines.push("(no tick shows that; this is the one that goes deepest)".into());
    }
    let point = |p: &[f32]| format!("({} {} {})", p[0], p[1], p[2]);
    match found.moves.last() {
        Some(last) => lines.push(format!(
            "placed {} u, wanted {} u/s for {} s, carried to {} u",
            point(last.from.coords.as_slice()),
            point(last.velocity.as_slice()),
            last.seconds,
            point(last.carried.origin.coords.as_slice())
        )),
        None => lines.push(format!(
            "from {} to {} u",
            point(found.places[0].coords.as_slice()),
            point(found.places[1].coords.as_slice())
        )),
    }
    lines
}
