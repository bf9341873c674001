//! What asking about a file may take.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use focuscheck_base::limit::{Deadline, Spent, within};
use focuscheck_base::options::{Interrupt, Options};

/// Why there is no next question, or none at all.
pub(super) const LIMIT: &str = "the limit of time or memory";

/// What it may take to ask about a file, a person's time apart. All that is done about it shares the time.
#[derive(Clone)]
pub(super) struct Limits {
    left: Rc<Cell<Option<Duration>>>,
    memory: Option<u64>,
    interrupt: Option<Interrupt>,
}

impl Limits {
    /// As much as the analysis of a file.
    pub fn of(options: &Options) -> Self {
        let left = Rc::new(Cell::new(options.timeout));
        Limits { left, memory: options.memory, interrupt: options.interrupt }
    }

    /// The time that is left.
    pub fn left(&self) -> Option<Duration> {
        self.left.get()
    }

    /// Does some work; what it takes is gone.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> Result<T, Spent> {
        let began = Instant::now();
        let result = match self.left() {
            Some(Duration::ZERO) => Err(Spent::Time),
            left => within(Deadline::begin(left, self.memory, self.interrupt), work),
        };
        self.left.set(self.left().map(|left| left.saturating_sub(began.elapsed())));
        result
    }
}
