//! `compare explain`: a sweep that a report kept, or the tick of a run that fails, asked again, judged, put into words and
//! drawn, with the question for the library behind it.

use crate::cli::ExplainArgs;
use crate::made::provenance;
use crate::output::{Output, small_input};
use crate::terminal::{columns, say};
use crate::verbs::question::{
    backend_of, describe_failure, of_file, question_of_case, question_of_tick, refuse_bevy, run_of, show,
};
use crate::verbs::report::renew_index;
use crate::verbs::scene::meant;
use anyhow::{Context, Result, bail};
use clipmark_collision::{Status, Trace};
use clipmark_measure::{Explained, MeasureError};
use clipmark_movement::MoverLaws;
use clipmark_referee::{Class, Fault, GivenPlanes, Verdict};
use clipmark_report::terminal::wrapped;
use clipmark_report::{draw_case, solver_page};
use clipmark_rows::question::{CASE_FORMAT, Case};
use clipmark_suite::controllers::failing;
use std::fmt::Write as _;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Largest case file read, in bytes: a hundred times one.
const MAX_CASE_BYTES: u64 = 64 << 10;

pub(crate) fn run(args: &ExplainArgs) -> Result<()> {
    let file = args.case.display().to_string();
    refuse_bevy(args.library.as_deref())?;
    if args.case != Path::new("-") && !args.case.exists() {
        bail!("{file}: there is no such file{}", meant(&args.case));
    }
    if args.case.extension().is_some_and(|e| e == "ron") {
        return tick(args).map_err(|why| of_file(why, &file));
    }
    if args.hz.is_some() {
        bail!("--hz: a case is one sweep; give a scene");
    }
    let mut case = read(small_input(&args.case)?).with_context(|| file.clone())?;
    let named = args.world.as_deref().unwrap_or(&case.world);
    let world = clipmark_scene::load_world(named, Path::new(".")).with_context(|| {
        format!("{file} was asked in {named}; run this where that path leads to it, or give --world")
    })?;
    let world = clipmark_measure::world_of(&case, world);
    let asked = args.library.as_deref().map(|library| backend_of(library, &case));
    let is_other = asked.as_ref().is_some_and(|backend| *backend != case.backend);
    case.backend = asked.unwrap_or(case.backend);
    let found = clipmark_measure::explain(&case, &world).with_context(|| file.clone())?;
    if is_other {
        // The file's answer is another backend's.
        case.fraction = found.trace.fraction;
    }
    let stem = match &args.out {
        Some(stem) => stem.clone(),
        None => args.case.with_extension(""),
    };
    let mut drawn = Vec::new();
    for plot in draw_case(&found.drawing)? {
        let path = stem.with_file_name(format!(
            "{}-{}",
            stem.file_name().unwrap_or_default().to_string_lossy(),
            plot.file
        ));
        Output::open(Some(&path))?.write(plot.svg.as_bytes())?;
        drawn.push(path.display().to_string());
    }
    if let Some(run) = &found.solver {
        let name = stem.file_name().unwrap_or_default().to_string_lossy();
        let path = stem.with_file_name(format!("{name}-solver.html"));
        let dir = path.parent().unwrap_or(Path::new("."));
        Output::open(Some(&path))?.write(solver_page(run, &provenance(), dir)?.as_bytes())?;
        renew_index(&path);
        drawn.push(path.display().to_string());
    }
    let text = words(&case, named, &found) + "drawn      " + &drawn.join(" ");
    for line in text.lines() {
        say!("{}\n", folded(&unsigned(line)).join("\n"))?;
    }
    match question_of_case(&case, named, &world) {
        // No library of others answers this sweep: the case alone is shown.
        Err(why) if args.library.is_none() && has_no_question(&why) => Ok(()),
        question => show(&question?, &question_file(&stem)),
    }
}

/// Where the question of a drawing's stem goes.
fn question_file(stem: &Path) -> PathBuf {
    let name = stem.file_name().unwrap_or_default().to_string_lossy();
    stem.with_file_name(format!("{name}-question.json"))
}

/// The tick that best shows what a contestant breaks in a scene, its question, and whose the failure is.
fn tick(args: &ExplainArgs) -> Result<()> {
    let (scene, contestant) = run_of(&args.case, args.library.as_deref(), args.hz)?;
    let found = failing(&scene, contestant)?;
    for line in describe_failure(&scene, contestant, &found) {
        say!("{line}\n")?;
    }
    say!("exactly {}\n", found.said())?;
    let question = match question_of_tick(&scene, contestant, &found) {
        // No library of others is asked, or it notes no calls: what is said above is all that is known.
        Err(why) if args.library.is_none() && has_no_question(&why) => {
            return match contestant.mover.laws {
                MoverLaws::Foreign => say!("question   none: {why}\n"),
                _ => Ok(()),
            };
        }
        question => question?,
    };
    let stem = match &args.out {
        Some(stem) => stem.clone(),
        None => {
            let hz = 1.0 / scene.tick.seconds();
            let name = format!("{}-{contestant}-{hz:.0}", scene.name);
            Path::new("reports/latest").join(name.replace([':', '+', '/'], "-"))
        }
    };
    show(&question, &question_file(&stem))
}

/// Whether there is no library to ask, though the failure is known.
fn has_no_question(why: &anyhow::Error) -> bool {
    matches!(
        why.downcast_ref::<MeasureError>(),
        Some(MeasureError::NoQuestion { .. })
    )
}

/// A case, checked for its format.
pub(super) fn read(from: impl Read) -> Result<Case> {
    let mut text = String::new();
    from.take(MAX_CASE_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_CASE_BYTES {
        bail!(
            "no case: it is larger than {MAX_CASE_BYTES} bytes; give a file of the `cases` folder of a report"
        );
    }
    const NO_CASE: &str = "no case; give a scene, or a file of the `cases` folder of a report";
    // What is wrong with a text that is no JSON at all helps nobody.
    if !text.trim_start().starts_with('{') {
        bail!(NO_CASE);
    }
    let case: Case = serde_json::from_str(&text).context(NO_CASE)?;
    if case.format != CASE_FORMAT {
        bail!(
            "its format is {:?}; this program reads {CASE_FORMAT:?}",
            case.format
        );
    }
    Ok(case)
}

/// Columns of the labels.
const LABEL: usize = 11;

/// A line in as many as the terminal needs, all but the first below its label.
fn folded(line: &str) -> Vec<String> {
    let (label, text) = line.split_at_checked(LABEL).unwrap_or((line, ""));
    let indent = " ".repeat(LABEL);
    let lines = wrapped(text, "", columns() - LABEL).into_iter().enumerate();
    lines
        .map(|(i, line)| (if i == 0 { label } else { indent.as_str() }).to_owned() + &line)
        .collect()
}

/// The line without the signs of zeros.
pub fn unsigned(line: &str) -> String {
    let word = |word: &str| {
        let number = word.trim_matches(['(', ')', ',']);
        match number.parse::<f64>() {
            Ok(0.0) => word.replacen('-', "", 1),
            _ => word.to_owned(),
        }
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn words(case: &Case, world: &str, found: &Explained) -> String {
    let (s, t, v) = (&found.sweep, &found.trace, &found.verdict);
    let point = |p: [f32; 3]| format!("({} {} {})", p[0], p[1], p[2]);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "question   {} by {} (skin {}) in {world}: {} {} to {}",
        case.backend,
        case.rules,
        case.skin,
        case.hull,
        point(case.mins),
        point(case.maxs)
    );
    let _ = writeln!(
        out,
        "           from {} to {}, {} u",
        point(case.start),
        point(case.end),
        s.displacement().norm()
    );
    let _ = writeln!(out, "answer     {}", answer(t));
    if t.fraction.to_bits() != case.fraction.to_bits() {
        let _ = writeln!(
            out,
            "           the file says {}: the backend or the world has changed since",
            case.fraction
        );
    }
    let exact = &v.asked.exact;
    let _ = match exact.entry {
        Some(0.0) if exact.starts_inside => writeln!(out, "truth      starts in a solid"),
        Some(at) => writeln!(
            out,
            "truth      fraction {at:.12}, {} {:.3e} either way",
            if exact.doubtful {
                "not certain,"
            } else {
                "certain to"
            },
            (exact.bracket[1] - exact.bracket[0]) * 0.5
        ),
        None => writeln!(out, "truth      the whole path is free"),
    };
    if found.exact.entry != exact.entry {
        let _ = writeln!(
            out,
            "           (solids around the start are ignored, as this backend declares)"
        );
    }
    for met in &found.met {
        let _ = writeln!(out, "           {met}");
    }
    let _ = writeln!(out, "tolerance  {} u", v.asked.tolerance);
    for line in judgement(v, t.status) {
        let _ = writeln!(out, "verdict    {line}");
    }
    out
}

fn answer(t: &Trace) -> String {
    let normal = t.plane.map_or("no normal".into(), |p| {
        format!("normal ({} {} {})", p.normal.x, p.normal.y, p.normal.z)
    });
    let solid = match (t.all_solid, t.start_solid) {
        (true, _) => ", all solid",
        (false, true) => ", starts in a solid",
        _ => "",
    };
    format!(
        "fraction {} at ({} {} {}), {normal}{solid}, {:?}",
        t.fraction, t.end.x, t.end.y, t.end.z, t.status
    )
}

fn judgement(v: &Verdict, status: Status) -> Vec<String> {
    let mut out = Vec::new();
    let mut say = |is: bool, what: String| {
        if is {
            out.push(what);
        }
    };
    say(!v.judged, "not judged: the backend has no such shape".into());
    say(
        v.is_of_geometry(Fault::Malformed),
        "malformed: a number is not finite, or the fraction contradicts the end".into(),
    );
    say(
        v.is_of_geometry(Fault::Unreliable),
        format!("the backend reported no reliable answer (status {status:?})"),
    );
    let faults = [
        (Fault::MissedFromTouch, "MISSED what it touches at the start"),
        (Fault::Missed, "MISSED"),
    ];
    let rule = v
        .rule
        .map(|rule| format!("by the engine's rule ({}): {}", rule.name(), rule.check().fails()));
    say(rule.is_some(), rule.clone().unwrap_or_default());
    // Geometry's words for an answer by a rule are no alarm.
    let fault = faults.iter().find(|(fault, _)| v.is(*fault)).map(|(_, how)| *how);
    let how = fault.unwrap_or("by geometry it should have been stopped");
    say(
        v.passes(),
        format!(
            "{how}: passes {:.6} u deep, {:.6} u on",
            v.measures.missed_depth, v.measures.missed_by
        ),
    );
    say(
        v.is(Fault::Phantom),
        format!(
            "PHANTOM: nothing is there; {:.6} u of free path are lost{}",
            v.measures.lost,
            match v.by_given {
                Some(GivenPlanes::StandOff) => ", at a bevel of the map that lies away from its brush",
                Some(GivenPlanes::LackBevel) => ", where the map gives a brush no bevel",
                None => "",
            }
        ),
    );
    say(
        v.is(Fault::TooDeep),
        format!("ENDS IN A SOLID: {:.6} u deep", v.measures.penetration),
    );
    say(v.is_wrong_start(), "WRONG about starting in a solid".into());
    let normal = v
        .measures
        .normal_error
        .map_or("no normal can be right here".into(), |e| {
            format!("{e:.4} degrees from the nearest right one")
        });
    let is_wrong = v.is(Fault::WrongNormal) || v.is(Fault::WrongWayOut);
    say(is_wrong, format!("WRONG NORMAL: {normal}"));
    say(
        v.is_of_geometry(Fault::StoppedAlong),
        "the path stays at one distance from the surface named, to f32 rounding".into(),
    );
    say(
        v.is_clean() && v.rules().is_empty() && v.judged,
        "conforms".into(),
    );
    if let Some(early) = v.measures.toi_normal {
        let way = if early > 0.0 { "early" } else { "late" };
        out.push(format!(
            "stops {:.6} u {way} along the normal, {:.6} beyond the skin from the surface",
            early.abs(),
            v.measures.gap
        ));
    }
    out
}
