//! Whether control can reach the end of a function.

use std::collections::BTreeSet;

use super::constants;
use super::typed::{Expression, ExpressionKind, FunctionId, LabelId, Statement, StatementKind};

/// Whether the end of the statement can be reached from its start. Conditions that are not constant go both
/// ways; the functions given do not return.
pub(super) fn end_is_reachable(body: &Statement, stopping: &BTreeSet<FunctionId>) -> bool {
    let mut flow = Flow {
        stopping,
        jumped_to: BTreeSet::new(),
        breaks: Vec::new(),
        continues: Vec::new(),
        switches: Vec::new(),
    };
    loop {
        let known = flow.jumped_to.len();
        flow.breaks = vec![false];
        let end = flow.statement(body, true);
        // A jump backwards may have reached a label after it was passed.
        if flow.jumped_to.len() == known {
            return end;
        }
    }
}

struct Flow<'a> {
    /// Functions that are known not to return.
    stopping: &'a BTreeSet<FunctionId>,
    /// Labels that a reachable `goto` names.
    jumped_to: BTreeSet<LabelId>,
    /// For each enclosing loop or `switch` whether a reachable `break` leaves it.
    breaks: Vec<bool>,
    /// For each enclosing loop whether a reachable `continue` ends its body.
    continues: Vec<bool>,
    /// For each enclosing `switch` whether its value is computed, and whether it has a `default`.
    switches: Vec<(bool, bool)>,
}

impl Flow<'_> {
    /// Whether the end can be reached if the start can (`live`).
    fn statement(&mut self, statement: &Statement, live: bool) -> bool {
        match &statement.kind {
            StatementKind::Empty => live,
            StatementKind::Expression(e) => live && !self.stops(e),
            StatementKind::Declaration(locals) => {
                live && !locals.iter().flat_map(|l| &l.initializers).any(|(_, e)| self.stops(e))
            }
            StatementKind::Block(statements) => {
                statements.iter().fold(live, |live, s| self.statement(s, live))
            }
            StatementKind::If { condition, then, otherwise } => {
                let live = live && !self.stops(condition);
                let (yes, no) = outcomes(Some(condition));
                let then = self.statement(then, live && yes);
                let otherwise = match otherwise {
                    Some(otherwise) => self.statement(otherwise, live && no),
                    None => live && no,
                };
                then || otherwise
            }
            StatementKind::While { condition, body } => {
                let (yes, no) = outcomes(Some(condition));
                let (end, left) = self.round(body, live && yes);
                left || ((live || end) && no)
            }
            StatementKind::DoWhile { body, condition } => {
                let (end, left) = self.round(body, live);
                left || (end && outcomes(Some(condition)).1)
            }
            StatementKind::For { init, condition, body, .. } => {
                let live = init.as_ref().map_or(live, |init| self.statement(init, live));
                let (yes, no) = outcomes(condition.as_ref());
                let (end, left) = self.round(body, live && yes);
                left || ((live || end) && no)
            }
            StatementKind::Switch { body, .. } => {
                self.breaks.push(false);
                self.switches.push((live, false));
                let end = self.statement(body, false);
                let default = self.switches.pop().is_some_and(|(_, default)| default);
                self.breaks.pop().unwrap_or_default() || end || (live && !default)
            }
            StatementKind::Case { body, .. } => {
                let entered = self.switches.last().is_some_and(|(live, _)| *live);
                self.statement(body, live || entered)
            }
            StatementKind::Default(body) => {
                let mut entered = false;
                if let Some(switch) = self.switches.last_mut() {
                    switch.1 = true;
                    entered = switch.0;
                }
                self.statement(body, live || entered)
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
            StatementKind::Return(_) => false,
            StatementKind::Goto(label) => {
                if live {
                    self.jumped_to.insert(*label);
                }
                false
            }
            StatementKind::Label(label, body) => {
                let entered = self.jumped_to.contains(label);
                self.statement(body, live || entered)
            }
        }
    }

    /// The body of a loop: whether the condition after it is evaluated, and whether a `break` leaves it.
    fn round(&mut self, body: &Statement, live: bool) -> (bool, bool) {
        self.breaks.push(false);
        self.continues.push(false);
        let end = self.statement(body, live);
        let continued = self.continues.pop().unwrap_or_default();
        (end || continued, self.breaks.pop().unwrap_or_default())
    }

    /// Whether nothing is evaluated after the expression.
    fn stops(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Stop(_) | ExpressionKind::Exit(_) | ExpressionKind::Error(_) => true,
            ExpressionKind::Call(function, ..) => self.stopping.contains(function),
            ExpressionKind::Assert(e) | ExpressionKind::Assume(e) => constants::value(e) == Some(0),
            ExpressionKind::Comma(left, right) => self.stops(left) || self.stops(right),
            ExpressionKind::Convert(e) | ExpressionKind::Assign(_, e) => self.stops(e),
            _ => false,
        }
    }
}

/// Whether a condition can be true, and whether it can be false.
fn outcomes(condition: Option<&Expression>) -> (bool, bool) {
    match condition.map(constants::value) {
        None => (true, false),
        Some(None) => (true, true),
        Some(Some(value)) => (value != 0, value == 0),
    }
}
