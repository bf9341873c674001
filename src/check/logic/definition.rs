//! Definitions of predicates and functions: found by name and arguments, and put in for their calls.

use super::builtin::truth;
use super::conversion::holds_all;
use super::elaborate::{Clause, Elaborator, Failed, MAX_NODES, Read, Variable};
use super::state::{Definition, Parameter};
use super::tree::{Binder, LogicType, Predicate, PredicateKind, StateLabel, Term, TermKind};
use crate::checker::Checker;
use crate::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{self as acsl, Expression, Standing};
use focuscheck_syntax::ast::Name;

/// Functions and predicates that the annotated headers of the C library define for texts; they are known by name alone.
const OF_TEXTS: [&str; 6] =
    ["strlen", "strcmp", "valid_string", "valid_read_string", "valid_string_or_null", "memcmp"];

/// Definitions are not put into each other deeper than this.
const MAX_DEPTH: usize = 50;

/// How well an argument fits a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Converted,
}

/// A definition that is meant by a call.
pub(super) struct Chosen<'a> {
    pub definition: Definition<'a>,
    /// Its number among those of its name.
    pub number: usize,
    pub arguments: Vec<Term>,
}

impl<'a> Checker<'a> {
    /// Enters a definition that the file makes.
    pub(crate) fn define_logic(&mut self, written: &'a acsl::Definition) {
        let mut reader = Elaborator::new(self, Clause::Definition);
        reader.types = written.types.clone();
        let result = written.result.as_ref().map(|ty| reader.logic_type(ty, written.name.span));
        let parameters: Vec<Parameter> = written
            .parameters
            .iter()
            .map(|parameter| Parameter {
                name: parameter.name.text.clone(),
                ty: reader.parameter_type(&parameter.ty, parameter.name.span),
                span: parameter.name.span,
            })
            .collect();
        let name = &written.name.text;
        let same = |known: &Definition| {
            known.parameters.len() == parameters.len()
                && known.parameters.iter().zip(&parameters).all(|(a, b)| a.ty == b.ty)
        };
        if self.logic.names.definitions.get(name).is_some_and(|known| known.iter().any(same)) {
            return self.error(written.name.span, format!("redefinition of '{name}'"));
        }
        let body = written.body.as_ref().map_err(Clone::clone);
        let labels: Vec<String> = written.labels.iter().map(|label| label.text.clone()).collect();
        let (item, span) = (self.item, written.name.span);
        self.logic.order += 1;
        let order = self.logic.order;
        let reads = written.reads || !labels.is_empty();
        let function = None;
        let definition = Definition { result, labels, parameters, reads, function, body, item, order, span };
        let known = self.logic.names.definitions.entry(name.clone()).or_default();
        known.push(definition.clone());
        let number = known.len() - 1;
        let kind = if written.result.is_some() { "function" } else { "predicate" };
        let what = match self.try_definition(name, number, &definition) {
            Some(false) => None,
            Some(true) => self.make_function(name, number, &definition).err(),
            None if written.declared && written.types.is_empty() => {
                self.make_function(name, number, &definition).err()
            }
            // What is not read has been said to be.
            None if definition.body.is_err() => {
                let what = definition.body.err();
                what.into_iter().for_each(|what| self.logic.globals.leave_out(what, Standing::Given));
                None
            }
            // What is wrong has been said once.
            None => Some(format!("{kind} {name} with an error")),
        };
        if let Some(what) = what {
            let what = acsl::Unmodelled { what, span };
            self.logic.globals.leave_out(what.clone(), Standing::Given);
            let known = self.logic.names.definitions.get_mut(name).and_then(|known| known.get_mut(number));
            if let Some(known) = known {
                known.body = Err(what);
            }
        }
    }

    /// Reads the body of a definition to see whether it is right; whether it calls itself.
    fn try_definition(&mut self, name: &str, number: usize, definition: &Definition<'a>) -> Option<bool> {
        let body = definition.body.as_ref().ok()?;
        let labels = &definition.labels;
        let mut reader = Elaborator::new(self, Clause::Definition);
        reader.labels = labels.iter().map(|label| (label.clone(), StateLabel::Here)).collect();
        // With several labels memory is read only where one is named.
        if labels.len() > 1 && !labels.iter().any(|label| label == "Here") {
            (reader.here, reader.current) = (None, None);
        }
        reader.inlined.push((name.to_owned(), number));
        reader.last = definition.order;
        let variables = definition.parameters.iter().map(|parameter| {
            let value = match parameter.ty {
                LogicType::Unknown | LogicType::Real => {
                    Term::unmodelled("parameter of this type", parameter.span)
                }
                _ => reader.bind(&parameter.name, parameter.ty.clone(), parameter.span).term(),
            };
            Variable { name: parameter.name.clone(), value }
        });
        let variables: Vec<Variable> = variables.collect();
        let read = reader.with_variables(variables, |e| match definition.result {
            None => e.predicate(body).map(|_| ()),
            Some(_) => e.term(body).map(|_| ()),
        });
        let recursive = reader.recursive;
        read.ok().map(|()| recursive)
    }
}

impl<'a> Elaborator<'_, 'a> {
    /// The type of a parameter: an array is a pointer.
    fn parameter_type(&mut self, ty: &acsl::TypeName, span: Span) -> LogicType {
        match self.logic_type(ty, span) {
            LogicType::Aggregate(Type::Array(element, _)) => LogicType::Pointer(element),
            ty => ty,
        }
    }

    /// A predicate of the file that is applied; `None` if the name is that of a function.
    pub fn defined_predicate(
        &mut self,
        name: &Name,
        labels: &[Name],
        arguments: &[Expression],
        span: Span,
    ) -> Read<Option<Predicate>> {
        let chosen = match self.chosen(name, arguments)? {
            Ok(chosen) => chosen,
            Err(what) => return Ok(Some(Predicate::unmodelled(what, span))),
        };
        if chosen.definition.result.is_some() {
            return Ok(None);
        }
        if let Some(id) = chosen.definition.function {
            return self.applied_as_predicate(id, (name, labels), chosen, span).map(Some);
        }
        let (definition, number) = (chosen.definition, chosen.number);
        let body = match self.reason(name, &definition, number) {
            Some(what) => return Ok(Some(Predicate::unmodelled(what, span))),
            None => definition.body.clone(),
        };
        let Ok(body) = body else { return Err(Failed) };
        let actual = self.actual_labels(name, &definition, labels)?;
        let (binders, variables) = self.passed(&definition, chosen.arguments);
        let (inner, state) =
            self.in_definition(name, number, &definition, &actual, variables, |e| e.predicate(body))?;
        let mut predicate = Predicate { span, ..inner };
        if let Some(state) = state {
            predicate = Predicate::new(PredicateKind::At(Box::new(predicate), state), span);
        }
        for (binder, value) in binders.into_iter().rev() {
            predicate =
                Predicate::new(PredicateKind::Let(binder, Box::new(value), Box::new(predicate)), span);
        }
        Ok(Some(predicate))
    }

    /// A function of the file that is applied, or a predicate as a value.
    pub fn defined_term(
        &mut self,
        name: &Name,
        labels: &[Name],
        arguments: &[Expression],
        span: Span,
    ) -> Read<Term> {
        let chosen = match self.chosen(name, arguments)? {
            Ok(chosen) => chosen,
            Err(what) => return Ok(Term::unmodelled(what, span)),
        };
        if chosen.definition.result.is_none() {
            let predicate = self.defined_predicate(name, labels, arguments, span)?;
            return Ok(match predicate {
                Some(predicate) => truth(predicate, span),
                None => Term::unmodelled(name.text.clone(), span),
            });
        }
        self.put_in(name, labels, chosen, span)
    }

    /// A function without parameters, by its name alone.
    pub fn constant_function(&mut self, name: &Name) -> Read<Option<Term>> {
        if !self.checker.logic.names.definitions.contains_key(&name.text) {
            return Ok(None);
        }
        self.defined_term(name, &[], &[], name.span).map(Some)
    }

    fn put_in(&mut self, name: &Name, labels: &[Name], chosen: Chosen<'a>, span: Span) -> Read<Term> {
        if let Some(id) = chosen.definition.function {
            return self.application(id, (name, labels), chosen, span);
        }
        let (definition, number) = (chosen.definition, chosen.number);
        if let Some(what) = self.reason(name, &definition, number) {
            return Ok(Term::unmodelled(what, span));
        }
        let Ok(body) = definition.body.clone() else { return Err(Failed) };
        let actual = self.actual_labels(name, &definition, labels)?;
        let (binders, variables) = self.passed(&definition, chosen.arguments);
        let (inner, state) =
            self.in_definition(name, number, &definition, &actual, variables, |e| e.term(body))?;
        if inner.missing().is_some() {
            return Ok(Term { span, ..inner });
        }
        let mut term = Term { span, ..inner };
        if let Some(state) = state {
            term = Term { span, ..term.at(state) };
        }
        for (binder, value) in binders.into_iter().rev() {
            let ty = term.ty.clone();
            term = Term::new(TermKind::Let(binder, Box::new(value), Box::new(term)), ty, span);
        }
        // What the function gives is a value of its type.
        match &definition.result {
            Some(result) if *result != term.ty => self.as_result(result, term, span),
            _ => Ok(term),
        }
    }

    /// The value of a body as one of the type of the function.
    pub(super) fn as_result(&mut self, result: &LogicType, term: Term, span: Span) -> Read<Term> {
        match (result, &term.ty) {
            (LogicType::Integer(None), LogicType::Integer(_) | LogicType::Boolean)
            | (LogicType::Boolean, LogicType::Boolean) => Ok(term),
            (LogicType::Integer(Some(_)) | LogicType::Boolean, _) => self.cast(result.clone(), term, span),
            (LogicType::Pointer(_), _) => self.as_pointer(term, result, span),
            (
                LogicType::Integer(None) | LogicType::Real | LogicType::Aggregate(_) | LogicType::Unknown,
                _,
            ) => Ok(Term::unmodelled("result of this type", span)),
        }
    }

    /// Why a definition cannot be put in.
    fn reason(&mut self, name: &Name, definition: &Definition<'a>, number: usize) -> Option<String> {
        if self.inlined.contains(&(name.text.clone(), number)) {
            self.recursive = true;
            return Some(format!("recursive definition of {}", name.text));
        }
        if self.inlined.len() > MAX_DEPTH || self.nodes > MAX_NODES {
            return Some(format!("{}: too much comes out of the definitions", name.text));
        }
        definition.body.as_ref().err().map(|what| what.what.clone())
    }

    /// The definition that is meant: the first whose parameters the arguments fit best.
    fn chosen(&mut self, name: &Name, arguments: &[Expression]) -> Read<Result<Chosen<'a>, String>> {
        let item = self.checker.item;
        let known = self.checker.logic.names.definitions.get(&name.text);
        let known = known.into_iter().flatten().enumerate();
        let seen = |known: &Definition<'a>| known.item <= item && known.order <= self.last;
        let known = known.filter(|(_, known)| seen(known));
        let known: Vec<(usize, Definition<'a>)> =
            known.map(|(number, known)| (number, known.clone())).collect();
        if known.is_empty() {
            if self.checker.unread || self.checker.logic.names.ghosts.contains(&name.text) {
                return Ok(Err(format!("{}, which is not read", name.text)));
            }
            if OF_TEXTS.contains(&&*name.text) {
                return Ok(Err(format!("{}, which the headers of the library define", name.text)));
            }
            let function = self.checker.names.contains_key(&name.text);
            return match function {
                true => {
                    self.error(name.span, format!("'{}' is a function of C, not of the logic", name.text))
                }
                false => self.error(name.span, format!("'{}' undeclared in this annotation", name.text)),
            };
        }
        let terms: Vec<Read<Term>> =
            arguments.iter().map(|argument| self.single(|e| e.term(argument))).collect();
        let terms: Vec<Term> = terms.into_iter().collect::<Read<_>>()?;
        let mut best: Option<((Fit, usize), usize, Definition<'a>)> = None;
        for (number, definition) in known {
            if definition.parameters.len() != terms.len() {
                continue;
            }
            let fits =
                terms.iter().zip(&definition.parameters).map(|(term, p)| fit(self.checker, term, &p.ty));
            let Some(fits) = fits.collect::<Option<Vec<Fit>>>() else { continue };
            // The worst argument counts first, then how many are converted.
            let worst = fits.iter().copied().max().unwrap_or(Fit::Exact);
            let converted = fits.iter().filter(|fit| **fit == Fit::Converted).count();
            if best.as_ref().is_none_or(|(fit, ..)| (worst, converted) < *fit) {
                best = Some(((worst, converted), number, definition));
            }
        }
        match best {
            Some((_, number, definition)) => Ok(Ok(Chosen { definition, number, arguments: terms })),
            None => {
                let types: Vec<String> = terms.iter().map(|term| self.type_name(&term.ty)).collect();
                let types = types.join(", ");
                self.error(name.span, format!("no '{}' takes ({types})", name.text))
            }
        }
    }

    /// The states that the labels of a definition stand for in a call.
    pub(super) fn actual_labels(
        &mut self,
        name: &Name,
        definition: &Definition<'a>,
        labels: &[Name],
    ) -> Read<Vec<StateLabel>> {
        let wanted = definition.labels.len();
        let mut actual = Vec::new();
        for label in labels {
            actual.push(self.label(label)?);
        }
        match (wanted, actual.len()) {
            (wanted, given) if wanted == given => Ok(actual),
            // The one state of a definition need not be named, nor be its own.
            (0, 1) => Ok(actual),
            (1, 0) => Ok(vec![self.state(name.span)?]),
            (0, _) => Ok(Vec::new()),
            (wanted, given) => {
                self.error(name.span, format!("'{}' has {wanted} labels, {given} are given", name.text))
            }
        }
    }

    /// The arguments for the parameters, and what binds those that are worth a name.
    pub(super) fn passed(
        &mut self,
        definition: &Definition<'a>,
        arguments: Vec<Term>,
    ) -> (Vec<(Binder, Term)>, Vec<Variable>) {
        let (mut binders, mut variables) = (Vec::new(), Vec::new());
        for (parameter, argument) in definition.parameters.iter().zip(arguments) {
            let argument = as_argument(argument, &parameter.ty);
            let (binder, variable) = self.bound(&parameter.name, argument, parameter.span);
            binders.extend(binder);
            variables.push(variable);
        }
        (binders, variables)
    }

    /// Reads the body of a definition with the names that are known there, and says in which state, if that is another one
    /// than that of the call.
    fn in_definition<T>(
        &mut self,
        name: &Name,
        number: usize,
        definition: &Definition<'a>,
        actual: &[StateLabel],
        variables: Vec<Variable>,
        read: impl FnOnce(&mut Self) -> Read<T>,
    ) -> Read<(T, Option<StateLabel>)> {
        let named = definition.labels.iter().cloned().zip(actual.iter().copied());
        let labels: Vec<(String, StateLabel)> = named.collect();
        let own_here = labels.iter().find(|(label, _)| label == "Here").map(|(_, state)| *state);
        let current = match (definition.labels.len(), actual) {
            (0 | 1, [one]) => Some(*one),
            (0, _) => self.current,
            _ => own_here,
        };
        let outer = (
            std::mem::replace(&mut self.labels, labels),
            std::mem::replace(&mut self.variables, variables),
            std::mem::replace(&mut self.current, current),
            std::mem::replace(&mut self.here, current),
            std::mem::replace(&mut self.clause, Clause::Definition),
            self.ranges.take(),
        );
        let (call, last) = (self.call, self.last);
        self.last = definition.order;
        self.call.get_or_insert(name.span);
        // The names of the place of the call are not known in the definition.
        let scopes = self.checker.scopes.split_off(1);
        let tags = self.checker.tags.split_off(1);
        let item = std::mem::replace(&mut self.checker.item, definition.item);
        self.inlined.push((name.text.clone(), number));
        let result = read(self);
        self.inlined.pop();
        (self.call, self.last) = (call, last);
        self.checker.item = item;
        self.checker.tags.extend(tags);
        self.checker.scopes.extend(scopes);
        (self.labels, self.variables, self.current, self.here, self.clause, self.ranges) = outer;
        let state = current.filter(|_| current != self.current);
        Ok((result?, state))
    }
}

/// Whether a term can be the argument for a parameter.
fn fit(checker: &Checker<'_>, term: &Term, ty: &LogicType) -> Option<Fit> {
    if term.ty == *ty {
        return Some(Fit::Exact);
    }
    match (&term.ty, ty) {
        (LogicType::Unknown, _) | (_, LogicType::Unknown) => Some(Fit::Converted),
        (LogicType::Integer(_) | LogicType::Boolean, LogicType::Integer(_) | LogicType::Boolean) => {
            Some(Fit::Converted)
        }
        (LogicType::Integer(_) | LogicType::Real, LogicType::Real) => Some(Fit::Converted),
        (LogicType::Pointer(from), LogicType::Pointer(to)) => {
            let any = **to == Type::Void || matches!(term.kind, TermKind::Null);
            (any || checker.types.compatible(from, to)).then_some(Fit::Converted)
        }
        (LogicType::Integer(_), LogicType::Pointer(_)) => {
            matches!(term.kind, TermKind::Integer(0)).then_some(Fit::Converted)
        }
        (LogicType::Aggregate(from), LogicType::Aggregate(to)) => {
            checker.types.compatible(from, to).then_some(Fit::Converted)
        }
        _ => None,
    }
}

/// An argument as a value of the type of the parameter.
pub(super) fn as_argument(argument: Term, ty: &LogicType) -> Term {
    let span = argument.span;
    match (ty, &argument.ty) {
        (LogicType::Integer(Some(to)), LogicType::Integer(None)) => match argument.kind {
            TermKind::Integer(value) if to.contains(value) => Term { ty: ty.clone(), ..argument },
            _ => Term::new(TermKind::Convert(*to, Box::new(argument)), ty.clone(), span),
        },
        (LogicType::Integer(Some(to)), LogicType::Integer(Some(from))) if !holds_all(*to, *from) => {
            Term::new(TermKind::Convert(*to, Box::new(argument)), ty.clone(), span)
        }
        (LogicType::Pointer(_), LogicType::Integer(_)) => Term::new(TermKind::Null, ty.clone(), span),
        (LogicType::Pointer(to), LogicType::Pointer(from)) if to != from => match argument.kind {
            TermKind::Null => Term::new(TermKind::Null, ty.clone(), span),
            _ => Term::new(TermKind::Retyped(Box::new(argument)), ty.clone(), span),
        },
        (LogicType::Real, LogicType::Integer(_)) => Term::unmodelled("real number", span),
        (LogicType::Unknown, _) if argument.missing().is_none() => {
            Term::unmodelled("argument of this type", span)
        }
        _ => argument,
    }
}
