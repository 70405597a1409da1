//! The smallest scene that shows a failure: parts of a course are left out while the same check fails.
//!
//! Parts are left out one at a time: steps of the input from its end, shapes, and the course's other expectations. A part stays
//! out only if a witness, who passes the course, passes the smaller one too. A contestant must not fail because a flight of
//! stairs is gone. A map stays whole: its brushes are another's work, and no scene may hold them.

use super::measure;
use clipmark_measure::Contestant;
use clipmark_rows::Check;
use clipmark_scene::{Scene, Step, WorldSource};

/// The scene, as small as leaving out one part at a time makes it. The scene itself if the witness does not pass it or the
/// contestant fails nothing.
pub fn smallest(scene: &Scene, contestant: Contestant, witness: Contestant) -> Scene {
    let Some(check) = failed_check(scene, contestant, witness) else {
        return scene.clone();
    };
    let mut kept = scene.clone();
    let still = |smaller: &Scene| failed_check(smaller, contestant, witness) == Some(check);
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

/// The worst check that the contestant fails where the witness fails none. The witness is asked first: who passes is judged quickly.
fn failed_check(scene: &Scene, contestant: Contestant, witness: Contestant) -> Option<Check> {
    let hz = 1.0 / scene.tick.seconds();
    let played = |who| {
        let scenes = std::slice::from_ref(scene);
        measure(scenes, &[who], &[hz], &mut |_, _, _| ())
            .ok()?
            .cases
            .pop()
    };
    played(witness).filter(|case| case.severity().is_none())?;
    played(contestant)?.failures().first().map(|row| row.check)
}
