//! The session behind a plain C ABI, for a page.
//!
//! Bytes go in through one buffer ([`room`]) and come out through another ([`answer`], [`answer_len`]). Both are owned
//! here, so that no pointer of the page is ever followed. Each function returns -1 and leaves a message in the answer when
//! it fails. A panic leaves its message for [`last_words`]; the instance is of no use afterwards. Nothing is imported.
#![expect(
    unsafe_code,
    reason = "exported names are unsafe attributes; no pointer is followed here"
)]

use crate::{Keys, PlayError, Session};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

/// The one session of an instance, its input and its output.
#[derive(Default)]
struct Desk {
    session: Session,
    input: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// A panic's message: apart from the desk, which is borrowed during the panic.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

const FAILED: i32 = -1;

/// The output.
trait Answer {
    fn write(self, to: &mut Vec<u8>) -> Result<i32, PlayError>;
}

/// Numbers, little-endian; the count of them is returned.
impl Answer for Vec<f32> {
    fn write(self, to: &mut Vec<u8>) -> Result<i32, PlayError> {
        to.extend(self.iter().flat_map(|x| x.to_le_bytes()));
        Ok(self.len() as i32)
    }
}

/// Bytes as they are.
impl Answer for Vec<u8> {
    fn write(self, to: &mut Vec<u8>) -> Result<i32, PlayError> {
        *to = self;
        Ok(to.len() as i32)
    }
}

/// Nothing.
impl Answer for () {
    fn write(self, _: &mut Vec<u8>) -> Result<i32, PlayError> {
        Ok(0)
    }
}

/// Anything else, as JSON.
struct Json<T>(T);

impl<T: Serialize> Answer for Json<T> {
    fn write(self, to: &mut Vec<u8>) -> Result<i32, PlayError> {
        *to = serde_json::to_vec(&self.0).map_err(|e| PlayError::Text(e.to_string()))?;
        Ok(to.len() as i32)
    }
}

/// Runs one question on the session.
fn ask<A: Answer>(question: impl FnOnce(&mut Session, &[u8]) -> Result<A, PlayError>) -> i32 {
    DESK.with_borrow_mut(|desk| {
        desk.answer.clear();
        let answered = question(&mut desk.session, &desk.input);
        match answered.and_then(|a| a.write(&mut desk.answer)) {
            Ok(told) => told,
            Err(error) => {
                desk.answer = error.to_string().into_bytes();
                FAILED
            }
        }
    })
}

/// The input as a name, a zero byte, and the rest.
fn named(input: &[u8]) -> (String, &[u8]) {
    let end = input.iter().position(|b| *b == 0).unwrap_or(input.len());
    let rest = input.get(end + 1..).unwrap_or_default();
    (String::from_utf8_lossy(&input[..end]).into_owned(), rest)
}

/// Prepares the instance: a panic keeps its message.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    std::panic::set_hook(Box::new(|panic| {
        let mut words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        *words = panic.to_string();
    }));
}

/// Where the message of a panic is.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> *const u8 {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_len() -> usize {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner).len()
}

/// Room for `len` bytes of input.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.input.clear();
        desk.input.resize(len, 0);
        desk.input.as_mut_ptr()
    })
}

/// Where the last answer is, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_len() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}

/// Brings a file. Input: its name, 0, its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn file() -> i32 {
    ask(|session, input| {
        let (name, bytes) = named(input);
        session.file(&name, bytes);
        Ok(())
    })
}

/// Loads a scene. Input: its path, 0, its text. Answer: JSON of [`About`](crate::About).
#[unsafe(no_mangle)]
pub extern "C" fn load() -> i32 {
    ask(|session, input| {
        let (path, text) = named(input);
        let about = session.load(&String::from_utf8_lossy(text), &path)?;
        Ok(Json(about))
    })
}

/// Loads a map that was brought. Input: its name. Answer: JSON of [`About`](crate::About).
#[unsafe(no_mangle)]
pub extern "C" fn load_map() -> i32 {
    ask(|session, input| Ok(Json(session.load_map(&named(input).0)?)))
}

/// Lets a contestant enter. Input: its name. Answer: JSON of [`Outline`](crate::Outline).
#[unsafe(no_mangle)]
pub extern "C" fn enter() -> i32 {
    ask(|session, input| Ok(Json(session.enter(&named(input).0)?)))
}

/// Takes a contestant out.
#[unsafe(no_mangle)]
pub extern "C" fn leave(index: usize) -> i32 {
    ask(|session, _| session.leave(index))
}

/// Changes the movement. Input: its name. Answer: JSON of all outlines.
#[unsafe(no_mangle)]
pub extern "C" fn profile(yaw: f32) -> i32 {
    ask(|session, input| Ok(Json(session.profile(&named(input).0, yaw)?)))
}

/// Moves all by one tick. Answer: JSON of the marks, and nothing where there are none; their number is returned.
#[unsafe(no_mangle)]
pub extern "C" fn step(keys: u32, pitch: f32, yaw: f32, msec: f32, judged: usize) -> i32 {
    let mut marked = 0;
    let told = ask(|session, _| {
        let marks = session.step(Keys(keys), pitch, yaw, msec, judged)?;
        marked = marks.len() as i32;
        if marks.is_empty() {
            return Ok(Vec::new());
        }
        serde_json::to_vec(&marks).map_err(|e| PlayError::Text(e.to_string()))
    });
    if told == FAILED { FAILED } else { marked }
}

/// Adds all states to the hashes.
#[unsafe(no_mangle)]
pub extern "C" fn mix() {
    DESK.with_borrow_mut(|desk| desk.session.mix());
}

/// The hash of a contestant; 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn chain(index: usize) -> u64 {
    DESK.with_borrow(|desk| desk.session.live(index).map_or(0, crate::Live::chain))
}

/// Answer: the states, as [`Session::states`] has them.
#[unsafe(no_mangle)]
pub extern "C" fn states() -> i32 {
    ask(|session, _| Ok(session.states()))
}

/// Puts all at a place with a velocity.
#[unsafe(no_mangle)]
pub extern "C" fn place(x: f32, y: f32, z: f32, yaw: f32, vx: f32, vy: f32, vz: f32) -> i32 {
    ask(|session, _| session.place([x, y, z], [vx, vy, vz], yaw))
}

/// Brings one contestant to another.
#[unsafe(no_mangle)]
pub extern "C" fn bring(index: usize, to: usize, yaw: f32) -> i32 {
    ask(|session, _| session.bring(index, to, yaw))
}

/// Answer: the strafe helper's two angles, or nothing.
#[unsafe(no_mangle)]
pub extern "C" fn advice(index: usize, keys: u32, yaw: f32, msec: f32) -> i32 {
    ask(|session, _| {
        let found = session.advice(index, Keys(keys), yaw, msec)?;
        Ok(found.map_or(Vec::new(), |pair| pair.to_vec()))
    })
}

/// Answer: the world's faces, packed.
#[unsafe(no_mangle)]
pub extern "C" fn faces() -> i32 {
    ask(|session, _| session.faces())
}

/// Answer: JSON of [`Motion`](crate::Motion), what moves in the world.
#[unsafe(no_mangle)]
pub extern "C" fn motion() -> i32 {
    ask(|session, _| Ok(Json(session.motion()?)))
}

/// Answer: where the movers are in the world of a contestant, 6 numbers each.
#[unsafe(no_mangle)]
pub extern "C" fn poses(index: usize) -> i32 {
    ask(|session, _| session.poses(index))
}

/// Answer: the faces of a mover's model in its own frame, packed.
#[unsafe(no_mangle)]
pub extern "C" fn mover_faces(model: usize) -> i32 {
    ask(|session, _| session.mover_faces(model))
}

/// Answer: the sweeps of a contestant's last tick, 8 numbers each. They are start, stop, fraction, and 1 where it began in
/// a solid.
#[unsafe(no_mangle)]
pub extern "C" fn traces(index: usize) -> i32 {
    ask(|session, _| {
        let all = session.live(index)?.traces();
        let words = |(sweep, trace): &(clipmark_collision::Sweep, clipmark_collision::Trace)| {
            let (a, b) = (sweep.start, trace.end);
            let solid = f32::from(u8::from(trace.start_solid));
            [a.x, a.y, a.z, b.x, b.y, b.z, trace.fraction, solid]
        };
        Ok(all.iter().flat_map(words).collect::<Vec<f32>>())
    })
}

/// Answer: the surfaces that a contestant touches, 6 numbers each: point and normal.
#[unsafe(no_mangle)]
pub extern "C" fn contacts(index: usize) -> i32 {
    ask(|session, _| {
        let all = session.live(index)?.contacts();
        let words = |c: &clipmark_collision::Contact| {
            let (p, n) = (c.point, c.normal);
            [p.x, p.y, p.z, n.x, n.y, n.z]
        };
        Ok(all.iter().flat_map(words).collect::<Vec<f32>>())
    })
}

/// Begins a recording.
#[unsafe(no_mangle)]
pub extern "C" fn record(index: usize, yaw: f32) -> i32 {
    ask(|session, _| session.record(index, yaw))
}

/// Ticks recorded so far; -1 while nothing is recorded.
#[unsafe(no_mangle)]
pub extern "C" fn recording() -> i32 {
    DESK.with_borrow(|desk| desk.session.recording().map_or(FAILED, |ticks| ticks as i32))
}

/// Ends the recording. Answer: JSON of [`Saved`](crate::Saved).
#[unsafe(no_mangle)]
pub extern "C" fn saved() -> i32 {
    ask(|session, _| Ok(Json(session.saved()?)))
}

/// Answer: the way of the scene's script, 5 numbers a state.
#[unsafe(no_mangle)]
pub extern "C" fn script(index: usize) -> i32 {
    ask(|session, _| session.script(index))
}

/// Answer: the way of a command file. Input: its name, 0, its text.
#[unsafe(no_mangle)]
pub extern "C" fn ghost(index: usize) -> i32 {
    ask(|session, input| {
        let (name, text) = named(input);
        session.ghost(index, &name, text)
    })
}

/// Turns the exact judge on or off.
#[unsafe(no_mangle)]
pub extern "C" fn judge(on: u32) -> i32 {
    ask(|session, _| session.judge(on != 0))
}

/// The judge begins again, with another contestant.
#[unsafe(no_mangle)]
pub extern "C" fn look_again() {
    DESK.with_borrow_mut(|desk| desk.session.look_again());
}
