//! The models of engines against answers recorded from these engines. The model could give each recorded answer, and could not
//! give the same answer tampered with.

use clipmark_collision::recording::{Answer, read_answers, read_sweeps};
use clipmark_collision::{Status, Sweep, Trace, TraceRules};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::engines::Quake3;
use clipmark_referee::inner::{Crossed, Outcome, Widths, clip};
use std::fs::File;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn open(name: &str) -> File {
    File::open(root().join(format!("tests/recordings/{name}.txt.gz"))).unwrap()
}

fn recorded(asked: &str, answered: &str, hull: Hull) -> Vec<(Sweep, Answer)> {
    let sweeps = read_sweeps(open(asked), hull, Contents::PLAYER_MASK).unwrap();
    let answers = read_answers(open(answered)).unwrap();
    sweeps.into_iter().zip(answers).collect()
}

fn as_trace(answer: &Answer) -> Trace {
    let met = answer.normal != Vec3::zeros();
    Trace {
        fraction: answer.fraction,
        end: answer.end,
        plane: met.then(|| Plane::new(answer.normal, answer.dist)),
        contents: answer.contents,
        surface: SurfaceFlags::empty(),
        start_solid: answer.start_solid,
        all_solid: answer.all_solid,
        status: Status::Exact,
        model: None,
    }
}

/// Hits nearer than this to an end of the path depend on rounding, in units. A walker's sweeps start and end at contacts.
const CLEAR: f32 = 0.001;

/// Place of the answers without a hit among the tampered ones.
const LET_GO: usize = 1;

fn is_clear_hit(sweep: &Sweep, fraction: f32) -> bool {
    let length = sweep.displacement().norm();
    fraction * length > CLEAR && (1.0 - fraction) * length > CLEAR
}

/// How many answers the model cannot give, and how many it could not give though they are tampered with. Stopped 2 u earlier, let
/// go on to the end (of clear hits), and said to start elsewhere.
fn refused(world: &World, pairs: &[(Sweep, Answer)]) -> (Vec<usize>, [usize; 3]) {
    let model = Quake3::build(world);
    let is = |sweep: &Sweep, trace: &Trace| model.explains(sweep, trace, &TraceRules::QUAKE3);
    let (mut wrong, mut tampered) = (Vec::new(), [0; 3]);
    for (i, (sweep, answer)) in pairs.iter().enumerate() {
        let trace = as_trace(answer);
        if !is(sweep, &trace) {
            wrong.push(i);
        }
        let early = (answer.fraction - 2.0 / sweep.displacement().norm()).max(0.0);
        let others = [
            Trace {
                fraction: early,
                ..trace
            },
            Trace {
                fraction: 1.0,
                all_solid: false,
                ..trace
            },
            Trace {
                start_solid: !trace.start_solid,
                ..trace
            },
        ];
        for (kind, (count, other)) in tampered.iter_mut().zip(&others).enumerate() {
            if kind == LET_GO && !is_clear_hit(sweep, trace.fraction) {
                continue;
            }
            *count += usize::from(other.fraction != trace.fraction || other.start_solid != trace.start_solid)
                * usize::from(!is(sweep, other));
        }
    }
    (wrong, tampered)
}

/// Sweeps that pass a facet which no leaf on their way names. The map's tree is no part of the model. One question, asked with
/// two hulls.
const LEFT_OUT: [(&str, [&str; 2]); 1] = [("oacmpdm8", ["player", "capsule"])];

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh)"]
fn quake3_gives_every_recorded_answer() {
    let bounds = Hull::quake3_player().bounds();
    let (player, capsule) = (Hull::Box { bounds }, Hull::Capsule { bounds });
    for map in ["aggressor", "slimefac", "oacmpdm8"] {
        let file = root().join(format!("scenes/maps/{map}.bsp"));
        let world = clipmark_scene::load_world(file.to_str().unwrap(), Path::new("")).unwrap();
        let flat = world.clone().without_patches();
        for (what, asked, answered, hull) in [
            ("point", "traces", "trace.point", Hull::Point),
            ("player", "traces", "trace.player", player),
            ("capsule", "traces", "trace.capsule", capsule),
            ("played", "rectraces", "rectrace.player", player),
            ("point, no curves", "traces", "trace.point.nocurves", Hull::Point),
            ("player, no curves", "traces", "trace.player.nocurves", player),
        ] {
            let is_flat = what.ends_with("no curves");
            if is_flat && world.patches.is_empty() {
                continue;
            }
            let world = if is_flat { &flat } else { &world };
            let pairs = recorded(&format!("{map}.{asked}"), &format!("{map}.{answered}"), hull);
            let hits = pairs.iter().filter(|(_, answer)| answer.fraction < 1.0).count();
            let (wrong, tampered) = refused(world, &pairs);
            let left_out = LEFT_OUT
                .iter()
                .filter(|(m, of)| *m == map && of.contains(&what))
                .count();
            assert_eq!(
                wrong.len(),
                left_out,
                "{map}, {what}: {:?}",
                wrong.iter().map(|i| &pairs[*i]).collect::<Vec<_>>()
            );
            let clear = pairs
                .iter()
                .filter(|(s, answer)| is_clear_hit(s, answer.fraction))
                .count();
            assert!(tampered[0] > hits, "{map}, {what}: {tampered:?} of {hits}");
            // Some start in a brush that they would leave, and pass a brush that rounding may hold them in.
            assert!(
                tampered[LET_GO] * 100 >= clear * 99,
                "{map}, {what}: {tampered:?} of {clear}"
            );
            assert!(
                tampered[2] * 1000 >= pairs.len() * 999,
                "{map}, {what}: {tampered:?}"
            );
        }
    }
}

/// A game's answer through a clip hull: `allsolid startsolid inopen inwater fraction [end normal distance]`.
pub(crate) fn clip_answer(line: &str, sweep: &Sweep) -> Trace {
    let numbers: Vec<f32> = line.split_whitespace().map(|n| n.parse().unwrap()).collect();
    let met = numbers.get(8..11).map(|n| Vec3::new(n[0], n[1], n[2]));
    let plane = met
        .filter(|n| *n != Vec3::zeros())
        .map(|n| Plane::new(n, numbers[11]));
    Trace {
        fraction: numbers[4],
        end: numbers
            .get(5..8)
            .map_or(sweep.at(numbers[4]), |n| Point::new(n[0], n[1], n[2])),
        plane,
        contents: Contents::SOLID,
        start_solid: numbers[1] != 0.0,
        all_solid: numbers[0] != 0.0,
        ..Trace::free(sweep)
    }
}

const WIDTHS: Widths = Widths {
    skin: 0.125,
    leave: 0.125,
    free_at: 0.125,
    slack: 1e-3,
};

fn plate(start: f64, end: f64, thick: f64) -> [Crossed; 2] {
    let back = |x: f64| -x - thick;
    let front = Crossed { start, end };
    let behind = Crossed {
        start: back(start),
        end: back(end),
    };
    [front, behind]
}

#[test]
fn a_plate_is_entered_a_skin_before_it_and_a_start_in_touch_may_be_inside() {
    let (at, sides) = clip(&plate(10.0, -30.0, 4.0), WIDTHS, false)
        .enters
        .unwrap_or_default();
    assert!(
        at[0] <= 9.875 / 40.0 && at[1] >= 9.875 / 40.0 && at[1] - at[0] < 1e-3,
        "{at:?}"
    );
    assert_eq!(sides, [0]);
    let touch = clip(&plate(0.0, -30.0, 4.0), WIDTHS, false);
    assert!(touch.starts_inside && !touch.surely_starts_inside && touch.enters.is_some());
    let outside = clip(&plate(0.0, -30.0, 4.0), WIDTHS, true);
    assert!(!outside.starts_inside && !outside.free, "{outside:?}");
    assert_eq!(
        clip(&plate(10.0, 0.2, 4.0), WIDTHS, false),
        Outcome {
            free: true,
            ..Outcome::default()
        }
    );
}

#[test]
fn what_rounding_decides_is_both() {
    let kept = clip(&plate(10.0, 0.125, 4.0), WIDTHS, false);
    assert!(kept.free && kept.enters.is_some(), "{kept:?}");
    let deep = clip(&plate(-1.0, -2.0, 4.0), WIDTHS, false);
    assert!(deep.surely_all_inside && !deep.free && deep.enters.is_none());
}
