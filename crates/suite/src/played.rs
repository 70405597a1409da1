//! A contestant's case of a scene: how it came to its end, or the rows of its run.

use crate::catch_panic;
use clipmark_measure::{BuiltContestant, Contestant, MeasureError, Played, Setting};
use clipmark_movement::Notes;
use clipmark_rows::{Case, End, Row, STATES};

/// Lets a contestant play a scene twice, and has its run judged, with whether it repeats to the bit. A panic is its end, and so is a refusal. A panic of the judge leaves
/// no verdict.
///
/// # Errors
/// A pair of a backend and a mover that plays nowhere: no result of a scene.
pub(crate) fn play_case(
    case: Case,
    setting: &Setting,
    contestant: Contestant,
    judge: impl FnOnce(&BuiltContestant, &Played, bool) -> (End, Vec<Row>),
) -> Result<Case, MeasureError> {
    let ended = |end, case| Ok(Case { end, ..case });
    let mut built = match catch_panic(|| setting.enter(contestant)) {
        Err(why) => return Ok(case.stopped(why)),
        Ok(Err(why @ MeasureError::NoSizeForWalker { .. })) => return Err(why),
        Ok(Err(why)) => return ended(End::Refused(why.to_string()), case),
        Ok(Ok(built)) => built,
    };
    let notes = built.setup.noted().map(|(noted, notes)| {
        built.setup = noted;
        notes
    });
    let played = catch_panic(|| built.play(setting));
    let played = match (played, notes.as_ref().and_then(Notes::refused)) {
        (Err(why), _) => return Ok(case.stopped(why)),
        (Ok(Err(MeasureError::RunLost { source, .. })), _) => {
            return Ok(case.stopped(format!("left where no tick can be played: {source}")));
        }
        // A library's controller is built with the first tick.
        (Ok(_), Some(why)) => return ended(End::Refused(why), case),
        (Ok(Err(why)), None) => return ended(End::Refused(why.to_string()), case),
        (Ok(Ok(played)), None) => played,
    };
    let repeats = match repeats(&built, setting, &played) {
        Err(why) => return Ok(case.stopped(why)),
        Ok(repeats) => repeats,
    };
    let facts = [(STATES.into(), format!("{:016x}", played.hash()))].into();
    // A fault of the judge is no fault of the contestant.
    let (end, rows) = catch_panic(|| judge(&built, &played, repeats))
        .unwrap_or_else(|why| (End::NotJudged(why), Vec::new()));
    Ok(Case {
        end,
        rows,
        facts,
        ..case
    })
}

/// Whether the same run, played once more, is the same to the bit; the words of a panic in it.
pub(crate) fn repeats(built: &BuiltContestant, setting: &Setting, played: &Played) -> Result<bool, String> {
    let again = catch_panic(|| built.play(setting))?;
    Ok(again.is_ok_and(|again| again.hash() == played.hash()))
}
