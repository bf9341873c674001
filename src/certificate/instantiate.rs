//! Terms in place of variables.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use std::rc::Rc;

use super::formula::{Arena, Formula, FormulaNode, Map, MapNode, Term, TermNode, Variable};
use super::{Fact, LinearSum, Relation};

/// Something that has variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item {
    /// A term.
    Term(Term),
    /// A map.
    Map(Map),
    /// A formula.
    Formula(Formula),
}

/// The variables that occur free in things, remembered.
#[derive(Default)]
pub struct FreeVariables {
    known: FxHashMap<Item, Rc<BTreeSet<Variable>>>,
}

impl FreeVariables {
    /// Those of one thing.
    pub fn of(&mut self, arena: &Arena, item: Item) -> Rc<BTreeSet<Variable>> {
        if let Some(known) = self.known.get(&item) {
            return Rc::clone(known);
        }
        let mut found: Rc<BTreeSet<Variable>> = Rc::default();
        let mut bound: &[Variable] = &[];
        let parts: Vec<Item> = match item {
            Item::Term(term) => match arena.term(term) {
                TermNode::Number(_) => Vec::new(),
                TermNode::Variable(variable) => {
                    found = Rc::new(BTreeSet::from([*variable]));
                    Vec::new()
                }
                TermNode::Sum(terms, _) => terms.iter().map(|part| Item::Term(part.0)).collect(),
                TermNode::Operation(.., left, right) => vec![Item::Term(*left), Item::Term(*right)],
                TermNode::Select(map, block, offset) => {
                    vec![Item::Map(*map), Item::Term(*block), Item::Term(*offset)]
                }
                TermNode::Conditional(condition, yes, no) => {
                    vec![Item::Formula(*condition), Item::Term(*yes), Item::Term(*no)]
                }
            },
            Item::Map(map) => match arena.map(map) {
                MapNode::Unknown(_) => Vec::new(),
                MapNode::Store(map, block, offset, value) => {
                    vec![Item::Map(*map), Item::Term(*block), Item::Term(*offset), Item::Term(*value)]
                }
                MapNode::Forgotten(map, fresh, regions) => {
                    let ends = regions.iter().flatten().map(|term| Item::Term(*term));
                    [Item::Map(*map), Item::Map(*fresh)].into_iter().chain(ends).collect()
                }
                MapNode::Choice(cases) => {
                    cases.iter().flat_map(|case| [Item::Formula(case.0), Item::Map(case.1)]).collect()
                }
            },
            Item::Formula(formula) => match arena.formula(formula) {
                FormulaNode::Constant(_) | FormulaNode::Atom(_) => Vec::new(),
                FormulaNode::Compare(terms, ..) => terms.iter().map(|part| Item::Term(part.0)).collect(),
                FormulaNode::Not(inner) => vec![Item::Formula(*inner)],
                FormulaNode::And(parts) | FormulaNode::Or(parts) => {
                    parts.iter().map(|part| Item::Formula(*part)).collect()
                }
                FormulaNode::Iff(left, right) => vec![Item::Formula(*left), Item::Formula(*right)],
                FormulaNode::Forall(variables, body) | FormulaNode::Exists(variables, body) => {
                    bound = variables;
                    vec![Item::Formula(*body)]
                }
            },
        };
        for part in parts {
            let more = self.of(arena, part);
            // Sets are shared where nothing is added.
            if found.is_empty() {
                found = more;
            } else if !more.is_subset(&found) {
                Rc::make_mut(&mut found).extend(more.iter());
            }
        }
        if bound.iter().any(|variable| found.contains(variable)) {
            Rc::make_mut(&mut found).retain(|variable| !bound.contains(variable));
        }
        self.known.insert(item, Rc::clone(&found));
        found
    }
}

/// A replacement of variables by terms.
pub struct Replacement<'f> {
    bindings: BTreeMap<Variable, Term>,
    incoming: BTreeSet<Variable>,
    free: &'f mut FreeVariables,
    done: FxHashMap<Item, usize>,
}

type Replaced = Result<usize, String>;

impl<'f> Replacement<'f> {
    /// Some terms for some variables.
    pub fn new(arena: &Arena, free: &'f mut FreeVariables, bindings: BTreeMap<Variable, Term>) -> Self {
        let incoming =
            bindings.values().flat_map(|term| (*free.of(arena, Item::Term(*term))).clone()).collect();
        Replacement { bindings, incoming, free, done: FxHashMap::default() }
    }

    fn term(&mut self, arena: &mut Arena, term: Term) -> Replaced {
        self.item(arena, Item::Term(term))
    }

    /// A formula with the terms in it; fails where a quantifier would catch a variable of a term.
    pub fn formula(&mut self, arena: &mut Arena, formula: Formula) -> Replaced {
        self.item(arena, Item::Formula(formula))
    }

    fn map(&mut self, arena: &mut Arena, map: Map) -> Replaced {
        self.item(arena, Item::Map(map))
    }

    fn item(&mut self, arena: &mut Arena, item: Item) -> Replaced {
        let (Item::Term(number) | Item::Map(number) | Item::Formula(number)) = item;
        let free = self.free.of(arena, item);
        if !free.iter().any(|variable| self.bindings.contains_key(variable)) {
            return Ok(number);
        }
        if let Some(&known) = self.done.get(&item) {
            return Ok(known);
        }
        let result = match item {
            Item::Term(term) => self.in_term(arena, arena.term(term).clone(), term)?,
            Item::Map(map) => self.in_map(arena, arena.map(map).clone(), map)?,
            Item::Formula(formula) => self.in_formula(arena, arena.formula(formula).clone(), formula)?,
        };
        self.done.insert(item, result);
        Ok(result)
    }

    fn sum(&mut self, arena: &mut Arena, terms: Vec<(Term, super::Number)>) -> Result<LinearSum, String> {
        let mut replaced = Vec::with_capacity(terms.len());
        for (term, factor) in terms {
            replaced.push((self.term(arena, term)?, factor));
        }
        Ok(LinearSum::new(replaced, super::Number::ZERO))
    }

    fn in_term(&mut self, arena: &mut Arena, node: TermNode, term: Term) -> Replaced {
        Ok(match node {
            TermNode::Number(_) => term,
            TermNode::Variable(variable) => self.bindings.get(&variable).copied().unwrap_or(term),
            TermNode::Sum(terms, constant) => {
                let mut sum = self.sum(arena, terms)?;
                sum.constant = constant;
                arena.sum(&sum)
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                let (left, right) = (self.term(arena, left)?, self.term(arena, right)?);
                arena.operation(operation, width, signed, left, right)
            }
            TermNode::Select(map, block, offset) => {
                let map = self.map(arena, map)?;
                let (block, offset) = (self.term(arena, block)?, self.term(arena, offset)?);
                arena.select(map, block, offset)
            }
            TermNode::Conditional(condition, yes, no) => {
                let condition = self.formula(arena, condition)?;
                let (yes, no) = (self.term(arena, yes)?, self.term(arena, no)?);
                arena.conditional(condition, yes, no)
            }
        })
    }

    fn in_map(&mut self, arena: &mut Arena, node: MapNode, map: Map) -> Replaced {
        Ok(match node {
            MapNode::Unknown(_) => map,
            MapNode::Store(before, block, offset, value) => {
                let before = self.map(arena, before)?;
                let (block, offset) = (self.term(arena, block)?, self.term(arena, offset)?);
                let value = self.term(arena, value)?;
                arena.store(before, block, offset, value)
            }
            MapNode::Forgotten(before, fresh, regions) => {
                let (before, fresh) = (self.map(arena, before)?, self.map(arena, fresh)?);
                let mut replaced = Vec::with_capacity(regions.len());
                for [block, first, end] in regions {
                    let (block, first) = (self.term(arena, block)?, self.term(arena, first)?);
                    replaced.push([block, first, self.term(arena, end)?]);
                }
                arena.forgotten(before, fresh, replaced)
            }
            MapNode::Choice(cases) => {
                let mut replaced = Vec::with_capacity(cases.len());
                for (condition, map) in cases {
                    replaced.push((self.formula(arena, condition)?, self.map(arena, map)?));
                }
                arena.choice(replaced)
            }
        })
    }

    fn in_formula(&mut self, arena: &mut Arena, node: FormulaNode, formula: Formula) -> Replaced {
        Ok(match node {
            FormulaNode::Constant(_) | FormulaNode::Atom(_) => formula,
            FormulaNode::Compare(terms, constant, equal) => {
                let mut form = self.sum(arena, terms)?;
                form.constant = constant;
                let relation = if equal { Relation::Equal } else { Relation::AtMost };
                arena.compare(&Fact { form, relation })
            }
            FormulaNode::Not(inner) => {
                let inner = self.formula(arena, inner)?;
                arena.not(inner)
            }
            FormulaNode::And(ref parts) | FormulaNode::Or(ref parts) => {
                let mut replaced = Vec::with_capacity(parts.len());
                for part in parts {
                    replaced.push(self.formula(arena, *part)?);
                }
                arena.junction(&replaced, matches!(node, FormulaNode::And(_)))
            }
            FormulaNode::Iff(left, right) => {
                let (left, right) = (self.formula(arena, left)?, self.formula(arena, right)?);
                arena.iff(left, right)
            }
            FormulaNode::Forall(ref bound, body) | FormulaNode::Exists(ref bound, body) => {
                let caught = |variable: &Variable| {
                    self.incoming.contains(variable) || self.bindings.contains_key(variable)
                };
                if bound.iter().any(caught) {
                    return Err("a quantifier would catch a variable".to_owned());
                }
                let body = self.formula(arena, body)?;
                arena.quantified(bound, body, matches!(node, FormulaNode::Forall(..)))
            }
        })
    }
}
