//! The processes of a judged program: it and those that it starts are one group, which ends as a whole, also when a signal
//! ends us. Where there are no groups of processes, the program alone is ended.

use std::io;
use std::process::{Child, Command};

/// A group of processes of our own.
#[cfg(unix)]
pub struct Group(nix::unistd::Pid);

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
    /// Starts a program as the first of a group.
    ///
    /// # Errors
    /// A program that cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        use std::os::unix::process::CommandExt;
        let child = command.process_group(0).spawn()?;
        let id = i32::try_from(child.id()).map_err(io::Error::other)?;
        let group = nix::unistd::Pid::from_raw(id);
        running::add(group);
        Ok((child, Self(group)))
    }

    /// Ends all of it.
    pub fn kill(&self) {
        running::remove(self.0);
    }
}

/// A program alone.
#[cfg(not(unix))]
pub struct Group;

#[cfg(not(unix))]
impl Group {
    /// Starts a program.
    ///
    /// # Errors
    /// A program that cannot be started.
    pub fn spawn(command: &mut Command) -> io::Result<(Child, Self)> {
        Ok((command.spawn()?, Self))
    }

    /// Nothing: it has no group.
    pub fn kill(&self) {}
}
