//! Common parts of the verb with a journal and shards (`bar`); and which contestants decide an
//! exit code.

use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clipmark_journal::{Kept, Plan, Rows, begin, keep, one_run, read};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The shards of a run, put together.
pub(crate) struct Merged<T> {
    pub(crate) plan: Plan,
    /// Results in the order of the units, each with a hash of its measured input.
    pub(crate) rows: Vec<(String, T)>,
    /// Whether all ran on one kind of machine.
    pub(crate) one_machine: bool,
}

/// Reads the shards of one run from their folders.
///
/// `is_of` says whether results belong to a unit; others count as missing.
pub(crate) fn merged<T: DeserializeOwned>(
    dirs: &[PathBuf],
    verb: &str,
    is_of: impl Fn(&Plan, usize, &T) -> bool,
) -> Result<Merged<T>> {
    let mut plans = Vec::new();
    for dir in dirs {
        plans.push((dir.display().to_string(), Plan::read(dir, verb)?));
    }
    let (plan, [one_build, one_machine]) = one_run(&plans)?;
    if !one_build {
        tell!(
            "the shards were run by different builds of version {}",
            plan.version
        );
    }
    let mut done: Kept<T> = HashMap::new();
    for (dir, (_, own)) in dirs.iter().zip(&plans) {
        for (unit, found) in read(dir, own)? {
            if is_of(&plan, unit, &found.1) {
                done.entry(unit).or_insert(found);
            }
        }
    }
    let mut rows = Vec::new();
    for unit in 0..plan.units.len() {
        match done.remove(&unit) {
            Some(found) => rows.push(found),
            None => bail!(
                "the shards lack the results of {} on {}; run each shard to its end, with the same `{verb}` again",
                plan.units[unit].part,
                plan.units[unit].group
            ),
        }
    }
    for unit in 1..rows.len() {
        let [before, this] = [unit - 1, unit].map(|u| &plan.units[u].group);
        if before == this && rows[unit - 1].0 != rows[unit].0 {
            bail!("the shards measured different files by the name {this}; run them again on the same");
        }
    }
    Ok(Merged {
        plan,
        rows,
        one_machine,
    })
}

/// Writes a run that is put together into a folder, as if it had been run in one piece.
pub(crate) fn write<T: Serialize + DeserializeOwned>(
    out: &Path,
    plan: &Plan,
    rows: Vec<(String, T)>,
) -> Result<Vec<T>> {
    begin(out, plan)?;
    keep::<T>(out, plan, |_, _, _| false)?;
    let mut journal = Rows::open(out, plan)?;
    let mut all = Vec::new();
    for (unit, (input, row)) in rows.into_iter().enumerate() {
        all.push(journal.add(unit, &input, &row)?);
    }
    Ok(all)
}

/// Checks that every folder exists and that the results do not go into one of them.
pub(crate) fn apart(dirs: &[PathBuf], out: &Path) -> Result<()> {
    let place = |dir: &Path| fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
    match dirs.iter().find(|dir| place(dir) == place(out)) {
        Some(dir) => bail!(
            "{} is one of the shards; name another folder with --out",
            dir.display()
        ),
        None => Ok(()),
    }
}

/// Checks that those named with `--fail-on`, who decide the exit code, take part.
pub(crate) fn judged_take_part(fail_on: &[String], names: &[impl AsRef<str> + PartialEq]) -> Result<()> {
    let takes_part = |who: &str| names.iter().any(|name| name.as_ref() == who);
    let Some(stranger) = fail_on.iter().find(|who| !takes_part(who)) else {
        return Ok(());
    };
    let mut known: Vec<&str> = Vec::new();
    for name in names.iter().map(AsRef::as_ref) {
        if !known.contains(&name) {
            known.push(name);
        }
    }
    bail!(
        "--fail-on {stranger}: it does not take part; give some of {}",
        known.join(", ")
    )
}

/// A plan's record of its question or its machine, as its verb wrote it.
pub(crate) fn from_plan<T: DeserializeOwned>(value: &serde_json::Value, dir: &Path) -> Result<T> {
    serde_json::from_value(value.clone()).with_context(|| {
        format!(
            "{} holds the plan of another version; run it anew into another folder (--out)",
            dir.display()
        )
    })
}
