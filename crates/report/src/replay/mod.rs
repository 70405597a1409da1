//! The data of the 3-D replay, packed for the page: gzip'd and in base64, a JSON head, then columns of little-endian
//! numbers. `viewer/src/data.js` reads it.

pub(crate) mod faces;
mod movers;
mod triggers;

use crate::error::ReportError;
use crate::{format, palette};
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clipmark_rows::drawn::{Comparison, Entry, Face, FaceKind, SweepRecord, TickRecord};
use faces::Faces;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The viewer, three.js and its licence included; made from `viewer/` by `npm run build`.
pub(crate) const SCRIPT: &str = include_str!("../../assets/replay.js");
/// Tells the numbers under the pointer, on every page with plots.
pub(crate) const HOVER: &str = include_str!("../../assets/hover.js");

/// Positions are stored in steps of 1/64 of a unit. A pixel is coarser at any distance from which one looks.
const STEPS_PER_UNIT: f32 = 64.0;
/// Positions farther out are drawn at this, in units. It is well beyond maps, and sums of steps stay in 32 bits.
const FARTHEST: f32 = 4_194_304.0;
/// Steps of yaw to a turn.
const TURN: f32 = 65536.0;
/// Half a step of yaw in degrees: a wish is rounded, so that an angle of keys is the same number in every tick.
const HALF_STEP: f32 = 180.0 / TURN;
/// Yaws are drawn up to this, in degrees.
const MOST_DEGREES: f32 = 1e6;
/// This many failed sweeps of each contestant are drawn, the worst first.
const SWEEPS: usize = 12;
/// This many moments of each contestant are listed.
const MARKS: usize = 8;

/// The replay's facts for the page.
#[derive(Template)]
#[template(path = "replay.html")]
struct Replay {
    /// The page of `compare play` to walk the scene in, if it was written.
    walk: Option<String>,
    /// Movement profile.
    profile: String,
    /// Packed.
    pub(crate) data: String,
    /// Names of the contestants, with their colours.
    pub(crate) players: Vec<(String, usize)>,
    /// Kinds of faces besides those of brushes.
    pub(crate) kinds: Vec<Kind>,
    /// How many faces are drawn and how many there are, where some are too far away.
    pub(crate) far_faces: Option<[String; 2]>,
    /// Whether anybody touches anything.
    pub(crate) has_contacts: bool,
    /// Whether the keys of ticks are known: results of older versions lack them.
    pub(crate) has_keys: bool,
    /// Moments to jump to.
    pub(crate) marks: Vec<Jump>,
    /// How many moments are not listed.
    pub(crate) more_marks: usize,
    /// Failed sweeps, in the order of the data.
    pub(crate) sweeps: Vec<Jump>,
}

/// A kind of faces that can be shown or not.
pub(crate) struct Kind {
    /// In the data.
    pub(crate) name: &'static str,
    /// For the reader.
    pub(crate) words: String,
    /// Whether it is shown at first.
    pub(crate) shown: bool,
}

/// Something to jump to.
pub(crate) struct Jump {
    /// Index of the contestant.
    pub(crate) contestant: usize,
    /// Colour of the contestant.
    pub(crate) colour: usize,
    /// Tick, or number of the sweep.
    pub(crate) to: usize,
    /// Number of the sweep among the refereed ones, from 1; empty for a tick.
    pub(crate) number: String,
    /// The event there.
    pub(crate) what: String,
}

#[derive(Serialize)]
struct Head<'a> {
    /// Seconds a tick.
    tick: f64,
    ticks: usize,
    bounds: [[f32; 3]; 2],
    contestants: Vec<Player<'a>>,
    /// Kind, and the number of corners of each face.
    faces: Vec<(&'static str, Vec<usize>)>,
    movers: Vec<movers::Head<'a>>,
    triggers: Vec<triggers::Head<'a>>,
    sweeps: Vec<Failed>,
    marks: Vec<Moment<'a>>,
}

#[derive(Serialize)]
struct Moment<'a> {
    contestant: usize,
    tick: usize,
    what: &'a str,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    colour: usize,
    body: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    shape: &'a str,
    half: f32,
    feet: f32,
    top: f32,
    knee: Option<f32>,
}

#[derive(Serialize)]
struct Failed {
    start: [f32; 3],
    end: [f32; 3],
}

/// The replay, as the page of the folder `dir` has it; empty where no contestant moves.
///
/// # Errors
/// [`ReportError::Json`] if the head cannot be written.
pub(crate) fn replay(comparison: &Comparison, dir: &Path) -> Result<String, ReportError> {
    let entries = &comparison.contestants;
    let ticks = entries.iter().map(|e| e.ticks.len()).max().unwrap_or(0);
    let seconds = comparison.scene.tick_msec / 1000.0;
    if ticks == 0 || !(seconds.is_finite() && seconds > 0.0) {
        return Ok(String::new());
    }
    let mut failed = Vec::new();
    let mut sweeps = Vec::new();
    let mut marks = Vec::new();
    let mut more_marks = 0;
    let mut moments = Vec::new();
    for (contestant, entry) in entries.iter().enumerate() {
        let jump = |to, number, what| Jump {
            contestant,
            colour: contestant % palette::CONTESTANTS.len(),
            to,
            number,
            what,
        };
        for (sweep, number, what) in worst_sweeps(entry) {
            sweeps.push(jump(failed.len(), format::count(number), what));
            failed.push(sweep);
        }
        moments.extend(entry.marks.iter().filter(|m| m.tick < ticks).map(|m| Moment {
            contestant,
            tick: m.tick,
            what: &m.what,
        }));
        let shown = entry.marks.iter().filter(|m| m.tick < ticks);
        marks.extend(
            shown
                .take(MARKS)
                .map(|m| jump(m.tick, String::new(), m.what.clone())),
        );
        more_marks += entry.marks.len().saturating_sub(MARKS);
    }
    let faces = Faces::new(comparison);
    let head = Head {
        tick: seconds,
        ticks,
        bounds: bounds(faces.of_kind(FaceKind::Solid)),
        contestants: entries.iter().enumerate().map(player).collect(),
        faces: KINDS
            .iter()
            .map(|&(kind, name, _)| (name, faces.of_kind(kind).map(|f| f.corners.len()).collect()))
            .collect(),
        movers: movers::heads(comparison),
        triggers: triggers::heads(comparison),
        sweeps: failed,
        marks: moments,
    };
    let head = serde_json::to_vec(&head)?;
    let mut bytes = (head.len() as u32).to_le_bytes().to_vec();
    bytes.extend(head);
    for entry in entries {
        pack_run(&entry.ticks, ticks, &mut bytes);
        pack_contacts(entry, ticks, &mut bytes);
    }
    for (kind, ..) in KINDS {
        faces.pack(kind, &mut bytes);
    }
    movers::pack(comparison, ticks, &mut bytes);
    let replay = Replay {
        walk: walk_page(comparison, dir),
        profile: option(comparison, "profile"),
        data: STANDARD.encode(squeezed(&bytes)),
        players: entries
            .iter()
            .enumerate()
            .map(|(i, e)| (e.name.clone(), i % palette::CONTESTANTS.len()))
            .collect(),
        kinds: kinds(comparison),
        far_faces: (faces.drawn() < faces.all).then(|| [faces.drawn(), faces.all].map(format::count)),
        has_contacts: entries.iter().any(|e| !e.contact_normals.is_empty()),
        has_keys: entries.iter().flat_map(|e| &e.ticks).any(|t| !t.keys.is_none()),
        marks,
        more_marks,
        sweeps,
    };
    Ok(replay.render()?)
}

fn option(comparison: &Comparison, name: &str) -> String {
    let options = &comparison.results.run.options;
    options.get(name).cloned().unwrap_or_default()
}

/// The page of `compare play` to walk the scene in, as seen from a report in its usual folder.
fn walk_page(comparison: &Comparison, dir: &Path) -> Option<String> {
    let scene = &comparison.results.run.subjects.first()?.name;
    let link = format!("../../play/{scene}.html");
    dir.join(&link).is_file().then_some(link)
}

/// Kinds of faces: the name in the data, and words for a reader.
const KINDS: [(FaceKind, &str, &str); 4] = [
    (FaceKind::Solid, "solid", "brushes"),
    (FaceKind::Clip, "clip", "player clip"),
    (FaceKind::Patch, "patch", "curved patches"),
    (FaceKind::Triangle, "triangle", "triangles"),
];

/// The kinds of faces that the world has besides brushes; each says so if no contestant collides with it.
fn kinds(comparison: &Comparison) -> Vec<Kind> {
    let scene = &comparison.scene;
    let there = |kind| comparison.outline.iter().any(|f| f.kind == kind);
    let words = |kind, words: &str| match kind {
        FaceKind::Patch if !scene.with_patches => format!("{words} (not collided with)"),
        FaceKind::Triangle if !scene.with_triangles => format!("{words} (not collided with)"),
        _ => words.to_owned(),
    };
    let others = KINDS.iter().skip(1).filter(|(kind, ..)| there(*kind));
    let told = |&(kind, name, said): &(FaceKind, &'static str, &str)| Kind {
        name,
        words: words(kind, said),
        shown: kind != FaceKind::Clip,
    };
    let mut all: Vec<Kind> = others.map(told).collect();
    let moving = [
        ("mover", "moving parts", !comparison.movers.is_empty()),
        ("triggers", "triggers", !comparison.triggers.is_empty()),
    ];
    all.extend(
        moving
            .into_iter()
            .filter(|kind| kind.2)
            .map(|(name, words, _)| Kind {
                name,
                words: words.into(),
                shown: true,
            }),
    );
    all
}

fn player((index, entry): (usize, &Entry)) -> Player<'_> {
    let b = entry.body;
    Player {
        name: &entry.name,
        colour: index % palette::CONTESTANTS.len(),
        body: Body {
            shape: &entry.hull,
            half: b.half_width,
            feet: b.feet,
            top: b.top,
            knee: b.knee,
        },
    }
}

/// Columns of one run, each padded with its last value to the length of the longest run.
fn pack_run(run: &[TickRecord], ticks: usize, bytes: &mut Vec<u8>) {
    let at = |k: usize| run.get(k).or(run.last());
    // A number that is none is drawn at zero: the tables beside the replay name it.
    let sane = |x: f32, most: f32| if x.is_nan() { 0.0 } else { x.clamp(-most, most) };
    for axis in 0..3 {
        let mut before = 0;
        for k in 0..ticks {
            let x = at(k).map_or(0.0, |t| sane(t.origin[axis], FARTHEST));
            let now = (x * STEPS_PER_UNIT).round() as i32;
            bytes.extend((now - before).to_le_bytes());
            before = now;
        }
    }
    for axis in 0..3 {
        for k in 0..ticks {
            let v = at(k).map_or(0.0, |t| sane(t.velocity[axis], f32::from(i16::MAX)));
            bytes.extend((v.round() as i16).to_le_bytes());
        }
    }
    let mut pack_turns = |degrees: f32| {
        let turns = (degrees / 360.0).rem_euclid(1.0);
        bytes.extend(((turns * TURN) as i32 as u16).to_le_bytes());
    };
    let yaw = |t: &TickRecord| sane(t.yaw, MOST_DEGREES);
    for k in 0..ticks {
        pack_turns(at(k).map_or(0.0, yaw));
    }
    // From the view the wish changes as keys do: a column of few values, which packs to next to nothing.
    for k in 0..ticks {
        let wish = run
            .get(k)
            .and_then(|t| Some(sane(t.wish?, MOST_DEGREES) - yaw(t)));
        pack_turns(wish.map_or(0.0, |off| off + HALF_STEP));
    }
    bytes.extend((0..ticks).map(|k| run.get(k).map_or(0, |t| t.keys.0)));
    bytes.extend((0..ticks).map(|k| u8::from(at(k).is_some_and(|t| t.grounded))));
}

/// How many directions are touched after each tick, and their normals in steps of 1/127.
fn pack_contacts(entry: &Entry, ticks: usize, bytes: &mut Vec<u8>) {
    let count = |k: usize| entry.ticks.get(k).map_or(0, |t| t.contacts);
    bytes.extend((0..ticks).map(count));
    let all: usize = (0..ticks).map(|k| usize::from(count(k))).sum();
    let none = [0.0; 3];
    for axis in 0..3 {
        let normals = entry
            .contact_normals
            .iter()
            .chain(std::iter::repeat(&none))
            .take(all);
        bytes.extend(normals.map(|n| (n[axis].clamp(-1.0, 1.0) * 127.0).round() as i8 as u8));
    }
}

/// The sweeps that a contestant failed, each with its number and fault, the worst first.
fn worst_sweeps(entry: &Entry) -> Vec<(Failed, usize, String)> {
    let late = |a: &SweepRecord| (f64::from(a.fraction) - a.truth).abs();
    let numbered = entry.answers.iter().enumerate();
    let mut failed: Vec<(usize, &SweepRecord)> = numbered.filter(|(_, a)| a.missed || a.phantom).collect();
    failed.retain(|(_, a)| [a.start, a.end].as_flattened().iter().all(|x| x.is_finite()));
    failed.sort_by(|a, b| late(b.1).total_cmp(&late(a.1)));
    let told = |(index, a): (usize, &SweepRecord)| {
        let what = if a.missed {
            "passed through something or ended in it"
        } else {
            "stopped where nothing is"
        };
        let (got, truth) = (a.fraction, a.truth);
        let sweep = Failed {
            start: a.start,
            end: a.end,
        };
        (
            sweep,
            index + 1,
            format!("{what}: fraction {got:.4}, true {truth:.4}"),
        )
    };
    failed.into_iter().take(SWEEPS).map(told).collect()
}

fn bounds<'a>(faces: impl Iterator<Item = &'a Face>) -> [[f32; 3]; 2] {
    let mut bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    for corner in faces.flat_map(|f| &f.corners) {
        for k in 0..3 {
            bounds[0][k] = bounds[0][k].min(corner[k]);
            bounds[1][k] = bounds[1][k].max(corner[k]);
        }
    }
    if bounds[0][0] > bounds[1][0] {
        return [[-512.0; 3], [512.0; 3]];
    }
    bounds
}

/// Bytes, gzip'd.
pub(crate) fn squeezed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let written = gzip.write_all(bytes).and_then(|()| gzip.finish());
    written.unwrap_or_default()
}
