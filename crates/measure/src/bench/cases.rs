//! Measurements as cases of rows.

use super::place::{Entered, Place};
use super::serve::{Quantiles, Served};
use super::sweeps::{SweepCost, near_reference};
use super::{LeftOut, Plan, REFEREED, REFEREED_IN_A_TOWN, place};
use crate::bar;
use crate::judge::referee::{SweepCounts, referee, work_rows};
use crate::run::setting::BuiltContestant;
use crate::run::sweeps::{Line, draw};
use crate::run::uniform::LENGTHS;
use clipmark_collision::Sweep;
use clipmark_rows::faults::Fault;
use clipmark_rows::{ALL_LENGTHS, Axes, Axis, Case, Check, End, Outcome, Row, STATES, Severity};
use place::Ground;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// Nanoseconds in a millisecond.
const MSEC: f64 = 1e-6;

/// What is measured at a time: sweeps of a class in all worlds, players of one world on all numbers of threads, or builds.
fn group(axes: &Axes) -> String {
    let common: &[Axis] = match axes.get(Axis::Lengths) {
        "" => &[Axis::Brushes, Axis::Players, Axis::Hz],
        _ => &[Axis::Lengths],
    };
    let values = common.iter().map(|&axis| (axis, axes.get(axis)));
    let varied = values.filter(|(_, value)| !value.is_empty());
    varied
        .fold(Axes::default(), |all, (axis, value)| all.with(axis, value))
        .describe()
}

const SWEEPS: &str = "sweeps";
const PLAYERS: &str = "players";
const BUILDS: &str = "builds";

/// The name of the list of checks that a case is asked.
fn checklist(axes: &Axes) -> &'static str {
    match [Axis::Lengths, Axis::Players].map(|axis| axes.get(axis)) {
        ["", ""] => BUILDS,
        ["", _] => PLAYERS,
        _ => SWEEPS,
    }
}

/// The lists of checks of a plan, by name.
pub fn checklists(plan: &Plan) -> BTreeMap<String, Vec<Check>> {
    let of_builds = match plan.load {
        Some(_) => vec![Check::WrongAnswer],
        None => Vec::new(),
    };
    let lists = [
        (SWEEPS, vec![Check::WrongAnswer, Check::OtherAnswer]),
        (PLAYERS, vec![Check::Company]),
        (BUILDS, of_builds),
    ];
    lists
        .into_iter()
        .map(|(name, checks)| (name.to_owned(), checks))
        .collect()
}

fn case(plan: &Plan, contestant: String, axes: Axes) -> Case {
    Case {
        group: group(&axes),
        subject: plan.subject.name().to_owned(),
        contestant,
        checklist: checklist(&axes).to_owned(),
        axes,
        ..Case::default()
    }
}

/// The cost of each contestant's build in a place; where players are served, some answers are refereed too. Timed sweeps do not
/// stand for these: they begin neither at rest nor touching, as players' do.
pub(super) fn of_builds(plan: &Plan, place: &Place) -> Vec<Case> {
    let left_out = place.parts_left_out(plan);
    let of_one = |who: &Entered| {
        let mut case = case(plan, who.name(), place.ground.axes());
        case.rows
            .push(Row::counted(Check::BuildTime, who.built.build_cpu_seconds));
        let counted = who.bytes.counted.map(|n| Row::counted(Check::Bytes, n as f64));
        case.rows.extend(counted);
        case.rows
            .push(Row::counted(Check::BytesDeclared, who.bytes.said as f64));
        if plan.load.is_some() {
            case.rows.push(refereed_row(place, who, plan.seed));
        }
        case.facts.extend(left_out.iter().cloned());
        case
    };
    place.entered.iter().map(of_one).collect()
}

/// Random sweeps of a place by a contestant's body, as players ask them.
fn mixed_sweeps(ground: &Ground, built: &BuiltContestant, seed: u64) -> Vec<Sweep> {
    let lines: Vec<Line> = match ground {
        Ground::Scene(setting) => {
            let skin = setting.profile.trace_rules.skin;
            draw(&setting.world, &setting.truth, &built.hull, skin, REFEREED, seed)
        }
        Ground::Town(town, _) => {
            let mut random = Pcg64Mcg::seed_from_u64(bar::seed(seed, 0));
            let body = built.hull.bounds();
            let lengths = LENGTHS[0].start..LENGTHS[1].end;
            let line = |_| town.line(&body, &lengths, &mut random);
            (0..REFEREED_IN_A_TOWN).map(line).collect()
        }
    };
    built.sweeps(&lines)
}

fn refereed_row(place: &Place, who: &Entered, seed: u64) -> Row {
    let built = &who.built;
    let sweeps = mixed_sweeps(&place.ground, built, seed);
    let near;
    let reference = match &place.ground {
        Ground::Scene(setting) => &setting.truth,
        Ground::Town(town, _) => {
            near = near_reference(town, &sweeps, place.largest_skin());
            &near
        }
    };
    let truth = reference.for_backend(&built.hull, &*built.backend);
    let truth = truth.asked_by(&place.ground.profile().trace_rules);
    answers_row(&referee(&*built.backend, &truth, &sweeps, || ()).score())
}

/// The referee's verdict on answers.
fn answers_row(score: &SweepCounts) -> Row {
    let unreliable = score.faults[Fault::Unreliable];
    // Fewer than the bar fails by are no wrong answers.
    let limit = Fault::Unreliable.limit();
    let beyond = if limit.is_exceeded(unreliable, score.queries) {
        unreliable
    } else {
        0
    };
    let counts = [
        (score.faults.sum(&Fault::THROUGH), "pass through something"),
        (score.faults[Fault::TooDeep], "end in a solid"),
        (score.faults[Fault::Phantom], "stop where nothing is"),
        (beyond, "unreliable"),
    ];
    let wrong: usize = counts.iter().map(|(count, _)| count).sum();
    let kinds = counts.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(count, what)| format!("{count} {what}")).collect();
    Row {
        note: kinds.join(", "),
        ..judged(Check::WrongAnswer, score.queries, wrong)
    }
}

/// A row of so many questions of which so many failed.
fn judged(check: Check, asked: usize, failed: usize) -> Row {
    let outcome = match failed {
        0 => Outcome::Passed,
        _ => Outcome::Failed(Severity::Measurable),
    };
    Row {
        asked: asked as u64,
        failed: failed as u64,
        ..Row::new(check, outcome)
    }
}

/// The sweeps of a class.
pub(super) fn of_sweeps(plan: &Plan, place: &Place, cost: SweepCost) -> Case {
    let lengths = cost.lengths.as_ref().map_or(ALL_LENGTHS.into(), |lengths| {
        format!("{}-{}", lengths.start, lengths.end)
    });
    let axes = place.ground.axes().with(Axis::Lengths, lengths);
    let mut case = case(plan, place.entered[cost.entered].name(), axes);
    case.facts
        .insert("timing_seed".into(), plan.timing_seed.to_string());
    let (time, work) = (cost.raced.time, cost.raced.work);
    case.rows.push(answers_row(&cost.raced.score));
    match time.not_timed {
        Some(differ) => case
            .rows
            .push(judged(Check::OtherAnswer, differ.of, differ.differ)),
        None => {
            case.rows.push(Row::counted(Check::NsSweep, time.median_ns));
            let caveats = time.caveats();
            if !caveats.is_empty() {
                case.facts.insert("clock".into(), caveats.join("; "));
            }
            case.samples.insert(Check::NsSweep, time.samples_ns);
        }
    }
    if plan.counts_work {
        let least = cost.least.iter().flat_map(|least| {
            [
                (Check::LeastSolids, least.solids),
                (Check::LeastPlanes, least.planes),
                (Check::LeastPlanesInFours, least.planes_in_fours),
            ]
        });
        let least = least.map(|(check, count)| Row::counted(check, count));
        case.rows.extend(work_rows(&work).chain(least));
    }
    case
}

/// Players on a number of threads.
pub(super) fn of_load(plan: &Plan, place: &Place, served: Served) -> Case {
    let axes = served.unit.axes(place.ground.axes());
    let mut case = case(
        plan,
        place.entered[served.entered].name(),
        axes.with(Axis::Threads, served.threads),
    );
    case.facts
        .insert(STATES.into(), format!("{:016x}", served.states));
    if !served.is_alike {
        case.rows.push(judged(Check::Company, 1, 1));
        return case;
    }
    let frames: Vec<f64> = served.frames_ns.iter().map(|ns| ns * MSEC).collect();
    let budget = 1000.0 / f64::from(served.unit.hertz);
    let (frame, tick) = (Quantiles::from_samples(&frames), served.tick_ns);
    let in_time = Row {
        limit: Some(budget),
        ..Row::counted(Check::FrameP99, frame.p99)
    };
    case.rows.extend([
        Row::counted(Check::FrameTime, frame.median),
        in_time,
        Row::counted(Check::FrameP999, frame.p999),
        Row::counted(Check::FrameMax, frame.longest),
        Row::counted(Check::NsTick, tick.median),
        Row::counted(Check::NsTickP99, tick.p99),
        Row::counted(Check::NsTickP999, tick.p999),
        Row::counted(Check::NsTickMax, tick.longest),
    ]);
    case.samples.insert(Check::FrameTime, frames);
    case
}

pub(super) fn of_left_out(plan: &Plan, left: LeftOut) -> Case {
    let case = case(plan, left.contestant, left.axes);
    match left.end {
        End::Stopped(why) => case.stopped(why),
        end => Case { end, ..case },
    }
}
