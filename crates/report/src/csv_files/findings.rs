//! `findings.csv`: a row for each contestant and failure that a detector found.

use crate::cells::{Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use clipmark_record::findings::Finding;
use clipmark_record::{Comparison, Entry};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        id: Text<'a>,
        name: Text<'a>,
        count: usize,
        rate: Figure,
        per: Text<'a>,
        worst: Figure,
        unit: Text<'a>,
        at: Option<usize>,
        x: Figure,
        y: Figure,
        z: Figure,
        example: Text<'a>,
    }
}

pub(crate) static FINDINGS: DataTable<Comparison> = data_table!("findings", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    let all = comparison.contestants.iter();
    all.flat_map(|e| e.detection.findings.iter().map(move |f| row(e, f)))
}

fn row<'a>(e: &'a Entry, f: &'a Finding) -> Row<'a> {
    let [x, y, z] = f.place.map(Figure);
    Row {
        contestant: e.name.as_str().into(),
        id: f.id.as_str().into(),
        name: f.name.as_str().into(),
        count: f.count,
        rate: Figure(f.rate),
        per: f.per.as_str().into(),
        worst: Figure(f.worst),
        unit: f.unit.as_str().into(),
        at: f.at,
        x,
        y,
        z,
        example: f.example.as_str().into(),
    }
}
