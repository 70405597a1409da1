//! A process asked over its standard input, a line at a time. Nothing that it does makes us wait for ever or hold more than a
//! line. An answer has a deadline, a line has a budget of bytes. Two threads of our own read and write.

use super::failure::Why;
use super::group::Group;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes of an answer at most: a batch of sweeps takes 20,000.
const LONGEST_LINE: u64 = 1 << 20;
/// Bytes kept of the standard error, the last ones.
const SAID: usize = 2000;
/// How long a process that has closed its output may take to end: its exit status is then known.
const ENDING: Duration = Duration::from_millis(500);

/// The messages of the reading thread.
enum Heard {
    Line(Vec<u8>),
    TooLong,
    End,
}

/// A running process.
pub(crate) struct Pipe {
    child: Child,
    group: Group,
    to: Option<SyncSender<Vec<u8>>>,
    from: Receiver<Heard>,
    said: Arc<Mutex<Vec<u8>>>,
    /// Ends when all that was said on standard error is kept.
    keeping: JoinHandle<()>,
}

impl Pipe {
    /// Starts a program with these arguments, and with these names and values in its environment besides ours.
    pub(crate) fn start(
        program: &Path,
        arguments: &[String],
        environment: &[(&str, &str)],
    ) -> Result<Self, Why> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let started = Group::spawn(&mut command);
        let (mut child, group) = started.map_err(|e| Why::Unstartable(e.to_string()))?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Why::Unstartable("it has no standard streams".into()));
        };
        let (to, asked) = sync_channel(1);
        let (heard, from) = sync_channel(1);
        let said = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&said);
        // They end with the process. A thread stuck in a pipe that a grandchild holds is left behind.
        thread::spawn(move || write(input, &asked));
        thread::spawn(move || read(output, &heard));
        let keeping = thread::spawn(move || keep(errors, &kept));
        Ok(Self {
            child,
            group,
            to: Some(to),
            from,
            said,
            keeping,
        })
    }

    /// Sends a line and waits for the answer's.
    pub(crate) fn ask(&mut self, line: Vec<u8>, deadline: Duration) -> Result<Vec<u8>, Why> {
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Ok(())) => {}
            // The writing thread ends where the process has closed its input.
            Some(Err(TrySendError::Disconnected(_))) | None => return Err(self.ended()),
            Some(Err(TrySendError::Full(_))) => return Err(Why::DoesNotRead),
        }
        match self.from.recv_timeout(deadline) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(Why::TooLong(LONGEST_LINE)),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            // A child of a program that has ended may hold its output open.
            Err(RecvTimeoutError::Timeout) => match self.child.try_wait() {
                Ok(Some(_)) => Err(self.ended()),
                _ => Err(Why::Silent(deadline)),
            },
        }
    }

    fn ended(&mut self) -> Why {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                // Its last words may still be in the pipe.
                Ok(Some(_)) if !self.keeping.is_finished() && begun.elapsed() < ENDING => {
                    thread::sleep(ENDING / 50);
                }
                Ok(Some(status)) => return Why::Ended(status.to_string()),
                Ok(None) if begun.elapsed() < ENDING => thread::sleep(ENDING / 50),
                _ => return Why::Ended("its output is closed".into()),
            }
        }
    }

    /// The last line that it said on standard error.
    pub(crate) fn last_error_line(&self) -> Option<String> {
        let said = self.said.lock().ok()?;
        let text = String::from_utf8_lossy(&said);
        let last = text.lines().rev().find(|line| !line.trim().is_empty())?;
        Some(last.trim().chars().take(200).collect())
    }

    /// Ends it, with the processes that it started and that stayed in its group.
    pub(crate) fn stop(&mut self) {
        self.to = None;
        self.group.kill();
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // With its input closed it is to end by itself.
        self.to = None;
        self.ended();
        self.stop();
    }
}

fn write(mut input: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(output: ChildStdout, to: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(_) if line.ends_with(b"\n") => Heard::Line(line),
            Ok(_) if line.len() as u64 > LONGEST_LINE => Heard::TooLong,
            _ => Heard::End,
        };
        let is_line = matches!(heard, Heard::Line(_));
        if to.send(heard).is_err() || !is_line {
            return;
        }
    }
}

fn keep(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(n @ 1..) = errors.read(&mut piece) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(&piece[..n]);
        let over = kept.len().saturating_sub(SAID);
        kept.drain(..over);
    }
}
