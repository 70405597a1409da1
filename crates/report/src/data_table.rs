//! A table of results: its name, and how its CSV is made.

use crate::error::ReportError;

/// A table of results of type `T`.
#[derive(Debug)]
pub(crate) struct DataTable<T> {
    pub(crate) name: &'static str,
    pub(crate) csv: fn(&T) -> Result<String, ReportError>,
}

impl<T> DataTable<T> {
    /// The name of its files, without their ending.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The table as CSV, with a head.
    ///
    /// # Errors
    /// [`ReportError::Csv`] when the library refuses.
    pub(crate) fn csv(&self, of: &T) -> Result<String, ReportError> {
        (self.csv)(of)
    }
}

/// A table of that name, whose rows a function gives.
macro_rules! data_table {
    ($name:literal, $rows:path) => {
        $crate::data_table::DataTable {
            name: $name,
            csv: |of| $crate::cells::csv_file($name, $rows(of)),
        }
    };
}
pub(crate) use data_table;
