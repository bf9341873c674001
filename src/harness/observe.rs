//! What a run of a harness did.

use super::{Harness, Hindrance, Line};
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{ErrorId, ErrorKind};
use focuscheck_check::library::{Replay, function, replay};

/// What a run left behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// What the harness said.
    pub log: String,
    /// What the program and the compiler's checks wrote to standard error.
    pub messages: String,
    /// The signal that ended the run, if one did.
    pub signal: Option<i32>,
}

/// What the compiler's checks look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Accesses to memory.
    pub address: bool,
    /// What operators do.
    pub operators: bool,
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// Library functions whose results were not those of the explanation.
    pub results: Vec<OtherResult>,
    /// Functions without a body that were called where the explanation has no value for them.
    pub stubs: Vec<String>,
}

/// A library function whose result is not the one of the explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherResult {
    /// The function.
    pub name: String,
    /// Where it is called, in words.
    pub place: String,
    /// Its result.
    pub given: i64,
    /// The result that the explanation has.
    pub needed: i64,
}

/// How a run ended, as it said itself or as the compiler's checks say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At an error of the program.
    Error(ErrorId),
    /// At an assertion of the C library.
    Assertion(Line),
    /// At a function that stands for an error.
    Called {
        /// The function.
        name: String,
        /// The error, if the source shows the call.
        error: Option<ErrorId>,
        /// From where, if that is known.
        line: Option<Line>,
    },
    /// At something undefined.
    Undefined {
        /// Where, if that is known.
        line: Option<Line>,
        /// What kind it is.
        fault: Fault,
        /// What, in the words of the compiler's checks.
        what: String,
    },
    /// With blocks left that no pointer leads to, which were allocated in these lines.
    Leaks(Vec<Line>),
    /// An assumption of the program did not hold.
    Assumption,
    /// A function reads a text that nobody provides.
    Text {
        /// The function.
        name: String,
        /// In which line (through all texts).
        line: u32,
    },
    /// It needed too much of something.
    Limit(Hindrance),
    /// The program ended itself by a signal.
    Signal(i32),
    /// Without any error.
    Finished,
}

/// Kinds of undefined behaviour that the compiler's checks tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An index outside its array.
    Index,
    /// A division by zero.
    Division,
    /// An overflow of signed arithmetic, that of a shifted value included.
    Overflow,
    /// A shift by a wrong amount.
    Shift,
    /// An access where there is no memory, such as through a null pointer.
    Null,
    /// A call of a null function pointer, of which nothing tells where it is.
    NullCall,
    /// An access outside an object, or to one that is gone.
    Memory,
    /// Something else.
    Other,
}

/// Reads what a run left behind.
pub fn observe(left: &Left, harness: &Harness) -> Run {
    let mut run = Run { end: End::Finished, results: Vec::new(), stubs: Vec::new() };
    let mut said = None;
    for line in left.log.lines() {
        let Some(rest) = line.strip_prefix("focuscheck: ") else { continue };
        let words: Vec<&str> = rest.split(' ').collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
        match (words[0], number(1), number(2), number(3)) {
            ("error", Some(error), ..) => said = Some(End::Error(ErrorId(error as u32))),
            ("assume", ..) => said = Some(End::Assumption),
            ("called", Some(error), ..) if words.len() >= 4 => {
                said = Some(End::Called {
                    name: words[2].to_owned(),
                    error: u32::try_from(error).ok().map(ErrorId),
                    line: words[3..]
                        .join(" ")
                        .rsplit_once(':')
                        .and_then(|(path, number)| Some(Line::new(path, number.parse().ok()?))),
                });
            }
            ("text", Some(line), ..) if words.len() == 3 => {
                said = Some(End::Text { name: words[2].to_owned(), line: line as u32 });
            }
            ("result", Some(place), Some(given), Some(needed)) => {
                if let Some((name, place)) = harness.places.get(place as usize).cloned() {
                    run.results.push(OtherResult { name, place, given, needed });
                }
            }
            ("stub", ..) if words.len() == 2 && !run.stubs.iter().any(|known| known == words[1]) => {
                run.stubs.push(words[1].to_owned());
            }
            _ => {}
        }
    }
    let messages = left.messages.as_str();
    run.end = undefined(messages, harness)
        .or(said)
        .or_else(|| address(messages, harness))
        .or_else(|| messages.lines().rev().find_map(assertion).map(End::Assertion))
        .or_else(|| leaks(messages, harness))
        .or_else(|| left.signal.map(signal))
        .unwrap_or(End::Finished);
    run
}

/// What UndefinedBehaviorSanitizer found first.
fn undefined(messages: &str, harness: &Harness) -> Option<End> {
    messages.lines().find_map(|line| {
        let (place, what) = line.split_once(": runtime error: ")?;
        let mut numbers = place.rsplitn(3, ':').skip(1);
        let number = numbers.next()?.parse().ok()?;
        let line = Line::new(numbers.next()?, number);
        harness.names.contains(&line.file).then(|| End::Undefined {
            line: Some(line),
            fault: operator_fault(what),
            what: what.to_owned(),
        })
    })
}

fn operator_fault(what: &str) -> Fault {
    let faults = [
        ("out of bounds for type", Fault::Index),
        ("division by zero", Fault::Division),
        ("shift exponent", Fault::Shift),
        ("left shift of", Fault::Overflow),
        ("signed integer overflow", Fault::Overflow),
        ("negation of", Fault::Overflow),
        ("division of", Fault::Overflow),
        ("null pointer", Fault::Null),
    ];
    faults.into_iter().find(|(words, _)| what.contains(words)).map_or(Fault::Other, |(_, fault)| fault)
}

/// An access outside an object, as AddressSanitizer reports it: what it is, then the frames from the innermost one.
fn address(messages: &str, harness: &Harness) -> Option<End> {
    if messages.contains("hard rss limit exhausted") {
        return Some(End::Limit(Hindrance::Memory));
    }
    let mut lines = messages.lines();
    let what = lines.find_map(|line| line.split_once("ERROR: AddressSanitizer: "))?.1;
    let what = what.split(' ').next().unwrap_or_default().to_owned();
    let line = innermost(lines, harness);
    let fault = match what.as_str() {
        "stack-overflow" => return Some(End::Limit(Hindrance::Stack)),
        "out-of-memory" | "allocation-size-too-big" | "calloc-overflow" => {
            return Some(End::Limit(Hindrance::Memory));
        }
        "SEGV" if messages.contains("pc points to the zero page") => Fault::NullCall,
        "SEGV" | "BUS" => Fault::Null,
        "FPE" => Fault::Division,
        "ILL" | "ABRT" => Fault::Other,
        _ => Fault::Memory,
    };
    Some(End::Undefined { line, fault, what })
}

/// The innermost frame of the program in the frames that come next.
fn innermost<'l>(lines: impl Iterator<Item = &'l str>, harness: &Harness) -> Option<Line> {
    lines.take_while(|line| !line.trim().is_empty()).find_map(|line| {
        let (_, place) = line.trim_start().strip_prefix('#')?.split_once(" in ")?;
        // A name, then a path, the line, and perhaps a column.
        let (_, place) = place.split_once(' ')?;
        let mut numbers = Vec::new();
        let mut path = place;
        while let Some((rest, number)) = path.rsplit_once(':')
            && let Ok(number) = number.parse::<u32>()
        {
            numbers.push(number);
            path = rest;
        }
        let line = Line::new(path, *numbers.last()?);
        harness.names.contains(&line.file).then_some(line)
    })
}

/// The blocks that LeakSanitizer reports: each begins with what it is, then come the frames of its allocation.
fn leaks(messages: &str, harness: &Harness) -> Option<End> {
    if messages.contains("LeakSanitizer has encountered a fatal error") {
        return Some(End::Limit(Hindrance::NoLeakCheck));
    }
    let (_, report) = messages.split_once("ERROR: LeakSanitizer: detected memory leaks")?;
    let all: Vec<&str> = report.lines().collect();
    let begins = |line: &str| line.starts_with("Direct leak of ") || line.starts_with("Indirect leak of ");
    let places = all.iter().enumerate().filter(|(_, line)| begins(line));
    let found = places.filter_map(|(at, _)| innermost(all[at + 1..].iter().copied(), harness));
    Some(End::Leaks(found.collect()))
}

/// Where the C library says that an assertion failed, in the words of glibc, musl or macOS.
fn assertion(message: &str) -> Option<Line> {
    if let Some((before, _)) = message.split_once("Assertion `") {
        let words: Vec<&str> = before.split(':').map(str::trim).collect();
        let at = words.iter().rposition(|word| word.parse::<u32>().is_ok()).filter(|&at| at > 0)?;
        return Some(Line::new(words[at - 1], words[at].parse().ok()?));
    }
    let rest = message.strip_prefix("Assertion failed: ")?;
    if let Some((_, place)) = rest.rsplit_once(", file ") {
        let (path, line) = place.trim_end_matches('.').rsplit_once(", line ")?;
        return Some(Line::new(path, line.parse().ok()?));
    }
    let (_, place) = rest.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let mut words = place.rsplitn(3, ": ");
    let number = words.next()?.parse().ok()?;
    Some(Line::new(words.nth(1)?, number))
}

/// What a signal says that nothing else explains; the numbers are those of Linux.
fn signal(number: i32) -> End {
    let undefined = |fault, what: &str| End::Undefined { line: None, fault, what: what.to_owned() };
    match number {
        11 => undefined(Fault::Null, "SIGSEGV"),
        7 => undefined(Fault::Null, "SIGBUS"),
        8 => undefined(Fault::Division, "SIGFPE"),
        25 => End::Limit(Hindrance::Output),
        number => End::Signal(number),
    }
}

/// What an explanation claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The error.
    pub error: ErrorId,
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// The first line of the statement that fails, as compilers name it.
    pub first: Line,
    /// The last one.
    pub last: Line,
}

/// What a run says about an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It fails where it is claimed to.
    Fails,
    /// It does something else.
    Differs(String),
    /// It cannot tell.
    Open(Hindrance),
}

impl Claimed {
    fn covers(&self, line: &Line) -> bool {
        line.file == self.first.file && (self.first.number..=self.last.number).contains(&line.number)
    }

    /// Whether this end is the failure that is claimed.
    fn is(&self, end: &End) -> bool {
        match end {
            End::Error(error) => *error == self.error,
            End::Assertion(line) => self.kind == ErrorKind::Assertion && self.covers(line),
            End::Called { error, line, .. } => {
                let kind = matches!(self.kind, ErrorKind::ErrorCall | ErrorKind::Assertion);
                error.map_or(kind, |error| error == self.error)
                    && line.as_ref().is_none_or(|line| self.covers(line))
            }
            End::Undefined { line, fault, .. } => {
                shows(self.kind, *fault) && line.as_ref().is_some_and(|line| self.covers(line))
            }
            End::Leaks(lines) => is_leak(self.kind) && lines.iter().any(|line| self.covers(line)),
            End::Assumption | End::Text { .. } | End::Limit(_) | End::Signal(_) | End::Finished => false,
        }
    }
}

/// Whether something undefined is an error of a kind.
fn shows(kind: ErrorKind, fault: Fault) -> bool {
    match kind {
        ErrorKind::Check(CheckKind::Bounds) => matches!(fault, Fault::Index | Fault::Memory | Fault::Null),
        ErrorKind::Check(CheckKind::Pointer) => {
            matches!(fault, Fault::Memory | Fault::Null | Fault::NullCall)
        }
        ErrorKind::Check(CheckKind::Div) => fault == Fault::Division,
        ErrorKind::Check(CheckKind::Overflow) => fault == Fault::Overflow,
        ErrorKind::Check(CheckKind::Shift) => fault == Fault::Shift,
        ErrorKind::Assertion
        | ErrorKind::Annotation
        | ErrorKind::ErrorCall
        | ErrorKind::ErrorLabel
        | ErrorKind::Condition
        | ErrorKind::Check(CheckKind::Uninit | CheckKind::Memory | CheckKind::Cleanup) => false,
    }
}

/// Whether an error of a kind is a block that is not freed.
pub fn is_leak(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Check(CheckKind::Memory | CheckKind::Cleanup))
}

/// What the compiler's checks would have to look at to see an error of a kind, in words.
fn unseen(kind: ErrorKind, sight: Sight) -> Option<&'static str> {
    match kind {
        ErrorKind::Check(CheckKind::Bounds) => (!sight.address).then_some("AddressSanitizer"),
        ErrorKind::Check(CheckKind::Memory | CheckKind::Cleanup) => {
            (!sight.address).then_some("LeakSanitizer")
        }
        // Without what looks at memory, addresses are looked at before they are used.
        ErrorKind::Check(CheckKind::Div)
        | ErrorKind::Check(CheckKind::Overflow)
        | ErrorKind::Check(CheckKind::Shift)
        | ErrorKind::Check(CheckKind::Pointer) => (!sight.operators).then_some("UndefinedBehaviorSanitizer"),
        ErrorKind::Assertion
        | ErrorKind::Annotation
        | ErrorKind::ErrorCall
        | ErrorKind::ErrorLabel
        | ErrorKind::Condition
        | ErrorKind::Check(CheckKind::Uninit) => None,
    }
}

impl Run {
    /// What the run says about a claim.
    pub fn judge(&self, claimed: &Claimed, harness: &Harness, sight: Sight) -> Judgement {
        if claimed.is(&self.end) {
            return Judgement::Fails;
        }
        if let Some(obstacle) = self.obstacle(harness) {
            return Judgement::Open(obstacle);
        }
        if let Some(missing) = unseen(claimed.kind, sight) {
            return Judgement::Open(Hindrance::Unchecked(missing.to_owned()));
        }
        if matches!(self.end, End::Finished | End::Leaks(_)) {
            match claimed.kind {
                ErrorKind::Check(CheckKind::Memory) => return Judgement::Open(Hindrance::HiddenLeak),
                ErrorKind::Check(CheckKind::Cleanup) => return Judgement::Open(Hindrance::StillReachable),
                _ => {}
            }
        }
        let pointer = claimed.kind == ErrorKind::Check(CheckKind::Pointer);
        if let End::Undefined { line: Some(line), fault: Fault::Index, .. } = &self.end
            && harness.addressed.contains(line)
        {
            return Judgement::Open(Hindrance::Address { line: line.number });
        }
        if pointer && matches!(self.end, End::Error(_) | End::Assertion(_) | End::Finished) {
            return Judgement::Open(Hindrance::NullUse);
        }
        if let Some(OtherResult { name, place, given, needed }) = self.results.first() {
            return Judgement::Differs(format!(
                "{name}() gives {given} at {place}, and not {needed}, so that {}",
                self.phrase(harness)
            ));
        }
        Judgement::Differs(self.phrase(harness))
    }

    /// Why the run tells nothing about an error that it did not come to.
    fn obstacle(&self, harness: &Harness) -> Option<Hindrance> {
        match &self.end {
            End::Limit(obstacle) => return Some(obstacle.clone()),
            End::Text { name, line } => {
                return Some(Hindrance::Text { name: name.clone(), place: harness.parts.phrase(*line) });
            }
            End::Undefined { line: None, fault: Fault::NullCall, .. } => return Some(Hindrance::NullCall),
            End::Undefined { line: None, what, .. } => return Some(Hindrance::Unchecked(what.clone())),
            _ => {}
        }
        if let Some(name) = self.stubs.iter().find(|name| !harness.known.contains(*name)) {
            return Some(Hindrance::NoBody(name.clone()));
        }
        if let Some(OtherResult { name, place, .. }) =
            self.results.iter().find(|r| function(&r.name).is_some_and(|f| f.of_system))
        {
            return Some(Hindrance::Decided { name: name.clone(), place: place.clone() });
        }
        let text = self.results.iter().find(|result| replay(&result.name) == Some(Replay::Number))?;
        Some(Hindrance::Text { name: text.name.clone(), place: text.place.clone() })
    }

    /// How it ended, in words, after "but".
    pub fn phrase(&self, harness: &Harness) -> String {
        match &self.end {
            End::Error(error) => format!("it fails otherwise: error {}", error.0 + 1),
            End::Assertion(line) => format!("an assertion at line {} fails", line.number),
            End::Called { name, line: Some(line), .. } => {
                format!("it calls {name}() at line {}", line.number)
            }
            End::Called { name, line: None, .. } => format!("it calls {name}()"),
            End::Undefined { line: Some(line), what, .. } => {
                format!("line {} is undefined: {what}", line.number)
            }
            End::Undefined { line: None, what, .. } => format!("it is undefined: {what}"),
            End::Leaks(lines) => match lines.first() {
                Some(line) => format!("a block from line {} leaks", line.number),
                None => "a block leaks".to_owned(),
            },
            End::Assumption => "an assumption does not hold".to_owned(),
            End::Text { name, line } => {
                format!("{name}() reads a text at {}", harness.parts.phrase(*line))
            }
            End::Limit(obstacle) => obstacle.to_string(),
            End::Signal(6) => "it calls abort()".to_owned(),
            End::Signal(number) => format!("signal {number} ends it"),
            End::Finished => "it ends without an error".to_owned(),
        }
    }
}
