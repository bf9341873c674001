//! Printing statements.

use std::fmt::Write;

use super::ast::*;
use super::printer::{COMMA, CONDITIONAL, Printer};

impl Printer {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.annotations(&statement.annotations);
        match &statement.kind {
            StatementKind::Empty => self.line(";"),
            StatementKind::Expression(e) => {
                self.begin();
                self.expression(e, COMMA);
                self.out.push_str(";\n");
            }
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Function(function) => self.function(function),
            StatementKind::Block(statements, last) => {
                self.line("{");
                self.indent += 1;
                for statement in statements {
                    self.statement(statement);
                }
                self.annotations(last);
                self.indent -= 1;
                self.line("}");
            }
            StatementKind::If { arms, otherwise } => self.conditional_statement(arms, otherwise.as_deref()),
            StatementKind::While(condition, body) => {
                self.head("while", condition, "");
                self.inner(body);
            }
            StatementKind::DoWhile(body, condition) => {
                self.line("do");
                self.inner(body);
                self.head("while", condition, ";");
            }
            StatementKind::For { init, condition, step, body } => {
                self.for_head(init.as_deref(), condition.as_ref(), step.as_ref());
                self.inner(body);
            }
            StatementKind::Switch(value, body) => {
                self.head("switch", value, "");
                self.inner(body);
            }
            StatementKind::Labelled(labels, body) => {
                labels.iter().for_each(|label| self.label(label));
                self.inner(body);
            }
            StatementKind::Break => self.line("break;"),
            StatementKind::Continue => self.line("continue;"),
            StatementKind::Return(value) => {
                self.begin();
                self.out.push_str("return");
                if let Some(value) = value {
                    self.out.push(' ');
                    self.expression(value, COMMA);
                }
                self.out.push_str(";\n");
            }
            StatementKind::Goto(name) => self.line(&format!("goto {};", name.text)),
            StatementKind::GotoComputed(e) => {
                self.begin();
                self.out.push_str("goto *");
                self.expression(e, COMMA);
                self.out.push_str(";\n");
            }
            StatementKind::Assembler(assembler) => self.assembler(assembler),
        }
    }

    /// A statement that belongs to the one before, indented unless it is a block.
    pub(super) fn inner(&mut self, statement: &Statement) {
        let block = matches!(statement.kind, StatementKind::Block(..));
        self.indent += usize::from(!block);
        self.statement(statement);
        self.indent -= usize::from(!block);
    }

    pub(super) fn head(&mut self, keyword: &str, condition: &Expression, end: &str) {
        self.begin();
        let _ = write!(self.out, "{keyword} (");
        self.expression(condition, COMMA);
        let _ = writeln!(self.out, "){end}");
    }

    fn conditional_statement(&mut self, arms: &[IfArm], otherwise: Option<&Statement>) {
        for (i, arm) in arms.iter().enumerate() {
            self.head(if i == 0 { "if" } else { "else if" }, &arm.condition, "");
            // Braces keep an inner `if` from taking our `else`.
            let more = i + 1 < arms.len() || otherwise.is_some();
            if more && !matches!(arm.then.kind, StatementKind::Block(..)) && ends_in_if(&arm.then) {
                self.line("{");
                self.inner(&arm.then);
                self.line("}");
            } else {
                self.inner(&arm.then);
            }
        }
        if let Some(otherwise) = otherwise {
            self.line("else");
            self.inner(otherwise);
        }
    }

    fn for_head(
        &mut self,
        init: Option<&Statement>,
        condition: Option<&Expression>,
        step: Option<&Expression>,
    ) {
        self.begin();
        self.out.push_str("for (");
        match init.map(|s| &s.kind) {
            Some(StatementKind::Declaration(declaration)) => self.declaration_inline(declaration),
            Some(StatementKind::Expression(e)) => {
                self.expression(e, COMMA);
                self.out.push(';');
            }
            _ => self.out.push(';'),
        }
        self.out.push(' ');
        if let Some(condition) = condition {
            self.expression(condition, COMMA);
        }
        self.out.push_str("; ");
        if let Some(step) = step {
            self.expression(step, COMMA);
        }
        self.out.push_str(")\n");
    }

    fn label(&mut self, label: &Label) {
        self.begin();
        match &label.kind {
            LabelKind::Name(name) => self.out.push_str(&name.text),
            LabelKind::Default => self.out.push_str("default"),
            LabelKind::Case(low, high) => {
                self.out.push_str("case ");
                self.expression(low, CONDITIONAL);
                if let Some(high) = high {
                    self.out.push_str(" ... ");
                    self.expression(high, CONDITIONAL);
                }
            }
        }
        self.out.push_str(":\n");
    }

    /// An `asm` statement with some text in the place of its own, if it has any.
    pub(super) fn assembler(&mut self, assembler: &Assembler) {
        self.begin();
        self.out.push_str(if assembler.labels.is_empty() { "asm(" } else { "asm goto(" });
        self.out.push_str(if assembler.text { "\"nop\"" } else { "\"\"" });
        for (constraint, operands) in [("=r", &assembler.outputs), ("r", &assembler.inputs)] {
            self.out.push_str(" :");
            for (i, operand) in operands.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let _ = write!(self.out, "{comma} \"{constraint}\" (");
                self.expression(operand, COMMA);
                self.out.push(')');
            }
        }
        self.out.push_str(if assembler.memory { " : \"memory\"" } else { " :" });
        let labels: Vec<&str> = assembler.labels.iter().map(|label| &*label.text).collect();
        if !labels.is_empty() {
            let _ = write!(self.out, " : {}", labels.join(", "));
        }
        self.out.push_str(");\n");
    }
}

/// Whether an `else` after the statement would belong to an `if` inside it.
fn ends_in_if(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::If { arms, otherwise } => match otherwise {
            None => true,
            Some(otherwise) => ends_in_if(otherwise) || arms.is_empty(),
        },
        StatementKind::While(_, body)
        | StatementKind::For { body, .. }
        | StatementKind::Switch(_, body)
        | StatementKind::Labelled(_, body) => ends_in_if(body),
        _ => false,
    }
}
