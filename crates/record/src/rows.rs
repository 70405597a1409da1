//! A scene's run as rows: a case for each contestant, of which files and differences of runs are made.

use crate::faults::{FAULTS, Fault, FaultRow, Source};
use crate::findings::Finding;
use crate::graded::{of_fault, of_finding, of_unmet};
use crate::rules::RULES;
use crate::{Comparison, Entry, Expected, Machine, Timing};
use clipmark_rows::{
    Axes, Axis, Case, Check, Contestant, Evidence, Outcome, Results, Row, Run, Severity, Subject, each_once,
    key_of_debug,
};
use std::collections::BTreeMap;

/// A scene's run, as results name it.
pub const STUDY: &str = "scene";
/// The fact with the hash over the state after every tick.
pub const STATES: &str = "states";
/// The fact of what a backend does not collide with.
pub const LEFT_OUT: &str = "left out";
/// Of the questions of rows: random sweeps, and ticks of the walk.
const SWEEPS: &str = "sweeps";
const TICKS: &str = "ticks";
/// What a finding of movement is counted by.
const PER_MINUTE: &str = "per minute";

impl Comparison {
    /// All cases of the run, with what was asked.
    pub fn results(&self) -> Results {
        let mut run = self.run();
        let group = key_of_debug(&(&run.options, &run.contestants));
        let mut cases = Vec::new();
        for entry in &self.contestants {
            // Detectors run where they have what they need, so each contestant has a list of its own.
            run.checklists
                .insert(entry.name.clone(), entry.checklist(&self.expectations));
            cases.push(Case {
                group: group.clone(),
                subject: self.scene.name.clone(),
                contestant: entry.name.clone(),
                axes: self.axes(),
                checklist: entry.name.clone(),
                rows: entry.rows(&self.expectations),
                facts: entry.facts(),
                samples: entry.samples(),
                ..Case::default()
            });
        }
        Results {
            run,
            cases,
            is_whole: true,
        }
    }

    fn axes(&self) -> Axes {
        let axes = Axes::default().with(Axis::Profile, &self.scene.profile);
        match self.scene.tick_msec > 0.0 {
            // To three decimals, since a tick of 7 ms has no short rate.
            true => axes.with(Axis::Hz, (1e6 / self.scene.tick_msec).round() / 1e3),
            false => axes,
        }
    }

    fn run(&self) -> Run {
        let scene = &self.scene;
        let asked = [
            ("world", scene.world.clone()),
            ("profile", scene.profile.clone()),
            ("tick_msec", scene.tick_msec.to_string()),
            ("ticks", scene.ticks.to_string()),
            ("seed", scene.seed.to_string()),
            (SWEEPS, scene.sweeps.to_string()),
            ("measured_from", scene.measured_from.clone()),
        ];
        Run {
            made: self.made.clone(),
            version: self.machine.version.clone(),
            machine: self.machine.describe(),
            options: asked.map(|(name, value)| (name.to_owned(), value)).into(),
            contestants: self
                .contestants
                .iter()
                .map(|entry| Contestant {
                    name: entry.name.clone(),
                    ..Contestant::default()
                })
                .collect(),
            subjects: vec![Subject {
                name: scene.name.clone(),
                title: scene.title.clone(),
                description: scene.description.clone(),
            }],
            groups: 1,
            ..Run::new(STUDY)
        }
    }
}

impl Machine {
    /// Processor, cores, system, build, and the clock of times.
    pub fn describe(&self) -> String {
        format!(
            "{}, {} cores, {}, {} build, clock: {}",
            self.cpu, self.cores, self.os, self.build, self.clock
        )
    }
}

impl Entry {
    /// What was checked: all classes of fault and engines' rules, the detectors that ran, the timed answers, and expectations.
    fn checklist(&self, expected: &[Expected]) -> Vec<Check> {
        let faults = FAULTS.iter().map(|class| class.check);
        let rules = RULES.iter().map(|rule| rule.check);
        let ran = self.detection.ran.iter();
        let ran = ran.filter_map(|code| Check::from_code(code));
        let own = expected.iter().filter(|e| e.contestant == self.name);
        let own = own.map(of_expectation);
        let all = faults
            .chain(rules)
            .chain(ran)
            .chain([Check::OtherAnswer])
            .chain(own);
        each_once(all)
    }

    /// What failed, what an engine's rules explain, known causes, and measures.
    pub fn rows(&self, expected: &[Expected]) -> Vec<Row> {
        let mut rows: Vec<Row> = FAULTS.iter().filter_map(|class| self.fault_row(class)).collect();
        for finding in &self.detection.findings {
            self.add_finding(finding, &mut rows);
        }
        rows.extend(self.unmet(expected).map(unmet_row));
        let clocks = [(&self.trace_time, SWEEPS), (&self.tick_time, TICKS)];
        rows.extend(clocks.into_iter().filter_map(|(time, of)| untimed_row(time, of)));
        let queries = &self.queries;
        let explained = |check, n: usize, outcome| counted_row(check, SWEEPS, queries.queries, n, outcome);
        let rules = queries.rules.by_rules().filter(|(_, n)| *n > 0);
        rows.extend(rules.map(|(rule, n)| explained(rule.check, n, Outcome::ByRule)));
        let causes = queries.causes.iter().filter(|(_, n)| *n > 0);
        rows.extend(causes.map(|(cause, n)| explained(cause.check(), n, Outcome::Counted)));
        for measure in self.measures() {
            // What fails by its measure has it already.
            if !rows.iter().any(|row| row.check == measure.check) {
                rows.push(measure);
            }
        }
        rows
    }

    /// The worst harm to the player by its walk, its sweeps and the unmet of `expected`. `None` where nothing is wrong.
    pub fn severity(&self, expected: &[Expected]) -> Option<Severity> {
        self.rows(expected).iter().filter_map(Row::severity).min()
    }

    /// A class of fault that it shows. The occasional effect of rounding is counted, and no failure.
    fn fault_row(&self, class: &'static FaultRow) -> Option<Row> {
        let n = class.count(self);
        let (of, asked) = match class.source {
            Source::Answers => (SWEEPS, self.queries.queries),
            Source::Walk => (TICKS, self.ticks.len()),
            Source::Gaps => (SWEEPS, self.queries.skin.gaps),
        };
        let depth = match class.fault {
            Fault::InSolid => self.movement.deepest,
            _ => self.queries.penetration.worst,
        };
        let is_deep = [
            Fault::InSolid,
            Fault::Missed,
            Fault::MissedFromTouch,
            Fault::TooDeep,
        ]
        .contains(&class.fault);
        let is_fault = self.faults().any(|(other, _)| other.fault == class.fault);
        let outcome = match is_fault {
            true => Outcome::Failed(of_fault(class.fault, depth)),
            false => Outcome::Passed,
        };
        let row = Row {
            note: class.measured(&self.queries.skin).join("; "),
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
            TICKS => self.ticks.len(),
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
                (tick < self.ticks.len()).then(|| Evidence {
                    replay: Some(format!("index.html#tick={tick}")),
                    ..Evidence::default()
                }),
            ),
            Some(sweep) => (format!("sweep {} from {x} {y} {z}", sweep + 1), None),
            None => (finding.example.clone(), None),
        }
    }

    /// What is measured without a verdict.
    fn measures(&self) -> Vec<Row> {
        let (movement, build, work) = (&self.movement, &self.build, &self.work);
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
            Row::counted(Check::BuildTime, build.msec / 1e3),
            Row::counted(Check::BytesDeclared, build.bytes.said as f64),
        ];
        let bytes = build.bytes.counted;
        all.extend(bytes.map(|bytes| Row::counted(Check::Bytes, bytes as f64)));
        let times = [
            (&self.trace_time, Check::NsSweep, Check::TimesSweep),
            (&self.tick_time, Check::NsTick, Check::TimesTick),
        ];
        for (time, ns, times) in times {
            if time.not_timed.is_none() && time.median_ns > 0.0 {
                let is_finite = time.relative_interval.iter().all(|end| end.is_finite());
                all.push(Row::counted(ns, time.median_ns));
                all.push(Row {
                    interval: is_finite.then_some(time.relative_interval),
                    ..Row::counted(times, time.relative)
                });
            }
        }
        all.extend(work.rows());
        all
    }

    /// Times of the rounds. Who answers otherwise under the clock has none.
    fn samples(&self) -> BTreeMap<Check, Vec<f64>> {
        let times = [
            (Check::NsSweep, &self.trace_time),
            (Check::NsTick, &self.tick_time),
        ];
        let is_taken = |time: &Timing| {
            let samples = &time.samples_ns;
            time.not_timed.is_none() && !samples.is_empty() && samples.iter().all(|ns| ns.is_finite())
        };
        let taken = times.into_iter().filter(|(_, time)| is_taken(time));
        taken
            .map(|(check, time)| (check, time.samples_ns.clone()))
            .collect()
    }

    fn facts(&self) -> BTreeMap<String, String> {
        let mut facts = BTreeMap::from([
            (STATES.to_owned(), self.movement.state_hash.clone()),
            ("hull".to_owned(), self.hull.clone()),
            ("skin_u".to_owned(), self.skin.to_string()),
            ("solids".to_owned(), self.build.primitives.to_string()),
        ]);
        if !self.build.omissions.is_empty() {
            facts.insert(LEFT_OUT.into(), self.build.omissions.join(" "));
        }
        for skipped in &self.detection.not_run {
            facts.insert(format!("not asked {}", skipped.id), skipped.why.clone());
        }
        facts
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

fn unmet_row(unmet: &Expected) -> Row {
    let severity = of_unmet(unmet.is_goal, unmet.off);
    Row {
        axes: Axes::default().with(Axis::Expectation, &unmet.what),
        value: unmet.off.filter(|off| off.is_finite()),
        note: unmet.in_short(),
        ..Row::new(of_expectation(unmet), Outcome::Failed(severity))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HullSide;
    use crate::counts::Counts;
    use std::collections::HashSet;

    /// A contestant that shows every class of fault.
    fn all_faults() -> Entry {
        let mut entry = Entry::default();
        for (i, (fault, _)) in Counts::<Fault>::default().iter().enumerate() {
            entry.queries.faults[fault] = 20 + i;
        }
        entry.movement.unreliable = 8;
        entry.movement.stuck_ticks = 9;
        entry.movement.embedded_ticks = 10;
        entry.movement.fell_out = true;
        entry.queries.skin.wrong = true;
        entry.queries.skin.hull = vec![
            HullSide {
                direction: "+x".into(),
                short: 0.1,
            };
            2
        ];
        entry
    }

    #[test]
    fn every_class_of_fault_is_a_row_of_its_own() {
        let mut entry = all_faults();
        assert_eq!(entry.faults().count(), FAULTS.len(), "a class is not set here");
        let rows = entry.rows(&[]);
        let keys: HashSet<_> = rows.iter().map(|row| (row.check, &row.axes)).collect();
        assert_eq!(keys.len(), rows.len());
        for (class, n) in entry.faults() {
            let is_own = |row: &&Row| row.check == class.check && row.failed == n as u64;
            let row = rows.iter().find(is_own);
            assert!(row.is_some_and(|row| row.severity().is_some()), "{}", class.key);
        }
        // A finding of a counted code is no row beside it, and names the worst place.
        entry.detection.findings = vec![Finding {
            id: "F5".into(),
            count: 3,
            worst: 90.0,
            at: Some(6),
            ..Finding::default()
        }];
        let found = entry.rows(&[]);
        assert_eq!(found.len(), rows.len());
        let normal = found.iter().find(|row| row.check == Check::WrongNormal);
        let told = normal.map(|row| (row.value, row.note.as_str()));
        assert_eq!(told, Some((Some(90.0), "sweep 7 from 0 0 0")));
        // Of classes with one code, that of the code itself has the finding.
        entry.detection.findings[0].id = "F1".into();
        let found = entry.rows(&[]);
        let noted = found.iter().filter(|row| row.note == "sweep 7 from 0 0 0");
        let noted: Vec<Check> = noted.map(|row| row.check).collect();
        assert!(found.iter().any(|row| row.check == Check::PassesTouched));
        assert_eq!(noted, [Check::PassesThrough]);
    }

    #[test]
    fn rows_fail_where_the_verdict_does() {
        let unmet = Expected {
            is_goal: true,
            ..Expected::default()
        };
        let found = Finding {
            id: "F14".into(),
            count: 1,
            ..Finding::default()
        };
        let mut detected = Entry::default();
        detected.detection.findings.push(found);
        for (entry, expected) in [
            (Entry::default(), vec![]),
            (Entry::default(), vec![unmet]),
            (detected, vec![]),
            (all_faults(), vec![]),
        ] {
            let fails = entry.rows(&expected).iter().any(|row| row.severity().is_some());
            assert_eq!(fails, !entry.passes(&expected), "{expected:?}");
        }
    }
}
