//! Which tables each kind of results has.

use crate::bar::BAR;
use crate::controllers::CONTROLLERS;
use crate::csv_files::{CLASSES, FINDINGS, QUERIES, TABLE, TICKS, TIMES};
use crate::data_table::DataTable;
use crate::grow::GROW;
use crate::laws::LAWS;
use crate::load::LOAD;
use crate::suite::SUITE;
use clipmark_record::Comparison;
use clipmark_record::bar::BarResults;
use clipmark_record::controllers::ControllersResults;
use clipmark_record::grow::GrowResults;
use clipmark_record::laws::LawResults;
use clipmark_record::load::LoadResults;
use clipmark_record::suite::SuiteRun;

/// Results that are tables.
pub trait Tabled: Sized + 'static {
    /// Their tables, in the order in which they are written.
    fn tables() -> &'static [&'static DataTable<Self>];
}

macro_rules! tabled {
    ($($results:ty: $($table:ident)+;)+) => {
        $(impl Tabled for $results {
            fn tables() -> &'static [&'static DataTable<Self>] {
                static ALL: &[&DataTable<$results>] = &[$(&$table),+];
                ALL
            }
        })+
    };
}

tabled! {
    Comparison: TABLE TICKS TIMES QUERIES CLASSES FINDINGS;
    BarResults: BAR;
    SuiteRun: SUITE;
    LawResults: LAWS;
    LoadResults: LOAD;
    GrowResults: GROW;
    ControllersResults: CONTROLLERS;
}
