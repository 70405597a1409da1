//! The laws of movement: `compare laws --contestant C`.

use crate::{Found, JudgesError};
use clipmark_laws::{Performer, matching, play};
use clipmark_measure::Contestant;

pub(crate) fn judge(contestant: Contestant) -> Result<Found, JudgesError> {
    let laws = matching(&[])?;
    let results = play(&laws, Performer::Contestant(contestant), &mut |_, _, _| ())?;
    let broken: Vec<&str> = results
        .laws
        .iter()
        .filter(|law| !law.held())
        .map(|law| law.id.as_str())
        .collect();
    Ok((!broken.is_empty()).then(|| broken.join(", ")))
}
