//! Time of sweeps against their counted work: does it follow the nodes, the primitives, the planes?
//!
//! A single sweep is too short for a clock. So the sweeps are sorted by counted work, split into groups of about
//! equal size, and the groups of all contestants are timed in turns, counting off, each in the order drawn. A group
//! of like sweeps is kinder to branch predictors than the mixed set: the times show how work and time go together,
//! not what a sweep costs in a mix.

use crate::MeasureError;
use crate::clock::turns::{Lap, take_turns, trace_lap};
use crate::run::setting::BuiltContestant;
use clipmark_collision::{CollisionBackend, Counts, Sweep, Work};
use clipmark_record::{WorkBin, WorkTimes};

/// Groups: enough to see a line bend, few enough that each is timed over hundreds of sweeps.
const GROUPS: usize = 10;
/// Rounds under the clock.
const ROUNDS: usize = 7;

type Counter = (&'static str, fn(&Counts) -> u64);

const COUNTERS: [Counter; 3] = [
    ("inner nodes", |c| c.nodes),
    ("brushes, hulls or polygons", |c| c.primitives),
    ("planes", |c| c.planes),
];

/// For each entrant, times against each counter that counts anything for it.
///
/// # Errors
/// A pass whose answers differ from its first one.
pub(crate) fn work_times(
    entrants: &[BuiltContestant],
    sweeps: &[Vec<Sweep>],
    mut step: impl FnMut(),
) -> Result<Vec<Vec<WorkTimes>>, MeasureError> {
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
            .flat_map(|(i, c)| grouped(c, of, &sweeps[i]).into_iter().map(move |g| (i, g)))
            .collect();
        let mut laps: Vec<Lap> = groups
            .iter()
            .map(|(i, group)| {
                let entrant = &entrants[*i];
                trace_lap(&entrant.contestant.to_string(), &*entrant.backend, &group.sweeps)
            })
            .collect();
        let timings = take_turns(&mut laps, ROUNDS, &mut step)?;
        for (i, times) in all.iter_mut().enumerate() {
            let own = groups.iter().zip(&timings).filter(|((who, _), _)| *who == i);
            let bins: Vec<WorkBin> = own
                .map(|((_, group), timing)| WorkBin {
                    sweeps: group.sweeps.len(),
                    work: group.work,
                    median_ns: timing.median_ns,
                    spread_ns: timing.spread_ns,
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
    Ok(all)
}

fn counted(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> Vec<Counts> {
    let mut work = Work::counting();
    let count = |sweep: &Sweep| {
        backend.trace(sweep, &mut work);
        work.take_counts()
    };
    sweeps.iter().map(count).collect()
}

struct Group {
    /// Mean count.
    work: f64,
    sweeps: Vec<Sweep>,
}

/// Groups of about equal size, least work first; none where nothing was counted.
fn grouped(counts: &[Counts], of: fn(&Counts) -> u64, sweeps: &[Sweep]) -> Vec<Group> {
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
            sweeps: drawn.into_iter().map(|i| sweeps[i]).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::{Hull, Point};

    #[test]
    fn groups_go_from_little_work_to_much_and_hold_every_sweep_once() {
        let counts: Vec<Counts> = (0..95)
            .map(|i| Counts {
                planes: (i * 37) % 95,
                ..Counts::default()
            })
            .collect();
        let at = |i: usize| Point::new(i as f32, 0.0, 0.0);
        let sweeps: Vec<Sweep> = (0..95).map(|i| Sweep::new(Hull::Point, at(i), at(i))).collect();
        let groups = grouped(&counts, |c| c.planes, &sweeps);
        assert_eq!(groups.len(), GROUPS);
        assert!(groups.windows(2).all(|g| g[0].work < g[1].work));
        assert!(
            groups
                .iter()
                .all(|g| g.sweeps.windows(2).all(|s| s[0].start.x < s[1].start.x))
        );
        let mut seen: Vec<f32> = groups
            .iter()
            .flat_map(|g| g.sweeps.iter().map(|s| s.start.x))
            .collect();
        seen.sort_by(f32::total_cmp);
        assert!(seen.len() == 95 && seen.windows(2).all(|s| s[0] < s[1]));
        assert!(grouped(&counts, |c| c.nodes, &sweeps).is_empty());
        // Sixty of one count stay together.
        let tied: Vec<Counts> = (0..95)
            .map(|i| Counts {
                planes: u64::from(i >= 60),
                ..Counts::default()
            })
            .collect();
        let sizes: Vec<usize> = grouped(&tied, |c| c.planes, &sweeps)
            .iter()
            .map(|g| g.sweeps.len())
            .collect();
        assert_eq!(sizes, [60, 35]);
    }
}
