//! Where a message about an expression belongs: at its operator.

use super::Checker;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{Expression, ExpressionKind as Kind};

impl Checker<'_> {
    /// The place of an expression in messages: its operator if that stands between its operands, else the
    /// whole expression.
    pub fn locus(&self, expression: &Expression) -> Span {
        let whole = expression.span;
        match &expression.kind {
            Kind::Binary(operator, left, right) => {
                self.between(left.span, right.span, operator.symbol(), whole)
            }
            Kind::Assign(operator, left, right) => {
                let symbol = operator.map_or(String::new(), |o| o.symbol().to_owned()) + "=";
                self.between(left.span, right.span, &symbol, whole)
            }
            Kind::Conditional(condition, _, otherwise) => {
                self.between(condition.span, otherwise.span, "?", whole)
            }
            Kind::Comma(left, right) => self.between(left.span, right.span, ",", whole),
            Kind::Index(array, index) => self.between(array.span, index.span, "[", whole),
            Kind::Member(record, name, arrow) => {
                self.between(record.span, name.span, if *arrow { "->" } else { "." }, whole)
            }
            Kind::Postfix(plus, operand) => {
                let end = Span::new(whole.end, whole.end);
                self.between(operand.span, end, if *plus { "++" } else { "--" }, whole)
            }
            _ => whole,
        }
    }

    /// The symbol between two parts; `otherwise` if it is not written there (it may come from a macro).
    pub fn between(&self, left: Span, right: Span, symbol: &str, otherwise: Span) -> Span {
        let (start, end) = (left.end as usize, right.start as usize);
        let Some(mut rest) = self.source.text().get(start..end) else { return otherwise };
        while !rest.is_empty() {
            if rest.starts_with("/*") || rest.starts_with("//") {
                let close = if rest.starts_with("/*") { "*/" } else { "\n" };
                let Some(at) = rest[2..].find(close) else { break };
                rest = &rest[2 + at + close.len()..];
            } else if rest.starts_with(symbol) {
                let at = (end - rest.len()) as u32;
                return Span::new(at, at + symbol.len() as u32);
            } else {
                let mut characters = rest.chars();
                characters.next();
                rest = characters.as_str();
            }
        }
        otherwise
    }
}
