//! Files damaged at random, the same in every run, and a watch over their readers: a case that hangs fails its test.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Counts, indices and floats that break readers; the last two are 1e20 and 65,536.
const WORDS: [u32; 10] = [
    0,
    1,
    u32::MAX,
    0x7fff_ffff,
    0x8000_0000,
    0x7f80_0000,
    0x7fc0_0000,
    144,
    0x60ad_78ec,
    0x4780_0000,
];

/// Where and how a file is damaged.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below `n`; 0 for 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n.max(1))
    }

    /// Turns one bit over.
    pub(crate) fn flip_bit(&mut self, file: &mut [u8], at: usize) {
        file[at] ^= 1 << self.below(8);
    }

    /// Replaces one byte.
    pub(crate) fn put_byte(&mut self, file: &mut [u8], at: usize) {
        file[at] = self.0.random();
    }

    /// Replaces the four bytes about a place, as whole words lie, by a word that breaks readers.
    pub(crate) fn put_word(&mut self, file: &mut [u8], at: usize) {
        let at = at / 4 * 4;
        let word = WORDS[self.below(WORDS.len())].to_le_bytes();
        if let Some(place) = file.get_mut(at..at + 4) {
            place.copy_from_slice(&word);
        }
    }
}

/// Runs cases on their own thread, which reports each finished one. Panics after a time without a report.
pub(crate) fn watched<T: Send + 'static>(
    title: &str,
    hangs: Duration,
    cases: impl FnOnce(&Sender<usize>) -> T + Send + 'static,
) -> T {
    let (tell, told) = mpsc::channel();
    let worker = thread::spawn(move || cases(&tell));
    let mut done = None;
    loop {
        match told.recv_timeout(hangs) {
            Ok(case) => done = Some(case),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("{title}: the case after {done:?} hangs"),
        }
    }
    // A failed case has printed why; its panic goes on here.
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
