//! Models, and what terms and formulas are in them.
//!
//! What a model does not list may be anything; asked for it, it answers with the value nearest to zero, and that a truth
//! value is false.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::substitute::{Item, Mentions};
use super::term::{
    BoolId, FormulaId, FormulaNode, MapId, MapNode, Range, Region, TermId, TermNode, Terms, VariableId,
};
use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_lia::problem::Value;

/// Values at positions: blocks and offsets.
pub type Cells = BTreeMap<(i128, i128), i128>;

/// Values more than which one quantified formula is not looked at.
const VALUES: i128 = 4_096;

/// What satisfies something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The truth values that are decided.
    pub atoms: BTreeMap<BoolId, bool>,
    /// The integers that matter.
    pub integers: BTreeMap<VariableId, i128>,
    /// The cells of unknown maps that matter.
    pub cells: BTreeMap<MapId, Cells>,
    /// Operations that are not defined, with the numbers that they are here.
    pub undefined: BTreeMap<TermId, i128>,
    /// What comparisons are about besides variables: operations, cells, choices.
    pub computed: BTreeSet<TermId>,
    /// Whether the quantified formulas that are supposed were found to hold for all values.
    pub complete: bool,
}

impl Model {
    /// The number that a term is; nothing if a number is too large, or no map of a choice is chosen.
    pub fn term(&self, terms: &Terms, term: TermId) -> Option<i128> {
        Evaluation::new(self).term(terms, term)
    }

    /// The truth value, if it is decided.
    pub fn atom(&self, atom: BoolId) -> Option<bool> {
        self.atoms.get(&atom).copied()
    }

    /// The same, with what it answers where it is asked for the operands of what comparisons are about: the integers and cells that
    /// no comparison is about itself.
    pub fn completed(&self, terms: &Terms) -> Model {
        let mut evaluation = Evaluation::new(self);
        self.computed.iter().for_each(|term| _ = evaluation.term(terms, *term));
        let mut all = self.clone();
        all.integers.extend(evaluation.integers.iter().filter_map(|(term, value)| match terms.term(*term) {
            TermNode::Variable(variable) => Some((*variable, (*value)?)),
            TermNode::Integer(_)
            | TermNode::Sum { .. }
            | TermNode::Operation(..)
            | TermNode::Select(..)
            | TermNode::Conditional(..) => None,
        }));
        evaluation.cells.iter().for_each(|((map, block, offset), value)| {
            if let (MapNode::Variable(..), Some(value)) = (terms.map(*map), value) {
                all.cells.entry(*map).or_default().insert((*block, *offset), *value);
            }
        });
        all
    }

    /// Whether a formula holds; nothing if that depends on more values than are looked at.
    pub fn holds(&self, terms: &Terms, formula: FormulaId) -> Option<bool> {
        Evaluation::new(self).formula(terms, formula)
    }

    /// What a map has at a position.
    pub fn cell(&self, terms: &Terms, map: MapId, block: i128, offset: i128) -> Option<i128> {
        Evaluation::new(self).cell(terms, map, block, offset)
    }
}

fn nearest_to_zero(range: Option<Range>) -> i128 {
    range.map_or(0, |(low, high)| 0.clamp(low, high.max(low)))
}

/// The values of terms and formulas in a model, remembered; what the model does not list is nearest to zero.
pub struct Evaluation<'m> {
    model: &'m Model,
    bound: BTreeMap<VariableId, i128>,
    integers: FxHashMap<TermId, Option<i128>>,
    truths: FxHashMap<FormulaId, Option<bool>>,
    /// What maps have at positions.
    cells: FxHashMap<(MapId, i128, i128), Option<i128>>,
    /// What depends on the variables that are bound at the moment is not remembered.
    varying: Mentions,
}

impl<'m> Evaluation<'m> {
    /// Values of a model that answers for everything.
    pub fn new(model: &'m Model) -> Self {
        Evaluation {
            model,
            bound: BTreeMap::new(),
            integers: FxHashMap::default(),
            truths: FxHashMap::default(),
            cells: FxHashMap::default(),
            varying: Mentions::default(),
        }
    }

    /// Gives variables values for what is asked next.
    pub fn bind(&mut self, bindings: impl IntoIterator<Item = (VariableId, i128)>) {
        self.bound = bindings.into_iter().collect();
        let variables: Vec<VariableId> = self.bound.keys().copied().collect();
        self.varying = Mentions::new(&variables);
    }

    fn varies(&mut self, terms: &Terms, item: Item) -> bool {
        !self.bound.is_empty() && self.varying.ask(terms, item)
    }

    /// The number that a term is.
    pub fn term(&mut self, terms: &Terms, term: TermId) -> Option<i128> {
        let varies = self.varies(terms, Item::Term(term));
        if let Some(known) = self.integers.get(&term).filter(|_| !varies) {
            return *known;
        }
        spend(1);
        let value = self.compute(terms, term);
        if !varies {
            self.integers.insert(term, value);
        }
        value
    }

    fn compute(&mut self, terms: &Terms, term: TermId) -> Option<i128> {
        match terms.term(term) {
            TermNode::Integer(value) => Some(*value),
            TermNode::Variable(variable) => {
                let known = self.bound.get(variable).or_else(|| self.model.integers.get(variable));
                let free = || nearest_to_zero(terms.variable_range(*variable));
                Some(known.copied().unwrap_or_else(free))
            }
            TermNode::Sum { terms: parts, constant } => {
                let mut sum = *constant;
                for (factor, part) in parts {
                    sum = sum.checked_add(factor.checked_mul(self.term(terms, *part)?)?)?;
                }
                Some(sum)
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                let (left, right) = (self.term(terms, *left)?, self.term(terms, *right)?);
                match operation.apply(*width, *signed, left, right) {
                    Value::Known(value) => Some(value),
                    Value::Undefined => {
                        let known = self.model.undefined.get(&term).copied();
                        // For other values of what varies it may be another number.
                        known.or_else(|| (!self.varies(terms, Item::Term(term))).then_some(0))
                    }
                    Value::TooLarge => None,
                }
            }
            TermNode::Select(map, block, offset) => {
                let (block, offset) = (self.term(terms, *block)?, self.term(terms, *offset)?);
                self.cell(terms, *map, block, offset)
            }
            TermNode::Conditional(condition, yes, no) => match self.formula(terms, *condition) {
                Some(true) => self.term(terms, *yes),
                Some(false) => self.term(terms, *no),
                None => None,
            },
        }
    }

    /// What a map has at a position.
    pub fn cell(&mut self, terms: &Terms, map: MapId, block: i128, offset: i128) -> Option<i128> {
        let mut passed = Vec::new();
        let mut map = map;
        let value = loop {
            // Reads of later maps at a position come down to those of earlier ones: each map is passed once for it.
            if let Some(known) = self.cells.get(&(map, block, offset)).filter(|_| self.bound.is_empty()) {
                break *known;
            }
            spend(1);
            passed.push(map);
            match self.before(terms, map, block, offset) {
                Below::Map(before) => map = before,
                Below::Value(value) => break value,
            }
        };
        if self.bound.is_empty() {
            self.cells.extend(passed.into_iter().map(|map| ((map, block, offset), value)));
        }
        value
    }

    /// What a map has at a position, or the map that it has it from.
    fn before(&mut self, terms: &Terms, map: MapId, block: i128, offset: i128) -> Below {
        let before = match terms.map(map) {
            MapNode::Variable(..) => {
                let known = self.model.cells.get(&map).and_then(|cells| cells.get(&(block, offset)));
                let free = || nearest_to_zero(terms.contents(map));
                return Below::Value(Some(known.copied().unwrap_or_else(free)));
            }
            MapNode::Store { map: before, block: at, offset: index, value } => {
                match self.is_at(terms, *at, *index, block, offset) {
                    Some(true) => return Below::Value(self.term(terms, *value)),
                    Some(false) => Some(*before),
                    None => None,
                }
            }
            MapNode::Forgotten { map: before, fresh, regions } => {
                let mut inside = Some(false);
                for region in regions {
                    match self.is_in(terms, region, block, offset) {
                        Some(true) => inside = Some(true),
                        None if inside == Some(false) => inside = None,
                        _ => {}
                    }
                }
                inside.map(|inside| if inside { *fresh } else { *before })
            }
            MapNode::Choice(cases) => {
                let holds = |case: &&(FormulaId, MapId)| self.formula(terms, case.0) == Some(true);
                cases.iter().find(holds).map(|case| case.1)
            }
        };
        before.map_or(Below::Value(None), Below::Map)
    }

    fn is_at(&mut self, terms: &Terms, at: TermId, index: TermId, block: i128, offset: i128) -> Option<bool> {
        let blocks = self.term(terms, at).map(|value| value == block);
        let offsets = self.term(terms, index).map(|value| value == offset);
        match (blocks, offsets) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    fn is_in(&mut self, terms: &Terms, region: &Region, block: i128, offset: i128) -> Option<bool> {
        let tests = [
            self.term(terms, region.block).map(|value| value == block),
            self.term(terms, region.first).map(|value| value <= offset),
            self.term(terms, region.end).map(|value| offset < value),
        ];
        match tests {
            _ if tests.contains(&Some(false)) => Some(false),
            _ if tests.contains(&None) => None,
            _ => Some(true),
        }
    }

    /// Whether a formula holds.
    pub fn formula(&mut self, terms: &Terms, formula: FormulaId) -> Option<bool> {
        // What was found before a variable was bound does not count where it is.
        let varies = self.varies(terms, Item::Formula(formula));
        if let Some(known) = self.truths.get(&formula).filter(|_| !varies) {
            return *known;
        }
        spend(1);
        let value = match terms.formula(formula) {
            FormulaNode::Constant(value) => Some(*value),
            FormulaNode::Atom(atom) => self.model.atom(*atom).or(Some(false)),
            FormulaNode::Compare(relation, left, right) => self
                .term(terms, *left)
                .zip(self.term(terms, *right))
                .map(|(left, right)| relation.holds(left, right)),
            FormulaNode::Not(inner) => self.formula(terms, *inner).map(|value| !value),
            FormulaNode::And(parts) => self.junction(terms, parts, false),
            FormulaNode::Or(parts) => self.junction(terms, parts, true),
            FormulaNode::Iff(left, right) => {
                self.formula(terms, *left).zip(self.formula(terms, *right)).map(|(left, right)| left == right)
            }
            FormulaNode::Forall(bound, body) => match self.find(terms, bound, *body, false) {
                Some(Assignments::Values(_)) => Some(false),
                Some(Assignments::Nothing) => Some(true),
                None => None,
            },
            FormulaNode::Exists(bound, body) => match self.find(terms, bound, *body, true) {
                Some(Assignments::Values(_)) => Some(true),
                Some(Assignments::Nothing) => Some(false),
                None => None,
            },
        };
        if !varies {
            self.truths.insert(formula, value);
        }
        value
    }

    /// An `or` if `decisive` is true, else an `and`.
    fn junction(&mut self, terms: &Terms, parts: &[FormulaId], decisive: bool) -> Option<bool> {
        let mut result = Some(!decisive);
        for part in parts {
            match self.formula(terms, *part) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => result = None,
            }
        }
        result
    }

    /// Values of some variables for which a formula has a truth value; nothing if that is not known.
    pub fn find(
        &mut self,
        terms: &Terms,
        bound: &[VariableId],
        body: FormulaId,
        wanted: bool,
    ) -> Option<Assignments> {
        let mut complete = true;
        for part in goals(terms, body, wanted) {
            let mut budget = VALUES;
            match self.find_one(terms, bound, &part, &mut budget) {
                Some(Assignments::Nothing) => {}
                Some(Assignments::Values(values)) => return Some(Assignments::Values(values)),
                None => complete = false,
            }
        }
        complete.then_some(Assignments::Nothing)
    }

    /// Values for which a conjunction of formulas, each with its truth value, holds.
    fn find_one(
        &mut self,
        terms: &Terms,
        open: &[VariableId],
        goal: &[(FormulaId, bool)],
        budget: &mut i128,
    ) -> Option<Assignments> {
        let Some((variable, (low, high))) =
            open.iter().find_map(|variable| Some((*variable, self.guarded(terms, *variable, open, goal)?)))
        else {
            if !open.is_empty() {
                return None;
            }
            let truths: Vec<Option<bool>> = goal
                .iter()
                .map(|(formula, wanted)| Some(self.formula(terms, *formula)? == *wanted))
                .collect();
            return match truths {
                _ if truths.contains(&Some(false)) => Some(Assignments::Nothing),
                _ if truths.contains(&None) => None,
                _ => Some(Assignments::Values(self.bound.clone())),
            };
        };
        *budget -= high.checked_sub(low)?.checked_add(1)?.max(0);
        if *budget < 0 {
            return None;
        }
        let rest: Vec<VariableId> = open.iter().copied().filter(|other| *other != variable).collect();
        let outer = self.bound.clone();
        let mut result = Some(Assignments::Nothing);
        for value in low..=high {
            self.bind(outer.clone().into_iter().chain([(variable, value)]));
            match self.find_one(terms, &rest, goal, budget) {
                Some(Assignments::Nothing) => {}
                None => result = None,
                found @ Some(Assignments::Values(_)) => {
                    result = found;
                    break;
                }
            }
        }
        self.bind(outer);
        result
    }

    /// Between which values a variable must be so that a conjunction holds, if it is between some.
    fn guarded(
        &mut self,
        terms: &Terms,
        variable: VariableId,
        open: &[VariableId],
        goal: &[(FormulaId, bool)],
    ) -> Option<Range> {
        let range = terms.variable_range(variable);
        let (mut low, mut high) = (range.map(|range| range.0), range.map(|range| range.1));
        for (formula, wanted) in goal {
            let FormulaNode::Compare(relation, left, _) = terms.formula(*formula) else { continue };
            let Some((factor, rest)) = self.isolated(terms, variable, open, *left) else { continue };
            // `factor * variable + rest` in relation to zero.
            let at_most = |value: i128, high: &mut Option<i128>| {
                *high = Some(high.map_or(value, |known| known.min(value)));
            };
            let at_least = |value: i128, low: &mut Option<i128>| {
                *low = Some(low.map_or(value, |known| known.max(value)));
            };
            let Some(opposite) = rest.checked_neg().filter(|_| factor.checked_neg().is_some()) else {
                continue;
            };
            match (relation, wanted) {
                (Relation::Equal, true) => {
                    at_most(opposite.div_euclid(factor), &mut high);
                    at_least(opposite.div_euclid(factor), &mut low);
                }
                // factor * variable <= -rest
                (Relation::LessEqual, true) if factor > 0 => at_most(opposite.div_euclid(factor), &mut high),
                (Relation::LessEqual, true) => {
                    at_least(rest.div_euclid(-factor) + i128::from(rest.rem_euclid(-factor) != 0), &mut low)
                }
                // factor * variable >= 1 - rest
                (Relation::LessEqual, false) if factor > 0 => {
                    let Some(least) = opposite.checked_add(1) else { continue };
                    at_least(least.div_euclid(factor) + i128::from(least.rem_euclid(factor) != 0), &mut low);
                }
                (Relation::LessEqual, false) => {
                    let Some(most) = rest.checked_sub(1) else { continue };
                    at_most(most.div_euclid(-factor), &mut high);
                }
                _ => {}
            }
        }
        low.zip(high)
    }

    /// The coefficient of a variable in a sum, and the value of the rest if no other open variable is in it.
    fn isolated(
        &mut self,
        terms: &Terms,
        variable: VariableId,
        open: &[VariableId],
        sum: TermId,
    ) -> Option<(i128, i128)> {
        let linear = terms.linear(sum);
        let (mut factor, mut rest) = (0, linear.constant);
        for (symbol, coefficient) in linear.terms {
            let term = TermId(symbol.0);
            if *terms.term(term) == TermNode::Variable(variable) {
                factor = coefficient;
            } else if terms.mentions(Item::Term(term), open) {
                return None;
            } else {
                rest = rest.checked_add(coefficient.checked_mul(self.term(terms, term)?)?)?;
            }
        }
        (factor != 0).then_some((factor, rest))
    }
}

/// Where the value of a map at a position comes from.
enum Below {
    /// From another map.
    Map(MapId),
    /// It is this; nothing if that is not known.
    Value(Option<i128>),
}

/// What a search for values of variables has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assignments {
    /// There are none.
    Nothing,
    /// These.
    Values(BTreeMap<VariableId, i128>),
}

/// A formula with a wanted truth value as alternatives, each a conjunction of formulas with their truth values.
fn goals(terms: &Terms, formula: FormulaId, wanted: bool) -> Vec<Vec<(FormulaId, bool)>> {
    match (terms.formula(formula), wanted) {
        (FormulaNode::Not(inner), _) => goals(terms, *inner, !wanted),
        (FormulaNode::And(parts), false) | (FormulaNode::Or(parts), true) => {
            parts.iter().flat_map(|part| goals(terms, *part, wanted)).collect()
        }
        _ => vec![conjuncts(terms, formula, wanted)],
    }
}

/// A formula with a wanted truth value as a conjunction.
fn conjuncts(terms: &Terms, formula: FormulaId, wanted: bool) -> Vec<(FormulaId, bool)> {
    match (terms.formula(formula), wanted) {
        (FormulaNode::Not(inner), _) => conjuncts(terms, *inner, !wanted),
        (FormulaNode::And(parts), true) | (FormulaNode::Or(parts), false) => {
            parts.iter().flat_map(|part| conjuncts(terms, *part, wanted)).collect()
        }
        _ => vec![(formula, wanted)],
    }
}
