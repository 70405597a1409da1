//! What every collision backend must pass.
