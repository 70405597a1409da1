//! One colour per contestant, the same in the table, on every plot and on the page.
//!
//! The first ones are those of Okabe and Ito (2008), told apart with the common kinds of colour blindness. Their yellow and sky
//! blue are too faint on white and are replaced. The second of each pair is for a dark ground.

/// A colour on a light and on a dark ground, as `#RRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// On a light ground.
    pub light: &'static str,
    /// On a dark ground.
    pub dark: &'static str,
}

const fn pair(light: &'static str, dark: &'static str) -> Pair {
    Pair { light, dark }
}

/// Colours of the contestants, in their order; more contestants than colours start again.
pub const CONTESTANTS: [Pair; 8] = [
    pair("#0072B2", "#56B4E9"),
    pair("#D55E00", "#FF8B3D"),
    pair("#009E73", "#2CCF9F"),
    pair("#B3568F", "#E39AC6"),
    pair("#B88700", "#F0C244"),
    pair("#4F5660", "#C4CAD2"),
    pair("#8B5A2B", "#CDA077"),
    pair("#6F57A8", "#B5A1E6"),
];

/// Text on plots.
pub const INK: Pair = pair("#2A3038", "#DDE2E8");
/// Secondary text on plots.
pub const MUTED: Pair = pair("#5E6670", "#9AA4B0");
/// Grid lines.
pub(crate) const GRID: Pair = pair("#E3E6EA", "#2C333C");
/// Axes and walls.
pub const WALL: Pair = pair("#7D8894", "#8D98A5");
/// Edges of floors.
pub(crate) const EDGE: Pair = pair("#C2C9D1", "#434C57");
/// The ground behind a plot.
pub const PLATE: Pair = pair("#FFFFFE", "#181C22");
/// Failed checks.
pub const FAIL: Pair = pair("#B3142D", "#FF7A85");
/// Colour of moving parts; no contestant, floor or wall has it.
pub(crate) const MOVER: Pair = pair("#D9A441", "#A67C2D");
/// Colour of triggers.
pub(crate) const TRIGGER: Pair = pair("#6E8B00", "#B5D334");
/// Floors from the lowest to the highest.
pub(crate) const FLOORS: [Pair; 6] = [
    pair("#F2F4F6", "#1E242B"),
    pair("#EAEDF1", "#232A32"),
    pair("#E2E6EB", "#29313A"),
    pair("#D9DFE5", "#303943"),
    pair("#D0D7DF", "#37414C"),
    pair("#C7CFD8", "#3F4A56"),
];

/// Colour of a contestant.
pub(crate) fn contestant(index: usize) -> Pair {
    CONTESTANTS[index % CONTESTANTS.len()]
}

/// Every colour with the name of the variable that stands for it on the page.
pub fn variables() -> Vec<(String, Pair)> {
    let named = [
        ("ink", INK),
        ("muted", MUTED),
        ("grid", GRID),
        ("wall", WALL),
        ("edge", EDGE),
        ("plate", PLATE),
        ("fail", FAIL),
        ("mover", MOVER),
        ("trigger", TRIGGER),
    ];
    let contestants = CONTESTANTS.iter().enumerate().map(|(i, &p)| (format!("c{i}"), p));
    let floors = FLOORS.iter().enumerate().map(|(i, &p)| (format!("floor{i}"), p));
    named
        .map(|(n, p)| (n.to_owned(), p))
        .into_iter()
        .chain(contestants)
        .chain(floors)
        .collect()
}
