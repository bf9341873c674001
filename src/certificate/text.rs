//! Certificates as text.

use std::fmt::{self, Write};

use super::refutation::{Line, Reason};
use super::shown;
use super::spelling::{OPERATIONS, form_over, one_line, shown};
use super::{Answer, Decision, Given, Law, LinearSum, Number, Step, checksum};

/// The first line of every certificate.
pub const HEADER: &str = "focuscheck certificate 1";

/// A certificate that is being written, decision by decision.
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
    decisions: usize,
}

impl Writer {
    /// A certificate with some words about what is decided, each with a name.
    pub fn new(about: &[(&str, &str)]) -> Self {
        let mut text = format!("{HEADER}\n");
        for (name, value) in about {
            text.push_str(&format!("; {name}: {}\n", one_line(value)));
        }
        Writer { text, decisions: 0 }
    }

    /// How many decisions it has.
    pub fn decisions(&self) -> usize {
        self.decisions
    }

    /// Adds a decision.
    pub fn add(&mut self, decision: &Decision) {
        self.decisions += 1;
        let number = self.decisions;
        self.text.push_str(&format!("\ndecision {number}\n"));
        let mut lines = Lines { text: &mut self.text, counts: Counts::default(), splits: Vec::new() };
        // Writing to a string does not fail.
        let _ = lines.decision(decision);
        let sum = checksum(self.text.as_bytes());
        self.text.push_str(&format!("done {number} {sum:016x}\n"));
    }

    /// Adds a refutation.
    pub fn add_refutation(&mut self, lines: &[Line]) {
        self.decisions += 1;
        let number = self.decisions;
        self.text.push_str(&format!("\nrefutation {number}\n"));
        let mut counts = shown::Counts::default();
        for line in lines {
            self.text.push_str(&counts.line(line));
            self.text.push('\n');
            if let Line::Clause(_, Reason::Arithmetic(decision, _)) = line {
                let mut lines = Lines { text: &mut self.text, counts: Counts::default(), splits: Vec::new() };
                // Writing to a string does not fail.
                let _ = lines.decision(decision);
                self.text.push_str("proved\n");
            }
        }
        let sum = checksum(self.text.as_bytes());
        self.text.push_str(&format!("done {number} {sum:016x}\n"));
    }

    /// Adds some words.
    pub fn note(&mut self, words: &str) {
        self.text.push_str(&format!("\n; {}\n", one_line(words)));
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        let sum = checksum(self.text.as_bytes());
        self.text.push_str(&format!("end {} {sum:016x}\n", self.decisions));
        self.text
    }
}

#[derive(Clone, Copy, Default)]
struct Counts {
    variables: usize,
    facts: usize,
    operators: usize,
}

struct Lines<'t> {
    text: &'t mut String,
    counts: Counts,
    /// The counts before each open split, with the line of its second case.
    splits: Vec<(Counts, usize, Number)>,
}

impl Lines<'_> {
    /// The number of the next fact.
    fn fact(&mut self) -> usize {
        self.counts.facts += 1;
        self.counts.facts
    }

    /// The next variable.
    fn variable(&mut self) -> usize {
        self.counts.variables += 1;
        self.counts.variables - 1
    }

    fn operator(&mut self) -> usize {
        self.counts.operators += 1;
        self.counts.operators
    }

    fn decision(&mut self, decision: &Decision) -> fmt::Result {
        for given in &decision.system {
            match given {
                Given::Variable(name) => {
                    let variable = self.variable();
                    writeln!(self.text, "variable v{variable} {}", one_line(name))?;
                }
                Given::Fact(fact, note) => {
                    let number = self.fact();
                    write!(self.text, "fact {number}: {}", shown(fact))?;
                    match note.is_empty() {
                        true => writeln!(self.text)?,
                        false => writeln!(self.text, " ; {}", one_line(note))?,
                    }
                }
                Given::Let(form) => self.define(form)?,
                Given::Operator(operator) => {
                    let number = self.operator();
                    let word = OPERATIONS.iter().find(|(operation, _)| *operation == operator.operation);
                    let word = word.map_or("", |(_, word)| word);
                    let (result, left, right) = (operator.result, operator.left, operator.right);
                    let ty = format!("{}{}", if operator.signed { 's' } else { 'u' }, operator.width);
                    writeln!(self.text, "operator {number}: v{result} = v{left} {word} v{right} in {ty}")?;
                }
            }
        }
        match &decision.answer {
            Answer::Feasible(values) => {
                writeln!(self.text, "feasible")?;
                for (variable, value) in values.iter().enumerate() {
                    writeln!(self.text, "value v{variable} = {value}")?;
                }
                Ok(())
            }
            Answer::Infeasible(steps) => {
                writeln!(self.text, "infeasible")?;
                steps.iter().try_for_each(|step| self.step(step))
            }
        }
    }

    fn define(&mut self, form: &LinearSum) -> fmt::Result {
        let (number, variable) = (self.fact(), self.variable());
        writeln!(self.text, "let {number}: v{variable} = {}", form_over('v', form))
    }

    fn step(&mut self, step: &Step) -> fmt::Result {
        let list = |numbers: &[usize]| numbers.iter().map(|number| format!(" {number}")).collect::<String>();
        match step {
            Step::Sum { parts, divisor, fact } => {
                let number = self.fact();
                write!(self.text, "sum {number}:")?;
                for (position, (factor, number)) in parts.iter().enumerate() {
                    let sign = if position == 0 { "" } else { " +" };
                    write!(self.text, "{sign} {factor}*{number}")?;
                }
                if *divisor != Number::ONE {
                    write!(self.text, " / {divisor}")?;
                }
                writeln!(self.text, " gives {}", shown(fact))
            }
            Step::Pair { one, other, fact } => {
                let number = self.fact();
                writeln!(self.text, "pair {number}: {one} {other} gives {}", shown(fact))
            }
            Step::Exclude { unequal, at_most, fact } => {
                let number = self.fact();
                writeln!(self.text, "exclude {number}: {unequal} {at_most} gives {}", shown(fact))
            }
            Step::Let { form } => self.define(form),
            Step::Interval { operator, bounds, fact } => {
                let number = self.fact();
                writeln!(self.text, "interval {number}: {operator} by{} gives {}", list(bounds), shown(fact))
            }
            Step::Law { operator, kind, bounds } => {
                let number = self.fact();
                let kind = match kind {
                    Law::Plain => String::new(),
                    Law::Rounding => " rounding".to_owned(),
                    Law::With(companion) => format!(" with {companion}"),
                };
                writeln!(self.text, "law {number}: {operator}{kind} by{}", list(bounds))
            }
            Step::Companion { operator } => {
                let (number, variable) = (self.operator(), self.variable());
                writeln!(self.text, "companion {number}: v{variable} of {operator}")
            }
            Step::Quotient { operator } => {
                let (number, variable) = (self.fact(), self.variable());
                writeln!(self.text, "quotient {number}: v{variable} of {operator}")
            }
            Step::Runs { operator, count, bounds } => {
                let number = self.fact();
                self.counts.facts += 2 * count + 1;
                let variables: String = (0..*count).map(|_| format!(" v{}", self.variable())).collect();
                writeln!(self.text, "runs {number}:{variables} of {operator} by{}", list(bounds))
            }
            Step::Split { variable, value } => {
                self.splits.push((self.counts, *variable, value.clone()));
                let number = self.fact();
                writeln!(self.text, "split {number}: v{variable} <= {value}")
            }
            Step::Case => {
                let Some((counts, variable, value)) = self.splits.last().cloned() else { return Ok(()) };
                self.counts = counts;
                let number = self.fact();
                writeln!(self.text, "case {number}: v{variable} >= {}", value + Number::ONE)
            }
            Step::Close => {
                if let Some((counts, _, _)) = self.splits.pop() {
                    self.counts = counts;
                }
                writeln!(self.text, "close")
            }
            Step::Contradiction { fact } => writeln!(self.text, "contradiction {fact}"),
        }
    }
}
