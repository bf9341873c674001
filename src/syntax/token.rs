//! Tokens.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::source::Span;

/// What kind of token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or keyword.
    Identifier,
    /// A preprocessing number.
    Number,
    /// A character constant with its quotes and prefix.
    Character,
    /// A string literal with its quotes and prefix.
    String,
    /// An operator or separator.
    Punctuator(&'static str),
    /// Not a token of C; the text is the message.
    Bad,
    /// The end of the file.
    End,
}

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// The spelling, without line continuations.
    pub text: Rc<str>,
    pub span: Span,
    /// Whether it is the first one on its line.
    pub line_start: bool,
    /// Whether white space stands before it.
    pub space_before: bool,
    /// The macros that must not be expanded in it again.
    pub hidden: Option<Rc<BTreeSet<Rc<str>>>>,
}

impl Token {
    /// A token outside any macro.
    pub fn new(kind: TokenKind, text: &str, span: Span) -> Self {
        Token { kind, text: Rc::from(text), span, line_start: false, space_before: false, hidden: None }
    }

    /// Whether it is this punctuator.
    pub fn is(&self, punctuator: &str) -> bool {
        matches!(self.kind, TokenKind::Punctuator(p) if p == punctuator)
    }

    /// Whether it is this identifier or keyword.
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Identifier && &*self.text == word
    }
}
