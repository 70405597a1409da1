//! The processes of a judged program: it and those that it starts are one group, which ends as a whole, also when a signal ends us.
//! Where there are no groups of processes, the program alone is ended.

use std::io;
use std::process::{Child, Command};

/// A group of processes of our own.
#[cfg(unix)]
pub(super) struct Group(nix::unistd::Pid);

#[cfg(unix)]
mod running {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::sync::{Mutex, Once, PoisonError};

    static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
    static HANDLER: Once = Once::new();
    /// The exit code of a shell's command that an interrupt has ended.
    const INTERRUPTED: i32 = 130;

    fn with<T>(change: impl FnOnce(&mut Vec<Pid>) -> T) -> T {
        change(&mut GROUPS.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn add(group: Pid) {
        // Our own signals do not reach another group. If somebody else handles them, they end the groups too.
        HANDLER.call_once(|| {
            let _ = ctrlc::set_handler(|| {
                with(|groups| groups.drain(..).for_each(end));
                std::process::exit(INTERRUPTED);
            });
        });
        with(|groups| groups.push(group));
    }

    pub(super) fn remove(group: Pid) {
        with(|groups| groups.retain(|other| *other != group));
        end(group);
    }

    fn end(group: Pid) {
        // All of it may have ended already.
        let _ = killpg(group, Signal::SIGKILL);
    }
}

#[cfg(unix)]
impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        use std::os::unix::process::CommandExt;
        let child = command.process_group(0).spawn()?;
        let id = i32::try_from(child.id()).map_err(io::Error::other)?;
        let group = nix::unistd::Pid::from_raw(id);
        running::add(group);
        Ok((child, Self(group)))
    }

    pub(super) fn kill(&self) {
        running::remove(self.0);
    }
}

/// A program alone.
#[cfg(not(unix))]
pub(super) struct Group;

#[cfg(not(unix))]
impl Group {
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        Ok((command.spawn()?, Self))
    }

    pub(super) fn kill(&self) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::Group;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn what_a_program_started_ends_with_it() {
        let mut command = Command::new("sh");
        command
            .args(["-c", "sleep 300 & echo $!; wait"])
            .stdout(Stdio::piped());
        let (mut child, group) = Group::spawn(&mut command).unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let worker = Pid::from_raw(line.trim().parse().unwrap());
        assert_eq!(kill(worker, None), Ok(()));
        group.kill();
        child.wait().unwrap();
        // It is an orphan until the system takes it up.
        let begun = Instant::now();
        while kill(worker, None).is_ok() && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(10));
        }
        assert!(kill(worker, None).is_err(), "the worker is still there");
    }
}
