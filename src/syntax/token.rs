//! Tokens and the table of their spellings.

use bumpalo::Bump;
use rustc_hash::FxHashMap;

use super::words::{Word, class};
use focuscheck_base::source::Span;

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
    /// An operator or separator; the text is never a digraph.
    Punctuator,
    /// Not a token of C; the text is the message.
    Bad,
    /// The end of the file.
    End,
}

/// The number of an identifier's spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Symbol(pub u32);

/// A set of macros that must not be expanded again; see `macros::HideSets`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct HideSet(pub u32);

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind,
    /// The spelling, without line continuations.
    pub text: &'a str,
    pub span: Span,
    /// The number of an identifier.
    pub symbol: Symbol,
    /// What the language says about an identifier.
    pub word: Word,
    /// Whether it is the first one on its line.
    pub line_start: bool,
    /// Whether white space stands before it.
    pub space_before: bool,
    /// The macros that must not be expanded in it again.
    pub hidden: HideSet,
}

impl<'a> Token<'a> {
    /// A token outside any macro that is no identifier.
    pub fn new(kind: TokenKind, text: &'a str, span: Span) -> Self {
        Token {
            kind,
            text,
            span,
            symbol: Symbol::default(),
            word: Word::Plain,
            line_start: false,
            space_before: false,
            hidden: HideSet::default(),
        }
    }

    /// Whether it is this punctuator.
    #[inline]
    pub fn is(&self, punctuator: &str) -> bool {
        self.kind == TokenKind::Punctuator && self.text == punctuator
    }

    /// The spelling of a punctuator; empty for other tokens.
    #[inline]
    pub fn operator(&self) -> &'a str {
        if self.kind == TokenKind::Punctuator { self.text } else { "" }
    }

    /// Whether it is this identifier or keyword.
    #[inline]
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Identifier && self.text == word
    }

    /// Whether it is an identifier and no keyword.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.kind == TokenKind::Identifier && self.word == Word::Plain
    }
}

/// All spellings of identifiers, and a place for text that is not in the source.
pub(super) struct Words<'a> {
    arena: &'a Bump,
    symbols: FxHashMap<&'a str, (Symbol, Word)>,
}

impl<'a> Words<'a> {
    pub fn new(arena: &'a Bump) -> Self {
        Words { arena, symbols: FxHashMap::default() }
    }

    /// Number and class of a word.
    pub fn intern(&mut self, text: &'a str) -> (Symbol, Word) {
        let next = Symbol(self.symbols.len() as u32 + 1);
        *self.symbols.entry(text).or_insert_with(|| (next, class(text)))
    }

    /// Keeps a text that was made up.
    pub fn keep(&self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }
}
