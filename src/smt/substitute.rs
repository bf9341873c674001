//! Replacing variables by terms, and what occurs in what.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::term::{FormulaId, FormulaNode, MapId, MapNode, Region, TermId, TermNode, Terms, VariableId};
use focuscheck_base::limit::spend;

/// Something of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A term.
    Term(TermId),
    /// A map.
    Map(MapId),
    /// A formula.
    Formula(FormulaId),
}

impl Terms {
    /// The parts of something, in order.
    pub fn parts_of(&self, item: Item) -> Vec<Item> {
        use Item::{Formula, Map, Term};
        match item {
            Term(term) => match self.term(term) {
                TermNode::Integer(_) | TermNode::Variable(_) => Vec::new(),
                TermNode::Sum { terms, .. } => terms.iter().map(|part| Term(part.1)).collect(),
                TermNode::Operation(.., left, right) => vec![Term(*left), Term(*right)],
                TermNode::Select(map, block, offset) => vec![Map(*map), Term(*block), Term(*offset)],
                TermNode::Conditional(condition, yes, no) => {
                    vec![Formula(*condition), Term(*yes), Term(*no)]
                }
            },
            Map(map) => match self.map(map) {
                MapNode::Variable(..) => Vec::new(),
                MapNode::Store { map, block, offset, value } => {
                    vec![Map(*map), Term(*block), Term(*offset), Term(*value)]
                }
                MapNode::Forgotten { map, fresh, regions } => {
                    let ends = regions.iter().flat_map(|region| [region.block, region.first, region.end]);
                    [Map(*map), Map(*fresh)].into_iter().chain(ends.map(Term)).collect()
                }
                MapNode::Choice(cases) => {
                    cases.iter().flat_map(|(condition, map)| [Formula(*condition), Map(*map)]).collect()
                }
            },
            Formula(formula) => match self.formula(formula) {
                FormulaNode::Constant(_) | FormulaNode::Atom(_) => Vec::new(),
                FormulaNode::Compare(_, left, right) => vec![Term(*left), Term(*right)],
                FormulaNode::Not(inner) => vec![Formula(*inner)],
                FormulaNode::And(parts) | FormulaNode::Or(parts) => {
                    parts.iter().copied().map(Formula).collect()
                }
                FormulaNode::Iff(left, right) => vec![Formula(*left), Formula(*right)],
                FormulaNode::Forall(_, body) | FormulaNode::Exists(_, body) => vec![Formula(*body)],
            },
        }
    }

    /// The variables that a quantifier binds; none for everything else.
    fn bound_by(&self, item: Item) -> &[VariableId] {
        match item {
            Item::Formula(formula) => match self.formula(formula) {
                FormulaNode::Forall(bound, _) | FormulaNode::Exists(bound, _) => bound,
                _ => &[],
            },
            Item::Term(_) | Item::Map(_) => &[],
        }
    }

    /// The variables that occur free in something.
    pub fn free(&self, item: Item) -> BTreeSet<VariableId> {
        let mut known = FxHashMap::default();
        self.collect_free(item, &mut known)
    }

    fn collect_free(
        &self,
        item: Item,
        known: &mut FxHashMap<Item, BTreeSet<VariableId>>,
    ) -> BTreeSet<VariableId> {
        if let Some(found) = known.get(&item) {
            return found.clone();
        }
        spend(1);
        let mut found = BTreeSet::new();
        if let Item::Term(term) = item
            && let TermNode::Variable(variable) = self.term(term)
        {
            found.insert(*variable);
        }
        for part in self.parts_of(item) {
            found.extend(self.collect_free(part, known));
        }
        for bound in self.bound_by(item) {
            found.remove(bound);
        }
        known.insert(item, found.clone());
        found
    }

    /// Whether one of some variables occurs free in something.
    pub fn mentions(&self, item: Item, variables: &[VariableId]) -> bool {
        Mentions::new(variables).ask(self, item)
    }

    /// A formula with variables replaced by terms. Bound variables are renamed where they would hide one of a term.
    pub fn substitute(&mut self, formula: FormulaId, bindings: &BTreeMap<VariableId, TermId>) -> FormulaId {
        Substitution::new(self, bindings).formula(self, formula)
    }

    /// A term with variables replaced.
    pub fn substitute_term(&mut self, term: TermId, bindings: &BTreeMap<VariableId, TermId>) -> TermId {
        Substitution::new(self, bindings).term(self, term)
    }
}

/// Whether something mentions one of some variables, remembered.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    variables: Vec<VariableId>,
    known: FxHashMap<Item, bool>,
}

impl Mentions {
    /// Nothing asked so far.
    pub fn new(variables: &[VariableId]) -> Self {
        Mentions { variables: variables.to_vec(), known: FxHashMap::default() }
    }

    /// Whether one of them occurs free.
    pub fn ask(&mut self, terms: &Terms, item: Item) -> bool {
        if let Some(&known) = self.known.get(&item) {
            return known;
        }
        spend(1);
        let bound = terms.bound_by(item);
        let found = if bound.iter().any(|variable| self.variables.contains(variable)) {
            let open: Vec<_> = self.variables.iter().copied().filter(|v| !bound.contains(v)).collect();
            !open.is_empty() && terms.parts_of(item).into_iter().any(|part| terms.mentions(part, &open))
        } else if let Item::Term(term) = item
            && let TermNode::Variable(variable) = terms.term(term)
        {
            self.variables.contains(variable)
        } else {
            terms.parts_of(item).into_iter().any(|part| self.ask(terms, part))
        };
        self.known.insert(item, found);
        found
    }
}

/// A replacement under way.
struct Substitution {
    bindings: BTreeMap<VariableId, TermId>,
    /// What occurs free in the new terms.
    incoming: BTreeSet<VariableId>,
    mentions: Mentions,
    terms: FxHashMap<TermId, TermId>,
    maps: FxHashMap<MapId, MapId>,
    formulas: FxHashMap<FormulaId, FormulaId>,
}

impl Substitution {
    fn new(terms: &Terms, bindings: &BTreeMap<VariableId, TermId>) -> Self {
        let variables: Vec<VariableId> = bindings.keys().copied().collect();
        Substitution {
            bindings: bindings.clone(),
            incoming: bindings.values().flat_map(|term| terms.free(Item::Term(*term))).collect(),
            mentions: Mentions::new(&variables),
            terms: FxHashMap::default(),
            maps: FxHashMap::default(),
            formulas: FxHashMap::default(),
        }
    }

    fn term(&mut self, arena: &mut Terms, term: TermId) -> TermId {
        if !self.mentions.ask(arena, Item::Term(term)) {
            return term;
        }
        if let Some(&known) = self.terms.get(&term) {
            return known;
        }
        let result = match arena.term(term).clone() {
            TermNode::Integer(_) => term,
            TermNode::Variable(variable) => self.bindings.get(&variable).copied().unwrap_or(term),
            TermNode::Sum { terms, constant } => {
                let parts: Vec<(i128, TermId)> =
                    terms.into_iter().map(|(factor, part)| (factor, self.term(arena, part))).collect();
                arena.sum(&parts, constant)
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                let (left, right) = (self.term(arena, left), self.term(arena, right));
                arena.operation(operation, width, signed, left, right)
            }
            TermNode::Select(map, block, offset) => {
                let map = self.map(arena, map);
                let (block, offset) = (self.term(arena, block), self.term(arena, offset));
                arena.select(map, block, offset)
            }
            TermNode::Conditional(condition, yes, no) => {
                let condition = self.formula(arena, condition);
                let (yes, no) = (self.term(arena, yes), self.term(arena, no));
                arena.conditional(condition, yes, no)
            }
        };
        self.terms.insert(term, result);
        result
    }

    fn map(&mut self, arena: &mut Terms, map: MapId) -> MapId {
        if !self.mentions.ask(arena, Item::Map(map)) {
            return map;
        }
        if let Some(&known) = self.maps.get(&map) {
            return known;
        }
        let result = match arena.map(map).clone() {
            MapNode::Variable(..) => map,
            MapNode::Store { map, block, offset, value } => {
                let map = self.map(arena, map);
                let (block, offset) = (self.term(arena, block), self.term(arena, offset));
                let value = self.term(arena, value);
                arena.store(map, block, offset, value)
            }
            MapNode::Forgotten { map, fresh, regions } => {
                let (map, fresh) = (self.map(arena, map), self.map(arena, fresh));
                let mut replaced = Vec::with_capacity(regions.len());
                for Region { block, first, end } in regions {
                    let (block, first) = (self.term(arena, block), self.term(arena, first));
                    replaced.push(Region { block, first, end: self.term(arena, end) });
                }
                arena.forgotten(map, fresh, replaced)
            }
            MapNode::Choice(cases) => {
                let mut replaced = Vec::with_capacity(cases.len());
                for (condition, map) in cases {
                    replaced.push((self.formula(arena, condition), self.map(arena, map)));
                }
                arena.choice(replaced)
            }
        };
        self.maps.insert(map, result);
        result
    }

    fn formula(&mut self, arena: &mut Terms, formula: FormulaId) -> FormulaId {
        if !self.mentions.ask(arena, Item::Formula(formula)) {
            return formula;
        }
        if let Some(&known) = self.formulas.get(&formula) {
            return known;
        }
        let result = match arena.formula(formula).clone() {
            FormulaNode::Constant(_) | FormulaNode::Atom(_) => formula,
            FormulaNode::Compare(relation, left, right) => {
                let (left, right) = (self.term(arena, left), self.term(arena, right));
                arena.compare(relation, left, right)
            }
            FormulaNode::Not(inner) => {
                let inner = self.formula(arena, inner);
                arena.not(inner)
            }
            FormulaNode::And(parts) => {
                let parts: Vec<FormulaId> = parts.into_iter().map(|part| self.formula(arena, part)).collect();
                arena.and(parts)
            }
            FormulaNode::Or(parts) => {
                let parts: Vec<FormulaId> = parts.into_iter().map(|part| self.formula(arena, part)).collect();
                arena.or(parts)
            }
            FormulaNode::Iff(left, right) => {
                let (left, right) = (self.formula(arena, left), self.formula(arena, right));
                arena.iff(left, right)
            }
            FormulaNode::Forall(bound, body) => {
                let (bound, body) = self.below(arena, &bound, body);
                arena.forall(&bound, body)
            }
            FormulaNode::Exists(bound, body) => {
                let (bound, body) = self.below(arena, &bound, body);
                arena.exists(&bound, body)
            }
        };
        self.formulas.insert(formula, result);
        result
    }

    /// What a quantifier binds, and its body.
    fn below(
        &mut self,
        arena: &mut Terms,
        bound: &[VariableId],
        body: FormulaId,
    ) -> (Vec<VariableId>, FormulaId) {
        let hidden = bound.iter().any(|variable| self.bindings.contains_key(variable));
        if !hidden && !bound.iter().any(|variable| self.incoming.contains(variable)) {
            return (bound.to_vec(), self.formula(arena, body));
        }
        let mut bindings = self.bindings.clone();
        let mut renamed = Vec::with_capacity(bound.len());
        for &variable in bound {
            bindings.remove(&variable);
            if self.incoming.contains(&variable) {
                let name = arena.variable_name(variable).to_owned();
                let other = arena.variable(&name, arena.variable_range(variable));
                bindings.insert(variable, arena.variable_term(other));
                renamed.push(other);
            } else {
                renamed.push(variable);
            }
        }
        let body = Substitution::new(arena, &bindings).formula(arena, body);
        (renamed, body)
    }
}

/// Everything that occurs in some things, each once, parts first.
pub fn closure(terms: &Terms, roots: impl IntoIterator<Item = Item>) -> Vec<Item> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    let mut open: Vec<(Item, bool)> = roots.into_iter().map(|item| (item, false)).collect();
    open.reverse();
    while let Some((item, finished)) = open.pop() {
        spend(1);
        if finished {
            order.push(item);
        } else if seen.insert(item) {
            open.push((item, true));
            open.extend(terms.parts_of(item).into_iter().rev().map(|part| (part, false)));
        }
    }
    order
}
