//! The smallest scene that shows a failure: parts of a course are left out while the same promise is broken.
//!
//! Parts are left out one at a time: steps of the input from its end, shapes, and the course's other expectations. A part stays
//! out only if a witness, who passes the course, passes the smaller one too. A contestant must not fail because a flight of
//! stairs is gone. A map stays whole: its brushes are another's work, and no scene may hold them.

use super::at_rate;
use clipmark_measure::Contestant;
use clipmark_record::controllers::{Promise, breaches};
use clipmark_scene::{Scene, Step, WorldSource};

/// The scene, as small as leaving out one part at a time makes it. The scene itself if the witness does not pass it or the
/// contestant breaks nothing.
pub fn smallest(scene: &Scene, contestant: Contestant, witness: Contestant) -> Scene {
    let Some(promise) = broken_promise(scene, contestant, witness) else {
        return scene.clone();
    };
    let mut kept = scene.clone();
    let still = |smaller: &Scene| broken_promise(smaller, contestant, witness) == Some(promise);
    // The end of the run first: it is the quickest to test, and the rest takes less time for it.
    loop {
        let mut smaller = kept.clone();
        shorten(&mut smaller.input);
        if smaller.input.is_empty() || !still(&smaller) {
            break;
        }
        kept = smaller;
    }
    let shapes = match &scene.world {
        WorldSource::Shapes(shapes) => shapes.len(),
        _ => 0,
    };
    for i in (0..shapes).rev() {
        let mut smaller = kept.clone();
        if let WorldSource::Shapes(shapes) = &mut smaller.world {
            shapes.remove(i);
        }
        if still(&smaller) {
            kept = smaller;
        }
    }
    for i in (0..kept.expect.len()).rev() {
        let mut smaller = kept.clone();
        smaller.expect.remove(i);
        if still(&smaller) {
            kept = smaller;
        }
    }
    kept
}

/// Leaves out the last step of an input. Of a repetition it is the last step of the last turn, so that turn is written out.
fn shorten(input: &mut Vec<Step>) {
    while let Some(Step::Repeat { times, steps }) = input.last_mut() {
        let turn = steps.clone();
        *times -= 1;
        if *times == 0 {
            input.pop();
        }
        input.extend(turn);
    }
    input.pop();
}

/// The worst promise that the contestant breaks where the witness breaks none. The witness is asked first: who passes is judged
/// quickly.
fn broken_promise(scene: &Scene, contestant: Contestant, witness: Contestant) -> Option<Promise> {
    let broken_by = |who| Some(breaches(at_rate(scene, &[who], false).ok()?.first()?));
    broken_by(witness).filter(Vec::is_empty)?;
    broken_by(contestant)?.first().map(|b| b.promise)
}
