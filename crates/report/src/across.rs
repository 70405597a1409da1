//! Tables with a column a contestant: checks, facts and subjects against who takes part.

use clipmark_rows::{Case, Cell, Column, Line, Results, Table};

/// The cases of each contestant, in the order of the run.
pub(crate) fn by_contestant(results: &Results) -> Vec<(&str, Vec<&Case>)> {
    let contestants = results.run.contestants.iter();
    let own = |name: &str| {
        results
            .cases
            .iter()
            .filter(|case| case.contestant == name)
            .collect()
    };
    contestants
        .map(|contestant| (contestant.name.as_str(), own(&contestant.name)))
        .collect()
}

/// Lines of some names, and the cell of each contestant from its cases.
pub(crate) struct Across<'a> {
    /// Over the names of lines.
    pub(crate) heads: &'a [&'a str],
    pub(crate) contestants: &'a [(&'a str, Vec<&'a Case>)],
    /// Whether cells are numbers.
    pub(crate) is_counted: bool,
}

impl Across<'_> {
    /// The table with a line for each key.
    pub(crate) fn table<K>(
        &self,
        keys: impl IntoIterator<Item = K>,
        names: impl Fn(&K) -> Vec<String>,
        cell: impl Fn(&K, &[&Case]) -> Cell,
    ) -> Table {
        let line = |key: K| {
            let cells = self.contestants.iter().map(|(_, cases)| cell(&key, cases));
            Line {
                cells: names(&key).into_iter().map(Cell::from).chain(cells).collect(),
                is_failed: false,
            }
        };
        let lines: Vec<Line> = keys.into_iter().map(line).collect();
        let mut table = Table::new(self.heads.iter().copied(), lines);
        for column in table.columns.iter_mut().skip(1) {
            column.is_key = true;
        }
        let contestants = self.contestants.iter().map(|(name, _)| match self.is_counted {
            true => Column::number(*name),
            false => Column::text(*name),
        });
        table.columns.extend(contestants);
        table
    }
}
