//! The user's error conditions.

use super::Checker;
use super::checker::Asked;
use super::effects;
use super::names::Symbol;
use super::tree::{Condition, FunctionId, Object, Storage};
use super::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::error::{Diagnostic, Severity};

impl Checker<'_> {
    /// Checks all error conditions.
    pub fn conditions(&mut self, conditions: &[(String, Option<Span>)]) {
        for (text, span) in conditions {
            if let Err(message) = self.condition(text, *span) {
                let message = format!("in error condition '{text}': {message}");
                self.errors += 1;
                let severity = Severity::Error;
                self.diagnostics.push(Diagnostic { severity, message, span: *span, label: None });
            }
        }
    }

    fn condition(&mut self, text: &str, span: Option<Span>) -> Result<(), String> {
        let at = span.unwrap_or_default();
        let asked = focuscheck_syntax::parse_condition(text, at).map_err(|error| error.message)?;
        self.enter_unit(self.asked_unit(asked.function.as_deref(), span));
        let function = match &asked.function {
            None => None,
            Some(name) => {
                let id = self.names.get(name).copied();
                let id = id.filter(|id| self.functions[id.index()].definition.is_some());
                Some(id.ok_or_else(|| format!("no function '{name}' is defined"))?)
            }
        };
        self.condition_scope(function);
        // What is wrong with a condition is said of the condition.
        let (diagnostics, errors) = (std::mem::take(&mut self.diagnostics), std::mem::take(&mut self.errors));
        self.undeclared.clear();
        self.asked = Some(function.map_or(Asked::OfProgram, |_| Asked::OfFunction));
        let expression = self.truth(&asked.expression);
        self.asked = None;
        let found = std::mem::replace(&mut self.diagnostics, diagnostics);
        self.errors = errors;
        self.close_scope();
        if let Some(error) = found.into_iter().find(|d| d.severity == Severity::Error) {
            return Err(error.message);
        }
        if effects::changes(&expression, &self.functions) {
            return Err("the condition must have no side effects".to_owned());
        }
        self.conditions.push(Condition {
            text: text.to_owned(),
            subject: asked.subject,
            function,
            expression,
            span,
        });
        Ok(())
    }

    /// The unit whose names a condition means: the one that it is written in, or the first that defines its function.
    fn asked_unit(&self, function: Option<&str>, span: Option<Span>) -> usize {
        let part = span.map(|span| self.source.part_of(span.start));
        if let Some(unit) = part.and_then(|part| self.source.units().position(|unit| unit == part)) {
            return unit + 1;
        }
        let defines = |unit: &usize| {
            let id = function.and_then(|name| self.named_in(*unit, name));
            id.is_some_and(|id| self.defined_in.get(&id) == Some(unit))
        };
        (0..self.files.len()).find(defines).unwrap_or(0)
    }

    /// Opens a scope with the function's parameters and variables and `\result`.
    fn condition_scope(&mut self, function: Option<FunctionId>) {
        self.open_scope();
        let Some(id) = function else { return };
        let entry = &self.functions[id.index()];
        let Some(definition) = &entry.definition else { return };
        let (locals, result, span) =
            (definition.locals.clone(), entry.signature.result.clone(), definition.span);
        for object in locals {
            let name = self.objects[object.index()].name.clone();
            self.declare(&name, Symbol::Object(object));
        }
        if let Type::Integer(_) = result {
            let (name, storage) = ("\\result".to_owned(), Storage::Result);
            let object =
                self.new_object(Object { name, ty: result, storage, constant: false, volatile: false, span });
            self.declare("\\result", Symbol::Object(object));
        }
    }
}
