//! Whether control can reach the end of a function.

use std::collections::BTreeSet;

use super::constants;
use super::library::{self, Effect, Model, ResultType};
use super::tree::{
    Arm, Callee, Declaration, Expression, ExpressionKind, Function, InitialValue, LabelId, LabelKind,
    Statement, StatementKind,
};
use super::vocabulary;

/// Whether the end of a body can be reached from its start. Conditions that are not constant go both ways.
pub(super) fn end_is_reachable(body: &[Statement], functions: &[Function]) -> bool {
    let mut flow = Flow {
        functions,
        jumped_to: BTreeSet::new(),
        anywhere: false,
        breaks: Vec::new(),
        continues: Vec::new(),
        switches: Vec::new(),
    };
    loop {
        let known = (flow.jumped_to.len(), flow.anywhere);
        flow.breaks = vec![false];
        let end = flow.sequence(body, true);
        // A jump backwards may have reached a label after it was passed.
        if (flow.jumped_to.len(), flow.anywhere) == known {
            return end;
        }
    }
}

struct Flow<'a> {
    functions: &'a [Function],
    /// Labels that a reachable `goto` names.
    jumped_to: BTreeSet<LabelId>,
    /// Whether a reachable computed `goto` may name any.
    anywhere: bool,
    /// For each enclosing loop or `switch` whether a reachable `break` leaves it.
    breaks: Vec<bool>,
    /// For each enclosing loop whether a reachable `continue` ends its body.
    continues: Vec<bool>,
    /// For each enclosing `switch` whether its value is computed, and whether it has a `default`.
    switches: Vec<(bool, bool)>,
}

impl Flow<'_> {
    fn sequence(&mut self, statements: &[Statement], live: bool) -> bool {
        statements.iter().fold(live, |live, s| self.statement(s, live))
    }

    /// Whether the end can be reached if the start can (`live`).
    fn statement(&mut self, statement: &Statement, live: bool) -> bool {
        match &statement.kind {
            StatementKind::Empty | StatementKind::Stated(_) => live,
            StatementKind::Expression(e) => self.expression(e, live),
            StatementKind::Declaration(made) => made.iter().fold(live, |live, d| self.declaration(d, live)),
            StatementKind::Block(statements) => self.sequence(statements, live),
            StatementKind::If(arms, otherwise) => self.chain(arms, otherwise.as_deref(), live),
            StatementKind::While(condition, body) => {
                let (yes, no) = outcomes(Some(condition));
                let (end, left) = self.round(body, live && yes);
                left || ((live || end) && no)
            }
            StatementKind::DoWhile(body, condition) => {
                let (end, left) = self.round(body, live);
                left || (end && outcomes(Some(condition)).1)
            }
            StatementKind::For { init, condition, body, .. } => {
                let live = init.as_ref().map_or(live, |init| self.statement(init, live));
                let (yes, no) = outcomes(condition.as_ref());
                let (end, left) = self.round(body, live && yes);
                left || ((live || end) && no)
            }
            StatementKind::Switch(_, body) => {
                self.breaks.push(false);
                self.switches.push((live, false));
                let end = self.statement(body, false);
                let default = self.switches.pop().is_some_and(|(_, default)| default);
                self.breaks.pop().unwrap_or_default() || end || (live && !default)
            }
            StatementKind::Labelled(labels, body) => {
                let entered = labels.iter().fold(live, |live, (label, _)| self.label(*label) || live);
                self.statement(body, entered)
            }
            StatementKind::Break => {
                if let (true, Some(last)) = (live, self.breaks.last_mut()) {
                    *last = true;
                }
                false
            }
            StatementKind::Continue => {
                if let (true, Some(last)) = (live, self.continues.last_mut()) {
                    *last = true;
                }
                false
            }
            StatementKind::Goto(label) => {
                if live {
                    self.jumped_to.insert(*label);
                }
                false
            }
            StatementKind::Assembler(assembler) => live && !assembler.jumps,
            StatementKind::GotoComputed(_) => {
                self.anywhere |= live;
                false
            }
            // What a function inside does is not known.
            StatementKind::Return(_) | StatementKind::NestedFunction => false,
        }
    }

    /// Whether a label is reached by other ways than from before it.
    fn label(&mut self, label: LabelKind) -> bool {
        match label {
            LabelKind::Name(label) => self.anywhere || self.jumped_to.contains(&label),
            LabelKind::Case(..) => self.switches.last().is_some_and(|(live, _)| *live),
            LabelKind::UnknownCase => true,
            LabelKind::Default => self.switches.last_mut().is_some_and(|switch| {
                switch.1 = true;
                switch.0
            }),
        }
    }

    fn chain(&mut self, arms: &[Arm], otherwise: Option<&Statement>, live: bool) -> bool {
        let (mut live, mut end) = (live, false);
        for arm in arms {
            live = self.expression(&arm.condition, live);
            let (yes, no) = outcomes(Some(&arm.condition));
            end |= self.statement(&arm.then, live && yes);
            live &= no;
        }
        end | otherwise.map_or(live, |otherwise| self.statement(otherwise, live))
    }

    /// The body of a loop: whether the condition after it is evaluated, and whether a `break` leaves it.
    fn round(&mut self, body: &Statement, live: bool) -> (bool, bool) {
        self.breaks.push(false);
        self.continues.push(false);
        let end = self.statement(body, live);
        let continued = self.continues.pop().unwrap_or_default();
        (end || continued, self.breaks.pop().unwrap_or_default())
    }

    fn declaration(&mut self, declaration: &Declaration, live: bool) -> bool {
        match declaration {
            Declaration::Sizes(sizes) => sizes.iter().fold(live, |live, e| self.expression(e, live)),
            Declaration::Object { initializer, .. } => {
                let parts = initializer.iter().flat_map(|i| &i.parts);
                parts.fold(live, |live, part| match &part.value {
                    InitialValue::Expression(e) => self.expression(e, live),
                    InitialValue::Text(..) => live,
                })
            }
        }
    }

    /// Whether something is evaluated after the expression, if that is evaluated.
    fn expression(&mut self, expression: &Expression, live: bool) -> bool {
        match &expression.kind {
            ExpressionKind::Call(Callee::Named(id), arguments) => {
                let function = &self.functions[id.index()];
                live && !stops(function, arguments)
            }
            ExpressionKind::Comma(left, right) => {
                let live = self.expression(left, live);
                self.expression(right, live)
            }
            ExpressionKind::Convert(e) | ExpressionKind::Cast(e) | ExpressionKind::Assign(_, e) => {
                self.expression(e, live)
            }
            ExpressionKind::Statement(statements, value, _) => {
                let live = self.sequence(statements, live);
                value.iter().fold(live, |live, e| self.expression(e, live))
            }
            ExpressionKind::Call(Callee::Pointer(_), _)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Any
            | ExpressionKind::Function(_)
            | ExpressionKind::Undeclared(_)
            | ExpressionKind::Load(_)
            | ExpressionKind::Decay(_)
            | ExpressionKind::AddressOf(_)
            | ExpressionKind::LabelAddress(_)
            | ExpressionKind::Unary(..)
            | ExpressionKind::Not(_)
            | ExpressionKind::ComplexPart(_)
            | ExpressionKind::Binary(..)
            | ExpressionKind::And(..)
            | ExpressionKind::Or(..)
            | ExpressionKind::Conditional(..)
            | ExpressionKind::Update { .. }
            | ExpressionKind::VariableArgument(_)
            | ExpressionKind::OneOf(_)
            | ExpressionKind::Unknown(..) => live,
        }
    }
}

/// Whether a call does not come back.
fn stops(function: &Function, arguments: &[Expression]) -> bool {
    let name = &*function.name;
    if function.stops || vocabulary::is_error_call(name) {
        return true;
    }
    if function.definition.is_some() {
        return false;
    }
    match vocabulary::model(name) {
        Some(Model::Assert | Model::Assume) => {
            arguments.first().is_some_and(|e| constants::truth(e) == Some(false))
        }
        Some(Model::Error | Model::Stop | Model::Exit | Model::Unreachable) => true,
        Some(_) => false,
        None => {
            let known = library::effect(library::plain(name));
            known.is_some_and(|(effect, outcome)| {
                matches!(effect, Effect::Leaves | Effect::Ends) && outcome == ResultType::Nothing
            })
        }
    }
}

/// Whether a condition can be true, and whether it can be false.
fn outcomes(condition: Option<&Expression>) -> (bool, bool) {
    match condition.map(constants::truth) {
        None => (true, false),
        Some(None) => (true, true),
        Some(Some(value)) => (value, !value),
    }
}
