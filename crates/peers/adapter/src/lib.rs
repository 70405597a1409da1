//! A physics library as a contestant.
//!
//! A library is a crate beside this one with a type that implements [`Library`]: its world, and how it is asked. From that type
//! come its collision backend ([`Backend`]), its character controllers ([`controller()`]) and its rows of the registries. What
//! this crate does is the same for every library: it checks brushes, backs off stops by the skin, turns nearest features into
//! contacts, drives characters, and writes failures down as data.
//!
//! Read [`library`] first. Positions and lengths in its trait are in units, as everywhere in the workspace; [`form`] leads to
//! the library's own lengths and shapes.

mod backend;
mod driver;
pub mod form;
pub mod library;
mod parts;
mod plan;
pub mod question;
mod settings;

pub use backend::{Backend, deepest, registration};
pub use driver::controller;
pub use library::{
    At, Cast, Character, Given, Library, Near, NoAnswer, PLAIN, Plan, Setup, Solid, Solids, Stop, TUNED,
};
pub use parts::{Parts, is_off};
pub use question::Log;
pub use settings::{Row, plain, row, same, tuned};
