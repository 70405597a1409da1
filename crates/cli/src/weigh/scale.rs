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
pub(crate) struct Scale {
    program: Option<(PathBuf, Vec<String>)>,
    deadline: Duration,
    known: RefCell<HashMap<String, Option<usize>>>,
    /// Whom a failure was told of.
    told: RefCell<Vec<String>>,
}

impl Scale {
    /// This program.
    pub(crate) fn of_this_program() -> Self {
        Self::new(
            std::env::current_exe().ok().map(|path| (path, vec![VERB.into()])),
            DEADLINE,
        )
    }

    /// Counts nothing.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self::new(None, DEADLINE)
    }

    fn new(program: Option<(PathBuf, Vec<String>)>, deadline: Duration) -> Self {
        Self {
            program,
            deadline,
            known: RefCell::default(),
            told: RefCell::default(),
        }
    }

    /// The bytes of a contestant that is built of a world, beside its own word. A contestant that cannot be counted is named
    /// once.
    pub(crate) fn held(&self, contestant: &str, world: Where, said: usize) -> Held {
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn world() -> Where {
        Where::Town {
            brushes: 24,
            seed: 1,
            profile: "quake3".into(),
        }
    }

    /// A shell in the place of this program.
    fn shell(says: &str) -> Scale {
        let first = ["-c", says].map(String::from).to_vec();
        Scale::new(Some(("/bin/sh".into(), first)), Duration::from_millis(300))
    }

    #[test]
    fn what_a_process_says_is_the_count_and_is_asked_once() {
        let scale = shell("read question; echo '{\"counted\":4711}'");
        for _ in 0..2 {
            let held = scale.held("bsp", world(), 12);
            assert_eq!((held.counted, held.said), (Some(4711), 12));
        }
        assert_eq!(scale.known.borrow().len(), 1);
        assert!(scale.told.borrow().is_empty());
    }

    #[test]
    fn one_that_dies_hangs_or_talks_nonsense_counts_nothing_and_is_told_once() {
        let cases = [
            ("echo 'no memory' >&2; exit 3", "it ended before it answered"),
            ("exec sleep 60", "no answer within 0.3 s"),
            ("read question; echo 4711 bytes", "its answer cannot be used"),
        ];
        for (says, why) in cases {
            let scale = shell(says);
            assert_eq!(scale.held("bsp", world(), 12), Held::declared(12));
            scale.held(
                "bsp",
                Where::Town {
                    brushes: 48,
                    seed: 1,
                    profile: "quake3".into(),
                },
                12,
            );
            assert_eq!(*scale.told.borrow(), ["bsp"], "{says}");
            let first = ["-c", says].map(String::from);
            let said = ask("/bin/sh".as_ref(), &first, "{}", scale.deadline).unwrap_err();
            assert!(said.contains(why), "{says}: {said}");
        }
        let gone = Scale::new(Some(("/no/such/program".into(), Vec::new())), DEADLINE);
        assert_eq!(gone.held("bsp", world(), 12), Held::declared(12));
        assert_eq!(Scale::none().held("bsp", world(), 12), Held::declared(12));
    }
}
