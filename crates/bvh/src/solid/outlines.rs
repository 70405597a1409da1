//! The outlines of faces, as numbers of their solid's corners. Solids of one make number their corners alike, so that most
//! outlines are told once for the whole world.

use std::collections::HashMap;

/// All outlines, one after another, each behind its length.
#[derive(Debug, Default)]
pub(crate) struct Outlines {
    all: Vec<u32>,
    /// Where each is, while solids are added.
    known: HashMap<Vec<u32>, u32>,
}

impl Outlines {
    /// Where an outline is kept.
    pub(crate) fn keep(&mut self, outline: Vec<u32>) -> u32 {
        let Self { all, known } = self;
        *known.entry(outline).or_insert_with_key(|outline| {
            let at = all.len() as u32;
            all.push(outline.len() as u32);
            all.extend(outline);
            at
        })
    }

    pub(crate) fn at(&self, kept: u32) -> &[u32] {
        let rest = &self.all[kept as usize..];
        &rest[1..=rest[0] as usize]
    }

    /// Gives back the memory that adding took. Outlines kept later are not compared with these.
    pub(crate) fn shrink(&mut self) {
        self.known = HashMap::new();
        self.all.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<u32>()
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_that_are_alike_are_kept_once() {
        let mut outlines = Outlines::default();
        let first = outlines.keep(vec![0, 1, 2, 3]);
        let other = outlines.keep(vec![0, 2, 1]);
        assert_eq!(outlines.keep(vec![0, 1, 2, 3]), first);
        outlines.shrink();
        assert_eq!(
            (outlines.at(first), outlines.at(other)),
            (&[0, 1, 2, 3][..], &[0, 2, 1][..])
        );
        assert_eq!(outlines.bytes(), 9 * size_of::<u32>());
    }
}
