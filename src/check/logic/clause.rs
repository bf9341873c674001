//! Clauses: what they say, and as which text.

use super::elaborate::{Elaborator, Failed, Read};
use super::tree::{Assigns, Clause, LogicType, Unmodelled, Variant};
use crate::checker::Checker;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{self as acsl, Asserted, Expression, ExpressionKind as Kind};
use focuscheck_syntax::ast::Name;

impl Elaborator<'_, '_> {
    /// A predicate that is stated.
    pub fn asserted(&mut self, asserted: &Asserted, behaviors: &[Name]) -> Read<Clause> {
        let (mut names, mut body) = (Vec::new(), &asserted.expression);
        while let Kind::Named(name, inner) = &body.kind {
            names.push(name.clone());
            body = inner;
        }
        let predicate = self.predicate(body)?;
        Ok(Clause {
            names,
            kind: asserted.kind,
            behaviors: texts(behaviors),
            predicate,
            span: asserted.span,
            text: self.checker.annotation_text(body.span),
        })
    }

    /// What may be assigned by one clause.
    pub fn assigned(&mut self, assigns: &acsl::Assigns, behaviors: &[Name]) -> Read<Assigns> {
        let (mut locations, mut unmodelled) = (Vec::new(), Vec::new());
        let mut failed = false;
        for location in &assigns.locations {
            match self.places(location) {
                Ok(Ok(places)) => locations.extend(places),
                Ok(Err(what)) => unmodelled.push(what),
                Err(Failed) => failed = true,
            }
        }
        if failed {
            return Err(Failed);
        }
        let written = assigns.locations.iter().map(|location| location.span);
        let written = written.reduce(Span::to).unwrap_or(assigns.span);
        Ok(Assigns {
            locations,
            unmodelled,
            behaviors: texts(behaviors),
            span: assigns.span,
            text: self.checker.annotation_text(written),
        })
    }

    /// A term that gets smaller.
    pub fn variant(&mut self, variant: &acsl::Variant) -> Read<Variant> {
        let mut written: &Expression = &variant.expression;
        while let Kind::Named(_, inner) = &written.kind {
            written = inner;
        }
        let term = self.term(written)?;
        if matches!(term.ty, LogicType::Pointer(_) | LogicType::Aggregate(_)) && variant.relation.is_none() {
            let name = self.type_name(&term.ty);
            return self.error(written.span, format!("an integer is wanted, this is of type '{name}'"));
        }
        let relation = variant.relation.as_ref();
        let relation =
            relation.map(|name| Unmodelled { what: format!("variant for {}", name.text), span: name.span });
        let text = self.checker.annotation_text(written.span);
        Ok(Variant { term, relation, span: variant.span, text })
    }
}

impl Checker<'_> {
    /// The text of a part of an annotation: white space, and `@` at the begin of lines, made one blank.
    pub(crate) fn annotation_text(&self, span: Span) -> String {
        let lines = self.source.slice(span).lines().enumerate().map(|(number, line)| {
            let line = line.trim();
            if number == 0 { line } else { line.trim_start_matches('@').trim_start() }
        });
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        words.join(" ")
    }
}

/// The texts of names.
pub(super) fn texts(names: &[Name]) -> Vec<String> {
    names.iter().map(|name| name.text.clone()).collect()
}
