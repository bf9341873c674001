//! `switch`, its cases, and labels.

use std::collections::BTreeSet;

use super::checker::{Checker, Switch};
use super::constants;
use super::constants::Constant;
use super::tree::{Label, LabelId, LabelKind, Statement, StatementKind};
use super::types::Type;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::annotation::Annotation;
use focuscheck_syntax::ast::{self, LabelKind as Written, StatementKind as Kind};

impl Checker<'_> {
    /// `switch`
    pub fn switch(&mut self, value: &ast::Expression, body: &ast::Statement) -> StatementKind {
        let at = self.locus(value);
        let mut value = self.expression(value);
        let written = value.integer().unwrap_or(IntegerType::INT);
        if value.integer().is_none() && !matches!(value.ty, Type::Opaque(_)) {
            self.error(at, "switch quantity not an integer");
            value = constants::constant(0, IntegerType::INT, value.span);
        }
        let value = constants::promoted(value);
        let ty = value.integer().unwrap_or(IntegerType::INT);
        if let Some(current) = &mut self.current {
            current.breakable += 1;
            current.switches.push(Switch { ty, written, cases: BTreeSet::new(), default: false });
        }
        let body = Box::new(self.statement(body));
        if let Some(current) = &mut self.current {
            current.breakable -= 1;
            current.switches.pop();
        }
        StatementKind::Switch(value, body)
    }

    /// A statement with its labels.
    pub fn labelled(&mut self, labels: &[ast::Label], body: &ast::Statement) -> StatementKind {
        let mut kinds = Vec::new();
        for label in labels {
            kinds.extend(self.checked_label(label).map(|kind| (kind, label.span)));
        }
        let body: Statement = self.statement(body);
        StatementKind::Labelled(kinds, Box::new(body))
    }

    /// A label; `None` after an error.
    fn checked_label(&mut self, label: &ast::Label) -> Option<LabelKind> {
        match &label.kind {
            Written::Name(name) => {
                let id = self.label(&name.text)?;
                if let Some(current) = &mut self.current {
                    current.label_scopes.insert(id, current.variable_arrays.clone());
                }
                Some(LabelKind::Name(id))
            }
            Written::Default => {
                let switch = self.current.as_mut().and_then(|c| c.switches.last_mut());
                match switch.map(|s| std::mem::replace(&mut s.default, true)) {
                    None => self.error(label.span, "'default' label not within a switch statement"),
                    Some(true) => self.error(label.span, "multiple default labels in one switch"),
                    Some(false) => return Some(LabelKind::Default),
                }
                None
            }
            Written::Case(low, high) => self.checked_case(low, high.as_ref(), label.span),
        }
    }

    fn checked_case(
        &mut self,
        low: &ast::Expression,
        high: Option<&ast::Expression>,
        span: Span,
    ) -> Option<LabelKind> {
        let low = self.constant(low);
        let high = high.map_or(low, |h| self.constant(h));
        let switch = self.current.as_ref().and_then(|c| c.switches.last()).map(|s| (s.ty, s.written));
        let Some((ty, written)) = switch else {
            self.error(span, "case label not within a switch statement");
            return None;
        };
        let (low, high) = match (low, high) {
            (Constant::Known(low), Constant::Known(high)) => (low, high),
            (Constant::Variable | Constant::NoInteger, _) | (_, Constant::Variable | Constant::NoInteger)
                if !self.unread =>
            {
                self.error(span, "case label does not reduce to an integer constant");
                return None;
            }
            _ => return Some(LabelKind::UnknownCase),
        };
        if low > high {
            self.warning(span, "empty range specified");
        }
        let (low, high) = (ty.convert(low), ty.convert(high));
        if low > written.max() {
            self.warning(span, "case label value exceeds maximum value for type");
        } else if high < written.min() {
            self.warning(span, "case label value is less than minimum value for type");
        }
        let switch = self.current.as_mut().and_then(|c| c.switches.last_mut());
        let duplicate = switch.is_some_and(|s| {
            // The nearest case that starts no later than this one ends tells.
            let before = s.cases.range(..=(high, i128::MAX)).next_back();
            let clash = before.is_some_and(|&(_, end)| end >= low);
            s.cases.insert((low, high));
            clash && low <= high
        });
        if duplicate {
            self.error(span, "duplicate case value");
        }
        Some(LabelKind::Case(low, high))
    }

    /// A jump must not skip the declaration of a variable whose size is computed there.
    pub fn check_jumps(&mut self) {
        let Some(current) = &self.current else { return };
        let into_scope = |(_, label, inside): &&(Span, LabelId, Vec<Span>)| {
            let wanted = current.label_scopes.get(label);
            wanted.is_some_and(|wanted| wanted.iter().any(|array| !inside.contains(array)))
        };
        let wrong: Vec<Span> = current.jumps.iter().filter(into_scope).map(|(span, ..)| *span).collect();
        for span in wrong {
            self.error(span, "jump into scope of identifier with variably modified type");
        }
    }

    /// The function's label with this name.
    pub fn label(&self, name: &str) -> Option<LabelId> {
        let labels = &self.current.as_ref()?.labels;
        labels.iter().position(|l| l.name == name).map(|i| LabelId(i as u32))
    }

    fn collect_ghost_labels(&mut self, annotations: &[Annotation]) {
        for name in self.ghost_labels(annotations) {
            self.enter_label(name);
        }
    }

    fn enter_label(&mut self, name: &ast::Name) {
        if self.label(&name.text).is_some() {
            self.error(name.span, format!("duplicate label '{}'", name.text));
        } else if let Some(current) = &mut self.current {
            current.labels.push(Label { name: name.text.clone(), span: name.span });
        }
    }

    /// Enters all labels in a statement into the function's table.
    pub fn collect_labels(&mut self, statement: &ast::Statement) {
        self.collect_ghost_labels(&statement.annotations);
        match &statement.kind {
            Kind::Block(items, last) => {
                items.iter().for_each(|s| self.collect_labels(s));
                self.collect_ghost_labels(last);
            }
            Kind::If { arms, otherwise } => {
                for arm in arms {
                    self.collect_labels(&arm.then);
                }
                if let Some(otherwise) = otherwise {
                    self.collect_labels(otherwise);
                }
            }
            Kind::While(_, body)
            | Kind::DoWhile(body, _)
            | Kind::For { body, .. }
            | Kind::Switch(_, body) => {
                self.collect_labels(body);
            }
            Kind::Labelled(labels, body) => {
                for label in labels {
                    let Written::Name(name) = &label.kind else { continue };
                    self.enter_label(name);
                }
                self.collect_labels(body);
            }
            Kind::Empty
            | Kind::Expression(_)
            | Kind::Declaration(_)
            | Kind::Function(_)
            | Kind::Break
            | Kind::Continue
            | Kind::Return(_)
            | Kind::Goto(_)
            | Kind::GotoComputed(_)
            | Kind::Assembler(_) => {}
        }
    }
}
