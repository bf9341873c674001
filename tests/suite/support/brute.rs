//! What formulas say for all values of their unknowns, by trying them: a second opinion on terms and formulas that shares
//! no line with the prover.
//!
//! Unknowns are given values in the order in which they are asked for, so that what does not matter is not tried.

use std::collections::BTreeMap;

use focuscheck_base::arith::Relation;
use focuscheck_lia::problem::Operation;
use focuscheck_smt::term::{
    BoolId, FormulaId, FormulaNode, MapId, MapNode, TermId, TermNode, Terms, VariableId,
};

/// An unknown with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unknown {
    Variable(VariableId),
    Cell(MapId, i128, i128),
    Atom(BoolId),
}

/// One valuation.
pub struct Trial<'t> {
    terms: &'t Terms,
    /// Truth values that are given.
    pub atoms: &'t BTreeMap<BoolId, bool>,
    /// Variables that are given.
    pub given: &'t BTreeMap<VariableId, i128>,
    /// What unknowns without a smaller range may be.
    box_: (i128, i128),
    /// What was chosen so far, in order, with the number of choices.
    chosen: Vec<(Unknown, i128, i128)>,
    known: BTreeMap<Unknown, i128>,
    replay: Vec<i128>,
}

/// More valuations than that are not tried.
const MOST: u64 = 200_000;

/// Whether a formula holds for all values in a box of what is not given; `None` if that cannot be tried.
pub fn holds(
    terms: &Terms,
    formula: FormulaId,
    atoms: &BTreeMap<BoolId, bool>,
    given: &BTreeMap<VariableId, i128>,
    box_: (i128, i128),
) -> Option<bool> {
    let mut replay: Vec<i128> = Vec::new();
    for _ in 0..MOST {
        let mut trial =
            Trial { terms, atoms, given, box_, chosen: Vec::new(), known: BTreeMap::new(), replay };
        if !trial.formula(formula)? {
            return Some(false);
        }
        // The next valuation: the last choice that is not exhausted goes on.
        let mut chosen = std::mem::take(&mut trial.chosen);
        while chosen.last().is_some_and(|(_, value, high)| value == high) {
            chosen.pop();
        }
        let Some(last) = chosen.last_mut() else { return Some(true) };
        last.1 += 1;
        replay = chosen.into_iter().map(|(_, value, _)| value).collect();
    }
    None
}

impl Trial<'_> {
    fn choose(&mut self, unknown: Unknown, range: Option<(i128, i128)>) -> i128 {
        if let Some(&known) = self.known.get(&unknown) {
            return known;
        }
        let (low, high) = range.unwrap_or((i128::MIN, i128::MAX));
        let (low, high) = (low.max(self.box_.0), high.min(self.box_.1));
        let value = self.replay.get(self.chosen.len()).copied().unwrap_or(low);
        self.chosen.push((unknown, value, high.max(low)));
        self.known.insert(unknown, value);
        value
    }

    fn term(&mut self, term: TermId) -> Option<i128> {
        let terms = self.terms;
        Some(match terms.term(term) {
            TermNode::Integer(value) => *value,
            TermNode::Variable(variable) => match self.given.get(variable) {
                Some(value) => *value,
                None => self.choose(Unknown::Variable(*variable), terms.variable_range(*variable)),
            },
            TermNode::Sum { terms: parts, constant } => {
                let mut sum = *constant;
                for (factor, part) in parts {
                    sum += factor * self.term(*part)?;
                }
                sum
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                let (left, right) = (self.term(*left)?, self.term(*right)?);
                operated(*operation, *width, *signed, left, right)?
            }
            TermNode::Select(map, block, offset) => {
                let (block, offset) = (self.term(*block)?, self.term(*offset)?);
                self.cell(*map, block, offset)?
            }
            TermNode::Conditional(condition, yes, no) => match self.formula(*condition)? {
                true => self.term(*yes)?,
                false => self.term(*no)?,
            },
        })
    }

    fn cell(&mut self, map: MapId, block: i128, offset: i128) -> Option<i128> {
        let terms = self.terms;
        match terms.map(map) {
            MapNode::Variable(..) => {
                Some(self.choose(Unknown::Cell(map, block, offset), terms.contents(map)))
            }
            MapNode::Store { map, block: at, offset: index, value } => {
                match self.term(*at)? == block && self.term(*index)? == offset {
                    true => self.term(*value),
                    false => self.cell(*map, block, offset),
                }
            }
            MapNode::Forgotten { map, fresh, regions } => {
                for region in regions {
                    let (first, end) = (self.term(region.first)?, self.term(region.end)?);
                    if self.term(region.block)? == block && first <= offset && offset < end {
                        return self.cell(*fresh, block, offset);
                    }
                }
                self.cell(*map, block, offset)
            }
            MapNode::Choice(cases) => {
                for (condition, map) in cases {
                    if self.formula(*condition)? {
                        return self.cell(*map, block, offset);
                    }
                }
                None
            }
        }
    }

    /// Parts are looked at in order, and those behind the one that decides are not.
    fn formula(&mut self, formula: FormulaId) -> Option<bool> {
        let terms = self.terms;
        Some(match terms.formula(formula) {
            FormulaNode::Constant(value) => *value,
            FormulaNode::Atom(atom) => match self.atoms.get(atom) {
                Some(value) => *value,
                None => self.choose(Unknown::Atom(*atom), Some((0, 1))) == 1,
            },
            FormulaNode::Compare(relation, left, right) => {
                let (left, right) = (self.term(*left)?, self.term(*right)?);
                match relation {
                    Relation::Equal => left == right,
                    Relation::NotEqual => left != right,
                    Relation::Less => left < right,
                    Relation::LessEqual => left <= right,
                    Relation::Greater => left > right,
                    Relation::GreaterEqual => left >= right,
                }
            }
            FormulaNode::Not(inner) => !self.formula(*inner)?,
            FormulaNode::And(parts) => {
                for part in parts {
                    if !self.formula(*part)? {
                        return Some(false);
                    }
                }
                true
            }
            FormulaNode::Or(parts) => {
                for part in parts {
                    if self.formula(*part)? {
                        return Some(true);
                    }
                }
                false
            }
            FormulaNode::Iff(left, right) => self.formula(*left)? == self.formula(*right)?,
            FormulaNode::Forall(..) | FormulaNode::Exists(..) => return None,
        })
    }
}

/// `left operation right` as C has it; nothing where C has nothing.
fn operated(operation: Operation, width: u8, signed: bool, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|by| *by < u32::from(width));
    Some(match operation {
        Operation::Multiply => left * right,
        Operation::Divide => left.checked_div(right)?,
        Operation::Remainder => left.checked_rem(right)?,
        Operation::BitAnd => left & right,
        Operation::BitOr => left | right,
        Operation::BitXor => left ^ right,
        Operation::ShiftLeft => left << shift()?,
        Operation::ShiftRight => left >> shift()?,
        Operation::Wrap => {
            let size = 1_i128 << width;
            let low = left.rem_euclid(size);
            if signed && low >= size / 2 { low - size } else { low }
        }
    })
}
