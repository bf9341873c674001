//! The conditions of `#if`, and what `defined` and its like ask.

use super::evaluate::Evaluator;
use super::headers;
use super::preprocessor::{Definition, Preprocessor};
use super::token::{Token, TokenKind};
use focuscheck_base::source::Span;

impl<'a> Preprocessor<'a, '_> {
    /// Whether the name is a macro; where that is not known, it is none.
    pub fn is_defined(&mut self, name: &Token<'a>) -> bool {
        let asks = matches!(
            name.text,
            "__has_include"
                | "__has_include_next"
                | "__has_attribute"
                | "__has_builtin"
                | "__has_c_attribute"
        );
        if asks || name.kind != TokenKind::Identifier {
            return asks;
        }
        if let Some(definition) = self.definition(name.symbol) {
            return !matches!(definition, Definition::Pragma);
        }
        let library = self.is_macro_of_library(name);
        if !library && !self.is_defined_next(name) {
            self.presume_undefined(name);
        }
        library
    }

    /// Whether the next line defines the name: then it is one in any case.
    fn is_defined_next(&self, name: &Token<'a>) -> bool {
        let next = self.file.tokens.get(self.at..self.at + 3).unwrap_or_default();
        matches!(next, [hash, word, own] if hash.is("#") && word.text == "define" && own.symbol == name.symbol)
    }

    /// What `defined` or `__has_…` says about what follows it.
    fn answer(&mut self, question: &str, name: &Token<'a>, about: &[Token<'a>]) -> bool {
        match question {
            "defined" => self.is_defined(name),
            "__has_include" | "__has_include_next" if name.is("<") => {
                let rest = about[1..].iter().take_while(|t| !t.is(">"));
                headers::macros_of(&rest.map(|t| t.text).collect::<String>()).is_some()
            }
            "__has_include" | "__has_include_next" => true,
            "__has_attribute" => true,
            "__has_builtin" => {
                ["__builtin_", "__sync_", "__atomic_"].iter().any(|p| name.text.starts_with(p))
            }
            _ => false,
        }
    }

    /// The value of an `#if` condition.
    pub fn condition(&mut self, tokens: &[Token<'a>], span: Span) -> bool {
        let span = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => span,
        };
        let mut replaced = Vec::new();
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            let asks = token.kind == TokenKind::Identifier
                && (token.text == "defined" || token.text.starts_with("__has_"));
            if !asks {
                replaced.push(*token);
                continue;
            }
            let parenthesised = tokens.get(i).is_some_and(|t| t.is("("));
            let about = &tokens[(i + usize::from(parenthesised)).min(tokens.len())..];
            let known = about.first().is_some_and(|name| self.answer(token.text, name, about));
            if parenthesised {
                while tokens.get(i).is_some_and(|t| !t.is(")")) {
                    i += 1;
                }
            }
            i += 1;
            replaced.push(Token::new(TokenKind::Number, if known { "1" } else { "0" }, token.span));
        }
        let expanded = self.expand_alone(replaced);
        let mut evaluator = Evaluator::new(&expanded);
        let value = evaluator.conditional(true);
        let at = evaluator.at;
        for name in evaluator.unknown {
            self.presume_zero(&name);
        }
        match value {
            Ok(value) if at == expanded.len() => value.is_true(),
            Ok(_) => {
                let found = expanded[at].text;
                self.error(span, format!("missing binary operator before token \"{found}\""));
                false
            }
            Err(message) => {
                self.error(span, message);
                false
            }
        }
    }
}
