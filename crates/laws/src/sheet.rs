//! A law's notes while it plays.

use crate::Law;
use crate::LawError;
use crate::bench::Bench;
use crate::player::LawPlayer;
use crate::within::{Grain, Within};
use clipmark_measure::Contestant;
use clipmark_movement::Profile;
use clipmark_record::laws::{Basis, Curve, Finding, LawPlot, LawRecord, Side};
use clipmark_scene::Scene;

/// The figure that the law's text prints beside it, where it does.
pub(crate) type Printed = Option<&'static str>;

/// One law's page.
pub(crate) struct LawRun {
    record: LawRecord,
    scene: Scene,
    player: LawPlayer,
}

/// A prediction that waits for its measurement.
pub(crate) struct Prediction {
    case: String,
    quantity: String,
    unit: &'static str,
    predicted: f64,
    basis: Basis,
    printed: Printed,
    side: Side,
}

/// Predicts a quantity by the law's formula.
pub(crate) fn predict(
    case: impl Into<String>,
    quantity: impl Into<String>,
    unit: &'static str,
    predicted: f64,
) -> Prediction {
    Prediction {
        case: case.into(),
        quantity: quantity.into(),
        unit,
        predicted,
        basis: Basis::Formula,
        printed: None,
        side: Side::Both,
    }
}

impl Prediction {
    /// The figure that the law's text prints for it.
    pub(crate) fn printed(mut self, figure: impl Into<Printed>) -> Self {
        self.printed = figure.into();
        self
    }

    /// It is the outcome of the law's recurrence.
    pub(crate) fn by_recurrence(mut self) -> Self {
        self.basis = Basis::Recurrence;
        self
    }

    /// It is the figure of an independent simulation.
    pub(crate) fn simulated(mut self) -> Self {
        self.basis = Basis::Simulated;
        self
    }

    /// It is a bound from below.
    pub(crate) fn at_least(mut self) -> Self {
        self.side = Side::AtLeast;
        self
    }

    /// It is a bound from above.
    pub(crate) fn at_most(mut self) -> Self {
        self.side = Side::AtMost;
        self
    }
}

/// Whether a number prints as the figure, to the figure's last digit (rounded either way).
fn prints_as(number: f64, figure: &str) -> bool {
    let decimals = figure.split_once('.').map_or(0, |(_, d)| d.len()) as i32;
    figure
        .parse::<f64>()
        .is_ok_and(|f| (f - number).abs() <= 0.5001 * 10f64.powi(-decimals))
}

impl LawRun {
    pub(crate) fn new(law: &Law, player: LawPlayer) -> Result<Self, LawError> {
        let [x, y] = law.axes;
        Ok(Self {
            record: LawRecord {
                id: law.id.into(),
                slug: law.slug.into(),
                title: law.title.into(),
                statement: law.statement.into(),
                formula: law.formula.into(),
                scene: law.file(),
                findings: Vec::new(),
                plot: LawPlot {
                    x_name: x.into(),
                    y_name: y.into(),
                    curves: Vec::new(),
                },
                remarks: Vec::new(),
            },
            scene: law.scene()?,
            player,
        })
    }

    /// The numbers that it is played in.
    pub(crate) fn grain(&self) -> Grain {
        self.player.grain()
    }

    /// The player, if it is a contestant.
    pub(crate) fn contestant(&self) -> Option<Contestant> {
        match self.player {
            LawPlayer::Contestant(contestant) => Some(contestant),
            LawPlayer::Reference => None,
        }
    }

    /// The law's scene, to be changed for a case.
    pub(crate) fn scene(&self) -> Scene {
        self.scene.clone()
    }

    /// Makes a scene ready for a movement.
    pub(crate) fn bench(&self, scene: &Scene, profile: Profile) -> Result<Bench, LawError> {
        Bench::new(scene, profile, self.player)
    }

    /// The same, carried by a two-cylinder walker. It has no reference: there `bsp` is asked.
    pub(crate) fn bench_of(&self, scene: &Scene, profile: Profile, mover: &str) -> Result<Bench, LawError> {
        Bench::carried_by(scene, profile, self.player, mover)
    }

    /// Notes the measurement for a prediction.
    pub(crate) fn measured(&mut self, prediction: Prediction, measured: f64, within: Within) {
        let p = prediction;
        let deviation = measured - p.predicted;
        let close = match p.side {
            Side::Both => deviation.abs() <= within.value,
            Side::AtMost => deviation <= within.value,
            Side::AtLeast => deviation >= -within.value,
        };
        let print_agrees = p.printed.is_none_or(|figure| prints_as(p.predicted, figure));
        self.record.findings.push(Finding {
            case: p.case,
            quantity: p.quantity,
            unit: p.unit.into(),
            predicted: p.predicted,
            basis: p.basis,
            printed: p.printed.map(Into::into),
            print_agrees,
            measured,
            deviation,
            tolerance: within.value,
            why: within.why,
            side: p.side,
            held: close && print_agrees,
        });
    }

    /// Draws the law's curve and the measurements.
    pub(crate) fn curve(&mut self, name: impl Into<String>, law: Vec<[f64; 2]>, measured: Vec<[f64; 2]>) {
        self.record.plot.curves.push(Curve {
            name: name.into(),
            law,
            measured,
        });
    }

    /// Tells the reader something.
    pub(crate) fn remark(&mut self, words: impl Into<String>) {
        self.record.remarks.push(words.into());
    }

    pub(crate) fn done(self) -> LawRecord {
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_compared_to_their_last_digit() {
        assert!(prints_as(45.42763, "45.4276") && prints_as(674.0, "674"));
        assert!(!prints_as(45.4277, "45.4276") && !prints_as(674.6, "674"));
        assert!(prints_as(-6.184, "-6.18") && !prints_as(f64::NAN, "1"));
    }
}
