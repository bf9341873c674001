//! Reading certificates.

use super::check::{Place, check};
use super::text::{HEADER, OPERATIONS};
use super::{
    Answer, Decision, Fact, Given, Law, LinearSum, Number, Operation, Operator, Relation, Step, checksum,
};

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

type Read<T> = Result<T, String>;

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
                    self.decision(decisions)?;
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

    fn decision(&mut self, number: usize) -> Result<(), (usize, String)> {
        let mut names = Names::default();
        let mut system = Vec::new();
        let mut places: (Vec<usize>, Vec<usize>) = Default::default();
        let mut answer = None;
        loop {
            let line = self.next()?;
            let at = |reason: String| (line.number, reason);
            let mut words = Words::of(line.words);
            let word = words.word().map_err(at)?;
            if word == "done" {
                self.checked(line, &mut words, number).map_err(at)?;
                let Some(answer) = answer else { return Err(at("the decision has no answer".to_owned())) };
                let decision = Decision { system, answer };
                return check(&decision).map_err(|flaw| {
                    let place = match flaw.place {
                        Place::System(position) => places.0.get(position),
                        Place::Answer(position) => places.1.get(position),
                        Place::End => None,
                    };
                    (place.copied().unwrap_or(line.number), flaw.reason)
                });
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
                        places.0.push(line.number);
                    }
                }
                Some(Answer::Feasible(values)) => {
                    values.push(value(word, &mut words, values.len()).map_err(at)?);
                    places.1.push(line.number);
                }
                Some(Answer::Infeasible(steps)) => {
                    steps.push(names.step(word, &mut words).map_err(at)?);
                    places.1.push(line.number);
                }
            }
            if word != "variable" {
                words.end().map_err(at)?;
            }
        }
    }
}

/// What the next fact, variable and operator are called.
#[derive(Clone, Default)]
struct Names {
    facts: usize,
    variables: usize,
    operators: usize,
    splits: Vec<(Names, usize, Number)>,
}

impl Names {
    /// `N:`, the number of the next fact.
    fn fact(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.facts += 1;
        words.expect(&format!("{}:", self.facts))
    }

    /// The next variable.
    fn variable(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.variables += 1;
        words.expect(&format!("v{}", self.variables - 1))
    }

    fn operator(&mut self, words: &mut Words<'_>) -> Read<()> {
        self.operators += 1;
        words.expect(&format!("{}:", self.operators))
    }

    fn given(&mut self, word: &str, words: &mut Words<'_>) -> Read<Given> {
        match word {
            "variable" => {
                self.variable(words)?;
                Ok(Given::Variable(words.rest().to_owned()))
            }
            "fact" => {
                self.fact(words)?;
                Ok(Given::Fact(words.fact()?, String::new()))
            }
            "let" => Ok(Given::Let(self.define(words)?)),
            "operator" => {
                self.operator(words)?;
                let result = words.variable()?;
                words.expect("=")?;
                let left = words.variable()?;
                let word = words.word()?;
                let operation = OPERATIONS.iter().find(|(_, spelling)| *spelling == word);
                let operation = operation.ok_or_else(|| format!("`{word}` is no operation"))?.0;
                let right = words.variable()?;
                words.expect("in")?;
                let ty = words.word()?;
                let signed = ty.starts_with('s');
                let width = ty.strip_prefix(['s', 'u']).and_then(|width| width.parse().ok());
                let width = width.ok_or_else(|| format!("`{ty}` is no type"))?;
                if operation == Operation::Convert && left != right {
                    return Err("a conversion has one operand".to_owned());
                }
                Ok(Given::Operator(Operator { operation, width, signed, result, left, right }))
            }
            _ => Err(format!("`{word}` is no line of a system")),
        }
    }

    /// `N: v7 = E`
    fn define(&mut self, words: &mut Words<'_>) -> Read<LinearSum> {
        self.fact(words)?;
        self.variable(words)?;
        words.expect("=")?;
        words.form()
    }

    fn step(&mut self, word: &str, words: &mut Words<'_>) -> Read<Step> {
        match word {
            "sum" => self.sum_step(words),
            "pair" | "exclude" => {
                self.fact(words)?;
                let (one, other) = (index(words.word()?)?, index(words.word()?)?);
                words.expect("gives")?;
                let fact = words.fact()?;
                Ok(match word {
                    "pair" => Step::Pair { one, other, fact },
                    _ => Step::Exclude { unequal: one, at_most: other, fact },
                })
            }
            "let" => Ok(Step::Let { form: self.define(words)? }),
            "interval" => {
                self.fact(words)?;
                let operator = index(words.word()?)?;
                words.expect("by")?;
                let bounds = words.indices(Some("gives"))?;
                Ok(Step::Interval { operator, bounds, fact: words.fact()? })
            }
            "law" => self.law_step(words),
            "companion" => {
                self.operator(words)?;
                self.variable(words)?;
                words.expect("of")?;
                Ok(Step::Companion { operator: index(words.word()?)? })
            }
            "quotient" => {
                self.fact(words)?;
                self.variable(words)?;
                words.expect("of")?;
                Ok(Step::Quotient { operator: index(words.word()?)? })
            }
            "runs" => self.runs_step(words),
            "split" => self.split_step(words),
            "case" => self.case_step(words),
            "close" => {
                let (before, _, _) = self.splits.pop().ok_or_else(|| "no split is open".to_owned())?;
                self.restore(before);
                Ok(Step::Close)
            }
            "contradiction" => Ok(Step::Contradiction { fact: index(words.word()?)? }),
            _ => Err(format!("`{word}` is no step of a proof")),
        }
    }

    /// Multiples of facts, divided: `1*3 + -2*4 / 2 gives …`
    fn sum_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let mut parts = Vec::new();
        let mut divisor = Number::ONE;
        loop {
            let part = words.word()?;
            let (factor, fact) =
                part.split_once('*').ok_or_else(|| format!("`{part}` is no multiple of a fact"))?;
            parts.push((number(factor)?, index(fact)?));
            match words.word()? {
                "+" => {}
                "/" => {
                    divisor = number(words.word()?)?;
                    words.expect("gives")?;
                    break;
                }
                "gives" => break,
                other => return Err(format!("`{other}` is not expected here")),
            }
        }
        Ok(Step::Sum { parts, divisor, fact: words.fact()? })
    }

    fn law_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let operator = index(words.word()?)?;
        let kind = match words.word()? {
            "with" => Law::With(index(words.word()?)?),
            "rounding" => Law::Rounding,
            "by" => Law::Plain,
            other => return Err(format!("`{other}` is not expected here")),
        };
        if kind != Law::Plain {
            words.expect("by")?;
        }
        Ok(Step::Law { operator, kind, bounds: words.indices(None)? })
    }

    fn runs_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        self.fact(words)?;
        let first = self.variables;
        while words.peek() != Some("of") {
            self.variable(words)?;
        }
        words.expect("of")?;
        let count = self.variables - first;
        self.facts += 2 * count + 1;
        let operator = index(words.word()?)?;
        words.expect("by")?;
        Ok(Step::Runs { operator, count, bounds: words.indices(None)? })
    }

    fn split_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        let before = Names { splits: Vec::new(), ..self.clone() };
        self.fact(words)?;
        let variable = words.variable()?;
        words.expect("<=")?;
        let value = number(words.word()?)?;
        self.splits.push((before, variable, value.clone()));
        Ok(Step::Split { variable, value })
    }

    fn case_step(&mut self, words: &mut Words<'_>) -> Read<Step> {
        let Some((before, variable, value)) = self.splits.last().cloned() else {
            return Err("no split is open".to_owned());
        };
        self.restore(before);
        self.fact(words)?;
        words.expect(&format!("v{variable}"))?;
        words.expect(">=")?;
        words.expect(&(value + Number::ONE).to_string())?;
        Ok(Step::Case)
    }

    fn restore(&mut self, before: Names) {
        let splits = std::mem::take(&mut self.splits);
        *self = Names { splits, ..before };
    }
}

/// `value v3 = 5`
fn value(word: &str, words: &mut Words<'_>, variable: usize) -> Read<Number> {
    if word != "value" {
        return Err(format!("`{word}` is no line of a model"));
    }
    words.expect(&format!("v{variable}"))?;
    words.expect("=")?;
    number(words.word()?)
}

fn number(text: &str) -> Read<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = plain.then(|| text.parse().ok()).flatten();
    value.ok_or_else(|| format!("`{text}` is no number"))
}

fn index(text: &str) -> Read<usize> {
    text.parse().map_err(|_| format!("`{text}` is no number of a line"))
}

/// What is left of a line.
struct Words<'t> {
    left: &'t str,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        Words { left: text }
    }

    fn rest(&self) -> &'t str {
        self.left
    }

    fn peek(&self) -> Option<&'t str> {
        self.left.split_ascii_whitespace().next()
    }

    fn word(&mut self) -> Read<&'t str> {
        let left = self.left.trim_start();
        let end = left.find(|c: char| c.is_ascii_whitespace()).unwrap_or(left.len());
        if end == 0 {
            return Err("the line is too short".to_owned());
        }
        self.left = left[end..].trim_start();
        Ok(&left[..end])
    }

    fn expect(&mut self, wanted: &str) -> Read<()> {
        match self.word()? {
            word if word == wanted => Ok(()),
            word => Err(format!("`{wanted}` is expected in place of `{word}`")),
        }
    }

    fn end(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is not expected here")),
        }
    }

    fn variable(&mut self) -> Read<usize> {
        variable(self.word()?)
    }

    /// Numbers of lines up to a word or the end.
    fn indices(&mut self, until: Option<&str>) -> Read<Vec<usize>> {
        let mut found = Vec::new();
        while let Some(word) = self.peek() {
            self.word()?;
            if Some(word) == until {
                return Ok(found);
            }
            found.push(index(word)?);
        }
        match until {
            None => Ok(found),
            Some(word) => Err(format!("`{word}` is missing")),
        }
    }

    /// `2*v0 - v1 + 7`, up to a word that is no part of it.
    fn form(&mut self) -> Read<LinearSum> {
        let mut terms = Vec::new();
        let mut constant = Number::ZERO;
        let mut negative = false;
        loop {
            let word = self.word()?;
            let (negated, word) = match word.strip_prefix('-') {
                Some(word) => (!negative, word),
                None => (negative, word),
            };
            let sign = if negated { Number::NEG_ONE } else { Number::ONE };
            match word.split_once('*') {
                Some((factor, name)) => terms.push((variable(name)?, sign * number(factor)?)),
                None if word.starts_with('v') => terms.push((variable(word)?, sign)),
                None => constant += sign * number(word)?,
            }
            negative = match self.peek() {
                Some("+") => false,
                Some("-") => true,
                _ => return Ok(LinearSum::new(terms, constant)),
            };
            self.word()?;
        }
    }

    /// `E <= 0`
    fn fact(&mut self) -> Read<Fact> {
        let form = self.form()?;
        let relation = match self.word()? {
            "<=" => Relation::AtMost,
            "==" => Relation::Equal,
            "!=" => Relation::NotEqual,
            word => return Err(format!("`{word}` is no relation")),
        };
        self.expect("0")?;
        Ok(Fact { form, relation })
    }
}

fn variable(text: &str) -> Read<usize> {
    let number = text.strip_prefix('v').and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("`{text}` is no variable"))
}
