//! A comparison with figures invented for looking at: three contestants on a staircase. It is deterministic, and as
//! large as a real one: 2,500 ticks and 4,000 sweeps each.

use clipmark_rows::drawn::*;
use clipmark_rows::results::SCENE;
use clipmark_rows::{
    Axes, Axis, Case, Check, Contestant, Evidence, LEFT_OUT, Made, Outcome, Results, Row, Run, STATES,
    Severity, Subject,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::FRAC_PI_4;

/// Random numbers, the same every time.
struct Noise(Pcg64Mcg);

impl Noise {
    /// Even between 0 and 1.
    fn even(&mut self) -> f64 {
        self.0.random()
    }

    /// Like the size of an error: spread evenly over decades.
    fn decades(&mut self, from: f64, to: f64) -> f64 {
        10f64.powf(from + (to - from) * self.even())
    }
}

const STEPS: usize = 12;

const NAMES: [&str; 3] = ["bsp", "bvh", "cylinder"];

/// Three contestants walk up a staircase and turn at its top; the third leaves the path at tick 700.
pub(crate) fn comparison() -> Comparison {
    Comparison {
        results: results(),
        scene: SceneFacts {
            run_speed: 320.0,
            tick_msec: 8.0,
            seconds: 20.0,
            measured_from: "bsp".into(),
            measured_from_first: true,
            ..SceneFacts::default()
        },
        outline: outline(),
        contestants: (0..NAMES.len()).map(entry).collect(),
        ..Comparison::default()
    }
}

/// What was found: the third stops at nothing, has wrong normals and misses a goal.
fn results() -> Results {
    let options = [
        ("profile", "quake3"),
        ("tick_msec", "8"),
        ("seconds", "20"),
        ("seed", "7"),
        ("sweeps", "4000"),
        ("ticks", "2500"),
        ("curved_patches", "77, removed for all"),
    ];
    let contestant = |name: &&str| Contestant {
        name: (*name).into(),
        ..Contestant::default()
    };
    let checks = [
        Check::StopsAtNothing,
        Check::WrongNormal,
        Check::SpeedGain,
        Check::StandsStill,
        Check::Goal,
    ];
    let run = Run {
        made: Made {
            date: "2026-11-23 08:14".into(),
            commit: "0123abcd".into(),
            command: "compare scenes/stairs.ron".into(),
            rules: 2,
        },
        version: "0.1.0".into(),
        machine: "Example CPU 3.0 GHz, 8 cores, linux x86_64, release build, clock: CPU time".into(),
        options: options.map(|(name, value)| (name.into(), value.into())).into(),
        subjects: vec![Subject {
            name: "stairs".into(),
            title: "A staircase, up and around".into(),
            description: "Twelve steps of 16 u, walked up, around on the landing and down again.".into(),
        }],
        contestants: NAMES.iter().map(contestant).collect(),
        checklists: NAMES.map(|name| (name.to_owned(), checks.to_vec())).into(),
        groups: 1,
        ..Run::new(SCENE)
    };
    Results {
        run,
        cases: (0..NAMES.len()).map(case).collect(),
        is_whole: true,
    }
}

/// A row of so many failures.
pub(crate) fn failed(check: Check, n: u64, severity: Severity) -> Row {
    Row {
        asked: 4000,
        failed: n,
        ..Row::new(check, Outcome::Failed(severity))
    }
}

fn case(index: usize) -> Case {
    let mut noise = Noise(Pcg64Mcg::seed_from_u64(index as u64 + 1));
    let mut samples = |ns: f64| -> Vec<f64> {
        (0..60)
            .map(|_| ns * (0.985 + 0.03 * noise.even() + noise.even().powi(12)))
            .collect()
    };
    let (ns, tick) = ([182.0, 711.0, 640.0][index], [1410.0, 5230.0, 2950.0][index]);
    let times = |check, ratio: f64| Row {
        interval: Some([ratio * 0.98, ratio * 1.02]),
        ..Row::counted(check, ratio)
    };
    let bytes = [96_000.0, 310_000.0, 280_400.0][index];
    let mut rows = vec![
        Row::counted(Check::NsSweep, ns),
        times(Check::TimesSweep, ns / 182.0),
        Row::counted(Check::NsTick, tick),
        times(Check::TimesTick, tick / 1410.0),
        Row::counted(Check::Nodes, [11.2, 14.9, 17.0][index]),
        Row::counted(Check::Planes, [21.4, 0.0, 9.1][index]),
        Row::counted(Check::Bytes, bytes),
        Row::counted(Check::BytesDeclared, bytes),
    ];
    if index == 2 {
        rows.push(failed(Check::StopsAtNothing, 2, Severity::Measurable));
        rows.push(Row {
            evidence: Some(Evidence {
                replay: Some("index.html#tick=699".into()),
                ..Evidence::default()
            }),
            note: "tick 699 at 1 2 3".into(),
            ..failed(Check::WrongNormal, 31, Severity::Measurable)
        });
        rows.push(Row {
            axes: Axes::default().with(Axis::Expectation, "reaches the top"),
            note: "got as far as step 9 of 10".into(),
            ..Row::new(Check::Goal, Outcome::Failed(Severity::Stuck))
        });
    }
    let states = ["9f3a61c2b7d80e15", "9f3a61c2b7d80e15", "41d07be8a1c2e3f4"][index];
    let facts = [
        (STATES, states),
        (LEFT_OUT, "this map's 77 curved patches are not collided with"),
    ];
    Case {
        group: "g".into(),
        subject: "stairs".into(),
        contestant: NAMES[index].into(),
        axes: Axes::default().with(Axis::Hz, 125.0),
        checklist: NAMES[index].into(),
        rows,
        facts: facts.map(|(name, fact)| (name.into(), fact.into())).into(),
        samples: [(Check::NsSweep, samples(ns)), (Check::NsTick, samples(tick))].into(),
        ..Case::default()
    }
}

/// Times that grow with the work.
fn work_times(index: usize) -> Vec<WorkTimes> {
    let bins = |most: f64| {
        let bin = |k: u32| WorkBin {
            work: most * f64::from(k) / 9.0,
            median_ns: 60.0 + 40.0 * index as f64 + 5.0 * f64::from(k * k),
        };
        (0..10).map(bin).collect()
    };
    let counters = [
        ("inner nodes", 40.0),
        ("brushes, hulls or polygons", 12.0),
        ("planes", 90.0),
    ];
    counters
        .into_iter()
        .map(|(counter, most)| WorkTimes {
            counter: counter.into(),
            bins: bins(most),
        })
        .collect()
}

fn entry(index: usize) -> Entry {
    let mut noise = Noise(Pcg64Mcg::seed_from_u64(index as u64 + 1));
    let ns = [182.0, 711.0, 640.0][index];
    let ticks = walk(index, &mut Noise(Pcg64Mcg::seed_from_u64(9)));
    let mut answers = (0..4000).map(|_| answer(index, &mut noise)).collect::<Vec<_>>();
    for phantom in answers.iter_mut().take(if index == 2 { 2 } else { 0 }) {
        phantom.phantom = true;
    }
    let is_bad = index == 2;
    let mark = Mark {
        tick: 699,
        what: "leaves the first path: it rises 18 u".into(),
    };
    Entry {
        name: NAMES[index].into(),
        hull: if is_bad { "cylinder" } else { "box" }.into(),
        body: BodyBounds {
            half_width: 15.0,
            feet: -24.0,
            top: 32.0,
            knee: is_bad.then_some(-6.0),
        },
        marks: is_bad.then_some(mark).into_iter().collect(),
        parted: is_bad.then_some(700),
        work_times: work_times(index),
        contact_normals: contact_normals(&ticks),
        ticks,
        sweep_times: answers.iter().map(|_| ns * (0.5 + noise.even())).collect(),
        answers,
        ..Entry::default()
    }
}

/// The floor under every tick, and a wall at each third.
fn contact_normals(ticks: &[TickRecord]) -> Vec<[f32; 3]> {
    let both = [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]];
    ticks
        .iter()
        .flat_map(|t| both.into_iter().take(usize::from(t.contacts)))
        .collect()
}

fn walk(index: usize, noise: &mut Noise) -> Vec<TickRecord> {
    let (mut x, mut y) = (-220.0f64, 0.0f64);
    (0..2500)
        .map(|i| {
            let t = f64::from(i) * 0.008;
            let heading = if t < 4.0 { 0.0 } else { (t - 4.0) * 0.55 };
            let speed = 320.0 * (1.0 - (-t * 4.0).exp()) * if (8.0..8.3).contains(&t) { 0.35 } else { 1.0 };
            x += speed * 0.008 * heading.cos() * 0.45;
            y += speed * 0.008 * heading.sin() * 0.45;
            let parted = if index == 2 && i >= 700 {
                (t - 5.6).min(2.0) * 14.0
            } else {
                0.0
            };
            let stair = ((x + parted) / 32.0).floor().clamp(0.0, STEPS as f64 - 1.0) * 16.0;
            let rounding = if index == 1 {
                2e-4 * noise.even() * f64::from(u8::from(i > 300))
            } else {
                0.0
            };
            let left = i % 500 >= 300;
            TickRecord {
                seconds: t,
                origin: [
                    (x + parted) as f32,
                    (y - parted * 0.6) as f32,
                    (stair + 24.125) as f32,
                ],
                velocity: [
                    (speed * heading.cos()) as f32,
                    (speed * heading.sin()) as f32,
                    0.0,
                ],
                grounded: true,
                yaw: heading.to_degrees() as f32,
                intent: true,
                wish: Some((heading + if left { FRAC_PI_4 } else { 0.0 }).to_degrees() as f32),
                keys: Keys(Keys::FORWARD | if left { Keys::LEFT | Keys::JUMP } else { 0 }),
                queries: 4,
                hits: 2,
                depth: 0.0,
                turned_back: 0.0,
                contacts: 1 + u8::from(i % 3 == 0),
                deviation: parted * 1.17 + rounding,
            }
        })
        .collect()
}

fn answer(index: usize, noise: &mut Noise) -> SweepRecord {
    let hit = noise.even() < 0.6;
    let early = match index {
        0 => noise.decades(-8.0, -4.5),
        1 => noise.decades(-7.0, -3.3),
        _ => noise.decades(-7.5, -3.9),
    };
    let tail = if index > 0 && noise.even() > 0.998 {
        40.0
    } else {
        1.0
    };
    SweepRecord {
        start: [0.1, (noise.even() * 100.0) as f32, 24.0],
        end: [100.3, 7.7, 24.0],
        fraction: if hit { 0.33 } else { 1.0 },
        truth: if hit { 1.0 / 3.0 } else { 1.0 },
        normal: [-1.0, 0.0, 0.0],
        missed: false,
        phantom: false,
        penetration: if index == 1 && noise.even() > 0.97 {
            noise.decades(-5.0, -3.0)
        } else {
            0.0
        },
        gap: 0.0,
        time_of_impact: if hit { early * tail } else { 0.0 },
        normal_error: hit.then(|| {
            if index > 0 {
                noise.decades(-4.0, 0.2) * tail
            } else {
                0.0
            }
        }),
    }
}

fn outline() -> Vec<Face> {
    let mut faces: Vec<Vec<[f32; 3]>> = Vec::new();
    let mut solid = |lo: [f32; 3], hi: [f32; 3]| {
        let c = |x: usize, y: usize, z: usize| [[lo[0], hi[0]][x], [lo[1], hi[1]][y], [lo[2], hi[2]][z]];
        faces.extend([
            vec![c(0, 0, 1), c(1, 0, 1), c(1, 1, 1), c(0, 1, 1)],
            vec![c(0, 0, 0), c(0, 1, 0), c(1, 1, 0), c(1, 0, 0)],
            vec![c(0, 0, 0), c(1, 0, 0), c(1, 0, 1), c(0, 0, 1)],
            vec![c(0, 1, 0), c(0, 1, 1), c(1, 1, 1), c(1, 1, 0)],
            vec![c(0, 0, 0), c(0, 0, 1), c(0, 1, 1), c(0, 1, 0)],
            vec![c(1, 0, 0), c(1, 1, 0), c(1, 1, 1), c(1, 0, 1)],
        ]);
    };
    solid([-1024.0, -1024.0, -16.0], [1024.0, 1024.0, 0.0]);
    for step in 0..STEPS - 1 {
        let at = 32.0 * (step + 1) as f32;
        let far = if step == STEPS - 2 { 640.0 } else { at + 32.0 };
        solid([at, -96.0, 0.0], [far, 640.0, 16.0 * (step + 1) as f32]);
    }
    solid([-320.0, -160.0, 0.0], [700.0, -120.0, 320.0]);
    solid([660.0, -160.0, 0.0], [700.0, 700.0, 320.0]);
    solid([-1024.0, -1024.0, 512.0], [1024.0, 1024.0, 528.0]);
    let solid = |corners| Face {
        kind: FaceKind::Solid,
        corners,
    };
    faces.into_iter().map(solid).collect()
}
