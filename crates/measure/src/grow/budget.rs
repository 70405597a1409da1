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
pub struct Past(pub Vec<[f64; 3]>);

impl Past {
    /// Why a contestant with this past is left out of a world of that many brushes, if it is.
    pub fn refused(&self, budget: &Budget, contestant: &str, brushes: usize) -> Option<LeftOut> {
        let left_out = |why| LeftOut {
            contestant: contestant.into(),
            brushes,
            why,
        };
        let seconds = self.expected(1, brushes)?;
        if seconds > budget.seconds {
            let why = format!(
                "its build would take about {seconds:.0} s, the budget is {} s",
                budget.seconds
            );
            return Some(left_out(why));
        }
        let megabytes = self.expected(2, brushes)? / MB;
        (megabytes > budget.megabytes).then(|| {
            left_out(format!(
                "it would hold about {megabytes:.0} MB, the budget is {} MB",
                budget.megabytes
            ))
        })
    }

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
