//! Contestants left out of a size before their build: they would probably take too long or hold too much.

use clipmark_record::grow::LeftOut;

/// Bytes of a megabyte.
const MB: f64 = 1e6;

/// The limits of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// CPU time in seconds.
    pub seconds: f64,
    /// The backend's memory, in megabytes: as counted, or by its own report where no count exists.
    pub megabytes: f64,
}

/// Costs of one contestant's builds, smallest first: brushes, seconds, bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Past(pub(super) Vec<[f64; 3]>);

impl Budget {
    /// Why the contestant is left out of a world of that many brushes, if it is.
    pub(super) fn refuses(&self, contestant: &str, past: &Past, brushes: usize) -> Option<LeftOut> {
        let left_out = |why| LeftOut {
            contestant: contestant.into(),
            brushes,
            why,
        };
        let seconds = past.expected(1, brushes)?;
        if seconds > self.seconds {
            let why = format!(
                "its build would take about {seconds:.0} s, the budget is {} s",
                self.seconds
            );
            return Some(left_out(why));
        }
        let megabytes = past.expected(2, brushes)? / MB;
        (megabytes > self.megabytes).then(|| {
            left_out(format!(
                "it would hold about {megabytes:.0} MB, the budget is {} MB",
                self.megabytes
            ))
        })
    }
}

impl Past {
    /// The expected cost of a build of that many brushes: by the power between the last two, at least in proportion to the
    /// last. `None` before the first build.
    fn expected(&self, figure: usize, brushes: usize) -> Option<f64> {
        let last = self.0.last()?;
        let before = self.0.len().checked_sub(2).map(|i| self.0[i]);
        let power = before.map_or(1.0, |before| {
            (last[figure] / before[figure]).ln() / (last[0] / before[0]).ln()
        });
        let power = if power.is_finite() { power.max(1.0) } else { 1.0 };
        Some(last[figure] * (brushes as f64 / last[0]).powf(power))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget {
        seconds: 10.0,
        megabytes: 100.0,
    };

    #[test]
    fn who_grows_too_fast_is_left_out_and_says_why() {
        let none = Past::default();
        assert_eq!(BUDGET.refuses("bsp", &none, 1_000_000), None);
        let straight = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 1e5]]);
        assert_eq!(BUDGET.refuses("bsp", &straight, 10_000), None);
        // In proportion it would take 1 s, by the square 100 s.
        let square = Past(vec![[1e2, 0.01, 1e4], [1e3, 1.0, 1e5]]);
        let left_out = BUDGET.refuses("bsp", &square, 10_000).unwrap();
        assert_eq!(left_out.brushes, 10_000);
        assert!(left_out.why.contains("about 100 s"), "{}", left_out.why);
        let heavy = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 2e7]]);
        let left_out = BUDGET.refuses("bsp", &heavy, 10_000).unwrap();
        assert!(left_out.why.contains("MB"), "{}", left_out.why);
    }
}
