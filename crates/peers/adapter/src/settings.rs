//! How a library is set up, as one table: each option with its value in the plain set-up and in the tuned one, and why. Its
//! authors are to be able to say whether it is fair.

use clipmark_movement::Setting;

/// An option of a library.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    name: &'static str,
    /// Value and reason of the set-up that its documentation teaches.
    plain: [&'static str; 2],
    /// Those of the set-up of its best user.
    tuned: [&'static str; 2],
}

/// An option with value and reason: plain, then tuned.
pub const fn row(name: &'static str, plain: [&'static str; 2], tuned: [&'static str; 2]) -> Row {
    Row { name, plain, tuned }
}

/// An option that is the same in both.
pub const fn same(name: &'static str, value: &'static str, reason: &'static str) -> Row {
    row(name, [value, reason], [value, reason])
}

/// The plain column of a table.
pub const fn plain<const N: usize>(table: &[Row; N]) -> [Setting; N] {
    let mut column = [setting("", ["", ""]); N];
    let mut i = 0;
    while i < N {
        column[i] = setting(table[i].name, table[i].plain);
        i += 1;
    }
    column
}

/// The tuned column of a table.
pub const fn tuned<const N: usize>(table: &[Row; N]) -> [Setting; N] {
    let mut column = [setting("", ["", ""]); N];
    let mut i = 0;
    while i < N {
        column[i] = setting(table[i].name, table[i].tuned);
        i += 1;
    }
    column
}

const fn setting(name: &'static str, [value, reason]: [&'static str; 2]) -> Setting {
    Setting { name, value, reason }
}
