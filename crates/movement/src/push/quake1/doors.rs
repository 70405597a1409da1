//! The game's code of doors, lifts, buttons and trains: their goals, and the next steps.

use super::Quake1World;
use super::pushers::{After, MoveState, Think};
use crate::moving::Quake1Kind;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

/// A pusher's act that needs no time is done after this long, in seconds.
const SOON: f32 = 0.1;
/// A lift waits at the top, in seconds; a player in its trigger holds it up for another.
const LIFT_WAITS: f32 = 3.0;
pub(super) const LIFT_HELD: f32 = 1.0;
/// Uses that set each other off are followed this deep, so that a loop of targets ends.
pub(super) const DEEPEST: u32 = 32;

impl<B: CollisionBackend> Quake1World<B> {
    pub(super) fn think(&mut self, i: usize) {
        match self.pieces[i].think {
            Think::Nothing => {}
            Think::LinkDoors => self.link_doors(i),
            Think::FindCorner => self.begin_round(i),
            Think::NextCorner => self.next_corner(i),
            Think::GoDown => self.go_down(i),
            Think::EndMove(after) => self.end_move(i, after),
        }
    }

    fn think_in(&mut self, i: usize, wait: f32, think: Think) {
        let piece = &mut self.pieces[i];
        piece.think = think;
        piece.next_think = piece.clock + wait;
    }

    /// Sets a pusher going to a place.
    fn go(&mut self, i: usize, goal: Vec3, after: After) {
        let at_once = self.moving().at_once;
        let piece = &mut self.pieces[i];
        piece.goal = goal;
        let way = goal - piece.origin;
        let length = (way.x * way.x + way.y * way.y + way.z * way.z).sqrt();
        let takes = length / piece.speed;
        let think = Think::EndMove(after);
        if goal == piece.origin || takes < at_once {
            let wait = if goal == piece.origin { SOON } else { at_once };
            piece.velocity = Vec3::zeros();
            return self.think_in(i, wait, think);
        }
        piece.velocity = way * (1.0 / takes);
        self.think_in(i, takes, think);
    }

    fn end_move(&mut self, i: usize, after: After) {
        let snaps = self.rules.snaps;
        let piece = &mut self.pieces[i];
        if snaps {
            piece.origin = piece.goal;
        }
        piece.velocity = Vec3::zeros();
        piece.next_think = -1.0;
        self.link_piece(i);
        let wait = self.pieces[i].wait;
        match (after, &self.pieces[i].kind) {
            (After::Corner, _) => {
                let wait = if wait == 0.0 { SOON } else { wait };
                self.think_in(i, wait, Think::NextCorner);
            }
            (After::Bottom, _) => self.pieces[i].spot = MoveState::Bottom,
            (After::Top, Quake1Kind::Plat { .. }) => {
                self.pieces[i].spot = MoveState::Top;
                self.think_in(i, LIFT_WAITS, Think::GoDown);
            }
            (After::Top, Quake1Kind::Door { toggles, .. }) => {
                let toggles = *toggles;
                self.pieces[i].spot = MoveState::Top;
                if !toggles {
                    self.think_in(i, wait, Think::GoDown);
                }
            }
            (After::Top, _) => {
                self.pieces[i].spot = MoveState::Top;
                self.think_in(i, wait, Think::GoDown);
                self.use_targets(i, DEEPEST);
            }
        }
    }

    /// To the bottom.
    fn go_down(&mut self, i: usize) {
        self.pieces[i].spot = MoveState::Down;
        let low = usize::from(matches!(self.pieces[i].kind, Quake1Kind::Plat { .. }));
        self.go(i, self.pieces[i].places[low], After::Bottom);
    }

    /// To the top; a door that is there waits on.
    pub(super) fn go_up(&mut self, i: usize, deepest: u32) {
        let (kind, spot) = (&self.pieces[i].kind, self.pieces[i].spot);
        let is_door = matches!(kind, Quake1Kind::Door { .. });
        let high = usize::from(!matches!(kind, Quake1Kind::Plat { .. }));
        if is_door && spot == MoveState::Up {
            return;
        }
        if is_door && spot == MoveState::Top {
            let piece = &mut self.pieces[i];
            piece.next_think = piece.clock + piece.wait;
            return;
        }
        self.pieces[i].spot = MoveState::Up;
        self.go(i, self.pieces[i].places[high], After::Top);
        if is_door {
            self.use_targets(i, deepest);
        }
    }

    /// Turns a blocked door or lift round.
    pub(super) fn turn_round(&mut self, i: usize) {
        let is_plat = matches!(self.pieces[i].kind, Quake1Kind::Plat { .. });
        match self.pieces[i].spot {
            MoveState::Down => self.go_up(i, DEEPEST),
            MoveState::Up => self.go_down(i),
            _ if is_plat => {}
            _ => self.go_down(i),
        }
    }

    /// A door that is used: all that are one with it open; those that toggle close where they are open.
    pub(super) fn open(&mut self, i: usize, deepest: u32) {
        let first = self.pieces[i].owner;
        let shuts = matches!(self.pieces[first].kind, Quake1Kind::Door { toggles: true, .. })
            && matches!(self.pieces[first].spot, MoveState::Up | MoveState::Top);
        let mut at = first;
        for _ in 0..self.pieces.len() {
            if shuts {
                self.go_down(at);
            } else {
                self.go_up(at, deepest);
            }
            match self.pieces[at].ring {
                Some(next) if next != first && self.rules.moves_teams => at = next,
                _ => return,
            }
        }
    }

    pub(super) fn press(&mut self, i: usize) {
        if !matches!(self.pieces[i].spot, MoveState::Up | MoveState::Top) {
            self.go_up(i, DEEPEST);
        }
    }

    fn begin_round(&mut self, i: usize) {
        let piece = &mut self.pieces[i];
        let Some(first) = piece.corners().first().copied() else {
            return;
        };
        piece.origin = first.origin - piece.bounds.mins.coords;
        piece.corner = 1 % piece.corners().len();
        let waits_for_use = piece.name.is_some();
        self.link_piece(i);
        if !waits_for_use {
            self.think_in(i, SOON, Think::NextCorner);
        }
    }

    pub(super) fn next_corner(&mut self, i: usize) {
        let piece = &mut self.pieces[i];
        let (at, count) = (piece.corner, piece.corners().len());
        let Some(corner) = piece.corners().get(at).copied() else {
            return;
        };
        piece.corner = (at + 1) % count;
        piece.wait = corner.wait;
        let goal = corner.origin - piece.bounds.mins.coords;
        self.go(i, goal, After::Corner);
    }

    fn use_targets(&mut self, i: usize, deepest: u32) {
        if let Some(target) = self.pieces[i].target.clone() {
            self.use_all(&target, deepest);
        }
    }

    /// Uses everything of that name.
    pub(super) fn use_all(&mut self, name: &str, deepest: u32) {
        if deepest == 0 {
            return;
        }
        for i in 0..self.pieces.len() {
            if self.pieces[i].name.as_deref() == Some(name) {
                self.use_piece(i, deepest - 1);
            }
        }
    }

    fn use_piece(&mut self, i: usize, deepest: u32) {
        let first = self.pieces[i].think == Think::Nothing;
        match self.pieces[i].kind {
            Quake1Kind::Door { .. } => self.open(i, deepest),
            Quake1Kind::Button => self.press(i),
            Quake1Kind::Plat { .. } => {
                let waits = self.pieces[i].name.is_some() && self.pieces[i].spot == MoveState::Up;
                if first || waits {
                    self.go_down(i);
                }
            }
            Quake1Kind::Train(_) if self.pieces[i].think == Think::FindCorner => self.next_corner(i),
            _ => {}
        }
    }

    /// Uses the pusher of that number; false where there is none.
    pub fn fire(&mut self, number: i32) -> bool {
        let found = self.pieces.iter().position(|p| p.number == number);
        found.map(|i| self.use_piece(i, DEEPEST)).is_some()
    }
}
