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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn floats_print_as_c_does() {
        // Taken from the engine's own recordings.
        for text in [
            "-267.232025",
            "0.11478167",
            "9.99999972e-10",
            "-31",
            "0",
            "1.40129846e-45",
            "3.40282347e+38",
            "360",
            "0.000119999997",
            "-1.04823351",
            "123456789",
        ] {
            let x: f32 = text.parse().unwrap();
            let back = Float(x).to_string();
            assert_eq!(back.parse::<f32>().unwrap(), x, "{text} -> {back}");
            if text != "123456789" {
                assert_eq!(back, text);
            }
        }
    }

    proptest! {
        #[test]
        fn every_float_survives_the_text(bits: u32) {
            let x = f32::from_bits(bits);
            prop_assume!(x.is_finite());
            prop_assert_eq!(Float(x).to_string().parse::<f32>().unwrap().to_bits(), bits);
        }
    }
}
