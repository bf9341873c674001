//! The functions that a run from one of them may come to.

use std::collections::BTreeSet;

use super::tree::{
    Callee, Declaration, Definition, Expression, ExpressionKind as Kind, FunctionId, InitialValue, Item,
    Program, Statement, StatementKind,
};
use super::visit::{Visit, in_expression, in_statement};
use super::vocabulary::{Role, is_standard, nondet_kind, role};

/// Leaves out the bodies of functions that no run from a function comes to. Where code that nobody sees may call others, those
/// whose address is taken stay, with what they call: a report says that such code calls no others
/// (`Premise::Contained`). Where code of the program itself cannot be followed, all stay.
pub(super) fn keep(program: &mut Program, start: FunctionId) {
    let walked = walk(program, BTreeSet::from([start]));
    let kept = match walked {
        Some(Walked { functions, calls_unseen: false }) => functions,
        Some(Walked { calls_unseen: true, .. }) => {
            let mut roots = addressed(program);
            roots.insert(start);
            let Some(Walked { functions, .. }) = walk(program, roots) else { return };
            functions
        }
        None => return,
    };
    for (number, function) in program.functions.iter_mut().enumerate() {
        if !kept.contains(&FunctionId(number as u32)) {
            function.definition = None;
        }
    }
    program.items.retain(|item| !matches!(item, Item::Function(id) if !kept.contains(id)));
}

/// The functions that a run from one of them may come to; `None` if code that nobody sees may call others.
pub(super) fn reached(program: &Program, start: FunctionId) -> Option<BTreeSet<FunctionId>> {
    let walked = walk(program, BTreeSet::from([start]))?;
    (!walked.calls_unseen).then_some(walked.functions)
}

/// What was found from some functions on.
struct Walked {
    functions: BTreeSet<FunctionId>,
    /// Whether one of them is code that nobody sees.
    calls_unseen: bool,
}

/// The functions that are named from some functions on, and in initializers; `None` if the program has code that cannot be followed.
fn walk(program: &Program, roots: BTreeSet<FunctionId>) -> Option<Walked> {
    let linkage = &program.linkage;
    let runs_more = !linkage.constructors.is_empty() || !linkage.destructors.is_empty();
    if linkage.assembler || linkage.tables.is_some() || runs_more {
        return None;
    }
    let mut found = Named { program, functions: roots, addressed: BTreeSet::new(), unseen: false };
    found.initializers();
    let mut calls_unseen = false;
    let mut done = BTreeSet::new();
    while let Some(&next) = found.functions.difference(&done).next() {
        done.insert(next);
        let function = &program.functions[program.resolved(next).index()];
        match &function.definition {
            Some(definition) => found.definition(definition),
            None => {
                let name = &*function.name;
                // What has a meaning for verifiers calls nothing.
                let is_told = name.starts_with('\\') || role(name).is_some_and(|role| role != Role::Standard);
                let is_known = is_told || nondet_kind(name).is_some() || is_standard(name);
                calls_unseen |= !is_known || linkage.is_foreign(name);
            }
        }
        if function.name != program.functions[next.index()].name {
            found.functions.insert(program.resolved(next));
        }
    }
    (!found.unseen).then_some(Walked { functions: found.functions, calls_unseen })
}

/// The functions whose address is taken anywhere.
fn addressed(program: &Program) -> BTreeSet<FunctionId> {
    let (functions, addressed) = (BTreeSet::new(), BTreeSet::new());
    let mut found = Named { program, functions, addressed, unseen: false };
    found.initializers();
    program.functions.iter().filter_map(|one| one.definition.as_ref()).for_each(|one| found.definition(one));
    found.addressed
}

/// What code names.
struct Named<'t> {
    program: &'t Program,
    functions: BTreeSet<FunctionId>,
    /// Those of them that are named without being called.
    addressed: BTreeSet<FunctionId>,
    /// Whether something may be called that is not visited.
    unseen: bool,
}

impl<'t> Named<'t> {
    fn initializers(&mut self) {
        for item in &self.program.items {
            let Item::Initializer(_, initializer) = item else { continue };
            for part in &initializer.parts {
                if let InitialValue::Expression(value) = &part.value {
                    self.expression(value);
                }
            }
        }
    }

    fn definition(&mut self, definition: &'t Definition) {
        definition.sizes.iter().for_each(|size| self.expression(size));
        definition.body.iter().for_each(|statement| self.statement(statement));
    }
}

impl<'t> Visit<'t> for Named<'t> {
    fn statement(&mut self, statement: &'t Statement) {
        match &statement.kind {
            StatementKind::NestedFunction | StatementKind::Assembler(_) => self.unseen = true,
            StatementKind::Declaration(all) => {
                let cleans = |one: &Declaration| matches!(one, Declaration::Object { cleanup: true, .. });
                self.unseen |= all.iter().any(cleans);
            }
            StatementKind::Empty
            | StatementKind::Expression(_)
            | StatementKind::Block(_)
            | StatementKind::If(..)
            | StatementKind::While(..)
            | StatementKind::DoWhile(..)
            | StatementKind::For { .. }
            | StatementKind::Switch(..)
            | StatementKind::Labelled(..)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Goto(_)
            | StatementKind::GotoComputed(_)
            | StatementKind::Stated(_) => {}
        }
        in_statement(self, statement);
    }

    fn expression(&mut self, expression: &'t Expression) {
        match &expression.kind {
            Kind::Call(Callee::Named(id), _) => _ = self.functions.insert(*id),
            Kind::Function(id) => {
                self.functions.insert(*id);
                self.addressed.insert(*id);
            }
            Kind::Undeclared(name) => self.functions.extend(self.program.function(name)),
            Kind::Statement(_, _, Some(id)) => _ = self.functions.insert(*id),
            _ => {}
        }
        in_expression(self, expression);
    }
}
