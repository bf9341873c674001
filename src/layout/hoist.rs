//! Statements inside expressions: put before the statement where that is possible, else turned into
//! expressions.

use super::constants;
use super::effects::{has_effects, sequence};
use super::expression::as_int;
use super::opaque::unsupported;
use super::program::{Expression, ExpressionKind, May, Place, Statement, StatementKind};
use super::state::Layout;
use super::value::Value;
use super::walk;
use crate::arith::IntegerType;
use crate::check::tree;
use crate::source::Span;

impl Layout<'_> {
    /// Lets statement expressions inside put their statements before the current one; gives these.
    pub fn with_hoisting<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> (T, Vec<Statement>) {
        let outer = self.current.as_mut().and_then(|c| c.hoisted.replace(Vec::new()));
        let result = check(self);
        let hoisted = self.current.as_mut().and_then(|c| std::mem::replace(&mut c.hoisted, outer));
        (result, hoisted.unwrap_or_default())
    }

    /// Forbids that, where evaluation is conditional; undone by [`Self::restore_hoisting`].
    pub fn no_hoisting(&mut self) -> Option<Vec<Statement>> {
        self.current.as_mut().and_then(|c| c.hoisted.take())
    }

    pub fn restore_hoisting(&mut self, outer: Option<Vec<Statement>>) {
        if let Some(current) = &mut self.current {
            current.hoisted = outer;
        }
    }

    pub fn hoisted_count(&self) -> usize {
        self.current.as_ref().and_then(|c| c.hoisted.as_ref()).map_or(0, Vec::len)
    }

    /// If statements were hoisted since `mark`, `first` must come before them; else it is given back.
    pub fn hoist_before(&mut self, mark: usize, first: Expression) -> Option<Expression> {
        let hoisted = self.current.as_mut().and_then(|c| c.hoisted.as_mut());
        match hoisted.filter(|h| h.len() > mark) {
            None => Some(first),
            Some(hoisted) => {
                let span = first.span;
                hoisted.insert(mark, Statement { kind: StatementKind::Expression(first), span });
                None
            }
        }
    }

    /// GNU's `({ … })`.
    pub fn statement_expression(
        &mut self,
        items: &[tree::Statement],
        last: Option<&tree::Expression>,
        span: Span,
    ) -> Value {
        self.depth += 1;
        let hoisting = self.current.as_ref().is_some_and(|c| c.hoisted.is_some());
        let outer = self.no_hoisting();
        let mut statements = Vec::new();
        for item in items {
            self.statements(item, &mut statements);
        }
        self.restore_hoisting(outer);
        let result = if hoisting {
            if let Some(hoisted) = self.current.as_mut().and_then(|c| c.hoisted.as_mut()) {
                hoisted.append(&mut statements);
            }
            last.map(|e| self.value(e))
        } else {
            let value = last.map(|e| self.value(e));
            let effects = self.as_effects(statements, span);
            let value = value.unwrap_or_else(|| Value::void(constants::integer(0, span)));
            Some(self.prefixed(effects, value, span))
        };
        self.depth -= 1;
        result.unwrap_or_else(|| Value::void(constants::integer(0, span)))
    }

    /// Statements as expressions; loops and jumps cannot be, so what they may do is over-approximated.
    fn as_effects(&mut self, statements: Vec<Statement>, span: Span) -> Vec<Expression> {
        let mut effects = Vec::new();
        for statement in statements {
            match as_expression(&statement, &self.program) {
                Some(expression) => effects.push(expression),
                None => {
                    let mut parts = Vec::new();
                    walk::top_expressions(&statement, &mut |e| parts.push(e.clone()));
                    for part in &parts {
                        walk::assigned(part, &mut |variable| {
                            self.address_taken.insert(variable);
                        });
                    }
                    let maybe = |e: Expression| {
                        let zero = Box::new(constants::integer(0, span));
                        let perhaps = unsupported(
                            "statement expression",
                            Vec::new(),
                            May::NOTHING,
                            IntegerType::INT,
                            span,
                        );
                        let kind = ExpressionKind::Conditional(Box::new(perhaps), Box::new(as_int(e)), zero);
                        Expression { kind, ty: IntegerType::INT, span }
                    };
                    let parts = parts.into_iter().filter(has_effects).map(maybe).collect();
                    effects.push(unsupported(
                        "statement expression",
                        parts,
                        May::ANYTHING,
                        IntegerType::INT,
                        span,
                    ));
                }
            }
        }
        effects
    }
}

/// A statement as an expression, if it has no loops and jumps.
fn as_expression(statement: &Statement, program: &super::Program) -> Option<Expression> {
    let span = statement.span;
    let zero = constants::integer(0, span);
    Some(match &statement.kind {
        StatementKind::Empty => zero,
        StatementKind::Expression(e) => as_int(e.clone()),
        StatementKind::Block(statements) => {
            let parts: Option<Vec<_>> = statements.iter().map(|s| as_expression(s, program)).collect();
            sequence(parts?, zero)
        }
        StatementKind::If { condition, then, otherwise } => {
            let then = as_expression(then, program)?;
            let otherwise = match otherwise {
                Some(otherwise) => as_expression(otherwise, program)?,
                None => zero,
            };
            let kind =
                ExpressionKind::Conditional(Box::new(condition.clone()), Box::new(then), Box::new(otherwise));
            Expression { kind, ty: IntegerType::INT, span }
        }
        StatementKind::Declaration(locals) => {
            let mut parts = Vec::new();
            for local in locals {
                for (cell, value) in &local.initializers {
                    let ty = program.variables[local.variable.index()].cells[*cell as usize].ty;
                    let place = Place {
                        variable: local.variable,
                        offset: *cell,
                        indices: Vec::new(),
                        ty,
                        span: local.span,
                    };
                    let kind = ExpressionKind::Assign(place, Box::new(value.clone()));
                    parts.push(Expression { kind, ty, span: local.span });
                }
            }
            sequence(parts, zero)
        }
        _ => return None,
    })
}
