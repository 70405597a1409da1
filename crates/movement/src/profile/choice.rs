//! Rules that are one of a few, each with the name that scenes and tables use.

/// A rule that is one of a few named ones.
pub trait Choice {
    /// All names, in the order of the variants.
    fn names(&self) -> &'static [&'static str];
    /// The name of the one chosen.
    fn chosen(&self) -> &'static str;
    /// Chooses by name; `false` (and no change) for a name that is not among them.
    fn choose(&mut self, name: &str) -> bool;
}

/// An enum of plain variants that is a [`Choice`].
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ })+) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl crate::profile::Choice for $name {
            fn names(&self) -> &'static [&'static str] {
                &[$($text),+]
            }
            fn chosen(&self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
            fn choose(&mut self, name: &str) -> bool {
                match name { $($text => *self = Self::$variant,)+ _ => return false }
                true
            }
        }
    )+ };
}
pub(crate) use choices;
