//! Closed forms that several laws share, in f64.

use clipmark_movement::{GravityRule, JumpRule, Order, Profile};

/// Friction and acceleration on flat ground (section 2 of `docs/laws.md`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// Speed asked for s, acceleration A, friction f and stop speed S.
    pub(crate) wished: f64,
    pub(crate) accelerate: f64,
    pub(crate) friction: f64,
    pub(crate) stop: f64,
    /// Speeds below this are 0 after the next tick, u/s.
    pub(crate) crawl: f64,
    /// Speeds below this end at once, u/s. Every tick touches the floor there, and clipping makes small components zero; a
    /// slow walk is none.
    pub(crate) dead: f64,
    /// Tick T, s.
    pub(crate) seconds: f64,
}

impl Ground {
    pub(crate) fn new(profile: &Profile, msec: f64) -> Self {
        Self {
            wished: f64::from(profile.max_speed),
            accelerate: f64::from(profile.accelerate),
            friction: f64::from(profile.friction),
            stop: f64::from(profile.stop_speed),
            crawl: match profile.order {
                Order::QuakeWorld | Order::Quake3 | Order::Direct => f64::from(profile.crawl_speed),
                Order::NetQuake | Order::GoldSrc | Order::Source => 0.0,
            },
            dead: match profile.order {
                // GoldSrc's and Source's walk below 1 u/s.
                Order::GoldSrc | Order::Source => 1.0,
                Order::NetQuake => f64::from(profile.clip_rule.zero_below),
                Order::QuakeWorld | Order::Quake3 | Order::Direct => 0.0,
            },
            seconds: msec / 1000.0,
        }
    }

    /// Gain of speed a tick: a = A T s.
    pub(crate) fn gain(&self) -> f64 {
        self.accelerate * self.seconds * self.wished
    }

    /// Speed after one tick's friction.
    pub(crate) fn rubbed(&self, v: f64) -> f64 {
        if v < self.crawl {
            return 0.0;
        }
        let left = v - v.max(self.stop) * self.friction * self.seconds;
        if left < self.dead { 0.0 } else { left.max(0.0) }
    }

    /// Speed after one tick with a wish straight ahead.
    pub(crate) fn run(&self, v: f64) -> f64 {
        let v = self.rubbed(v);
        v + (self.wished - v).clamp(0.0, self.gain())
    }

    /// Speeds from a start on, one a tick, by one of the two.
    pub(crate) fn speeds(&self, from: f64, tick: fn(&Self, f64) -> f64, ticks: usize) -> Vec<f64> {
        let next = |v: &f64| Some(tick(self, *v));
        std::iter::successors(Some(tick(self, from)), next)
            .take(ticks)
            .collect()
    }

    /// L9: best speed on the ground, s sqrt(A(2-AT) / (f(2-fT))).
    pub(crate) fn best(&self) -> f64 {
        let of = |rate: f64| rate * (2.0 - rate * self.seconds);
        self.wished * (of(self.accelerate) / of(self.friction)).sqrt()
    }
}

/// Acceleration in the air (section 3): a = A T s with the uncapped s, and the cap L.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Air {
    /// Largest gain along the wish in a tick, u/s.
    pub(crate) gain: f64,
    /// Speed along the wish at which it ends, u/s.
    pub(crate) cap: f64,
}

impl Air {
    /// With sideways keys alone, for which some profiles have numbers of their own.
    pub(crate) fn strafing(profile: &Profile, msec: f64) -> Self {
        let rate = profile.air_strafe_accelerate.unwrap_or(profile.air_accelerate);
        let speed = profile.air_strafe_speed.unwrap_or(profile.max_speed);
        Self::with(rate, speed.min(profile.max_speed), profile, msec)
    }

    /// With a forward key.
    pub(crate) fn running(profile: &Profile, msec: f64) -> Self {
        Self::with(profile.air_accelerate, profile.max_speed, profile, msec)
    }

    fn with(rate: f32, wished: f32, profile: &Profile, msec: f64) -> Self {
        let wished = f64::from(wished);
        Self {
            gain: f64::from(rate) * msec / 1000.0 * wished,
            cap: profile
                .air_wish_cap
                .map_or(wished, |cap| f64::from(cap).min(wished)),
        }
    }

    /// L4: speed after a tick with the wish at an angle to the velocity, in radians.
    pub(crate) fn after(&self, v: f64, angle: f64) -> f64 {
        let along = v * angle.cos();
        let m = (self.cap - along).clamp(0.0, self.gain);
        (v * v + m * m + 2.0 * m * along).sqrt()
    }

    /// L4: in the zone of full gain, speed grows up to this angle, in radians.
    pub(crate) fn neutral_angle(&self, v: f64) -> f64 {
        (-self.gain / (2.0 * v)).acos()
    }

    /// L5: the angle that gains most, in radians.
    pub(crate) fn best_angle(&self, v: f64) -> f64 {
        if self.gain <= self.cap {
            ((self.cap - self.gain) / v).min(1.0).acos()
        } else {
            std::f64::consts::FRAC_PI_2
        }
    }

    /// L6: gain of v squared in a tick at the best angle.
    pub(crate) fn growth(&self) -> f64 {
        let m = self.gain.min(self.cap);
        m * (2.0 * self.cap - m)
    }
}

/// Free flight (section 5).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    seconds: f64,
    gravity: f64,
    rule: GravityRule,
    snaps: bool,
    /// A jump adds to the first half of gravity and takes the second half at once (Source). That is half a tick more of
    /// gravity than half steps have.
    late_jump: bool,
}

impl Flight {
    pub(crate) fn new(profile: &Profile, msec: f64) -> Self {
        Self {
            seconds: msec / 1000.0,
            gravity: f64::from(profile.gravity),
            rule: profile.gravity_rule(),
            snaps: profile.snap_velocity,
            late_jump: profile.gravity_rule() == GravityRule::HalfSteps
                && profile.jump_rule == JumpRule::Adds,
        }
    }

    /// Upward speed lost a tick.
    pub(crate) fn loss(&self) -> f64 {
        let loss = self.gravity * self.seconds;
        if self.snaps { loss.round_ties_even() } else { loss }
    }

    /// L10, L11, L12: height after k ticks that begin at an upward speed, in units.
    pub(crate) fn height(&self, speed: f64, k: usize) -> f64 {
        let (t, k) = (self.seconds, k as f64);
        match self.rule {
            GravityRule::BeforeMove => k * speed * t - self.gravity * t * t * k * (k + 1.0) / 2.0,
            // Half steps too end on the parabola, and do not round. Each tick moves by the mean of its own begin and
            // unrounded end. Without rounding the sum is k v T - g (kT)^2 / 2.
            GravityRule::Averaged | GravityRule::HalfSteps => {
                k * t * (speed + ((1.0 - k) * self.loss() - self.gravity * t) / 2.0)
            }
        }
    }

    pub(crate) fn jump_height(&self, speed: f64, k: usize) -> f64 {
        let missing = if self.late_jump {
            self.gravity * self.seconds / 2.0
        } else {
            0.0
        };
        self.height(speed - missing, k)
    }

    /// Greatest height over the ticks, and the first tick at whose end it is no higher than at take-off.
    pub(crate) fn jump(&self, speed: f64) -> (f64, usize) {
        let mut apex: f64 = 0.0;
        for k in 1.. {
            let z = self.jump_height(speed, k);
            // Zero but for f64's last bits is zero.
            if z <= 1e-9 {
                return (apex, k);
            }
            apex = apex.max(z);
        }
        unreachable!("gravity wins")
    }
}
