//! `compare list`: the names for the command line.

use super::profiles;
use crate::cli::{ListArgs, Listed};
use crate::output::Output;
use crate::terminal::columns;
use anyhow::{Context, Result, bail};
use clipmark_measure::{all_backends, elsewhere, guests, movers, not_built};
use clipmark_movement::{PROFILES, Profile};
use clipmark_report::fixed;
use clipmark_report::terminal::{width, wrapped};
use clipmark_scene::Scene;
use clipmark_suite::controllers::{FOLDER, courses};
use std::fs;
use std::path::Path;

/// Contestants that need Bevy, which no other crate is to compile.
pub(super) const IN_BEVY: [&str; 2] = ["avian", "ahoy"];
const BEVY: &str = "cargo run --release --manifest-path peers/bevy/Cargo.toml --bin compare-avian -- list";

pub(crate) fn run(args: &ListArgs) -> Result<()> {
    let wants = |what| args.what.is_none_or(|wanted| wanted == what);
    if args.what == Some(Listed::Profiles) {
        let text = profiles::shown_in_full(args.profile.as_ref());
        return Output::open(None)?.write(text.as_bytes());
    }
    if args.profile.is_some() {
        bail!("only `list profiles` takes a name after it");
    }
    let mut parts: Vec<String> = Vec::new();
    if wants(Listed::Contestants) {
        let backends = all_backends().map(|b| [b.name().to_owned(), b.about().to_owned()]);
        let given = guests().into_iter().filter(|c| c.backend.name() != c.to_string());
        let given = given.map(|c| [c.to_string(), c.mover.about.to_owned()]);
        parts.push(table("contestants", backends.chain(given).collect()));
        let movers = movers().map(|m| [format!("BACKEND+{}", m.name), m.about.to_owned()]);
        parts.push(table("with another mover", movers.collect()));
        let left_out: Vec<_> = not_built()
            .map(|[feature, needs]| {
                let about = format!("cargo run --release -p compare --features {feature} -- list{needs}");
                [feature.to_owned(), about]
            })
            .collect();
        if !left_out.is_empty() {
            parts.push(table("not in this build; each is there after", left_out));
        }
        let is_there = |name: &str| {
            guests()
                .iter()
                .any(|c| c.backend.name() == name || c.mover.name == name)
        };
        let others = IN_BEVY.into_iter().filter(|name| !is_there(name));
        let others: Vec<_> = others.map(|name| [name.to_owned(), BEVY.to_owned()]).collect();
        if !others.is_empty() {
            parts.push(table("in a program of their own", others));
        }
        let own = elsewhere().into_iter();
        let own: Vec<_> = own
            .filter_map(|row| row.split_once(" from "))
            .map(|(package, source)| [package.to_owned(), format!("from {source}")])
            .collect();
        if !own.is_empty() {
            parts.push(table("libraries that are not from crates.io", own));
        }
    }
    if wants(Listed::Scenes) {
        let found = scenes(&args.scenes)?;
        if found.is_empty() && args.what.is_some() {
            bail!(
                "{} holds no scene; name their folder with --scenes",
                args.scenes.display()
            );
        }
        parts.push(table("scenes", found));
    }
    if wants(Listed::Courses) {
        let usual = Some(Path::new(FOLDER)).filter(|folder| folder.is_dir());
        let (found, missing) = courses(usual, &[])?;
        let found = found.into_iter().map(|course| [course.name, course.title]);
        let name = |file: &Path| {
            file.file_stem()
                .map_or(String::new(), |s| s.display().to_string())
        };
        let missing = missing
            .iter()
            .map(|file| [name(file), "its map is not there".to_owned()]);
        parts.push(table("courses", found.chain(missing).collect()));
    }
    if args.what.is_none() {
        let profiles = PROFILES.iter().map(|p| [p.name.to_owned(), about(p)]);
        parts.push(table("profiles", profiles.collect()));
    }
    Output::open(None)?.write(parts.join("\n").as_bytes())
}

/// Each profile's name, and its game with the traits that it is known by.
pub const GAMES: [(&str, &str); 8] = [
    (
        "quake3",
        "Quake III Arena (VQ3): strafe jumps, no turning in the air",
    ),
    ("quakeworld", "QuakeWorld: bunny hops, air speed by turning"),
    ("netquake", "Quake of 1996, as its single player plays"),
    ("cpm", "Challenge ProMode: turns in the air, double jumps"),
    ("goldsrc", "Half-Life and Counter-Strike 1.6"),
    ("source", "Source as in Valve's SDK of 2013"),
    ("source:css", "Counter-Strike: Source: slower, surfs on slopes"),
    (
        "paper2006",
        "a paper's walker of two cylinders: no acceleration, no momentum",
    ),
];

fn about(profile: &Profile) -> String {
    let [run, jump, fall] =
        [profile.max_speed, profile.jump_speed, profile.gravity].map(|x| fixed(x.into(), 0));
    let game = GAMES.iter().find(|(name, _)| *name == profile.name);
    let game = game.map_or(String::new(), |(_, game)| format!("{game} · "));
    format!("{game}runs {run} u/s, jumps with {jump} u/s, gravity {fall} u/s²")
}

/// The scene files of a folder with their titles. A folder that is not there has none: the program runs anywhere.
fn scenes(folder: &Path) -> Result<Vec<[String; 2]>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = || {
        format!(
            "cannot read {}; name the folder of scenes with --scenes",
            folder.display()
        )
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|e| e == "ron") {
            let title = match Scene::load(&path) {
                Ok(scene) => scene.title,
                Err(error) => format!("✗ {}", error.problem),
            };
            found.push([path.display().to_string(), title]);
        }
    }
    found.sort();
    Ok(found)
}

/// Names and their meanings.
fn table(head: &str, rows: Vec<[String; 2]>) -> String {
    let clean = crate::terminal::clean;
    let names = rows
        .iter()
        .map(|[name, _]| width(&clean(name)))
        .max()
        .unwrap_or(0);
    let indent = " ".repeat(names + 4);
    let mut out = format!("{head}\n");
    for [name, about] in &rows {
        // A word of the name's width holds its place while the line is wrapped.
        let line = format!("{} {}", "x".repeat(names + 3), clean(about));
        let lines = wrapped(&line, &indent, columns());
        let mut lines = lines.into_iter();
        let first = lines.next().unwrap_or_default();
        let about: String = first.chars().skip(names + 4).collect();
        let name = clean(name);
        let blanks = " ".repeat(names.saturating_sub(width(&name)));
        out += format!("  {name}{blanks}  {about}").trim_end();
        out.push('\n');
        lines.for_each(|line| out += &(line + "\n"));
    }
    out
}
