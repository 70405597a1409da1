//! The text of a program.

use super::About;
use super::exact::{Against, Judge};
use crate::run::versions::library_said;
use clipmark_collision::alone::{Alone, numbers};
use clipmark_record::controllers::Label;
use std::fmt::Write as _;

/// A program that needs a library of others and nothing of ours.
#[derive(Clone, Debug)]
pub struct Program {
    /// `Cargo.toml`
    pub manifest: String,
    /// `src/main.rs`
    pub main: String,
    /// What it finds, and that in a sentence.
    pub label: Label,
    /// See [`label`](Self::label).
    pub says: &'static str,
    /// The library with its version.
    pub library: String,
    /// How many calls it makes.
    pub calls: usize,
    /// What is wrong about which call, in words.
    pub wrong: Vec<String>,
    /// Whether a body that is placed anew comes to the very place of the run; a sweep always starts anew.
    pub same: bool,
}

const MAIN: &str = "\
/// Compilers round differently: what comes this near is the same. In the library's lengths.
const CLOSE: f32 = 1e-4;

/// Prints what came beside what came when this program was written; whether both are the same.
fn told(call: &str, came: &[f32], written: &[f32], exact: &str) -> bool {
    let same = |(a, b): (&f32, &f32)| a == b || (a - b).abs() <= CLOSE || a.is_nan() && b.is_nan();
    let same = came.len() == written.len() && came.iter().zip(written).all(same);
    println!(\"{call}\\n  came     {came:?}\\n  written  {written:?}\\n  exactly  {exact}\");
    same
}
";

pub(super) fn program(alone: &Alone, judge: &Judge, about: &About, same: bool) -> Program {
    let (mut wrong, mut by_solids) = (Vec::new(), false);
    let mut calls = String::new();
    for (i, call) in alone.calls.iter().enumerate() {
        for (_, statements) in alone.before.iter().filter(|(at, _)| *at == i) {
            // Writing to a string cannot fail.
            let _ = writeln!(calls, "\n{}", indented(statements, 4));
        }
        let exact = judge.of(&call.means);
        let number = i + 1;
        if exact.wrong.is_some() {
            wrong.push(format!("call {number}, {}: exactly {}", call.about, exact.says));
        }
        by_solids |= exact.wrong == Some(Against::Solids);
        let mark = match exact.wrong {
            Some(Against::Solids) => " (contradicted)",
            Some(Against::Slide) => " (the exact slide move goes elsewhere)",
            None => "",
        };
        let _ = writeln!(
            calls,
            "\n    let came = {{\n{}\n    }};",
            indented(&call.source, 8)
        );
        let _ = writeln!(
            calls,
            "    same &= told({:?}, &came, &[{}], {:?});",
            format!("{number}. {}", call.about),
            numbers(&call.came),
            exact.says + mark,
        );
    }
    let label = match wrong.is_empty() {
        true => Label::Adapter,
        false => Label::Repeats,
    };
    let says = label.says(!by_solids);
    let library = library_said(alone.library);
    let mut main = String::new();
    for line in &about.lines {
        let _ = writeln!(main, "// {line}");
    }
    let _ = writeln!(
        main,
        "// Library: {}. 1 u of Clipmark is {} here; +z is up.",
        library, alone.length
    );
    if !same {
        main += "// A body that is placed anew does not come to the very place of the run: what its controller remembers is older.\n";
    }
    main += "#![allow(unused)]\n";
    main += &alone.head;
    main.push('\n');
    main += MAIN;
    main += "\nfn main() {\n    let mut same = true;\n";
    main += &indented(&alone.world, 4);
    main.push('\n');
    main += &calls;
    let _ = write!(
        main,
        "\n    if !same {{\n        println!(\"does not repeat: the library answers otherwise than when this was written\");\n        \
         std::process::exit(1);\n    }}\n    println!({:?});\n}}\n",
        format!("{}: {says}", label.word())
    );
    let manifest = format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{}\n[workspace]\n",
        about.name, alone.dependencies
    );
    Program {
        manifest,
        main,
        label,
        says,
        library,
        calls: alone.calls.len(),
        wrong,
        same,
    }
}

fn indented(text: &str, by: usize) -> String {
    let lines = text.trim_end().lines();
    let lines: Vec<String> = lines.map(|line| " ".repeat(by) + line).collect();
    lines.join("\n")
}
