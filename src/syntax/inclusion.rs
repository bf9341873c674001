//! Going from file to file: `#include`, `#pragma once`, and the models after the program.

use std::rc::Rc;

use super::files::{Lexed, Outer};
use super::lexer;
use super::preprocessor::{MAX_EXPANDED, Preprocessor};
use super::token::Token;
use focuscheck_base::source::Span;

/// Headers are not included deeper than this.
const MAX_INCLUDE_DEPTH: usize = 200;
/// Nor more often in all: headers that include each other twice are a bomb.
const MAX_INCLUSIONS: usize = 20_000;
/// Nor so that they give more tokens than this.
const MAX_INCLUDED: usize = 20_000_000;

impl<'a> Preprocessor<'a, '_> {
    /// Expands the present file to its end.
    pub fn run_file(&mut self, out: &mut Vec<Token<'a>>) {
        while let Some(token) = self.next_expanded() {
            out.push(token);
            self.emitted = out.len();
        }
        // After a bomb files are left in the middle.
        self.files.outer.clear();
        if self.expanded > MAX_EXPANDED {
            self.groups.clear();
        }
        self.close_groups(0);
    }

    /// Expands the models; where the tokens of each file begin, those of the program first.
    pub fn run_models(&mut self, out: &mut Vec<Token<'a>>) -> Vec<usize> {
        let mut starts = vec![0];
        for model in self.source.models() {
            starts.push(out.len());
            self.begin_file(model);
            self.run_file(out);
        }
        starts
    }

    /// Puts a file into the place of the one that has ended.
    pub fn begin_file(&mut self, part: usize) {
        self.file = self.lex_part(part);
        (self.at, self.passed, self.renumbered) = (0, 0, 0);
    }

    /// What is open at the end of a file stays so.
    fn close_groups(&mut self, outer: usize) {
        while self.groups.len() > outer {
            if let Some(group) = self.groups.pop() {
                self.error(group.span, format!("unterminated #{}", group.name));
            }
        }
    }

    /// The tokens of a file.
    pub fn lex_part(&mut self, part: usize) -> Lexed<'a> {
        if let Some(lexed) = self.files.lexed.get(&part) {
            return lexed.clone();
        }
        let start = self.source.part_start(part);
        let moved = |span: Span| Span::new(span.start + start, span.end + start);
        let mut lexed = lexer::lex(self.source.part_text(part), self.words);
        for token in &mut lexed.tokens {
            token.span = moved(token.span);
        }
        for comment in &mut lexed.comments {
            comment.span = moved(comment.span);
        }
        for mut diagnostic in std::mem::take(&mut lexed.diagnostics) {
            diagnostic.span = diagnostic.span.map(moved);
            self.diagnostics.push(diagnostic);
        }
        let lexed = Rc::new(lexed);
        self.files.lexed.insert(part, lexed.clone());
        lexed
    }

    /// Goes on with a file that is included.
    pub fn enter_file(&mut self, part: usize, span: Span) {
        if self.files.once.contains(&part) {
            return;
        }
        let lexed = self.lex_part(part);
        self.files.inclusions += 1;
        self.files.included += lexed.tokens.len();
        let deep = self.files.depth() >= MAX_INCLUDE_DEPTH;
        if deep || self.files.inclusions > MAX_INCLUSIONS || self.files.included > MAX_INCLUDED {
            self.error(
                span,
                match deep {
                    true => format!(
                        "#include nested depth {MAX_INCLUDE_DEPTH} exceeds maximum of {MAX_INCLUDE_DEPTH}"
                    ),
                    false => "too much text from #include".to_owned(),
                },
            );
            self.expanded = MAX_EXPANDED + 1;
            return;
        }
        let groups = self.groups.len();
        let lexed = std::mem::replace(&mut self.file, lexed);
        let at = std::mem::replace(&mut self.at, 0);
        let passed = std::mem::replace(&mut self.passed, 0);
        let renumbered = std::mem::replace(&mut self.renumbered, 0);
        self.files.outer.push(Outer { lexed, at, passed, renumbered, groups });
    }

    /// Goes back to the file that includes the present one; false if none does.
    pub fn leave_file(&mut self) -> bool {
        self.close_groups(self.files.outer_groups());
        let Some(outer) = self.files.outer.pop() else { return false };
        (self.file, self.at, self.passed) = (outer.lexed, outer.at, outer.passed);
        self.renumbered = outer.renumbered;
        true
    }
}
