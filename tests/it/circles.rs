//! No files of these crates use each other in a circle: each can be read after those that it uses. A folder's `mod.rs` comes
//! before its parts, which share what it holds; it may call them, but nothing that they use.

use crate::tests_that_run::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Crates without a circle. A circle in another one is old; who unties it puts the crate here.
const FREE: &[&str] = &[
    "collision",
    "cylinder",
    "faults",
    "geometry",
    "hierarchy",
    "hull",
    "laws",
    "movement",
    "peers/adapter",
    "peers/box3d",
    "peers/jolt",
    "peers/physx",
    "peers/rapier",
    "play",
    "rows",
    "scene",
    "suite",
    "referee",
];

/// A file's place among modules: `movers::controller` is `["movers", "controller"]`.
type Module = Vec<String>;

fn words(path: &str) -> Module {
    path.split("::")
        .map(str::trim)
        .filter(|w| !w.is_empty())
        .map(String::from)
        .collect()
}

/// The paths of a tree of `use`: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn paths(before: &[String], tree: &str) -> Vec<Module> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for c in tree.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        match c {
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(c),
        }
    }
    let one = |part: &String| match part.split_once('{') {
        Some((head, rest)) => {
            let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
            paths(&[before, &words(head)].concat(), inner)
        }
        None => {
            let name = part.split(" as ").next().unwrap();
            vec![[before, &words(name)].concat()]
        }
    };
    parts
        .iter()
        .filter(|p| !p.trim().is_empty())
        .flat_map(one)
        .collect()
}

/// The paths that a file names, from the root. A module that gives on names of its children does not use them.
fn named(text: &str, own: &Module, is_file: impl Fn(&Module) -> bool) -> Vec<Module> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap().to_owned() + "\n")
        .collect();
    let code = code.split("#[cfg(test)]\nmod").next().unwrap();
    let mut found = Vec::new();
    for statement in code.split(';') {
        let plain = format!(" {}", statement.split_whitespace().collect::<Vec<_>>().join(" "));
        let (before, tree) = plain.rsplit_once(" use ").unwrap_or((&plain, ""));
        let gives_on = before
            .rsplit(' ')
            .next()
            .is_some_and(|word| word.starts_with("pub"));
        let is_path = |c: char| c.is_ascii_alphanumeric() || "_:".contains(c);
        let inline = before.split(|c| !is_path(c)).filter(|word| word.contains("::"));
        let inline = inline.map(|word| (words(word), false));
        let used = paths(&[], tree).into_iter().map(|path| (path, gives_on));
        for (path, gives_on) in inline.chain(used).filter(|(path, _)| !path.is_empty()) {
            let ups = path.iter().take_while(|word| *word == "super").count();
            let whole = match path[0].as_str() {
                "crate" => path[1..].to_vec(),
                "super" => [&own[..own.len().saturating_sub(ups)], &path[ups..]].concat(),
                "self" => [&own[..], &path[1..]].concat(),
                _ => [&own[..], &path[..]].concat(),
            };
            let is_own = whole.starts_with(own) && whole.len() > own.len();
            let is_child = is_own && is_file(&whole[..=own.len()].to_vec());
            let is_of_crate = ["crate", "super", "self"].contains(&path[0].as_str());
            if (is_of_crate || is_child) && !(gives_on && is_own) {
                found.push(whole);
            }
        }
    }
    found
}

/// The files that use themselves through others.
fn circles(files: &BTreeMap<Module, String>) -> Vec<String> {
    let owner = |path: Module| {
        (1..=path.len())
            .rev()
            .map(|n| path[..n].to_vec())
            .find(|part| files.contains_key(part))
    };
    let uses: BTreeMap<&Module, BTreeSet<Module>> = files
        .iter()
        .map(|(own, text)| {
            let named = named(text, own, |module| files.contains_key(module));
            let others = named.into_iter().filter_map(owner);
            // A part names what its folder's `mod.rs` holds for all parts.
            let others = others.filter(|other| !own.starts_with(other));
            (own, others.collect())
        })
        .collect();
    let reaches_itself = |own: &&Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = uses[*own].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&uses[next]);
            }
        }
        seen.contains(own)
    };
    files
        .keys()
        .filter(reaches_itself)
        .map(|own| own.join("::"))
        .collect()
}

fn modules(source: &Path) -> BTreeMap<Module, String> {
    let mut files = Vec::new();
    rust_files(source, &mut files);
    let files = files.into_iter().map(|file| {
        let place = file.strip_prefix(source).unwrap().with_extension("");
        let mut module: Module = place
            .iter()
            .map(|part| part.to_str().unwrap().to_owned())
            .collect();
        if ["mod", "lib", "main"].contains(&module.last().unwrap().as_str()) {
            module.pop();
        }
        (module, fs::read_to_string(&file).unwrap())
    });
    files.collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for name in FREE {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("crates")
            .join(name)
            .join("src");
        let files = modules(&source);
        assert!(files.len() > 1, "{name} has {} files", files.len());
        assert_eq!(circles(&files), [""; 0], "{name}");
    }
}

#[test]
fn a_circle_is_found() {
    let files = |of: &[(&str, &str)]| {
        of.iter()
            .map(|(name, text)| (words(name), (*text).to_owned()))
            .collect()
    };
    let sound: BTreeMap<Module, String> = files(&[
        ("", "mod a; mod b; pub use a::A;"),
        ("a", "//! It is like crate::b.\nuse super::c::C;"),
        ("b", "use crate::{a::A, c::{C, D}};\nfn f() { crate::c::g(); }"),
        ("c", "pub(crate) use self::d::D;\nmod d;\nfn g() { d::h(C) }"),
        ("c::d", "use super::super::e::E;"),
        ("e", ""),
        ("f", "mod g; fn run() { g::h(T) }"),
        ("f::g", "use super::T; use crate::e::E;"),
    ]);
    assert_eq!(circles(&sound), [""; 0]);
    for (file, more) in [
        ("c", "use crate::a::A;"),
        ("c", "fn f() { crate::b::f() }"),
        ("e", "use super::c::d::D as Other;"),
        ("e", "use super::f::T;"),
        ("e", "fn f() -> super::c::d::D { x }"),
    ] {
        let mut bad = sound.clone();
        bad.get_mut(&words(file)).unwrap().push_str(more);
        let found = circles(&bad);
        assert!(found.len() > 1, "{file} {more}: {found:?}");
    }
}
