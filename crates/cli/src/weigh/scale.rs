//! Asks this program, started again, and keeps its output.

use super::{Answer, Question, Where};
use crate::program::{Pipe, Why};
use crate::terminal::tell;
use clipmark_measure::bench::Held;
use clipmark_measure::weigh::ENVIRONMENT;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// The hidden verb.
const VERB: &str = "count-bytes";
/// A process that has said nothing for so long is ended: the build of a million brushes takes some minutes.
const DEADLINE: Duration = Duration::from_secs(900);

/// The counter of bytes: a program with its first arguments, or nothing.
pub struct Scale {
    program: Option<(PathBuf, Vec<String>)>,
    deadline: Duration,
    /// What was counted, by the question.
    pub known: RefCell<HashMap<String, Option<usize>>>,
    /// Whom a failure was told of.
    pub told: RefCell<Vec<String>>,
}

impl Scale {
    /// This program.
    pub(crate) fn of_this_program() -> Self {
        Self::new(
            std::env::current_exe().ok().map(|path| (path, vec![VERB.into()])),
            DEADLINE,
        )
    }

    /// With a deadline for each answer. Without a program it counts nothing.
    pub fn new(program: Option<(PathBuf, Vec<String>)>, deadline: Duration) -> Self {
        Self {
            program,
            deadline,
            known: RefCell::default(),
            told: RefCell::default(),
        }
    }

    /// The bytes of a contestant that is built of a world, beside its own word. A contestant that cannot be counted is named
    /// once.
    pub fn held(&self, contestant: &str, world: Where, said: usize) -> Held {
        let Some((program, first)) = &self.program else {
            return Held::declared(said);
        };
        let question = Question {
            contestant: contestant.into(),
            world,
        };
        let Ok(line) = serde_json::to_string(&question) else {
            return Held::declared(said);
        };
        if let Some(&counted) = self.known.borrow().get(&line) {
            return Held { counted, said };
        }
        let counted = ask(program, first, &line, self.deadline).unwrap_or_else(|why| {
            let mut told = self.told.borrow_mut();
            if !told.iter().any(|who| who == contestant) {
                told.push(contestant.into());
                tell!("{contestant}: its bytes are not counted, in a process of their own: {why}");
            }
            None
        });
        self.known.borrow_mut().insert(line, counted);
        Held { counted, said }
    }
}

/// A process's answer to a line.
fn ask(
    program: &std::path::Path,
    first: &[String],
    line: &str,
    deadline: Duration,
) -> Result<Option<usize>, String> {
    let mut pipe = Pipe::start(program, first, &ENVIRONMENT).map_err(|why| why.to_string())?;
    let answer = pipe.ask(format!("{line}\n").into_bytes(), deadline);
    let answer = answer.and_then(|text| {
        let shown = || {
            String::from_utf8_lossy(&text)
                .trim_end()
                .chars()
                .take(80)
                .collect()
        };
        serde_json::from_slice::<Answer>(&text).map_err(|e| Why::Nonsense(e.to_string(), shown()))
    });
    match answer {
        Ok(answer) => Ok(answer.counted),
        Err(why) => {
            // A silent one is not waited for.
            pipe.stop();
            let said = pipe
                .last_error_line()
                .map_or_else(String::new, |said| format!("; it said: {said}"));
            Err(format!("{why}{said}"))
        }
    }
}
