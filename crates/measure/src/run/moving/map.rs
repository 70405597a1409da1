//! The moving parts and triggers of a map, from the entities that its maker wrote.

use super::Parts;
use super::scene::FIRST;
use clipmark_geometry::{Vec3, World};
use clipmark_movement::moving::{
    LeftOut, Quake1Part, Quake1Parts, Quake3Part, Quake3Parts, SPREAD, quake3::Entities,
};
use clipmark_movement::{Profile, PushRule};
use std::collections::HashMap;

/// Parts that bodies pass through.
const NOT_SOLID: [&str; 4] = ["func_illusionary", "func_water", "func_ladder", "func_areaportal"];

/// The parts of a map, and the omissions: a line each.
pub(super) fn parts(world: &World, profile: &Profile) -> (Parts, Vec<String>) {
    let bounds = |number: usize| world.models.get(number.checked_sub(1)?).map(|m| m.bounds);
    if profile.moving.push == PushRule::Teams {
        let mut parts = Quake3Parts::of_map(&world.entities, bounds);
        for (entity, model) in unplayed(world, &parts.left_out) {
            let bounds = world.models[model - 1].bounds.grown(SPREAD);
            let still = Quake3Part::still(model, bounds, Vec3::zeros());
            parts.parts.push(Quake3Part { entity, ..still });
        }
        parts.parts.sort_by_key(|p| p.entity);
        let told = list_omissions(&mut parts.left_out);
        let cast = Entities::of_parts(&parts);
        return (Parts::Quake3(parts, cast), told);
    }
    let mut parts = Quake1Parts::of_map(&world.entities, bounds);
    for (entity, model) in unplayed(world, &parts.left_out) {
        let bounds = world.models[model - 1].bounds.grown(SPREAD);
        let still = Quake1Part::still(model, bounds);
        parts.parts.push(Quake1Part { entity, ..still });
    }
    parts.parts.sort_by_key(|p| p.entity);
    let numbers = parts
        .parts
        .iter()
        .map(|p| (FIRST + p.entity as i32, p.model))
        .collect();
    let told = list_omissions(&mut parts.left_out);
    (Parts::Quake1(parts, numbers), told)
}

/// Entities that do not play and are solid where they are drawn, by index, with their model's number.
fn unplayed<'a>(world: &'a World, left_out: &'a [LeftOut]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let solid = |what: &&LeftOut| what.class.starts_with("func_") && !passable(what);
    let mut known: HashMap<(usize, &str), usize> = HashMap::new();
    for (i, e) in world.entities.iter().enumerate() {
        known.entry((e.line, e.class())).or_insert(i);
    }
    left_out.iter().filter(solid).filter_map(move |what| {
        let i = *known.get(&(what.line, what.class.as_str()))?;
        let model = world.entities[i].model()?;
        (1..=world.models.len()).contains(&model).then_some((i, model))
    })
}

fn passable(what: &LeftOut) -> bool {
    NOT_SOLID.contains(&what.class.as_str())
}

/// Lists the omissions, except parts that bodies pass through by design.
fn list_omissions(left_out: &mut Vec<LeftOut>) -> Vec<String> {
    left_out.retain(|what| !passable(what));
    left_out.iter().map(ToString::to_string).collect()
}
