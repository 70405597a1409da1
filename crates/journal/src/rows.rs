//! The journal: the results of each unit, a line a unit, as they come.

use crate::lines::{self, End};
use crate::{JournalError, Plan, ROWS, Unit};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::path::Path;

/// A line: the results of a unit.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<T> {
    key: String,
    group: String,
    part: String,
    /// Stands for the contents of the measured files.
    input: String,
    row: T,
}

/// A journal's rows of a plan's units: results and their input's hash, by the place of their unit.
pub type Kept<T> = HashMap<usize, (String, T)>;

/// Reads the results of a plan's units from its folder. Results of another program, another question or an older file (by the
/// key) are left out, and so are repeats.
///
/// # Errors
/// A journal that cannot be read.
pub fn read<T: DeserializeOwned>(dir: &Path, plan: &Plan) -> Result<Kept<T>, JournalError> {
    let places: HashMap<&Unit, usize> = plan.units.iter().enumerate().map(|(i, u)| (u, i)).collect();
    let mut rows = HashMap::new();
    lines::read(&dir.join(ROWS), |line: Line<T>| {
        let unit = Unit {
            group: line.group,
            part: line.part,
        };
        if let Some(&place) = places.get(&unit)
            && line.key == plan.key(place, &line.input)
        {
            rows.entry(place).or_insert((line.input, line.row));
        }
    })?;
    Ok(rows)
}

/// The same, of those that `good` keeps (unit, its input's hash, results). All others are taken out of the journal.
///
/// # Errors
/// A journal that cannot be read or written.
pub fn keep<T: Serialize + DeserializeOwned>(
    dir: &Path,
    plan: &Plan,
    good: impl Fn(usize, &str, &T) -> bool,
) -> Result<Kept<T>, JournalError> {
    let mut kept: Kept<T> = read(dir, plan)?;
    kept.retain(|&unit, (input, row)| good(unit, input, row));
    let mut order: Vec<usize> = kept.keys().copied().collect();
    order.sort_unstable();
    let mut text = String::new();
    for unit in order {
        let (input, row) = &kept[&unit];
        text += &lines::text(&[line(plan, unit, input, row)])?;
    }
    lines::replace(&dir.join(ROWS), &text)?;
    Ok(kept)
}

fn line<'a, T>(plan: &Plan, unit: usize, input: &str, row: &'a T) -> Line<&'a T> {
    let Unit { group, part } = plan.units[unit].clone();
    Line {
        key: plan.key(unit, input),
        group,
        part,
        input: input.into(),
        row,
    }
}

/// The end of a folder's journal.
#[derive(Debug)]
pub struct Rows<'a, T> {
    plan: &'a Plan,
    end: End,
    of: PhantomData<T>,
}

impl<'a, T: Serialize + DeserializeOwned> Rows<'a, T> {
    /// Opens the journal of a folder, or begins it.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn open(dir: &Path, plan: &'a Plan) -> Result<Self, JournalError> {
        Ok(Self {
            plan,
            end: End::open(&dir.join(ROWS))?,
            of: PhantomData,
        })
    }

    /// Appends the results of a unit, and returns them as they are read. So an unbroken run and a killed one go on with the
    /// same values.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn add(&mut self, unit: usize, input: &str, row: &T) -> Result<T, JournalError> {
        self.end.add(&[line(self.plan, unit, input, row)])?;
        Ok(serde_json::from_str(&serde_json::to_string(row)?)?)
    }
}
