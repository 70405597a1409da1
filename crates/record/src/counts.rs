//! Counts and sets by class: sums of answers, and the classes of one answer.
//!
//! The classes are rows of a table (crate modules [`faults`](crate::faults), [`rules`](crate::rules), [`causes`](crate::causes)).
//! Prints and sums loop over the table, so that a new row is counted and shown everywhere.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Index, IndexMut};

/// More classes than any table has: bits of a [`Set`].
const MOST: usize = 32;

/// A class that answers are counted by: a row of a table.
pub trait Class: Copy + PartialEq + 'static {
    /// All of them, in the order of their table.
    const ALL: &'static [Self];

    /// Its place in the table.
    fn place(self) -> usize;

    /// Its key in `tests/golden/`.
    fn key(self) -> &'static str;

    /// Whether it is counted one answer at a time. Others are figures of walks or of all answers together, in their own fields.
    fn is_of_answers(self) -> bool {
        true
    }
}

/// How many answers belong to each class.
pub struct Counts<K>([usize; MOST], PhantomData<K>);

/// The classes that an answer belongs to.
pub struct Set<K>(u32, PhantomData<K>);

impl<K: Class> Counts<K> {
    /// Counts of these classes, and 0 of all others.
    pub fn collect(counts: &[(K, usize)]) -> Self {
        let mut all = Self::default();
        for (class, n) in counts {
            all[*class] = *n;
        }
        all
    }

    /// How many belong to some of these; an answer of two is counted twice.
    pub fn sum(&self, classes: &[K]) -> usize {
        let each = classes.iter().map(|class| self[*class]);
        each.fold(0, usize::saturating_add)
    }

    /// Every class that is counted one answer at a time, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (K, usize)> + '_ {
        let of_answers = K::ALL.iter().filter(|class| class.is_of_answers());
        of_answers.map(|class| (*class, self[*class]))
    }
}

impl<K: Class> Set<K> {
    /// The classes for which `is` holds.
    pub fn select(is: impl Fn(K) -> bool) -> Self {
        let mut set = Self::default();
        for class in K::ALL.iter().filter(|class| is(**class)) {
            set.insert(*class);
        }
        set
    }

    /// Takes a class in.
    pub fn insert(&mut self, class: K) {
        self.0 |= 1 << class.place();
    }

    /// Whether a class is among them.
    pub fn contains(self, class: K) -> bool {
        self.0 >> class.place() & 1 == 1
    }

    /// Whether none is.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The classes in it, in the order of their table.
    pub fn iter(self) -> impl Iterator<Item = K> {
        K::ALL.iter().copied().filter(move |class| self.contains(*class))
    }
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self([0; MOST], PhantomData)
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<K> Clone for Counts<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Counts<K> {}

impl<K> Clone for Set<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Set<K> {}

impl<K> PartialEq for Counts<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K> PartialEq for Set<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<K: Class> fmt::Debug for Counts<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = self.iter().filter(|(_, n)| *n > 0);
        f.debug_map()
            .entries(some.map(|(class, n)| (class.key(), n)))
            .finish()
    }
}

impl<K: Class> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Class::key)).finish()
    }
}

impl<K: Class> Index<K> for Counts<K> {
    type Output = usize;

    fn index(&self, class: K) -> &usize {
        &self.0[class.place()]
    }
}

impl<K: Class> IndexMut<K> for Counts<K> {
    fn index_mut(&mut self, class: K) -> &mut usize {
        &mut self.0[class.place()]
    }
}

/// Counts that somebody made up end at the largest there is.
impl<K> Add for Counts<K> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(
            std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])),
            PhantomData,
        )
    }
}

impl<K: Class> AddAssign<Set<K>> for Counts<K> {
    fn add_assign(&mut self, answer: Set<K>) {
        answer.iter().for_each(|class| self[class] += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Fault;
    use crate::rules::Rule;

    #[test]
    fn an_answer_is_counted_once_in_each_of_its_classes() {
        let mut counts = Counts::<Fault>::default();
        let set = Set::select(|fault| matches!(fault, Fault::TooDeep | Fault::WrongNormal));
        counts += set;
        counts += set;
        let both = counts + Counts::collect(&[(Fault::TooDeep, usize::MAX)]);
        assert_eq!((both[Fault::TooDeep], both[Fault::WrongNormal]), (usize::MAX, 2));
        assert_eq!(counts.sum(&[Fault::TooDeep, Fault::Missed]), 2);
        assert!(set.contains(Fault::TooDeep) && !set.contains(Fault::Phantom));
        assert!(Fault::ALL.len() <= MOST && Rule::ALL.len() <= MOST);
    }
}
