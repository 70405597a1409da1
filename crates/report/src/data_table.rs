//! A table of results: its rows are defined once, and CSV and Parquet are written from them.

use crate::error::ReportError;

/// A table of results of type `T`.
#[derive(Debug)]
pub struct DataTable<T> {
    pub(crate) name: &'static str,
    pub(crate) csv: fn(&T) -> Result<String, ReportError>,
    #[cfg(feature = "parquet")]
    pub(crate) parquet: fn(&T) -> Result<Vec<u8>, ReportError>,
}

impl<T> DataTable<T> {
    /// The name of its files, without their ending.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The table as CSV, with a head.
    ///
    /// # Errors
    /// [`ReportError::Csv`] when the library refuses.
    pub fn csv(&self, of: &T) -> Result<String, ReportError> {
        (self.csv)(of)
    }

    /// The table as a Parquet file: words, 64-bit floats, 64-bit integers and truth values; an empty cell is a null.
    ///
    /// # Errors
    /// [`ReportError::Parquet`] when the library refuses, or when a count takes more than 63 bits.
    #[cfg(feature = "parquet")]
    pub fn parquet(&self, of: &T) -> Result<Vec<u8>, ReportError> {
        (self.parquet)(of)
    }
}

/// A table of that name, whose rows a function gives.
macro_rules! data_table {
    ($name:literal, $rows:path) => {
        $crate::data_table::DataTable {
            name: $name,
            csv: |of| $crate::cells::csv_file($name, $rows(of)),
            #[cfg(feature = "parquet")]
            parquet: |of| $crate::parquet_file::parquet_file($name, $rows(of)),
        }
    };
}
pub(crate) use data_table;
