//! Cases by two of their properties.

use crate::Case;
use std::collections::HashMap;

/// Cases in rows and columns, each in the order in which it first comes.
#[derive(Clone, Debug)]
pub struct Pivot<'a> {
    pub rows: Vec<String>,
    pub columns: Vec<String>,
    cells: HashMap<(usize, usize), Vec<&'a Case>>,
}

/// Puts cases into rows and columns.
pub fn pivot<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    row: impl Fn(&Case) -> String,
    column: impl Fn(&Case) -> String,
) -> Pivot<'a> {
    let mut pivot = Pivot {
        rows: Vec::new(),
        columns: Vec::new(),
        cells: HashMap::new(),
    };
    let (mut rows, mut columns) = (HashMap::new(), HashMap::new());
    for case in cases {
        let at = (
            number(&mut rows, &mut pivot.rows, row(case)),
            number(&mut columns, &mut pivot.columns, column(case)),
        );
        pivot.cells.entry(at).or_default().push(case);
    }
    pivot
}

fn number(known: &mut HashMap<String, usize>, names: &mut Vec<String>, name: String) -> usize {
    *known.entry(name).or_insert_with_key(|name| {
        names.push(name.clone());
        names.len() - 1
    })
}

impl<'a> Pivot<'a> {
    /// The cases of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &[&'a Case] {
        self.cells.get(&(row, column)).map_or(&[], Vec::as_slice)
    }

    /// The cases of a row.
    pub fn of_row(&self, row: usize) -> impl Iterator<Item = &'a Case> + '_ {
        (0..self.columns.len()).flat_map(move |column| self.cell(row, column).iter().copied())
    }
}
