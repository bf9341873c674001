//! Functions of the logic that are not put in for their calls: unknown maps, of which definitions and axioms say what they
//! give for the arguments that occur.
//!
//! A function of several arguments is one of two, as an unknown map stands for a pairing: pairs of integers can be numbered.
//! There is one map for each state in which the function is read, as far as its value depends on it. Nothing says that two
//! states give the same where only other objects differ, so less is known of a function than holds, never more.

use std::collections::BTreeMap;

use focuscheck_base::arith::{BinaryOperator, Relation};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Axiom, BinderId, LogicId, LogicType, Meaning, Term, TermKind};
use focuscheck_smt::Item;
use focuscheck_smt::term::{FormulaId, MapId, Range, TermId, VariableId};

use super::encoder::{Encoder, MemoryModel};
use super::env::Env;
use super::reads::Reads;
use super::state::{Cell, Key, State, Value};

/// What definitions and axioms say of arguments that occur themselves is said of what they speak of, and so on.
const DEPTH: u32 = 2;
/// The same for arguments that are numbers, where most definitions come to an end.
const NUMBERED_DEPTH: u32 = 16;
/// So many instances of definitions and axioms are made.
const MOST_INSTANCES: usize = 1_000;

impl Encoder<'_> {
    /// The value of a function for arguments.
    pub(super) fn application(
        &mut self,
        env: &mut Env<'_>,
        id: LogicId,
        arguments: &[Term],
        span: Span,
    ) -> TermId {
        let arguments: Vec<Value> = arguments.iter().map(|argument| self.term(env, argument)).collect();
        let function = &self.tree.logic.functions[id.index()];
        // A model may be none of the function, as only some of its values are defined.
        if self.applied.depth == 0 {
            let what =
                format!("function {} of the logic, which is followed for some steps only", function.name);
            self.unmodelled.push((what.as_str().into(), span));
        }
        if self.caution != MemoryModel::Typed || self.ideal.is_some() {
            return self.any_integer(&function.name, None);
        }
        let state = env.state().clone();
        let map = self.function_map(env, &state, id);
        let value = self.at_arguments(map, &arguments);
        let numbers = arguments.iter().all(|argument| match argument {
            Value::Integer(value) => self.terms.as_integer(*value).is_some(),
            Value::Pointer { .. } => true,
        });
        let depth = if numbers { NUMBERED_DEPTH } else { DEPTH };
        let asked = self.applied.depth < depth && self.applied.count < MOST_INSTANCES;
        if asked && self.applied.done.insert(value) {
            self.applied.depth += 1;
            self.defined(env, &state, id, &arguments, value);
            for number in 0..self.tree.logic.axioms.len() {
                self.instances_of(env, &state, number, (id, map), &arguments);
            }
            self.applied.depth -= 1;
        }
        value
    }

    /// The map that a function is in a state: two integers to its value.
    fn function_map(&mut self, env: &Env<'_>, state: &State, id: LogicId) -> MapId {
        let key = self.key(env, state, id);
        if let Some(&known) = self.applied.maps.get(&key) {
            return known;
        }
        let map = self.terms.map_variable(&self.tree.logic.functions[id.index()].name);
        self.applied.maps.insert(key, map);
        map
    }

    fn key(&mut self, env: &Env<'_>, state: &State, id: LogicId) -> Key {
        let functions = &self.tree.logic.functions;
        if !functions[id.index()].reads_state {
            return (id, Vec::new(), Vec::new());
        }
        let mut reads = Reads::default();
        reads.functions.insert(id);
        match &functions[id.index()].meaning {
            Meaning::Term(body) => self.term_reads(body, &mut reads),
            Meaning::Predicate(body) => self.predicate_reads(body, &mut reads),
            Meaning::Declared => {}
        }
        let open = reads.functions.iter().any(|called| {
            let called = &functions[called.index()];
            called.reads_state && matches!(called.meaning, Meaning::Declared)
        });
        let (mut maps, mut terms) = (Vec::new(), Vec::new());
        let cells: Vec<Cell> = match open {
            // Nobody says what it reads.
            true => {
                terms.push(self.terms.integer(i128::from(state.epoch)));
                maps.push(state.lengths);
                for sort in self.sorts_in_use() {
                    maps.push(self.map(state, sort));
                }
                state.cells.keys().copied().filter(|cell| matches!(cell, Cell::Object(None, _))).collect()
            }
            false => {
                for &sort in &reads.sorts {
                    maps.push(self.map(state, sort));
                }
                reads.objects.iter().map(|object| self.cell(env.frame, *object)).collect()
            }
        };
        for cell in cells {
            match state.cells.get(&cell) {
                Some(Value::Integer(value)) => terms.push(*value),
                Some(Value::Pointer { block, offset }) => terms.extend([*block, *offset]),
                None => terms.push(self.any_integer("?", None)),
            }
        }
        (id, maps, terms)
    }

    /// An integer of which nothing is known. For each choice of values of what is bound around it may be another.
    pub(super) fn any_integer(&mut self, name: &str, range: Option<Range>) -> TermId {
        if self.applied.bound.is_empty() {
            let variable = self.terms.variable(name, range);
            return self.terms.variable_term(variable);
        }
        let map = match range {
            Some(range) => self.terms.bounded_map_variable(name, range),
            None => self.terms.map_variable(name),
        };
        let bound = self.applied.bound.clone();
        let bound = bound.into_iter().map(|variable| Value::Integer(self.terms.variable_term(variable)));
        let bound: Vec<Value> = bound.collect();
        self.at_arguments(map, &bound)
    }

    /// A truth value of which nothing is known, likewise.
    pub(super) fn any_truth(&mut self, name: &str) -> FormulaId {
        if self.applied.bound.is_empty() {
            let atom = self.terms.atom(name);
            return self.terms.atom_formula(atom);
        }
        let value = self.any_integer(name, None);
        let zero = self.terms.integer(0);
        self.terms.compare(Relation::NotEqual, value, zero)
    }

    /// Reads something in which variables are bound.
    pub(super) fn binding<T>(&mut self, variables: &[VariableId], read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.applied.bound.len();
        self.applied.bound.extend(variables);
        let result = read(self);
        self.applied.bound.truncate(outer);
        result
    }

    fn at_arguments(&mut self, map: MapId, arguments: &[Value]) -> TermId {
        let mut flat = flattened(arguments);
        let last = flat.pop().unwrap_or_else(|| self.terms.integer(0));
        let mut flat = flat.into_iter();
        let mut first = flat.next().unwrap_or_else(|| self.terms.integer(0));
        for next in flat {
            let pairs = match self.applied.pairs {
                Some(pairs) => pairs,
                None => self.terms.map_variable("pair"),
            };
            self.applied.pairs = Some(pairs);
            first = self.terms.select(pairs, first, next);
        }
        self.terms.select(map, first, last)
    }

    /// Says what the definition gives.
    fn defined(&mut self, env: &Env<'_>, state: &State, id: LogicId, arguments: &[Value], value: TermId) {
        let tree = self.tree;
        let function = &tree.logic.functions[id.index()];
        let names = function.parameters.iter().map(|parameter| parameter.id);
        let binders: BTreeMap<BinderId, Value> = names.zip(arguments.iter().copied()).collect();
        self.instance(env, state, binders, |encoder, env| match &function.meaning {
            Meaning::Term(body) => {
                let body = encoder.integer_term(env, body);
                encoder.terms.equal(value, body)
            }
            Meaning::Predicate(body) => {
                let body = encoder.predicate(env, body);
                let zero = encoder.terms.integer(0);
                let holds = encoder.terms.compare(Relation::NotEqual, value, zero);
                encoder.terms.iff(holds, body)
            }
            Meaning::Declared => encoder.terms.constant(true),
        });
    }

    /// What an axiom says where it speaks of a function for these arguments.
    fn instances_of(
        &mut self,
        env: &Env<'_>,
        state: &State,
        number: usize,
        (id, map): (LogicId, MapId),
        arguments: &[Value],
    ) {
        let tree = self.tree;
        let axiom = &tree.logic.axioms[number];
        for (_, patterns) in axiom.triggers.iter().filter(|(other, _)| *other == id) {
            spend(1);
            let Some(binders) = self.matched(axiom, patterns, arguments) else { continue };
            let flat = flattened(&binders.values().copied().collect::<Vec<_>>());
            if !self.applied.instances.insert((number, map, flat)) {
                continue;
            }
            let known = self.instance(env, state, binders.clone(), |encoder, env| {
                let holds = encoder.predicate(env, &axiom.predicate);
                let typed = axiom
                    .binders
                    .iter()
                    .filter_map(|binder| Some((binder.integer_type()?, binders.get(&binder.id)?)));
                let mut ranges = Vec::new();
                for (ty, value) in typed {
                    if let Value::Integer(value) = value {
                        ranges.push(encoder.within(*value, ty.min(), ty.max()));
                    }
                }
                let inside = encoder.terms.and(ranges);
                encoder.terms.implies(inside, holds)
            });
            if known {
                self.applied.axioms.insert(number);
            }
        }
    }

    /// What the binders of an axiom are for arguments, if they say it of all.
    fn matched(
        &mut self,
        axiom: &Axiom,
        patterns: &[Term],
        arguments: &[Value],
    ) -> Option<BTreeMap<BinderId, Value>> {
        let mut found: BTreeMap<BinderId, Value> = BTreeMap::new();
        for (pattern, &value) in patterns.iter().zip(arguments) {
            let Some((binder, value)) = self.solved(pattern, value) else { continue };
            if axiom.binders.iter().all(|own| own.id != binder) {
                continue;
            }
            if *found.entry(binder).or_insert(value) != value {
                return None;
            }
        }
        axiom.binders.iter().all(|binder| found.contains_key(&binder.id)).then_some(found)
    }

    /// Which value of a binder makes a term a given value, if that is plain to see.
    fn solved(&mut self, pattern: &Term, value: Value) -> Option<(BinderId, Value)> {
        match (&pattern.kind, value) {
            (TermKind::Binder(id), Value::Integer(_)) => {
                matches!(pattern.ty, LogicType::Integer(_) | LogicType::Boolean).then_some((*id, value))
            }
            (TermKind::Binder(id), Value::Pointer { .. }) => {
                matches!(pattern.ty, LogicType::Pointer(_)).then_some((*id, value))
            }
            (TermKind::Convert(_, inner), _) => self.solved(inner, value),
            (TermKind::Binary(operator, left, right), Value::Integer(value)) => {
                let (inner, by) = match (operator, &left.kind, &right.kind) {
                    (BinaryOperator::Add, _, TermKind::Integer(by)) => (left, by.checked_neg()?),
                    (BinaryOperator::Add, TermKind::Integer(by), _) => (right, by.checked_neg()?),
                    (BinaryOperator::Subtract, _, TermKind::Integer(by)) => (left, *by),
                    _ => return None,
                };
                let value = self.terms.sum(&[(1, value)], by);
                self.solved(inner, Value::Integer(value))
            }
            _ => None,
        }
    }

    /// Supposes something of a state for values of binders; whether all of it is modelled.
    fn instance(
        &mut self,
        env: &Env<'_>,
        state: &State,
        binders: BTreeMap<BinderId, Value>,
        says: impl FnOnce(&mut Self, &mut Env<'_>) -> FormulaId,
    ) -> bool {
        self.applied.count += 1;
        let before = (self.unmodelled.len(), self.terms.unrepresented().len());
        let mut inner = Env { frame: env.frame, here: state, at: None, inside: None, binders };
        let formula = says(self, &mut inner);
        // Something unknown would be the same for all values of what is bound around.
        if before != (self.unmodelled.len(), self.terms.unrepresented().len()) {
            return false;
        }
        let bound = self.applied.bound.iter().copied();
        let terms = &self.terms;
        let mentioned: Vec<VariableId> =
            bound.filter(|variable| terms.mentions(Item::Formula(formula), &[*variable])).collect();
        let formula = self.terms.forall(&mentioned, formula);
        self.supposed.push(formula);
        true
    }
}

fn flattened(values: &[Value]) -> Vec<TermId> {
    let parts = values.iter().flat_map(|value| match value {
        Value::Integer(value) => vec![*value],
        Value::Pointer { block, offset } => vec![*block, *offset],
    });
    parts.collect()
}
