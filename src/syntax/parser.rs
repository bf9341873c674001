//! The parser's state: tokens, typedef names, nesting, errors.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::acsl::tree::Specification;
use super::annotation::{Annotation, Waiting};
use super::ast::{Header, Name};
use super::error::{Diagnostic, Severity};
use super::headers::KNOWN_TYPES;
use super::token::{Token, TokenKind};
use super::words::Word;
use focuscheck_base::limit::spend;
use focuscheck_base::options::MAX_HEIGHT;
use focuscheck_base::source::{SourceFile, Span};

/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;
/// How deep blocks, parentheses and the like may be nested.
const MAX_DEPTH: u32 = 1000;

/// An error has been reported; the construct is given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

/// The result of a parsing function.
pub(super) type Parse<T> = Result<T, Failed>;

/// Recursive-descent parser; its methods are spread over `decl`, `record`, `stmt` and `expr`.
pub(super) struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    source: &'a SourceFile,
    pub(super) headers: Vec<Header>,
    /// How high the tree of one expression may be.
    pub(super) max_height: u32,
    /// The annotations that no node has got yet.
    pub(super) annotations: Waiting<'a>,
    /// What those say that nodes have got, and what is wrong with them.
    pub(super) specifications: Vec<Specification>,
    pub(super) annotation_diagnostics: Vec<Diagnostic>,
    /// The types that they define.
    pub(super) logic_types: FxHashSet<String>,
    /// Where the layout of structures changes.
    pub(super) packing: Vec<(usize, bool)>,
    /// Whether names may come from headers that were not read.
    pub(super) unread: bool,
    /// For each name the open scopes that declare it, by depth, and whether it is a type there.
    names: FxHashMap<String, Vec<(usize, bool)>>,
    /// The names that each open scope declares.
    scopes: Vec<Vec<String>>,
    known_types: FxHashSet<&'static str>,
    /// Type names that were guessed.
    guessed: BTreeSet<String>,
    depth: u32,
    pub(super) diagnostics: Vec<Diagnostic>,
    errors: usize,
    last_error_line: u32,
    /// Lines with tokens that are none.
    pub(super) broken: BTreeSet<u32>,
    /// Set when going on makes no sense.
    stopped: bool,
}

impl<'a> Parser<'a> {
    /// `tokens` must end with [`TokenKind::End`].
    pub fn new(tokens: Vec<Token<'a>>, source: &'a SourceFile, headers: Vec<Header>) -> Self {
        let unread = headers.iter().any(|h| !h.known);
        Parser {
            tokens,
            at: 0,
            source,
            headers,
            annotations: Waiting::default(),
            specifications: Vec::new(),
            annotation_diagnostics: Vec::new(),
            logic_types: FxHashSet::default(),
            packing: Vec::new(),
            max_height: MAX_HEIGHT,
            unread,
            names: FxHashMap::default(),
            scopes: vec![Vec::new()],
            known_types: KNOWN_TYPES.iter().copied().collect(),
            guessed: BTreeSet::new(),
            depth: 0,
            diagnostics: Vec::new(),
            errors: 0,
            last_error_line: 0,
            broken: BTreeSet::new(),
            stopped: false,
        }
    }

    /// The current token; at the end, or after a fatal error, the end.
    #[inline]
    pub fn token(&self) -> &Token<'a> {
        self.ahead(0)
    }

    /// The token `n` further on.
    #[inline]
    pub fn ahead(&self, n: usize) -> &Token<'a> {
        let last = self.tokens.len() - 1;
        &self.tokens[if self.stopped { last } else { (self.at + n).min(last) }]
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    pub fn advance(&mut self) -> Token<'a> {
        spend(1);
        let token = *self.token();
        if !self.at_end() {
            self.at += 1;
        }
        token
    }

    #[inline]
    pub fn at(&self, punctuator: &str) -> bool {
        self.token().is(punctuator)
    }

    #[inline]
    pub fn at_word(&self, word: &str) -> bool {
        self.token().is_word(word)
    }

    #[inline]
    pub fn eat(&mut self, punctuator: &str) -> bool {
        let found = self.at(punctuator);
        if found {
            self.at += 1;
        }
        found
    }

    #[inline]
    pub fn eat_word(&mut self, words: &[&str]) -> bool {
        let token = self.token();
        let found = token.kind == TokenKind::Identifier && words.contains(&token.text);
        if found {
            self.at += 1;
        }
        found
    }

    /// The span of the token before.
    pub fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    /// From `start` to the last token read.
    pub fn since(&self, start: u32) -> Span {
        Span::new(start, self.previous().end)
    }

    pub fn start(&self) -> u32 {
        self.token().span.start
    }

    /// How gcc names the current token in `before …`.
    pub fn describe(&self) -> String {
        let token = self.token();
        match token.kind {
            TokenKind::End => "end of input".to_owned(),
            TokenKind::Identifier => format!("'{}'", token.text),
            TokenKind::Punctuator => format!("'{}' token", token.text),
            TokenKind::String => "string constant".to_owned(),
            _ => "numeric constant".to_owned(),
        }
    }

    /// Reports an error; a second one on the same line would be a cascade, and so is one about what follows a
    /// token that is none.
    pub fn error(&mut self, span: Span, message: impl Into<String>) -> Failed {
        let line = self.source.position(span.start).line;
        let before = self.source.position(self.previous().start).line;
        let broken = self.broken.contains(&line) || self.broken.contains(&before);
        if !self.stopped && !broken && line != self.last_error_line {
            self.last_error_line = line;
            self.diagnostics.push(Diagnostic::error(span, message));
            self.errors += 1;
            self.stopped = self.errors >= MAX_ERRORS;
        }
        Failed
    }

    pub fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            message: message.into(),
            span: Some(span),
            label: None,
        });
    }

    pub fn expected(&mut self, what: &str) -> Failed {
        let message = format!("expected {what} before {}", self.describe());
        let message = message.replace(" before end of input", " at end of input");
        let span = self.here();
        self.error(span, message)
    }

    /// The current token; at the end, where nothing is to be seen, the one before.
    pub fn here(&self) -> Span {
        if self.at_end() { self.previous() } else { self.token().span }
    }

    /// A closing bracket or a separator that is missing is missing after the token before.
    pub fn expect(&mut self, punctuator: &str) -> Parse<()> {
        if self.eat(punctuator) {
            return Ok(());
        }
        if matches!(punctuator, ")" | "]" | ":" | "}") && !self.at_end() {
            let after = self.previous().end;
            let message = format!("expected '{punctuator}' before {}", self.describe());
            return Err(self.error(Span::new(after, after), message));
        }
        Err(self.expected(&format!("'{punctuator}'")))
    }

    /// `;`: a missing one is reported after the token before it, and parsing goes on as if it were there.
    pub fn semicolon(&mut self) -> Parse<()> {
        if self.eat(";") {
            return Ok(());
        }
        let same_line = self.same_line_as_previous();
        let message = format!("expected ';' before {}", self.describe());
        let message = message.replace(" before end of input", " at end of input");
        let after = self.previous().end;
        let failed = self.error(Span::new(after, after), message);
        // On a new line a new statement is likely; on the same line more of the broken one.
        if same_line && !self.at("}") { Err(failed) } else { Ok(()) }
    }

    /// Whether the current token stands on the line on which the one before ends.
    pub fn same_line_as_previous(&self) -> bool {
        self.source.position(self.previous().end).line == self.source.position(self.start()).line
    }

    pub fn identifier(&mut self) -> Parse<Name> {
        let token = self.token();
        if !token.is_plain() {
            return Err(self.expected("identifier"));
        }
        let token = self.advance();
        Ok(Name { text: token.text.to_string(), span: token.span })
    }

    /// The annotations that stand right before the current token.
    pub fn annotations_here(&mut self) -> Vec<Annotation> {
        let span = self.token().span;
        let found = self.annotations.before(self.at, span);
        found.into_iter().map(|placed| self.specified(placed)).collect()
    }

    /// Reads other tokens with the names that are known here. They must end with [`TokenKind::End`]; what is wrong with
    /// them is no error of what is read else.
    pub fn apart<T>(
        &mut self,
        tokens: Vec<Token<'a>>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> (T, Vec<Diagnostic>) {
        let mut inner = Parser::new(tokens, self.source, Vec::new());
        inner.exchange_names(self);
        let result = read(&mut inner);
        inner.exchange_names(self);
        (result, inner.diagnostics)
    }

    fn exchange_names(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.names, &mut other.names);
        std::mem::swap(&mut self.scopes, &mut other.scopes);
        std::mem::swap(&mut self.guessed, &mut other.guessed);
        std::mem::swap(&mut self.logic_types, &mut other.logic_types);
    }

    /// The names among the tokens that were read from a position on.
    pub fn names_since(&self, position: usize) -> Vec<String> {
        let read = self.tokens.get(position..self.at).unwrap_or_default();
        read.iter().filter(|token| token.is_plain()).map(|token| token.text.to_owned()).collect()
    }

    /// Whether the current token is an identifier and no keyword.
    pub fn at_identifier(&self) -> bool {
        self.token().is_plain()
    }

    /// Whether `#pragma pack` or the like is in force at a token.
    pub fn is_packed(&self, token: usize) -> bool {
        self.packing.iter().rev().find(|(from, _)| *from <= token).is_some_and(|(_, packed)| *packed)
    }

    /// Runs a nested part, one level deeper.
    pub fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.token().span;
            return Err(self.too_deep(span));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Gives up on the file.
    pub fn too_deep(&mut self, span: Span) -> Failed {
        let failed = self.error(span, "nesting too deep");
        self.stopped = true;
        failed
    }

    pub fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Whether no block, parameter list or the like is open.
    pub fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    pub fn close_scope(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            if let Some(scopes) = self.names.get_mut(&name) {
                scopes.pop();
            }
        }
    }

    /// Declares a name as a type or as something else.
    pub fn declare(&mut self, name: &str, is_type: bool) {
        let depth = self.scopes.len();
        let Some(declared) = self.names.get_mut(name) else {
            self.names.insert(name.to_owned(), vec![(depth, is_type)]);
            return self.note(name);
        };
        match declared.last_mut() {
            Some((last, kind)) if *last == depth => *kind = is_type,
            _ => {
                declared.push((depth, is_type));
                self.note(name);
            }
        }
    }

    fn note(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_owned());
        }
    }

    /// What a name is declared as, if it is.
    pub fn declared(&self, name: &str) -> Option<bool> {
        self.names.get(name)?.last().map(|&(_, is_type)| is_type)
    }

    /// Whether the token names a type.
    pub fn is_type_name(&self, token: &Token<'_>) -> bool {
        token.is_plain()
            && self
                .declared(token.text)
                .unwrap_or_else(|| self.known_types.contains(token.text) || self.guessed.contains(token.text))
    }

    /// Whether the token can only start a declaration.
    #[inline]
    pub fn is_specifier(&self, token: &Token<'_>) -> bool {
        token.kind == TokenKind::Identifier && token.word == Word::Specifier
    }

    /// Takes a name for a type from an unread header.
    pub fn guess_type(&mut self, name: &str) {
        self.guessed.insert(name.to_owned());
    }

    /// Skips to the end of a broken statement or declaration: after its `;` or its closing brace, or before
    /// the brace that closes the block around it.
    pub fn recover(&mut self) {
        let mut depth = 0;
        while !self.at_end() {
            if self.at("{") {
                depth += 1;
            } else if self.at("}") {
                if depth == 0 {
                    return;
                }
                depth -= 1;
                if depth == 0 {
                    self.at += 1;
                    return;
                }
            } else if self.at(";") && depth == 0 {
                self.at += 1;
                return;
            }
            self.at += 1;
        }
    }

    /// Skips a parenthesised part including its parentheses.
    pub fn skip_parentheses(&mut self) -> Parse<()> {
        self.expect("(")?;
        let mut depth = 1;
        while depth > 0 {
            if self.at_end() {
                return Err(self.expected("')'"));
            }
            depth += i32::from(self.at("("));
            depth -= i32::from(self.at(")"));
            self.at += 1;
        }
        Ok(())
    }
}
