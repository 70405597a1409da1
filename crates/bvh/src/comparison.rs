//! Two ways to one answer, compared for this crate's own tests.

use crate::backend::BvhBackend;
use crate::cast::Cast;
use crate::core_shape::CoreShape;
use crate::early_out::PlaneEarlyOut;
use crate::passage::{Path, Swept};
use crate::solid::{Record, SAME_CORNER, Solid};
use crate::tally::Silent;
use clipmark_collision::Sweep;

/// Visits each solid with the sweep that is asked of it.
fn for_each_swept(backend: &BvhBackend, sweep: &Sweep, mut visit: impl FnMut(&Swept<Silent>, Solid)) {
    let shape = CoreShape::from_hull(&sweep.hull);
    let path = Path::new(sweep, &shape, &backend.rules);
    let swept = Swept {
        shape: &shape,
        path: &path,
        tally: &Silent,
    };
    backend.solids.iter().for_each(|solid| visit(&swept, solid));
}

/// Holds what the early out finds of each solid to what GJK alone finds. How many solids it finds passed, left, stayed in,
/// and how many it leaves to GJK.
///
/// # Panics
/// Where they differ.
pub fn compare_early_out(backend: &BvhBackend, sweep: &Sweep, limit: f64) -> [usize; 4] {
    let mut verdicts = [0; 4];
    for_each_swept(backend, sweep, |swept, solid| {
        let settled = swept.shape.is_settled_by_planes(solid.box_settled);
        let by_gjk = swept.cast(solid, limit, false);
        let (verdict, agrees) = match swept.clip_by_planes(solid, limit, settled) {
            PlaneEarlyOut::Passed => (0, by_gjk.is_none()),
            PlaneEarlyOut::Inside(Cast::StartsInside) => (1, matches!(by_gjk, Some(Cast::StartsInside))),
            PlaneEarlyOut::Inside(_) => (2, matches!(by_gjk, Some(Cast::AllInside))),
            PlaneEarlyOut::Open => (3, true),
        };
        assert!(agrees, "{verdict} {by_gjk:?}: {sweep:?}");
        verdicts[verdict] += 1;
    });
    verdicts
}

/// Holds the answer of each box along the axes to that of the same solid asked face by face. How many boxes are hit.
///
/// # Panics
/// Where they differ in a digit.
pub fn compare_boxes(backend: &BvhBackend, sweep: &Sweep) -> usize {
    let mut hits = 0;
    for_each_swept(backend, sweep, |swept, solid| {
        let mut record = Record::clone(&solid);
        record.is_cuboid = false;
        let asked = [solid, solid.recorded_as(&record)];
        let answers = asked.map(|solid| format!("{:?}", swept.cast(solid, 1.0, true)));
        hits += usize::from(solid.is_cuboid && answers[0].contains("Hit"));
        // The sign of a 0 is lost where sums leave out terms of 0.
        let [own, by_faces] = answers.map(|answer| answer.replace("-0.0", "0.0"));
        assert_eq!(own, by_faces, "{sweep:?}");
    });
    hits
}

/// For each solid in the order of the world: whether a box meets only planes known beforehand, and the planes of its edges.
pub fn settled_boxes(backend: &BvhBackend) -> Vec<(bool, usize)> {
    let mut solids: Vec<Solid> = backend.solids.iter().collect();
    solids.sort_by_key(|solid| solid.order);
    let planes = |solid: &Solid| solid.edge_planes(SAME_CORNER).count();
    solids.iter().map(|s| (s.box_settled, planes(s))).collect()
}
