//! Numbers that JSON cannot write: infinite ones and NaN are `null`, which is read back as NaN.

use serde::{Deserialize, Deserializer};

/// A number, or NaN for `null`.
pub(crate) fn nan<'de, D: Deserializer<'de>, T: OrNan>(from: D) -> Result<T, D::Error> {
    T::Nullable::deserialize(from).map(T::or_nan)
}

/// Numbers and arrays of them that may hold `null`.
pub(crate) trait OrNan {
    /// The form that is read.
    type Nullable: for<'de> Deserialize<'de>;

    fn or_nan(read: Self::Nullable) -> Self;
}

impl OrNan for f64 {
    type Nullable = Option<f64>;

    fn or_nan(read: Option<f64>) -> Self {
        read.unwrap_or(f64::NAN)
    }
}

impl OrNan for f32 {
    type Nullable = Option<f32>;

    fn or_nan(read: Option<f32>) -> Self {
        read.unwrap_or(f32::NAN)
    }
}

impl<T: OrNan> OrNan for [T; 2] {
    type Nullable = [T::Nullable; 2];

    fn or_nan(read: Self::Nullable) -> Self {
        read.map(T::or_nan)
    }
}

impl<T: OrNan> OrNan for [T; 3] {
    type Nullable = [T::Nullable; 3];

    fn or_nan(read: Self::Nullable) -> Self {
        read.map(T::or_nan)
    }
}

impl<T: OrNan> OrNan for Vec<T> {
    type Nullable = Vec<T::Nullable>;

    fn or_nan(read: Self::Nullable) -> Self {
        read.into_iter().map(T::or_nan).collect()
    }
}
