//! Reading certificates.

use super::check::{Flaw, Place, check};
use super::lines::Counts;
use super::refutation::{Checker, Line as Stated, Reason};
use super::steps::{Names, value};
use super::text::HEADER;
use super::words::{Read, Words};
use super::{Answer, Decision, checksum};

/// Why a certificate is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The line, counted from one.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Reads a certificate and checks every decision in it; how many there are.
pub fn verify(text: &str) -> Result<usize, Invalid> {
    let mut reader = Reader { lines: Vec::new(), position: 0, text };
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        // The words of a line; comments and empty lines are left out.
        let words = line.split(';').next().unwrap_or_default().trim();
        if !words.is_empty() {
            reader.lines.push(Line { number: number + 1, start, words });
        }
        start += line.len();
    }
    reader.certificate().map_err(|(line, reason)| Invalid { line, reason })
}

#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    start: usize,
    words: &'t str,
}

struct Reader<'t> {
    lines: Vec<Line<'t>>,
    position: usize,
    text: &'t str,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Line<'t>, (usize, String)> {
        let line = self.lines.get(self.position).copied();
        self.position += 1;
        line.ok_or_else(|| (self.text.lines().count().max(1), "the certificate is not complete".to_owned()))
    }

    fn certificate(&mut self) -> Result<usize, (usize, String)> {
        let first = self.next()?;
        if first.words != HEADER {
            return Err((first.number, format!("a certificate begins with `{HEADER}`")));
        }
        let mut decisions = 0;
        loop {
            let line = self.next()?;
            let at = |reason: String| (line.number, reason);
            let mut words = Words::of(line.words);
            match words.word().map_err(at)? {
                "decision" => {
                    decisions += 1;
                    words.expect(&decisions.to_string()).and_then(|()| words.end()).map_err(at)?;
                    let (decision, places, end) = self.decision("done")?;
                    self.numbered(end, decisions)?;
                    check(&decision).map_err(|flaw| places.of(flaw, end.number))?;
                }
                "refutation" => {
                    decisions += 1;
                    words.expect(&decisions.to_string()).and_then(|()| words.end()).map_err(at)?;
                    self.refutation(decisions)?;
                }
                "end" => {
                    self.checked(line, &mut words, decisions).map_err(at)?;
                    return match self.lines.get(self.position) {
                        None => Ok(decisions),
                        Some(more) => Err((more.number, "nothing may follow the end".to_owned())),
                    };
                }
                _ => return Err(at("a decision or the end is expected here".to_owned())),
            }
        }
    }

    /// The number and the checksum at the end of a decision and of the whole.
    fn checked(&self, line: Line<'_>, words: &mut Words<'_>, number: usize) -> Read<()> {
        words.expect(&number.to_string())?;
        let sum = checksum(&self.text.as_bytes()[..line.start]);
        words.expect(&format!("{sum:016x}")).map_err(|_| "the checksum does not fit the text".to_owned())?;
        words.end()
    }

    /// The same for a line whose first word is known.
    fn numbered(&self, line: Line<'_>, number: usize) -> Result<(), (usize, String)> {
        let mut words = Words::of(line.words);
        words
            .word()
            .and_then(|_| self.checked(line, &mut words, number))
            .map_err(|reason| (line.number, reason))
    }

    /// The lines of a decision up to the one that begins with a word.
    fn decision(&mut self, last: &str) -> Result<(Decision, Places, Line<'t>), (usize, String)> {
        let mut names = Names::default();
        let mut system = Vec::new();
        let mut places = Places::default();
        let mut answer = None;
        loop {
            let line = self.next()?;
            let at = |reason: String| (line.number, reason);
            let mut words = Words::of(line.words);
            let word = words.word().map_err(at)?;
            if word == last {
                let Some(answer) = answer else { return Err(at("the decision has no answer".to_owned())) };
                return Ok((Decision { system, answer }, places, line));
            }
            match &mut answer {
                None => {
                    answer = match word {
                        "feasible" => Some(Answer::Feasible(Vec::new())),
                        "infeasible" => Some(Answer::Infeasible(Vec::new())),
                        _ => None,
                    };
                    if answer.is_none() {
                        system.push(names.given(word, &mut words).map_err(at)?);
                        places.system.push(line.number);
                    }
                }
                Some(Answer::Feasible(values)) => {
                    values.push(value(word, &mut words, values.len()).map_err(at)?);
                    places.answer.push(line.number);
                }
                Some(Answer::Infeasible(steps)) => {
                    steps.push(names.step(word, &mut words).map_err(at)?);
                    places.answer.push(line.number);
                }
            }
            if word != "variable" {
                words.end().map_err(at)?;
            }
        }
    }

    /// The lines of a refutation, each checked as it is read.
    fn refutation(&mut self, number: usize) -> Result<(), (usize, String)> {
        let mut counts = Counts::default();
        let mut checker = Checker::default();
        loop {
            let line = self.next()?;
            let at = |reason: String| (line.number, reason);
            let mut words = Words::of(line.words);
            if words.peek() == Some("done") {
                self.numbered(line, number)?;
                return match checker.is_refuted() {
                    true => Ok(()),
                    false => Err(at("no contradiction is reached".to_owned())),
                };
            }
            let mut stated =
                counts.line(&mut words).and_then(|stated| words.end().map(|()| stated)).map_err(at)?;
            let mut end = line.number;
            if let Stated::Clause(_, Reason::Arithmetic(decision, _)) = &mut stated {
                let (read, _, last) = self.decision("proved")?;
                **decision = read;
                end = last.number;
            }
            checker.line(&stated).map_err(|reason| (end, reason))?;
        }
    }
}

/// Where the lines of a decision stand.
#[derive(Default)]
struct Places {
    system: Vec<usize>,
    answer: Vec<usize>,
}

impl Places {
    /// The line of a flaw with its reason.
    fn of(&self, flaw: Flaw, end: usize) -> (usize, String) {
        let place = match flaw.place {
            Place::System(position) => self.system.get(position),
            Place::Answer(position) => self.answer.get(position),
            Place::End => None,
        };
        (place.copied().unwrap_or(end), flaw.reason)
    }
}
