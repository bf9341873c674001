//! `switch`, its cases, and labels.

use std::collections::BTreeSet;

use super::constants;
use super::resolve::Constant;
use super::typed::{IntegerType, Label, LabelId, May, Statement, StatementKind};
use super::types::{Type, promote};
use super::unsupported::unsupported;
use super::{Checker, Switch};
use crate::source::Span;
use crate::syntax::ast::{self, LabelKind, StatementKind as Kind};

/// A label after its check.
enum CheckedLabel {
    Case(i128, i128),
    Default,
    Name(LabelId),
    /// It was an error.
    None,
}

impl Checker<'_> {
    /// `switch`
    pub fn switch(
        &mut self,
        value: &ast::Expression,
        body: &ast::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let at = self.locus(value);
        let mut written = IntegerType::INT;
        let (value, hoisted) = self.with_hoisting(|c| {
            let checked = c.value(value);
            written = checked.ty.integer().unwrap_or(IntegerType::INT);
            if checked.ty.integer().is_none() && !matches!(checked.ty, Type::Opaque(_)) {
                c.error(at, "switch quantity not an integer");
                return constants::integer(0, value.span);
            }
            c.integer_value(checked)
        });
        out.extend(hoisted);
        let ty = promote(value.ty);
        let value = constants::convert(value, ty);
        if let Some(current) = &mut self.current {
            current.breakable += 1;
            current.switches.push(Switch {
                ty,
                written,
                cases: BTreeSet::new(),
                default: false,
                unknown: Vec::new(),
            });
        }
        let body = Box::new(self.statement(body));
        if let Some(current) = &mut self.current {
            current.breakable -= 1;
            let unknown = current.switches.pop().map(|s| s.unknown).unwrap_or_default();
            // A case whose value is not known may be taken or not.
            for label in unknown {
                let condition = unsupported(
                    "case with an unknown value",
                    Vec::new(),
                    May::NOTHING,
                    IntegerType::INT,
                    span,
                );
                let then = Box::new(Statement { kind: StatementKind::Goto(label), span });
                let kind = StatementKind::If { condition, then, otherwise: None };
                out.push(Statement { kind, span });
            }
        }
        out.push(Statement { kind: StatementKind::Switch { value, body }, span });
    }

    /// A statement with its labels.
    pub fn labelled(&mut self, labels: &[ast::Label], body: &ast::Statement) -> StatementKind {
        let mut kinds = Vec::new();
        for label in labels {
            kinds.push((self.checked_label(label), label.span));
        }
        let body = self.statement(body);
        let end = body.span.end;
        let mut inner = body;
        while let Some((kind, span)) = kinds.pop() {
            let inner_box = Box::new(inner);
            let kind = match kind {
                CheckedLabel::Case(low, high) => StatementKind::Case { low, high, body: inner_box },
                CheckedLabel::Default => StatementKind::Default(inner_box),
                CheckedLabel::Name(label) => StatementKind::Label(label, inner_box),
                CheckedLabel::None => {
                    inner = *inner_box;
                    continue;
                }
            };
            inner = Statement { kind, span: Span::new(span.start, end) };
        }
        inner.kind
    }

    fn checked_label(&mut self, label: &ast::Label) -> CheckedLabel {
        match &label.kind {
            LabelKind::Name(name) => match self.label(&name.text) {
                Some(id) => {
                    if let Some(current) = &mut self.current {
                        current.label_scopes.insert(id, current.variable_arrays.clone());
                    }
                    CheckedLabel::Name(id)
                }
                None => CheckedLabel::None,
            },
            LabelKind::Default => {
                let switch = self.current.as_mut().and_then(|c| c.switches.last_mut());
                match switch.map(|s| std::mem::replace(&mut s.default, true)) {
                    None => self.error(label.span, "'default' label not within a switch statement"),
                    Some(true) => self.error(label.span, "multiple default labels in one switch"),
                    Some(false) => return CheckedLabel::Default,
                }
                CheckedLabel::None
            }
            LabelKind::Case(low, high) => {
                let values = (self.constant(low), high.as_ref().map(|h| self.constant(h)));
                let switch = self.current.as_ref().and_then(|c| c.switches.last()).map(|s| (s.ty, s.written));
                let Some((ty, written)) = switch else {
                    self.error(label.span, "case label not within a switch statement");
                    return CheckedLabel::None;
                };
                let (low, high) = match (values.0, values.1.unwrap_or(values.0)) {
                    (Constant::Known(low), Constant::Known(high)) => (low, high),
                    (Constant::Variable | Constant::NoInteger, _)
                    | (_, Constant::Variable | Constant::NoInteger) => {
                        if self.unread {
                            return self.unknown_case(label.span);
                        }
                        self.error(label.span, "case label does not reduce to an integer constant");
                        return CheckedLabel::None;
                    }
                    _ => return self.unknown_case(label.span),
                };
                if low > high {
                    self.warning(label.span, "empty range specified");
                }
                let (low, high) = (ty.convert(low), ty.convert(high));
                if low > written.max() {
                    self.warning(label.span, "case label value exceeds maximum value for type");
                } else if high < written.min() {
                    self.warning(label.span, "case label value is less than minimum value for type");
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
                    self.error(label.span, "duplicate case value");
                }
                CheckedLabel::Case(low, high)
            }
        }
    }

    fn unknown_case(&mut self, span: Span) -> CheckedLabel {
        let Some(current) = &mut self.current else { return CheckedLabel::None };
        let id = LabelId(current.labels.len() as u32);
        let name = self.source.slice(span).trim_end_matches(':').to_owned();
        current.labels.push(Label { name, span });
        if let Some(switch) = current.switches.last_mut() {
            switch.unknown.push(id);
        }
        CheckedLabel::Name(id)
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

    /// Enters all labels in a statement into the function's table.
    pub fn collect_labels(&mut self, statement: &ast::Statement) {
        match &statement.kind {
            Kind::Block(items) => items.iter().for_each(|s| self.collect_labels(s)),
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
                    let LabelKind::Name(name) = &label.kind else { continue };
                    if self.label(&name.text).is_some() {
                        self.error(name.span, format!("duplicate label '{}'", name.text));
                    } else if let Some(current) = &mut self.current {
                        current.labels.push(Label { name: name.text.clone(), span: name.span });
                    }
                }
                self.collect_labels(body);
            }
            _ => {}
        }
    }
}
