//! A table as a Parquet file, from the same values as its CSV.
//!
//! Every column may hold nulls. A number is the `f64` nearest to what the CSV prints. Pages are compressed by gzip, which every
//! reader knows and for which the library is here anyway.

use crate::cells::{Kind, Row, Value};
use crate::error::ReportError;
use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::sync::Arc;

/// Rows that are held before they are written: a few ten MB at twenty columns, and as many as DuckDB puts in a group.
const GROUP: usize = 122_880;

/// The file, whole.
pub(crate) fn parquet_file<R: Row>(
    name: &'static str,
    rows: impl Iterator<Item = R>,
) -> std::result::Result<Vec<u8>, ReportError> {
    written(name, rows, GROUP).map_err(|source| ReportError::Parquet { name, source })
}

fn written<R: Row>(name: &str, rows: impl Iterator<Item = R>, group: usize) -> Result<Vec<u8>> {
    let heads = R::COLUMNS.iter().map(|&(head, kind)| field(head, kind));
    let fields = heads.collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder(name).with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_compression(Compression::GZIP(Default::default()));
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
    let mut columns: Vec<Column> = R::COLUMNS.iter().map(|&(_, kind)| Column::of(kind)).collect();
    let mut held = 0;
    for row in rows {
        for (column, value) in columns.iter_mut().zip(row.values()) {
            column.add(value)?;
        }
        held += 1;
        if held == group {
            put(file.next_row_group()?, &mut columns)?;
            held = 0;
        }
    }
    if held > 0 {
        put(file.next_row_group()?, &mut columns)?;
    }
    file.into_inner()
}

fn field(head: &str, kind: Kind) -> Result<Arc<Type>> {
    let (physical, converted) = match kind {
        Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Kind::Number => (Physical::DOUBLE, ConvertedType::NONE),
        Kind::Whole => (Physical::INT64, ConvertedType::NONE),
        Kind::Flag => (Physical::BOOLEAN, ConvertedType::NONE),
    };
    let field = Type::primitive_type_builder(head, physical).with_converted_type(converted);
    Ok(Arc::new(field.with_repetition(Repetition::OPTIONAL).build()?))
}

/// The cells of a column that are held: its values, and for each row 1 for a value, 0 for a null.
struct Column {
    values: Values,
    levels: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Number(Vec<f64>),
    Whole(Vec<i64>),
    Flag(Vec<bool>),
}

impl Column {
    fn of(kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Text(Vec::new()),
            Kind::Number => Values::Number(Vec::new()),
            Kind::Whole => Values::Whole(Vec::new()),
            Kind::Flag => Values::Flag(Vec::new()),
        };
        Self {
            values,
            levels: Vec::new(),
        }
    }

    fn add(&mut self, value: Value<'_>) -> Result<()> {
        self.levels.push((value != Value::Nothing).into());
        match (&mut self.values, value) {
            (_, Value::Nothing) => (),
            (Values::Text(held), Value::Text(text)) => held.push(text.as_bytes().to_vec().into()),
            (Values::Number(held), Value::Number(text)) => held.push(text.parse().map_err(external)?),
            (Values::Whole(held), Value::Whole(count)) => held.push(count.try_into().map_err(external)?),
            (Values::Flag(held), Value::Flag(is_so)) => held.push(is_so),
            (_, value) => {
                return Err(ParquetError::General(format!(
                    "{value:?} is not of its column's kind"
                )));
            }
        }
        Ok(())
    }

    fn write(&mut self, mut to: SerializedColumnWriter<'_>) -> Result<()> {
        let levels = std::mem::take(&mut self.levels);
        match &mut self.values {
            Values::Text(held) => batch::<ByteArrayType>(&mut to, held, &levels)?,
            Values::Number(held) => batch::<DoubleType>(&mut to, held, &levels)?,
            Values::Whole(held) => batch::<Int64Type>(&mut to, held, &levels)?,
            Values::Flag(held) => batch::<BoolType>(&mut to, held, &levels)?,
        }
        to.close()
    }
}

fn external(error: impl std::error::Error + Send + Sync + 'static) -> ParquetError {
    ParquetError::External(Box::new(error))
}

fn batch<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    held: &mut Vec<T::T>,
    levels: &[i16],
) -> Result<()> {
    to.typed::<T>().write_batch(held, Some(levels), None)?;
    held.clear();
    Ok(())
}

fn put(mut group: SerializedRowGroupWriter<'_, Vec<u8>>, columns: &mut [Column]) -> Result<()> {
    for column in columns {
        if let Some(to) = group.next_column()? {
            column.write(to)?;
        }
    }
    group.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;
    use crate::cells::{Exact, Figure, Text, row};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::fs::File;
    use std::io::Write;

    row! {
        struct Sample<'a> {
            name: Text<'a>,
            u: Figure,
            bits: Exact<f32>,
            ns: Option<Figure>,
            hits: Option<usize>,
            ok: bool,
        }
    }

    fn sample(i: usize) -> Sample<'static> {
        Sample {
            name: if i.is_multiple_of(3) { "" } else { "bvh" }.into(),
            u: Figure(i as f64 / 10.0),
            bits: Exact(f32::from_bits(0x3f80_0001 + i as u32)),
            ns: None,
            hits: i.is_multiple_of(2).then_some(i),
            ok: i > 2,
        }
    }

    fn read(bytes: &[u8]) -> SerializedFileReader<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        SerializedFileReader::new(file).unwrap()
    }

    #[test]
    fn groups_of_rows_read_back_with_nulls_and_kinds() {
        let bytes = written("x", (0..7).map(sample), 3).unwrap();
        let file = read(&bytes);
        assert_eq!(file.num_row_groups(), 3);
        let rows: Vec<Vec<Field>> = file
            .get_row_iter(None)
            .unwrap()
            .map(|row| {
                row.unwrap()
                    .into_columns()
                    .into_iter()
                    .map(|(_, field)| field)
                    .collect()
            })
            .collect();
        assert_eq!(rows.len(), 7);
        for (i, row) in rows.iter().enumerate() {
            let [name, u, bits, ns, hits, ok] = &row[..] else {
                panic!("{row:?}")
            };
            let empty = i.is_multiple_of(3);
            assert_eq!(
                *name,
                if empty {
                    Field::Null
                } else {
                    Field::Str("bvh".into())
                }
            );
            assert_eq!(*u, Field::Double(i as f64 / 10.0));
            let Field::Double(bits) = bits else {
                panic!("{bits:?}")
            };
            assert_eq!((*bits as f32).to_bits(), 0x3f80_0001 + i as u32);
            assert_eq!(*ns, Field::Null);
            let even = i.is_multiple_of(2);
            assert_eq!(*hits, if even { Field::Long(i as i64) } else { Field::Null });
            assert_eq!(*ok, Field::Bool(i > 2));
        }
    }

    #[test]
    fn a_column_has_its_type_where_all_its_cells_are_empty() {
        for rows in [0, 1] {
            let bytes = parquet_file("x", (0..rows).map(sample)).unwrap();
            let file = read(&bytes);
            let schema = file.metadata().file_metadata().schema_descr();
            let kinds = schema.columns().iter().map(|column| column.physical_type());
            assert_eq!(
                kinds.collect::<Vec<_>>(),
                [
                    Physical::BYTE_ARRAY,
                    Physical::DOUBLE,
                    Physical::DOUBLE,
                    Physical::DOUBLE,
                    Physical::INT64,
                    Physical::BOOLEAN
                ]
            );
            assert_eq!(file.metadata().file_metadata().num_rows(), rows as i64);
        }
    }

    #[test]
    fn a_count_of_64_bits_is_refused() {
        let row = Sample {
            hits: Some(usize::MAX),
            ..sample(1)
        };
        let said = parquet_file("x", [row].into_iter()).map_err(|e| e.to_string());
        assert!(said.is_err_and(|said| said.starts_with("cannot encode x.parquet: ")));
    }
}
