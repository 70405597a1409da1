//! The contestants of a cost measurement: those named, all that this build has, or a reader's usual choice.

use anyhow::{Result, bail};
use clipmark_measure::{Contestant, all_backends, contestants_named, guests};

/// Stands for every contestant of this build.
pub const ALL: &str = "all";
/// Ours, and parry as a new user calls it.
pub const USUAL: [&str; 5] = ["bsp", "bvh", "hull", "cylinder", "bvh:stock"];
/// How the variant of a library is called that its best user would set up.
pub const TUNED: &str = ":tuned";

/// Contestants, and how they came to be asked.
pub struct Who {
    /// In their order.
    pub contestants: Vec<Contestant>,
    /// They were not named one by one: a contestant that cannot take part is left out and named.
    pub leaves_out: bool,
}

/// The contestants of an option. Without it [`USUAL`] and each library that is built in, as its best user would set it up.
pub fn choose_contestants(named: Option<&[String]>) -> Result<Who> {
    let (names, leaves_out): (Vec<String>, bool) = match named {
        Some([all]) if all == ALL => (every().map(String::from).collect(), true),
        Some(named) if named.iter().any(|name| name == ALL) => {
            bail!("--contestants: give `{ALL}` or names, not both")
        }
        Some(named) => (named.to_vec(), false),
        None => (with_guests(usual()), true),
    };
    Ok(Who {
        contestants: contestants_named(&names)?,
        leaves_out,
    })
}

/// The default contestants: those, and this program's additional ones.
pub(crate) fn with_guests<'a>(usual: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = usual.map(String::from).collect();
    for name in guests().iter().map(Contestant::to_string) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The contestants that the bar judges where none are named. A controller alone has no answers of its own there.
pub(crate) fn of_the_bar() -> Vec<String> {
    let guests = guests().into_iter().filter(|c| c.backend.name() == c.to_string());
    let usual = usual().map(String::from);
    usual.chain(guests.map(|c| c.to_string())).collect()
}

/// Ours, and each library that is built in as its best user would set it up.
fn usual() -> impl Iterator<Item = &'static str> {
    USUAL
        .into_iter()
        .chain(every().filter(|name| name.ends_with(TUNED)))
}

/// The names of all backends of this build.
pub fn every() -> impl Iterator<Item = &'static str> {
    all_backends().map(|kind| kind.name())
}
