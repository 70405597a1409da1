//! The table of the properties. What the referee decides is asked through its judgement ([`answers`], [`places`]); the others ask
//! a backend twice and compare, or ask in a world in which the right answer is plain.

mod answers;
mod bad_input;
mod declared;
mod determinism;
mod fields;
mod lengths;
mod many;
mod passage;
mod places;
mod repeated;
mod rest;

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;

/// A property.
pub(crate) struct Property {
    /// As reports have it.
    pub(crate) name: &'static str,
    /// The worlds that it is tried in; empty for all of them.
    worlds: &'static [&'static str],
    /// Tries it in one setting.
    pub(crate) check: fn(&Setting, &mut Ledger),
}

impl Property {
    const fn everywhere(name: &'static str, check: fn(&Setting, &mut Ledger)) -> Self {
        Self::in_worlds(name, &[], check)
    }

    const fn in_worlds(
        name: &'static str,
        worlds: &'static [&'static str],
        check: fn(&Setting, &mut Ledger),
    ) -> Self {
        Self { name, worlds, check }
    }

    pub(crate) fn is_tried_in(&self, world: &str) -> bool {
        self.worlds.is_empty() || self.worlds.contains(&world)
    }
}

/// One of the worlds, beside which properties are tried that make worlds of their own.
const ONCE: &[&str] = &["box"];

/// All properties.
pub(crate) const ALL: [Property; 20] = [
    Property::everywhere("answer", answers::check_consistency),
    Property::everywhere("bad-input", bad_input::check_refusals),
    Property::everywhere("contacts", places::check_contacts),
    Property::everywhere("contents", places::check_contents),
    Property::everywhere("determinism", determinism::ask_again),
    Property::everywhere("exact", answers::judge_sweeps),
    Property::in_worlds("fields", ONCE, fields::meet_named_surfaces),
    Property::everywhere("idempotence", repeated::continue_from_end),
    Property::in_worlds("lengths", ONCE, lengths::sweep_all_lengths),
    Property::in_worlds("many", ONCE, many::meet_many_solids),
    Property::everywhere("monotonicity", repeated::lengthen_and_shorten),
    Property::everywhere("order", repeated::shuffle_brushes),
    Property::in_worlds("passage", ONCE, passage::pass_beside_walls),
    Property::everywhere("path", answers::check_path),
    Property::everywhere("position", places::check_position),
    Property::in_worlds("rest", &rest::FLOORS, rest::rest_on_floor),
    Property::everywhere("splitting", repeated::split_in_two),
    Property::in_worlds("start", &declared::FLOORS, declared::check_starts),
    Property::in_worlds("surfaces", &["room"], declared::check_surfaces),
    Property::everywhere("symmetry", repeated::move_world),
];

/// Properties that hold in any world, for any sweeps (F7 to F13).
pub(crate) const ANYWHERE: [&str; 7] = [
    "idempotence",
    "monotonicity",
    "splitting",
    "symmetry",
    "order",
    "determinism",
    "bad-input",
];

/// Properties that test a backend's declarations of starts and of surfaces.
pub(crate) const OF_DECLARATIONS: [&str; 2] = ["start", "surfaces"];

/// The names of the properties, as reports have them.
pub const PROPERTIES: [&str; ALL.len()] = {
    let mut names = [""; ALL.len()];
    let mut i = 0;
    while i < ALL.len() {
        names[i] = ALL[i].name;
        i += 1;
    }
    names
};
