//! The recorded lines of one contestant in `tests/golden/`: read, written and compared.

use crate::jobs::Part;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The comment that says where bits were recorded.
const PLATFORM: &str = "# platform: ";
/// The value that is compared only there.
const BITS: &str = "bits=";

/// A key and its values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// Words without `=`, the first of which is the part.
    pub key: String,
    /// `name=value`, with blanks between.
    pub values: String,
}

impl Line {
    fn parse(text: &str) -> Option<Self> {
        let first = text.find('=')?;
        let (key, values) = text.split_at(text[..first].rfind(' ')?);
        Some(Self {
            key: key.to_owned(),
            values: values.trim_start().to_owned(),
        })
    }

    /// The part that it belongs to.
    pub fn part(&self) -> &str {
        self.key.split(' ').next().unwrap_or_default()
    }

    fn values_without_bits(&self) -> String {
        let values = self.values.split(' ').filter(|v| !v.starts_with(BITS));
        values.collect::<Vec<_>>().join(" ")
    }
}

/// All lines of a contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    /// Where its bits were recorded, as [`platform`] says it.
    pub platform: String,
    /// Values by key.
    pub lines: BTreeMap<String, Line>,
}

/// Where bits are alike: the processor and its fused multiplication, which decides what functions glibc takes, and glibc. For
/// libraries of C++ also the compiler.
pub fn platform(compiled: bool) -> String {
    let said = |program: &str, arg: &str| {
        let out = Command::new(program).arg(arg).output().ok();
        let out = out.and_then(|out| String::from_utf8(out.stdout).ok());
        out.map_or("none".into(), |text| text.trim().replace(' ', "-"))
    };
    let mut text = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("fma") {
        text += " fma";
    }
    text += &format!(" {}", said("getconf", "GNU_LIBC_VERSION"));
    if compiled {
        text += &format!(" c++-{}", said("c++", "-dumpfullversion"));
    }
    text
}

impl Book {
    /// The file of a contestant.
    pub fn path(contestant: &str) -> PathBuf {
        let name = contestant.replace(':', "-");
        crate::root().join("tests/golden").join(name + ".txt")
    }

    /// Reads a contestant's file; nothing where there is none.
    ///
    /// # Errors
    /// A file that cannot be read, or a line in it that is none.
    pub fn read(contestant: &str) -> Result<Self> {
        let path = Self::path(contestant);
        if !path.exists() {
            return Ok(Self {
                platform: String::new(),
                lines: BTreeMap::new(),
            });
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A line that is none, or a key that is there twice.
    pub fn parse(text: &str) -> Result<Self> {
        let platform = text.lines().find_map(|line| line.strip_prefix(PLATFORM));
        let mut lines = BTreeMap::new();
        for text in text.lines().filter(|line| !line.starts_with('#')) {
            let line = Line::parse(text).with_context(|| format!("`{text}` has no key and values"))?;
            if let Some(twice) = lines.insert(line.key.clone(), line) {
                bail!("`{}` is there twice", twice.key);
            }
        }
        Ok(Self {
            platform: platform.unwrap_or_default().to_owned(),
            lines,
        })
    }

    /// The text of the file of a contestant.
    pub fn text(&self, contestant: &str) -> String {
        let mut text = format!(
            "# The net's lines of {contestant}: made by `golden write`, checked by `golden check` (crates/golden; CONTRIBUTING.md).\n\
             # answers WORLD HULL CLASS-OF-LENGTH asked, bits, hits, and counts of the referee\n\
             # states SCENE PROFILE HZ ticks, bits, ticks on the ground\n\
             # course NAME HZ verdict, severity, failed checks\n\
             # suite FAMILY [SCENE, where it is not passed] scenes, bits, outcomes\n\
             # bar MAP HULL PART counts\n\
             {PLATFORM}{}\n",
            self.platform
        );
        for line in self.lines.values() {
            text += &format!("{} {}\n", line.key, line.values);
        }
        text
    }
}

/// A key whose recorded values are others than those now, or that only one of them has.
#[derive(Debug, PartialEq)]
pub struct Difference {
    /// The key.
    pub key: String,
    /// As recorded.
    pub was: Option<String>,
    /// As it is now.
    pub is: Option<String>,
}

/// Compares recorded lines of these parts with those of now. Without `bits`, bits are left out. With `few`, recorded keys may
/// be missing now.
pub fn compare(
    recorded: &Book,
    now: &BTreeMap<String, Line>,
    parts: &[Part],
    bits: bool,
    few: bool,
) -> Vec<Difference> {
    let values = |line: &Line| match bits {
        true => line.values.clone(),
        false => line.values_without_bits(),
    };
    let of_parts = |line: &&Line| parts.iter().any(|part| part.name() == line.part());
    let mut out = Vec::new();
    for line in recorded.lines.values().filter(of_parts) {
        let (was, is) = (values(line), now.get(&line.key).map(values));
        if is.as_ref() != Some(&was) && (is.is_some() || !few) {
            out.push(Difference {
                key: line.key.clone(),
                was: Some(was),
                is,
            });
        }
    }
    let new = now
        .values()
        .filter(|line| !recorded.lines.contains_key(&line.key));
    out.extend(new.map(|line| Difference {
        key: line.key.clone(),
        was: None,
        is: Some(values(line)),
    }));
    out
}
