#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]
pub mod broken;
pub mod clean;
pub mod unbevelled;
