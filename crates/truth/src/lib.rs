//! Exact reference for sweeps in f64; shares no code with any backend.
