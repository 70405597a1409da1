//! The message of the program's own parser about a command, and a look at contestants and hulls.

use super::place::placeholder;
use clap::ArgMatches;
use clap::error::ErrorKind;
use clipmark_measure::{MeasureError, contestants_named};

/// Names that stand for more than one contestant, or for the reference mover.
const NO_CONTESTANTS: [&str; 2] = ["all", "reference"];

/// The arguments that a command gives to this program.
pub(super) fn ours(words: &[String]) -> Option<&[String]> {
    let at = |word: &str| words.iter().position(|w| w == word);
    if words.first().is_some_and(|word| word == "cargo") {
        let runs = words.get(1).is_some_and(|w| w == "run") && at("compare").is_some();
        return at("--")
            .filter(|_| runs && at("--example").is_none())
            .map(|i| &words[i + 1..]);
    }
    let program = |w: &String| w == "compare" || w == "clipmark" || w.ends_with("/compare");
    words.iter().position(program).map(|i| &words[i + 1..])
}

/// The objection of the parser, or of a look at contestants and hulls, to a command line.
pub(super) fn refusal(args: &[String], inline: bool) -> Option<String> {
    let words = |more: &[&str]| -> Vec<String> {
        let given = args.iter().map(String::as_str).chain(more.iter().copied());
        std::iter::once("compare")
            .chain(given)
            .map(String::from)
            .collect()
    };
    let mut read = clipmark_cli::read_usage(words(&[]));
    if inline && read.is_err() && args.last().is_some_and(|word| word.starts_with("--")) {
        read = clipmark_cli::read_usage(words(&["1"]));
    }
    match read {
        Ok(matches) => unknown(matches.subcommand().map_or(&matches, |(_, of_verb)| of_verb)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => None,
            ErrorKind::MissingRequiredArgument if inline => None,
            _ => Some(error.to_string().lines().next().unwrap_or_default().to_owned()),
        },
    }
}

fn values(matches: &ArgMatches, id: &str) -> Vec<String> {
    let raw = matches.try_get_raw(id).ok().flatten();
    let text = raw.into_iter().flatten().map(|value| value.to_string_lossy());
    text.map(String::from)
        .filter(|value| !placeholder(value))
        .collect()
}

/// Contestants and hulls that there are not. A library that is not built in is known.
fn unknown(matches: &ArgMatches) -> Option<String> {
    let names = ["contestants", "contestant", "backends", "backend"]
        .iter()
        .flat_map(|id| values(matches, id))
        .filter(|name| !NO_CONTESTANTS.contains(&name.as_str()));
    let refused = |name: String| match contestants_named(&[name]) {
        Ok(_) | Err(MeasureError::NotBuilt { .. }) => None,
        Err(error) => Some(error.to_string()),
    };
    let hull = |hull: &String| {
        ["point", "player", "crouch", "capsule", "cylinder"].contains(&hull.as_str())
            || hull.starts_with("sphere:")
            || hull.starts_with("hull")
            || hull.split(' ').count() == 6
    };
    let hulls = values(matches, "hull").into_iter().find(|name| !hull(name));
    names
        .filter_map(refused)
        .next()
        .or(hulls.map(|name| format!("there is no hull {name}")))
}

/// The scenes of a command without a verb.
pub(super) fn scenes(args: &[String]) -> Vec<String> {
    let words = std::iter::once("compare").chain(args.iter().map(String::as_str));
    match clipmark_cli::read_usage(words) {
        Ok(matches) if matches.subcommand().is_none() => values(&matches, "scenes"),
        _ => Vec::new(),
    }
}
