//! Macro expansion.

use super::annotation::Placed;
use super::macros::{Arguments, Macro};
use super::preprocessor::{Definition, MAX_EXPANDED, Preprocessor};
use super::token::{Token, TokenKind};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;

/// Arguments that are macro calls with arguments that are macro calls …
const MAX_ARGUMENT_DEPTH: usize = 50;

impl<'a> Preprocessor<'a, '_> {
    /// The next token that is no directive and not in a skipped group, before expansion.
    pub fn next_raw(&mut self) -> Option<Token<'a>> {
        // After a bomb nothing is worth reading.
        if self.expanded > MAX_EXPANDED {
            return None;
        }
        if let Some(token) = self.pending.pop() {
            return Some(token);
        }
        if self.isolated > 0 {
            return None;
        }
        loop {
            spend(1);
            let token = *self.file.tokens.get(self.at)?;
            self.pass_annotations(self.at, false);
            if token.kind == TokenKind::End {
                if self.leave_file() {
                    continue;
                }
                return None;
            }
            if token.line_start && token.is("#") {
                self.directive();
                continue;
            }
            self.at += 1;
            if self.groups.last().is_some_and(|g| !g.active) {
                continue;
            }
            if token.kind == TokenKind::Bad {
                self.error(token.span, token.text);
                continue;
            }
            return Some(token);
        }
    }

    /// Passes the annotations of the present file that stand before a token; those of a directive only as far as its
    /// line goes.
    pub fn pass_annotations(&mut self, token: usize, directive: bool) {
        while let Some(comment) = self.file.comments.get(self.passed).filter(|c| c.before <= token) {
            if directive && comment.before == token && comment.line_start {
                return;
            }
            self.passed += 1;
            if self.groups.last().is_none_or(|group| group.active) {
                let before = (!directive).then_some(self.emitted);
                let comment = *comment;
                let annotation = comment.annotation();
                let reads = self.reads_annotations && !annotation.is_note();
                let text = reads.then(|| self.annotation_text(&comment));
                self.annotations.push(Placed { annotation, text, before });
            }
        }
    }

    /// The next token after macro expansion.
    pub fn next_expanded(&mut self) -> Option<Token<'a>> {
        loop {
            let token = self.next_raw()?;
            if token.kind != TokenKind::Identifier {
                return Some(token);
            }
            let Some(definition) = self.definition(token.symbol) else { return Some(token) };
            if self.sets.contains(token.hidden, token.symbol) {
                return Some(token);
            }
            let definition = match definition {
                Definition::Macro(definition) => definition.clone(),
                Definition::Pragma => {
                    self.pragma_operator(&token);
                    continue;
                }
                special => {
                    let special = special.clone();
                    return Some(self.special(&token, &special));
                }
            };
            let replacement = if definition.parameters.is_some() {
                let Some(open) = self.next_raw() else { return Some(token) };
                if !open.is("(") {
                    self.pending.push(open);
                    return Some(token);
                }
                let Some((raw, end)) = self.arguments(&token, &definition) else { continue };
                let span = token.span.to(end.span);
                let expanded = raw.iter().map(|a| self.expand_argument(a, token.span)).collect();
                let arguments = Arguments { raw, expanded };
                let hidden = self.sets.common(token.hidden, end.hidden);
                let hidden = self.sets.with(hidden, token.symbol);
                definition.substitute(&arguments, span, hidden, &mut self.sets, self.words)
            } else {
                let arguments = Arguments { raw: Vec::new(), expanded: Vec::new() };
                let hidden = self.sets.with(token.hidden, token.symbol);
                definition.substitute(&arguments, token.span, hidden, &mut self.sets, self.words)
            };
            let before = self.expanded;
            self.expanded += replacement.len() + 1;
            if before <= MAX_EXPANDED && self.expanded > MAX_EXPANDED {
                self.error(token.span, format!("expansion of macro \"{}\" is too large", token.text));
                return Some(token);
            }
            let first = self.pending.len();
            self.pending.extend(replacement.into_iter().rev());
            if self.pending.len() > first
                && let Some(top) = self.pending.last_mut()
            {
                top.space_before = token.space_before;
                top.line_start = token.line_start;
            }
        }
    }

    /// Puts back the token that came last.
    pub fn give_back(&mut self, token: Token<'a>) {
        self.pending.push(token);
    }

    fn special(&mut self, token: &Token<'a>, definition: &Definition<'a>) -> Token<'a> {
        let (kind, text) = match definition {
            Definition::Line => {
                let line = i64::from(self.source.local_position(token.span.start).line) + self.renumbered;
                (TokenKind::Number, line.to_string())
            }
            Definition::File => (TokenKind::String, format!("{:?}", self.source.path_of(token.span.start))),
            Definition::Date => (TokenKind::String, "\"Jan  1 1970\"".to_owned()),
            Definition::Time => (TokenKind::String, "\"00:00:00\"".to_owned()),
            Definition::Counter => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            Definition::Level => (TokenKind::Number, self.files.depth().to_string()),
            Definition::Pragma | Definition::Macro(_) => (TokenKind::Number, "0".to_owned()),
        };
        Token { kind, text: self.words.keep(&text), ..*token }
    }

    /// Reads the arguments of a macro call after its `(`; `None` (with a message) if they do not fit.
    fn arguments(
        &mut self,
        name: &Token<'a>,
        definition: &Macro<'a>,
    ) -> Option<(Vec<Vec<Token<'a>>>, Token<'a>)> {
        let parameters = definition.parameters.as_deref().unwrap_or(&[]);
        let mut arguments = vec![Vec::new()];
        let mut depth = 0usize;
        let end = loop {
            let Some(token) = self.next_raw() else {
                if self.expanded <= MAX_EXPANDED {
                    let message = format!("unterminated argument list invoking macro \"{}\"", name.text);
                    self.error(name.span, message);
                }
                return None;
            };
            let rest = definition.variadic && arguments.len() == parameters.len();
            if token.is(")") && depth == 0 {
                break token;
            } else if token.is(",") && depth == 0 && !rest {
                arguments.push(Vec::new());
                continue;
            } else if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth -= 1;
            }
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        };
        if parameters.is_empty() && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        if definition.variadic && arguments.len() + 1 == parameters.len() {
            arguments.push(Vec::new());
        }
        if arguments.len() != parameters.len() {
            let (given, wanted) = (arguments.len(), parameters.len());
            let message = if given > wanted {
                format!("macro \"{}\" passed {given} arguments, but takes just {wanted}", name.text)
            } else {
                format!("macro \"{}\" requires {wanted} arguments, but only {given} given", name.text)
            };
            self.error(name.span, message);
            return None;
        }
        Some((arguments, end))
    }

    fn expand_argument(&mut self, argument: &[Token<'a>], span: Span) -> Vec<Token<'a>> {
        if self.isolated >= MAX_ARGUMENT_DEPTH {
            if self.expanded <= MAX_EXPANDED {
                self.expanded = MAX_EXPANDED + 1;
                self.error(span, "macro arguments are nested too deep");
            }
            return argument.to_vec();
        }
        if argument.iter().all(|t| t.kind != TokenKind::Identifier || self.definition(t.symbol).is_none()) {
            return argument.to_vec();
        }
        self.expand_alone(argument.to_vec())
    }

    /// Expands the macros in these tokens and nothing behind them.
    pub fn expand_alone(&mut self, mut tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
        tokens.reverse();
        let outer = std::mem::replace(&mut self.pending, tokens);
        self.isolated += 1;
        let mut out = Vec::new();
        while let Some(token) = self.next_expanded() {
            out.push(token);
        }
        self.isolated -= 1;
        self.pending = outer;
        out
    }
}
