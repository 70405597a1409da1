//! The table of the properties. What is a matter of geometry the judge decides ([`judged`], [`built_worlds`]); the others ask a
//! backend twice and compare.

mod bad_input;
mod built_worlds;
mod determinism;
mod floors;
mod judged;
mod repeated;

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;

/// A property.
pub(crate) struct Property {
    /// As reports have it.
    pub(crate) name: &'static str,
    tried: Tried,
    /// Tries it in one setting.
    pub(crate) check: fn(&Setting, &mut Ledger),
}

/// The worlds that a property is tried in.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Tried {
    /// Any world, with any sweeps: also a user's (F7 to F13).
    Anywhere,
    /// All worlds of the suite.
    Everywhere,
    /// Worlds of these names. One where it makes worlds of its own.
    In(&'static [&'static str]),
    /// The same, by a property that tests what a backend declares.
    Declared(&'static [&'static str]),
}

impl Property {
    const fn new(name: &'static str, tried: Tried, check: fn(&Setting, &mut Ledger)) -> Self {
        Self { name, tried, check }
    }

    pub(crate) fn is_tried_in(&self, world: &str) -> bool {
        match self.tried {
            Tried::Anywhere | Tried::Everywhere => true,
            Tried::In(worlds) | Tried::Declared(worlds) => worlds.contains(&world),
        }
    }

    pub(crate) fn holds_anywhere(&self) -> bool {
        self.tried == Tried::Anywhere
    }

    pub(crate) fn is_of_declarations(&self) -> bool {
        matches!(self.tried, Tried::Declared(_))
    }
}

/// One of the worlds, beside which properties are tried that make worlds of their own.
const ONCE: Tried = Tried::In(&["box"]);

/// All properties.
pub(crate) const ALL: [Property; 18] = [
    Property::new("bad-input", Tried::Anywhere, bad_input::check_refusals),
    Property::new("determinism", Tried::Anywhere, determinism::ask_again),
    Property::new("exact", Tried::Everywhere, judged::judge_sweeps),
    Property::new("fields", ONCE, built_worlds::meet_named_surfaces),
    Property::new("idempotence", Tried::Anywhere, repeated::continue_from_end),
    Property::new("lengths", ONCE, built_worlds::sweep_all_lengths),
    Property::new("many", ONCE, built_worlds::meet_many_solids),
    Property::new("monotonicity", Tried::Anywhere, repeated::lengthen_and_shorten),
    Property::new("order", Tried::Anywhere, repeated::shuffle_brushes),
    Property::new("passage", ONCE, built_worlds::pass_beside_walls),
    Property::new("places", Tried::Everywhere, judged::judge_places),
    Property::new("rest", Tried::In(&floors::FREE), floors::rest_on_floor),
    Property::new("splitting", Tried::Anywhere, repeated::split_in_two),
    Property::new("start", Tried::Declared(&floors::LEVEL), floors::check_starts),
    Property::new(
        "surfaces",
        Tried::Declared(&["room"]),
        built_worlds::check_surfaces,
    ),
    Property::new("symmetry", Tried::Anywhere, repeated::move_world),
    Property::new("turned", Tried::Everywhere, repeated::turn_model),
    Property::new("worlds", ONCE, built_worlds::tell_worlds_apart),
];

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
