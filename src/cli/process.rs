//! Commands of the system, within limits.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait_timeout::ChildExt;

use focuscheck_base::options::{Interrupt, Options};
use focuscheck_harness::Hindrance;

/// At most so much of what is written to a file is looked at; no run may write more.
pub(super) const MOST_MESSAGES: u64 = 16 << 20;

/// At most so much may stand in the files of a run.
const MOST_WRITTEN: u64 = 64 << 20;

/// What a command did.
pub(super) struct Ended {
    /// How it ended; `None` if it had to be stopped.
    pub status: Option<ExitStatus>,
    /// What it was stopped for, if not for the time.
    pub excess: Option<Hindrance>,
    /// How long it was allowed to take.
    pub allowed: Duration,
    /// What it wrote to standard error.
    pub messages: String,
}

/// When everything about a file has to end: its time is over, or nobody wants it any more.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    until: Option<Instant>,
    interrupt: Option<Interrupt>,
}

impl Bounds {
    /// The limits of a file that is begun now.
    pub fn of(options: &Options) -> Self {
        let until = options.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Bounds { until, interrupt: options.interrupt }
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// What is left of some time.
    fn left(&self, most: Duration) -> Duration {
        self.until.map_or(most, |until| most.min(until.saturating_duration_since(Instant::now())))
    }
}

/// Seconds, as people read them.
pub(super) fn seconds(time: Duration) -> u64 {
    time.as_secs_f64().round() as u64
}

/// How often somebody looks what a command does.
const LOOK: Duration = Duration::from_millis(20);

/// So many processes a run may have at once, and so many files in its folder.
const MOST_PROCESSES: usize = 64;
const MOST_FILES: usize = 1000;

/// Runs a command with an input in a process group of its own, all of which is stopped at the end. One that has a folder
/// to write to is stopped as well when it has too many processes or files.
pub(super) fn run(
    (command, stdin): (&mut Command, Stdio),
    folder: &Path,
    (most, bounds): (Duration, &Bounds),
    own: Option<&Path>,
) -> Result<Ended, String> {
    let failed = |error: std::io::Error| error.to_string();
    let messages = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    let stderr = messages.reopen().map_err(failed)?;
    command.stdin(stdin).stdout(Stdio::null()).stderr(stderr);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn().map_err(failed)?;
    let (begun, allowed) = (Instant::now(), bounds.left(most));
    let (mut status, mut excess, mut looks) = (None, None, 0u32);
    while status.is_none() && excess.is_none() {
        let left = allowed.saturating_sub(begun.elapsed());
        let waited = child.wait_timeout(left.min(LOOK));
        status = match waited {
            Ok(status) => status,
            Err(error) => {
                stop(&mut child);
                return Err(error.to_string());
            }
        };
        if left.is_zero() || bounds.interrupt.is_some_and(Interrupt::is_wanted) {
            break;
        }
        // Files take longer to count than processes to become many.
        looks += 1;
        if let Some(own) = own.filter(|_| status.is_none()) {
            let many = processes(child.id()) > MOST_PROCESSES;
            let full =
                looks.is_multiple_of(8) && is_full(own, &mut MOST_FILES.clone(), &mut MOST_WRITTEN.clone());
            excess = many.then_some(Hindrance::Processes).or(full.then_some(Hindrance::Output));
        }
    }
    stop(&mut child);
    Ok(Ended { status, excess, allowed, messages: text(messages.path()) })
}

/// How many processes are in a group, as far as the system tells.
fn processes(group: u32) -> usize {
    let group = group.to_string();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_process = |name: &std::ffi::OsStr| name.as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let processes = entries.filter(|entry| is_process(&entry.file_name()));
    let is_in = |entry: fs::DirEntry| {
        // The name of the program, in parentheses, may have any characters.
        let text = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let rest = text.rsplit(')').next().unwrap_or("");
        rest.split_whitespace().nth(2) == Some(group.as_str())
    };
    processes.filter_map(|entry| is_in(entry).then_some(())).count()
}

/// Whether a folder has more files, or more bytes in them, than are left.
fn is_full(folder: &Path, files: &mut usize, bytes: &mut u64) -> bool {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(metadata) = fs::symlink_metadata(entry.path()) else { continue };
        let (Some(less), Some(rest)) = (files.checked_sub(1), bytes.checked_sub(metadata.len())) else {
            return true;
        };
        (*files, *bytes) = (less, rest);
        if metadata.is_dir() && is_full(&entry.path(), files, bytes) {
            return true;
        }
    }
    false
}

/// How many processes the user may have while a run has its own: what there is now, and those. The system's limit is one
/// for all processes of a user.
pub(super) fn most_processes() -> usize {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let tasks = load.split(['/', ' ']).nth(4).and_then(|tasks| tasks.parse::<usize>().ok());
    tasks.unwrap_or(4096) + MOST_PROCESSES
}

/// Stops a command and what it has started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // There may be nobody left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The text of a file; empty if there is none.
pub(super) fn text(path: &Path) -> String {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_MESSAGES).read_to_end(&mut bytes));
    if read.is_err() {
        return String::new();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
