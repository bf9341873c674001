//! The functions whose names are used as values: a call through a pointer may be meant for them.

use std::collections::BTreeSet;

use super::tree::{Expression, ExpressionKind as Kind, FunctionId, Program};
use super::visit::{Visit, in_expression, in_program};

/// The functions whose names a program uses as values, second names of a function as that function.
pub fn named_in(tree: &Program) -> BTreeSet<FunctionId> {
    struct Names<'t>(&'t Program, BTreeSet<FunctionId>);
    impl<'t> Visit<'t> for Names<'t> {
        fn expression(&mut self, expression: &'t Expression) {
            if let Kind::Function(id) = expression.kind {
                self.1.insert(self.0.resolved(id));
            }
            in_expression(self, expression);
        }
    }
    let mut names = Names(tree, BTreeSet::new());
    in_program(&mut names, tree);
    names.1
}
