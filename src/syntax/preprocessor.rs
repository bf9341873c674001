//! The state of the preprocessor: files, macros, open groups, and what was said.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::annotation::Placed;
use super::ast::Header;
use super::error::Diagnostic;
use super::files::{Files, Lexed};
use super::lexer;
use super::macros::{HideSets, Macro};
use super::token::{Symbol, Token, Words};
use focuscheck_base::source::{SourceFile, Span};

/// So many tokens may come out of macros; beyond it the macros are a bomb.
pub(super) const MAX_EXPANDED: usize = 4_000_000;
/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Definition<'a> {
    Macro(Rc<Macro<'a>>),
    Line,
    File,
    Date,
    Time,
    Level,
    Counter,
    Pragma,
}

/// An open `#if`.
pub(super) struct Group {
    pub span: Span,
    pub name: &'static str,
    /// Whether the lines that follow count.
    pub active: bool,
    /// Whether some part of it has counted already (or none must).
    pub decided: bool,
    /// Whether `#else` has been seen.
    pub last: bool,
}

pub(super) struct Preprocessor<'a, 'w> {
    pub source: &'a SourceFile,
    /// The present file.
    pub file: Lexed<'a>,
    pub files: Files<'a>,
    pub words: &'w mut Words<'a>,
    pub sets: HideSets,
    /// How many tokens of the present file have been read.
    pub at: usize,
    /// How many annotations of it have been passed.
    pub passed: usize,
    pub annotations: Vec<Placed<'a>>,
    /// Whether their tokens are wanted.
    pub reads_annotations: bool,
    /// Tokens to be read before the file goes on, last first.
    pub pending: Vec<Token<'a>>,
    /// By symbol.
    pub definitions: Vec<Option<Definition<'a>>>,
    /// What `#pragma push_macro` has saved, by symbol.
    pub saved: FxHashMap<Symbol, Vec<Option<Definition<'a>>>>,
    pub groups: Vec<Group>,
    pub diagnostics: Vec<Diagnostic>,
    pub headers: Vec<Header>,
    /// The headers of which was said where they were found.
    pub told: BTreeSet<usize>,
    /// The names that the program has undefined.
    pub undefined: BTreeSet<Symbol>,
    /// Whether it was said that a name is taken for no macro.
    pub presumed: bool,
    pub expanded: usize,
    pub pragmas: Pragmas,
    /// How many tokens have come out.
    pub emitted: usize,
    /// How many argument expansions are open: inside one the file does not go on.
    pub isolated: usize,
    pub counter: u32,
    /// What `#line` adds to the numbers of lines.
    pub renumbered: i64,
}

/// What directives say of the program besides its tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Pragmas {
    /// Before which token `#pragma pack` and the like start (true) and end to change how structures are laid out.
    pub packing: Vec<(usize, bool)>,
    /// The words of those that say something of names: `weak`, `redefine_extname`.
    pub linkage: Vec<Vec<String>>,
    /// The macros of headers that are not read whose values conditions ask for.
    pub unread: Vec<(String, Span)>,
}

impl<'a> Preprocessor<'a, '_> {
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.say(Diagnostic::error(span, message));
    }

    /// Warnings do not take the place of errors.
    pub fn say(&mut self, diagnostic: Diagnostic) {
        let said = self.diagnostics.iter().filter(|d| d.severity == diagnostic.severity).count();
        if said < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The innermost group of the present file.
    pub fn group(&mut self) -> Option<&mut Group> {
        if self.groups.len() > self.files.outer_groups() { self.groups.last_mut() } else { None }
    }

    pub fn define_name(&mut self, name: &'static str, definition: Definition<'a>) {
        let (symbol, _) = self.words.intern(name);
        self.define_symbol(symbol, Some(definition));
    }

    pub fn define_symbol(&mut self, symbol: Symbol, definition: Option<Definition<'a>>) {
        let index = symbol.0 as usize;
        if index >= self.definitions.len() {
            self.definitions.resize(index + 1, None);
        }
        self.definitions[index] = definition;
    }

    pub fn define_text(&mut self, text: &'a str) {
        let mut tokens = lexer::lex(text, self.words).tokens;
        tokens.pop();
        for line in tokens.chunk_by(|_, next| !next.line_start) {
            if line.len() > 2
                && let Ok(definition) = Macro::parse(&line[3..], self.words)
            {
                self.define_symbol(line[2].symbol, Some(Definition::Macro(Rc::new(definition))));
            }
        }
    }

    pub fn definition(&self, symbol: Symbol) -> Option<&Definition<'a>> {
        self.definitions.get(symbol.0 as usize)?.as_ref()
    }

    /// Saves what a name stands for, or gives it the meaning that was saved last.
    pub fn stack_macro(&mut self, name: &str, save: bool) {
        let (symbol, _) = self.words.intern(self.words.keep(name));
        let saved = self.saved.entry(symbol).or_default();
        if save {
            saved.push(self.definitions.get(symbol.0 as usize).cloned().flatten());
        } else if let Some(definition) = saved.pop() {
            self.define_symbol(symbol, definition);
        }
    }
}
