//! Writing the lines of a refutation.

use super::formula::Limits;
use super::refutation::{FormulaLine, Line, MapLine, Reason, TermLine};
use super::spelling::{OPERATIONS, form_over, one_line};

/// What the next things of each kind are called.
#[derive(Default)]
pub(super) struct Counts {
    variables: usize,
    atoms: usize,
    terms: usize,
    maps: usize,
    formulas: usize,
    clauses: usize,
}

/// Names, one after the other, each after a space.
fn names(letter: char, numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(|number| format!(" {letter}{number}")).collect()
}

fn limits(limits: &Option<Limits>) -> String {
    limits.as_ref().map_or(String::new(), |(low, high)| format!(" in {low} {high}"))
}

fn note(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" ; {}", one_line(words)) }
}

impl Counts {
    /// A line as text, without its end.
    pub fn line(&mut self, line: &Line) -> String {
        let mut next = |of: fn(&mut Self) -> &mut usize| {
            let count = of(self);
            *count += 1;
            *count - 1
        };
        match line {
            Line::Variable(range, name) => {
                format!("integer x{}{}{}", next(|c| &mut c.variables), limits(range), note(name))
            }
            Line::Atom(name) => format!("truth p{}{}", next(|c| &mut c.atoms), note(name)),
            Line::Term(line) => format!("term t{}: {}", next(|c| &mut c.terms), term(line)),
            Line::Map(line) => format!("map m{}: {}", next(|c| &mut c.maps), map(line)),
            Line::Formula(line) => format!("formula f{}: {}", next(|c| &mut c.formulas), formula(line)),
            Line::Suppose(number, words) => format!("suppose f{number}{}", note(words)),
            Line::Clause(literals, why) => {
                let number = next(|c| &mut c.clauses) + 1;
                let sign = |truth: bool| if truth { "" } else { "-" };
                let literals: String =
                    literals.iter().map(|(formula, truth)| format!(" {}f{formula}", sign(*truth))).collect();
                match why {
                    Reason::Learned(clauses) => {
                        let from: String = clauses.iter().map(|clause| format!(" {clause}")).collect();
                        format!("learned {number}:{literals} from{from}")
                    }
                    why => format!("clause {number}:{literals} by {}", reason(why)),
                }
            }
        }
    }
}

fn term(line: &TermLine) -> String {
    match line {
        TermLine::Number(value) => format!("number {value}"),
        TermLine::Variable(variable) => format!("variable x{variable}"),
        TermLine::Sum(sum) => format!("sum {}", form_over('t', sum)),
        TermLine::Operation(operation, width, signed, left, right) => {
            let word = OPERATIONS.iter().find(|(known, _)| known == operation).map_or("", |(_, word)| word);
            format!("operation {word} {}{width} t{left} t{right}", if *signed { 's' } else { 'u' })
        }
        TermLine::Select(map, block, offset) => format!("select m{map} t{block} t{offset}"),
        TermLine::Conditional(condition, yes, no) => format!("if f{condition} t{yes} t{no}"),
    }
}

fn map(line: &MapLine) -> String {
    match line {
        MapLine::Unknown(range) => format!("unknown{}", limits(range)),
        MapLine::Store(map, block, offset, value) => format!("store m{map} t{block} t{offset} t{value}"),
        MapLine::Forgotten(map, fresh, regions) => {
            format!("forgotten m{map} m{fresh}{}", names('t', regions.iter().flatten().copied()))
        }
        MapLine::Choice(cases) => {
            let cases: String =
                cases.iter().map(|(condition, map)| format!(" f{condition} m{map}")).collect();
            format!("choice{cases}")
        }
    }
}

fn formula(line: &FormulaLine) -> String {
    let all = |letter: char, numbers: &[usize]| names(letter, numbers.iter().copied());
    match line {
        FormulaLine::Constant(value) => value.to_string(),
        FormulaLine::Atom(atom) => format!("truth p{atom}"),
        FormulaLine::AtMostZero(term) => format!("at-most-zero t{term}"),
        FormulaLine::Zero(term) => format!("zero t{term}"),
        FormulaLine::Not(inner) => format!("not f{inner}"),
        FormulaLine::And(parts) => format!("and{}", all('f', parts)),
        FormulaLine::Or(parts) => format!("or{}", all('f', parts)),
        FormulaLine::Iff(left, right) => format!("iff f{left} f{right}"),
        FormulaLine::Forall(bound, body) => format!("forall{} f{body}", all('x', bound)),
        FormulaLine::Exists(bound, body) => format!("exists{} f{body}", all('x', bound)),
    }
}

fn reason(reason: &Reason) -> String {
    let all = |letter: char, numbers: &[usize]| names(letter, numbers.iter().copied());
    match reason {
        Reason::Supposed | Reason::Learned(_) => "supposed".to_owned(),
        Reason::Structure(formula) => format!("structure f{formula}"),
        Reason::Witness(formula, variables) => format!("witness f{formula}{}", all('x', variables)),
        Reason::Instance(formula, terms) => format!("instance f{formula}{}", all('t', terms)),
        Reason::Read(term) => format!("read t{term}"),
        Reason::Congruence(one, other) => format!("congruence t{one} t{other}"),
        Reason::Conditional(term) => format!("conditional t{term}"),
        Reason::Law(term) => format!("law t{term}"),
        Reason::Order(one, other) => format!("order t{one} t{other}"),
        Reason::Arithmetic(_, terms) => format!("arithmetic{}", all('t', terms)),
    }
}
