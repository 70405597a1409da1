//! Which share of a run is whose: `2/4` is the second of four.

/// Shards of one run at most: far more than anybody has machines.
const MOST: usize = 65_536;

/// Reads `2/4`.
///
/// # Errors
/// A text that is no share, in words.
pub fn parse_shard(text: &str) -> Result<[usize; 2], String> {
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
fn is_one([i, n]: [usize; 2]) -> bool {
    n <= MOST && (1..=n).contains(&i)
}
