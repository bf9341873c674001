//! Directives and macro expansion.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::ast::Header;
use super::error::Diagnostic;
use super::evaluate::Evaluator;
use super::headers;
use super::lexer;
use super::macros::{Macro, hide};
use super::token::{Token, TokenKind};
use crate::source::{SourceFile, Span};

/// What the preprocessor gives.
pub(super) struct Preprocessed {
    /// Tokens without directives; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
    /// Headers in order of inclusion.
    pub headers: Vec<Header>,
}

/// So many tokens may come out of macros; beyond it the macros are a bomb.
const MAX_EXPANDED: usize = 1_000_000;
/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;
/// Arguments that are macro calls with arguments that are macro calls …
const MAX_ARGUMENT_DEPTH: usize = 50;

/// Executes the directives and expands the macros.
pub(super) fn preprocess(tokens: Vec<Token>, source: &SourceFile) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        source,
        tokens,
        at: 0,
        pending: Vec::new(),
        macros: BTreeMap::new(),
        groups: Vec::new(),
        diagnostics: Vec::new(),
        headers: Vec::new(),
        expanded: 0,
        isolated: 0,
        counter: 0,
    };
    preprocessor.define_text(headers::PREDEFINED);
    let mut out = Vec::new();
    while let Some(token) = preprocessor.next_expanded() {
        out.push(token);
    }
    for group in std::mem::take(&mut preprocessor.groups) {
        preprocessor.error(group.span, format!("unterminated #{}", group.name));
    }
    let end = source.text().len() as u32;
    out.push(Token::new(TokenKind::End, "", Span::new(end, end)));
    Preprocessed { tokens: out, diagnostics: preprocessor.diagnostics, headers: preprocessor.headers }
}

/// An open `#if`.
struct Group {
    span: Span,
    name: &'static str,
    /// Whether the lines that follow count.
    active: bool,
    /// Whether some part of it has counted already (or none must).
    decided: bool,
    /// Whether `#else` has been seen.
    last: bool,
}

struct Preprocessor<'a> {
    source: &'a SourceFile,
    tokens: Vec<Token>,
    at: usize,
    /// Tokens to be read before the file goes on, last first.
    pending: Vec<Token>,
    macros: BTreeMap<Rc<str>, Rc<Macro>>,
    groups: Vec<Group>,
    diagnostics: Vec<Diagnostic>,
    headers: Vec<Header>,
    expanded: usize,
    /// How many argument expansions are open: inside one the file does not go on.
    isolated: usize,
    counter: u32,
}

impl Preprocessor<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    fn define_text(&mut self, text: &str) {
        let mut tokens = lexer::lex(text).tokens;
        tokens.pop();
        for line in tokens.chunk_by(|_, next| !next.line_start) {
            if line.len() > 2
                && let Ok(definition) = Macro::parse(&line[3..])
            {
                self.macros.insert(line[2].text.clone(), Rc::new(definition));
            }
        }
    }

    /// The next token that is no directive and not in a skipped group, before expansion.
    fn next_raw(&mut self) -> Option<Token> {
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
            let token = self.tokens.get(self.at)?.clone();
            if token.kind == TokenKind::End {
                return None;
            }
            if token.is("#") && token.line_start {
                self.directive();
                continue;
            }
            self.at += 1;
            if self.groups.last().is_some_and(|g| !g.active) {
                continue;
            }
            if token.kind == TokenKind::Bad {
                self.error(token.span, token.text.to_string());
                continue;
            }
            return Some(token);
        }
    }

    /// The next token after macro expansion.
    fn next_expanded(&mut self) -> Option<Token> {
        loop {
            let token = self.next_raw()?;
            if token.kind != TokenKind::Identifier
                || token.hidden.as_ref().is_some_and(|h| h.contains(&token.text))
            {
                return Some(token);
            }
            if let Some(special) = self.special(&token) {
                return Some(special);
            }
            let Some(definition) = self.macros.get(&token.text).cloned() else { return Some(token) };
            let hidden = hide(&token.hidden, &token.text);
            let replacement = if definition.parameters.is_some() {
                let Some(open) = self.next_raw() else { return Some(token) };
                if !open.is("(") {
                    self.pending.push(open);
                    return Some(token);
                }
                let Some((raw, end)) = self.arguments(&token, &definition) else { continue };
                let span = token.span.to(end);
                let mut expanded = Vec::with_capacity(raw.len());
                for argument in &raw {
                    expanded.push(self.expand_argument(argument, token.span));
                }
                definition.substitute(&raw, &expanded, span, &hidden)
            } else {
                definition.substitute(&[], &[], token.span, &hidden)
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

    fn special(&mut self, token: &Token) -> Option<Token> {
        let (kind, text) = match &*token.text {
            "__LINE__" => (TokenKind::Number, self.source.position(token.span.start).line.to_string()),
            "__FILE__" => (TokenKind::String, format!("{:?}", self.source.path())),
            "__DATE__" => (TokenKind::String, "\"Jan  1 1970\"".to_owned()),
            "__TIME__" => (TokenKind::String, "\"00:00:00\"".to_owned()),
            "__COUNTER__" => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            _ => return None,
        };
        Some(Token { kind, text: Rc::from(text), ..token.clone() })
    }

    /// Reads the arguments of a macro call after its `(`; `None` (with a message) if they do not fit.
    fn arguments(&mut self, name: &Token, definition: &Macro) -> Option<(Vec<Vec<Token>>, Span)> {
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
                break token.span;
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

    fn expand_argument(&mut self, argument: &[Token], span: Span) -> Vec<Token> {
        if self.isolated >= MAX_ARGUMENT_DEPTH {
            if self.expanded <= MAX_EXPANDED {
                self.expanded = MAX_EXPANDED + 1;
                self.error(span, "macro arguments are nested too deep");
            }
            return argument.to_vec();
        }
        self.expand_alone(argument.to_vec())
    }

    /// Expands the macros in these tokens and nothing behind them.
    fn expand_alone(&mut self, mut tokens: Vec<Token>) -> Vec<Token> {
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

    fn directive(&mut self) {
        let start = self.at + 1;
        let mut end = start;
        while self.tokens.get(end).is_some_and(|t| !t.line_start && t.kind != TokenKind::End) {
            end += 1;
        }
        self.at = end;
        let line: Vec<Token> = self.tokens[start..end].to_vec();
        let Some(name) = line.first() else { return };
        let span = name.span.to(line.last().map_or(name.span, |t| t.span));
        let rest = &line[1..];
        let active = self.groups.last().is_none_or(|g| g.active);
        match &*name.text {
            "if" => {
                let value = active && self.condition(rest, span);
                self.open("if", span, active, value);
            }
            "ifdef" | "ifndef" => {
                let known = rest.first().is_some_and(|t| self.is_defined(&t.text));
                if active && rest.first().is_none_or(|t| t.kind != TokenKind::Identifier) {
                    self.error(span, format!("no macro name given in #{} directive", name.text));
                }
                let wanted = &*name.text == "ifdef";
                self.open(if wanted { "ifdef" } else { "ifndef" }, span, active, known == wanted);
            }
            "elif" | "elifdef" | "elifndef" => {
                let Some(group) = self.groups.last() else {
                    return self.error(span, format!("#{} without #if", name.text));
                };
                if group.last {
                    return self.error(span, format!("#{} after #else", name.text));
                }
                let open = !group.decided;
                let value = open
                    && match &*name.text {
                        "elif" => self.condition(rest, span),
                        word => rest.first().is_some_and(|t| self.is_defined(&t.text)) == (word == "elifdef"),
                    };
                if let Some(group) = self.groups.last_mut() {
                    group.active = value;
                    group.decided |= value;
                }
            }
            "else" => match self.groups.last_mut() {
                None => self.error(span, "#else without #if"),
                Some(group) if group.last => self.error(span, "#else after #else"),
                Some(group) => {
                    group.active = !group.decided;
                    group.decided = true;
                    group.last = true;
                }
            },
            "endif" => {
                if self.groups.pop().is_none() {
                    self.error(span, "#endif without #if");
                }
            }
            _ if !active => {}
            "define" => self.define(rest, span),
            "undef" => match rest.first() {
                Some(macro_name) => {
                    self.macros.remove(&macro_name.text);
                }
                None => self.error(span, "no macro name given in #undef directive"),
            },
            "include" | "include_next" | "import" => self.include(rest, span),
            "error" => self.error(span, format!("#error {}", self.spelling(rest))),
            "warning" => {
                let message = format!("#warning {}", self.spelling(rest));
                if self.diagnostics.len() < MAX_ERRORS {
                    self.diagnostics.push(Diagnostic::warning(span, message));
                }
            }
            "line" | "pragma" | "ident" | "sccs" | "assert" | "unassert" => {}
            // `# 12 "file.h" 1 3`: positions are those of this file, so nothing is to be done.
            _ if name.kind == TokenKind::Number => {}
            _ => {
                self.error(name.span, format!("invalid preprocessing directive #{}", name.text));
            }
        }
    }

    fn spelling(&self, tokens: &[Token]) -> String {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.source.slice(first.span.to(last.span)).to_owned(),
            _ => String::new(),
        }
    }

    fn open(&mut self, name: &'static str, span: Span, outer: bool, value: bool) {
        self.groups.push(Group { span, name, active: outer && value, decided: !outer || value, last: false });
    }

    fn is_defined(&self, name: &str) -> bool {
        self.macros.contains_key(name) || matches!(name, "__LINE__" | "__FILE__" | "__COUNTER__")
    }

    fn define(&mut self, rest: &[Token], span: Span) {
        let Some(name) = rest.first() else {
            return self.error(span, "no macro name given in #define directive");
        };
        if name.kind != TokenKind::Identifier {
            return self.error(name.span, "macro names must be identifiers");
        }
        if &*name.text == "defined" {
            return self.error(span, "\"defined\" cannot be used as a macro name");
        }
        match Macro::parse(&rest[1..]) {
            Ok(definition) => {
                self.macros.insert(name.text.clone(), Rc::new(definition));
            }
            Err(message) => self.error(span, message),
        }
    }

    fn include(&mut self, rest: &[Token], span: Span) {
        let expanded;
        let rest = if rest.first().is_some_and(|t| t.kind == TokenKind::Identifier) {
            expanded = self.expand_alone(rest.to_vec());
            &expanded[..]
        } else {
            rest
        };
        let Some(first) = rest.first() else {
            return self.error(span, "#include expects \"FILENAME\" or <FILENAME>");
        };
        let (name, system) = if first.kind == TokenKind::String {
            (first.text.trim_matches('"').to_owned(), false)
        } else if first.is("<") {
            if !rest.iter().any(|t| t.is(">")) {
                return self.error(first.span, "missing terminating > character");
            }
            let name = rest[1..].iter().take_while(|t| !t.is(">")).map(|t| &*t.text).collect::<String>();
            (name, true)
        } else {
            return self.error(span, "#include expects \"FILENAME\" or <FILENAME>");
        };
        match headers::macros_of(&name) {
            Some(text) => {
                self.define_text(&text);
                if name == "assert.h" {
                    // `assert` stays a call, so that it can be recognised, unless it is switched off.
                    self.macros.remove("assert");
                    if self.is_defined("NDEBUG") {
                        self.define_text("#define assert(e) ((void)0)\n");
                    }
                }
                let known = headers::is_complete(&name);
                self.headers.push(Header { name, system, known, span });
            }
            None => {
                self.define_text(&headers::macros_of_unread());
                self.headers.push(Header { name, system, known: false, span });
            }
        }
    }

    /// The value of an `#if` condition.
    fn condition(&mut self, tokens: &[Token], span: Span) -> bool {
        let span = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => span,
        };
        let mut replaced = Vec::new();
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            let word = token.kind == TokenKind::Identifier;
            if word && (&*token.text == "defined" || token.text.starts_with("__has_")) {
                let parenthesised = tokens.get(i).is_some_and(|t| t.is("("));
                let name = tokens.get(i + usize::from(parenthesised));
                let known = &*token.text == "defined" && name.is_some_and(|t| self.is_defined(&t.text));
                if parenthesised {
                    while tokens.get(i).is_some_and(|t| !t.is(")")) {
                        i += 1;
                    }
                }
                i += 1;
                replaced.push(Token::new(TokenKind::Number, if known { "1" } else { "0" }, token.span));
            } else {
                replaced.push(token.clone());
            }
        }
        let expanded = self.expand_alone(replaced);
        let mut evaluator = Evaluator::new(&expanded);
        match evaluator.conditional(true) {
            Ok(value) if evaluator.at == expanded.len() => value != 0,
            Ok(_) => {
                let found = &expanded[evaluator.at].text;
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
