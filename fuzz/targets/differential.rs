//! Worlds of round numbers and sweeps through them: all backends against the exact reference, and that against itself.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    clipmark_fuzz::assert_backends_agree(bytes);
});
