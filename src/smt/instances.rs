//! Instances of formulas that hold for all values: those terms are tried with which the same map is read in the same place,
//! and the bounds that the formula itself has; only instances that a model contradicts are added.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Literal, Origin};
use super::core::Core;
use super::encode::{Encoding, Universal};
use super::model::{Assignments, Evaluation, Model};
use super::substitute::{Item, closure};
use super::term::{FormulaNode, MapId, MapNode, TermId, TermNode, Terms, VariableId};
use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::{Linear, Symbol};

/// More combinations of terms than this are not looked at for one formula at a time.
const COMBINATIONS: usize = 2_000;

/// A read in the body of a formula at `factor * variable + rest`.
#[derive(Clone, Debug)]
struct Pattern {
    variable: VariableId,
    maps: BTreeSet<MapId>,
    /// The block, if no bound variable is in it.
    block: Option<TermId>,
    factor: i128,
    rest: Linear,
}

/// What a formula says about which instances may matter.
#[derive(Clone, Debug, Default)]
struct Shape {
    reads: Vec<Pattern>,
    /// Terms that bound a variable, or are next to a bound.
    bounds: Vec<(VariableId, TermId)>,
}

/// What was tried so far.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    shapes: FxHashMap<usize, Shape>,
    bases: FxHashMap<MapId, BTreeSet<MapId>>,
    done: FxHashSet<(usize, Vec<TermId>)>,
    /// How many instances were made of single values, for each formula.
    values: FxHashMap<usize, usize>,
    /// How many there are.
    pub count: usize,
}

/// Where a search stands.
pub struct Situation<'s> {
    /// What is assigned.
    pub core: &'s Core,
    /// What that stands for.
    pub encoding: &'s Encoding,
    /// A model of the comparisons that are assigned.
    pub model: &'s Model,
    /// The terms that it is about.
    pub symbols: &'s BTreeSet<Symbol>,
}

impl Situation<'_> {
    /// The formulas that are to hold for all values, with their positions.
    fn universals(&self) -> impl Iterator<Item = (usize, &Universal)> {
        let all = self.encoding.universals.iter().enumerate();
        all.filter(|(_, u)| self.core.value(Literal::new(u.proposition, true)) == Some(true))
    }
}

/// An instance that a model contradicts.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The position of its formula among the universal ones.
    pub universal: usize,
    /// The terms, in the order of the variables.
    pub terms: Vec<TermId>,
}

impl Instances {
    /// The unknown maps that a map is made of.
    fn bases(&mut self, terms: &Terms, map: MapId) -> BTreeSet<MapId> {
        if let Some(known) = self.bases.get(&map) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let (mut open, mut seen) = (vec![map], FxHashSet::default());
        while let Some(map) = open.pop() {
            if !seen.insert(map) {
                continue;
            }
            spend(1);
            match terms.map(map) {
                MapNode::Variable(..) => {
                    found.insert(map);
                }
                MapNode::Store { map, .. } => open.push(*map),
                MapNode::Forgotten { map, fresh, .. } => open.extend([*map, *fresh]),
                MapNode::Choice(cases) => open.extend(cases.iter().map(|case| case.1)),
            }
        }
        self.bases.insert(map, found.clone());
        found
    }

    /// Looks at the body of a formula, once.
    fn look(&mut self, terms: &mut Terms, position: usize, universal: &Universal) {
        if self.shapes.contains_key(&position) {
            return;
        }
        let mut shape = Shape::default();
        // What an inner quantifier binds is no ground term either.
        let items = closure(terms, [Item::Formula(universal.body)]);
        let mut bound = universal.bound.clone();
        for item in &items {
            if let Item::Formula(formula) = item
                && let FormulaNode::Forall(inner, _) | FormulaNode::Exists(inner, _) = terms.formula(*formula)
            {
                bound.extend(inner);
            }
        }
        for item in items {
            match item {
                Item::Term(term) => {
                    let TermNode::Select(map, block, offset) = *terms.term(term) else { continue };
                    let maps = self.bases(terms, map);
                    let block = (!terms.mentions(Item::Term(block), &bound)).then_some(block);
                    let linear = terms.linear(offset);
                    for &variable in &universal.bound {
                        if let Some((factor, rest)) = split(terms, &linear, variable, &bound) {
                            shape.reads.push(Pattern { variable, maps: maps.clone(), block, factor, rest });
                        }
                    }
                }
                Item::Formula(formula) => {
                    let FormulaNode::Compare(relation, left, _) = *terms.formula(formula) else { continue };
                    let linear = terms.linear(left);
                    for &variable in &universal.bound {
                        if let Some((factor, rest)) = split(terms, &linear, variable, &bound) {
                            let ends = ends(terms, relation, factor, &rest);
                            shape.bounds.extend(ends.into_iter().map(|end| (variable, end)));
                        }
                    }
                }
                Item::Map(_) => {}
            }
        }
        self.shapes.insert(position, shape);
    }

    /// The terms that are tried for the variables of a formula, in order; those that rest on instances too deeply are left
    /// out.
    fn candidates(
        &mut self,
        terms: &mut Terms,
        situation: &Situation<'_>,
        position: usize,
        rounds: u32,
    ) -> Vec<Vec<TermId>> {
        let universal = &situation.encoding.universals[position];
        self.look(terms, position, universal);
        let shape = self.shapes.get(&position).cloned().unwrap_or_default();
        let mut found: BTreeMap<VariableId, Vec<TermId>> = BTreeMap::new();
        let mut add = |variable: VariableId, term: TermId| {
            let known = found.entry(variable).or_default();
            if !known.contains(&term) {
                known.push(term);
            }
        };
        for pattern in &shape.reads {
            for &Symbol(number) in situation.symbols {
                let TermNode::Select(map, block, offset) = *terms.term(TermId(number)) else { continue };
                spend(1);
                if self.bases(terms, map).is_disjoint(&pattern.maps) {
                    continue;
                }
                if let Some(own) = pattern.block
                    && terms.difference(own, block).is_some_and(|difference| difference != 0)
                {
                    continue;
                }
                if let Some(term) = solved(terms, offset, pattern.factor, &pattern.rest) {
                    add(pattern.variable, term);
                }
            }
        }
        shape.bounds.iter().for_each(|(variable, term)| add(*variable, *term));
        let bound = &universal.bound;
        let mut lists = Vec::with_capacity(bound.len());
        for variable in bound {
            let mut list = found.remove(variable).unwrap_or_default();
            list.retain(|term| situation.encoding.round(terms, *term) < rounds);
            lists.push(list);
        }
        lists
    }

    /// Instances of the formulas that are to hold, which a model contradicts or does not decide.
    pub fn contradicted(
        &mut self,
        terms: &mut Terms,
        situation: &Situation<'_>,
        rounds: u32,
    ) -> Vec<Instance> {
        let mut evaluation = Evaluation::new(situation.model);
        let mut result = Vec::new();
        for (position, universal) in situation.universals() {
            let lists = self.candidates(terms, situation, position, rounds);
            for combination in combinations(&lists) {
                spend(1);
                if self.done.contains(&(position, combination.clone())) {
                    continue;
                }
                let values = combination.iter().map(|term| {
                    evaluation.bind([]);
                    evaluation.term(terms, *term)
                });
                let values: Vec<Option<i128>> = values.collect();
                let bindings = universal.bound.iter().copied().zip(values);
                let bindings: Option<Vec<(VariableId, i128)>> =
                    bindings.map(|(variable, value)| Some((variable, value?))).collect();
                let truth = bindings.and_then(|bindings| {
                    let outside = bindings.iter().any(|(variable, value)| {
                        terms
                            .variable_range(*variable)
                            .is_some_and(|(low, high)| *value < low || high < *value)
                    });
                    if outside {
                        return Some(universal.truth);
                    }
                    evaluation.bind(bindings);
                    evaluation.formula(terms, universal.body)
                });
                if truth != Some(universal.truth) {
                    result.push(Instance { universal: position, terms: combination });
                }
            }
        }
        result
    }

    /// An instance for values for which a model contradicts a formula, as long as there were few of them.
    pub fn refuting_values(
        &mut self,
        terms: &mut Terms,
        situation: &Situation<'_>,
        most: usize,
    ) -> Vec<Instance> {
        let mut evaluation = Evaluation::new(situation.model);
        let mut result = Vec::new();
        for (position, universal) in situation.universals() {
            evaluation.bind([]);
            match evaluation.find(terms, &universal.bound, universal.body, !universal.truth) {
                None | Some(Assignments::Nothing) => {}
                Some(Assignments::Values(values)) => {
                    let known = self.values.entry(position).or_default();
                    if *known < most {
                        *known += 1;
                        let numbers: Vec<i128> = universal.bound.iter().map(|v| values[v]).collect();
                        let terms = numbers.into_iter().map(|value| terms.integer(value)).collect();
                        result.push(Instance { universal: position, terms });
                    }
                }
            }
        }
        result
    }

    /// Adds an instance as a clause; whether it is a new one.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        core: &mut Core,
        encoding: &mut Encoding,
        instance: Instance,
    ) -> bool {
        if !self.done.insert((instance.universal, instance.terms.clone())) {
            return false;
        }
        self.count += 1;
        let universal = encoding.universals[instance.universal].clone();
        let bindings: BTreeMap<VariableId, TermId> =
            universal.bound.iter().copied().zip(instance.terms.iter().copied()).collect();
        let round =
            instance.terms.iter().map(|term| encoding.round(terms, *term)).max().unwrap_or_default() + 1;
        let body = terms.substitute(universal.body, &bindings);
        encoding.note(terms, [Item::Formula(body)], round);
        let mut parts = Vec::new();
        for (variable, term) in &bindings {
            if let Some((low, high)) = terms.variable_range(*variable) {
                let (low, high) = (terms.integer(low), terms.integer(high));
                parts.push((terms.compare(Relation::LessEqual, low, *term), false));
                parts.push((terms.compare(Relation::LessEqual, *term, high), false));
            }
        }
        parts.push((body, universal.truth));
        let mut literals = vec![Literal::new(universal.proposition, false)];
        for (formula, truth) in parts {
            match terms.formula(formula) {
                FormulaNode::Constant(value) if *value == truth => return true,
                FormulaNode::Constant(_) => {}
                _ => literals.push(encoding.literal(terms, core, formula, truth, round)),
            }
        }
        core.add(literals, Origin::Instance(universal.formula, instance.terms), true);
        true
    }
}

/// The coefficient of a variable in a sum and the rest, if nothing that is bound occurs in it.
fn split(terms: &Terms, sum: &Linear, variable: VariableId, bound: &[VariableId]) -> Option<(i128, Linear)> {
    let mut factor = 0;
    let mut rest = Linear { terms: Vec::new(), constant: sum.constant };
    for &(symbol, coefficient) in &sum.terms {
        let term = TermId(symbol.0);
        if *terms.term(term) == TermNode::Variable(variable) {
            factor = coefficient;
        } else if terms.mentions(Item::Term(term), bound) {
            return None;
        } else {
            rest.terms.push((symbol, coefficient));
        }
    }
    (factor != 0).then_some((factor, rest))
}

/// The term `t` for which `factor * t + rest` is a given one, if there is one for all integers.
fn solved(terms: &mut Terms, whole: TermId, factor: i128, rest: &Linear) -> Option<TermId> {
    let difference = terms.linear(whole).subtract(rest)?;
    let divided = |value: i128| (value.checked_rem(factor)? == 0).then(|| value / factor);
    let parts = difference.terms.iter().map(|(symbol, value)| Some((*symbol, divided(*value)?)));
    let quotient = Linear { terms: parts.collect::<Option<_>>()?, constant: divided(difference.constant)? };
    Some(terms.term_of(&quotient))
}

/// The values on both sides of the border of a comparison of `factor * variable + rest` with zero.
fn ends(terms: &mut Terms, relation: Relation, factor: i128, rest: &Linear) -> Vec<TermId> {
    let zero = terms.integer(0);
    let Some(border) = solved(terms, zero, factor, rest) else { return Vec::new() };
    match relation {
        Relation::Equal | Relation::NotEqual => vec![border],
        _ => {
            let beyond = terms.sum(&[(1, border)], if factor > 0 { 1 } else { -1 });
            vec![border, beyond]
        }
    }
}

/// One of each list, in all ways, as far as there are not too many.
fn combinations(lists: &[Vec<TermId>]) -> Vec<Vec<TermId>> {
    let mut result = vec![Vec::new()];
    for list in lists {
        let mut longer = Vec::new();
        for start in &result {
            for term in list {
                if longer.len() < COMBINATIONS {
                    longer.push(start.iter().copied().chain([*term]).collect());
                }
            }
        }
        result = longer;
    }
    result
}
