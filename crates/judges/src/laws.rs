//! The laws of movement: `compare laws --contestant C`.

use crate::JudgesError;
use crate::finding::Findings;
use clipmark_laws::{LawPlayer, matching, play};
use clipmark_measure::Contestant;

pub(crate) fn judge(contestant: Contestant, findings: &mut Findings) -> Result<(), JudgesError> {
    let mut laws = matching(&[])?;
    if contestant.pushes().is_some() {
        laws.retain(|law| law.is_of_movers());
    }
    let results = play(&laws, LawPlayer::Contestant(contestant), &mut |_, _, _| ())?;
    let broken: Vec<&str> = results
        .laws
        .iter()
        .filter(|law| !law.held())
        .map(|law| law.id.as_str())
        .collect();
    for id in &broken {
        findings.add(*id, broken.join(", "));
    }
    Ok(())
}
