//! What a run of a harness did.

use crate::facts::cfg::{ErrorId, ErrorKind};

/// How a run ended, as it said itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observation {
    /// At an error of the program.
    Error {
        /// Which one.
        error: ErrorId,
        /// The line, in its own file.
        line: u32,
    },
    /// At an assertion, in a line of some file.
    Assertion(u32),
    /// At a function that stands for an error, called where the source does not show it.
    Called(String),
    /// The compiler's checks found something undefined in a line of some file.
    Undefined {
        /// The line.
        line: u32,
        /// What, in the compiler's words.
        what: String,
    },
    /// An assumption of the program did not hold.
    Assumption,
    /// Without any error.
    Finished,
}

/// Reads what a run wrote to standard error.
pub fn observe(messages: &str) -> Observation {
    for line in messages.lines().rev() {
        if let Some(mark) = line.strip_prefix("focuscheck: ") {
            let words: Vec<&str> = mark.split(' ').collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
            match (words[0], number(1), number(2), number(3)) {
                ("error", Some(error), _, Some(line)) => {
                    return Observation::Error { error: ErrorId(error), line };
                }
                ("assertion", _, Some(line), _) => return Observation::Assertion(line),
                ("called", ..) => return Observation::Called(words.get(1).copied().unwrap_or("").to_owned()),
                ("an", ..) => return Observation::Assumption,
                _ => {}
            }
        }
    }
    // The first thing that is undefined counts.
    let undefined = messages.lines().find_map(|line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        let mut numbers = place.rsplit(':');
        let line = numbers.nth(1)?.parse().ok()?;
        Some(Observation::Undefined { line, what: what.to_owned() })
    });
    undefined.or_else(|| outside(messages)).unwrap_or(Observation::Finished)
}

/// An access outside an object, as AddressSanitizer reports it: what it is, then the frames from the innermost one.
fn outside(messages: &str) -> Option<Observation> {
    let mut lines = messages.lines();
    let what = lines.find_map(|line| line.split_once("ERROR: AddressSanitizer: "))?.1;
    let line = lines.map_while(|line| (!line.trim().is_empty()).then_some(line)).find_map(|line| {
        let (_, place) = line.trim_start().strip_prefix('#')?.rsplit_once(' ')?;
        let mut numbers = place.rsplit(':').map_while(|part| part.parse::<u32>().ok());
        let last = numbers.next()?;
        // What follows the line may be a column.
        Some(numbers.next().unwrap_or(last))
    })?;
    let what = what.split(' ').next().unwrap_or_default().to_owned();
    Some(Observation::Undefined { line, what })
}

impl Observation {
    /// Whether this is the failure that an explanation claims: the error, its kind, and the lines (in their own file)
    /// from the first to the last that the failing statement stands on.
    pub fn confirms(&self, error: ErrorId, kind: ErrorKind, lines: (u32, u32)) -> bool {
        let within = |line: u32| (lines.0..=lines.1).contains(&line);
        match self {
            Observation::Error { error: reached, line } => *reached == error && within(*line),
            Observation::Assertion(line) => kind == ErrorKind::Assertion && within(*line),
            Observation::Called(_) => matches!(kind, ErrorKind::ErrorCall | ErrorKind::Assertion),
            Observation::Undefined { line, .. } => {
                let undefined = matches!(
                    kind,
                    ErrorKind::Bounds
                        | ErrorKind::Pointer
                        | ErrorKind::Division
                        | ErrorKind::Overflow
                        | ErrorKind::Shift
                );
                undefined && within(*line)
            }
            Observation::Assumption | Observation::Finished => false,
        }
    }

    /// In words, after "but".
    pub fn phrase(&self) -> String {
        match self {
            Observation::Error { line, .. } => format!("it fails at line {line}"),
            Observation::Assertion(line) => format!("an assertion at line {line} fails"),
            Observation::Called(name) => format!("it calls {name}()"),
            Observation::Undefined { line, what } => format!("line {line} is undefined: {what}"),
            Observation::Assumption => "an assumption does not hold".to_owned(),
            Observation::Finished => "it ends without an error".to_owned(),
        }
    }
}
