//! Costs of contestants in worlds of every size: sweeps by class of length and ticks, on answers known beforehand. All sizes take
//! turns, as contestants do: other load on the machine then makes no size dearer than another.
//!
//! Some sweeps of each class are refereed. The exact reference contains only the brushes that they can come near: others cannot
//! change an answer. The reference of a million brushes would take longer than all the rest.

use super::ticks::tick_costs;
use super::town::Town;
use super::{Entered, GrowOptions};
use crate::bar;
use crate::clock::fingerprint;
use crate::clock::laps::{self, trace_lap};
use crate::clock::turns::{Pass, SHORTEST_NS, Terms, interleave, ratio, sets_of};
use crate::judge::referee::referee;
use crate::run::sweeps::Line;
use crate::run::uniform::LENGTHS;
use crate::{MeasureError, Progress};
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Aabb, Contents, World};
use clipmark_record::Timing;
use clipmark_record::faults::Fault;
use clipmark_record::grow::{GrowRow, Growth, TraceCost};
use clipmark_truth::Reference;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// A body touches no brush farther than this from its path, in units: the widest here is 64 with its skin.
const NEAR: f32 = 128.0;

/// A town, and the contestants built of it.
pub(super) struct Place {
    pub(super) town: Town,
    pub(super) entered: Vec<Entered>,
}

impl Place {
    fn brushes(&self) -> usize {
        self.town.world().brushes.len()
    }
}

/// A contestant's sweeps of one class in one world, their known answers, and the facts known before the clock starts.
struct Known {
    sweeps: Vec<Sweep>,
    answers: Vec<u64>,
    cost: TraceCost,
}

/// A row for each contestant of each world, the worlds from small to large.
pub(super) fn rows(
    places: &[Place],
    options: &GrowOptions,
    progress: Progress,
) -> Result<Vec<GrowRow>, MeasureError> {
    let steps = LENGTHS.len() as u64 + 1;
    let mut traces: Vec<Vec<TraceCost>> = places
        .iter()
        .flat_map(|p| &p.entered)
        .map(|_| Vec::new())
        .collect();
    for (class, lengths) in LENGTHS.iter().enumerate() {
        progress("timing sweeps", class as u64, steps);
        let costs = class_costs(places, options, class, lengths);
        for (own, cost) in traces.iter_mut().zip(costs) {
            own.push(cost);
        }
    }
    progress("timing ticks", LENGTHS.len() as u64, steps);
    let ticks = tick_costs(places, options)?;
    let entered = places.iter().flat_map(|p| p.entered.iter().map(move |e| (p, e)));
    let rows = entered.zip(traces).zip(ticks);
    Ok(rows
        .map(|(((place, e), traces), (tick_ns, tick_spread_ns))| {
            let facts = e.built.backend.facts();
            GrowRow {
                contestant: e.built.contestant.to_string(),
                brushes: place.brushes(),
                primitives: facts.primitives,
                bytes: e.bytes,
                build_seconds: e.seconds,
                build_wall_seconds: e.wall_seconds,
                traces,
                tick_ns,
                tick_spread_ns,
            }
        })
        .collect())
}

pub(super) fn terms(options: &GrowOptions) -> Terms {
    Terms {
        rounds: options.rounds,
        shortest_ns: SHORTEST_NS,
        settles: true,
    }
}

/// The median and its spread, if the timed answers are the known ones.
pub(super) fn verified_median(time: &Timing) -> (Option<f64>, f64) {
    let is_timed = time.not_timed.is_none() && time.median_ns > 0.0;
    (is_timed.then_some(time.median_ns), time.spread_ns)
}

/// One for each contestant of each world.
fn class_costs(
    places: &[Place],
    options: &GrowOptions,
    class: usize,
    lengths: &Range<f32>,
) -> Vec<TraceCost> {
    let body = options.profile.bounds(false);
    let mut known: Vec<Known> = Vec::new();
    for place in places {
        let mut random = Pcg64Mcg::seed_from_u64(bar::seed(options.seed, class));
        let lines: Vec<Line> = (0..options.sweeps)
            .map(|_| place.town.line(&body, lengths, &mut random))
            .collect();
        known.extend(first_answers(place, options, &lines));
    }
    let all: Vec<(&Place, &Entered)> = places
        .iter()
        .flat_map(|p| p.entered.iter().map(move |e| (p, e)))
        .collect();
    let sets: Vec<Vec<Vec<Sweep>>> = known
        .iter()
        .map(|known| laps::shifted(&known.sweeps, sets_of(options.rounds), options.seed))
        .collect();
    let mut laps: Vec<Pass> = all
        .iter()
        .zip(known.iter().zip(&sets))
        .map(|((_, e), (known, sets))| {
            let backend = &*e.built.backend;
            let judged = move |set: usize| match set {
                0 => known.answers.clone(),
                _ => laps::counted(backend, &sets[set]),
            };
            trace_lap(backend, sets.iter().map(Vec::as_slice).collect(), judged)
        })
        .collect();
    let times = interleave(&mut laps, terms(options), || ());
    drop(laps);
    let mut costs = Vec::with_capacity(known.len());
    for (i, known) in known.into_iter().enumerate() {
        let (place, e) = all[i];
        let (ns, spread_ns) = verified_median(&times[i]);
        let smaller = (0..i)
            .rev()
            .find(|&j| all[j].1.built.contestant == e.built.contestant);
        let growth = smaller.and_then(|j| {
            let sizes = place.brushes() as f64 / all[j].0.brushes() as f64;
            grown(&times[i].samples_ns, &times[j].samples_ns, sizes)
        });
        costs.push(TraceCost {
            lengths: [lengths.start, lengths.end].map(f64::from),
            ns,
            spread_ns,
            growth,
            ..known.cost
        });
    }
    costs
}

/// The cost of sweeps relative to a world `sizes` times smaller, as a factor for ten times the brushes.
pub fn grown(samples: &[f64], smaller: &[f64], sizes: f64) -> Option<Growth> {
    if samples.is_empty() || smaller.is_empty() || sizes <= 1.0 {
        return None;
    }
    let (times, interval) = ratio(samples, smaller);
    let tenfold = |times: f64| times.powf(1.0 / sizes.log10());
    Some(Growth {
        times: tenfold(times),
        interval: interval.map(tenfold),
    })
}

/// The answers of every contestant of a world, some of them refereed.
fn first_answers(place: &Place, options: &GrowOptions, lines: &[Line]) -> Vec<Known> {
    let every = lines.len().div_ceil(options.refereed.max(1)).max(1);
    let some: Vec<Line> = lines.iter().step_by(every).copied().collect();
    let reference = Reference::build(&near(place.town.world(), &some), Contents::PLAYER_MASK);
    let of_one = |entered: &Entered| {
        let (backend, hull) = (&*entered.built.backend, entered.built.hull);
        let sweeps = entered.built.sweeps(lines);
        let asked: Vec<Sweep> = sweeps.iter().step_by(every).copied().collect();
        let truth = reference.for_backend(&hull, backend);
        let refereed = referee(backend, &truth, &asked, || ());
        let mut work = Work::counting();
        let answers = sweeps.iter().map(|sweep| backend.trace(sweep, &mut work));
        let mut answers: Vec<u64> = answers.map(|t| fingerprint::of_trace(&t)).collect();
        // The refereed answers stand, also where the same question was answered otherwise a moment later.
        for (i, fingerprint) in refereed.fingerprints().iter().enumerate() {
            answers[i * every] = *fingerprint;
        }
        let counts = work.take_counts();
        let each = |n: u64| n as f64 / counts.queries.max(1) as f64;
        let score = refereed.score();
        let cost = TraceCost {
            missed: score.faults.sum(&Fault::THROUGH),
            phantom: score.faults[Fault::Phantom],
            penetrating: score.faults[Fault::TooDeep],
            nodes: each(counts.nodes),
            planes: each(counts.planes),
            ..TraceCost::default()
        };
        Known {
            sweeps,
            answers,
            cost,
        }
    };
    place.entered.iter().map(of_one).collect()
}

/// The brushes that these sweeps can come near.
fn near(world: &World, lines: &[Line]) -> World {
    let boxes: Vec<Aabb> = lines
        .iter()
        .map(|[a, b]| Aabb::new(a.inf(b), a.sup(b)).grown(NEAR))
        .collect();
    let is_near = |bounds: &Aabb| boxes.iter().any(|b| b.touches(bounds));
    let kept = world.brushes.iter().filter(|b| is_near(&b.bounds));
    World::of_brushes(world.name.clone(), kept.cloned().collect())
}
