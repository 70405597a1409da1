//! `golden`: checks the net, rewrites it, and shows what is behind a line.

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use clipmark_golden::{Book, Difference, Job, Part, compare, is_compiled, jobs, platform, root, run};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Differing lines that are printed of each contestant, and keys whose answers `diff` compares.
const SHOWN: usize = 10;

#[derive(Parser)]
#[command(
    about = "Compares every contestant's answers, states and verdicts with the recorded ones in tests/golden"
)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Compare, and end with 1 if a line differs
    Check(Chosen),
    /// Rewrite the lines of these parts and of the contestants of this build
    Write(Chosen),
    /// Print the answers, ticks or rows behind one line
    Answers {
        /// Whose
        contestant: String,
        /// The key, such as `answers stairs player 1-16`
        #[arg(required = true)]
        key: Vec<String>,
    },
    /// Print the first answers that differ from those of another commit, which is built for it
    Diff {
        /// A commit that has this program
        commit: String,
        #[command(flatten)]
        chosen: Chosen,
    },
}

#[derive(clap::Args)]
struct Chosen {
    /// Kinds of line
    #[arg(default_values_t = Part::ALL, value_enum)]
    parts: Vec<Part>,
    /// Contestants, with commas; all of this build without it
    #[arg(long, value_delimiter = ',')]
    contestants: Vec<String>,
}

fn main() -> Result<ExitCode> {
    // What panics in a library is a result.
    std::panic::set_hook(Box::new(|_| ()));
    let ok = match Args::parse().verb {
        Verb::Check(chosen) => check(&chosen)?,
        Verb::Write(chosen) => write(&chosen)?,
        Verb::Answers { contestant, key } => answers(&contestant, &key.join(" "))?,
        Verb::Diff { commit, chosen } => diff(&commit, &chosen)?,
    };
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the differences of each contestant.
fn check(chosen: &Chosen) -> Result<bool> {
    let (jobs, missing): (Vec<Job>, Vec<Job>) = jobs(&chosen.parts, &chosen.contestants, false)?
        .into_iter()
        .partition(|job| job.missing().is_none());
    let mut out = io::stdout().lock();
    let mut absent: Vec<String> = missing.iter().filter_map(Job::missing).collect();
    absent.sort();
    absent.dedup();
    for map in &absent {
        writeln!(
            out,
            "not compared: {map}, whose map is not there (scenes/fetch-maps.sh)"
        )?;
    }
    let (mut lines, mut wrong) = (0, 0);
    for (contestant, now) in run(&jobs)? {
        let recorded = Book::read(contestant)?;
        let here = platform(is_compiled(contestant));
        let bits = recorded.platform == here;
        if !bits {
            let on = &recorded.platform;
            writeln!(
                out,
                "not compared: bits of {contestant}, recorded on {on}; this is {here}"
            )?;
        }
        let found = compare(&recorded, &now, &chosen.parts, bits, !absent.is_empty());
        lines += now.len();
        wrong += found.len();
        for Difference { key, was, is } in found.iter().take(SHOWN) {
            let [was, is] = [was, is].map(|values| values.as_deref().unwrap_or("no such line"));
            writeln!(out, "{contestant}: {key}\n    was {was}\n    is  {is}")?;
        }
        if found.len() > SHOWN {
            writeln!(out, "{contestant}: and {} lines more", found.len() - SHOWN)?;
        }
    }
    match wrong {
        0 => writeln!(out, "golden: {lines} lines are as recorded")?,
        n => writeln!(
            out,
            "golden: {n} of {lines} lines differ; `golden answers CONTESTANT KEY` prints what is behind one, \
             `golden diff COMMIT` the first answers that changed"
        )?,
    }
    Ok(wrong == 0)
}

/// Writes the files.
fn write(chosen: &Chosen) -> Result<bool> {
    let jobs = jobs(&chosen.parts, &chosen.contestants, false)?;
    if let Some(map) = jobs.iter().find_map(Job::missing) {
        bail!("{map}: its map is not there; scenes/fetch-maps.sh gets it");
    }
    for (contestant, now) in run(&jobs)? {
        let mut book = Book::read(contestant)?;
        let here = platform(is_compiled(contestant));
        let is_ours = |part: &str| chosen.parts.iter().any(|p| p.name() == part);
        book.lines.retain(|_, line| !is_ours(line.part()));
        if book.platform != here && !book.lines.is_empty() {
            bail!(
                "{contestant} was recorded on {}, and this is {here}: write all parts",
                book.platform
            );
        }
        book.platform = here;
        book.lines.extend(now);
        let path = Book::path(contestant);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        std::fs::write(&path, book.text(contestant))?;
        writeln!(io::stdout(), "{}: {} lines", path.display(), book.lines.len())?;
    }
    Ok(true)
}

/// Prints what is behind a key.
fn answers(contestant: &str, key: &str) -> Result<bool> {
    let raw = behind(contestant, key)?;
    let mut out = io::stdout().lock();
    for line in raw {
        writeln!(out, "{line}")?;
    }
    Ok(true)
}

fn behind(contestant: &str, key: &str) -> Result<Vec<String>> {
    let words: Vec<&str> = key.split(' ').collect();
    let part = Part::ALL.into_iter().find(|part| part.name() == words[0]);
    let part = part.with_context(|| format!("`{key}` begins with no kind of line"))?;
    let subject = words.get(1).copied().unwrap_or_default();
    for job in jobs(&[part], &[contestant.to_owned()], false)? {
        if job.subject.is_empty() || job.subject == subject {
            let entries = job.entries(Some(key))?;
            if let Some(entry) = entries.into_iter().find(|entry| entry.line.key == key) {
                return Ok(entry.raw);
            }
        }
    }
    bail!("{contestant} has no line `{key}`")
}

/// Builds this program of another commit, in a worktree of its own, and prints where its answers first differ.
fn diff(commit: &str, chosen: &Chosen) -> Result<bool> {
    let tree = root().join("target/golden").join(commit);
    if !tree.exists() {
        let added = Command::new("git")
            .current_dir(root())
            .args(["worktree", "add", "--detach"])
            .arg(&tree)
            .arg(commit)
            .status()?;
        if !added.success() {
            bail!("git has no tree of {commit}");
        }
    }
    let maps = tree.join("scenes/maps");
    if !maps.exists() {
        std::os::unix::fs::symlink(root().canonicalize()?.join("scenes/maps"), &maps)?;
    }
    let other = build(&tree)?;
    let mut equal = true;
    let now = run(&jobs(&chosen.parts, &chosen.contestants, false)?)?;
    for (contestant, now) in now {
        let path = Book::path(contestant);
        let name = path.file_name().unwrap_or_default();
        let text = std::fs::read_to_string(tree.join("tests/golden").join(name)).unwrap_or_default();
        let found = compare(&Book::parse(&text)?, &now, &chosen.parts, true, false);
        for Difference { key, .. } in found.iter().take(SHOWN) {
            equal = false;
            first_difference(contestant, key, &other)?;
        }
    }
    Ok(equal)
}

/// The program of another tree, with the features of this one.
fn build(tree: &Path) -> Result<PathBuf> {
    let mut features: Vec<&str> = Vec::new();
    for (name, has) in [
        ("box3d", cfg!(feature = "box3d")),
        ("jolt", cfg!(feature = "jolt")),
        ("physx", cfg!(feature = "physx")),
    ] {
        features.extend(has.then_some(name));
    }
    let features: Vec<String> = features
        .iter()
        .flat_map(|name| [format!("clipmark-golden/{name}"), format!("compare/{name}")])
        .collect();
    let built = Command::new("cargo")
        .current_dir(tree)
        .env("CARGO_TARGET_DIR", tree.join("target"))
        .args([
            "build",
            "--release",
            "--locked",
            "-p",
            "clipmark-golden",
            "-p",
            "compare",
        ])
        .args([
            "--bin",
            "golden",
            "--bin",
            "compare",
            "--features",
            &features.join(","),
        ])
        .status()?;
    if !built.success() {
        bail!("{} does not build", tree.display());
    }
    Ok(tree.join("target/release/golden"))
}

/// Prints the first answer behind a key that differs.
fn first_difference(contestant: &str, key: &str, other: &Path) -> Result<()> {
    let was = Command::new(other)
        .args(["answers", contestant])
        .args(key.split(' '))
        .output()?;
    let was = String::from_utf8_lossy(&was.stdout).into_owned();
    let is = behind(contestant, key).unwrap_or_default();
    let mut out = io::stdout().lock();
    let (mut was, mut is) = (was.lines(), is.iter().map(String::as_str));
    for n in 1.. {
        let [was, is] = [was.next(), is.next()];
        if was == is && was.is_some() {
            continue;
        }
        let [was, is] = [was, is].map(|text| text.unwrap_or("nothing more"));
        writeln!(
            out,
            "{contestant}: {key}, number {n}\n    was {was}\n    is  {is}"
        )?;
        break;
    }
    Ok(())
}
