//! `compare reproduce`: a sweep or a tick that failed, as a program with the library alone.

use super::explain;
use super::list::IN_BEVY;
use crate::cli::ReproduceArgs;
use crate::output::{Output, input};
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use clipmark_measure::alone::{About, Program, case_alone, tick_alone};
use clipmark_measure::{BackendKind, Contestant, MeasureError, movers, world_of};
use clipmark_movement::MoverLaws;
use clipmark_record::case::{Case, CaseKind};
use clipmark_record::controllers::{Promise, bars};
use clipmark_scene::{Scene, SceneError};
use clipmark_suite::controllers::{Failing, at, failing};
use std::fs;
use std::path::Path;

/// Libraries by the name of the backend that asks them; what is after `:` is the case's own set-up.
const LIBRARIES: [(&str, &str); 5] = [
    ("rapier", "rapier"),
    ("jolt", "jolt"),
    ("box3d", "box3d"),
    ("physx", "physx"),
    ("parry", "bvh:stock"),
];

pub(crate) fn run(args: &ReproduceArgs) -> Result<()> {
    let wanted = args.library.as_deref().unwrap_or_default();
    let library = wanted.split(':').next().unwrap_or_default();
    if IN_BEVY.contains(&library) && movers().all(|mover| mover.name != wanted) {
        bail!(
            "--for {wanted}: {library} is in a program of its own, since Bevy brings 170 crates: \
             cargo run --release --manifest-path peers/bevy/Cargo.toml --bin compare-avian -- reproduce ..."
        );
    }
    let file = args.case.display().to_string();
    let is_case = args.case.extension().is_some_and(|e| e == "json");
    let (program, about) = match is_case {
        true => of_case(args).with_context(|| file.clone())?,
        false => of_scene(args).map_err(|why| of_file(why, &file))?,
    };
    write(&program, &args.out)?;
    for line in &about.lines {
        say!("{line}\n")?;
    }
    let calls = match program.calls {
        1 => "1 call".to_owned(),
        n => format!("{n} calls"),
    };
    say!("{calls} of {}\n", program.library)?;
    for wrong in &program.wrong {
        say!("{wrong}\n")?;
    }
    say!("{}\n", program.label.word())?;
    say!(
        "run it: cargo run --manifest-path {}\n",
        args.out.join("Cargo.toml").display()
    )?;
    Ok(())
}

/// An error about a scene's file, which its own errors name.
pub(super) fn of_file(why: anyhow::Error, file: &str) -> anyhow::Error {
    match why.is::<SceneError>() {
        true => why,
        false => why.context(file.to_owned()),
    }
}

fn write(program: &Program, out: &Path) -> Result<()> {
    let source = out.join("src");
    fs::create_dir_all(&source).with_context(|| {
        format!(
            "cannot make {}; give a folder that may be written",
            source.display()
        )
    })?;
    Output::open(Some(&out.join("Cargo.toml")))?.write(program.manifest.as_bytes())?;
    Output::open(Some(&source.join("main.rs")))?.write(program.main.as_bytes())
}

fn of_case(args: &ReproduceArgs) -> Result<(Program, About)> {
    let case = explain::read(input(&args.case)?)?;
    let named = args.world.as_deref().unwrap_or(&case.world);
    let world = clipmark_scene::load_world(named, Path::new(".")).with_context(|| {
        format!("it was asked in {named}; run this where that path leads to it, or give --world")
    })?;
    let world = world_of(&case, world);
    let kind = BackendKind::named(&asked_of(args.library.as_deref(), &case))?;
    let about = About {
        name: package(&[kind.name(), case.kind.name()]),
        lines: vec![
            format!(
                "Clipmark {}: a sweep of {named} by {}",
                env!("CARGO_PKG_VERSION"),
                kind.name()
            ),
            format!(
                "kept for {} answered {} ({}: {} u, or degrees of a normal)",
                case.backend,
                case.fraction,
                case.kind.name(),
                case.size
            ),
        ],
        limit: limit(&case),
    };
    Ok((case_alone(&case, &world, kind, &about)?, about))
}

/// From so much on an answer is wrong, in units: what is counted as a fault by less is one here too.
fn limit(case: &Case) -> f64 {
    match case.kind {
        CaseKind::Missed | CaseKind::Phantom | CaseKind::Penetration => bars::DEPTH.min(case.size / 2.0),
        _ => bars::DEPTH,
    }
}

/// The backend that a library is asked by: the case's own where it is of that library.
fn asked_of(library: Option<&str>, case: &Case) -> String {
    let Some(library) = library else {
        return case.backend.clone();
    };
    match LIBRARIES.iter().find(|(name, _)| *name == library) {
        Some((name, _)) if case.backend.split(':').next() == Some(name) => case.backend.clone(),
        Some((_, backend)) => (*backend).to_owned(),
        None => library.to_owned(),
    }
}

fn of_scene(args: &ReproduceArgs) -> Result<(Program, About)> {
    let (scene, contestant) = run_of(&args.case, args.library.as_deref(), args.hz)?;
    if contestant.mover.laws != MoverLaws::Foreign {
        return Err(ours(contestant).into());
    }
    of_failing(&scene, contestant, &failing(&scene, contestant)?)
}

/// A scene at a rate, and who is asked: the first contestant that the file names, or the one of a library.
pub(super) fn run_of(file: &Path, library: Option<&str>, hz: Option<f64>) -> Result<(Scene, Contestant)> {
    let mut scene = Scene::load(file)?;
    if let Some(hz) = hz {
        if !(1.0..=1000.0).contains(&hz) {
            bail!("--hz {hz}: a player is moved 1 to 1,000 times a second");
        }
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

fn ours(contestant: Contestant) -> MeasureError {
    MeasureError::NotAlone {
        who: contestant.to_string(),
        why: "it moves by our own code; a sweep's case can be reproduced".into(),
    }
}

/// The tick that shows best what a contestant breaks in a scene, as a program.
pub(super) fn of_failing(scene: &Scene, contestant: Contestant, found: &Failing) -> Result<(Program, About)> {
    if contestant.mover.laws != MoverLaws::Foreign {
        return Err(ours(contestant).into());
    }
    let about = About {
        name: package(&[&scene.name, &contestant.to_string()]),
        lines: told(scene, contestant, found),
        limit: bars::DEPTH,
    };
    Ok((tick_alone(&found.asked(), &about)?, about))
}

/// What failed and by which limit, where and when, in lines.
pub(super) fn told(scene: &Scene, contestant: Contestant, found: &Failing) -> Vec<String> {
    let hz = 1.0 / scene.tick.seconds();
    let mut lines = vec![format!(
        "Clipmark {}: {}, by {contestant} at {hz:.0} Hz, tick {} of {} ({:.3} s)",
        env!("CARGO_PKG_VERSION"),
        scene.title,
        found.tick + 1,
        found.ticks,
        found.seconds
    )];
    match &found.breach {
        Some(broken) => {
            lines.push(format!(
                "{}: the player {}: {}",
                broken.grade.word(),
                broken.promise.phrase(),
                broken.describe()
            ));
            if broken.promise == Promise::Replay {
                lines.push("(no tick shows that; this is the one that goes deepest)".into());
            }
        }
        None => lines.push("the run breaks no promise".into()),
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

/// A name that cargo takes.
fn package(parts: &[&str]) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = parts.join("-").chars().map(safe).collect();
    format!("alone-{}", name.trim_matches('-'))
}
