//! Which share of a run is whose: `2/4` is the second of four.

use std::collections::HashMap;

/// Shards of one run at most: far more than anybody has machines.
pub const MOST: usize = 65_536;
/// Missing shards named in a message at most.
const MOST_NAMED: usize = 5;

/// Reads `2/4`.
///
/// # Errors
/// A text that is no share, in words.
pub fn parse(text: &str) -> Result<[usize; 2], String> {
    let numbers = text
        .split_once('/')
        .and_then(|(i, n)| Some([i.parse().ok()?, n.parse().ok()?]));
    match numbers {
        Some(shard) if is_one(shard) => Ok(shard),
        _ => Err(format!(
            "give the shard's number, from 1, and how many there are, at most {MOST}; for example 2/4"
        )),
    }
}

/// Whether a shard's number and their count can be.
pub fn is_one([i, n]: [usize; 2]) -> bool {
    n <= MOST && (1..=n).contains(&i)
}

/// Whether each shard of a run is there once, given the folders' names; else the fault, in words. There is at least one.
///
/// # Errors
/// A shard that is missing or there twice.
pub fn complete(shards: &[(&str, [usize; 2])]) -> Result<(), String> {
    let all = shards.first().map_or(0, |(_, shard)| shard[1]);
    let mut seen: HashMap<usize, &str> = HashMap::new();
    for (name, [i, _]) in shards {
        if let Some(other) = seen.insert(*i, name) {
            return Err(format!("{other} and {name} are both shard {i} of {all}"));
        }
    }
    let missing: Vec<String> = (1..=all)
        .filter(|i| !seen.contains_key(i))
        .take(MOST_NAMED)
        .map(|i| format!("{i}/{all}"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{} of {all} shards are missing (first {}); give the folders of all shards",
        all - seen.len(),
        missing.join(", ")
    ))
}

/// The items of a shard, by their place. Items come in groups that are cheap to do together (all contestants on a map). Groups
/// are dealt in turns; where there are more shards than groups, the shards of one group deal its items.
pub fn dealt(groups: &[usize], [i, n]: [usize; 2]) -> Vec<usize> {
    let mut mine = Vec::new();
    let mut first = 0;
    for (g, &size) in groups.iter().enumerate() {
        if n <= groups.len() {
            if g % n == i - 1 {
                mine.extend(first..first + size);
            }
        } else if (i - 1) % groups.len() == g {
            let sharers = (n - g).div_ceil(groups.len());
            let turn = (i - 1) / groups.len();
            mine.extend((first..first + size).filter(|item| (item - first) % sharers == turn));
        }
        first += size;
    }
    mine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_deal_every_item_once_and_groups_stay_together_while_there_are_enough() {
        for groups in [vec![], vec![3], vec![2, 2, 2], vec![1, 4, 2, 5, 3, 1, 1]] {
            let all: usize = groups.iter().sum();
            for n in 1..20 {
                let mut seen: Vec<usize> = (1..=n).flat_map(|i| dealt(&groups, [i, n])).collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..all).collect::<Vec<_>>(), "{groups:?} by {n}");
            }
        }
        assert_eq!(dealt(&[2, 2, 2], [1, 2]), [0, 1, 4, 5]);
        assert_eq!(dealt(&[2, 2], [3, 4]), [1]);
        assert_eq!(dealt(&[4], [2, 3]), [1]);
    }

    #[test]
    fn what_is_no_share_is_refused() {
        assert_eq!(parse("2/4"), Ok([2, 4]));
        for bad in [
            "",
            "2",
            "0/4",
            "5/4",
            "1/0",
            "-1/4",
            "1/65537",
            "1/4/2",
            "1/4000000000000",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
