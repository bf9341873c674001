//! Tokens to tokens: directives are executed and macros expanded.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::annotation::Placed;
use super::ast::Header;
use super::error::Diagnostic;
use super::files::Files;
use super::lexer;
use super::macros::HideSets;
use super::predefined;
use super::preprocessor::{Definition, Pragmas, Preprocessor};
use super::statics;
use super::token::{Token, TokenKind, Words};
use focuscheck_base::options::{Annotations, DataModel, MacroOption};
use focuscheck_base::source::{SourceFile, Span};

/// What the preprocessor gives.
pub(super) struct Preprocessed<'a> {
    /// Tokens without directives; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token<'a>>,
    pub diagnostics: Vec<Diagnostic>,
    /// Headers in order of inclusion that were not read.
    pub headers: Vec<Header>,
    /// Annotation comments, in the order of the tokens.
    pub annotations: Vec<Placed<'a>>,
    /// How many tokens come before those of the models.
    pub main_end: usize,
    /// What pragmas say.
    pub pragmas: Pragmas,
}

/// Executes the directives and expands the macros.
pub(super) fn preprocess<'a>(
    lexed: lexer::Lexed<'a>,
    source: &'a SourceFile,
    (model, macros): (DataModel, &[MacroOption]),
    annotations: Annotations,
    words: &mut Words<'a>,
) -> Preprocessed<'a> {
    let out = Vec::with_capacity(lexed.tokens.len());
    let preprocessor = Preprocessor {
        source,
        file: Rc::new(lexed),
        files: Files::default(),
        words,
        sets: HideSets::new(),
        at: 0,
        passed: 0,
        annotations: Vec::new(),
        reads_annotations: annotations == Annotations::Read,
        pending: Vec::new(),
        definitions: Vec::new(),
        saved: FxHashMap::default(),
        groups: Vec::new(),
        diagnostics: Vec::new(),
        headers: Vec::new(),
        undefined: BTreeSet::new(),
        presumed: false,
        pragmas: Pragmas::default(),
        emitted: 0,
        expanded: 0,
        isolated: 0,
        counter: 0,
        renumbered: 0,
    };
    preprocessor.run(out, model, macros)
}

impl<'a> Preprocessor<'a, '_> {
    fn run(mut self, mut out: Vec<Token<'a>>, model: DataModel, macros: &[MacroOption]) -> Preprocessed<'a> {
        let special = [
            ("__LINE__", Definition::Line),
            ("__FILE__", Definition::File),
            ("__BASE_FILE__", Definition::File),
            ("__DATE__", Definition::Date),
            ("__TIME__", Definition::Time),
            ("__INCLUDE_LEVEL__", Definition::Level),
            ("__COUNTER__", Definition::Counter),
            ("_Pragma", Definition::Pragma),
        ];
        for (name, definition) in special {
            self.define_name(name, definition);
        }
        predefined::of_compiler(model).into_iter().for_each(|text| self.define_text(text));
        for option in macros {
            match option {
                MacroOption::Define(name, value) => {
                    let text = self.words.keep(&format!("#define {name} {value}\n"));
                    self.define_text(text);
                }
                MacroOption::Undefine(name) => {
                    let (symbol, _) = self.words.intern(self.words.keep(name));
                    self.define_symbol(symbol, None);
                }
            }
        }
        self.run_file(&mut out);
        let main_end = out.len();
        let starts = self.run_models(&mut out);
        statics::separate(&mut out, &starts, self.words);
        let end = self.source.text().len() as u32;
        out.push(Token::new(TokenKind::End, "", Span::new(end, end)));
        Preprocessed {
            tokens: out,
            diagnostics: self.diagnostics,
            headers: self.headers,
            annotations: self.annotations,
            main_end,
            pragmas: self.pragmas,
        }
    }
}
