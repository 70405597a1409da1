//! Counts that are no fault of a backend, in words that a reader would otherwise have to guess.

use super::short;
use crate::format::{count, plural};
use clipmark_record::bar::{Answers, BarResults, BarRow, MOVERS};
use clipmark_record::causes::Cause;
use clipmark_record::faults::{FAULTS, Limit, OTHER};

/// Geometry's faults where planes of a map, or a skin, decide an answer, each with its cause.
const GIVEN: [(Cause, &str); 7] = [
    (
        Cause::PhantomOffBevel,
        "stop at bevels of the map that lie away from their brush",
    ),
    (Cause::PhantomNoBevel, "stop where the map gives a brush no bevel"),
    (Cause::MissedFromSkin, "start in the skin of an edge and pass it"),
    (
        Cause::DeepAtCorner,
        "end in a solid where they cut a corner and another surface stops them",
    ),
    (Cause::NormalAtGiven, "name the normal of such a bevel"),
    (Cause::ContentsAtGiven, "name the contents of such a brush"),
    (
        Cause::StartAtGiven,
        "are said to start in a brush behind all of whose planes they start",
    ),
];

/// A sentence for each thing to be said, over all maps.
pub(super) fn notes(book: &BarResults) -> Vec<String> {
    let mut sums: Vec<(&str, Answers)> = Vec::new();
    for row in &book.rows {
        let all = row.answers();
        match sums.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, sum)) => *sum = sum.and(&all),
            None => sums.push((&row.contestant, all)),
        }
    }
    let mut out: Vec<String> = sums.iter().filter_map(|(name, _)| others(book, name)).collect();
    for (name, a) in sums.iter().filter(|(_, a)| a.causes[Cause::ByTree] > 0) {
        out.push(format!(
            "{name}: {} of its misses, ends in a solid and places with a wrong depth or contacts are right with a \
             tree compiled here: the map's own does not name the brush everywhere, or, as in Quake III, the walk \
             through it ends a shallow path's part early.",
            count(a.causes[Cause::ByTree]),
        ));
    }
    for (name, a) in &sums {
        let parts: Vec<String> = GIVEN
            .iter()
            .filter(|(cause, _)| a.causes[*cause] > 0)
            .map(|(cause, what)| format!("{} {what}", count(a.causes[*cause])))
            .collect();
        if !parts.is_empty() {
            out.push(format!(
                "{name}: by geometry, {}; by its rules Quake III answers so too, and where the contestant follows \
                 it these are among the sweeps that rules explain.",
                parts.join(", ")
            ));
        }
    }
    for (name, a) in &sums {
        for (rule, n) in a.rules.by_rules().filter(|(_, n)| *n > 0) {
            out.push(format!(
                "{name}: engine's rule ({}): {} sweeps {}.",
                rule.name,
                count(n),
                rule.why
            ));
        }
    }
    out.extend(of_hulls(book));
    out.extend(of_places(book));
    for (name, a) in sums.iter().filter(|(_, a)| a.causes[Cause::NotAsked] > 0) {
        out.push(format!(
            "{name}: not asked: {} sweeps start in a solid. It declares surfaces, which do not see that they are \
             around a start, so that its flag, depth and contacts there are held to nothing.",
            count(a.causes[Cause::NotAsked])
        ));
    }
    let in_f32 = names_with(book, |row| row.walks.held_in_f32);
    if !in_f32.is_empty() {
        out.push(format!(
            "Counted separately, not as stuck: players that stand where the movement on exact answers gets on in \
             f64 and is held in f32 ({}).",
            in_f32.join(", ")
        ));
    }
    out
}

/// A contestant's classes in the column [`OTHER`]: `bsp: other: 54 stops by other contents …`.
fn others(book: &BarResults, name: &str) -> Option<String> {
    let rows: Vec<&BarRow> = book.rows.iter().filter(|row| row.contestant == name).collect();
    let mut said = Vec::new();
    for class in FAULTS.iter().filter(|class| class.in_bar.is_none()) {
        let parts = rows.iter().flat_map(|row| row.all_parts());
        let counts = parts.filter_map(|part| class.count_in(part));
        let all = counts.fold(0, usize::saturating_add);
        if all == 0 {
            continue;
        }
        let beyond = |row: &&&BarRow| row.beyond_limits().any(|broken| broken.key == class.key);
        let beyond = match (rows.iter().filter(beyond).count(), class.limit) {
            (0, Limit::OneIn(many) | Limit::Often { one_in: many, .. }) => {
                format!(" (fewer than 1 in {})", count(many))
            }
            (0, _) => String::new(),
            (_, _) if rows.len() == 1 => " (✗)".into(),
            (n, _) => format!(" (✗ on {n} of {} maps)", count(rows.len())),
        };
        said.push(plural(all, class.says[0], class.says[1]) + &beyond);
    }
    (!said.is_empty()).then(|| format!("{name}: {OTHER}: {}.", said.join("; ")))
}

/// Hulls that some contestants were asked with and others not: `bsp: not asked with cylinder: it does not sweep that hull.`
fn of_hulls(book: &BarResults) -> Vec<String> {
    let mut asked: Vec<&str> = Vec::new();
    let mut each: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in book.rows.iter().filter(|row| row.refused.is_none()) {
        // Whether movers are asked depends on the map.
        let own: Vec<&str> = hulls(row).filter(|hull| *hull != MOVERS).collect();
        let new = own.iter().filter(|hull| !asked.contains(hull));
        asked.extend(new.copied().collect::<Vec<_>>());
        match each.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, known)) => known.retain(|hull| own.contains(hull)),
            None => each.push((&row.contestant, own)),
        }
    }
    let told = each.into_iter().filter_map(|(name, own)| {
        let missing: Vec<&str> = asked.iter().copied().filter(|hull| !own.contains(hull)).collect();
        let hulls = missing.join(", ");
        (!missing.is_empty()).then(|| format!("{name}: not asked with {hulls}: it does not sweep that hull."))
    });
    told.chain(of_movers(book)).collect()
}

fn hulls(row: &BarRow) -> impl Iterator<Item = &str> {
    row.hulls.iter().map(|hull| hull.hull.as_str())
}

/// Contestants that were not asked among movers on maps where others were.
fn of_movers(book: &BarResults) -> Vec<String> {
    let asked: Vec<&BarRow> = book
        .rows
        .iter()
        .filter(|row| hulls(row).any(|hull| hull == MOVERS))
        .collect();
    let lacks = |row: &BarRow| {
        let is_moving = asked.iter().any(|other| other.map == row.map);
        usize::from(row.refused.is_none() && is_moving && hulls(row).all(|hull| hull != MOVERS))
    };
    sums(book, lacks)
        .into_iter()
        .filter(|(_, maps)| *maps > 0)
        .map(|(name, maps)| {
            let maps = plural(maps, "map", "maps");
            format!("{name}: not asked among movers on {maps}: its library refuses a part that moves.")
        })
        .collect()
}

/// Faults at places: `bvh: 3 places on 2 maps: is deeper than it says; the first at (1 2 3), hull player, margin 8 u, on oa_dm1.`
fn of_places(book: &BarResults) -> Vec<String> {
    let mut found: Vec<Places> = Vec::new();
    for row in &book.rows {
        for hull in &row.hulls {
            for wrong in &hull.wrong_places {
                let known = found
                    .iter_mut()
                    .find(|known| known.contestant == row.contestant && known.what == wrong.what);
                if let Some(known) = known {
                    known.count = known.count.saturating_add(wrong.count);
                    if !known.maps.contains(&row.map.as_str()) {
                        known.maps.push(&row.map);
                    }
                    continue;
                }
                let [x, y, z] = wrong.at;
                found.push(Places {
                    contestant: &row.contestant,
                    what: &wrong.what,
                    count: wrong.count,
                    maps: vec![&row.map],
                    first: format!("({x} {y} {z}), hull {}, margin {} u", hull.hull, wrong.margin),
                });
            }
        }
    }
    found.iter().map(Places::describe).collect()
}

/// One kind of wrong answer about places, of one contestant.
struct Places<'a> {
    contestant: &'a str,
    what: &'a str,
    count: usize,
    maps: Vec<&'a str>,
    first: String,
}

impl Places<'_> {
    fn describe(&self) -> String {
        let places = plural(self.count, "place", "places");
        let on = if self.maps.len() > 1 {
            format!(" on {} maps", self.maps.len())
        } else {
            String::new()
        };
        let map = short(self.maps[0]);
        format!(
            "{}: {places}{on}: {}; the first at {}, on {map}.",
            self.contestant, self.what, self.first
        )
    }
}

/// A count over all maps, of each contestant.
fn sums(book: &BarResults, of: impl Fn(&BarRow) -> usize) -> Vec<(&str, usize)> {
    let mut sums: Vec<(&str, usize)> = Vec::new();
    for row in &book.rows {
        match sums.iter_mut().find(|(name, _)| *name == row.contestant) {
            Some((_, sum)) => *sum = sum.saturating_add(of(row)),
            None => sums.push((&row.contestant, of(row))),
        }
    }
    sums
}

/// Contestants with a count over all maps, each with the count.
fn names_with(book: &BarResults, of: impl Fn(&BarRow) -> usize) -> Vec<String> {
    let found = sums(book, of).into_iter().filter(|(_, n)| *n > 0);
    found.map(|(name, n)| format!("{name} {}", count(n))).collect()
}
