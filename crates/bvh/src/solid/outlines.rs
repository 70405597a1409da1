//! The outlines of faces, as numbers of their solid's corners. Solids of one make number their corners alike, so that most
//! outlines are told once for the whole world.

use std::collections::HashMap;

/// All outlines, one after another, each behind its length.
#[derive(Debug, Default)]
pub struct Outlines {
    all: Vec<u32>,
    /// Where each is, while solids are added.
    known: HashMap<Vec<u32>, u32>,
}

impl Outlines {
    /// Where an outline is kept.
    pub fn keep(&mut self, outline: Vec<u32>) -> u32 {
        let Self { all, known } = self;
        *known.entry(outline).or_insert_with_key(|outline| {
            let at = all.len() as u32;
            all.push(outline.len() as u32);
            all.extend(outline);
            at
        })
    }

    /// The outline that is kept there.
    pub fn at(&self, kept: u32) -> &[u32] {
        let rest = &self.all[kept as usize..];
        &rest[1..=rest[0] as usize]
    }

    /// Gives back the memory that adding took. Outlines kept later are not compared with these.
    pub fn shrink(&mut self) {
        self.known = HashMap::new();
        self.all.shrink_to_fit();
    }

    /// Memory that they take.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<u32>()
    }
}
