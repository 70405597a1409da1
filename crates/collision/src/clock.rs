//! The clock that build times are read from. In a page (`wasm32-unknown-unknown`) the standard one panics; there a build
//! takes no time.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use absent::Instant;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod absent {
    use std::time::Duration;

    /// A moment in a place without a clock.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant;

    impl Instant {
        /// The only moment there is.
        #[must_use]
        pub fn now() -> Self {
            Self
        }

        /// Always zero.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
