//! `compare bench`: time and memory by length of sweep, players, threads, and brushes of the world.

use crate::cli::{BenchArgs, InputKind};
use crate::hull;
use crate::made::provenance;
use crate::output::{Output, input};
use crate::progress::Bar;
use crate::publish::publish_results;
use crate::terminal::tell;
use crate::threads;
use crate::verbs::suite::{prepare_folder_of, program_hash};
use crate::weigh::{Scale, Where};
use crate::who::choose_contestants;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::{self, Float};
use clipmark_geometry::{Contents, Hull};
use clipmark_measure::bench::{
    Budget, Held, Input, LoadPlan, Plan, Subject, SweepPlan, checklists, measure, questions,
};
use clipmark_measure::this_machine;
use clipmark_measure::uniform::LENGTHS;
use clipmark_movement::profile_named;
use clipmark_report::{NOTHING_ASKED, bench_asks_nobody, bench_passes, bench_sheet};
use clipmark_rows::{ALL_LENGTHS, Case, Results, Run, Subject as Described, each_once};
use clipmark_scene::sources::quake_map;
use clipmark_scene::{ProfileChoice, Scene};
use clipmark_suite::hush_caught_panics;
use clipmark_suite::runner::describe_contestant;
use std::collections::hash_map::RandomState;
use std::fmt::Write;
use std::fs;
use std::hash::BuildHasher;
use std::ops::Range;
use std::path::Path;

/// The subject that is generated.
const TOWNS: &str = "towns";
const BRUSHES: [usize; 3] = [1000, 10_000, 100_000];
/// The class of length that is timed in towns where none is named: a fall or a step's look ahead.
const TOWN_LENGTHS: Range<f32> = 16.0..256.0;
/// The movement in a town.
const TOWN_PROFILE: &str = "quake3";
/// Ticks a second where nothing says otherwise.
const RATE: f32 = 125.0;
/// Rounds, sweeps of a class and how many of these are refereed: in a scene, then in towns, where the exact reference is dear.
const ROUNDS: [usize; 2] = [31, 15];
const SWEEPS: [usize; 2] = [5000, 2000];
const REFEREED: [usize; 2] = [4000, 200];
/// A quick run's share of rounds and of sweeps.
const QUICK: [usize; 2] = [3, 4];
/// Ticks of all players in one case at most: their commands and times take 2.5 GB.
const MOST_TICKS: f64 = 50e6;
/// Sweeps of a class at a time at most, of all rounds, worlds and bodies: they take 3 GB.
const MOST_SWEEPS: usize = 50_000_000;
/// Players of all contestants at a time at most: each takes some kilobytes.
const MOST_AT_A_TIME: usize = 4_000_000;
/// Threads of all contestants at a time at most; nearly all wait for their turn.
const MOST_WAITING: usize = 8192;

/// Says whether somebody was asked and nobody refused, all timed answers are right, and all players end in company as they do
/// alone.
pub(crate) fn run(args: &BenchArgs) -> Result<bool> {
    let scene = scene(args)?;
    let plan = plan(args, scene)?;
    let exports = args.exports.open()?;
    let part = if is_narrower(args) { "-part" } else { "" };
    let out = prepare_folder_of(args.out.as_deref(), &format!("{}{part}", study(&plan)))?;
    if let Some(folder) = &args.export_questions {
        export_questions(folder, &plan)?;
    }
    let scale = Scale::of_this_program();
    let mut count_bytes = |contestant: &str, brushes: Option<usize>, said: usize| {
        match &args.hull {
            // The process that counts prepares the bodies of the movement alone.
            Some(_) => Held::declared(said),
            None => scale.held(contestant, place(args, &plan, brushes), said),
        }
    };
    hush_caught_panics();
    let bar = Bar::new();
    let cases = measure(&plan, &mut count_bytes, &mut |stage, done, all| {
        bar.at(stage, done, all)
    })?;
    drop(bar);
    let is_passed = bench_passes(&cases);
    if bench_asks_nobody(&cases) {
        tell!("{NOTHING_ASKED}");
    }
    let results = Results {
        run: describe_run(args, &plan, &cases)?,
        cases,
        is_whole: true,
    };
    let sheet = bench_sheet(&results, out.before().as_ref())?;
    publish_results(&results, sheet, &out, exports, is_passed, &Case::is_failed)?;
    Ok(is_passed)
}

/// The scene; none where the subject is generated.
fn scene(args: &BenchArgs) -> Result<Option<Scene>> {
    if is_towns(args) {
        return Ok(None);
    }
    if args.brushes.is_some() {
        bail!(
            "--brushes: {} has its own; give `{TOWNS}` as the subject",
            args.subject.display()
        );
    }
    let mut scene = super::scene::read(&args.subject)?;
    if let Some(profile) = &args.profile {
        scene.profile = ProfileChoice::named(profile.name);
    }
    Ok(Some(scene))
}

fn is_towns(args: &BenchArgs) -> bool {
    args.subject == Path::new(TOWNS)
}

/// The arguments' questions, checked before anything is built.
fn plan(args: &BenchArgs, scene: Option<Scene>) -> Result<Plan> {
    let who = choose_contestants(args.company.contestants.as_deref())?;
    let load = match &args.players {
        Some(players) => Some(load(args, players, scene.as_ref())?),
        None => None,
    };
    let asks_sweeps = load.is_none() || args.lengths.is_some() || args.sweeps.is_some();
    let sweeps = match asks_sweeps {
        true => Some(sweeps(args)?),
        false => {
            refuse_options_of_sweeps(args)?;
            None
        }
    };
    let subject = match scene {
        Some(scene) => Subject::Scene(Box::new(scene)),
        None => Subject::Towns {
            brushes: each_once(args.brushes.clone().unwrap_or(BRUSHES.to_vec())),
            profile: Box::new(match args.profile {
                Some(profile) => profile,
                None => *profile_named(TOWN_PROFILE).context(TOWN_PROFILE)?,
            }),
        },
    };
    let plan = Plan {
        subject,
        contestants: who.contestants,
        leaves_out: who.leaves_out,
        sweeps,
        load,
        counts_work: args.work,
        seed: args.seed,
        timing_seed: args.timing_seed.unwrap_or_else(unknown_seed),
        budget: Budget {
            seconds: args.most_seconds,
            megabytes: args.most_megabytes,
        },
    };
    if let Some(load) = &plan.load {
        check_size(load, plan.contestants.len())?;
    }
    check_sweeps(&plan)?;
    Ok(plan)
}

/// A seed that no program knows before this run.
fn unknown_seed() -> u64 {
    u64::from(RandomState::new().hash_one(()) as u32)
}

/// Refuses options of sweeps where none are timed.
fn refuse_options_of_sweeps(args: &BenchArgs) -> Result<()> {
    let given = [
        ("--work", args.work),
        ("--quick", args.quick),
        ("--count", args.count.is_some()),
        ("--rounds", args.rounds.is_some()),
        ("--hull", args.hull.is_some()),
        ("--timing-seed", args.timing_seed.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!(
            "{option} is of sweeps, and with --players alone none are timed; give --lengths or --sweeps too, or \
             leave it out"
        ),
        None => Ok(()),
    }
}

/// Refuses more sweeps than a machine holds, and a class that none of the given sweeps is in.
fn check_sweeps(plan: &Plan) -> Result<()> {
    let Some(sweeps) = &plan.sweeps else {
        return Ok(());
    };
    let places = match &plan.subject {
        Subject::Scene(_) => 1,
        Subject::Towns { brushes, .. } => brushes.len(),
    };
    let bodies = match sweeps.hull {
        Some(_) => 1,
        None => plan.contestants.len(),
    };
    let each = sweeps.given.as_ref().map_or(sweeps.count, Vec::len);
    let at_a_time = [each, sweeps.sets(), places, bodies]
        .into_iter()
        .fold(1, usize::saturating_mul);
    if at_a_time > MOST_SWEEPS {
        bail!(
            "{at_a_time} sweeps at a time, of all rounds, worlds and bodies; at most {MOST_SWEEPS}: give fewer sweeps, \
             --rounds or --contestants, or one --hull for all"
        );
    }
    match sweeps.empty_class() {
        Some(Range { start, end }) => {
            bail!("--lengths: no sweep of the file is {start}-{end} u long; leave this class out")
        }
        None => Ok(()),
    }
}

fn sweeps(args: &BenchArgs) -> Result<SweepPlan> {
    let hull = args.hull.as_deref().map(hull::parse).transpose()?;
    let given = match &args.sweeps {
        None => None,
        Some(file) => {
            let body = hull.unwrap_or(Hull::Point);
            let read = recording::read_sweeps(input(file)?, body, Contents::PLAYER_MASK);
            let mut sweeps = read.with_context(|| file.display().to_string())?;
            sweeps.retain(|sweep| sweep.check().is_ok());
            if sweeps.is_empty() {
                bail!("{}: there is no sweep in it that could be timed", file.display());
            }
            Some(sweeps.iter().map(|sweep| [sweep.start, sweep.end]).collect())
        }
    };
    let lengths = match (&args.lengths, &given) {
        (Some(lengths), _) => each_once(lengths.iter().cloned()),
        (None, Some(_)) => Vec::new(),
        (None, None) if is_towns(args) => vec![TOWN_LENGTHS],
        (None, None) => LENGTHS.to_vec(),
    };
    let place = usize::from(is_towns(args));
    let [of_rounds, of_sweeps] = if args.quick { QUICK } else { [1, 1] };
    Ok(SweepPlan {
        lengths,
        given,
        hull,
        count: args.count.unwrap_or(SWEEPS[place] / of_sweeps),
        refereed: REFEREED[place],
        rounds: args.rounds.unwrap_or(ROUNDS[place] / of_rounds),
    })
}

fn load(args: &BenchArgs, players: &[usize], scene: Option<&Scene>) -> Result<LoadPlan> {
    let input = match (&args.input, scene) {
        (InputKind::Random, _) => Input::Random,
        (InputKind::Scene, Some(scene)) => Input::from_scene(scene)?,
        (InputKind::File(path), Some(scene)) => Input::from_file(path, scene)?,
        (InputKind::Scene | InputKind::File(_), None) => {
            bail!("--input: players of {TOWNS} have random commands; leave --input out")
        }
    };
    let rates = match (input.rate(), &args.rates) {
        (Some(own), Some(_)) => bail!(
            "--rates: {} says how long each of its ticks is, {own} a second; leave --rates out",
            input.name()
        ),
        (Some(own), None) => vec![own],
        (None, Some(rates)) => each_once(rates.iter().copied()),
        (None, None) => vec![RATE],
    };
    Ok(LoadPlan {
        input,
        players: each_once(players.iter().copied()),
        rates,
        threads: each_once(args.threads.clone().unwrap_or(vec![1])),
        seconds: args.seconds,
    })
}

/// Refuses more players and threads than a machine holds.
fn check_size(load: &LoadPlan, contestants: usize) -> Result<()> {
    let players = load.players.iter().copied().max().unwrap_or(1);
    let fastest = load.rates.iter().copied().fold(0.0, f32::max);
    let ticks = players as f64 * load.seconds * f64::from(fastest);
    if ticks > MOST_TICKS {
        bail!(
            "{ticks:.0} ticks in one case; at most {MOST_TICKS:.0}: give fewer --players, --seconds or a lower rate"
        );
    }
    if players * contestants > MOST_AT_A_TIME {
        bail!(
            "{players} players of {contestants} contestants at a time; at most {MOST_AT_A_TIME} in all: give fewer \
             --players or --contestants"
        );
    }
    let waiting: usize = load.threads.iter().sum::<usize>() * contestants;
    if waiting > MOST_WAITING {
        bail!(
            "{waiting} threads of {contestants} contestants; at most {MOST_WAITING}: give fewer --threads or \
             --contestants"
        );
    }
    threads::check(waiting, "give fewer --threads or --contestants")
}

/// The name of the usual folder tells what was asked: results of unlike questions do not replace each other.
fn study(plan: &Plan) -> String {
    let players = match (&plan.load, &plan.sweeps) {
        (Some(_), None) => "-players",
        _ => "",
    };
    format!("bench-{}{players}", plan.subject.name())
}

/// Whether it is not the whole run of its subject.
fn is_narrower(args: &BenchArgs) -> bool {
    args.quick
        || args.lengths.is_some()
        || args.sweeps.is_some()
        || args.brushes.is_some()
        || args.count.is_some()
        || args.rounds.is_some()
        || args.hull.is_some()
}

/// How another process makes the world of a place.
fn place(args: &BenchArgs, plan: &Plan, brushes: Option<usize>) -> Where {
    match (&plan.subject, brushes) {
        (Subject::Towns { profile, .. }, Some(brushes)) => Where::Town {
            brushes,
            seed: plan.seed,
            profile: profile.name.to_owned(),
        },
        _ => Where::Scene {
            file: args.subject.clone(),
            profile: args.profile.map(|profile| profile.name.to_owned()),
            contestants: plan.contestants.iter().map(ToString::to_string).collect(),
        },
    }
}

/// What was asked, as the first line shows it.
fn describe_run(args: &BenchArgs, plan: &Plan, cases: &[Case]) -> Result<Run> {
    let mut run = Run::new("bench");
    let machine = this_machine();
    run.made = provenance();
    run.program = program_hash()?;
    run.groups = each_once(cases.iter().map(|case| &case.group)).len();
    run.checklists = checklists(plan);
    run.version = machine.version;
    run.machine = format!(
        "{}, {} cores, {} build",
        machine.cpu, machine.cores, machine.build
    );
    run.contestants = plan.contestants.iter().map(describe_contestant).collect();
    run.subjects = vec![Described {
        name: plan.subject.name().to_owned(),
        ..Described::default()
    }];
    let mut set = |name: &str, value: String| run.options.insert(name.into(), value);
    set("seed", plan.seed.to_string());
    let profile = match &plan.subject {
        Subject::Scene(scene) => scene.profile.to_string(),
        Subject::Towns { profile, .. } => profile.name.to_owned(),
    };
    set("profile", profile);
    set("most seconds", plan.budget.seconds.to_string());
    set("most MB", plan.budget.megabytes.to_string());
    if let Some(sweeps) = &plan.sweeps {
        let lengths = sweeps.lengths.iter();
        let lengths: Vec<String> = lengths
            .map(|class| format!("{}-{}", class.start, class.end))
            .collect();
        set("rounds", sweeps.rounds.to_string());
        set("refereed", sweeps.refereed.to_string());
        set("hull", args.hull.clone().unwrap_or_else(|| "own".into()));
        set(
            "lengths",
            match lengths.is_empty() {
                true => ALL_LENGTHS.to_owned(),
                false => lengths.join(","),
            },
        );
        set(
            "sweeps",
            match (&args.sweeps, sweeps.given_of_no_class()) {
                (None, _) => sweeps.count.to_string(),
                (Some(file), 0) => file.display().to_string(),
                (Some(file), n) => format!("{}, {n} of no class left out", file.display()),
            },
        );
    }
    if let Some(load) = &plan.load {
        let rates: Vec<String> = load.rates.iter().map(ToString::to_string).collect();
        set("input", load.input.name().to_owned());
        set("Hz", rates.join(","));
        let threads: Vec<String> = load.threads.iter().map(ToString::to_string).collect();
        set("threads", threads.join(","));
        set("seconds", load.seconds.to_string());
    }
    Ok(run)
}

/// Writes the sweeps of the first round of each class, and each town as a map.
fn export_questions(folder: &Path, plan: &Plan) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for asked in questions(plan)? {
        let of_town = asked.brushes.map_or(String::new(), |n| format!("town-{n}-"));
        if let Some(brushes) = asked.brushes {
            let map = quake_map::write(&asked.world);
            let file = folder.join(format!("town-{brushes}.map"));
            Output::open(Some(&file))?.export(map.text.as_bytes())?;
        }
        for (lengths, lines) in asked.sweeps {
            let class = lengths.map_or(ALL_LENGTHS.into(), |lengths| {
                format!("{}-{}", lengths.start, lengths.end)
            });
            let mut text = String::new();
            for [a, b] in lines {
                let [ax, ay, az, bx, by, bz] = [a.x, a.y, a.z, b.x, b.y, b.z].map(Float);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{ax} {ay} {az} {bx} {by} {bz}");
            }
            let file = folder.join(format!("{of_town}{class}.txt"));
            Output::open(Some(&file))?.write(text.as_bytes())?;
        }
    }
    Ok(())
}
