//! Tokens to tokens: directives are executed and macros expanded.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::annotation::Placed;
use super::ast::Header;
use super::error::Diagnostic;
use super::files::Files;
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

/// Executes the directives of a translation unit, given by the number of its file, and expands the macros. The models belong
/// to the first one.
pub(super) fn preprocess<'a>(
    (source, unit): (&'a SourceFile, usize),
    (model, macros): (DataModel, &[MacroOption]),
    annotations: Annotations,
    words: &mut Words<'a>,
) -> Preprocessed<'a> {
    let mut preprocessor = Preprocessor {
        source,
        file: Rc::default(),
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
        told: BTreeSet::new(),
        undefined: BTreeSet::new(),
        presumed: false,
        pragmas: Pragmas::default(),
        emitted: 0,
        expanded: 0,
        isolated: 0,
        counter: 0,
        renumbered: 0,
    };
    preprocessor.file = preprocessor.lex_part(unit);
    let out = Vec::with_capacity(preprocessor.file.tokens.len());
    preprocessor.run(unit, out, model, macros)
}

impl<'a> Preprocessor<'a, '_> {
    fn run(
        mut self,
        unit: usize,
        mut out: Vec<Token<'a>>,
        model: DataModel,
        macros: &[MacroOption],
    ) -> Preprocessed<'a> {
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
        let number = self.source.units().position(|part| part == unit).map_or(0, |unit| unit + 1);
        let own = self.file.clone();
        for part in self.source.forced(number) {
            self.begin_file(*part);
            self.run_file(&mut out);
        }
        (self.file, self.at, self.passed, self.renumbered) = (own, 0, 0, 0);
        self.run_file(&mut out);
        let main_end = out.len();
        if unit == 0 {
            let starts = self.run_models(&mut out);
            statics::separate(&mut out, &starts, self.words);
        }
        let end = self.source.part_start(unit) + self.source.part_text(unit).len() as u32;
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
