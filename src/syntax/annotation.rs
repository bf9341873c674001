//! Annotation comments: `//@ …` and `/*@ … */`.
//!
//! The lexer keeps them, the preprocessor leaves out those of skipped groups and says before which token each stands,
//! the parser gives them to the node of the tree that begins there. Nothing is read of them here but their first words,
//! which say where they belong.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::error::Diagnostic;
use super::token::Token;
use focuscheck_base::source::Span;

/// A comment that begins with `//@` or `/*@`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    /// The whole comment as it is written; a place in it is `span.start` and its offset.
    pub text: String,
    /// The comment.
    pub span: Span,
    /// Which of the specifications of the file it says, if annotations are read and it belongs to a node.
    #[serde(skip)]
    pub number: Option<u32>,
}

/// What an annotation is about, as its first words say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// `error: [FUNC:] EXPR`: an error condition, wherever it stands.
    ErrorCondition,
    /// Something of the whole program: `predicate`, `logic`, `axiomatic`, `lemma`, `global invariant`, …
    Global,
    /// `ghost`: code of the specification alone.
    Ghost,
    /// A clause of a contract: `requires`, `ensures`, `assigns`, `behavior`, …
    Contract,
    /// `loop invariant`, `loop assigns`, `loop variant`, …
    Loop,
    /// Something that holds at a point: `assert`, `check`, `admit`, `invariant`.
    Assertion,
    /// Anything else.
    Other,
}

impl AnnotationKind {
    /// What is meant by the first two words, behind `for …:`.
    pub(super) fn of_words(first: &str, second: &str) -> AnnotationKind {
        match (first, second) {
            // `check requires …` is a clause, `check P` a statement.
            ("check" | "admit", _) => match kind_of(second) {
                AnnotationKind::Other => AnnotationKind::Assertion,
                kind => kind,
            },
            ("strong" | "weak", "global" | "type") => AnnotationKind::Global,
            _ => kind_of(first),
        }
    }
}

/// What begins an annotation comment.
const MARK: usize = "//@".len();

impl Annotation {
    /// The text between the marks of the comment; it begins three bytes after the comment does.
    pub fn body(&self) -> &str {
        let body = self.text.get(MARK..).unwrap_or_default();
        let block = self.text.starts_with("/*");
        body.strip_suffix("*/").filter(|_| block).unwrap_or(body)
    }

    /// What it is about.
    pub fn kind(&self) -> AnnotationKind {
        if self.error_condition().is_some() {
            return AnnotationKind::ErrorCondition;
        }
        let mut words = words(self.body()).peekable();
        let mut first = words.next().unwrap_or_default();
        // `for b1, b2: …` says for which behaviours.
        while first == "for" || first == "," || first == ":" {
            let end = words.by_ref().find(|word| *word == ":");
            first = end.and_then(|_| words.next()).unwrap_or_default();
        }
        AnnotationKind::of_words(first, words.peek().copied().unwrap_or_default())
    }

    /// Whether it is a line `//@ KEY: …` with a key that ACSL does not have: a note for another reader, as
    /// `//@ expect: unsafe`.
    pub fn is_note(&self) -> bool {
        let mut words = words(self.body());
        let key = words.next().unwrap_or_default();
        let named = key.starts_with(|c: char| c == '_' || c.is_alphabetic()) && key != "for";
        let known = AnnotationKind::of_words(key, ":") != AnnotationKind::Other;
        self.text.starts_with("//") && named && !known && words.next() == Some(":")
    }

    /// The condition of `//@ error: [FUNC:] EXPR`; only a line's comment is one.
    pub fn error_condition(&self) -> Option<&str> {
        let rest = self.text.strip_prefix("//@")?.trim_start().strip_prefix("error")?;
        rest.trim_start().strip_prefix(':').map(str::trim)
    }
}

/// Words and other characters of an annotation, without the `@` that may stand at the begin of each line.
fn words(body: &str) -> impl Iterator<Item = &str> {
    let mut rest = body;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '@');
        let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let length = if word > 0 { word } else { rest.chars().next()?.len_utf8() };
        let (found, after) = rest.split_at(length);
        rest = after;
        Some(found)
    })
}

fn kind_of(word: &str) -> AnnotationKind {
    match word {
        "predicate" | "logic" | "lemma" | "axiom" | "axiomatic" | "inductive" | "global" | "type"
        | "model" | "module" | "import" | "volatile" => AnnotationKind::Global,
        "ghost" => AnnotationKind::Ghost,
        "requires" | "ensures" | "assigns" | "allocates" | "frees" | "decreases" | "terminates"
        | "behavior" | "assumes" | "complete" | "disjoint" | "exits" | "returns" | "breaks" | "continues"
        | "reads" | "writes" => AnnotationKind::Contract,
        "loop" => AnnotationKind::Loop,
        "assert" | "check" | "admit" | "invariant" => AnnotationKind::Assertion,
        _ => AnnotationKind::Other,
    }
}

/// An annotation comment in its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'a> {
    /// As written.
    pub text: &'a str,
    /// Its place.
    pub span: Span,
    /// How many tokens of the file stand before it.
    pub before: usize,
    /// Whether none of them stands on its line.
    pub line_start: bool,
}

impl Comment<'_> {
    pub fn annotation(&self) -> Annotation {
        Annotation { text: self.text.to_owned(), span: self.span, number: None }
    }
}

/// An annotation between the tokens that come out of the preprocessor.
#[derive(Clone, Debug)]
pub(super) struct Placed<'a> {
    pub annotation: Annotation,
    /// Its tokens, if annotations are read.
    pub text: Option<Text<'a>>,
    /// How many tokens stand before it; `None` if it stands in a directive.
    pub before: Option<usize>,
}

/// The tokens of an annotation, with the end, and what was wrong with them.
#[derive(Clone, Debug)]
pub(super) struct Text<'a> {
    pub tokens: Vec<Token<'a>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// The annotations that the parser has still to give to nodes.
#[derive(Debug, Default)]
pub(super) struct Waiting<'a> {
    waiting: VecDeque<(usize, Placed<'a>)>,
    /// Those that stand where nothing begins, and error conditions, which belong to no place.
    pub unattached: Vec<Annotation>,
}

impl<'a> Waiting<'a> {
    pub fn new(placed: Vec<Placed<'a>>) -> Self {
        let mut waiting = Waiting::default();
        for placed in placed {
            match placed.before.filter(|_| placed.annotation.kind() != AnnotationKind::ErrorCondition) {
                Some(before) => waiting.waiting.push_back((before, placed)),
                None => waiting.unattached.push(placed.annotation),
            }
        }
        waiting
    }

    /// Those that stand right before a token: the node that begins with it gets them.
    pub fn before(&mut self, token: usize, span: Span) -> Vec<Placed<'a>> {
        let mut found = Vec::new();
        while self.waiting.front().is_some_and(|&(before, _)| before <= token) {
            let Some((before, placed)) = self.waiting.pop_front() else { break };
            // Those in the arguments of a macro stand inside what the macro makes.
            let own = placed.annotation.span;
            let inside = span.start < own.start && own.end <= span.end;
            if before == token && !inside {
                found.push(placed);
            } else {
                self.unattached.push(placed.annotation);
            }
        }
        found
    }

    /// All that is left is before the end of the file.
    pub fn finish(&mut self) -> Vec<Annotation> {
        let mut unattached = std::mem::take(&mut self.unattached);
        unattached.extend(self.waiting.drain(..).map(|(_, placed)| placed.annotation));
        unattached.sort_by_key(|annotation| annotation.span);
        unattached
    }
}
