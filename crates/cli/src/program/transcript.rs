//! Questions as files, so that a program's author can ask them again without this workbench: `./mine <asked.jsonl` in their folder.

use super::words::{Ask, HullWords, NumberedAsk, PROTOCOL, PartWords, PlaceWords, Step, ends};
use clipmark_collision::Sweep;
use clipmark_geometry::{Model, World};
use clipmark_movement::{Move, Profile};
use clipmark_report::File;
use clipmark_scene::sources::quake_map;

/// The questions, a JSON line each, as the program gets them.
pub(crate) const ASKED: &str = "asked.jsonl";

/// The moves of one body in a world, as files below a folder.
pub(crate) fn of_moves(
    folder: &str,
    world: &World,
    parts: &[Model],
    profile: &Profile,
    moves: &[Move],
) -> Vec<File> {
    let steps = moves.iter().map(|asked| {
        let place = asked.placed.then(|| PlaceWords::from(&asked.place()));
        let parts = asked.parts.iter().map(PartWords::from).collect();
        Ask::Step(Step::new(1, place, &asked.wanted(), parts))
    });
    files(folder, world, parts, profile, steps)
}

/// One sweep in a world, as files below a folder.
pub(crate) fn of_sweep(folder: &str, world: &World, profile: &Profile, sweep: &Sweep) -> Vec<File> {
    let rows = [ends(sweep)];
    let ask = Ask::Sweep {
        hull: HullWords::from(&sweep.hull),
        sweeps: &rows,
    };
    files(folder, world, &[], profile, std::iter::once(ask))
}

fn files<'a>(
    folder: &str,
    world: &World,
    parts: &[Model],
    profile: &Profile,
    asks: impl Iterator<Item = Ask<'a>>,
) -> Vec<File> {
    let texts = texts(world, parts);
    let names: Vec<String> = (0..texts.len()).map(name).collect();
    let given = Ask::World {
        file: &names[0],
        format: "map",
        movement: profile.into(),
        parts: &names[1..],
    };
    let (mut lines, mut id) = (String::new(), 0);
    let mut write = |ask: &Ask| {
        id += 1;
        // It cannot fail: every key is a text.
        lines += &serde_json::to_string(&NumberedAsk { id, ask }).unwrap_or_default();
        lines.push('\n');
    };
    write(&Ask::Hello { protocol: PROTOCOL });
    write(&given);
    asks.for_each(|ask| write(&ask));
    let file = |name: &str, text: String| File::new(format!("{folder}/{name}"), text);
    let mut all = vec![file(ASKED, lines)];
    all.extend(names.iter().zip(texts).map(|(name, text)| file(name, text)));
    all
}

/// A world and its moving parts as the text of maps.
pub(super) fn texts(world: &World, parts: &[Model]) -> Vec<String> {
    let parts = parts.iter().map(|part| part.world(&[]));
    let mut all = vec![quake_map::write(world).text];
    all.extend(parts.map(|part| quake_map::write(&part).text));
    all
}

/// The file's name of a world, or of the part of this number from 1.
pub(super) fn name(number: usize) -> String {
    match number {
        0 => "world.map".into(),
        part => format!("part{part}.map"),
    }
}
