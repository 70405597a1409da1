//! `results.jsonl`: a line for the run, a line for each case, and a line at the end.
//!
//! Shards of one run are put together by `cat`. They are read if their runs agree, each shard is there once, and each has its
//! end. A last line that was cut off when a run was stopped is dropped.

use crate::{Axis, Case, Check, Evidence, Made, RULES};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The form of the file. Another form is refused.
pub const FORMAT: u32 = 1;
/// The name of the file in a folder of results.
pub const FILE: &str = "results.jsonl";
/// The study of a scene's run.
pub const SCENE: &str = "scene";
/// Bytes of a file of results, unpacked: some 100,000 cases.
pub const LARGEST: u64 = 512 << 20;

/// What was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// [`FORMAT`].
    pub format: u32,
    /// The study, as it is called: `suite controllers`.
    pub study: String,
    /// When, from which sources, by which command, and by which rules.
    pub made: Made,
    /// Version of the program.
    pub version: String,
    /// Hash of the program.
    pub program: String,
    /// The processor.
    pub machine: String,
    /// Options that change what is asked, by name.
    pub options: BTreeMap<String, String>,
    /// Lists of checks by name.
    pub checklists: BTreeMap<String, Vec<Check>>,
    /// In the order of tables.
    pub contestants: Vec<Contestant>,
    /// In the order of tables.
    pub subjects: Vec<Subject>,
    /// Groups of all shards.
    pub groups: usize,
    /// Which shard of how many, from 1.
    pub shard: [usize; 2],
}

/// Who takes part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// As on the command line.
    pub name: String,
    /// What answers the world and what carries the body.
    pub about: String,
    /// How a library of others is set up, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
    /// Whether a library of others carries the body.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_library: bool,
}

/// One setting of a library of others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    pub name: String,
    pub value: String,
    pub reason: String,
}

/// A scene, a course, a map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// A run and its cases.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Results {
    pub run: Run,
    pub cases: Vec<Case>,
    /// Whether every shard came to its end.
    pub is_whole: bool,
}

/// Why a file of results cannot be used.
#[derive(Debug, Error)]
pub enum ResultsError {
    #[error("{}: {source}", file.display())]
    Io { file: PathBuf, source: io::Error },
    #[error("{}:{line}: {why}", file.display())]
    Line { file: PathBuf, line: usize, why: String },
    #[error("{}: {why}", file.display())]
    Run { file: PathBuf, why: String },
    #[error("{}: it is larger than {} MiB; give results of fewer subjects", file.display(), LARGEST >> 20)]
    TooLarge { file: PathBuf },
}

/// A line of the file, as it is written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultsLine<'a> {
    Run(&'a Run),
    Case(&'a Case),
    /// The shard came to its end.
    End {
        shard: [usize; 2],
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Read {
    Run(Box<Run>),
    Case(Box<Case>),
    End { shard: [usize; 2] },
}

/// What every form of the file has in its first line.
#[derive(Deserialize)]
struct Head {
    run: Form,
}

#[derive(Deserialize)]
struct Form {
    format: u32,
}

impl Run {
    /// A run of this program's form and rules.
    pub fn new(study: &str) -> Self {
        Self {
            format: FORMAT,
            study: study.into(),
            shard: [1, 1],
            made: Made {
                rules: RULES,
                ..Made::default()
            },
            ..Self::default()
        }
    }

    /// Whether another run asked the same: other shards, and other moments, count as the same.
    fn is_same_plan(&self, other: &Self) -> bool {
        let plain = |run: &Self| Self {
            shard: [1, 1],
            made: Made {
                rules: run.made.rules,
                ..Made::default()
            },
            machine: String::new(),
            ..run.clone()
        };
        plain(self) == plain(other)
    }
}

impl Results {
    /// Reads results, of one run or of all its shards.
    ///
    /// # Errors
    /// A file that cannot be read, is of another form, or holds shards of several runs or not all of one.
    pub fn read(file: &Path) -> Result<Self, ResultsError> {
        match File::open(file) {
            Ok(opened) => Self::read_from(opened, file),
            Err(source) => Err(ResultsError::Io {
                file: file.into(),
                source,
            }),
        }
    }

    /// The same of an open file, such as one that is unpacked; messages name `file`.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_from(from: impl io::Read, file: &Path) -> Result<Self, ResultsError> {
        let unread = |source| ResultsError::Io {
            file: file.into(),
            source,
        };
        let mut bytes = Vec::new();
        from.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unread)?;
        if bytes.len() as u64 > LARGEST {
            return Err(ResultsError::TooLarge { file: file.into() });
        }
        // The last line may be cut off within a character.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        bytes.truncate(whole.map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes);
        let text = text.map_err(|why| unread(io::Error::new(io::ErrorKind::InvalidData, why)))?;
        Self::parse(&text, file)
    }

    /// The same of text; messages name `file`.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(text: &str, file: &Path) -> Result<Self, ResultsError> {
        let mut runs: Vec<Run> = Vec::new();
        let (mut cases, mut ends) = (Vec::<Case>::new(), Vec::new());
        // Of each group: how many are before it in its shard, and the shard. A shard has every n-th group.
        let mut places: HashMap<String, [usize; 2]> = HashMap::new();
        let mut before = 0;
        // What follows the last line feed was cut off.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for (i, line) in whole.lines().enumerate() {
            let refused = |why: String| ResultsError::Line {
                file: file.into(),
                line: i + 1,
                why,
            };
            let other_form = || refused("results in the form of another version; run the study again".into());
            let read = serde_json::from_str(line).map_err(|why| {
                // A run of another form may have other fields.
                match serde_json::from_str(line).is_ok_and(|head: Head| head.run.format != FORMAT) {
                    true => other_form(),
                    false => refused(format!("no line of results: {why}; run the study again")),
                }
            })?;
            match read {
                Read::Run(run) if run.format != FORMAT => return Err(other_form()),
                Read::Run(run) => {
                    runs.push(*run);
                    before = 0;
                }
                Read::Case(case) => {
                    if !places.contains_key(&case.group) {
                        let shard = runs.last().map_or(0, |run| run.shard[0]);
                        places.insert(case.group.clone(), [before, shard]);
                        before += 1;
                    }
                    cases.push(*case);
                }
                Read::End { shard } => ends.push(shard),
            }
        }
        let wrong = |why: String| ResultsError::Run {
            file: file.into(),
            why,
        };
        let Some(first) = runs.first() else {
            return Err(wrong("no results; run the study again".into()));
        };
        if let Some(other) = runs.iter().find(|run| !run.is_same_plan(first)) {
            return Err(wrong(format!(
                "shards {:?} and {:?} are of different runs; run them again alike",
                first.shard, other.shard
            )));
        }
        let mut shards: Vec<[usize; 2]> = runs.iter().map(|run| run.shard).collect();
        shards.sort_unstable();
        let wanted = first.shard[1];
        let is_each = shards.iter().zip(1..).all(|([i, _], n)| *i == n) && shards.len() == wanted;
        if shards.len() > 1 && !is_each {
            return Err(wrong(format!(
                "of {wanted} shards it has {:?}; put each in once",
                shards.iter().map(|[i, _]| i).collect::<Vec<_>>()
            )));
        }
        let is_whole = ends.len() == runs.len();
        if runs.len() > 1 && !is_whole {
            return Err(wrong("a shard did not come to its end; run it again".into()));
        }
        let run = first.clone();
        let mut results = Self { run, cases, is_whole };
        if runs.len() > 1 {
            results.run.shard = [1, 1];
            let place = |case: &Case| places.get(&case.group).copied();
            results.cases.sort_by_key(place);
            results.sort();
        }
        Ok(results)
    }

    /// Whether these are all cases of one whole run of a study.
    ///
    /// # Errors
    /// Results of another study, one shard of several, a run without its end, and one that lacks cases or has some twice.
    pub fn check_whole(&self, study: &str, file: &Path) -> Result<(), ResultsError> {
        let run = &self.run;
        let keys: HashSet<_> = self
            .cases
            .iter()
            .map(|case| (&case.group, &case.contestant))
            .collect();
        let wanted = run.groups.saturating_mul(run.contestants.len());
        let [shard, shards] = run.shard;
        let why = if run.study != study {
            format!("it is of `{}`, not of `{study}`; give results of that", run.study)
        } else if shards != 1 {
            format!("it is shard {shard} of {shards} alone; put all shards together by `cat`")
        } else if !self.is_whole {
            "the run did not come to its end; go on with it by --resume".into()
        } else if keys.len() != wanted || self.cases.len() != wanted {
            format!("it has {} of the {wanted} runs; run the study again", keys.len())
        } else {
            return Ok(());
        };
        Err(ResultsError::Run {
            file: file.into(),
            why,
        })
    }

    /// Keeps evidence of files that are there: that of a shard lies in the shard's folder.
    pub fn keep_evidence(&mut self, is_there: impl Fn(&str) -> bool) {
        for row in self.cases.iter_mut().flat_map(|case| &mut case.rows) {
            let Some(evidence) = &mut row.evidence else {
                continue;
            };
            for link in [
                &mut evidence.scene,
                &mut evidence.question,
                &mut evidence.replay,
                &mut evidence.commands,
            ] {
                // A link may name a moment within its page.
                link.take_if(|link| !is_there(link.split('#').next().unwrap_or_default()));
            }
            row.evidence.take_if(|evidence| *evidence == Evidence::default());
        }
    }

    /// Orders cases as tables have them: by subject, contestant, then setting.
    pub fn sort(&mut self) {
        let place = |all: &[&str], name: &str| all.iter().position(|n| *n == name).unwrap_or(all.len());
        let subjects: Vec<&str> = self.run.subjects.iter().map(|s| s.name.as_str()).collect();
        let contestants: Vec<&str> = self.run.contestants.iter().map(|c| c.name.as_str()).collect();
        // A stable sort keeps the order in which the settings were planned.
        self.cases
            .sort_by_cached_key(|c| (place(&subjects, &c.subject), place(&contestants, &c.contestant)));
    }

    /// The case that shows best what a contestant fails on a subject: the worst, of equals that nearest to 60 Hz. By its
    /// number.
    pub fn worst_case(&self, subject: &str, contestant: &str) -> Option<usize> {
        let of = |case: &Case| case.subject == subject && case.contestant == contestant;
        let cases = self.cases.iter().enumerate().filter(|(_, case)| of(case));
        let failed = cases.filter_map(|(i, case)| {
            let check = case.failures().first().map(|row| row.check);
            let off = case.axes.number(Axis::Hz).map_or(0.0, |hz| (hz - 60.0).abs());
            Some(((case.severity()?, check), off, i))
        });
        let worst = failed.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        worst.map(|(.., i)| i)
    }

    /// All as text.
    ///
    /// # Errors
    /// What cannot be written as JSON.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let end = ResultsLine::End {
            shard: self.run.shard,
        };
        let cases = self.cases.iter().map(ResultsLine::Case);
        let lines = [ResultsLine::Run(&self.run)].into_iter();
        let lines: Vec<ResultsLine> = lines.chain(cases).chain([end]).collect();
        crate::lines::text(&lines)
    }
}
