//! Time of sweeps against their counted work: does it follow the nodes, the primitives, the planes?
//!
//! A single sweep is too short for a clock. So the sweeps are sorted by counted work and split into groups of about
//! equal size. The groups of all contestants are timed in turns, without counting, each in the order drawn. A group of
//! like sweeps is kinder to branch predictors than the mixed set. The times show how work and time go together, not a
//! sweep's cost in a mix.

use crate::clock::laps::trace_lap;
use crate::clock::turns::{Pass, Terms, interleave};
use crate::run::setting::BuiltContestant;
use clipmark_collision::{CollisionBackend, Counts, Sweep, Work};
use clipmark_rows::drawn::{WorkBin, WorkTimes};

/// Groups: enough to see a line bend, few enough that each is timed over hundreds of sweeps.
pub const GROUPS: usize = 10;
/// Rounds under the clock, and the shortest pass: there are many groups, and reading the clock takes about 300 ns.
const TERMS: Terms = Terms {
    rounds: 9,
    shortest_ns: 1e5,
};

type Counter = (&'static str, fn(&Counts) -> u64);

const COUNTERS: [Counter; 3] = [
    ("inner nodes", |c| c.nodes),
    ("brushes, hulls or polygons", |c| c.primitives),
    ("planes", |c| c.planes),
];

/// For each entrant, times against each counter that is not zero for it. A counter under which its answers differ from
/// the judged ones is left out.
pub(crate) fn work_times(
    entrants: &[&BuiltContestant],
    sweeps: &[Vec<Sweep>],
    judged: &[&[u64]],
) -> Vec<Vec<WorkTimes>> {
    let mut all = vec![Vec::new(); entrants.len()];
    let counts: Vec<Vec<Counts>> = entrants
        .iter()
        .zip(sweeps)
        .map(|(e, s)| counted(&*e.backend, s))
        .collect();
    for (name, of) in COUNTERS {
        let groups: Vec<(usize, Group)> = counts
            .iter()
            .enumerate()
            .flat_map(|(i, c)| {
                let groups = grouped(c, of, &sweeps[i], judged[i]);
                groups.into_iter().map(move |g| (i, g))
            })
            .collect();
        let mut laps: Vec<Pass> = groups
            .iter()
            .map(|(i, group)| {
                let judged = |_| group.judged.clone();
                trace_lap(&*entrants[*i].backend, vec![&group.sweeps], judged)
            })
            .collect();
        let timings = interleave(&mut laps, TERMS, || ());
        for (i, times) in all.iter_mut().enumerate() {
            let own = groups.iter().zip(&timings).filter(|((who, _), _)| *who == i);
            if own.clone().any(|(_, timing)| timing.not_timed.is_some()) {
                continue;
            }
            let bins: Vec<WorkBin> = own
                .map(|((_, group), timing)| WorkBin {
                    work: group.work,
                    median_ns: timing.median_ns,
                })
                .collect();
            if !bins.is_empty() {
                times.push(WorkTimes {
                    counter: name.into(),
                    bins,
                });
            }
        }
    }
    all
}

fn counted(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> Vec<Counts> {
    let mut work = Work::counting();
    let count = |sweep: &Sweep| {
        backend.trace(sweep, &mut work);
        work.take_counts()
    };
    sweeps.iter().map(count).collect()
}

pub struct Group {
    /// Mean count.
    pub work: f64,
    pub sweeps: Vec<Sweep>,
    /// Fingerprints of their answers.
    pub judged: Vec<u64>,
}

/// Groups of about equal size, least work first; none where nothing was counted.
pub fn grouped(counts: &[Counts], of: fn(&Counts) -> u64, sweeps: &[Sweep], judged: &[u64]) -> Vec<Group> {
    if counts.iter().all(|c| of(c) == 0) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&i| of(&counts[i]));
    let size = order.len().div_ceil(GROUPS).max(1);
    let group = |members: &[usize]| {
        let sum: u64 = members.iter().map(|&i| of(&counts[i])).sum();
        let mut drawn = members.to_vec();
        drawn.sort_unstable();
        Group {
            work: sum as f64 / members.len() as f64,
            sweeps: drawn.iter().map(|&i| sweeps[i]).collect(),
            judged: drawn.iter().map(|&i| judged[i]).collect(),
        }
    };
    // Sweeps of equal work stay together: half of them may test no plane at all.
    let mut groups = Vec::new();
    let mut from = 0;
    while from < order.len() {
        let least = (from + size).min(order.len());
        let last = of(&counts[order[least - 1]]);
        let to = least
            + order[least..]
                .iter()
                .take_while(|&&i| of(&counts[i]) == last)
                .count();
        groups.push(group(&order[from..to]));
        from = to;
    }
    groups
}
