//! `compare judge --answers` and `compare judge --states`: other programs' answers or runs, judged exactly.

use crate::cli::{ExportArgs, FilesArgs};
use crate::hull;
use crate::made::provenance;
use crate::output::input;
use crate::progress::Bar;
use crate::publish::show_results;
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::{
    Answer, Column, RecordingError, Table, read_answers, read_sweeps, stream,
};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::Point;
use clipmark_measure::bar::{answer_checks, answer_rows, worst_answers};
use clipmark_measure::{judge_answers, judge_states};
use clipmark_referee::Reference;
use clipmark_report::suite_sheet;
use clipmark_rows::{Case, Check, Contestant, Outcome, Results, Run, Severity, Subject};
use std::fmt::Write as _;
use std::path::Path;

/// The list of checks.
const ANSWERS: &str = "answers";
/// Progress is reported every this many sweeps.
const TELL: u64 = 1024;

/// Says whether no answer is wrong.
pub(super) fn answers(args: &FilesArgs, exports: &ExportArgs) -> Result<bool> {
    let [sweeps_file, answers_file] = &args.files[..] else {
        bail!("--answers: give two files, SWEEPS and ANSWERS");
    };
    let hull = hull::parse(&args.hull)?;
    let exports = exports.open()?;
    let world = args.world.load()?;
    let mask = args.world.contents();
    let sweeps =
        read_sweeps(input(sweeps_file)?, hull, mask).with_context(|| sweeps_file.display().to_string())?;
    let answers = read_answers(input(answers_file)?).with_context(|| answers_file.display().to_string())?;
    if answers.len() != sweeps.len() {
        bail!(
            "{}: {} answers for the {} sweeps of {}; give one answer a line, in the order of the sweeps",
            answers_file.display(),
            answers.len(),
            sweeps.len(),
            sweeps_file.display()
        );
    }
    if sweeps.is_empty() {
        bail!(
            "{}: no sweeps; give one `sx sy sz ex ey ez` a line",
            sweeps_file.display()
        );
    }
    // A wider skin than the rules ask for widens no tolerance.
    let asked_by = args.world.named_rules_or(TraceRules::QUAKE3);
    let rules = args.world.rules_or(TraceRules::QUAKE3);
    let declared = args.declared.declaration(rules, !args.world.no_patches);
    let truth = Reference::build(&world, mask)
        .for_declared(&hull, &declared)
        .asked_by(&asked_by);
    let pairs: Vec<(Sweep, Answer)> = sweeps.into_iter().zip(answers).collect();
    let (bar, mut done) = (Bar::new(), 0);
    let found = judge_answers(&truth, &declared, &pairs, || {
        done += 1;
        if done % TELL == 0 {
            bar.at("referee", done, pairs.len() as u64);
        }
    });
    drop(bar);
    let contestant = answers_file.display().to_string();
    let mut case = Case {
        subject: world.name.clone(),
        contestant: contestant.clone(),
        checklist: ANSWERS.into(),
        rows: answer_rows(hull.kind(), &found),
        ..Case::default()
    };
    // A file has no limit: each wrong answer is one. A stop along a surface may be rounding.
    for row in &mut case.rows {
        row.outcome = match (row.outcome, row.check) {
            (Outcome::Failed(_), Check::StoppedAlong) => Outcome::Passed,
            (Outcome::Passed, check) if row.failed > 0 && check != Check::StoppedAlong => {
                Outcome::Failed(Severity::Measurable)
            }
            (other, _) => other,
        };
    }
    for (check, i) in worst_answers(&found) {
        let own = case.rows.iter_mut().filter(|row| row.check == check);
        own.for_each(|row| row.note = format!("worst in line {}", i + 1));
    }
    let is_clean = !case.is_failed();
    let results = Results {
        run: Run {
            made: provenance(),
            checklists: [(ANSWERS.to_owned(), answer_checks())].into(),
            contestants: vec![Contestant {
                name: contestant,
                about: format!("{} sweeps of {}", pairs.len(), args.hull),
                ..Contestant::default()
            }],
            subjects: vec![Subject {
                name: world.name,
                ..Subject::default()
            }],
            groups: 1,
            ..Run::new("judge-answers")
        },
        cases: vec![case],
        is_whole: true,
    };
    let mut sheet = suite_sheet(&results, None, &Case::is_failed);
    let failures = results.cases.iter().map(Case::describe);
    sheet.notes.extend(failures.filter(|failed| !failed.is_empty()));
    show_results(&results, sheet, exports, is_clean)?;
    Ok(is_clean)
}

/// A run that stays nearer to its start than this proves nothing about a controller, in units: a player's width.
const LEAST_WAY: f32 = 30.0;

/// Says whether the player moved, and was never in a solid, through one, or out of the world.
pub(super) fn states(args: &FilesArgs) -> Result<bool> {
    let [file] = &args.files[..] else {
        bail!("--states: give one file of states");
    };
    let hull = hull::parse(&args.hull)?;
    let world = args.world.load()?;
    let places = read_places(file).with_context(|| file.display().to_string())?;
    if places.is_empty() {
        bail!("{}: no states; give one `x y z` a line", file.display());
    }
    let truth = Reference::build(&world, args.world.contents()).for_hull(&hull);
    let skin = f64::from(args.world.rules_or(TraceRules::QUAKE3).skin);
    let found = judge_states(&truth, skin, world.bounds.mins.z, &places);
    let mut out = format!(
        "{} · {} · {} · {} ticks\n",
        file.display(),
        world.name,
        args.hull,
        found.states
    );
    // Writing to a string cannot fail.
    let _ = match found.deepest {
        (depth, tick) if found.embedded > 0 => writeln!(
            out,
            "✗ in a solid after {} ticks, deepest {depth:.3} u after tick {tick}",
            found.embedded
        ),
        _ => writeln!(out, "  never in a solid"),
    };
    let _ = match found.first_tunnelled {
        Some(tick) => writeln!(
            out,
            "✗ through a solid in {} ticks, first in tick {tick}",
            found.tunnelled
        ),
        None => writeln!(out, "  never through a solid"),
    };
    if let Some(tick) = found.fell_out {
        let _ = writeln!(out, "✗ fell out of the world by tick {tick}");
    }
    let farthest = places
        .iter()
        .map(|at| (at - places[0]).norm())
        .fold(0.0, f32::max);
    let moved = farthest > LEAST_WAY;
    if !moved {
        let _ = writeln!(
            out,
            "✗ never farther than {farthest:.1} u from its start: no run; `judge --program` asks for the way too"
        );
    }
    say!("{out}")?;
    Ok(moved && found.embedded == 0 && found.tunnelled == 0 && found.fell_out.is_none())
}

fn read_places(path: &Path) -> Result<Vec<Point>> {
    const PLACE: Table<Point> = Table::new(&[Column::vector("x y z", |at| &mut at.coords)]);
    let mut places = Vec::new();
    for line in stream(input(path)?)? {
        let (number, text) = line?;
        if text.trim().is_empty() {
            continue;
        }
        let first: Vec<&str> = text.split_ascii_whitespace().take(3).collect();
        let mut place = Point::origin();
        PLACE.read(&first.join(" "), number, &mut place)?;
        places.push(place);
        if places.len() > clipmark_collision::recording::MOST_LINES {
            let why = "too many states; cut the run into parts".into();
            return Err(RecordingError::Line { line: number, why }.into());
        }
    }
    Ok(places)
}
