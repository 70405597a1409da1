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
