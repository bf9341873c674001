//! When the analysis of a file has to end.

use std::fmt;
use std::time::{Duration, Instant};

use crate::options::Interrupt;

/// What a limit ran out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spent {
    /// The time is over.
    Time,
    /// The analysis needs more memory than it may have.
    Memory,
    /// Somebody wants everything to end.
    Interrupted,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Spent::Time => "the time limit (raise --timeout)",
            Spent::Memory => "the memory limit (raise --memory)",
            Spent::Interrupted => "the interruption (run it again)",
        })
    }
}

/// The limits of one analysis, on the thread that it began on.
///
/// Memory is what the thread has allocated since then, as counted by the global allocator of
/// `focuscheck-memory`; a program that has another allocator has no limit. The count does not depend on time or
/// on other threads, so the same file meets the limit at the same point.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    time: Option<Instant>,
    /// The thread may hold so many bytes.
    memory: Option<isize>,
    interrupt: Option<Interrupt>,
}

impl Deadline {
    /// No limit.
    pub const NEVER: Deadline = Deadline { time: None, memory: None, interrupt: None };

    /// Limits that count from now on.
    pub fn begin(timeout: Option<Duration>, memory: Option<u64>, interrupt: Option<Interrupt>) -> Self {
        let bytes = |memory: u64| isize::try_from(memory).unwrap_or(isize::MAX);
        Deadline {
            time: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            memory: memory.map(|memory| focuscheck_memory::held().saturating_add(bytes(memory))),
            interrupt,
        }
    }

    /// Which limit is passed, if one is.
    pub fn passed(&self) -> Option<Spent> {
        if self.is_out_of_memory() {
            return Some(Spent::Memory);
        }
        if self.interrupt.is_some_and(Interrupt::is_wanted) {
            return Some(Spent::Interrupted);
        }
        self.time.is_some_and(|time| Instant::now() > time).then_some(Spent::Time)
    }

    /// The same for the many steps of a loop: the clock, which takes longer to read, is looked at in one of
    /// 1024 steps only.
    pub fn passed_at(&self, step: usize) -> Option<Spent> {
        if step.is_multiple_of(1024) {
            return self.passed();
        }
        self.is_out_of_memory().then_some(Spent::Memory)
    }

    /// Tables grow by doubling: the largest one must still fit once more, twice as large.
    fn is_out_of_memory(&self) -> bool {
        self.memory.is_some_and(|limit| {
            let growth = focuscheck_memory::largest().saturating_mul(2);
            focuscheck_memory::held().saturating_add_unsigned(growth) > limit
        })
    }
}
