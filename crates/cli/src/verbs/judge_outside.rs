//! `compare judge-answers` and `compare judge-states`: other programs' answers or runs, judged exactly.

use crate::cli::{JudgeAnswersArgs, JudgeStatesArgs};
use crate::hull;
use crate::output::{Output, input};
use crate::progress::Bar;
use crate::terminal::say;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::{
    Answer, Column, RecordingError, Table, read_answers, read_sweeps, stream,
};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::Point;
use clipmark_measure::{JudgedAnswer, Refereed, judge_answers, judge_states};
use clipmark_record::SkinScore;
use clipmark_truth::{Class, Fault, Reference, Rule, Verdict};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// Progress is reported every this many sweeps.
const TELL: u64 = 1024;

/// A class of fault, as counted.
#[derive(Default, Serialize)]
pub(super) struct Counted {
    pub(super) class: String,
    definition: &'static str,
    tolerance: &'static str,
    pub(super) is_fault: bool,
    pub(super) count: usize,
    /// Line of the worst, from 1.
    pub(super) worst_line: Option<usize>,
    /// Its size, in units or degrees.
    worst: f64,
    #[serde(skip)]
    unit: &'static str,
}

#[derive(Serialize)]
struct Judgement {
    format: &'static str,
    world: String,
    hull: String,
    sweeps: usize,
    classes: Vec<Counted>,
    skin: SkinScore,
}

/// Says whether no answer is wrong.
pub(crate) fn answers(args: &JudgeAnswersArgs) -> Result<bool> {
    let hull = hull::parse(&args.hull)?;
    let out = Output::open(args.json.export_json.as_deref())?;
    let world = args.world.load()?;
    let mask = args.world.contents();
    let sweeps =
        read_sweeps(input(&args.sweeps)?, hull, mask).with_context(|| args.sweeps.display().to_string())?;
    let answers = read_answers(input(&args.answers)?).with_context(|| args.answers.display().to_string())?;
    if answers.len() != sweeps.len() {
        bail!(
            "{}: {} answers for the {} sweeps of {}; give one answer a line, in the order of the sweeps",
            args.answers.display(),
            answers.len(),
            sweeps.len(),
            args.sweeps.display()
        );
    }
    if sweeps.is_empty() {
        bail!(
            "{}: no sweeps; give one `sx sy sz ex ey ez` a line",
            args.sweeps.display()
        );
    }
    let declared = args
        .declared
        .declaration(args.world.rules_or(TraceRules::QUAKE3), !args.world.no_patches);
    let truth = Reference::build(&world, mask).for_declared(&hull, &declared);
    let pairs: Vec<(Sweep, Answer)> = sweeps.into_iter().zip(answers).collect();
    let (bar, mut done) = (Bar::new(), 0);
    let found = judge_answers(&truth, &declared, &pairs, || {
        done += 1;
        if done % TELL == 0 {
            bar.at("referee", done, pairs.len() as u64);
        }
    });
    drop(bar);
    let judgement = Judgement {
        format: "clipmark-judged-answers 1",
        world: world.name.clone(),
        hull: args.hull.clone(),
        sweeps: pairs.len(),
        classes: classes(&found),
        skin: found.score().skin,
    };
    let is_clean = found.answers.iter().all(|a| a.verdict.is_clean()) && judgement.skin.faults().is_empty();
    if args.json.export_json.is_some() {
        out.write(&serde_json::to_vec_pretty(&judgement)?)?;
    }
    if args.json.shows_table() {
        say!("{}", summarize(&judgement, &args.answers, is_clean))?;
    }
    Ok(is_clean)
}

/// Classes that no file of answers shows: nothing is asked again, and no place.
const ELSEWHERE: [Fault; 8] = [
    Fault::StartUnsaid,
    Fault::WrongWayOut,
    Fault::Changed,
    Fault::OtherProcess,
    Fault::WrongPlane,
    Fault::WrongSurface,
    Fault::WrongPlace,
    Fault::WrongFill,
];

/// Every class that answers to sweeps show, counted.
pub(super) fn classes(found: &Refereed) -> Vec<Counted> {
    let of_answers = Fault::ALL
        .iter()
        .filter(|fault| fault.is_of_answers() && !ELSEWHERE.contains(fault));
    let of_faults = of_answers.map(|fault| of_fault(*fault, found));
    let of_rules = Rule::ALL.iter().map(|rule| of_rule(*rule, found));
    of_faults.chain(of_rules).collect()
}

fn of_fault(fault: Fault, found: &Refereed) -> Counted {
    let row = fault.row();
    Counted {
        class: row.name.into(),
        definition: row.definition,
        tolerance: row.tolerance,
        is_fault: true,
        unit: if fault == Fault::WrongNormal { "°" } else { " u" },
        ..counted(found, |v| v.is(fault).then(|| size(fault, v)))
    }
}

fn of_rule(rule: Rule, found: &Refereed) -> Counted {
    let row = rule.row();
    let depth = |v: &Verdict| match rule {
        Rule::Touch | Rule::Corner => v.measures.missed_depth,
        Rule::MergedSolids | Rule::Bevel | Rule::Patch => 0.0,
    };
    Counted {
        class: format!("engine's rule: {}", row.name),
        unit: " u",
        definition: row.definition,
        tolerance: row.tolerance,
        ..counted(found, |v| v.is_by(rule).then(|| depth(v)))
    }
}

/// How many answers have a size, and the worst of them.
fn counted(found: &Refereed, size: impl Fn(&Verdict) -> Option<f64>) -> Counted {
    let sized = |(i, a): (usize, &JudgedAnswer)| Some((i, size(&a.verdict)?));
    let all: Vec<(usize, f64)> = found.answers.iter().enumerate().filter_map(sized).collect();
    // The first of equals.
    let worst = all.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
    Counted {
        count: all.len(),
        worst_line: worst.map(|(i, _)| i + 1),
        worst: worst.map_or(0.0, |(_, size)| size),
        ..Counted::default()
    }
}

/// How bad it is, in units or degrees.
fn size(fault: Fault, v: &Verdict) -> f64 {
    match fault {
        Fault::Missed | Fault::MissedFromTouch => v.measures.missed_depth,
        Fault::TooDeep => v.measures.penetration,
        Fault::Phantom => v.measures.lost,
        Fault::WrongNormal => v.measures.normal_error.unwrap_or(180.0),
        _ => 0.0,
    }
}

fn summarize(judgement: &Judgement, answers: &Path, is_clean: bool) -> String {
    let mut out = format!(
        "{} · {} · {} · {} sweeps refereed exactly\n",
        answers.display(),
        judgement.world,
        judgement.hull,
        judgement.sweeps
    );
    out += &describe_classes(&judgement.classes, &judgement.skin, |line| format!("line {line}"));
    out.push_str(if is_clean {
        "No answer is wrong.\n"
    } else {
        "Some answers are wrong; `--export-json -` has definitions and tolerances.\n"
    });
    out
}

/// The classes that occur, a line each; `place` says where the answer of a number, from 1, is.
pub(super) fn describe_classes(
    classes: &[Counted],
    skin: &SkinScore,
    place: impl Fn(usize) -> String,
) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    for class in classes.iter().filter(|c| c.count > 0) {
        let mark = if class.is_fault { "✗" } else { " " };
        let _ = write!(out, "{mark} {:<28} {:>8}", class.class, class.count);
        if let Some(line) = class.worst_line {
            let (unit, place) = (class.unit, place(line));
            let _ = match class.worst {
                0.0 => write!(out, "  first in {place}"),
                worst => write!(out, "  worst {worst:.3}{unit} in {place}"),
            };
        }
        out.push('\n');
    }
    for fault in skin.faults() {
        let _ = writeln!(out, "✗ {fault}");
    }
    out
}

/// A run that stays nearer to its start than this proves nothing about a controller, in units: a player's width.
const LEAST_WAY: f32 = 30.0;

/// Says whether the player moved, and was never in a solid, through one, or out of the world.
pub(crate) fn states(args: &JudgeStatesArgs) -> Result<bool> {
    let hull = hull::parse(&args.hull)?;
    let world = args.world.load()?;
    let places = read_places(&args.states).with_context(|| args.states.display().to_string())?;
    if places.is_empty() {
        bail!("{}: no states; give one `x y z` a line", args.states.display());
    }
    let truth = Reference::build(&world, args.world.contents()).for_hull(&hull);
    let skin = f64::from(args.world.rules_or(TraceRules::QUAKE3).skin);
    let found = judge_states(&truth, skin, world.bounds.mins.z, &places);
    let mut out = format!(
        "{} · {} · {} · {} ticks\n",
        args.states.display(),
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
