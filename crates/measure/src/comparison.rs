//! The whole comparison of one scene, stage by stage.

use crate::contestant::{Contestant, body_shape};
use crate::detect::{divergence, embedded, shake, stuck};
use crate::driver::Driver;
use crate::expect::expectations;
use crate::play::{Hands, Played, play_hands};
use crate::record::{BuildCost, Comparison, Entry, MovementScore, SceneFacts, TickRecord, Timing};
use crate::referee::referee;
use crate::timing::{Lap, take_turns, tick_lap, trace_lap};
use crate::verdict::verdict;
use crate::{MeasureError, Progress, machine::this_machine, sweeps};
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::{Aabb, Contents, Hull, World};
use clipmark_movement::{Body, PROFILES, PlayerSize, Profile, Setup, ShapeKind, profile_named, recording};
use clipmark_scene::{Drive, Scene};
use clipmark_truth::Reference;
use std::fs::File;

/// How thoroughly to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// Contestants instead of the scene's.
    pub contestants: Option<Vec<String>>,
    /// Seed of the random sweeps instead of the scene's.
    pub seed: Option<u64>,
    /// A quarter of the sweeps and fewer rounds under the clock.
    pub quick: bool,
}

/// Rounds under the clock, and in a quick run.
const ROUNDS: [usize; 2] = [21, 7];
/// Of the random sweeps so many are timed a round: a few milliseconds, so that turns are short.
const TIMED_SWEEPS: usize = 2000;
/// Of the run so many ticks are timed a round.
const TIMED_TICKS: usize = 2500;
/// A quick run referees this share of the sweeps.
const QUICK_SHARE: usize = 4;
/// A player this far below the world's bounds has fallen out, in units.
const FALLEN: f32 = 64.0;
/// Spawn points of maps are on the floor's level; players enter this much higher, in units (Quake III).
const SPAWN_LIFT: f32 = 9.0;

/// One contestant, ready to play.
struct Ready {
    contestant: Contestant,
    backend: Box<dyn CollisionBackend>,
    setup: Setup,
    hull: Hull,
}

/// Compares the contestants of a scene.
///
/// # Errors
/// A scene, map, contestant, profile or recording that cannot be used.
pub fn compare(scene: &Scene, options: &Options, progress: Progress) -> Result<Comparison, MeasureError> {
    let file = scene.file.display().to_string();
    let contestants = contestants(scene, options)?;
    let profile = profile_of(scene, &file)?;
    // The exact reference knows no curved patches, so nobody is to collide with them.
    let whole = scene.world()?;
    let patches = whole.patches.len();
    let world = whole.without_patches();
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let mut ready = Vec::new();
    for (i, &contestant) in contestants.iter().enumerate() {
        progress("building", i as u64, contestants.len() as u64);
        ready.push(make_ready(contestant, &world, &profile)?);
    }
    let (start, hands) = beginning(scene, &world)?;
    check_start(&file, &truth, &ready, &start)?;

    let mut runs: Vec<Played> = Vec::new();
    for (i, r) in ready.iter().enumerate() {
        progress("playing", i as u64, ready.len() as u64);
        let mut hands = hands.clone();
        let played = play_hands(&*r.backend, &r.setup, start, &mut hands);
        // Scripts only give commands that players can give, and recordings were checked when read.
        runs.push(played.unwrap_or_default());
    }

    let seed = options.seed.unwrap_or(scene.seed);
    let count = scene.sweeps as usize / if options.quick { QUICK_SHARE } else { 1 };
    let largest = Hull::Box {
        bounds: profile.bounds(false),
    };
    let lines = sweeps::draw(&world, &truth, &largest, profile.trace_rules.skin, count, seed);
    let mut entries = Vec::new();
    for (r, played) in ready.iter().zip(&runs) {
        entries.push(judged(r, played, &runs[0], &truth, &world, &lines, progress));
    }
    clock(&ready, &runs, start, &lines, options, progress, &mut entries)?;

    let played = &runs[0];
    let facts = SceneFacts {
        name: scene.name.clone(),
        title: scene.title.clone(),
        description: scene.description.clone(),
        profile: profile.name.into(),
        tick_msec: played
            .commands
            .first()
            .map_or_else(|| scene.tick.msec(), |c| f64::from(c.msec)),
        seconds: played.clock().last().copied().unwrap_or_default(),
        ticks: played.commands.len(),
        seed,
        sweeps: lines.len(),
        world: world.name.clone(),
        brushes: world.brushes.len(),
        patches,
        submodels: world.submodels,
    };
    note_omissions(&facts, &mut entries);
    Ok(Comparison {
        scene: facts,
        machine: this_machine(),
        outline: outline(&world),
        expectations: expectations(scene, &entries),
        verdict: verdict(&entries),
        contestants: entries,
    })
}

fn contestants(scene: &Scene, options: &Options) -> Result<Vec<Contestant>, MeasureError> {
    let names = options.contestants.as_ref().unwrap_or(&scene.contestants);
    if names.is_empty() {
        return Err(MeasureError::NoContestants);
    }
    for (i, name) in names.iter().enumerate() {
        if names[..i].contains(name) {
            return Err(MeasureError::Twice(name.clone()));
        }
    }
    names.iter().map(|name| name.parse()).collect()
}

/// The scene's movement, with its hull where it names one.
fn profile_of(scene: &Scene, file: &str) -> Result<Profile, MeasureError> {
    let mut profile = *profile_named(&scene.profile).ok_or_else(|| MeasureError::Profile {
        file: file.into(),
        name: scene.profile.clone(),
        known: PROFILES.map(|p| p.name).join(", "),
    })?;
    let Some(shape) = &scene.player.hull else {
        return Ok(profile);
    };
    let bad = |why| MeasureError::Hull {
        file: file.into(),
        why,
    };
    let hull = shape
        .hull()
        .map_err(|_| bad("its bounds are not finite or are inside out"))?;
    let Aabb { mins, maxs } = hull.bounds();
    if !matches!(hull, Hull::Box { .. }) || mins.x != mins.y || maxs.x != maxs.y || mins.x != -maxs.x {
        return Err(bad(
            "players move as upright boxes, as wide in y as in x and centred; give such a Box",
        ));
    }
    let s = profile.size;
    let shorter = s.top - s.crouched_top;
    profile.size = PlayerSize {
        half_width: maxs.x,
        feet: mins.z,
        top: maxs.z,
        crouched_top: (maxs.z - shorter).max(mins.z),
        ..s
    };
    Ok(profile)
}

fn make_ready(contestant: Contestant, world: &World, profile: &Profile) -> Result<Ready, MeasureError> {
    let backend = contestant.backend.build(world, profile.trace_rules)?;
    let shape = body_shape(&*backend);
    let setup = Setup {
        profile: *profile,
        mover: contestant.mover,
        shape,
    };
    Ok(Ready {
        contestant,
        backend,
        setup,
        hull: shape.hull(profile.bounds(false)),
    })
}

/// The state before the first tick, and who gives the commands.
fn beginning(scene: &Scene, world: &World) -> Result<(Body, Hands), MeasureError> {
    let segments = scene.segments();
    if let Some(Drive::Recorded(path)) = segments.first().map(|s| &s.drive) {
        let file = scene.resolve(path);
        let fault = |source| MeasureError::Recording {
            file: file.clone(),
            source,
        };
        let opened = File::open(&file).map_err(|e| fault(e.into()))?;
        let commands = recording::read_commands(opened).map_err(fault)?;
        return Ok((Body::at(commands.origin), Hands::Recorded(commands.ticks)));
    }
    let state = scene.start(world)?;
    let mut body = Body::at(state.origin);
    if matches!(scene.player.start, clipmark_scene::Start::Spawn(_)) {
        body.origin.z += SPAWN_LIFT;
    }
    body.velocity = state.velocity;
    Ok((
        body,
        Hands::Script(Driver::new(segments, state.yaw), scene.tick.msec()),
    ))
}

/// A start deeper than this is no rounding, in units.
const START_DEPTH: f64 = 0.01;

fn check_start(file: &str, truth: &Reference, ready: &[Ready], start: &Body) -> Result<(), MeasureError> {
    for r in ready {
        let inside = truth.for_hull(&r.hull).signed_distance(&start.origin.cast());
        let depth = inside.map_or(0.0, |d| -d.distance);
        if depth > START_DEPTH {
            let o = start.origin;
            return Err(MeasureError::StartsInSolid {
                file: file.into(),
                depth,
                at: format!("({} {} {})", o.x, o.y, o.z),
            });
        }
    }
    Ok(())
}

fn judged(
    r: &Ready,
    played: &Played,
    first: &Played,
    truth: &Reference,
    world: &World,
    lines: &[sweeps::Line],
    progress: Progress,
) -> Entry {
    let name = r.contestant.to_string();
    let declared = r.backend.declares();
    let own_truth = truth.for_declared(&r.hull, &declared);
    let body_truth = truth.for_hull(&r.setup.shape.hull(r.setup.mover.solid_bounds(&r.setup.profile)));
    let mut done = 0;
    let stage = format!("refereeing {name}");
    let sweeps: Vec<Sweep> = lines.iter().map(|&[a, b]| Sweep::new(r.hull, a, b)).collect();
    let (queries, answers, work) = referee(&*r.backend, &own_truth, &sweeps, || {
        done += 1;
        if done % 64 == 0 {
            progress(&stage, done, sweeps.len() as u64);
        }
    });
    let depths = embedded::depths(played, &body_truth);
    let deviations = divergence::deviations(played, first);
    let shaken = shake::shake(played);
    let clock = played.clock();
    let skin = declared.rules.skin;
    let tolerance = f64::from(skin) / 4.0;
    let seconds = clock.last().copied().unwrap_or(1.0);
    let toggles = played
        .states
        .windows(2)
        .filter(|w| w[0].grounded != w[1].grounded)
        .count();
    let ticks: Vec<TickRecord> = (0..played.commands.len())
        .map(|k| {
            let body = &played.states[k + 1];
            TickRecord {
                seconds: clock[k],
                origin: body.origin.into(),
                velocity: body.velocity.into(),
                grounded: body.grounded,
                yaw: played.commands[k].yaw,
                intent: played.wish(k).norm() > 0.0,
                queries: played.facts[k].queries,
                hits: played.facts[k].hits,
                depth: depths[k],
                deviation: deviations[k],
            }
        })
        .collect();
    let movement = MovementScore {
        stuck_ticks: stuck::stuck_ticks(played, &body_truth, footing(r)),
        embedded_ticks: depths.iter().filter(|&&d| d > tolerance).count(),
        deepest: depths.iter().copied().fold(0.0, f64::max),
        shake: shaken.rms,
        alternation: shaken.alternation,
        ground_toggles: toggles as f64 / seconds,
        distance: played
            .states
            .windows(2)
            .map(|w| f64::from((w[1].origin - w[0].origin).norm()))
            .sum(),
        fell_out: played
            .states
            .iter()
            .any(|b| b.origin.z < world.bounds.mins.z - FALLEN),
        top_speed: played
            .states
            .iter()
            .map(|b| f64::from(b.horizontal_speed()))
            .fold(0.0, f64::max),
        unreliable: played.facts.iter().map(|f| f.unreliable as usize).sum(),
        state_hash: format!("{:016x}", played.hash()),
        divergence: divergence::divergence(played, first, &deviations),
    };
    let facts = r.backend.facts();
    Entry {
        name,
        hull: match r.setup.shape {
            ShapeKind::Box => "box",
            ShapeKind::Capsule => "capsule",
            ShapeKind::Cylinder => "cylinder",
        }
        .into(),
        skin,
        build: BuildCost {
            msec: facts.build_time.as_secs_f64() * 1e3,
            bytes: facts.bytes,
            primitives: facts.primitives,
            omissions: facts.omissions.clone(),
        },
        queries,
        movement,
        trace_time: Timing::default(),
        tick_time: Timing::default(),
        work,
        ticks,
        answers,
    }
}

/// What the part of the body that must stay free can step over: nothing where the rest of it does so by design.
fn footing(r: &Ready) -> stuck::Footing {
    let profile = &r.setup.profile;
    let knee = r.setup.mover.solid_bounds(profile).mins.z - profile.size.feet;
    stuck::Footing { step: (profile.step_height - knee).max(0.0), walkable: profile.walkable_normal }
}

fn clock(
    ready: &[Ready],
    runs: &[Played],
    start: Body,
    lines: &[sweeps::Line],
    options: &Options,
    progress: Progress,
    entries: &mut [Entry],
) -> Result<(), MeasureError> {
    let rounds = ROUNDS[usize::from(options.quick)];
    let timed = &lines[..lines.len().min(TIMED_SWEEPS)];
    let of_hull = |r: &Ready| {
        timed
            .iter()
            .map(|&[a, b]| Sweep::new(r.hull, a, b))
            .collect::<Vec<_>>()
    };
    let sweeps: Vec<Vec<Sweep>> = ready.iter().map(of_hull).collect();
    let name = |r: &Ready| r.contestant.to_string();
    let mut laps: Vec<Lap> = ready
        .iter()
        .zip(&sweeps)
        .map(|(r, s)| trace_lap(&name(r), &*r.backend, s))
        .collect();
    let mut done = 0;
    let mut step = |stage: &str| {
        done += 1;
        progress(stage, done, 2 * rounds as u64);
    };
    for (entry, timing) in entries
        .iter_mut()
        .zip(take_turns(&mut laps, rounds, || step("timing traces"))?)
    {
        entry.trace_time = timing;
    }
    let mut laps: Vec<Lap> = ready
        .iter()
        .zip(runs)
        .map(|(r, p)| {
            tick_lap(
                &name(r),
                &*r.backend,
                r.setup,
                start,
                &p.commands[..p.commands.len().min(TIMED_TICKS)],
            )
        })
        .collect();
    for (entry, timing) in entries
        .iter_mut()
        .zip(take_turns(&mut laps, rounds, || step("timing ticks"))?)
    {
        entry.tick_time = timing;
    }
    Ok(())
}

/// What of the map nobody collides with, said of each contestant.
fn note_omissions(scene: &SceneFacts, entries: &mut [Entry]) {
    let counted = |n: usize, one: &str, many: &str| match n {
        1 => format!("this map's 1 {one} is not collided with"),
        n => format!("this map's {n} {many} are not collided with"),
    };
    for entry in entries {
        if scene.patches > 0 {
            entry
                .build
                .omissions
                .push(counted(scene.patches, "curved patch", "curved patches"));
        }
        if scene.submodels > 0 {
            let parts = counted(
                scene.submodels,
                "moving part (door, platform)",
                "moving parts (doors, platforms)",
            );
            entry.build.omissions.push(parts);
        }
    }
}

fn outline(world: &World) -> Vec<Vec<[f32; 3]>> {
    let solid = world.brushes_in(Contents::PLAYER_MASK);
    let faces = solid.flat_map(|(_, b)| b.faces());
    faces
        .map(|f| f.winding.to_f32().iter().map(|p| [p.x, p.y, p.z]).collect())
        .collect()
}
