//! The smallest scene that shows a failure: parts of a course are left out while the same promise is broken.
//!
//! Parts are left out one at a time: steps of the input from its end, shapes, and the course's other expectations. A part stays
//! out only if a witness, who passes the course, passes the smaller one too. A contestant must not fail because a flight of
//! stairs is gone.

use super::at_rate;
use clipmark_measure::Contestant;
use clipmark_record::controllers::{Promise, breaches};
use clipmark_scene::{Scene, WorldSource};

/// The scene, as small as leaving out one part at a time makes it. The scene itself if the witness does not pass it, the
/// contestant breaks nothing, or the world is a map.
pub fn smallest(scene: &Scene, contestant: Contestant, witness: Contestant) -> Scene {
    if !matches!(scene.world, WorldSource::Shapes(_)) {
        return scene.clone();
    }
    let Some(promise) = shown(scene, contestant, witness) else {
        return scene.clone();
    };
    let mut kept = scene.clone();
    let still = |smaller: &Scene| shown(smaller, contestant, witness) == Some(promise);
    // The end of the run first: it is the quickest to test, and the rest takes less time for it.
    while kept.input.len() > 1 {
        let mut smaller = kept.clone();
        smaller.input.pop();
        if !still(&smaller) {
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

/// The worst promise that the contestant breaks where the witness breaks none. The witness is asked first: who passes is judged
/// quickly.
fn shown(scene: &Scene, contestant: Contestant, witness: Contestant) -> Option<Promise> {
    let broken_by = |who| Some(breaches(at_rate(scene, &[who], false).ok()?.first()?));
    broken_by(witness).filter(Vec::is_empty)?;
    broken_by(contestant)?.first().map(|b| b.promise)
}
