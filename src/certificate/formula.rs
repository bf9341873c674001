//! Terms, maps and formulas as the checker sees them: each is brought into a normal form when it is built, and what has the
//! same form has the same number. Every step of the normal form keeps the meaning, so that equal numbers mean equal things.

use rustc_hash::FxHashMap;
use std::hash::Hash;

use super::operator::{End, apply, type_range};
use super::{LinearSum, Number, Operation, Operator};

/// The number of a term.
pub type Term = usize;
/// The number of a map.
pub type Map = usize;
/// The number of a formula.
pub type Formula = usize;
/// The number of a variable.
pub type Variable = usize;
/// A formula that is not the negation of another, and whether it holds.
pub type Literal = (Formula, bool);
/// Smallest and largest value.
pub type Limits = (Number, Number);

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermNode {
    /// A number.
    Number(Number),
    /// An unknown integer.
    Variable(Variable),
    /// A sum of other terms, none of which is a sum or number: their numbers with factors, and a constant.
    Sum(Vec<(Term, Number)>, Number),
    /// An operation in a type.
    Operation(Operation, usize, bool, Term, Term),
    /// What a map has at a block and an offset.
    Select(Map, Term, Term),
    /// The first if the formula holds, else the second.
    Conditional(Formula, Term, Term),
}

/// A map from blocks and offsets to integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MapNode {
    /// An unknown one.
    Unknown(usize),
    /// Another one but for a block and an offset, where it has a value.
    Store(Map, Term, Term, Term),
    /// The first outside of regions (block, first offset, offset behind the last), the second inside.
    Forgotten(Map, Map, Vec<[Term; 3]>),
    /// The map of a condition that holds.
    Choice(Vec<(Formula, Map)>),
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FormulaNode {
    /// True or false.
    Constant(bool),
    /// An unknown truth value.
    Atom(usize),
    /// A sum that is `<= 0` (if the flag is false) or `== 0`.
    Compare(Vec<(Term, Number)>, Number, bool),
    /// Not.
    Not(Formula),
    /// And.
    And(Vec<Formula>),
    /// Or.
    Or(Vec<Formula>),
    /// If and only if.
    Iff(Formula, Formula),
    /// For all values of some variables.
    Forall(Vec<Variable>, Formula),
    /// For some values.
    Exists(Vec<Variable>, Formula),
}

/// Nodes by number, and the other way round.
#[derive(Debug)]
struct Table<N> {
    nodes: Vec<N>,
    numbers: FxHashMap<N, usize>,
}

impl<N> Default for Table<N> {
    fn default() -> Self {
        Table { nodes: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<N: Clone + Eq + Hash> Table<N> {
    fn intern(&mut self, node: N) -> usize {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        self.nodes.push(node.clone());
        self.numbers.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }
}

/// All terms, maps and formulas.
#[derive(Debug, Default)]
pub struct Arena {
    terms: Table<TermNode>,
    maps: Table<MapNode>,
    formulas: Table<FormulaNode>,
    /// The limits of the variables.
    pub variables: Vec<Option<Limits>>,
    /// The limits of the values of the unknown maps.
    pub contents: Vec<Option<Limits>>,
}

/// Terms.
impl Arena {
    /// What a term is.
    pub fn term(&self, term: Term) -> &TermNode {
        &self.terms.nodes[term]
    }

    /// A number.
    pub fn number(&mut self, value: Number) -> Term {
        self.terms.intern(TermNode::Number(value))
    }

    /// An unknown integer.
    pub fn variable(&mut self, variable: Variable) -> Term {
        self.terms.intern(TermNode::Variable(variable))
    }

    /// A term as a sum over terms that are neither sums nor numbers.
    pub fn linear(&self, term: Term) -> LinearSum {
        match self.term(term) {
            TermNode::Number(value) => LinearSum { terms: Vec::new(), constant: value.clone() },
            TermNode::Sum(terms, constant) => LinearSum { terms: terms.clone(), constant: constant.clone() },
            _ => LinearSum { terms: vec![(term, Number::ONE)], constant: Number::ZERO },
        }
    }

    /// A sum over any terms as one over terms that are neither sums nor numbers.
    pub fn flat(&self, sum: &LinearSum) -> LinearSum {
        let forms: Vec<LinearSum> = sum.terms.iter().map(|(term, _)| self.linear(*term)).collect();
        let parts = sum.terms.iter().zip(&forms).map(|((_, factor), form)| (factor, form));
        let mut flat = LinearSum::sum(parts);
        flat.constant += &sum.constant;
        flat
    }

    /// The term of a sum over any terms.
    pub fn sum(&mut self, sum: &LinearSum) -> Term {
        let LinearSum { terms, constant } = self.flat(sum);
        match &terms[..] {
            [] => self.number(constant),
            [(term, factor)] if *factor == Number::ONE && constant == Number::ZERO => *term,
            _ => self.terms.intern(TermNode::Sum(terms, constant)),
        }
    }

    fn as_number(&self, term: Term) -> Option<&Number> {
        match self.term(term) {
            TermNode::Number(value) => Some(value),
            _ => None,
        }
    }

    fn multiple(&mut self, term: Term, factor: Number) -> Term {
        self.sum(&LinearSum { terms: vec![(term, factor)], constant: Number::ZERO })
    }

    /// An operation in a type; the right operand of a conversion is ignored.
    pub fn operation(&mut self, of: Operation, width: usize, signed: bool, left: Term, right: Term) -> Term {
        let right = if of == Operation::Convert { left } else { right };
        let operator = Operator { operation: of, width, signed, result: 0, left: 0, right: 0 };
        let (one, other) = (self.as_number(left).cloned(), self.as_number(right).cloned());
        if let (Some(one), Some(other)) = (&one, &other)
            && let Some(value) = apply(&operator, one, other)
        {
            return self.number(value);
        }
        match (of, one, other) {
            (Operation::Multiply, Some(factor), _) => return self.multiple(right, factor),
            (Operation::Multiply, _, Some(factor)) => return self.multiple(left, factor),
            (Operation::Multiply, ..) => {
                let node = TermNode::Operation(of, 64, true, left.min(right), left.max(right));
                return self.terms.intern(node);
            }
            (Operation::Divide, _, Some(divisor)) if divisor == Number::ONE => return left,
            (Operation::ShiftLeft, _, Some(by)) => {
                let by = usize::try_from(&by).ok().filter(|by| *by < width);
                if let Some(by) = by {
                    return self.multiple(left, Number::ONE << by);
                }
            }
            (Operation::Convert, ..) => {
                let ty = type_range(width, signed);
                if let Some((low, high)) = self.limits(left)
                    && ty.low <= End::At(low)
                    && End::At(high) <= ty.high
                {
                    return left;
                }
            }
            _ => {}
        }
        self.terms.intern(TermNode::Operation(of, width, signed, left, right))
    }

    /// The limits of a term, as far as those of variables say.
    pub fn limits(&self, term: Term) -> Option<Limits> {
        match self.term(term) {
            TermNode::Number(value) => Some((value.clone(), value.clone())),
            TermNode::Variable(variable) => self.variables[*variable].clone(),
            TermNode::Sum(terms, constant) => {
                let (mut low, mut high) = (constant.clone(), constant.clone());
                for (term, factor) in terms {
                    let (least, most) = self.limits(*term)?;
                    let negative = *factor < Number::ZERO;
                    let (least, most) = if negative { (most, least) } else { (least, most) };
                    low += factor * least;
                    high += factor * most;
                }
                Some((low, high))
            }
            TermNode::Operation(Operation::Convert, width, signed, ..) => {
                match (type_range(*width, *signed).low, type_range(*width, *signed).high) {
                    (End::At(low), End::At(high)) => Some((low, high)),
                    _ => None,
                }
            }
            TermNode::Select(map, ..) => match self.map(*map) {
                MapNode::Unknown(number) => self.contents[*number].clone(),
                _ => None,
            },
            TermNode::Operation(..) | TermNode::Conditional(..) => None,
        }
    }

    /// The first term if the formula holds, else the second.
    pub fn conditional(&mut self, condition: Formula, yes: Term, no: Term) -> Term {
        match *self.formula(condition) {
            FormulaNode::Constant(true) => yes,
            FormulaNode::Constant(false) => no,
            _ if yes == no => yes,
            FormulaNode::Not(opposite) => self.terms.intern(TermNode::Conditional(opposite, no, yes)),
            _ => self.terms.intern(TermNode::Conditional(condition, yes, no)),
        }
    }
}

/// What has which number.
impl Arena {
    /// What a map is.
    pub fn map(&self, map: Map) -> &MapNode {
        &self.maps.nodes[map]
    }

    /// What a formula is.
    pub fn formula(&self, formula: Formula) -> &FormulaNode {
        &self.formulas.nodes[formula]
    }

    pub(super) fn intern_term(&mut self, node: TermNode) -> Term {
        self.terms.intern(node)
    }

    pub(super) fn intern_map(&mut self, node: MapNode) -> Map {
        self.maps.intern(node)
    }

    pub(super) fn intern_formula(&mut self, node: FormulaNode) -> Formula {
        self.formulas.intern(node)
    }
}
