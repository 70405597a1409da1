//! The floor that a player can reach from the spawns of a map, and how much of it he walked.

use crate::run::contestant::Contestant;
use crate::run::moving::Respawns;
use crate::run::play::Played;
use crate::run::setting::BuiltContestant;
use clipmark_collision::{Sweep, Trace, Work};
use clipmark_geometry::{Contents, Point, Vec3};
use clipmark_movement::Profile;
use std::collections::HashSet;

/// Size of a piece of floor, in units: about a player's width. Larger, and a corner touched counts as a room.
const CELL: f32 = 32.0;
/// Deeper falls lead nowhere, in units.
const DEEPEST: f32 = 1024.0;
/// More pieces are not looked for: a map of 10,000 u in each direction has as many.
const MOST: usize = 100_000;

type Cell = [i32; 3];

fn cell(at: &Point) -> Cell {
    [at.x, at.y, at.z].map(|x| (x / CELL).floor() as i32)
}

/// The pieces of floor that lead from one to the next on foot, by a jump or a fall, from any of the spawns. A contestant's
/// backend is asked, of the standing body.
pub(crate) fn reachable(entrant: &BuiltContestant, profile: &Profile, respawns: &Respawns) -> HashSet<Cell> {
    let mut work = Work::silent();
    let mut trace = |start: Point, way: Vec3| -> Trace {
        let mut sweep = Sweep::new(entrant.hull, start, start + way);
        sweep.mask = Contents::PLAYER_MASK;
        entrant.backend.trace(&sweep, &mut work)
    };
    // As high as a jump and the step at its top.
    let jump = profile.jump_speed * profile.jump_speed / (2.0 * profile.gravity.max(1.0));
    let rise = Vec3::new(0.0, 0.0, jump + profile.step_height);
    let ways = [Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y()].map(|way| way * CELL);
    let mut found = HashSet::new();
    let mut edge: Vec<Point> = respawns.starts.iter().map(|body| body.origin).collect();
    while let Some(at) = edge.pop() {
        let top = at + rise * trace(at, rise).fraction;
        for way in [Vec3::zeros()].iter().chain(&ways) {
            if found.len() >= MOST || trace(top, *way).fraction < 1.0 {
                continue;
            }
            let fall = Vec3::new(0.0, 0.0, -DEEPEST);
            let down = trace(top + way, fall);
            let floor = top + way + fall * down.fraction;
            let stands = down
                .plane
                .is_some_and(|plane| plane.normal.z >= profile.walkable_normal);
            if stands && !respawns.is_deadly(profile, &floor, false) && found.insert(cell(&floor)) {
                edge.push(floor);
            }
        }
    }
    found
}

/// `walked 41.0 % of the floor that bsp finds from 13 spawns, 9 deaths`: the share of the floor that a run stood on, which
/// `finder` found.
pub(crate) fn walked(
    floor: &HashSet<Cell>,
    finder: Contestant,
    profile: &Profile,
    respawns: &Respawns,
    played: &Played,
) -> String {
    let stood = played.states.iter().filter(|body| body.grounded);
    // The floor of a slope may round to the cell above or below.
    let on = |[x, y, z]: Cell| {
        [0, -1, 1]
            .map(|by| [x, y, z + by])
            .into_iter()
            .find(|c| floor.contains(c))
    };
    let walked: HashSet<Cell> = stood.filter_map(|body| on(cell(&body.origin))).collect();
    let deaths = respawns.deaths(profile, played);
    format!(
        "walked {:.1} % of the floor that {finder} finds from {} spawns, {deaths} {}",
        100.0 * walked.len() as f64 / floor.len().max(1) as f64,
        respawns.starts.len(),
        if deaths == 1 { "death" } else { "deaths" },
    )
}
