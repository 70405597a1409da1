//! The contestants of a cost measurement: those named, all that this build has, or a reader's usual choice.

use anyhow::{Result, bail};
use clipmark_measure::{Contestant, all_backends, contestants_named, guests};

/// Stands for every contestant of this build.
const ALL: &str = "all";
/// Ours, and parry as a new user calls it.
const USUAL: [&str; 5] = ["bsp", "bvh", "hull", "cylinder", "bvh:stock"];
/// How the variant of a library is called that its best user would set up.
const TUNED: &str = ":tuned";

/// Contestants, and how they came to be asked.
pub(crate) struct Who {
    pub(crate) contestants: Vec<Contestant>,
    /// They were not named one by one: a contestant that cannot take part is left out and named.
    pub(crate) leaves_out: bool,
}

/// The contestants of an option. Without it [`USUAL`] and each library that is built in, as its best user would set it up.
pub(crate) fn choose_contestants(named: Option<&[String]>) -> Result<Who> {
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

fn every() -> impl Iterator<Item = &'static str> {
    all_backends().map(|kind| kind.name())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;

    fn names(named: &[&str]) -> Vec<String> {
        let named: Vec<String> = named.iter().map(|n| (*n).to_owned()).collect();
        let found = choose_contestants(Some(&named)).unwrap();
        found.contestants.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_are_those_that_the_build_lists() {
        let every: Vec<&str> = every().collect();
        assert_eq!(names(&[ALL]), every);
        assert_eq!(names(&["bvh", "bsp"]), ["bvh", "bsp"]);
        let mixed = ["bsp".to_owned(), ALL.to_owned()];
        assert!(choose_contestants(Some(&mixed)).is_err());
    }

    #[test]
    fn the_usual_ones_are_ours_and_the_best_of_every_library() {
        let usual = choose_contestants(None).unwrap();
        let names: Vec<String> = usual.contestants.iter().map(ToString::to_string).collect();
        assert_eq!(names[..USUAL.len()], USUAL);
        assert!(
            names[USUAL.len()..].iter().all(|n| n.ends_with(TUNED)),
            "{names:?}"
        );
        assert_eq!(
            names.contains(&"rapier:tuned".to_owned()),
            cfg!(feature = "rapier")
        );
        assert!(usual.leaves_out);
    }
}
