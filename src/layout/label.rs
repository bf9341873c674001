//! `switch`, its cases, and labels.

use super::constants;
use super::opaque::unsupported;
use super::program::{Label, LabelId, May, Statement, StatementKind};
use super::state::Layout;
use crate::arith::IntegerType;
use crate::check::tree::{self, LabelKind};
use crate::check::types::promote;
use crate::source::Span;

impl Layout<'_> {
    /// `switch`
    pub fn switch(
        &mut self,
        value: &tree::Expression,
        body: &tree::Statement,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        let (value, hoisted) = self.with_hoisting(|c| {
            let value = c.value(value);
            c.integer_value(value)
        });
        out.extend(hoisted);
        let ty = promote(value.ty);
        let value = constants::convert(value, ty);
        if let Some(current) = &mut self.current {
            current.switches.push(Vec::new());
        }
        let body = Box::new(self.statement(body));
        let unknown = self.current.as_mut().and_then(|c| c.switches.pop()).unwrap_or_default();
        // A case whose value is not known may be taken or not.
        for label in unknown {
            let reason = "case with an unknown value";
            let condition = unsupported(reason, Vec::new(), May::NOTHING, IntegerType::INT, span);
            let then = Box::new(Statement { kind: StatementKind::Goto(label), span });
            let kind = StatementKind::If { condition, then, otherwise: None };
            out.push(Statement { kind, span });
        }
        out.push(Statement { kind: StatementKind::Switch { value, body }, span });
    }

    /// A statement with its labels.
    pub fn labelled(&mut self, labels: &[(LabelKind, Span)], body: &tree::Statement) -> StatementKind {
        let numbers: Vec<Option<LabelId>> =
            labels.iter().map(|(label, span)| self.unknown_case(*label, *span)).collect();
        let mut inner = self.statement(body);
        let end = inner.span.end;
        for ((label, span), number) in labels.iter().zip(numbers).rev() {
            let body = Box::new(inner);
            let kind = match (*label, number) {
                (LabelKind::Case(low, high), _) => StatementKind::Case { low, high, body },
                (LabelKind::Default, _) => StatementKind::Default(body),
                (LabelKind::Name(label), _) => StatementKind::Label(LabelId(label.0), body),
                (LabelKind::UnknownCase, Some(label)) => StatementKind::Label(label, body),
                (LabelKind::UnknownCase, None) => {
                    inner = *body;
                    continue;
                }
            };
            inner = Statement { kind, span: Span::new(span.start, end) };
        }
        inner.kind
    }

    /// The label that stands for a case whose value is not known.
    fn unknown_case(&mut self, label: LabelKind, span: Span) -> Option<LabelId> {
        let current = self.current.as_mut().filter(|_| label == LabelKind::UnknownCase)?;
        let id = LabelId(current.labels.len() as u32);
        let name = self.source.slice(span).trim_end_matches(':').to_owned();
        current.labels.push(Label { name, span });
        if let Some(switch) = current.switches.last_mut() {
            switch.push(id);
        }
        Some(id)
    }
}
