//! What is counted but is no backend's slip, in words: what a figure of the bar would leave a reader to guess.

use crate::format::count;
use clipmark_record::bar::{Answers, BarResults, BarRow};

/// A sentence for each thing to be said, over all maps.
pub(super) fn notes(book: &BarResults) -> Vec<String> {
    let mut sums: Vec<(&str, Answers)> = Vec::new();
    for row in &book.rows {
        let all = row.random.and(&row.resting());
        match sums.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, sum)) => *sum = sum.and(&all),
            None => sums.push((&row.contestant, all)),
        }
    }
    let mut out = Vec::new();
    let at_bevels = |a: &Answers| a.phantom_off_bevel.saturating_add(a.phantom_no_bevel);
    // Of a contestant that mostly stops elsewhere the few say nothing: it does not clip against planes, and hit on them.
    let mostly = |a: &Answers| at_bevels(a) > 0 && at_bevels(a).saturating_mul(2) >= a.phantom;
    for (name, a) in sums.iter().filter(|(_, a)| mostly(a)) {
        out.push(format!(
            "{name}: of its {} phantoms, {} are at bevels of the map that lie away from their brush and {} where the map \
             gives a brush, or the engine a patch's facet, no bevel; by its rules Quake III stops there too.",
            count(a.phantom),
            count(a.phantom_off_bevel),
            count(a.phantom_no_bevel),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.missed_from_skin > 0) {
        out.push(format!(
            "{name}: of its {} misses, {} start in the skin of what they pass and leave it by a plane within that skin; by its \
             rules Quake III counts that plane as left before it counts any as met.",
            count(a.missed),
            count(a.missed_from_skin),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.deep_at_corner > 0) {
        out.push(format!(
            "{name}: of its {} ends in a solid, {} are where it cuts a corner and another surface stops it; by its rules \
             Quake III ends there too.",
            count(a.penetrating),
            count(a.deep_at_corner),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.by_tree > 0) {
        out.push(format!(
            "{name}: {} of its misses, ends in a solid and places with a wrong depth or contacts are right with a tree compiled here: \
             the map's own does not name the brush everywhere.",
            count(a.by_tree),
        ));
    }
    let at_given = |a: &Answers| [a.normal_at_given, a.contents_at_given, a.start_at_given];
    for (name, a) in sums.iter().filter(|(_, a)| at_given(a) != [0; 3]) {
        let [normals, contents, starts] = at_given(a).map(count);
        out.push(format!(
            "{name}: {normals} of its wrong normals and {contents} wrong contents are at such planes too, and {starts} of its flags \
             about a start in a solid are behind all of a brush's, though not in the brush; by its rules Quake III says the same.",
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.touch_rule > 0) {
        out.push(format!(
            "{name}: {} sweeps start in touch with a solid, not inside it, and pass through it; by its rules Quake III does \
             so too: it counts touching as inside, and ignores the solid that a sweep starts in.",
            count(a.touch_rule),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.merged_rule > 0) {
        out.push(format!(
            "{name}: {} sweeps start in a solid and pass into another that overlaps it; by its rules solids that overlap are \
             one, which is ignored until it is left: a tree of clip hulls cannot tell them apart.",
            count(a.merged_rule),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.bevel_rule > 0) {
        out.push(format!(
            "{name}: {} sweeps start behind all planes that the map gives a brush, whose bevels stand off or are missing, \
             but not in the brush, and pass through it; by its rules Quake III does so too.",
            count(a.bevel_rule),
        ));
    }
    for (name, a) in sums.iter().filter(|(_, a)| a.patch_rule > 0) {
        out.push(format!(
            "{name}: {} sweeps stop at the edge of a curved patch by a motion that does not come from its front, or pass a \
             piece of one that the engine leaves open or has them start in; by its rules Quake III does so too.",
            count(a.patch_rule),
        ));
    }
    let in_f32 = names_with(book, |row| row.walks.held_in_f32);
    if !in_f32.is_empty() {
        out.push(format!(
            "Counted separately, not as stuck: players that stand where the movement on exact answers gets on in f64 and is held in f32 \
             ({}).",
            in_f32.join(", ")
        ));
    }
    let along: Vec<String> = sums
        .iter()
        .filter(|(_, a)| a.stopped_along > 0)
        .map(|(name, a)| format!("{name} {}", count(a.stopped_along)))
        .collect();
    if !along.is_empty() {
        out.push(format!(
            "Counted separately, not as wrong normals: sweeps along a surface that stop in its skin, where rounding brings \
             them nearer ({}).",
            along.join(", ")
        ));
    }
    out
}

/// Contestants of which a count over all maps is not 0, each with it.
fn names_with(book: &BarResults, of: impl Fn(&BarRow) -> usize) -> Vec<String> {
    let mut sums: Vec<(&str, usize)> = Vec::new();
    for row in &book.rows {
        match sums.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, sum)) => *sum = sum.saturating_add(of(row)),
            None => sums.push((&row.contestant, of(row))),
        }
    }
    let found = sums.into_iter().filter(|(_, n)| *n > 0);
    found.map(|(name, n)| format!("{name} {}", count(n))).collect()
}
