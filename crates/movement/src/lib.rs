//! The shared player movement pipeline, its profiles and its movers.
