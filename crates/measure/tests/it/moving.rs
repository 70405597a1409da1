//! Scenes whose world moves: played the same each time, judged clean. Each planted fault of pushes is found by its detector.

use clipmark_bsp::BspBackend;
use clipmark_collision::{Altered, BuildError, TraceRules};
use clipmark_faults::PUSHES;
use clipmark_geometry::{Point, Vec3};
use clipmark_measure::sweeps::Line;
use clipmark_measure::{
    Base, BuiltContestant, Contestant, Expected, MeasureError, Options, Played, Scored, Setting, compare,
    compare_altered, judge_run,
};
use clipmark_movement::moving::PushFault;
use clipmark_movement::{
    Body, Carried, Controller, ControllerWorld, MoverKind, MovingPart, Placed, Profile, Wanted,
};
use clipmark_rows::WALKED;
use clipmark_scene::Scene;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) struct Judged {
    pub(crate) played: Played,
    pub(crate) scored: Scored,
    expected: Vec<Expected>,
}

impl Judged {
    /// Ids of the detectors' findings.
    pub(crate) fn found(&self) -> Vec<&str> {
        self.scored
            .detection
            .seen
            .iter()
            .map(|(detector, _)| detector.id)
            .collect()
    }
}

fn setting(scene: &Scene, name: &str) -> Result<Setting, MeasureError> {
    let contestants: [Contestant; 1] = [name.parse()?];
    let mut setting = Setting::shared_by(scene, &contestants)?;
    setting.set_in_motion(scene, &contestants)?;
    Ok(setting)
}

fn judge(scene: &Scene, setting: &Setting, name: &str) -> Judged {
    let entrant = setting.enter(name.parse().unwrap()).unwrap();
    let played = entrant.play(setting).unwrap();
    let base = Base::choose(setting, &played, name);
    let none: [Line; 0] = [];
    let (scored, expected) = judge_run(scene, setting, &entrant, &played, &base, &none);
    Judged {
        played,
        scored,
        expected,
    }
}

pub(crate) fn played(scene: &Scene, name: &str, fault: Option<PushFault>) -> Judged {
    let mut setting = setting(scene, name).unwrap();
    setting.moving.as_mut().unwrap().push_fault = fault;
    judge(scene, &setting, name)
}

fn shipped(name: &str) -> Scene {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    Scene::load(folder.join(name)).unwrap()
}

/// A floor, a mover, and keys.
pub(crate) fn scene(profile: &str, mover: &str, start: &str, input: &str) -> Scene {
    let text = format!(
        "(version: 1, title: \"t\", world: Shapes([Room(min: (-512, -512, 0), max: (512, 512, 512), thickness: 32)]), \
         movers: [{mover}], player: (start: At{start}), profile: \"{profile}\", input: [{input}])"
    );
    Scene::parse(&text, "test.ron").unwrap()
}

const LIFT: &str =
    "(shapes: [Box(min: (-64, -64, 0), max: (64, 64, 16))], moves: Lift(height: 128, speed: 100))";
/// A wall that comes along the floor, faster than a player is wide in a tick.
const FAST: &str = "(shapes: [Box(min: (-300, -64, 0), max: (-292, 64, 96))], moves: Train(speed: 8000, corners: \
                    [(by: (0, 0, 0), wait: 1), (by: (500, 0, 0), wait: 1)]))";
/// The same, slowly.
const SLOW: &str = "(shapes: [Box(min: (-300, -64, 0), max: (-292, 64, 96))], moves: Train(speed: 200, corners: \
                    [(by: (0, 0, 0), wait: 1), (by: (500, 0, 0), wait: 1)]))";

#[test]
fn scenes_with_movers_are_clean_and_the_same_again() {
    for file in ["lift.ron", "door.ron", "train.ron"] {
        let scene = shipped(file);
        for name in ["bsp", "bvh", "cylinder", "hull"] {
            let first = played(&scene, name, None);
            let again = played(&scene, name, None);
            assert_eq!(first.played.hash(), again.played.hash(), "{file} {name}");
            assert_eq!(first.played.course, again.played.course, "{file} {name}");
            let failed: Vec<_> = first.expected.iter().filter(|e| !e.held).collect();
            assert!(failed.is_empty(), "{file} {name}: {failed:?}");
            let ours = ["F32", "F33", "F34", "F35", "F20", "F31"];
            let found: Vec<_> = first
                .scored
                .detection
                .seen
                .iter()
                .filter(|(detector, _)| ours.contains(&detector.id))
                .collect();
            assert!(found.is_empty(), "{file} {name}: {found:#?}");
        }
    }
}

/// A lift's rider rises by the lift's step each tick, in each engine's order of a frame.
#[test]
fn a_rider_rises_with_the_lift_in_each_engine() {
    for profile in ["quake3", "quakeworld", "netquake", "goldsrc"] {
        let feet = clipmark_movement::profile_named(profile).unwrap().size.feet;
        let start = format!("(0, 0, {})", 16.2 - feet);
        let scene = scene(profile, LIFT, &start, "Wait(3)");
        let judged = played(&scene, "bsp", None);
        let z = |b: &clipmark_movement::Body| b.origin.z;
        let top = judged.played.states.iter().map(z).fold(0.0, f32::max);
        let start = judged.played.states[0].origin.z;
        assert!((top - start - 128.0).abs() < 0.5, "{profile}: {start} to {top}");
        assert_eq!(judged.found(), Vec::<&str>::new(), "{profile}");
    }
}

/// Who stands on a lift of Quake III at its top holds it there. The walker did not: its own queries find its ground.
#[test]
fn who_stands_on_a_lift_holds_it_up() {
    let lift = "(shapes: [Box(min: (-64, -64, 0), max: (64, 64, 16))], moves: Lift(height: 96, speed: 96))";
    let scene = scene("quake3", lift, "(0, 0, 40.2)", "Wait(8)");
    for name in ["bsp", "bvh+slide", "hull", "cylinder"] {
        let z = played(&scene, name, None).played.states.last().unwrap().origin.z;
        assert!((136.0..137.0).contains(&z), "{name}: {z}");
    }
}

#[track_caller]
fn catches(fault: &str, id: &str, scene: &Scene) {
    let sound = played(scene, "bsp", None);
    assert!(!sound.found().contains(&id), "{fault}: {id} without it");
    let rules = PUSHES.iter().find(|f| f.name == fault).unwrap().fault;
    let spoilt = played(scene, "bsp", Some(rules));
    assert!(
        spoilt.found().contains(&id),
        "{fault}: {id} is not in {:?}",
        spoilt.found()
    );
}

#[test]
fn a_rider_left_behind_is_found() {
    catches(
        "push-leaves-riders",
        "F35",
        &scene("quake3", LIFT, "(0, 0, 40.2)", "Wait(3)"),
    );
}

#[test]
fn a_body_in_a_mover_is_found() {
    catches(
        "push-goes-through",
        "F32",
        &scene("quake3", SLOW, "(0, 0, 24.2)", "Wait(4)"),
    );
}

/// The engines look for bodies in a mover's way at the end of its step. A mover faster than it and a body are thick goes
/// through.
#[test]
fn a_body_passed_by_a_mover_is_found() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        let by = |wall: &str| played(&scene(profile, wall, "(0, 0, 24.2)", "Wait(4)"), "bsp", None);
        assert!(!by(SLOW).found().contains(&"F33"), "{profile}");
        assert!(
            by(FAST).found().contains(&"F33"),
            "{profile}: {:?}",
            by(FAST).found()
        );
    }
}

#[test]
fn a_body_pushed_by_nothing_is_found() {
    catches(
        "push-all",
        "F34",
        &scene("quake3", SLOW, "(200, 300, 24.2)", "Wait(4)"),
    );
}

/// A part that an engine lacks is an error that names line and remedy.
#[test]
fn what_quake_has_not_is_refused() {
    let disc = "(shapes: [Box(min: (-64, -64, 0), max: (64, 64, 16))], moves: Rotates(around: (0, 0, 0), degrees: 90))";
    let scene = scene("quakeworld", disc, "(0, 0, 40.2)", "Wait(1)");
    let said = setting(&scene, "bsp")
        .err()
        .map(|e| e.to_string())
        .unwrap_or_default();
    assert!(said.starts_with("test.ron:1:"), "{said}");
    assert!(
        said.contains("a part that turns") && said.contains("profile: \"quake3\""),
        "{said}"
    );
}

/// A map of a closed room with a door, and with these entities besides. Their `BLOCK` is a flat brush in a corner.
pub(crate) fn map(name: &str, entities: &str) -> Scene {
    let block = |a: [i32; 3], b: [i32; 3]| {
        let ([x0, y0, z0], [x1, y1, z1]) = (a, b);
        let face = |p: [[i32; 3]; 3]| {
            let points = p.map(|[x, y, z]| format!("( {x} {y} {z} )")).join(" ");
            format!("{points} t 0 0 0 1 1\n")
        };
        let faces = [
            [[x0, y0, z0], [x0, y1, z0], [x0, y0, z1]],
            [[x1, y0, z0], [x1, y0, z1], [x1, y1, z0]],
            [[x0, y0, z0], [x0, y0, z1], [x1, y0, z0]],
            [[x0, y1, z0], [x1, y1, z0], [x0, y1, z1]],
            [[x0, y0, z0], [x1, y0, z0], [x0, y1, z0]],
            [[x0, y0, z1], [x0, y1, z1], [x1, y0, z1]],
        ];
        format!("{{\n{}}}\n", faces.map(face).concat())
    };
    let walls = [
        block([-272, -272, -16], [272, 272, 0]),
        block([-272, -272, 256], [272, 272, 272]),
        block([-272, -272, 0], [-256, 272, 256]),
        block([256, -272, 0], [272, 272, 256]),
        block([-256, -272, 0], [256, -256, 256]),
        block([-256, 256, 0], [256, 272, 256]),
    ];
    let door = block([64, -64, 0], [80, 64, 96]);
    let entities = entities.replace("BLOCK", &block([-200, -200, 0], [-136, -136, 16]));
    let text = format!(
        "{{\n\"classname\" \"worldspawn\"\n{}}}\n{{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 32\"\n}}\n\
         {{\n\"classname\" \"func_door\"\n\"angle\" \"-1\"\n{door}}}\n{entities}",
        walls.concat()
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.map"));
    std::fs::write(&file, text).unwrap();
    Scene::of_map(&file.display().to_string()).unwrap()
}

#[test]
fn a_maps_door_opens_for_who_comes_near() {
    let scene = map("door", "");
    let setting = setting(&scene, "bsp").unwrap();
    assert_eq!(setting.in_motion().unwrap().count(), 1);
    let judged = judge(&scene, &setting, "bsp");
    let course = judged.played.course.as_ref().unwrap();
    let highest = (0..=course.ticks())
        .map(|k| course.pose(k, 0).origin.z)
        .fold(0.0, f32::max);
    // 96 u high and 8 u of lip; the game's bounds are a unit larger on each side.
    assert_eq!(highest, 90.0);
    let ours = ["F20", "F32", "F33", "F34", "F35"];
    assert!(
        !judged.found().iter().any(|id| ours.contains(id)),
        "{:?}",
        judged.found()
    );
}

/// A jump pad in the corner of [`map`].
pub(crate) const PAD: &str = "{\n\"classname\" \"trigger_push\"\n\"angle\" \"-1\"\n\"speed\" \"60\"\n\"target\" \"up\"\nBLOCK}\n\
               {\n\"classname\" \"target_position\"\n\"targetname\" \"up\"\n\"origin\" \"-168 -168 160\"\n}\n";

/// A body that runs onto a jump pad leaves the ground. The walker kept its own, and walked on.
#[test]
fn a_pad_throws_who_walks_onto_it() {
    let keys = self::scene(
        "quake3",
        "",
        "(0, 0, 40)",
        "Hold(keys: [Forward], yaw: 225, seconds: 1.5)",
    )
    .input;
    for profile in ["quake3", "quakeworld"] {
        let mut scene = map(&format!("pad-{profile}"), PAD);
        scene.input.clone_from(&keys);
        scene.profile.base = profile.into();
        for name in ["bsp", "bvh+slide", "hull", "cylinder"] {
            let setting = setting(&scene, name).unwrap();
            let run = judge(&scene, &setting, name).played;
            let top = run.states.iter().map(|b| b.origin.z).fold(0.0, f32::max);
            assert!(top > 120.0, "{profile} {name}: {top}");
        }
    }
}

/// Two corners at one place, and more parts than a level has.
#[test]
fn no_map_hangs_or_leads_out_of_numbers() {
    let corner = |name: &str, target: &str| {
        format!(
            "{{\n\"classname\" \"path_corner\"\n\"targetname\" \"{name}\"\n\"target\" \"{target}\"\n\"origin\" \"0 0 8\"\n}}\n"
        )
    };
    let still = format!(
        "{{\n\"classname\" \"func_train\"\n\"target\" \"a\"\nBLOCK}}\n{}{}",
        corner("a", "b"),
        corner("b", "a")
    );
    for profile in ["quake3", "quakeworld"] {
        let mut scene = map(&format!("still_{profile}"), &still);
        scene.profile.base = profile.into();
        let judged = judge(&scene, &setting(&scene, "bsp").unwrap(), "bsp");
        let course = judged.played.course.as_ref().unwrap();
        let finite = |k: usize| course.pose(k, 1).origin.coords.iter().all(|x| x.is_finite());
        assert!((0..=course.ticks()).all(finite), "{profile}");
    }
    let many = "{\n\"classname\" \"func_button\"\nBLOCK}\n".repeat(1100);
    let scene = map("many", &many);
    let setting = setting(&scene, "bsp").unwrap();
    assert!(setting.in_motion().is_none());
    let left_out = &setting.moving.as_ref().unwrap().left_out;
    assert!(
        left_out.len() == 1 && left_out[0].contains("1024"),
        "{left_out:?}"
    );
}

/// Courses whose scripts are Quake III's. A train of Quake sets out earlier, and a player is 16 u to each side instead of 15.
const OF_QUAKE3: [&str; 5] = ["fast-wall", "jump-sinking", "retreat", "reverse", "step-on"];

/// Each course of `scenes/moving/` at four rates, by three engines' orders: its expectations hold, and no mover fails.
#[test]
fn courses_hold_at_four_rates_in_each_engines_order() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/moving");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 5);
    let (mut wrong, mut of_quake) = (Vec::new(), 0);
    for file in &files {
        for profile in ["quake3", "quakeworld", "netquake"] {
            let mut scene = Scene::load(file).unwrap();
            scene.profile.base = profile.into();
            let is_own = profile != "quake3" && OF_QUAKE3.contains(&&*scene.name);
            if is_own || matches!(setting(&scene, "bsp"), Err(MeasureError::InScene { .. })) {
                continue;
            }
            of_quake += usize::from(profile != "quake3");
            for hertz in [33.0, 60.0, 125.0, 333.0] {
                scene.tick = clipmark_scene::Tick::Hz(hertz);
                let judged = played(&scene, "bsp", None);
                let which = format!("{} {profile} {hertz}", scene.name);
                let failed = judged.expected.iter().filter(|e| !e.held);
                wrong.extend(failed.map(|e| format!("{which}: {} got {}", e.what, e.got)));
                let ours = ["F20", "F32", "F33", "F34", "F35"];
                let found = judged
                    .scored
                    .detection
                    .seen
                    .iter()
                    .filter(|(detector, _)| ours.contains(&detector.id));
                wrong.extend(
                    found.map(|(detector, f)| format!("{which}: {} {} at {:?}", detector.id, f.worst, f.at)),
                );
            }
        }
    }
    assert_eq!(of_quake, 2 * 13);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A map without a scene: the player comes to the next spawn when a trigger kills him and when his stay is over, and no
/// detector takes that for a fault.
#[test]
fn a_player_without_a_scene_visits_all_spawns_of_his_map() {
    let entities = "{\n\"classname\" \"trigger_hurt\"\n\"dmg\" \"999\"\nBLOCK}\n\
                    {\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"-100 160 32\"\n}\n";
    let mut scene = map("kill", entities);
    scene.contestants = vec!["bsp".into(), "bvh".into()];
    scene.sweeps = 400;
    // From the first spawn into the trigger within a second, from the second one to a wall.
    let run = "Hold(keys: [Forward], yaw: 225, seconds: 6)";
    scene.input = self::scene("quakeworld", "", "(0, 0, 40)", run).input;
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let found = compare(&scene, &options, &mut |_, _, _| ()).unwrap();
    for (case, drawn) in found.results.cases.iter().zip(&found.contestants) {
        assert!(!case.is_failed(), "{:#?}", case.failures());
        assert!(
            case.facts[WALKED].ends_with("from 2 spawns, 2 deaths"),
            "{:?}",
            case.facts
        );
        let spawns = [[0.0, 0.0], [-100.0, 160.0]];
        let near = |at: &[f32; 3]| {
            spawns
                .iter()
                .position(|s| (s[0] - at[0]).hypot(s[1] - at[1]) < 8.0)
        };
        let mut visits: Vec<usize> = drawn.ticks.iter().filter_map(|tick| near(&tick.origin)).collect();
        visits.dedup();
        assert_eq!(visits, [0, 1, 0, 1]);
    }
}

/// A map of which nothing moves, with a second spawn where x < -60.
fn rigid_map(name: &str) -> Scene {
    let scene = map(
        name,
        "{\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"-160 160 32\"\n}\n",
    );
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.map"));
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("func_door", "func_group")).unwrap();
    let mut scene = Scene {
        sweeps: 100,
        contestants: vec!["bsp".into()],
        ..scene
    };
    let run = "Hold(keys: [Forward], yaw: 90, seconds: 2)";
    scene.input = self::scene("quake3", "", "(0, 0, 40)", run).input;
    scene
}

/// Where a player only visits spawns, everything is asked that is asked of a rigid world, in each of his stays.
#[test]
fn a_rigid_map_of_two_spawns_is_judged_as_any_rigid_world() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        let mut scene = rigid_map(&format!("rigid-{profile}"));
        scene.profile.base = profile.into();
        let setting = setting(&scene, "bsp").unwrap();
        assert_eq!(setting.in_motion().unwrap().count(), 0);
        let silent = &mut |_: &str, _, _| ();
        let found = compare(&scene, &Options::default(), silent).unwrap();
        let case = &found.results.cases[0];
        assert!(!case.is_failed(), "{profile}: {:#?}", case.failures());
        assert!(!found.scene.measured_from_first, "{profile}");
        assert_eq!(found.contestants[0].parted, None, "{profile}");
        let asked: Vec<&str> = found.results.run.checklists["bsp"]
            .iter()
            .filter_map(|check| check.code())
            .collect();
        for code in ["F7", "F8", "F12", "F28", "F29", "F30", "F31"] {
            assert!(asked.contains(&code), "{profile}: {code} is not among {asked:?}");
        }
        // A fault in the second stay alone shows in a world that is turned.
        let world = setting.world.clone();
        let plant = |mut built: BuiltContestant| {
            let sound = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
            built.backend = Box::new(Altered::with_trace(sound, |sweep, work, ask| {
                let mut answer = ask(sweep, work);
                if sweep.start.x < -60.0 && answer.fraction == 1.0 {
                    answer.fraction = 0.9;
                    answer.end = sweep.at(0.9);
                }
                answer
            }));
            built
        };
        let found = compare_altered(&scene, &Options::default(), silent, &plant).unwrap();
        let failed = found.results.cases[0].failures();
        let is_found = |code| failed.iter().any(|row| row.check.code() == Some(code));
        assert!(is_found("F30"), "{profile}: {failed:#?}");
    }
}

static PLACED: AtomicUsize = AtomicUsize::new(0);

/// A controller that stays where it is put, of a library that takes no moving world.
struct Stays;

impl ControllerWorld for Stays {
    fn controller(&self, _: &Profile) -> Box<dyn Controller> {
        Box::new(StaysAt(Point::origin()))
    }
}

struct StaysAt(Point);

impl Controller for StaysAt {
    fn place(&mut self, body: &Placed) {
        PLACED.fetch_add(1, Ordering::Relaxed);
        self.0 = body.origin;
    }

    fn parts_move(&mut self, _: &[MovingPart], _: f32) {
        panic!("nothing moves");
    }

    fn carry(&mut self, _: &Wanted) -> Carried {
        Carried {
            origin: self.0,
            velocity: Some(Vec3::zeros()),
            ground: None,
        }
    }
}

static STAYS: MoverKind =
    MoverKind::foreign("stays", "a controller of this test", |_, _| Ok(Arc::new(Stays))).with_moving(
        |_, _| {
            Err(BuildError::Library {
                backend: "stays",
                why: "it takes no doors".into(),
            })
        },
    );

/// A library's controller that visits spawns is put to each once, in a world of its library that knows no movers.
#[test]
fn a_controller_keeps_its_memory_from_spawn_to_spawn() {
    for profile in ["quake3", "quakeworld", "netquake"] {
        let second = "{\n\"classname\" \"info_player_deathmatch\"\n\"origin\" \"-100 160 32\"\n}\n";
        let mut scene = map(&format!("stays-{profile}"), second);
        scene.profile.base = profile.into();
        let contestants = [Contestant::from(&STAYS)];
        let mut setting = Setting::shared_by(&scene, &contestants).unwrap();
        setting.set_in_motion(&scene, &contestants).unwrap();
        let entrant = setting.enter(contestants[0]).unwrap();
        PLACED.store(0, Ordering::Relaxed);
        let run = entrant.play(&setting).unwrap();
        assert!(run.course.is_some());
        assert_eq!(PLACED.load(Ordering::Relaxed), 2, "{profile}");
    }
}

/// Flags that make a trigger_hurt harmless are each game's own.
#[test]
fn a_kill_trigger_is_off_by_its_games_flags() {
    let cases = [
        ("quake3", [true, false, true, true]),
        ("quakeworld", [true, true, true, true]),
        ("goldsrc", [true, true, false, false]),
    ];
    for (profile, kills) in cases {
        for (flags, kills) in [0, 1, 2, 8].into_iter().zip(kills) {
            let hurt = format!(
                "{{\n\"classname\" \"trigger_hurt\"\n\"dmg\" \"999\"\n\"spawnflags\" \"{flags}\"\nBLOCK}}\n"
            );
            let mut scene = map(&format!("hurt-{profile}-{flags}"), &hurt);
            scene.profile.base = profile.into();
            let run = "Hold(keys: [Forward], yaw: 225, seconds: 3)";
            scene.input = self::scene("quakeworld", "", "(0, 0, 40)", run).input;
            let setting = setting(&scene, "bsp").unwrap();
            let run = setting
                .enter("bsp".parse().unwrap())
                .unwrap()
                .play(&setting)
                .unwrap();
            let leaps = |w: &[Body]| (w[1].origin - w[0].origin).norm() > 64.0;
            assert_eq!(
                run.states.windows(2).any(leaps),
                kills,
                "{profile}, flags {flags}"
            );
        }
    }
}
