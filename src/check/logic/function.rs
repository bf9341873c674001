//! Functions and predicates of the logic that stay what they are in annotations: those that call themselves, and those
//! of which only axioms say something.

use super::definition::{Chosen, as_argument};
use super::elaborate::{Clause, Elaborator, Read, Variable};
use super::recursion::{self, Flaw};
use super::state::Definition;
use super::tree::{
    Axiom, Binder, LogicFunction, LogicId, LogicType, Meaning, Predicate, PredicateKind, StateLabel, Term,
    TermKind, Unmodelled,
};
use crate::checker::Checker;
use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{self as acsl, ExpressionKind, Quantifier, Standing};
use focuscheck_syntax::ast::Name;

impl<'a> Checker<'a> {
    /// Makes a function of a definition that calls itself, or that has no body; else what it is in the way.
    pub(super) fn make_function(
        &mut self,
        name: &str,
        number: usize,
        definition: &Definition<'a>,
    ) -> Result<(), String> {
        let kind = if definition.result.is_some() { "function" } else { "predicate" };
        let recursive = definition.body.is_ok();
        let what = |why: &str| match recursive {
            true => format!("recursive {kind} {name}{why}"),
            false => format!("{kind} {name} without definition{why}"),
        };
        let types = definition.parameters.iter().map(|parameter| &parameter.ty);
        if let Some(why) = unsuited(definition.result.as_ref(), types, definition.labels.len()) {
            return Err(what(why));
        }
        let mut parameters = Vec::with_capacity(definition.parameters.len());
        for parameter in &definition.parameters {
            let id = self.logic.binder();
            let (name, ty, span) = (parameter.name.clone(), parameter.ty.clone(), parameter.span);
            parameters.push(Binder { id, name, ty, span });
        }
        let id = LogicId(self.logic.globals.functions.len() as u32);
        self.logic.globals.functions.push(LogicFunction {
            name: name.to_owned(),
            result: definition.result.clone(),
            parameters: parameters.clone(),
            meaning: Meaning::Declared,
            reads_state: definition.reads,
            span: definition.span,
        });
        self.function_of(name, number, Some(id));
        if !recursive {
            return Ok(());
        }
        // Until its body is known a call may read anything.
        self.logic.globals.functions[id.index()].reads_state = true;
        let meaning = self.meaning(name, number, definition, &parameters);
        let checked = match &meaning {
            None => Err(Flaw::Unmodelled("error".to_owned())),
            Some(Meaning::Declared) => Err(Flaw::Endless),
            Some(Meaning::Term(body)) => recursion::of_term(body, id, &parameters),
            Some(Meaning::Predicate(body)) => recursion::of_predicate(body, id, &parameters),
        };
        match (checked, meaning) {
            (Ok(found), Some(meaning)) => {
                let functions = &self.logic.globals.functions;
                let others = found
                    .applied
                    .iter()
                    .any(|(other, _)| *other != id && functions[other.index()].reads_state);
                let function = &mut self.logic.globals.functions[id.index()];
                function.reads_state = found.reads || others;
                function.meaning = meaning;
                Ok(())
            }
            (found, _) => {
                self.function_of(name, number, None);
                Err(match found {
                    Err(Flaw::Unmodelled(why)) => what(&format!(" with {why}")),
                    Err(Flaw::Endless) | Ok(_) => what(" whose end is not plain to see"),
                })
            }
        }
    }

    /// Says which function calls of a definition mean.
    fn function_of(&mut self, name: &str, number: usize, function: Option<LogicId>) {
        let known = self.logic.names.definitions.get_mut(name).and_then(|known| known.get_mut(number));
        if let Some(known) = known {
            known.function = function;
        }
    }

    /// What a definition that calls itself stands for.
    fn meaning(
        &mut self,
        name: &str,
        number: usize,
        definition: &Definition<'a>,
        parameters: &[Binder],
    ) -> Option<Meaning> {
        let body = definition.body.as_ref().ok()?;
        let mut reader = Elaborator::new(self, Clause::Definition);
        reader.labels = definition.labels.iter().map(|label| (label.clone(), StateLabel::Here)).collect();
        reader.inlined.push((name.to_owned(), number));
        reader.last = definition.order;
        let variables = parameters.iter().map(Binder::variable).collect();
        let read = reader.with_variables(variables, |e| match &definition.result {
            None => e.predicate(body).map(Meaning::Predicate),
            Some(result) => {
                let term = e.term(body)?;
                e.as_result(result, term, body.span).map(Meaning::Term)
            }
        });
        read.ok()
    }

    /// Enters an axiom; one that is not modelled is left out, which is said.
    pub(super) fn enter_axiom(&mut self, written: &'a acsl::Axiom) {
        let span = written.span;
        let name = &written.name.text;
        let left_out = |checker: &mut Self, why: &str| {
            let what = format!("axiom {name}{why}");
            checker.logic.globals.leave_out(Unmodelled { what, span }, Standing::Given);
        };
        if written.labels.len() > 1 {
            return left_out(self, " about several states");
        }
        let mut reader = Elaborator::new(self, Clause::Definition);
        reader.labels = written.labels.iter().map(|label| (label.text.clone(), StateLabel::Here)).collect();
        let (mut body, mut binders) = (&written.body, Vec::new());
        let mut suited = true;
        loop {
            match &body.kind {
                ExpressionKind::Quantified(Quantifier::All, variables, inner) => {
                    for variable in variables {
                        let ty = reader.logic_type(&variable.ty, variable.name.span);
                        suited &= is_scalar(&ty);
                        binders.push(reader.bind(&variable.name.text, ty, variable.name.span));
                    }
                    body = inner;
                }
                ExpressionKind::Named(_, inner) => body = inner,
                _ => break,
            }
        }
        if !suited {
            return left_out(self, " about other values than integers and pointers");
        }
        let variables = binders.iter().map(Binder::variable).collect();
        let Ok(predicate) = reader.with_variables(variables, |e| e.predicate(body)) else { return };
        if let Some(what) = predicate.not_modelled().first() {
            let why = format!(" with {}", what.what);
            return left_out(self, &why);
        }
        let triggers = match recursion::parts(&predicate) {
            Ok(found) => found.applied,
            Err(Flaw::Unmodelled(why)) => return left_out(self, &format!(" with {why}")),
            Err(Flaw::Endless) => return left_out(self, ""),
        };
        let name = name.clone();
        self.logic.globals.axioms.push(Axiom { name, binders, predicate, triggers, span });
    }
}

/// Whether values of a type are passed to functions of the logic.
fn is_scalar(ty: &LogicType) -> bool {
    match ty {
        LogicType::Integer(_) | LogicType::Boolean | LogicType::Pointer(_) => true,
        LogicType::Real | LogicType::Aggregate(_) | LogicType::Unknown => false,
    }
}

/// Why a definition with such types and so many labels is no function.
fn unsuited<'t>(
    result: Option<&LogicType>,
    mut parameters: impl Iterator<Item = &'t LogicType>,
    labels: usize,
) -> Option<&'static str> {
    match result {
        None | Some(LogicType::Integer(_) | LogicType::Boolean) => {}
        Some(LogicType::Pointer(_) | LogicType::Real | LogicType::Aggregate(_) | LogicType::Unknown) => {
            return Some(", whose values are no integers");
        }
    }
    if labels > 1 {
        return Some(" in several states");
    }
    (!parameters.all(is_scalar)).then_some(" of other values than integers and pointers")
}

impl Binder {
    /// The variable that stands for it in annotations.
    fn variable(&self) -> Variable {
        Variable { name: self.name.clone(), value: self.term() }
    }
}

impl<'a> Elaborator<'_, 'a> {
    /// The value of a function that is not put in.
    pub(super) fn application(
        &mut self,
        id: LogicId,
        (name, labels): (&Name, &[Name]),
        chosen: Chosen<'a>,
        span: Span,
    ) -> Read<Term> {
        let definition = chosen.definition;
        let actual = self.actual_labels(name, &definition, labels)?;
        let state = match actual[..] {
            [one] => Some(one),
            _ => self.current,
        };
        // Arguments mean what they mean here, also where the function is read in another state.
        let (binders, arguments) = if state == self.current {
            let passed = chosen.arguments.into_iter().zip(&definition.parameters);
            (Vec::new(), passed.map(|(argument, parameter)| as_argument(argument, &parameter.ty)).collect())
        } else {
            let (binders, variables) = self.passed(&definition, chosen.arguments);
            (binders, variables.into_iter().map(|variable| variable.value).collect::<Vec<Term>>())
        };
        if let Some(what) = arguments.iter().find_map(Term::missing) {
            return Ok(Term::unmodelled(what.what.clone(), span));
        }
        if self.checker.logic.globals.functions[id.index()].reads_state && state.is_none() {
            self.state(span)?;
        }
        let ty = definition.result.clone().unwrap_or(LogicType::Boolean);
        let mut term = Term::new(TermKind::Apply(id, arguments), ty, span);
        if let Some(state) = state.filter(|_| state != self.current) {
            term = term.at(state);
        }
        for (binder, value) in binders.into_iter().rev() {
            let ty = term.ty.clone();
            term = Term::new(TermKind::Let(binder, Box::new(value), Box::new(term)), ty, span);
        }
        Ok(term)
    }

    /// A predicate that is not put in: its value is not 0.
    pub(super) fn applied_as_predicate(
        &mut self,
        id: LogicId,
        called: (&Name, &[Name]),
        chosen: Chosen<'a>,
        span: Span,
    ) -> Read<Predicate> {
        let term = self.application(id, called, chosen, span)?;
        if let Some(what) = term.missing() {
            return Ok(Predicate::unmodelled(what.what.clone(), span));
        }
        let zero = Term::integer(0, span);
        Ok(Predicate::new(PredicateKind::Compare(Relation::NotEqual, term, zero), span))
    }
}
