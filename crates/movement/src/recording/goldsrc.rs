//! GoldSrc's states; its commands are those of `keys::WITH_BUTTONS`.

use super::{Row, StateColumns, bit, eyes, ground, liquid, motion, old_buttons};
use crate::body::{Body, MoveFlags};
use crate::engines::GOLDSRC;
use crate::profile::Profile;
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_geometry::{Point, Vec3};
use std::io::{self, Write};

const NAMES: &str = "x y z vx vy vz flags flDuckTime bInDuck viewz waterjumptime movedirx movediry oldbuttons \
                     onground waterlevel watertype";

pub(super) const STATES: StateColumns = StateColumns {
    read,
    write,
    begin: |_, _| {},
};

/// Every player.
const CLIENT: u32 = 8;
const ON_GROUND: u32 = 512;
const WATER_JUMP: u32 = 2048;
const DUCKED: u32 = 16384;
/// In the air.
const AIR: f32 = -1.0;

fn read(text: &str, line: usize, _: &Body) -> Result<Body, RecordingError> {
    let [
        x,
        y,
        z,
        vx,
        vy,
        vz,
        flags,
        duck_msec,
        in_duck,
        height,
        jump_msec,
        mx,
        my,
        old,
        ground,
        level,
        kind,
    ] = fields(text, line, NAMES)?;
    let flags = flags as u32;
    let mut body = Body::at(Point::new(x, y, z));
    body.velocity = Vec3::new(vx, vy, vz);
    body.grounded = ground != AIR;
    body.timer_msec = jump_msec;
    body.water_level = level as u8;
    body.flags.set(MoveFlags::DUCKED, flags & DUCKED != 0);
    body.flags.set(MoveFlags::WATER_JUMP, flags & WATER_JUMP != 0);
    body.flags.set(MoveFlags::DUCKING, in_duck != 0.0);
    old_buttons::set(&mut body, old);
    body.engine.duck_msec = duck_msec;
    eyes::set(&mut body, height, &GOLDSRC);
    body.engine.move_dir = Vec3::new(mx, my, 0.0);
    body.engine.liquid = liquid::of_number(kind);
    Ok(body)
}

fn write(to: &mut dyn Write, body: &Body, profile: &Profile) -> io::Result<()> {
    let (engine, has) = (&body.engine, |flag| body.flags.contains(flag));
    let flags = CLIENT
        | bit(body.grounded, ON_GROUND)
        | bit(has(MoveFlags::WATER_JUMP), WATER_JUMP)
        | bit(has(MoveFlags::DUCKED), DUCKED);
    let (old, height) = (old_buttons::encode(body), eyes::encode(body, profile));
    writeln!(
        to,
        "{} {flags} {} {} {} {old} {} {} {}",
        motion(body),
        Row([engine.duck_msec]),
        u8::from(has(MoveFlags::DUCKING)),
        Row([height, body.timer_msec, engine.move_dir.x, engine.move_dir.y]),
        ground(body),
        body.water_level,
        liquid::number(engine.liquid)
    )
}
