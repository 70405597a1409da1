//! What was found on a map as a case of rows, with its verdict.

use super::LEAST;
use super::declared::Declared;
use super::part::Part;
use super::walks::Walks;
use crate::judge::judged::JudgedAnswer;
use crate::judge::referee::{Refereed, SweepCounts};
use crate::judge::worst::{Worst, case_kind, sizes};
use clipmark_referee::SkinCheck;
use clipmark_rows::faults::{Class, Fault, Limit, Source};
use clipmark_rows::known::NOT_ASKED;
use clipmark_rows::{Axes, Axis, Case, Check, End, Outcome, Questions, Row, limits, question};
use std::collections::BTreeMap;

/// Begins the name of a fact that is a question file, of random sweeps and of sweeps from rest: `question random missed`.
pub const QUESTION: &str = "question ";
/// Name of the fact with the commands of the worst walk, as `compare replay` reads them.
pub const WALK: &str = "walk";

/// What was found of a contestant on a map.
pub(super) struct Found {
    pub(super) parts: Vec<Part>,
    pub(super) walks: Walks,
    /// The commands of the worst walk; none where all went well.
    pub(super) worst_walk: Option<String>,
    pub(super) declared: Vec<Declared>,
    /// The worst answers, of random sweeps and of sweeps from rest.
    pub(super) worst: [Worst; 2],
    /// The same as questions, one a kind.
    pub(super) questions: Vec<Vec<question::Case>>,
    /// The questions of the bar that it was not asked, in words.
    pub(super) not_asked: Vec<String>,
}

/// The case of a contestant on a map, with what was found. Where too little was asked nothing else is a pass, whatever failed.
pub(super) fn case(mut case: Case, found: Found) -> Case {
    let mut rows: Vec<Row> = found.parts.iter().flat_map(rows_of).collect();
    let walked = found.parts.iter().find(|part| part.is_of(Questions::Walks));
    let held = [
        (Check::HeldByLaw, found.walks.held_by_law),
        (Check::HeldInF32, found.walks.held_in_f32),
    ];
    let held = held.into_iter().filter(|(_, n)| *n > 0);
    rows.extend(held.map(|(check, n)| Row {
        axes: walked.map(|part| part.axes.clone()).unwrap_or_default(),
        asked: found.walks.counts.queries as u64,
        failed: n as u64,
        ..Row::new(check, Outcome::Counted)
    }));
    let all = SweepCounts::sum(found.parts.iter().map(|part| &part.answers));
    rows.extend(found.declared.iter().map(|declared| declaration(declared, &all)));
    case.end = too_little(&found).map_or(End::Played, End::NotJudged);
    case.facts.extend(facts(found, &rows));
    Case { rows, ..case }
}

/// How much was asked, what failed, what an engine's rules explain, and known causes.
fn rows_of(part: &Part) -> Vec<Row> {
    let answers = &part.answers;
    let beyond = part.beyond_limits();
    let counted = |check: Check, n: usize, outcome: Outcome| Row {
        axes: part.axes.clone(),
        asked: answers.queries as u64,
        failed: n as u64,
        ..Row::new(check, outcome)
    };
    let size = match part.counted {
        Check::TrueHits => Some(answers.true_hits as f64),
        _ => part.size,
    };
    let first = Row {
        value: size,
        ..counted(part.counted, 0, Outcome::Counted)
    };
    let faults = answers.faults.iter().map(|(fault, n)| {
        let depth = depth(fault, answers);
        let outcome = match beyond.contains(fault) {
            true => Outcome::Failed(limits::severity(fault.check(), depth.unwrap_or_default())),
            false => Outcome::Passed,
        };
        let notes = part.notes.iter().filter(|(noted, _)| *noted == fault);
        let notes: Vec<&str> = notes.map(|(_, note)| note.as_str()).collect();
        Row {
            value: depth.filter(|depth| depth.is_finite()),
            note: notes.join("; "),
            ..counted(fault.check(), n, outcome)
        }
    });
    let rules = answers.rules.iter();
    let rules = rules.map(|(rule, n)| counted(rule.check(), n, Outcome::ByRule));
    let causes = answers.causes.iter();
    let causes = causes.map(|(cause, n)| counted(cause.check(), n, Outcome::Counted));
    [first]
        .into_iter()
        .chain(faults)
        .chain(rules)
        .chain(causes)
        .collect()
}

/// The rows of answers to random sweeps that were given elsewhere, with a hull of this kind.
pub fn answer_rows(hull: &str, found: &Refereed) -> Vec<Row> {
    let parts = [
        Part::new(hull, Questions::Random, found.score()),
        Part::of_gaps(hull, Questions::Gaps, &found.skin()),
    ];
    parts.iter().flat_map(rows_of).collect()
}

/// What such answers cannot fail by: nothing is asked again, and no place.
const ELSEWHERE: [Fault; 7] = [
    Fault::Changed,
    Fault::OtherProcess,
    Fault::UntrueDeclaration,
    Fault::WrongPlane,
    Fault::WrongSurface,
    Fault::WrongPlace,
    Fault::WrongFill,
];

/// All that such answers can fail.
pub fn answer_checks() -> Vec<Check> {
    let asked = |fault: &&Fault| fault.source() != Source::Walk && !ELSEWHERE.contains(fault);
    let faults = Fault::ALL.iter().filter(asked);
    faults.map(|fault| fault.check()).collect()
}

/// The rows of the gaps of such answers in several worlds: a world alone has too few to tell a skin from another.
pub fn gap_rows(hull: &str, gaps: &SkinCheck) -> Vec<Row> {
    rows_of(&Part::of_gaps(hull, Questions::Gaps, &gaps.verdict()))
}

/// The worst answer of each check that is a class of fault, by its number from 0.
pub fn worst_answers(found: &Refereed) -> Vec<(Check, usize)> {
    // A normal that is missing is the worst.
    let size = |fault: Fault, answer: &JudgedAnswer| {
        let of_kind = sizes(answer)
            .into_iter()
            .find(|(kind, _)| case_kind(fault.check()) == Some(*kind));
        of_kind.map_or(0.0, |(_, size)| size.unwrap_or(f64::INFINITY))
    };
    let of_answers = Fault::ALL
        .iter()
        .filter(|fault| fault.source() == Source::Answers);
    let worst = of_answers.filter_map(|&fault| {
        let own = found.answers.iter().enumerate();
        let own = own.filter(|(_, answer)| answer.verdict.is(fault));
        // The first of equals.
        let worst = own.map(|(i, answer)| (i, size(fault, answer)));
        let (i, _) = worst.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        Some((fault.check(), i))
    });
    worst.collect()
}

/// How deep in a solid a class of fault leads, in units.
fn depth(fault: Fault, answers: &SweepCounts) -> Option<f64> {
    match fault {
        Fault::Missed | Fault::MissedFromTouch | Fault::StartUnsaid => Some(answers.passed),
        Fault::TooDeep | Fault::InSolid => Some(answers.penetration),
        _ => None,
    }
}

/// What a contestant declares, and how many answers that excused.
fn declaration(declared: &Declared, all: &SweepCounts) -> Row {
    Row {
        axes: Axes::default().with(Axis::Expectation, &declared.what),
        asked: all.queries as u64,
        failed: (declared.excuses)(all) as u64,
        note: declared.says(),
        ..Row::new(Check::Declares, Outcome::Counted)
    }
}

/// Why too little was asked for a verdict; none where it was enough.
fn too_little(found: &Found) -> Option<String> {
    let asked = |questions: Questions| {
        let own = found.parts.iter().filter(|part| part.is_of(questions));
        own.map(|part| part.answers.queries).sum::<usize>()
    };
    let walks = &found.walks;
    let enough = asked(Questions::Random) >= LEAST.sweeps
        && asked(Questions::Rest) >= LEAST.rest
        && walks.walkers >= LEAST.walkers
        && walks.counts.queries >= walks.walkers * LEAST.ticks;
    (!enough).then(|| {
        format!(
            "not enough evidence; ask at least {} sweeps, {} from rest, {} players and {} ticks each",
            LEAST.sweeps, LEAST.rest, LEAST.walkers, LEAST.ticks
        )
    })
}

/// What shows the worst: questions with answers that a row counts, and the worst walk.
fn facts(found: Found, rows: &[Row]) -> BTreeMap<String, String> {
    let is_counted = |worst: &question::Case| {
        let is_shown = |row: &Row| case_kind(row.check) == Some(worst.kind);
        rows.iter().any(|row| row.failed > 0 && is_shown(row))
    };
    let mut facts = BTreeMap::new();
    for (questions, part) in found
        .questions
        .into_iter()
        .zip([Questions::Random, Questions::Rest].map(Questions::word))
    {
        let counted = questions.into_iter().filter(is_counted);
        facts.extend(counted.map(|worst| (format!("{QUESTION}{part} {}", worst.kind.name()), worst.text())));
    }
    facts.extend(found.worst_walk.map(|commands| (WALK.to_owned(), commands)));
    if !found.not_asked.is_empty() {
        facts.insert(NOT_ASKED.to_owned(), found.not_asked.join("; "));
    }
    facts
}

/// All that a contestant can fail on a map: the classes of fault, and that it stops on the way.
pub fn checks() -> Vec<Check> {
    let counted = Fault::ALL
        .iter()
        .filter(|fault| fault.limit() != Limit::Uncounted);
    let classes = counted.map(|fault| fault.check());
    classes.chain([Check::Stopped]).collect()
}
