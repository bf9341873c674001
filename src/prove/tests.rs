//! Answers against brute force, and questions of the kinds that verification conditions have.

mod faults;
mod functions;
mod negate;
mod questions;
mod random;

use super::*;
use crate::arith::Relation;
use crate::certificate::parse::verify;
use crate::certificate::text::Writer;

/// A prover with the usual limits.
fn prover() -> Prover {
    Prover::new(Limits::default())
}

/// The terms of new variables in a range.
fn variables<const N: usize>(
    prover: &mut Prover,
    names: [&str; N],
    range: Option<(i128, i128)>,
) -> [TermId; N] {
    names.map(|name| {
        let variable = prover.terms.variable(name, range);
        prover.terms.variable_term(variable)
    })
}

fn less(terms: &mut Terms, left: TermId, right: TermId) -> FormulaId {
    terms.compare(Relation::Less, left, right)
}

fn at_most(terms: &mut Terms, left: TermId, right: TermId) -> FormulaId {
    terms.compare(Relation::LessEqual, left, right)
}

/// The text of the proof of the last refutation.
fn proof(prover: &mut Prover) -> String {
    let lines = prover.proof().unwrap();
    let mut writer = Writer::new(&[]);
    writer.add_refutation(&lines);
    writer.finish()
}

/// Whether an answer is a refutation, after a look at the model if it is none, and at the proof if it is one.
fn is_refuted(prover: &mut Prover, answer: &Answer) -> bool {
    match answer {
        Answer::Refuted { .. } => {
            let text = proof(prover);
            assert_eq!(verify(&text), Ok(1), "{text}");
            true
        }
        Answer::Satisfied(model) => {
            assert!(model.complete, "{model:?}");
            for formula in prover.supposed() {
                assert_eq!(model.holds(&prover.terms, *formula), Some(true), "{model:?}");
            }
            false
        }
        Answer::Open(lack) => panic!("open: {lack:?}"),
    }
}

/// A formula as text.
fn shown(terms: &Terms, item: Item) -> String {
    let term = |term: &TermId| shown(terms, Item::Term(*term));
    let formula = |formula: &FormulaId| shown(terms, Item::Formula(*formula));
    let all = |parts: &[FormulaId], word: &str| parts.iter().map(formula).collect::<Vec<_>>().join(word);
    let names = |bound: &[VariableId]| bound.iter().map(|v| format!("x{} ", v.0)).collect::<String>();
    match item {
        Item::Term(id) => match terms.term(id) {
            TermNode::Integer(value) => value.to_string(),
            TermNode::Variable(variable) => format!("x{}", variable.0),
            TermNode::Sum { terms, constant } => {
                let parts: Vec<String> =
                    terms.iter().map(|(f, part)| format!("{f}*{}", term(part))).collect();
                format!("({} + {constant})", parts.join(" + "))
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                format!("({} {operation:?}{width}{signed} {})", term(left), term(right))
            }
            TermNode::Select(map, block, offset) => {
                format!("{}[{}, {}]", shown(terms, Item::Map(*map)), term(block), term(offset))
            }
            TermNode::Conditional(condition, yes, no) => {
                format!("({} ? {} : {})", formula(condition), term(yes), term(no))
            }
        },
        Item::Map(id) => match terms.map(id) {
            MapNode::Variable(name, number) => format!("{name}{number}"),
            MapNode::Store { map, block, offset, value } => {
                let map = shown(terms, Item::Map(*map));
                format!("{map}{{{}, {} := {}}}", term(block), term(offset), term(value))
            }
            MapNode::Forgotten { map, fresh, regions } => {
                let (map, fresh) = (shown(terms, Item::Map(*map)), shown(terms, Item::Map(*fresh)));
                let part = |r: &Region| format!("{}: {}..{}", term(&r.block), term(&r.first), term(&r.end));
                format!("{map}{{{fresh} in {:?}}}", regions.iter().map(part).collect::<Vec<_>>())
            }
            MapNode::Choice(cases) => {
                let part = |case: &(FormulaId, MapId)| {
                    format!("{} => {}", formula(&case.0), shown(terms, Item::Map(case.1)))
                };
                format!("<{}>", cases.iter().map(part).collect::<Vec<_>>().join(" | "))
            }
        },
        Item::Formula(id) => match terms.formula(id) {
            FormulaNode::Constant(value) => value.to_string(),
            FormulaNode::Atom(atom) => format!("p{}", atom.0),
            FormulaNode::Compare(relation, left, right) => {
                format!("{} {} {}", term(left), relation.symbol(), term(right))
            }
            FormulaNode::Not(inner) => format!("!({})", formula(inner)),
            FormulaNode::And(parts) => format!("({})", all(parts, " && ")),
            FormulaNode::Or(parts) => format!("({})", all(parts, " || ")),
            FormulaNode::Iff(left, right) => format!("({} <=> {})", formula(left), formula(right)),
            FormulaNode::Forall(bound, body) => format!("(forall {}. {})", names(bound), formula(body)),
            FormulaNode::Exists(bound, body) => format!("(exists {}. {})", names(bound), formula(body)),
        },
    }
}
