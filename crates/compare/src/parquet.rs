//! `--export-parquet DIR`: every table of the results, each a file.
//!
//! As with the other exports, all files are opened before the work begins. A build without the feature `parquet` refuses the
//! option instead.

use anyhow::{Result, bail};
use clipmark_report::Tabled;
use std::path::PathBuf;

#[cfg(feature = "parquet")]
pub(crate) use built_in::ParquetFiles;
#[cfg(not(feature = "parquet"))]
pub(crate) use left_out::ParquetFiles;

#[cfg(feature = "parquet")]
mod built_in {
    use super::*;
    use crate::output::Output;
    use anyhow::Context;
    use clipmark_report::DataTable;
    use std::fs;
    use std::path::Path;

    /// Where the tables of results of one kind go; nowhere, if they are not asked for.
    pub(crate) struct ParquetFiles<T: Tabled>(Vec<(&'static DataTable<T>, Output)>);

    impl<T: Tabled> ParquetFiles<T> {
        /// Opens a file for each table. `report` is the folder of the report, which is replaced as a whole at the end.
        pub(crate) fn open(dir: &Option<PathBuf>, report: &Path) -> Result<Self> {
            let Some(dir) = dir else {
                return Ok(Self(Vec::new()));
            };
            if dir == Path::new("-") {
                bail!("--export-parquet -: there is a file for each table; give a folder");
            }
            if std::path::absolute(dir)?.starts_with(std::path::absolute(report)?) {
                bail!(
                    "--export-parquet {}: the folder of the report is written anew; give one outside {}",
                    dir.display(),
                    report.display()
                );
            }
            let remedy = || {
                format!(
                    "--export-parquet {}: give a folder that can be made",
                    dir.display()
                )
            };
            fs::create_dir_all(dir).with_context(remedy)?;
            let open = |table: &&'static DataTable<T>| {
                let path = dir.join(format!("{}.parquet", table.name()));
                Ok((*table, Output::open(Some(&path))?))
            };
            Ok(Self(T::tables().iter().map(open).collect::<Result<_>>()?))
        }

        /// Writes each table.
        pub(crate) fn write(self, results: &T) -> Result<()> {
            for (table, file) in self.0 {
                file.export(&table.parquet(results)?)?;
            }
            Ok(())
        }
    }
}

#[cfg(not(feature = "parquet"))]
mod left_out {
    use super::*;
    use std::marker::PhantomData;
    use std::path::Path;

    /// Stands for the files in a build that can write none.
    pub(crate) struct ParquetFiles<T>(PhantomData<T>);

    impl<T: Tabled> ParquetFiles<T> {
        /// Refuses the option.
        pub(crate) fn open(dir: &Option<PathBuf>, _report: &Path) -> Result<Self> {
            if let Some(dir) = dir {
                bail!(
                    "--export-parquet {}: Parquet is not in this build; build with its feature: \
                     cargo build --release -p compare --features parquet",
                    dir.display()
                );
            }
            Ok(Self(PhantomData))
        }

        /// Nothing was asked for.
        pub(crate) fn write(self, _results: &T) -> Result<()> {
            Ok(())
        }
    }
}
