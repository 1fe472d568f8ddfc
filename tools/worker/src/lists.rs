//! Lists as columns: written from plain vectors, and read with either width of offsets.

use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{Array, ArrayRef, GenericListArray, ListArray, PrimitiveArray};
use arrow_buffer::{ArrowNativeType, BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field};
use std::ops::Range;
use std::sync::Arc;

/// A column of lists while it is filled.
pub struct ListColumn<T> {
    values: Vec<T>,
    ends: Vec<i32>,
    is_set: Vec<bool>,
}

impl<T> Default for ListColumn<T> {
    fn default() -> ListColumn<T> {
        ListColumn { values: Vec::new(), ends: vec![0], is_set: Vec::new() }
    }
}

impl<T: ArrowNativeType> ListColumn<T> {
    /// Appends a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.values.extend(list);
        self.end(true);
    }

    /// Appends a list, or null where it says nothing.
    pub fn push_some(&mut self, list: Option<&[T]>) {
        self.values.extend_from_slice(list.unwrap_or_default());
        self.end(list.is_some());
    }

    fn end(&mut self, is_set: bool) {
        self.ends.push(i32::try_from(self.values.len()).expect("batches are small"));
        self.is_set.push(is_set);
    }

    /// Number of lists.
    pub fn len(&self) -> usize {
        self.is_set.len()
    }

    /// True when there is no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The column, emptied.
    pub fn finish<P: ArrowPrimitiveType<Native = T>>(&mut self) -> ArrayRef {
        self.finish_as::<P>(&P::DATA_TYPE)
    }

    /// The column with elements of this type, which is one of those that `P` stands for.
    pub fn finish_as<P: ArrowPrimitiveType<Native = T>>(&mut self, of: &DataType) -> ArrayRef {
        let ListColumn { values, ends, is_set } = std::mem::take(self);
        let values = PrimitiveArray::<P>::new(values.into(), None).with_data_type(of.clone());
        list_array(Arc::new(values), ends, Some(is_set))
    }

    /// The column as the inner lists of a column of lists of lists, which end there.
    pub fn finish_nested<P: ArrowPrimitiveType<Native = T>>(
        &mut self,
        outer: &mut Ends,
    ) -> ArrayRef {
        let inner = self.finish::<P>();
        let Ends { ends, is_set } = std::mem::take(outer);
        list_array(inner, ends, Some(is_set))
    }
}

/// Where outer lists end.
pub struct Ends {
    ends: Vec<i32>,
    is_set: Vec<bool>,
}

impl Default for Ends {
    fn default() -> Ends {
        Ends { ends: vec![0], is_set: Vec::new() }
    }
}

impl Ends {
    /// An outer list ends after so many inner ones in all.
    pub fn push(&mut self, inner: usize, is_set: bool) {
        self.ends.push(i32::try_from(inner).expect("batches are small"));
        self.is_set.push(is_set);
    }
}

fn list_array(values: ArrayRef, ends: Vec<i32>, is_set: Option<Vec<bool>>) -> ArrayRef {
    let field = Arc::new(Field::new("item", values.data_type().clone(), true));
    let nulls = is_set.filter(|set| set.contains(&false)).map(|set| {
        let mut bits = BooleanBufferBuilder::new(set.len());
        bits.append_slice(&set);
        NullBuffer::new(bits.finish())
    });
    Arc::new(ListArray::new(field, OffsetBuffer::new(ends.into()), values, nulls))
}

/// A column of lists that is read: of lists with offsets of 32 or of 64 bits.
pub struct ListView {
    values: ArrayRef,
    ranges: Vec<Range<usize>>,
    nulls: Option<NullBuffer>,
}

impl ListView {
    /// Of a column; `None` when it is no column of lists.
    pub fn of(column: &dyn Array) -> Option<ListView> {
        let nulls = column.nulls().cloned();
        let any = column.as_any();
        if let Some(lists) = any.downcast_ref::<GenericListArray<i32>>() {
            let ends = lists.value_offsets().windows(2);
            let ranges = ends.map(|two| two[0] as usize..two[1] as usize).collect();
            return Some(ListView { values: Arc::clone(lists.values()), ranges, nulls });
        }
        let lists = any.downcast_ref::<GenericListArray<i64>>()?;
        let ends = lists.value_offsets().windows(2);
        let ranges = ends.map(|two| two[0] as usize..two[1] as usize).collect();
        Some(ListView { values: Arc::clone(lists.values()), ranges, nulls })
    }

    /// The elements of all lists.
    pub fn values(&self) -> &ArrayRef {
        &self.values
    }

    /// Where the elements of a list are; `None` for null.
    pub fn range(&self, row: usize) -> Option<Range<usize>> {
        let is_null = self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        (!is_null).then(|| self.ranges[row].clone())
    }
}

/// The numbers of a column without nulls; `None` when it is of another type or has some.
pub fn numbers<P: ArrowPrimitiveType>(column: &dyn Array) -> Option<&[P::Native]> {
    let numbers = column.as_any().downcast_ref::<PrimitiveArray<P>>()?;
    (numbers.null_count() == 0).then(|| &numbers.values()[..])
}

/// A column of this type that has nothing in any row.
pub fn nothing(data_type: &DataType, rows: usize) -> ArrayRef {
    arrow_array::new_null_array(data_type, rows)
}
