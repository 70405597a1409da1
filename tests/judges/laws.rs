//! The laws of movement, as `tests/it/laws.rs` plays them.

use crate::Failure;
use crate::finding::Findings;
use clipmark_laws::{ALL, LawPlayer};
use clipmark_measure::Contestant;

pub(crate) fn judge(contestant: Contestant, findings: &mut Findings) -> Result<(), Failure> {
    let player = LawPlayer::Contestant(contestant);
    let mut broken = Vec::new();
    for law in ALL
        .iter()
        .filter(|law| contestant.push_fault().is_none() || law.is_of_movers())
    {
        if law.play_on(player)?.iter().any(|finding| !finding.held) {
            broken.push(law.id);
        }
    }
    if !broken.is_empty() {
        findings.add(broken.join(", "));
    }
    Ok(())
}
