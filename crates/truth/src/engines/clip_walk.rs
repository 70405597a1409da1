//! Quake's games: a point walked through a tree of clip hulls.
//!
//! Source: `docs/engines.md` section 5, and the words of `tests/recordings/README.md` on its arithmetic. Where the path crosses a
//! node's plane it is split one skin to the near side. The near part comes first. If that part is free and the split point lies
//! in a solid leaf of the far side, it is the hit. It is moved back by shares of its part while the whole tree has it in a solid.
//! A walk that never was in the open ends there without a hit.
//!
//! Departure: distances are f64. Where the f32 of a game may turn a sign, both are walked.

use crate::solid::V;
use clipmark_collision::{StartSolid, Sweep, Trace};
use clipmark_geometry::{ClipHull, ClipNode, Contents};

/// Possible f32 error of the distance to an oblique plane, or of a split point, in steps of the largest coordinate. It is as for
/// Quake III's planes, and one for each split on the way. Fewer: recorded answers are called others'.
const STEPS: f64 = 4.0;
/// Rounding of a fraction in f32, and of its sums down the tree.
const FRACTION: f64 = 1.0 / (1 << 21) as f64;
/// How far two f32 normals of one plane may part: maps store six decimals.
const SAME_NORMAL: f64 = 1e-5;
/// This many walks are tried for one answer: each sign in doubt doubles them. Fewer: a recorded answer in a corner of many planes
/// is not found; more cost time alone.
const WALKS: usize = 512;

/// A game's use of its walk, and the possible errors of its arithmetic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game {
    /// One skin, in units.
    pub(crate) skin: f64,
    /// The share of its part by which a hit in a solid is moved back at a time.
    pub(crate) back_up: f64,
    /// Whether a start in a solid makes the fraction 0.
    pub(crate) blocks: bool,
}

impl Game {
    /// The game of these rules. GoldSrc, which alone moves back by 0.05, is known by its name. A start in a solid identifies
    /// QuakeWorld and GoldSrc.
    pub(crate) fn new(name: &str, skin: f32, start: StartSolid) -> Self {
        Self {
            skin: skin.into(),
            back_up: if name == "goldsrc" { 0.05 } else { 0.1 },
            blocks: start == StartSolid::Blocks,
        }
    }
}

/// Whether the game could have given this answer to a point swept through the hull.
pub(crate) fn explains(hull: &ClipHull, sweep: &Sweep, trace: &Trace, game: Game) -> bool {
    let mut scripts: Vec<Vec<bool>> = vec![Vec::new()];
    let mut walks = 0;
    while let Some(script) = scripts.pop() {
        walks += 1;
        if walks > WALKS {
            return false;
        }
        let told = script.len();
        let mut walk = Walk::new(hull, sweep, game, script);
        walk.run();
        if walk.gives(trace) {
            return true;
        }
        for turned in told..walk.script.len() {
            let mut other = walk.script[..=turned].to_vec();
            other[turned] = !other[turned];
            scripts.push(other);
        }
    }
    false
}

/// A place on the path, and how far f32 may have it off.
#[derive(Clone, Copy)]
struct At {
    place: V,
    fraction: f64,
    off: f64,
}

/// One walk, by a list of the signs that were in doubt.
struct Walk<'a> {
    hull: &'a ClipHull,
    mask: Contents,
    game: Game,
    start: At,
    end: At,
    step: f64,
    script: Vec<bool>,
    asked: usize,
    all_solid: bool,
    start_solid: bool,
    hit: Option<Hit>,
}

/// A hit: by which plane, seen from where, and at which fraction within which rounding.
struct Hit {
    normal: V,
    contents: Contents,
    fraction: f64,
    off: f64,
}

impl<'a> Walk<'a> {
    fn new(hull: &'a ClipHull, sweep: &Sweep, game: Game, script: Vec<bool>) -> Self {
        let largest = sweep.start.coords.amax().max(sweep.end.coords.amax());
        let at = |p: clipmark_geometry::Point, fraction| At {
            place: p.coords.cast(),
            fraction,
            off: 0.0,
        };
        Self {
            hull,
            mask: sweep.mask,
            game,
            start: at(sweep.start, 0.0),
            end: at(sweep.end, 1.0),
            step: STEPS * f64::from(largest.next_up() - largest),
            script,
            asked: 0,
            all_solid: true,
            start_solid: false,
            hit: None,
        }
    }

    fn run(&mut self) {
        self.walk(self.hull.root(), self.start, self.end);
        self.start_solid |= self.all_solid;
    }

    /// Whether the answer is this walk's.
    fn gives(&self, trace: &Trace) -> bool {
        let flags = trace.start_solid == self.start_solid && trace.all_solid == self.all_solid;
        let told: Option<V> = trace.plane.map(|p| p.normal.cast());
        let blocked = self.game.blocks && self.start_solid;
        let named = match (&self.hit, told) {
            (Some(hit), Some(n)) => {
                (n - hit.normal).norm() <= SAME_NORMAL && hit.contents.intersects(trace.contents)
            }
            (None, None) => true,
            _ => false,
        };
        let fraction = f64::from(trace.fraction);
        let place = match &self.hit {
            _ if blocked => fraction == 0.0,
            Some(hit) => (fraction - hit.fraction).abs() <= hit.off,
            None => fraction == 1.0,
        };
        flags && named && place
    }

    /// The sign of a distance: whether it is negative, as the script has it where f32 leaves it in doubt.
    fn is_behind(&mut self, distance: f64, off: f64) -> bool {
        if distance.abs() > off || off == 0.0 {
            return distance < 0.0;
        }
        if self.asked == self.script.len() {
            self.script.push(distance < 0.0);
        }
        self.asked += 1;
        self.script[self.asked - 1]
    }

    /// A place's distance from a plane, and how far f32 has it off. Along an axis it is one subtraction, whose sign is exact.
    fn distance(&self, node: &ClipNode, at: &At) -> (f64, f64) {
        let dist = f64::from(node.plane.dist);
        match node.axis {
            axis @ 0..=2 => (at.place[usize::from(axis)] - dist, at.off),
            _ => {
                let normal: V = node.plane.normal.cast();
                (normal.dot(&at.place) - dist, at.off + self.step)
            }
        }
    }

    fn is_solid(&self, contents: Contents) -> bool {
        contents.intersects(self.mask)
    }

    fn contents_below(&mut self, mut child: i32, at: &At) -> Contents {
        while let Ok(number) = usize::try_from(child) {
            let node = &self.hull.nodes[number];
            let (distance, off) = self.distance(node, at);
            child = node.children[usize::from(self.is_behind(distance, off))];
        }
        self.hull.leaf(child)
    }

    /// Whether the way below a child is free. Its depth is the tree's depth, at most [`clipmark_geometry::ClipHulls::MAX_DEPTH`].
    fn walk(&mut self, mut child: i32, mut from: At, to: At) -> bool {
        while let Ok(number) = usize::try_from(child) {
            let node = &self.hull.nodes[number];
            let ((near, near_off), (far, far_off)) = (self.distance(node, &from), self.distance(node, &to));
            let (behind, ends_behind) = (self.is_behind(near, near_off), self.is_behind(far, far_off));
            if behind == ends_behind {
                child = node.children[usize::from(behind)];
                continue;
            }
            let skin = if behind { self.game.skin } else { -self.game.skin };
            let share = share_of(near + skin, near - far);
            let middle = self.between(&from, &to, share);
            if !self.walk(node.children[usize::from(behind)], from, middle) {
                return false;
            }
            let beyond = node.children[usize::from(!behind)];
            let met = self.contents_below(beyond, &middle);
            if !self.is_solid(met) {
                (from, child) = (middle, beyond);
                continue;
            }
            if !self.all_solid {
                let normal: V = node.plane.normal.cast();
                let off = (near_off + far_off + 2.0 * self.step) / (near - far).abs().max(f64::MIN_POSITIVE);
                self.rest([from, to], share, off, if behind { -normal } else { normal }, met);
            }
            return false;
        }
        if self.is_solid(self.hull.leaf(child)) {
            self.start_solid = true;
        } else {
            self.all_solid = false;
        }
        true
    }

    fn between(&self, from: &At, to: &At, share: f64) -> At {
        At {
            place: from.place + (to.place - from.place) * share,
            fraction: from.fraction + (to.fraction - from.fraction) * share,
            off: from.off.max(to.off) + self.step,
        }
    }

    /// The split point, moved back along its part while it lies in a solid.
    fn rest(&mut self, [from, to]: [At; 2], mut share: f64, off: f64, normal: V, contents: Contents) {
        let mut at = self.between(&from, &to, share);
        loop {
            let within = self.contents_below(self.hull.root(), &at);
            if !self.is_solid(within) {
                break;
            }
            share -= self.game.back_up;
            if share < 0.0 {
                break;
            }
            at = self.between(&from, &to, share);
        }
        self.hit = Some(Hit {
            normal,
            contents,
            fraction: at.fraction,
            off: FRACTION + off.min(1.0) * (to.fraction - from.fraction),
        });
    }
}

/// Where a plane is crossed, as a share of the part, one skin before.
fn share_of(ahead: f64, run: f64) -> f64 {
    if run == 0.0 {
        0.0
    } else {
        (ahead / run).clamp(0.0, 1.0)
    }
}
