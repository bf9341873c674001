//! Which operands may end the run, by a call that does not come back.
//!
//! C leaves it open whether `10 / n` in `quit(n) + 10 / n` is evaluated before `quit` ends the run. What fails in some order is
//! an error: operands without effects are evaluated first where another one may end the run. Of several with effects the first
//! comes first.

use rustc_hash::FxHashMap;

use crate::check::catalogue::{self, Effect};
use crate::check::tree::{Callee, Expression, ExpressionKind as Kind, Program, Statement, StatementKind};
use crate::check::vocabulary::{self, Model};
use crate::limit::spend;
use crate::program::effects::{evaluated, has_effects, parts, statements_inside};

/// What is known of the functions of a program, and of its expressions.
pub(super) struct Ending {
    /// By function: whether a call of it may end the run.
    functions: Vec<bool>,
    /// Whether a call through a pointer may.
    through_pointers: bool,
    /// What was found of operands that were asked about, by their addresses.
    known: FxHashMap<*const Expression, bool>,
}

impl Ending {
    /// Looks at all functions, until nothing is new.
    pub fn of(tree: &Program) -> Ending {
        let functions: Vec<bool> = tree
            .functions
            .iter()
            .map(|function| function.definition.is_none() && ends(&function.name, function.stops))
            .collect();
        let mut ending = Ending { functions, through_pointers: false, known: FxHashMap::default() };
        if !ending.functions.contains(&true) {
            return ending;
        }
        loop {
            let mut changed = false;
            for (number, function) in tree.functions.iter().enumerate() {
                let Some(definition) = &function.definition else { continue };
                if !ending.functions[number] && ending.statements(tree, &definition.body) {
                    (ending.functions[number], changed) = (true, true);
                    // Which functions a pointer points to is not asked here.
                    ending.through_pointers = true;
                }
            }
            if !changed {
                return ending;
            }
        }
    }

    fn statements(&self, tree: &Program, statements: &[Statement]) -> bool {
        statements.iter().any(|statement| self.statement(tree, statement))
    }

    fn statement(&self, tree: &Program, statement: &Statement) -> bool {
        let mut found = false;
        evaluated(statement, &mut |expression| found |= self.expression(tree, expression));
        statements_inside(statement, &mut |inner| found = found || self.statement(tree, inner));
        found || matches!(statement.kind, StatementKind::Assembler(_))
    }

    fn expression(&self, tree: &Program, expression: &Expression) -> bool {
        spend(1);
        let mut found = match &expression.kind {
            Kind::Call(Callee::Named(id), _) => self.functions[tree.resolved(*id).index()],
            Kind::Call(Callee::Pointer(_), _) => self.through_pointers,
            Kind::Statement(statements, _) => self.statements(tree, statements),
            _ => false,
        };
        parts(expression, &mut |part| found = found || self.expression(tree, part));
        found
    }

    /// In which order operands are evaluated, by their positions.
    pub fn sequence(&mut self, tree: &Program, operands: &[&Expression]) -> Vec<usize> {
        let all = 0..operands.len();
        if operands.len() < 2 || !self.functions.contains(&true) {
            return all.collect();
        }
        let mut may_end = |operand: &Expression| match self.known.get(&std::ptr::from_ref(operand)) {
            Some(known) => *known,
            None => {
                let found = has_effects(operand) && self.expression(tree, operand);
                self.known.insert(operand, found);
                found
            }
        };
        if !operands.iter().any(|operand| may_end(operand)) {
            return all.collect();
        }
        let (last, first): (Vec<usize>, Vec<usize>) =
            all.partition(|operand| has_effects(operands[*operand]));
        [first, last].concat()
    }
}

/// Whether a call of a function that the program does not define may end the run.
fn ends(name: &str, stops: bool) -> bool {
    let by_model = match vocabulary::model(name) {
        Some(model) => matches!(model, Model::Assume | Model::Stop | Model::Exit | Model::ErrorExit),
        None => {
            let known = catalogue::entry(catalogue::plain(name));
            known.is_some_and(|(effect, _)| matches!(effect, Effect::Leaves | Effect::Ends))
        }
    };
    stops || by_model
}
