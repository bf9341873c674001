//! Annotations as formulas.

use std::rc::Rc;

use crate::guarded::graph::Moment;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Binder, Location, Predicate, PredicateKind, StateLabel};
use focuscheck_smt::term::{FormulaId, FormulaNode, VariableId};

use super::encoder::Encoder;
use super::env::{Env, Set};
use super::state::{State, Value};

impl Encoder<'_> {
    /// A predicate as a formula. What is not modelled is a truth value of which nothing is known.
    pub fn predicate(&mut self, env: &mut Env<'_>, predicate: &Predicate) -> FormulaId {
        use PredicateKind as Kind;
        let span = predicate.span;
        match &predicate.kind {
            Kind::True => self.terms.constant(true),
            Kind::False => self.terms.constant(false),
            Kind::Compare(relation, left, right) => {
                let (left, right) = (self.integer_term(env, left), self.integer_term(env, right));
                self.terms.compare(*relation, left, right)
            }
            Kind::ComparePointers(relation, left, right) => {
                let (left, right) = (self.term(env, left), self.term(env, right));
                let state = env.state().clone();
                self.compared_in(&state, *relation, left, right)
            }
            Kind::Not(inner) => {
                let inner = self.predicate(env, inner);
                self.terms.not(inner)
            }
            Kind::And(parts) | Kind::Or(parts) => {
                let all = matches!(predicate.kind, Kind::And(_));
                let mut formulas = Vec::with_capacity(parts.len());
                for part in parts {
                    let formula = self.predicate(env, part);
                    formulas.push(formula);
                    // What follows is not looked at, so that recursion ends.
                    if *self.terms.formula(formula) == FormulaNode::Constant(!all) {
                        break;
                    }
                }
                if all { self.terms.and(formulas) } else { self.terms.or(formulas) }
            }
            Kind::Implies(left, right) => {
                let (left, right) = (self.predicate(env, left), self.predicate(env, right));
                self.terms.implies(left, right)
            }
            Kind::Iff(left, right) => {
                let (left, right) = (self.predicate(env, left), self.predicate(env, right));
                self.terms.iff(left, right)
            }
            Kind::Xor(left, right) => {
                let (left, right) = (self.predicate(env, left), self.predicate(env, right));
                let same = self.terms.iff(left, right);
                self.terms.not(same)
            }
            Kind::If(condition, yes, no) => {
                let condition = self.predicate(env, condition);
                let (yes, no) = (self.predicate(env, yes), self.predicate(env, no));
                let otherwise = self.terms.not(condition);
                let first = self.terms.implies(condition, yes);
                let second = self.terms.implies(otherwise, no);
                self.terms.and([first, second])
            }
            Kind::Forall(binders, body) => self.quantified(env, binders, body, true, span),
            Kind::Exists(binders, body) => self.quantified(env, binders, body, false, span),
            Kind::Let(binder, value, body) => {
                let value = self.term(env, value);
                env.binders.insert(binder.id, value);
                self.predicate(env, body)
            }
            Kind::At(inner, label) => match self.moment(env, *label) {
                Some(at) => {
                    let before = std::mem::replace(&mut env.at, at);
                    let formula = self.predicate(env, inner);
                    env.at = before;
                    formula
                }
                None => self.unknown_formula("\\at of a state that is not known", span),
            },
            Kind::Named(_, inner) => self.predicate(env, inner),
            Kind::Valid { places, write } => self.valid(env, places, *write, span),
            Kind::Separated(places) => self.separated(env, places, span),
            Kind::Initialized(places) => self.all_initialized(env, places, span),
            Kind::Dangling(_) => self.unknown_formula("\\dangling", span),
            Kind::Freeable(pointer) => self.freeable(env, pointer, span),
            Kind::Allocable(_) => self.unknown_formula("\\allocable", span),
            Kind::Fresh(pointer, size) => self.fresh(env, pointer, size, span),
            Kind::Unmodelled(what) => self.unknown_formula(&what.what, what.span),
        }
    }

    fn quantified(
        &mut self,
        env: &mut Env<'_>,
        binders: &[Binder],
        body: &Predicate,
        all: bool,
        span: Span,
    ) -> FormulaId {
        let variables = self.bind(env, binders);
        let large = self.terms.unrepresented().len();
        let body = self.binding(&variables, |encoder| encoder.predicate(env, body));
        // What stands for a number that is too large would be the same for all values.
        if self.terms.unrepresented().len() > large {
            return self.unknown_formula("number of more than 127 bits", span);
        }
        if all { self.terms.forall(&variables, body) } else { self.terms.exists(&variables, body) }
    }

    pub(super) fn unknown_formula(&mut self, what: &str, span: Span) -> FormulaId {
        self.unmodelled.push((what.into(), span));
        self.any_truth(what)
    }

    /// Gives binders variables.
    fn bind(&mut self, env: &mut Env<'_>, binders: &[Binder]) -> Vec<VariableId> {
        let mut variables = Vec::with_capacity(binders.len());
        for binder in binders {
            let range = binder.integer_type().map(|ty| (ty.min(), ty.max()));
            let variable = self.terms.variable(&binder.name, range);
            let term = self.terms.variable_term(variable);
            env.binders.insert(binder.id, Value::Integer(term));
            variables.push(variable);
        }
        variables
    }

    /// The state of a label: `None` in the middle stands for the state of the clause.
    pub(super) fn moment(&mut self, env: &Env<'_>, label: StateLabel) -> Option<Option<Rc<State>>> {
        let moment = match label {
            StateLabel::Here => return Some(None),
            StateLabel::Pre => Moment::Pre,
            StateLabel::LoopEntry => Moment::LoopEntry(env.inside?),
            StateLabel::LoopCurrent => Moment::LoopCurrent(env.inside?),
            StateLabel::Init => return None,
            StateLabel::CLabel(label) => Moment::Label(label),
        };
        match env.here.moments.get(&(env.frame, moment)) {
            Some(state) => Some(Some(Rc::clone(state))),
            // Where a precondition is read, the function begins.
            None if moment == Moment::Pre => Some(None),
            None => None,
        }
    }

    fn valid(&mut self, env: &mut Env<'_>, places: &[Location], write: bool, span: Span) -> FormulaId {
        let mut parts = Vec::with_capacity(places.len());
        for place in places {
            let set = self.set(env, place);
            if write && self.constants > 0 {
                parts.push(self.is_writable(&set));
            }
            let state = env.state().clone();
            parts.push(match self.is_valid(&state, &set) {
                Some(valid) => valid,
                None => self.unknown_formula("\\valid of places like these", span),
            });
        }
        self.terms.and(parts)
    }

    fn separated(&mut self, env: &mut Env<'_>, places: &[Location], span: Span) -> FormulaId {
        let sets: Vec<Set> = places.iter().map(|place| self.set(env, place)).collect();
        let mut parts = Vec::new();
        for (number, one) in sets.iter().enumerate() {
            for other in &sets[number + 1..] {
                parts.push(match self.is_apart(one, other) {
                    Some(apart) => apart,
                    None => self.unknown_formula("\\separated of places like these", span),
                });
            }
        }
        self.terms.and(parts)
    }
}
