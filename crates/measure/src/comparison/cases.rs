//! A scene's run as cases of rows: a case for each contestant, by which it passes or fails everywhere.

use crate::judge::score::{Scored, Timed};
use crate::judge::worst::case_kind;
use clipmark_record::faults::{FAULTS, Fault, FaultRow, Limit, Source};
use clipmark_record::findings::{Detection, Finding};
use clipmark_record::graded::{of_fault, of_finding, of_unmet};
use clipmark_record::rules::RULES;
use clipmark_record::{DIVERGED, Expected, LEFT_OUT, MovementScore, STATES, SweepCounts, Timing};
use clipmark_rows::{Axes, Axis, Case, Check, Evidence, Outcome, Row, Severity, each_once, three_digits};
use std::collections::BTreeMap;

/// Of the questions of rows: random sweeps, and ticks of the walk.
pub(super) const SWEEPS: &str = "sweeps";
const TICKS: &str = "ticks";
/// What a finding of movement is counted by.
const PER_MINUTE: &str = "per minute";
/// A contestant's own build time is noted beside the measured one if they differ by more than this part and this many
/// milliseconds. The call and a lost slice of the scheduler explain less.
const BUILD_PART: f64 = 0.1;
const BUILD_MSEC: f64 = 10.0;

/// What was judged of one contestant's sweeps and walk.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The referee's counts of its sweeps.
    pub queries: &'a SweepCounts,
    /// Faults of its walk.
    pub movement: &'a MovementScore,
    /// What the detectors found.
    pub detection: &'a Detection,
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
        movement: &scored.movement,
        detection: &scored.detection,
        ticks: scored.ticks.len(),
        times: [&timed.traces, &timed.ticks],
        expected,
    };
    let mut rows = judged.rows();
    for row in rows.iter_mut().filter(|row| row.severity().is_some()) {
        // Of a kind the worst answer is kept, which may be another than that of the row.
        let is_shown = |case: &&clipmark_record::case::Case| {
            case_kind(row.check) == Some(case.kind) && row.value.is_none_or(|value| value == case.size)
        };
        if let Some(worst) = scored.cases.iter().find(is_shown) {
            row.evidence.get_or_insert_default().question =
                Some(format!("cases/{}", worst.file_name(&scored.name)));
        }
    }
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

impl Judged<'_> {
    /// All classes of fault and engines' rules, the detectors that ran, the timed answers, and expectations.
    fn checklist(&self) -> Vec<Check> {
        let faults = FAULTS.iter().map(|class| class.check);
        let rules = RULES.iter().map(|rule| rule.check);
        let ran = self.detection.ran.iter();
        let ran = ran.filter_map(|code| Check::from_code(code));
        let expected = self.expected.iter().map(of_expectation);
        let all = faults.chain(rules).chain(ran);
        each_once(all.chain([Check::OtherAnswer]).chain(expected))
    }

    /// What failed, what an engine's rules explain, known causes, and what became of expectations.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = FAULTS.iter().filter_map(|class| self.fault_row(class)).collect();
        for finding in &self.detection.findings {
            self.add_finding(finding, &mut rows);
        }
        rows.extend(self.expected.iter().map(expectation_row));
        let clocks = self.times.into_iter().zip([SWEEPS, TICKS]);
        rows.extend(clocks.filter_map(|(time, of)| untimed_row(time, of)));
        let queries = self.queries;
        let explained = |check, n: usize, outcome| counted_row(check, SWEEPS, queries.queries, n, outcome);
        let rules = queries.rules.by_rules().filter(|(_, n)| *n > 0);
        rows.extend(rules.map(|(rule, n)| explained(rule.check, n, Outcome::ByRule)));
        let causes = queries.causes.iter().filter(|(_, n)| *n > 0);
        rows.extend(causes.map(|(cause, n)| explained(cause.check(), n, Outcome::Counted)));
        rows
    }

    /// How often the contestant shows a class of fault.
    fn count(&self, class: &FaultRow) -> usize {
        match class.fault {
            Fault::InSolid => self.movement.embedded_ticks,
            Fault::Stuck => self.movement.stuck_ticks,
            Fault::FellOut => self.movement.fell_out.into(),
            Fault::WalkUnreliable => self.movement.unreliable,
            of_gaps if class.source == Source::Gaps => self.queries.skin.counts()[of_gaps],
            of_answers => self.queries.faults[of_answers],
        }
    }

    /// A class of fault that it shows. The occasional effect of rounding is counted, and no failure, as in the bar.
    fn fault_row(&self, class: &FaultRow) -> Option<Row> {
        let n = self.count(class);
        let (of, asked) = match class.source {
            Source::Answers => (SWEEPS, self.queries.queries),
            Source::Walk => (TICKS, self.ticks),
            Source::Gaps => (SWEEPS, self.queries.skin.gaps),
        };
        let depth = match class.fault {
            Fault::InSolid => self.movement.deepest,
            _ => self.queries.penetration,
        };
        let is_deep = [
            Fault::InSolid,
            Fault::Missed,
            Fault::MissedFromTouch,
            Fault::TooDeep,
        ]
        .contains(&class.fault);
        let is_rounding =
            matches!(class.limit, Limit::Often { .. }) && !class.limit.is_exceeded(n, self.queries.queries);
        let outcome = match is_rounding {
            true => Outcome::Passed,
            false => Outcome::Failed(of_fault(class.fault, depth)),
        };
        let skin = &self.queries.skin;
        let note = match class.fault {
            Fault::WrongSkin => skin.wrong_skin().unwrap_or_default(),
            Fault::WrongHull => skin.wrong_hull().join("; "),
            _ => String::new(),
        };
        let row = Row {
            note,
            value: Some(depth).filter(|depth| is_deep && depth.is_finite()),
            ..counted_row(class.check, of, asked, n, outcome)
        };
        (n > 0).then_some(row)
    }

    /// A detector's finding: where a class of fault of the same code is counted, its worst case; else a row of its own.
    fn add_finding(&self, finding: &Finding, rows: &mut Vec<Row>) {
        let severity = of_finding(finding);
        let worst = Some(finding.worst).filter(|worst| worst.is_finite());
        let (note, evidence) = self.moment(finding);
        let own = Check::from_code(&finding.id);
        let is_counted = |row: &Row| row.severity().is_some() && row.check.code() == Some(&finding.id);
        // Several classes of fault may share a code: the one that the code stands for comes before the others.
        let counted = rows.iter_mut().filter(|row| is_counted(row));
        if let Some(row) = counted.min_by_key(|row| Some(row.check) != own) {
            if Some(row.check) == own {
                row.value = worst.or(row.value);
            }
            row.outcome = Outcome::Failed(row.severity().map_or(severity, |other| other.min(severity)));
            (row.note, row.evidence) = (note, evidence);
            return;
        }
        let of = if finding.per == PER_MINUTE { TICKS } else { SWEEPS };
        let asked = match of {
            TICKS => self.ticks,
            _ if finding.rate > 0.0 => (finding.count as f64 * 1e6 / finding.rate).round() as usize,
            _ => finding.count,
        };
        let Some(check) = own else {
            return;
        };
        let outcome = Outcome::Failed(severity);
        rows.push(Row {
            value: worst,
            note,
            evidence,
            ..counted_row(check, of, asked, finding.count, outcome)
        });
    }

    /// Where the worst of a finding is, in words, and on the page.
    fn moment(&self, finding: &Finding) -> (String, Option<Evidence>) {
        // Places are in f32, whose shortest form is read back to the same.
        let [x, y, z] = finding.place.map(|x| x as f32);
        match finding.at {
            Some(tick) if finding.per == PER_MINUTE => (
                format!("tick {tick} at {x} {y} {z}"),
                (tick < self.ticks).then(|| Evidence {
                    replay: Some(format!("index.html#tick={tick}")),
                    ..Evidence::default()
                }),
            ),
            Some(sweep) => (format!("sweep {} from {x} {y} {z}", sweep + 1), None),
            None => (finding.example.clone(), None),
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
        Row::counted(Check::BuildTime, scored.build.msec / 1e3),
        Row::counted(Check::BytesDeclared, scored.build.bytes.said as f64),
    ];
    build.into_iter().chain(scored.refereed.work.rows())
}

fn facts(scored: &Scored, timed: &Timed, base: &str) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let mut add = |name: &str, fact: String| {
        if !fact.is_empty() {
            facts.insert(name.to_owned(), fact);
        }
    };
    let build = &scored.build;
    add(STATES, scored.movement.state_hash.clone());
    add("hull", scored.hull.into());
    add("skin_u", scored.skin.to_string());
    add("solids", build.primitives.to_string());
    add(LEFT_OUT, build.omissions.join("; "));
    add("path", path(scored, base));
    if (build.said_msec - build.msec).abs() > BUILD_PART * build.msec + BUILD_MSEC {
        add("build_ms_declared", three_digits(build.said_msec));
    }
    let times = [&timed.traces, &timed.ticks];
    add("clock", times.map(Timing::caveats).concat().join("; "));
    let preempted: usize = times.iter().map(|time| time.preempted).sum();
    add("passes_preempted", preempted.to_string());
    for skipped in &scored.detection.not_run {
        add(&format!("not asked {}", skipped.id), skipped.why.clone());
    }
    for ticks in &scored.detection.unjudged {
        let counts = [
            (ticks.undecided, "ticks undecided"),
            (ticks.by_rule, "ticks by an engine's rule, which turns the box"),
        ];
        let some = counts.iter().filter(|(n, _)| *n > 0);
        let some: Vec<String> = some.map(|(n, what)| format!("{n} {what}")).collect();
        add(&format!("not judged {}", ticks.id), some.join(", "));
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

fn of_expectation(expected: &Expected) -> Check {
    match expected.is_goal {
        true => Check::Goal,
        false => Check::Bound,
    }
}

fn expectation_row(expected: &Expected) -> Row {
    let outcome = match expected.held {
        true => Outcome::Passed,
        false => Outcome::Failed(of_unmet(expected.is_goal, expected.off)),
    };
    Row {
        axes: Axes::default().with(Axis::Expectation, &expected.what),
        value: expected.off.filter(|off| !expected.held && off.is_finite()),
        note: match expected.held {
            true => expected.got.clone(),
            false => expected.in_short(),
        },
        ..Row::new(of_expectation(expected), outcome)
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
