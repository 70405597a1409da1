//! Bytes of a contestant, counted in a process of its own: this program, started again with the hidden verb `count-bytes`. The
//! question and the answer are a line of JSON each.

mod scale;
mod world;

pub use scale::Scale;
pub use world::Where;

use crate::terminal::say;
use anyhow::{Context, Result};
use clipmark_measure::Contestant;
use clipmark_measure::weigh::weigh;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Read, stdin};

/// Longest question, in bytes: paths and the names of all contestants.
const LONGEST: u64 = 1 << 16;

/// The contestant to weigh, and its world.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    contestant: String,
    world: Where,
}

/// The result.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Bytes; none where the allocator cannot be asked.
    counted: Option<usize>,
}

/// The verb: answers the question that stands on standard input.
pub(crate) fn run() -> Result<bool> {
    let mut line = String::new();
    stdin()
        .lock()
        .take(LONGEST)
        .read_line(&mut line)
        .context("the question on standard input")?;
    let question: Question = serde_json::from_str(&line).context(
        "count-bytes: standard input has no question of this program; it starts this verb by itself",
    )?;
    let contestant: Contestant = question.contestant.parse()?;
    let (world, rules) = question.world.world()?;
    let counted = weigh(&|world| contestant.build(world, rules), &world)?;
    say!("{}\n", serde_json::to_string(&Answer { counted })?)?;
    Ok(true)
}
