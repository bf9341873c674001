//! The user's error conditions.

use std::collections::BTreeMap;

use super::Checker;
use super::pointer::NULL_POINTER;
use super::resolve::Symbol;
use super::typed::{ErrorCondition, FunctionId, Statement, StatementKind};
use super::types::Type;
use super::unsupported::has_effects;
use crate::source::Span;
use crate::syntax::error::{Diagnostic, Severity};

impl Checker<'_> {
    /// Checks all error conditions.
    pub fn conditions(&mut self, conditions: &[(String, Option<Span>)]) {
        for (text, span) in conditions {
            if let Err(message) = self.condition(text, *span) {
                let message = format!("in error condition '{text}': {message}");
                self.errors += 1;
                self.diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    message,
                    span: *span,
                    label: None,
                });
            }
        }
    }

    fn condition(&mut self, text: &str, span: Option<Span>) -> Result<(), String> {
        let at = span.unwrap_or_default();
        let (name, expression) = crate::syntax::parse_condition(text, at).map_err(|d| {
            let prefix = format!("in error condition '{text}': ");
            d.message.strip_prefix(&prefix).unwrap_or(&d.message).to_owned()
        })?;
        let functions = match &name {
            None => vec![None],
            Some(name) => {
                let id = self.functions.get(name).and_then(|f| f.definition);
                let id = id.ok_or_else(|| format!("no function '{name}' is defined"))?;
                let own = (!self.replaced.contains(&id)).then_some(id);
                own.into_iter().chain(self.references.versions_of(name)).map(Some).collect()
            }
        };
        let (mut found, mut impossible) = (false, None);
        for function in functions {
            match self.condition_in(function, text, span, &expression) {
                Ok(()) => found = true,
                // What needs the object of a null pointer cannot hold.
                Err(why) if why.starts_with(NULL_POINTER) => impossible = Some(why),
                Err(why) => return Err(why),
            }
        }
        impossible.filter(|_| !found).map_or(Ok(()), Err)
    }

    fn condition_in(
        &mut self,
        function: Option<FunctionId>,
        text: &str,
        span: Option<Span>,
        expression: &crate::syntax::ast::Expression,
    ) -> Result<(), String> {
        let result = self.condition_scope(function);
        let (diagnostics, errors) = (std::mem::take(&mut self.diagnostics), std::mem::take(&mut self.errors));
        let said = std::mem::take(&mut self.said);
        self.undeclared.clear();
        let condition = self.truth(expression);
        let found = std::mem::replace(&mut self.diagnostics, diagnostics);
        self.errors = errors;
        self.said = said;
        self.close_scope();
        if let Some(error) = found.into_iter().find(|d| d.severity == Severity::Error) {
            let message = error.message.trim_end_matches(" here (not in a function)").to_owned();
            return Err(match (&*message, function) {
                ("'\\result' undeclared", None) => "'\\result' needs a function: write 'FUNC: …'".to_owned(),
                ("'\\result' undeclared", Some(_)) => "the function has no integer result".to_owned(),
                _ => message,
            });
        }
        if has_effects(&condition) {
            return Err("the condition must have no side effects".to_owned());
        }
        let mut unsupported = None;
        super::walk::reasons(&condition, &mut |reason| unsupported = Some(reason.to_owned()));
        if let Some(reason) = unsupported {
            return Err(format!("{reason} is not modelled"));
        }
        let mut at_return = false;
        super::walk::read(&condition, &mut |variable| at_return |= Some(variable) == result);
        if let (true, Some(function)) = (at_return, function) {
            self.return_zero_from_main(function);
        }
        let text = text.to_owned();
        self.program.error_conditions.push(ErrorCondition { text, function, at_return, condition, span });
        Ok(())
    }

    /// `main` returns zero where it ends without a `return`, which a condition on its result has to see.
    fn return_zero_from_main(&mut self, id: FunctionId) {
        if self.functions.get("main").and_then(|f| f.definition) != Some(id) {
            return;
        }
        let function = &mut self.program.functions[id.index()];
        let Some(ty) = function.result else { return };
        let end = function.body.span.end;
        let span = Span::new(end.saturating_sub(1), end);
        let zero = super::constants::constant(0, ty, span);
        if let StatementKind::Block(statements) = &mut function.body.kind
            && !statements.last().is_some_and(|s| matches!(s.kind, StatementKind::Return(_)))
        {
            statements.push(Statement { kind: StatementKind::Return(Some(zero)), span });
        }
    }

    /// Opens a scope with the function's parameters and variables and `\result`, whose variable it gives.
    fn condition_scope(&mut self, function: Option<FunctionId>) -> Option<super::typed::VariableId> {
        self.open_scope();
        let function = function?;
        let empty = BTreeMap::new();
        let locals = self.locals.get(&function).unwrap_or(&empty).clone();
        for (name, symbol) in locals {
            self.declare(&name, symbol);
        }
        let result = self.program.result_variables[function.index()];
        if let (Some(variable), Some(ty)) = (result, self.program.functions[function.index()].result) {
            self.declare("\\result", Symbol::Local(Type::Integer(ty), Some(variable), false));
        }
        result
    }
}
