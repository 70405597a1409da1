//! Every command that a page shows is one. The program's own parser takes it, and its contestants, hulls and files of the
//! repository exist. `run` runs those that need nothing of the reader.
//!
//! Not checked: filters (of `suite`, `controllers`), and files that the reader brings, whose names are in
//! capitals.

mod pages;
mod place;
// By GNU's `cp` and `timeout`.
#[cfg(target_os = "linux")]
mod run;
mod shell;
mod usage;

use pages::{pages, root, shown};
use place::Place;
use usage::{ours, refusal, scenes};

/// The faults of a page's commands, as `page:line: fault`.
fn problems(page: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut place = Place::new();
    for shown in shown(text) {
        if shown.first || shown.inline {
            place.at = root();
        }
        let before = place.at.clone();
        for command in shell::commands(&shown.text) {
            let mut said = Vec::new();
            if command.words[0] == "cd" {
                place.at.push(command.words.get(1).map_or("", String::as_str));
                if !place.at.is_dir() {
                    said.push(format!("there is no folder {}", place.at.display()));
                }
            } else {
                let args = ours(&command.words);
                said.extend(args.and_then(|args| refusal(args, shown.inline)));
                said.extend(place.missing(&command, &args.map(scenes).unwrap_or_default()));
            }
            let of = command.words.join(" ");
            found.extend(
                said.iter()
                    .map(|what| format!("{page}:{}: {what}: {of}", shown.line)),
            );
        }
        // A chain in brackets has a place of its own.
        if shown.text.starts_with('(') {
            place.at = before;
        }
    }
    found
}

#[test]
fn every_command_of_a_page_is_taken() {
    let pages = pages();
    let commands: usize = pages.iter().map(|(_, text)| shown(text).len()).sum();
    assert!(pages.len() > 20 && commands > 150, "{} {commands}", pages.len());
    let found: Vec<String> = pages
        .iter()
        .flat_map(|(page, text)| problems(page, text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_example_of_help_is_taken() {
    let help = clipmark_cli::read_usage(["compare", "help"])
        .unwrap_err()
        .to_string();
    let examples = help
        .split_once("Examples:")
        .unwrap()
        .1
        .split("Exit code")
        .next()
        .unwrap();
    // Lines may be wrapped.
    let examples: Vec<&str> = examples.split("\n  compare ").skip(1).collect();
    assert!(examples.len() > 20, "{help}");
    for example in examples {
        let line = format!("compare {}", example.replace('\n', " "));
        let command = shell::commands(&line).remove(0);
        assert_eq!(refusal(&command.words[1..], false), None, "{example}");
    }
}

#[test]
fn planted_slips_are_caught() {
    let block = |line: &str| format!("Text.\n\n```sh\n{line}\n```\n");
    for (line, part) in [
        ("compare scenes/stairs.ron --quik", "unexpected argument '--quik'"),
        ("compare scenes/stars.ron", "no file scenes/stars.ron"),
        ("compare bar --worlds MINE.bsp --contestants bsp,bhv", "bhv"),
        (
            "compare bench scenes/stairs.ron --hull plaier --contestants bsp",
            "no hull plaier",
        ),
        ("cd scenes/nowhere", "no folder"),
        ("contrib/no_such.sh x", "contrib/no_such.sh"),
    ] {
        let said = problems("page.md", &block(line));
        assert!(
            said.len() == 1 && said[0].starts_with("page.md:4: ") && said[0].contains(part),
            "{line}: {said:?}"
        );
    }
    let said = problems(
        "page.md",
        "Then `compare suite families --quik` says more, as `compare suite families` does.",
    );
    assert!(said.len() == 1 && said[0].contains("--quik"), "{said:?}");
}
