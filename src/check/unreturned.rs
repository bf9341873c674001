//! What a function gives that ends without a value: a use of it has no defined behaviour (C11 6.9.1p12).
//!
//! Where every call of such a function uses its value, the function returns a variable that has none, which is an error of
//! `uninit` to read. Where some calls use it and others do not, or nobody sees all calls, what it gives there is not known.

use std::collections::BTreeSet;

use focuscheck_base::reading::VALUE_OF;
use focuscheck_base::source::Span;

use super::flow;
use super::made::without_value;
use super::named::named_in;
use super::tree::{
    Callee, Expression, ExpressionKind as Kind, FunctionId, Object, ObjectId, Place, PlaceKind, Program,
    Statement, StatementKind, Storage,
};
use super::types::Type;
use super::visit::{Visit, VisitMut, in_expression, in_program, in_statement, in_statement_mut};

/// Gives functions whose values are used a value at their ends; runs of the program begin with a function.
pub fn expand(program: &mut Program, start: &str) {
    let Uses { used, unused, .. } = Uses::of(program);
    let named = named_in(program);
    let start = program.function(start).map(|id| program.resolved(id));
    for number in 0..program.functions.len() {
        let id = FunctionId(number as u32);
        let function = &program.functions[number];
        let result = function.signature.result.clone();
        let is_seen = !named.contains(&id);
        let gives_none = result == Type::Void || function.name == "main" || function.stops;
        if gives_none || is_seen && !used.contains(&id) {
            continue;
        }
        let Some(definition) = &function.definition else { continue };
        let (name, end) = (function.name.clone(), definition.body_span.end);
        let span = Span::new(end.saturating_sub(1), end);
        let falls = flow::end_is_reachable(&definition.body, &program.functions);
        let is_error = is_seen && !unused.contains(&id) && start != Some(id);
        let mut object = None;
        if is_error {
            object = Some(ObjectId(program.objects.len() as u32));
            program.objects.push(Object {
                name: format!("{VALUE_OF}{name}()"),
                ty: result.clone(),
                storage: Storage::Automatic,
                constant: false,
                volatile: false,
                span,
            });
        }
        let Some(definition) = &mut program.functions[number].definition else { continue };
        let mut values = Values { object, result };
        definition.body.iter_mut().for_each(|statement| values.statement(statement));
        if falls {
            definition.body.push(values.returned(span));
        }
    }
}

/// Puts a value in the place of those that are not there.
struct Values {
    /// A variable that has none; nothing where that is no error.
    object: Option<ObjectId>,
    result: Type,
}

impl Values {
    fn returned(&self, span: Span) -> Statement {
        let plain = |kind| Statement { kind, annotations: Vec::new(), contract: None, span };
        let ty = self.result.clone();
        let Some(object) = self.object else {
            let reason = "value of a function that returned none".to_owned();
            let value = Expression::new(Kind::Unknown(reason, Vec::new()), ty, span);
            return plain(StatementKind::Return(Some(value)));
        };
        let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
        let value = Expression::new(Kind::Load(Box::new(place)), ty, span);
        let returned = plain(StatementKind::Return(Some(value)));
        plain(StatementKind::Block(vec![without_value(object, span), returned]))
    }
}

impl VisitMut for Values {
    fn statement(&mut self, statement: &mut Statement) {
        if matches!(statement.kind, StatementKind::Return(None)) {
            statement.kind = self.returned(statement.span).kind;
            return;
        }
        in_statement_mut(self, statement);
    }
}

/// The functions of whose calls some use the value, and those of whose calls some do not.
struct Uses<'p> {
    program: &'p Program,
    used: BTreeSet<FunctionId>,
    unused: BTreeSet<FunctionId>,
}

impl<'p> Uses<'p> {
    fn of(program: &'p Program) -> Self {
        let mut uses = Uses { program, used: BTreeSet::new(), unused: BTreeSet::new() };
        in_program(&mut uses, program);
        uses
    }

    /// An expression whose value is not used.
    fn discarded(&mut self, expression: &'p Expression) {
        match &expression.kind {
            Kind::Call(Callee::Named(id), arguments) => {
                self.unused.insert(self.program.resolved(*id));
                arguments.iter().for_each(|argument| self.expression(argument));
            }
            Kind::Convert(inner) | Kind::Cast(inner) => self.discarded(inner),
            Kind::Comma(first, last) => {
                self.discarded(first);
                self.discarded(last);
            }
            Kind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                then.iter().for_each(|then| self.discarded(then));
                self.discarded(otherwise);
            }
            Kind::Statement(body, value, _) => {
                body.iter().for_each(|statement| self.statement(statement));
                value.iter().for_each(|value| self.discarded(value));
            }
            _ => self.expression(expression),
        }
    }
}

impl<'p> Visit<'p> for Uses<'p> {
    fn statement(&mut self, statement: &'p Statement) {
        match &statement.kind {
            StatementKind::Expression(expression) => self.discarded(expression),
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|init| self.statement(init));
                condition.iter().for_each(|condition| self.expression(condition));
                step.iter().for_each(|step| self.discarded(step));
                self.statement(body);
            }
            _ => in_statement(self, statement),
        }
    }

    fn expression(&mut self, expression: &'p Expression) {
        match &expression.kind {
            Kind::Call(Callee::Named(id), _) => _ = self.used.insert(self.program.resolved(*id)),
            Kind::Comma(first, last) => {
                self.discarded(first);
                self.expression(last);
                return;
            }
            _ => {}
        }
        in_expression(self, expression);
    }
}
