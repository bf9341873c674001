//! Typed tree to a program over cells: which object a pointer means, versions of functions, what is not modelled.
//!
//! Nothing is said here: what can be said of a file was said when it was checked. Where a pointer variable turns out not to
//! be modelled that was taken for it, its function is laid out again, and what the first attempt made is forgotten.

mod call;
pub(crate) mod cells;
mod computed;
mod condition;
mod constants;
#[cfg(test)]
mod coverage;
mod declaration;
mod effects;
mod expression;
mod function;
mod function_pointer;
mod hoist;
mod initializer;
mod input;
mod label;
mod library;
mod linkage;
mod local;
mod memory;
mod operator;
mod pointer;
mod pointer_variable;
pub mod program;
mod record;
mod reference;
mod region;
mod site;
mod specialise;
mod state;
mod statement;
mod target;
#[cfg(test)]
mod tests;
mod opaque;
pub(crate) mod usage;
mod value;
mod version;
mod walk;

use crate::check::tree;
use crate::source::SourceFile;
use crate::syntax::error::Diagnostic;

use program::{FunctionId, May, Program, Statement, StatementKind, VariableId};
use state::Layout;
pub use state::LayoutOptions;

/// Lays a file out in cells. There is no program if an error condition of the user's cannot be put to it; the
/// diagnostics then say why.
pub fn lay_out(
    tree: &tree::Program,
    source: &SourceFile,
    options: LayoutOptions<'_>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut layout = Layout::new(tree, source, options);
    layout.file_scope();
    layout.bodies();
    let diagnostics = layout.conditions();
    layout.finish();
    (diagnostics.is_empty().then_some(layout.program), diagnostics)
}

impl Layout<'_> {
    /// Lays out the bodies of all functions, then the versions that they ask for.
    fn bodies(&mut self) {
        self.references.collect(self.tree, self.options.entry.is_some());
        for item in &self.tree.items {
            if let tree::Item::Function(id) = item {
                self.function_body(*id);
            }
        }
        self.versions();
    }

    /// What is initialised with something that is not modelled has no known value when `main` starts. It is no
    /// input either: nobody can choose it.
    fn forget_unknown_initial_values(&mut self, main: FunctionId) {
        let mut statements = Vec::new();
        for &(variable, cell, span) in &self.unknown_initial {
            let Some(ty) = self.program.variables[variable.index()].cells.get(cell as usize).map(|c| c.ty)
            else {
                continue;
            };
            let place = program::Place { variable, offset: cell, indices: Vec::new(), ty, span };
            let value = opaque::unsupported("initial value", Vec::new(), May::NOTHING, ty, span);
            let kind = program::ExpressionKind::Assign(place, Box::new(value));
            let kind = StatementKind::Expression(program::Expression { kind, ty, span });
            statements.push(Statement { kind, span });
        }
        if let StatementKind::Block(body) = &mut self.program.functions[main.index()].body.kind {
            body.splice(0..0, statements);
        }
    }

    /// The first parameter of `main`, where the second is the list of arguments, or it is called so.
    fn argument_count(&self) -> Option<VariableId> {
        let (id, main) = self.main()?;
        let first = *self.program.functions[main.index()].parameters.first()?;
        let named = self.program.variables[first.index()].name == "argc";
        let passing = &self.tree.functions[id.index()].passing;
        let int = passing.first().and_then(|ty| ty.integer()) == Some(crate::arith::IntegerType::INT);
        let pointer = passing.get(1).is_some_and(|ty| ty.is_pointer());
        (int && (named || pointer)).then_some(first)
    }

    /// Completes the program's tables.
    fn finish(&mut self) {
        self.expose_linked();
        self.address_taken.extend(std::mem::take(&mut self.kept_addresses));
        let callbacks = self.callbacks();
        self.address_taken.extend(walk::modified(&self.program, &callbacks));
        walk::connect_callbacks(&mut self.program, &callbacks, self.references.leaves);
        walk::share_addresses(&self.program, &mut self.address_taken);
        self.program.address_taken = self.address_taken.iter().copied().collect();
        let main = self.start().map(|(_, main)| main);
        self.program.main = main;
        self.program.entered = self.options.entry.is_some();
        self.program.argument_count = self.argument_count();
        if let Some(main) = main {
            self.run_constructors(main);
            self.forget_unknown_initial_values(main);
        }
    }
}
