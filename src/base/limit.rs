//! When the analysis of a file has to end.
//!
//! Limits hold in two ways. Whoever can stop halfway with something to show for it asks a [`Deadline`] now and
//! then. Everything else says with [`spend`] how much it has done, and is ended from outside when a limit is
//! passed by more than winding down may take: [`within`] gets control back.
//!
//! What says so are the lexer, the parser, the checker, the lowering, static relations, the solver, symbolic execution,
//! the interpreter and reports; an explanation that was confirmed before is not lost. Budgets count steps and are the
//! same on every machine; the clock only comes on top, and what it has cut short always says so (`time limit`).
//!
//! Memory is counted by the crate `allocator/` (the only unsafe code), thread by thread: an analysis stays on its
//! thread, so the count is its own, whatever other files need, and the same in every run. A run that is cut short gives
//! its memory back before the next attempt, which may be a smaller one. The rules ask `goes_on` for every tuple, since
//! joins alone can fill the memory.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::options::Interrupt;

/// What a limit ran out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Spent {
    /// The time is over.
    Time,
    /// The analysis needs more memory than it may have.
    Memory,
    /// Somebody wants everything to end.
    Interrupted,
}

/// The limits of one analysis, on the thread that it began on.
///
/// Memory is what the thread has allocated since then, as counted by the global allocator of
/// `focuscheck-allocator`; a program that has another allocator has no limit. The count does not depend on time or
/// on other threads, so the same file meets the limit at the same point.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    time: Option<Instant>,
    /// What winding down may take after that.
    grace: Duration,
    /// The thread may have done so many steps, which counts as time.
    steps: Option<u64>,
    /// What winding down may take beyond that.
    spare_steps: u64,
    /// The thread may hold so many bytes.
    memory: Option<isize>,
    /// What winding down may take beyond that.
    spare: isize,
    interrupt: Option<Interrupt>,
}

impl Deadline {
    /// No limit.
    pub const NEVER: Deadline = Deadline {
        time: None,
        grace: Duration::ZERO,
        steps: None,
        spare_steps: 0,
        memory: None,
        spare: 0,
        interrupt: None,
    };

    /// Limits that count from now on.
    pub fn begin(timeout: Option<Duration>, memory: Option<u64>, interrupt: Option<Interrupt>) -> Self {
        let bytes = |memory: u64| isize::try_from(memory).unwrap_or(isize::MAX);
        Deadline {
            time: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            grace: timeout.unwrap_or_default() / 20 + LEAST_GRACE,
            steps: None,
            spare_steps: 0,
            memory: memory.map(|memory| focuscheck_allocator::held().saturating_add(bytes(memory))),
            spare: bytes(memory.unwrap_or_default()) / 20,
            interrupt,
        }
    }

    /// A part of the work that is left, of which so many equal parts are left: it may take half of the time, unless it is the
    /// last one, so that no part takes all. Memory counts from now on, as for all.
    pub fn part(&self, parts: usize, memory: Option<u64>) -> Self {
        let left = self.time.map(|time| time.saturating_duration_since(Instant::now()));
        let own = left.map(|left| if parts > 1 { left / 2 } else { left });
        let part = Deadline::begin(own, memory, self.interrupt);
        // What is late already has no grace of its own.
        let grace = if left.is_some_and(|left| left.is_zero()) { Duration::ZERO } else { part.grace };
        Deadline { grace, ..part }
    }

    /// The same with a part of the time that is left, at least so much of it, and a little if nothing is left.
    pub fn some(self, part: u32, least: Duration, late: Duration) -> Self {
        let now = Instant::now();
        let left = self.time.map(|time| time.saturating_duration_since(now));
        let own = left.map(|left| (left / part.max(1)).max(least.min(left)).max(late));
        Deadline { time: own.and_then(|own| now.checked_add(own)), ..self }
    }

    /// The same with so many steps from now on as a limit of time that does not depend on the machine.
    pub fn with_steps(self, steps: Option<u64>) -> Self {
        let spare_steps = steps.unwrap_or_default() / 20;
        Deadline { steps: steps.map(|steps| done().saturating_add(steps)), spare_steps, ..self }
    }

    /// The same, and no more than so many steps from now on.
    pub fn within_steps(self, steps: u64) -> Self {
        match self.steps {
            Some(limit) if limit <= done().saturating_add(steps) => self,
            Some(_) | None => self.with_steps(Some(steps)),
        }
    }

    /// Which limit is passed by more than winding down may take. Nobody waits for the largest table to double:
    /// most of what is large here are lists, of which only what is used takes room.
    fn is_far_passed(&self) -> Option<Spent> {
        let memory = self.memory.map(|memory| memory.saturating_add(self.spare));
        let held = focuscheck_allocator::held().saturating_add_unsigned(focuscheck_allocator::largest() / 2);
        if memory.is_some_and(|memory| held > memory) {
            return Some(Spent::Memory);
        }
        let time = self.time.and_then(|time| time.checked_add(self.grace));
        let steps = self.steps.map(|steps| steps.saturating_add(self.spare_steps));
        Deadline { time, steps, memory: None, ..*self }.passed()
    }

    /// Which limit is passed, if one is.
    pub fn passed(&self) -> Option<Spent> {
        if self.is_out_of_memory() {
            return Some(Spent::Memory);
        }
        if self.interrupt.is_some_and(Interrupt::is_wanted) {
            return Some(Spent::Interrupted);
        }
        let late = self.is_out_of_steps() || self.time.is_some_and(|time| Instant::now() > time);
        late.then_some(Spent::Time)
    }

    /// The same for the many steps of a loop, each of which counts: the clock, which takes longer to read, is looked at
    /// in one of 1024 steps only.
    pub fn passed_at(&self, step: usize) -> Option<Spent> {
        DONE.set(DONE.get().saturating_add(1));
        if step.is_multiple_of(1024) || self.is_out_of_steps() {
            return self.passed();
        }
        self.is_out_of_memory().then_some(Spent::Memory)
    }

    /// How many steps may still be done, if they are limited.
    pub fn steps_left(&self) -> Option<u64> {
        self.steps.map(|steps| steps.saturating_sub(done()))
    }

    fn is_out_of_steps(&self) -> bool {
        self.steps.is_some_and(|steps| done() > steps)
    }

    /// Tables grow by doubling: the largest one must still fit once more, twice as large.
    fn is_out_of_memory(&self) -> bool {
        self.memory.is_some_and(|limit| {
            let growth = focuscheck_allocator::largest().saturating_mul(2);
            focuscheck_allocator::held().saturating_add_unsigned(growth) > limit
        })
    }
}

/// Winding down may take that long, and a little more if there is much time.
const LEAST_GRACE: Duration = Duration::from_millis(100);

/// After so much work the limits are looked at: often enough for the steps of a loop, too seldom to cost anything.
const WORK_BETWEEN_LOOKS: u32 = 4096;

thread_local! {
    /// The limits of the work that this thread is doing.
    static BOUND: Cell<Deadline> = const { Cell::new(Deadline::NEVER) };
    /// What was done since the limits were looked at.
    static SPENT: Cell<u32> = const { Cell::new(0) };
    /// What was done before that.
    static DONE: Cell<u64> = const { Cell::new(0) };
    /// Whether the clock has cut something short that has no other limit.
    static CUT: Cell<bool> = const { Cell::new(false) };
}

/// What carries the end of some work to its beginning.
struct Ended(Spent);

/// Does some work; if a limit is passed before the work is done, it ends where it next says that it spends
/// something, and nothing that it has left half-done may be used.
pub fn within<T>(deadline: Deadline, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let before = BOUND.replace(deadline);
    let result = catch_unwind(AssertUnwindSafe(work));
    BOUND.set(before);
    result.map_err(|payload| match payload.downcast::<Ended>() {
        Ok(ended) => ended.0,
        Err(panic) => resume_unwind(panic),
    })
}

/// Does some work without limits; it must be little.
pub fn without<T>(work: impl FnOnce() -> T) -> T {
    let before = BOUND.replace(Deadline::NEVER);
    let result = work();
    BOUND.set(before);
    result
}

/// How long the work that this thread is doing may still take, if there is a limit.
pub fn remaining() -> Option<Duration> {
    current().time.map(|time| time.saturating_duration_since(Instant::now()))
}

/// Notes that the clock has cut something short.
pub fn note_cut() {
    CUT.set(true);
}

/// Whether the clock has cut something short since this was last asked.
pub fn take_cut() -> bool {
    CUT.replace(false)
}

/// The limits of the work that this thread is doing.
pub fn current() -> Deadline {
    BOUND.get()
}

/// How many small steps this thread has done.
pub fn done() -> u64 {
    DONE.get().saturating_add(u64::from(SPENT.get()))
}

/// Says that so many small steps were done.
#[inline]
pub fn spend(steps: usize) {
    let spent = SPENT.get().saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
    SPENT.set(spent);
    if spent >= WORK_BETWEEN_LOOKS {
        look();
    }
}

#[cold]
fn look() {
    DONE.set(done());
    SPENT.set(0);
    if let Some(spent) = BOUND.get().is_far_passed().filter(|_| !std::thread::panicking()) {
        // No hook is called: this is no panic, it only takes the same way.
        resume_unwind(Box::new(Ended(spent)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_without_end_ends() {
        let deadline = Deadline::begin(Some(Duration::ZERO), None, None);
        let endless = || {
            loop {
                spend(1000);
            }
        };
        assert_eq!(within(deadline, endless), Err::<(), _>(Spent::Time));
        assert_eq!(within(Deadline::NEVER, || spend(1_000_000)), Ok(()));
    }

    #[test]
    fn steps_are_a_limit_that_needs_no_clock() {
        let deadline = Deadline::NEVER.with_steps(Some(100_000));
        let before = done();
        let endless = || {
            loop {
                spend(1);
            }
        };
        assert_eq!(within(deadline, endless), Err::<(), _>(Spent::Time));
        let steps = done() - before;
        assert!((100_000..110_000).contains(&steps), "{steps}");
        assert_eq!(deadline.passed(), Some(Spent::Time));
    }

    #[test]
    fn limits_inside_limits_give_control_back_to_the_inner_ones() {
        let over = Deadline::begin(Some(Duration::ZERO), None, None);
        let outer = Deadline::begin(Some(Duration::from_secs(3600)), None, None);
        let work = || {
            let inner = within(over, || {
                std::thread::sleep(Duration::from_millis(150));
                spend(1_000_000);
            });
            spend(1_000_000);
            inner
        };
        assert_eq!(within(outer, work), Ok(Err(Spent::Time)));
    }

    #[test]
    fn a_panic_stays_a_panic() {
        let caught = catch_unwind(|| within(Deadline::NEVER, || resume_unwind(Box::new("broken"))));
        assert!(caught.is_err_and(|payload| payload.downcast_ref() == Some(&"broken")));
    }
}
