//! Floats in C's `%.9g`, which restores every f32 exactly.

/// A float that displays as C's `%.9g`.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f32);

impl std::fmt::Display for Float {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const DIGITS: i32 = 9;
        let x = f64::from(self.0);
        if !x.is_finite() {
            return write!(f, "{x}");
        }
        if x == 0.0 {
            return f.write_str(if x.is_sign_negative() { "-0" } else { "0" });
        }
        // The exponent after rounding to nine digits decides between the two notations, as in C.
        let scientific = format!("{x:.*e}", DIGITS as usize - 1);
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let trim = |s: &str| -> String {
            if s.contains('.') {
                s.trim_end_matches('0').trim_end_matches('.').to_owned()
            } else {
                s.to_owned()
            }
        };
        if !(-4..DIGITS).contains(&exponent) {
            let sign = if exponent < 0 { '-' } else { '+' };
            write!(f, "{}e{sign}{:02}", trim(mantissa), exponent.abs())
        } else {
            f.write_str(&trim(&format!("{x:.*}", (DIGITS - 1 - exponent) as usize)))
        }
    }
}
