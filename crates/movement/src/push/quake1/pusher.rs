//! A pusher's turn: it moves by its velocity on its own clock, and thinks when its time comes.

use super::pushers::Act;
use super::{Quake1World, seconds};
use crate::moving::Quake1Kind;
use crate::profile::{ArrivalRule, PushRule};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Aabb, Vec3};

/// An arrival that shifts a pusher further than this pushes, in units (QuakeWorld).
const JUMPS: f32 = 1.0 / 64.0;

impl<B: CollisionBackend> Quake1World<B> {
    /// The world's part of a frame of `step` seconds: every pusher's turn.
    pub(super) fn move_world(&mut self, step: f64) {
        if self.retouches > 0 && !self.players_first() {
            self.touch_all();
        }
        self.retouches = self.retouches.saturating_sub(1);
        let ends = self.time + step;
        self.triggers
            .retain(|t| !matches!(t.act, Act::Frag(_, until) if f64::from(until) <= ends));
        for i in 0..self.pieces.len() {
            if self.pieces[i].kind != Quake1Kind::Wall {
                self.run_piece(i, step);
            }
        }
    }

    fn touch_all(&mut self) {
        for player in 0..self.players.len() {
            if self.players[player].is_in {
                self.touch_triggers(player);
            }
        }
    }

    fn run_piece(&mut self, i: usize, step: f64) {
        let piece = &self.pieces[i];
        let (old_clock, due) = (piece.clock, piece.next_think);
        // The sum is a double's: the clock is f32, the step is not.
        let moves_for = if f64::from(due) < f64::from(old_clock) + step {
            (due - old_clock).max(0.0)
        } else {
            step as f32
        };
        if moves_for != 0.0 {
            self.move_piece(i, moves_for);
        }
        let piece = &mut self.pieces[i];
        if !(due > old_clock && due <= piece.clock) {
            return;
        }
        let old = piece.origin;
        piece.next_think = 0.0;
        self.think(i);
        if self.moving().arrival == ArrivalRule::Jumps {
            return;
        }
        let way = self.pieces[i].origin - old;
        if (way.x * way.x + way.y * way.y + way.z * way.z).sqrt() > JUMPS {
            self.pieces[i].origin = old;
            self.push(i, &way, 0.0);
        }
    }

    fn move_piece(&mut self, i: usize, moves_for: f32) {
        let velocity = self.pieces[i].velocity;
        if velocity == Vec3::zeros() {
            self.pieces[i].clock += moves_for;
            return;
        }
        self.push(i, &(velocity * moves_for), moves_for);
    }

    fn push(&mut self, i: usize, way: &Vec3, moves_for: f32) {
        if self.moving().push == PushRule::Sweeps {
            self.push_by_sweeping(i, way, moves_for);
        } else if self.push_by_placing(i, way) || !self.rules.waits {
            self.pieces[i].clock += moves_for;
        }
    }

    /// The game's code for a pusher that a player blocks.
    pub(super) fn blocked(&mut self, i: usize, player: usize) {
        let now = seconds(self.time);
        let piece = &mut self.pieces[i];
        match piece.kind {
            Quake1Kind::Door { .. } => {
                let turns = piece.wait >= 0.0;
                self.hurt(player, i);
                if turns && self.rules.turns_round {
                    self.turn_round(i);
                }
            }
            Quake1Kind::Plat { .. } => {
                self.hurt(player, i);
                if self.rules.turns_round {
                    self.turn_round(i);
                }
            }
            Quake1Kind::Train(_) if now >= piece.hurts_again => {
                piece.hurts_again = now + HURTS_EVERY;
                self.hurt(player, i);
            }
            _ => {}
        }
    }

    /// Damage kicks away from the middle of the pusher's box, also whom it does not hurt.
    fn hurt(&mut self, player: usize, i: usize) {
        let (linked, damage) = (self.pieces[i].linked(), self.pieces[i].damage);
        self.kick(player, &linked, damage * f32::from(self.rules.hurts));
    }

    pub(super) fn kick(&mut self, player: usize, from: &Aabb, damage: f32) {
        let middle = (from.mins.coords + from.maxs.coords) * 0.5;
        let body = &mut self.players[player].body;
        body.velocity += super::unit(body.origin.coords - middle) * damage * KICKS;
    }
}

/// A train hurts a body that blocks it this often, in seconds.
const HURTS_EVERY: f32 = 0.5;
/// Speed that a point of damage gives, in units per second.
const KICKS: f32 = 8.0;
