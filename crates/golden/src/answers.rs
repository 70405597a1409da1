//! `answers WORLD HULL CLASS`: what a backend answers to sweeps by class of length, to turned sweeps, and about places.

use crate::questions::{Draw, hulls};
use crate::tally::{Entry, Tally, numbers};
use anyhow::Result;
use clipmark_collision::{CollisionBackend, Declaration, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, Rotation, World};
use clipmark_measure::BackendKind;
use clipmark_referee::{Class, HullReference, Reference, judge};
use clipmark_scene::load_world;

/// A world that is asked about: its name in keys, its file, and the rules of traces.
pub(crate) struct Ground {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    rules: TraceRules,
}

const fn ground(name: &'static str, file: &'static str, rules: TraceRules) -> Ground {
    Ground { name, file, rules }
}

/// Scenes of shapes, then maps: `oa_dm1` has a tree of many leaves, `oacmpdm8` patches, `islandctf` brushes that are askew.
pub(crate) const GROUNDS: [Ground; 11] = [
    ground("stairs", "scenes/stairs.ron", TraceRules::QUAKE3),
    ground("v-groove", "scenes/v-groove.ron", TraceRules::QUAKE3),
    ground("ramps", "scenes/ramps.ron", TraceRules::QUAKE3),
    ground("judges", "scenes/judges.ron", TraceRules::QUAKE3),
    ground("seam-floor", "scenes/seam-floor.ron", TraceRules::QUAKE3),
    ground("ramps:quakeworld", "scenes/ramps.ron", TraceRules::QUAKEWORLD),
    ground("judges:netquake", "scenes/judges.ron", TraceRules::NETQUAKE),
    ground("v-groove:goldsrc", "scenes/v-groove.ron", TraceRules::GOLDSRC),
    ground("oa_dm1", "scenes/maps/oa_dm1.bsp", TraceRules::QUAKE3),
    ground("oacmpdm8", "scenes/maps/oacmpdm8.bsp", TraceRules::QUAKE3),
    ground("islandctf", "scenes/maps/islandctf.bsp", TraceRules::QUAKE3),
];

/// Classes of length: least and most, in units, and how many are asked.
const LENGTHS: [(&str, f32, f32, usize); 4] = [
    ("0", 0.0, 0.0, 50),
    ("1-16", 1.0, 16.0, 200),
    ("16-256", 16.0, 256.0, 200),
    ("256-4096", 256.0, 4096.0, 200),
];
/// Questions about places and turned sweeps, each.
const PLACES: usize = 100;
/// Surfaces within this are asked for, in units.
const MARGIN: f32 = 4.0;
/// A turned body's sweep: at most this long, in units.
const TURNED: f32 = 256.0;

/// All answers of a backend in a world; only to the player's hull and only sweeps, if `few`.
pub(crate) fn entries(
    kind: BackendKind,
    ground: &Ground,
    few: bool,
    wanted: Option<&str>,
) -> Result<Vec<Entry>> {
    let whole = load_world(ground.file, &crate::root())?;
    let mut world = whole.clone();
    if !kind.collides_with_patches() {
        world = world.without_patches();
    }
    if !kind.collides_with_triangles() {
        world = world.without_triangles();
    }
    world.bodies = hulls()
        .iter()
        .filter(|(_, hull)| matches!(hull, Hull::Box { .. }))
        .map(|(_, hull)| hull.bounds())
        .collect();
    let backend = kind.build(&world, ground.rules)?;
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let mut out = Vec::new();
    for (name, hull) in hulls() {
        if few && name != "player" || !backend.facts().supports(&hull) {
            continue;
        }
        let asked = Asked {
            world: &whole,
            backend: &*backend,
            declared: backend.facts().declaration,
            truth: truth.for_declared(&hull, &backend.facts().declaration),
            hull,
            prefix: format!("answers {} {name}", ground.name),
            wanted,
        };
        asked.sweeps(&mut out);
        if !few {
            asked.turned(&mut out);
            asked.places(&mut out);
        }
    }
    Ok(out)
}

/// One hull of one backend.
struct Asked<'a> {
    /// With the parts that this backend does not collide with, so that all backends are asked the same.
    world: &'a World,
    backend: &'a dyn CollisionBackend,
    declared: Declaration,
    truth: HullReference,
    hull: Hull,
    prefix: String,
    wanted: Option<&'a str>,
}

impl Asked<'_> {
    fn begin(&self, class: &str) -> (Tally, Draw<'_>, Work) {
        let key = format!("{} {class}", self.prefix);
        // Other rules are asked the same.
        let draw = Draw::new(self.world, &self.hull, &key);
        (Tally::new(key, "asked", self.wanted), draw, Work::silent())
    }

    fn sweeps(&self, out: &mut Vec<Entry>) {
        for (class, least, most, count) in LENGTHS {
            let (mut tally, mut draw, mut work) = self.begin(class);
            for _ in 0..count {
                let [start, end] = draw.sweep(least, most);
                let sweep = Sweep::new(self.hull, start, end);
                let trace = self.backend.trace(&sweep, &mut work);
                tally.add(&format!("{}: {}", path(&sweep), answer(&trace)));
                tally.count("hits", usize::from(trace.hit()));
                let verdict = judge(&self.truth, &sweep, &trace, &self.declared);
                verdict.faults.iter().for_each(|f| tally.count(f.key(), 1));
                verdict.rules().iter().for_each(|r| tally.count(r.key(), 1));
                verdict.causes().iter().for_each(|c| tally.count(c.key(), 1));
            }
            out.push(tally.entry());
        }
    }

    fn turned(&self, out: &mut Vec<Entry>) {
        let (mut tally, mut draw, mut work) = self.begin("turned");
        for _ in 0..PLACES {
            let [start, end] = draw.sweep(0.0, TURNED);
            let angles = draw.angles();
            let sweep = Sweep::new(self.hull, start, end);
            let rotation = Rotation::of_angles(angles);
            let trace = self.backend.trace_turned(&sweep, &rotation, &mut work);
            let by = numbers(angles.iter().copied());
            tally.add(&format!("{} by {by}: {}", path(&sweep), answer(&trace)));
            tally.count("hits", usize::from(trace.hit()));
        }
        out.push(tally.entry());
    }

    fn places(&self, out: &mut Vec<Entry>) {
        let (mut tally, mut draw, mut work) = self.begin("overlap");
        for _ in 0..PLACES {
            let at = draw.place();
            let mask = Contents::PLAYER_MASK;
            let inside = self.backend.overlap(&self.hull, &at, mask, &mut work);
            let occupied = self.backend.occupied(&self.hull, &at, mask, &mut work);
            let text = inside.map_or("free".into(), |p| {
                let way = numbers(p.normal.iter().chain([&p.depth]).copied());
                format!(
                    "{way} contents {:x} status {}",
                    p.contents.bits(),
                    p.status as u32
                )
            });
            let occupied = occupied.map_or("free".into(), |status| format!("status {}", status as u32));
            tally.add(&format!("{}: {text}, occupied: {occupied}", point(&at)));
            tally.count("overlaps", usize::from(inside.is_some()));
        }
        out.push(tally.entry());
        let (mut tally, mut draw, mut work) = self.begin("contacts");
        let mut list = Vec::new();
        for _ in 0..PLACES {
            let at = draw.place();
            let mask = Contents::PLAYER_MASK;
            list.clear();
            self.backend
                .contacts(&self.hull, &at, MARGIN, mask, &mut list, &mut work);
            let mut text = format!("{}:", point(&at));
            for c in &list {
                let all = c.point.iter().chain(&c.normal).chain(&c.face_normal);
                text += &numbers(all.chain([&c.distance, &c.top]).copied());
                text += &format!(" contents {:x};", c.contents.bits());
            }
            text += " reached:";
            self.backend
                .reached(&self.hull, &at, mask, &mut work, &mut |reached| {
                    text += &numbers(reached.normal.iter().chain([&reached.top]).copied());
                });
            tally.add(&text);
            tally.count("contacts", list.len());
        }
        out.push(tally.entry());
        if self.hull == Hull::Point {
            let (mut tally, mut draw, _) = self.begin("contents");
            for _ in 0..PLACES {
                let at = draw.place();
                let contents = self.backend.contents(&at);
                tally.add(&format!("{}: contents {:x}", point(&at), contents.bits()));
                tally.count("filled", usize::from(!contents.is_empty()));
            }
            out.push(tally.entry());
        }
    }
}

fn point(at: &Point) -> String {
    numbers(at.iter().copied())
}

fn path(sweep: &Sweep) -> String {
    format!("{} to {}", point(&sweep.start), point(&sweep.end))
}

fn answer(trace: &Trace) -> String {
    let plane = trace.plane.map_or("none".into(), |p| {
        numbers(p.normal.iter().chain([&p.dist]).copied())
    });
    let solid = match (trace.start_solid, trace.all_solid) {
        (_, true) => " all solid",
        (true, _) => " starts solid",
        _ => "",
    };
    format!(
        "{} at {} plane {plane} contents {:x} surface {:x} status {}{solid}",
        numbers([trace.fraction]),
        point(&trace.end),
        trace.contents.bits(),
        trace.surface.bits(),
        trace.status as u32,
    )
}
