//! The correctness bar: `compare bar --worlds …`, for the player's hull and for points.

use crate::JudgesError;
use crate::finding::Findings;
use clipmark_geometry::Hull;
use clipmark_measure::Contestant;
use clipmark_measure::bar::{Asking, measure};
use clipmark_movement::profile_named;
use clipmark_record::bar::{Met, Sizes};
use clipmark_scene::Scene;

/// How much is asked: enough for what is wrong with 1 answer in 1,000, and a few seconds a world.
const PLAYER: Sizes = Sizes {
    sweeps: 12_000,
    rest: 2_400,
    walkers: 3,
    ticks: 400,
};
/// Points do not walk.
const POINT: Sizes = Sizes {
    sweeps: 6_000,
    rest: 1_200,
    walkers: 0,
    ticks: 1,
};

pub(crate) fn judge(
    scenes: &[Scene],
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), JudgesError> {
    let Some(profile) = profile_named("quake3") else {
        return Ok(());
    };
    let points = contestant.backend.sweeps(&Hull::Point).then_some(Hull::Point);
    let hulls = [None].into_iter().chain(points.map(Some));
    for (hull, scene) in hulls.flat_map(|h| scenes.iter().map(move |s| (h, s))) {
        let asking = Asking {
            contestants: &[contestant],
            profile: *profile,
            hull,
            sizes: if hull.is_none() { PLAYER } else { POINT },
            seed: 1,
        };
        let world = (scene.name.clone(), scene.world()?);
        let results = measure(vec![world], &asking, &mut |_, _, _| ())?;
        if let Some(why) = results.rows.iter().find_map(|row| row.refused.clone()) {
            return Err(JudgesError::Refused {
                scene: scene.name.clone(),
                why,
            });
        }
        for row in results.rows.iter().filter(|row| row.met() == Met::No) {
            let broken: Vec<&str> = row.beyond_limits().map(|class| class.name).collect();
            let said = format!("{}, {}: {}", scene.name, row.hull, broken.join(", "));
            for what in &broken {
                findings.add(format!("{} {} {what}", scene.name, row.hull), said.as_str());
            }
        }
        if findings.enough() {
            return Ok(());
        }
    }
    Ok(())
}
