//! A scene's run as cases of rows: a case for each contestant, by which it passes or fails everywhere.

use super::expect::Expected;
use crate::clock::turns::Timing;
use crate::judge::detect::{Detected, Detector, Needs, Seen};
use crate::judge::referee::{SweepCounts, faults_of_gaps, notes_on_gaps, work_rows};
use crate::judge::score::{MovementScore, Scored, Timed};
use crate::judge::worst::case_kind;
use clipmark_referee::SkinVerdict;
use clipmark_rows::drawn::DIVERGED;
use clipmark_rows::faults::{Class, Fault, Limit, Rule, Source};
use clipmark_rows::{
    Axes, Axis, Case, Check, Evidence, LEFT_OUT, Outcome, Row, STATES, Severity, each_once, limits, question,
    three_digits,
};
use std::collections::BTreeMap;

/// Of the questions of rows: random sweeps, and ticks of the walk.
pub(super) const SWEEPS: &str = "sweeps";
const TICKS: &str = "ticks";
/// A contestant's own build time is noted beside the measured one if they differ by more than this part and this many
/// milliseconds. The call and a lost slice of the scheduler explain less.
const BUILD_PART: f64 = 0.1;
const BUILD_MSEC: f64 = 10.0;

/// What was judged of one contestant's sweeps and walk.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The referee's counts of its sweeps.
    pub queries: &'a SweepCounts,
    /// Whether their stops keep the skin and the hull its size.
    pub gaps: &'a SkinVerdict,
    /// Faults of its walk.
    pub movement: &'a MovementScore,
    /// What the detectors found.
    pub detection: &'a Detected,
    /// How many ticks it walked.
    pub ticks: usize,
    /// Times of sweeps and of ticks.
    pub times: [&'a Timing; 2],
    /// What became of the scene's expectations.
    pub expected: &'a [Expected],
}

/// The case of a contestant, and its checklist: detectors run where they have what they need, so each has a list of its own.
pub(super) fn case(scored: &Scored, timed: &Timed, expected: &[Expected], base: &str) -> (Case, Vec<Check>) {
    let judged = Judged {
        queries: &scored.queries,
        gaps: &scored.gaps,
        movement: &scored.movement,
        detection: &scored.detection,
        ticks: scored.ticks.len(),
        times: [&timed.traces, &timed.ticks],
        expected,
    };
    let mut rows = judged.rows();
    link_questions(&mut rows, &scored.cases, &scored.name);
    for measure in judged.measures().into_iter().chain(costs(scored)) {
        // What fails by its measure has it already.
        if !rows.iter().any(|row| row.check == measure.check) {
            rows.push(measure);
        }
    }
    let case = Case {
        contestant: scored.name.clone(),
        checklist: scored.name.clone(),
        rows,
        facts: facts(scored, timed, base),
        samples: judged.samples(),
        ..Case::default()
    };
    (case, judged.checklist())
}

/// Links each failed row to the file with its worst answer, as a question to be asked again.
pub fn link_questions(rows: &mut [Row], worst: &[question::Case], contestant: &str) {
    for row in rows.iter_mut().filter(|row| row.severity().is_some()) {
        // Of a kind the worst answer is kept, which may be another than that of the row.
        let is_shown = |case: &&question::Case| {
            case_kind(row.check) == Some(case.kind) && row.value.is_none_or(|value| value == case.size)
        };
        if let Some(case) = worst.iter().find(is_shown) {
            row.evidence.get_or_insert_default().question =
                Some(format!("cases/{}", case.file_name(contestant)));
        }
    }
}

impl Judged<'_> {
    /// All classes of fault and engines' rules, the detectors that ran, the timed answers, and expectations.
    fn checklist(&self) -> Vec<Check> {
        let faults = Fault::ALL.iter().map(|fault| fault.check());
        let rules = Rule::ALL.iter().map(|rule| rule.check());
        let ran = self.detection.ran.iter().filter_map(|detector| detector.check());
        let expected = self.expected.iter().map(Expected::check);
        let all = faults.chain(rules).chain(ran);
        each_once(all.chain([Check::OtherAnswer]).chain(expected))
    }

    /// What failed, what an engine's rules explain, known causes, and what became of expectations.
    pub fn rows(&self) -> Vec<Row> {
        let notes = notes_on_gaps(self.gaps);
        let faults = Fault::ALL.iter();
        let mut rows: Vec<Row> = faults
            .filter_map(|fault| self.fault_row(*fault, &notes))
            .collect();
        for (detector, seen) in &self.detection.seen {
            self.add_finding(detector, seen, &mut rows);
        }
        rows.extend(self.expected.iter().map(expectation_row));
        let clocks = self.times.into_iter().zip([SWEEPS, TICKS]);
        rows.extend(clocks.filter_map(|(time, of)| untimed_row(time, of)));
        let queries = self.queries;
        let explained = |check, n: usize, outcome| counted_row(check, SWEEPS, queries.queries, n, outcome);
        let rules = queries.rules.iter();
        rows.extend(rules.map(|(rule, n)| explained(rule.check(), n, Outcome::ByRule)));
        let causes = queries.causes.iter();
        rows.extend(causes.map(|(cause, n)| explained(cause.check(), n, Outcome::Counted)));
        rows
    }

    /// A class of fault that it shows. The occasional effect of rounding is counted, and no failure, as in the bar. The notes
    /// are those on its gaps.
    fn fault_row(&self, fault: Fault, notes: &[(Fault, String)]) -> Option<Row> {
        let (queries, movement) = (self.queries, self.movement);
        let n = match (fault.source(), fault) {
            (Source::Gaps, _) => faults_of_gaps(notes)[fault],
            (Source::Answers, _) => queries.faults[fault],
            (Source::Walk, Fault::InSolid) => movement.embedded_ticks,
            (Source::Walk, Fault::Stuck) => movement.stuck_ticks,
            (Source::Walk, Fault::FellOut) => movement.fell_out.into(),
            (Source::Walk, _) => movement.unreliable,
        };
        let (of, asked) = match fault.source() {
            Source::Answers => (SWEEPS, queries.queries),
            Source::Walk => (TICKS, self.ticks),
            Source::Gaps => (SWEEPS, self.gaps.all.count),
        };
        let depth = match fault {
            Fault::InSolid => Some(movement.deepest),
            Fault::Missed | Fault::MissedFromTouch | Fault::TooDeep | Fault::StartUnsaid => {
                Some(queries.penetration)
            }
            _ => None,
        };
        let limit = fault.limit();
        let is_rounding = matches!(limit, Limit::Often { .. }) && !limit.is_exceeded(n, queries.queries);
        let outcome = match is_rounding {
            true => Outcome::Passed,
            false => Outcome::Failed(limits::severity(fault.check(), depth.unwrap_or_default())),
        };
        let notes = notes.iter().filter(|(noted, _)| *noted == fault);
        let notes: Vec<&str> = notes.map(|(_, note)| note.as_str()).collect();
        let row = Row {
            note: notes.join("; "),
            // How deep a start in a solid is, no answer to a sweep shows.
            value: depth.filter(|depth| depth.is_finite() && fault != Fault::StartUnsaid),
            ..counted_row(fault.check(), of, asked, n, outcome)
        };
        (n > 0).then_some(row)
    }

    /// What a detector saw: where a class of fault of the same code is counted, its worst case; else a row of its own.
    fn add_finding(&self, detector: &Detector, seen: &Seen, rows: &mut Vec<Row>) {
        let Some(check) = detector.check() else {
            return;
        };
        let severity = limits::severity(check, seen.worst);
        let worst = Some(seen.worst).filter(|worst| worst.is_finite());
        let (note, evidence) = self.moment(detector, seen);
        let is_counted = |row: &Row| row.severity().is_some() && row.check.code() == check.code();
        // Several classes of fault may share a code: the one that the code stands for comes before the others.
        let counted = rows.iter_mut().filter(|row| is_counted(row));
        if let Some(row) = counted.min_by_key(|row| row.check != check) {
            if row.check == check {
                row.value = worst.or(row.value);
            }
            row.outcome = Outcome::Failed(row.severity().map_or(severity, |other| other.min(severity)));
            (row.note, row.evidence) = (note, evidence);
            return;
        }
        let (of, asked) = match detector.needs {
            Needs::Answers => (SWEEPS, self.queries.queries),
            Needs::Properties => (SWEEPS, seen.tried),
            _ => (TICKS, self.ticks),
        };
        rows.push(Row {
            value: worst,
            note,
            evidence,
            ..counted_row(check, of, asked, seen.count, Outcome::Failed(severity))
        });
    }

    /// Where the worst that a detector saw is, in words, and on the page.
    fn moment(&self, detector: &Detector, seen: &Seen) -> (String, Option<Evidence>) {
        // Places are in f32, whose shortest form is read back to the same.
        let [x, y, z] = seen.place.map(|x| x as f32);
        match seen.at {
            Some(tick) if detector.judges_ticks() => (
                format!("tick {tick} at {x} {y} {z}"),
                (tick < self.ticks).then(|| Evidence {
                    replay: Some(format!("index.html#tick={tick}")),
                    ..Evidence::default()
                }),
            ),
            Some(sweep) => (format!("sweep {} from {x} {y} {z}", sweep + 1), None),
            None => (seen.example.clone(), None),
        }
    }

    /// What is measured of sweeps and walk, and their times.
    fn measures(&self) -> Vec<Row> {
        let movement = self.movement;
        let mut all = vec![
            Row {
                value: Some(self.queries.true_hits as f64),
                ..counted_row(Check::TrueHits, SWEEPS, self.queries.queries, 0, Outcome::Counted)
            },
            Row::counted(Check::Deep, movement.deepest),
            // A mean of nothing has the sign of a zero, which no file has.
            Row::counted(Check::Shake, movement.shake + 0.0),
            Row::counted(Check::GroundFlicker, movement.ground_toggles),
            Row::counted(Check::Walked, movement.distance),
        ];
        let checks = [
            (Check::NsSweep, Check::TimesSweep),
            (Check::NsTick, Check::TimesTick),
        ];
        for (time, (ns, times)) in self.times.into_iter().zip(checks) {
            if time.not_timed.is_none() && time.median_ns > 0.0 {
                let is_finite = time.relative_interval.iter().all(|end| end.is_finite());
                all.push(Row::counted(ns, time.median_ns));
                all.push(Row {
                    interval: is_finite.then_some(time.relative_interval),
                    note: time.standing.map_or("", |standing| standing.remark()).into(),
                    ..Row::counted(times, time.relative)
                });
            }
        }
        all
    }

    /// Times of the rounds. Who answers otherwise under the clock has none.
    fn samples(&self) -> BTreeMap<Check, Vec<f64>> {
        let times = [Check::NsSweep, Check::NsTick].into_iter().zip(self.times);
        let is_taken = |time: &Timing| {
            let samples = &time.samples_ns;
            time.not_timed.is_none() && !samples.is_empty() && samples.iter().all(|ns| ns.is_finite())
        };
        let taken = times.filter(|(_, time)| is_taken(time));
        taken
            .map(|(check, time)| (check, time.samples_ns.clone()))
            .collect()
    }
}

/// What the build costs, and the work of a sweep.
fn costs(scored: &Scored) -> impl Iterator<Item = Row> {
    let build = [
        Row::counted(Check::BuildTime, scored.build_msec[0] / 1e3),
        Row::counted(Check::BytesDeclared, scored.bytes as f64),
    ];
    build.into_iter().chain(work_rows(&scored.refereed.work))
}

fn facts(scored: &Scored, timed: &Timed, base: &str) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let mut add = |name: &str, fact: String| {
        if !fact.is_empty() {
            facts.insert(name.to_owned(), fact);
        }
    };
    add(STATES, scored.movement.state_hash.clone());
    add("hull", scored.hull.into());
    add("skin_u", scored.skin.to_string());
    add("solids", scored.solids.to_string());
    add(LEFT_OUT, scored.omissions.join("; "));
    add("path", path(scored, base));
    let [msec, declared] = scored.build_msec;
    if (declared - msec).abs() > BUILD_PART * msec + BUILD_MSEC {
        add("build_ms_declared", three_digits(declared));
    }
    let times = [&timed.traces, &timed.ticks];
    add("clock", times.map(Timing::caveats).concat().join("; "));
    let preempted: usize = times.iter().map(|time| time.preempted).sum();
    add("passes_preempted", preempted.to_string());
    for (detector, why) in &scored.detection.not_run {
        add(&format!("not asked {}", detector.id), (*why).into());
    }
    for (detector, seen) in &scored.detection.unjudged {
        let counts = [
            (seen.undecided, "ticks undecided"),
            (seen.by_rule, "ticks by an engine's rule, which turns the box"),
        ];
        let some = counts.iter().filter(|(n, _)| *n > 0);
        let some: Vec<String> = some.map(|(n, what)| format!("{n} {what}")).collect();
        add(&format!("not judged {}", detector.id), some.join(", "));
    }
    facts
}

/// Where a walk leaves the path that it is measured from.
fn path(scored: &Scored, base: &str) -> String {
    let farthest = scored.ticks.iter().map(|t| t.deviation).fold(0.0, f64::max);
    match &scored.movement.divergence {
        None => format!("within {} u of that of {base}", three_digits(farthest)),
        Some(d) if d.at_end < DIVERGED => format!(
            "up to {} u from that of {base}, and ends on it",
            three_digits(d.farthest)
        ),
        Some(d) => format!(
            "leaves that of {base} at {:.2} s, {}, and ends {} u away",
            d.seconds,
            d.what,
            three_digits(d.at_end)
        ),
    }
}

fn counted_row(check: Check, of: &str, asked: usize, failed: usize, outcome: Outcome) -> Row {
    Row {
        axes: Axes::default().with(Axis::Questions, of),
        asked: asked as u64,
        failed: failed as u64,
        ..Row::new(check, outcome)
    }
}

fn expectation_row(expected: &Expected) -> Row {
    let outcome = match expected.held {
        true => Outcome::Passed,
        false => Outcome::Failed(expected.severity()),
    };
    Row {
        axes: Axes::default().with(Axis::Expectation, &expected.what),
        value: expected.off.filter(|off| !expected.held && off.is_finite()),
        note: expected.got.clone(),
        ..Row::new(expected.check(), outcome)
    }
}

/// Answers that differ under the clock. Where the difference has gone when they are asked again, one is counted.
fn untimed_row(time: &Timing, of: &str) -> Option<Row> {
    let differ = time.not_timed?;
    let outcome = Outcome::Failed(Severity::Measurable);
    Some(counted_row(
        Check::OtherAnswer,
        of,
        differ.of,
        differ.differ.max(1),
        outcome,
    ))
}
