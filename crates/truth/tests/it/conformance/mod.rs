//! The properties of every backend: a sound backend keeps them, and each finds the fault that it is there for.

mod broken;
mod clean;
mod toy_backend;
mod toys;
mod worlds;
