//! Functions and statements, counted alike in both trees: blocks, labels and declarations do not count, and
//! each `if` of a chain does.

use focuscheck_syntax::ast::TranslationUnit;
use lang_c::ast::{FunctionDefinition, Statement};
use lang_c::span::Span;
use lang_c::visit::{self, Visit};

/// Counts in our tree. Its debugging text names every node, so that no walk over all kinds is needed here.
pub fn ours(unit: &TranslationUnit) -> (usize, usize) {
    let (mut functions, mut statements) = (0, 0);
    for item in &unit.items {
        let text = format!("{item:?}");
        let count = |part: &str| text.matches(part).count();
        functions += count("FunctionDefinition { ");
        let uncounted = ["Block(", "Labelled(", "Declaration(", "If { ", "Function("];
        let others: usize = uncounted.iter().map(|kind| count(&format!("Statement {{ kind: {kind}"))).sum();
        let starts_of_loops = count("init: Some(Statement { kind: Expression(");
        statements += count("Statement { kind: ") - others - starts_of_loops + count("IfArm { ");
    }
    (functions, statements)
}

/// Counts in the other parser's tree.
pub fn theirs(unit: &lang_c::ast::TranslationUnit) -> (usize, usize) {
    let mut counter = Counter { functions: 0, statements: 0 };
    counter.visit_translation_unit(unit);
    (counter.functions, counter.statements)
}

struct Counter {
    functions: usize,
    statements: usize,
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        let counts = !matches!(statement, Statement::Labeled(_) | Statement::Compound(_));
        self.statements += usize::from(counts);
        visit::visit_statement(self, statement, span);
    }

    fn visit_function_definition(&mut self, definition: &'ast FunctionDefinition, span: &'ast Span) {
        self.functions += 1;
        visit::visit_function_definition(self, definition, span);
    }
}
