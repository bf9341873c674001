//! The user's error conditions, put to the cells of the functions that they are about.

use super::effects::has_effects;
use super::program::{ErrorCondition, FunctionId, Statement, StatementKind, VariableId};
use super::state::{Binding, CurrentFunction, Layout};
use super::{constants, walk};
use crate::check::tree::{self, Condition, ObjectId, Storage};
use crate::doubt::Unmodelled;
use crate::source::Span;
use crate::syntax::error::{Diagnostic, Severity};

/// What is wrong with a condition.
enum Flaw {
    /// It changes something.
    Effects,
    /// It has no cells for what this is about.
    Unmodelled(Unmodelled),
}

impl Layout<'_> {
    /// Lays out all error conditions; gives what is wrong with some.
    pub fn conditions(&mut self) -> Vec<Diagnostic> {
        let mut wrong = Vec::new();
        for condition in &self.tree.conditions {
            if let Err(flaw) = self.condition(condition) {
                let message = match flaw {
                    Flaw::Effects => "the condition must have no side effects".to_owned(),
                    Flaw::Unmodelled(what) => format!("{what} is not modelled"),
                };
                let message = format!("in error condition '{}': {message}", condition.text);
                wrong.push(Diagnostic {
                    severity: Severity::Error,
                    message,
                    span: condition.span,
                    label: None,
                });
            }
        }
        wrong
    }

    fn condition(&mut self, condition: &Condition) -> Result<(), Flaw> {
        let functions = match condition.function {
            None => vec![None],
            Some(origin) => {
                let own = self.numbers[origin.index()].filter(|id| !self.replaced.contains(id));
                own.into_iter().chain(self.references.versions_of(origin)).map(Some).collect()
            }
        };
        let (mut found, mut impossible) = (false, None);
        for function in functions {
            match self.condition_in(function, condition) {
                Ok(()) => found = true,
                // What needs the object of a null pointer cannot hold.
                Err(flaw @ Flaw::Unmodelled(Unmodelled::NullPointer)) => impossible = Some(flaw),
                Err(flaw) => return Err(flaw),
            }
        }
        impossible.filter(|_| !found).map_or(Ok(()), Err)
    }

    fn condition_in(&mut self, function: Option<FunctionId>, condition: &Condition) -> Result<(), Flaw> {
        let addresses = self.address_taken.clone();
        let functions = self.function_values.clone();
        let result = function.and_then(|id| self.program.result_variables[id.index()]);
        self.current = function.zip(condition.function).map(|(id, origin)| self.asked(id, origin, result));
        let expression = self.truth(&condition.expression);
        self.current = None;
        // Asking changes nothing.
        (self.address_taken, self.function_values) = (addresses, functions);
        if has_effects(&expression) {
            return Err(Flaw::Effects);
        }
        let mut unsupported = None;
        walk::reasons(&expression, &mut |reason| unsupported = Some(reason.clone()));
        if let Some(reason) = unsupported {
            return Err(Flaw::Unmodelled(reason));
        }
        let mut at_return = false;
        walk::read(&expression, &mut |variable| at_return |= Some(variable) == result);
        if let (true, Some(function)) = (at_return, function) {
            self.return_zero_from_main(function);
        }
        let (text, subject) = (condition.text.clone(), condition.subject.clone());
        self.program.error_conditions.push(ErrorCondition {
            text,
            subject,
            function,
            at_return,
            condition: expression,
            span: condition.span,
        });
        Ok(())
    }

    /// A function whose objects a condition names.
    fn asked(&self, id: FunctionId, origin: tree::FunctionId, result: Option<VariableId>) -> CurrentFunction {
        let mut bindings = self.locals.get(&id).cloned().unwrap_or_default();
        for (number, object) in self.tree.objects.iter().enumerate() {
            if object.storage == Storage::Result {
                bindings.insert(ObjectId(number as u32), Binding::Variable(result));
            }
        }
        CurrentFunction {
            id,
            origin,
            labels: Vec::new(),
            switches: Vec::new(),
            bindings,
            hoisted: None,
            loops: 0,
            modified: Default::default(),
            refused: Default::default(),
            early: Default::default(),
            hints: Default::default(),
            again: false,
        }
    }

    /// `main` returns zero where it ends without a `return`, which a condition on its result has to see.
    fn return_zero_from_main(&mut self, id: FunctionId) {
        if self.main().map(|(_, main)| main) != Some(id) {
            return;
        }
        let function = &mut self.program.functions[id.index()];
        let Some(ty) = function.result else { return };
        let end = function.body.span.end;
        let span = Span::new(end.saturating_sub(1), end);
        let zero = constants::constant(0, ty, span);
        if let StatementKind::Block(statements) = &mut function.body.kind
            && !statements.last().is_some_and(|s| matches!(s.kind, StatementKind::Return(_)))
        {
            statements.push(Statement { kind: StatementKind::Return(Some(zero)), span });
        }
    }
}
