//! Reading the lines of a refutation.

use super::formula::Limits;
use super::refutation::{FormulaLine, Line, MapLine, Reason, TermLine};
use super::spelling::OPERATIONS;
use super::words::{Read, Words, index, number};
use super::{Answer, Decision, Operation};

/// How many things of each kind there are.
#[derive(Default)]
pub(super) struct Counts {
    variables: usize,
    atoms: usize,
    terms: usize,
    maps: usize,
    formulas: usize,
    clauses: usize,
}

/// The next number of a kind.
fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

impl Counts {
    /// A line; the decision of a clause of arithmetic follows and is still empty.
    pub fn line(&mut self, words: &mut Words<'_>) -> Read<Line> {
        let word = words.word()?;
        match word {
            "integer" => {
                words.expect(&format!("x{}", next(&mut self.variables)))?;
                Ok(Line::Variable(limits(words)?, String::new()))
            }
            "truth" => {
                words.expect(&format!("p{}", next(&mut self.atoms)))?;
                Ok(Line::Atom(String::new()))
            }
            "term" => {
                words.expect(&format!("t{}:", next(&mut self.terms)))?;
                Ok(Line::Term(term(words)?))
            }
            "map" => {
                words.expect(&format!("m{}:", next(&mut self.maps)))?;
                Ok(Line::Map(map(words)?))
            }
            "formula" => {
                words.expect(&format!("f{}:", next(&mut self.formulas)))?;
                Ok(Line::Formula(formula(words)?))
            }
            "suppose" => Ok(Line::Suppose(words.name('f')?, String::new())),
            "clause" | "learned" => {
                words.expect(&format!("{}:", next(&mut self.clauses) + 1))?;
                let end = if word == "clause" { "by" } else { "from" };
                let mut literals = Vec::new();
                loop {
                    let literal = words.word()?;
                    if literal == end {
                        break;
                    }
                    let (name, truth) = match literal.strip_prefix('-') {
                        Some(name) => (name, false),
                        None => (literal, true),
                    };
                    literals.push((Words::of(name).name('f')?, truth));
                }
                let reason =
                    if word == "clause" { reason(words)? } else { Reason::Learned(words.indices(None)?) };
                Ok(Line::Clause(literals, reason))
            }
            _ => Err(format!("`{word}` is no line of a refutation")),
        }
    }
}

/// `in LOW HIGH`, or nothing.
fn limits(words: &mut Words<'_>) -> Read<Option<Limits>> {
    if words.peek() != Some("in") {
        return Ok(None);
    }
    words.word()?;
    Ok(Some((number(words.word()?)?, number(words.word()?)?)))
}

/// All names up to the end of the line.
fn names(words: &mut Words<'_>, letter: char) -> Read<Vec<usize>> {
    let mut found = Vec::new();
    while words.peek().is_some() {
        found.push(words.name(letter)?);
    }
    Ok(found)
}

fn operation(words: &mut Words<'_>) -> Read<(Operation, usize, bool)> {
    let word = words.word()?;
    let operation = OPERATIONS.iter().find(|(_, spelling)| *spelling == word);
    let operation = operation.ok_or_else(|| format!("`{word}` is no operation"))?.0;
    let ty = words.word()?;
    let width = ty.strip_prefix(['s', 'u']).ok_or_else(|| format!("`{ty}` is no type"))?;
    Ok((operation, index(width)?, ty.starts_with('s')))
}

fn term(words: &mut Words<'_>) -> Read<TermLine> {
    match words.word()? {
        "number" => Ok(TermLine::Number(number(words.word()?)?)),
        "variable" => Ok(TermLine::Variable(words.name('x')?)),
        "sum" => Ok(TermLine::Sum(words.form_over('t')?)),
        "operation" => {
            let (operation, width, signed) = operation(words)?;
            Ok(TermLine::Operation(operation, width, signed, words.name('t')?, words.name('t')?))
        }
        "select" => Ok(TermLine::Select(words.name('m')?, words.name('t')?, words.name('t')?)),
        "if" => Ok(TermLine::Conditional(words.name('f')?, words.name('t')?, words.name('t')?)),
        word => Err(format!("`{word}` is no term")),
    }
}

fn map(words: &mut Words<'_>) -> Read<MapLine> {
    match words.word()? {
        "unknown" => Ok(MapLine::Unknown(limits(words)?)),
        "store" => Ok(MapLine::Store(words.name('m')?, words.name('t')?, words.name('t')?, words.name('t')?)),
        "forgotten" => {
            let (map, fresh) = (words.name('m')?, words.name('m')?);
            let mut regions = Vec::new();
            while words.peek().is_some() {
                regions.push([words.name('t')?, words.name('t')?, words.name('t')?]);
            }
            Ok(MapLine::Forgotten(map, fresh, regions))
        }
        "choice" => {
            let mut cases = Vec::new();
            while words.peek().is_some() {
                cases.push((words.name('f')?, words.name('m')?));
            }
            Ok(MapLine::Choice(cases))
        }
        word => Err(format!("`{word}` is no map")),
    }
}

fn formula(words: &mut Words<'_>) -> Read<FormulaLine> {
    let word = words.word()?;
    Ok(match word {
        "true" | "false" => FormulaLine::Constant(word == "true"),
        "truth" => FormulaLine::Atom(words.name('p')?),
        "at-most-zero" => FormulaLine::AtMostZero(words.name('t')?),
        "zero" => FormulaLine::Zero(words.name('t')?),
        "not" => FormulaLine::Not(words.name('f')?),
        "and" => FormulaLine::And(names(words, 'f')?),
        "or" => FormulaLine::Or(names(words, 'f')?),
        "iff" => FormulaLine::Iff(words.name('f')?, words.name('f')?),
        "forall" | "exists" => {
            let mut bound = Vec::new();
            while words.peek().is_some_and(|name| name.starts_with('x')) {
                bound.push(words.name('x')?);
            }
            let body = words.name('f')?;
            if word == "forall" { FormulaLine::Forall(bound, body) } else { FormulaLine::Exists(bound, body) }
        }
        _ => return Err(format!("`{word}` is no formula")),
    })
}

fn reason(words: &mut Words<'_>) -> Read<Reason> {
    Ok(match words.word()? {
        "supposed" => Reason::Supposed,
        "structure" => Reason::Structure(words.name('f')?),
        "witness" => Reason::Witness(words.name('f')?, names(words, 'x')?),
        "instance" => Reason::Instance(words.name('f')?, names(words, 't')?),
        "read" => Reason::Read(words.name('t')?),
        "congruence" => Reason::Congruence(words.name('t')?, words.name('t')?),
        "conditional" => Reason::Conditional(words.name('t')?),
        "law" => Reason::Law(words.name('t')?),
        "order" => Reason::Order(words.name('t')?, words.name('t')?),
        "arithmetic" => {
            let empty = Decision { system: Vec::new(), answer: Answer::Infeasible(Vec::new()) };
            Reason::Arithmetic(Box::new(empty), names(words, 't')?)
        }
        word => return Err(format!("`{word}` is no rule")),
    })
}
