//! Annotation comments and their clauses.

use super::tree::{
    Asserted, Assigns, Checked, CodeClause, CodeClauseKind, ContractClause, Expression, LoopClause,
    LoopClauseKind, Specification, Unmodelled, Variant,
};
use crate::annotation::{Annotation, AnnotationKind, Placed};
use crate::ast::Name;
use crate::parser::{Failed, Parse, Parser};
use crate::token::TokenKind;
use focuscheck_base::source::Span;

impl<'a> Parser<'a> {
    /// An annotation that belongs to the node that begins here, read where that was asked for.
    pub fn specified(&mut self, placed: Placed<'a>) -> Annotation {
        let Some(text) = placed.text else { return placed.annotation };
        let (specification, diagnostics) = self.apart(text.tokens, |p| p.specification());
        self.annotation_diagnostics.extend(text.diagnostics);
        self.annotation_diagnostics.extend(diagnostics);
        self.specifications.push(specification);
        let number = self.specifications.len() as u32 - 1;
        Annotation { number: Some(number), ..placed.annotation }
    }

    /// What an annotation says.
    fn specification(&mut self) -> Specification {
        match self.annotation_kind() {
            _ if self.at_end() => Specification::Nothing,
            AnnotationKind::Contract => {
                Specification::Contract(self.clauses(|p, out| p.contract_clause(out)))
            }
            AnnotationKind::Loop => Specification::Loop(self.clauses(|p, out| p.loop_clause(out))),
            AnnotationKind::Assertion => Specification::Code(self.clauses(|p, out| p.code_clause(out))),
            AnnotationKind::Global | AnnotationKind::Ghost => {
                Specification::Globals(self.clauses(|p, out| p.global(out)))
            }
            AnnotationKind::ErrorCondition => Specification::Nothing,
            // Groups of another tool: `@{` and `@}`.
            AnnotationKind::Other if self.at("{") || self.at("}") => Specification::Nothing,
            AnnotationKind::Other if self.at_identifier() || self.at_word("for") => {
                Specification::Code(self.clauses(|p, out| p.code_clause(out)))
            }
            AnnotationKind::Other => {
                self.expected("clause");
                Specification::Nothing
            }
        }
    }

    /// What the annotation is about, by its words without macros.
    fn annotation_kind(&self) -> AnnotationKind {
        let mut n = 0;
        while self.ahead(n).is_word("for") {
            while !self.ahead(n).is(":") && self.ahead(n).kind != TokenKind::End {
                n += 1;
            }
            n += 1;
        }
        AnnotationKind::of_words(self.ahead(n).text, self.ahead(n + 1).text)
    }

    /// All clauses; what is wrong gives up one.
    pub fn clauses<T>(&mut self, mut read: impl FnMut(&mut Self, &mut Vec<T>) -> Parse<()>) -> Vec<T> {
        let mut clauses = Vec::new();
        while !self.at_end() {
            let before = self.position();
            if read(self, &mut clauses).is_err() {
                self.skip_clause();
            }
            if self.position() == before {
                self.advance();
            }
        }
        clauses
    }

    /// Skips to behind the semicolon of a clause; one that ends what a quantifier binds is none.
    pub fn skip_clause(&mut self) {
        let (mut bound, mut depth) = (0u32, 0u32);
        while !self.at_end() {
            let token = self.advance();
            match token.text {
                "\\forall" | "\\exists" | "\\lambda" | "\\let" => bound += 1,
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth = depth.saturating_sub(1),
                ";" if bound > 0 => bound -= 1,
                ";" if depth == 0 => return,
                _ => {}
            }
        }
    }

    /// Skips a clause that is not modelled.
    pub fn unmodelled_clause(&mut self, what: String, start: u32) -> Unmodelled {
        self.skip_clause();
        Unmodelled { what, span: self.since(start) }
    }

    /// `check` or `admit` before a word.
    fn checked_before(&mut self, words: &[&str]) -> Checked {
        let next = self.ahead(1);
        let kind = match self.token().text {
            "check" => Checked::CheckOnly,
            "admit" => Checked::AdmitOnly,
            _ => return Checked::Full,
        };
        if next.kind != TokenKind::Identifier || !words.contains(&next.text) {
            return Checked::Full;
        }
        self.advance();
        kind
    }

    /// A predicate and its semicolon.
    fn asserted(&mut self, kind: Checked, start: u32) -> Parse<Asserted> {
        let expression = self.logic()?;
        self.clause_end()?;
        Ok(Asserted { kind, expression, span: self.since(start) })
    }

    /// The semicolon at the end of a clause.
    fn clause_end(&mut self) -> Parse<()> {
        if self.eat(";") {
            return Ok(());
        }
        let after = self.previous().end;
        let message = format!("expected ';' before {}", self.describe());
        let failed = self.error(Span::new(after, after), message);
        // The next clause is not lost with it.
        let opens = AnnotationKind::of_words(self.token().text, self.ahead(1).text) != AnnotationKind::Other;
        if opens || self.at_end() { Ok(()) } else { Err(failed) }
    }

    /// `a, b`, perhaps none.
    fn behavior_names(&mut self) -> Parse<Vec<Name>> {
        let mut names = Vec::new();
        while self.token().kind == TokenKind::Identifier {
            let token = self.advance();
            names.push(Name { text: token.text.to_owned(), span: token.span });
            if !self.eat(",") {
                break;
            }
        }
        Ok(names)
    }

    /// `for a, b:`, or nothing.
    fn for_behaviors(&mut self) -> Parse<Vec<Name>> {
        if !self.eat_word(&["for"]) {
            return Ok(Vec::new());
        }
        let names = self.behavior_names()?;
        self.expect(":")?;
        Ok(names)
    }

    fn assigns(&mut self, start: u32) -> Parse<Assigns> {
        let mut locations = vec![self.logic()?];
        while self.eat(",") {
            locations.push(self.logic()?);
        }
        let mut from = Vec::new();
        if self.at_word("\\from") {
            let start = self.start();
            while !self.at_end() && !self.at(";") {
                self.advance();
            }
            from.push(Unmodelled { what: "\\from".to_owned(), span: self.since(start) });
        }
        self.clause_end()?;
        Ok(Assigns { locations, from, span: self.since(start) })
    }

    fn variant(&mut self, start: u32) -> Parse<Variant> {
        let expression = self.logic()?;
        let relation = if self.eat_word(&["for"]) { Some(self.identifier()?) } else { None };
        self.clause_end()?;
        Ok(Variant { expression, relation, span: self.since(start) })
    }

    fn contract_clause(&mut self, out: &mut Vec<ContractClause>) -> Parse<()> {
        const CHECKED: [&str; 2] = ["requires", "ensures"];
        let start = self.start();
        if self.at_word("for") {
            let names = self.for_behaviors()?;
            let what = format!("for {}:", list(&names));
            out.push(ContractClause::Unmodelled(Unmodelled { what, span: self.since(start) }));
            return Ok(());
        }
        let kind = self.checked_before(&CHECKED);
        let word = *self.token();
        if word.kind != TokenKind::Identifier {
            return Err(self.expected("clause"));
        }
        self.advance();
        out.push(match word.text {
            "requires" => ContractClause::Requires(self.asserted(kind, start)?),
            "ensures" => ContractClause::Ensures(self.asserted(kind, start)?),
            "assumes" => ContractClause::Assumes(self.asserted(kind, start)?),
            "terminates" => ContractClause::Terminates(self.asserted(kind, start)?),
            "assigns" => ContractClause::Assigns(self.assigns(start)?),
            "decreases" => ContractClause::Decreases(self.variant(start)?),
            "behavior" => {
                let token = *self.token();
                if token.kind != TokenKind::Identifier {
                    return Err(self.expected("identifier"));
                }
                self.advance();
                self.expect(":")?;
                ContractClause::Behavior(Name { text: token.text.to_owned(), span: token.span })
            }
            "complete" | "disjoint" => {
                if !self.eat_word(&["behaviors"]) {
                    return Err(self.expected("'behaviors'"));
                }
                let names = self.behavior_names()?;
                self.clause_end()?;
                let span = self.since(start);
                match word.text {
                    "complete" => ContractClause::Complete(names, span),
                    _ => ContractClause::Disjoint(names, span),
                }
            }
            "frees" => ContractClause::Frees(self.unmodelled_clause("frees".to_owned(), start)),
            other => ContractClause::Unmodelled(self.unmodelled_clause(other.to_owned(), start)),
        });
        Ok(())
    }

    fn loop_clause(&mut self, out: &mut Vec<LoopClause>) -> Parse<()> {
        let start = self.start();
        let behaviors = self.for_behaviors()?;
        let kind = self.checked_before(&["loop"]);
        if !self.eat_word(&["loop"]) {
            return Err(self.expected("'loop'"));
        }
        let word = *self.token();
        if word.kind != TokenKind::Identifier {
            return Err(self.expected("clause"));
        }
        self.advance();
        let kind = match word.text {
            "invariant" => LoopClauseKind::Invariant(self.asserted(kind, start)?),
            "assigns" => LoopClauseKind::Assigns(self.assigns(start)?),
            "variant" => LoopClauseKind::Variant(self.variant(start)?),
            other => {
                let what = format!("loop {other}");
                LoopClauseKind::Unmodelled(self.unmodelled_clause(what, start))
            }
        };
        out.push(LoopClause { behaviors, kind });
        Ok(())
    }

    fn code_clause(&mut self, out: &mut Vec<CodeClause>) -> Parse<()> {
        let start = self.start();
        let behaviors = self.for_behaviors()?;
        let kind = self.checked_before(&["invariant", "assert"]);
        let word = *self.token();
        if word.kind != TokenKind::Identifier {
            return Err(self.expected("clause"));
        }
        self.advance();
        let kind = match word.text {
            "assert" => CodeClauseKind::Assertion(self.asserted(kind, start)?),
            "check" => CodeClauseKind::Assertion(self.asserted(Checked::CheckOnly, start)?),
            "admit" => CodeClauseKind::Assertion(self.asserted(Checked::AdmitOnly, start)?),
            "invariant" => CodeClauseKind::Invariant(self.asserted(kind, start)?),
            other => CodeClauseKind::Unmodelled(self.unmodelled_clause(other.to_owned(), start)),
        };
        out.push(CodeClause { behaviors, kind });
        Ok(())
    }

    /// A predicate or term after which nothing of the clause follows but its semicolon.
    pub fn last_of_clause(&mut self) -> Parse<Expression> {
        let expression = self.logic()?;
        match self.clause_end() {
            Ok(()) => Ok(expression),
            Err(Failed) => Err(Failed),
        }
    }
}

fn list(names: &[Name]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}
