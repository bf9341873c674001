//! Source text to abstract syntax tree.
//!
//! [`parse`] runs the lexer, the preprocessor and a recursive-descent parser. Headers are not read: what
//! the standard ones define is known, what other headers define is guessed from its use.
//!
//! Spellings of tokens are borrowed from the source, or from an arena for what macros make up; identifiers are
//! interned, so that macros are found by number and no token allocates. Chains (operands, `else if`, `?:`) are read in
//! loops. True nesting has a limit (`MAX_DEPTH`), and so has the height of an expression's tree (`Options::max_height`,
//! scaled to the stack of the thread), because later stages walk it. Names from headers that are not found are guessed
//! from their use. The macros of gcc on x86, by data model, and of the C library are texts in `syntax/predefined/`; of
//! the library's other macros only the names are known (`scripts/macro-names.sh` lists them), which is enough for
//! `#ifdef`. A condition on such a value lets the run stop undecided at the begin of `main`; a name that only a header
//! nobody read may define is taken for none, and said. `print` gives text that parses to the same tree
//! (`compare::difference` tells whether it does).
//!
//! Annotation comments are no tokens: the lexer notes before which token each stands, the preprocessor drops those of
//! skipped groups and carries the place over to its own tokens, and the parser gives them to the function, declaration
//! or statement that begins there; those that speak of the whole program are items, and what stands where nothing
//! begins is kept as `unattached` (`syntax/annotation.rs`). Only their first words are read, to know where they belong;
//! `//@ error:` belongs to no place.

pub mod acsl;
pub mod annotation;
#[cfg(test)]
mod annotation_tests;
pub mod ast;
mod compare;
mod conditional;
mod decl;
mod declarator;
mod directive;
pub mod error;
mod evaluate;
mod expand;
mod expr;
mod files;
mod headers;
mod inclusion;
#[cfg(test)]
mod inclusion_tests;
mod init;
mod leaves;
mod lexer;
mod linked;
pub mod literal;
mod macros;
pub mod operators;
mod parser;
mod pragma;
mod predefined;
mod preprocess;
mod preprocessor;
pub mod print;
mod print_decl;
mod print_expr;
mod print_stmt;
mod printer;
mod record;
mod specifiers;
mod spelling;
mod statics;
mod stmt;
#[cfg(test)]
mod tests;
mod token;
mod words;

use std::collections::BTreeSet;

use acsl::tree::Specification;
pub use compare::difference;
use error::{Diagnostic, Severity};
use focuscheck_base::options::{Annotations, DataModel, MAX_HEIGHT, MacroOption};
use focuscheck_base::source::{SourceFile, Span};
pub use literal::{Encoding, character_of_bytes, encoding, unescape};

/// Whether a word is a keyword, of C or of its common extensions.
pub fn is_reserved(word: &str) -> bool {
    words::class(word) != words::Word::Plain
}

/// Whether a header is one of the library's, which are known without being read.
pub fn is_library_header(name: &str) -> bool {
    headers::macros_of(name).is_some()
}

/// Where the tokens of a text are: identifiers, constants, operators, and the words of directives.
pub fn token_spans(text: &str) -> Vec<Span> {
    let arena = bumpalo::Bump::new();
    let mut words = token::Words::new(&arena);
    let tokens = lexer::lex(text, &mut words).tokens;
    tokens.iter().filter(|token| token.kind != token::TokenKind::End).map(|token| token.span).collect()
}

/// The `static` names that a program and its models have in common, where they are read under another name: the end of
/// each mention in the text, and what the name there is longer by.
pub fn separated(source: &SourceFile, macros: (DataModel, &[MacroOption])) -> Vec<(u32, String)> {
    let arena = bumpalo::Bump::new();
    let mut words = token::Words::new(&arena);
    let tokens = preprocess::preprocess((source, 0), macros, Annotations::Comments, &mut words).tokens;
    let longer = |token: &token::Token<'_>| {
        let written = source.slice(token.span);
        let more = token.text.strip_prefix(written).filter(|_| token.kind == token::TokenKind::Identifier)?;
        (!written.is_empty() && !more.is_empty()).then(|| (token.span.end, more.to_owned()))
    };
    tokens.iter().filter_map(longer).collect()
}

/// The names with external linkage of one file, as a linker sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// Functions and variables that the file defines.
    pub defined: BTreeSet<String>,
    /// Those that it declares and uses but does not define.
    pub wanted: BTreeSet<String>,
    /// Names that it uses without declaring them.
    pub undeclared: BTreeSet<String>,
    /// The functions whose bodies stand in the file itself, in order.
    pub functions: Vec<Defined>,
}

/// A function whose body stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Its name.
    pub name: String,
    /// Whether other files cannot call it by its name.
    pub is_internal: bool,
    /// Whether the file names it outside of its own body.
    pub is_used: bool,
}

/// The names of a program's main file that concern other files; nothing if it has errors.
pub fn symbols(source: &SourceFile, macros: (DataModel, &[MacroOption]), max_height: u32) -> Option<Symbols> {
    let unit = parse_annotated(source, macros, max_height, Annotations::Comments).unit?;
    let arena = bumpalo::Bump::new();
    let mut words = token::Words::new(&arena);
    let all = [macros.1, &source.settings(0).macros].concat();
    let macros = (macros.0, &all[..]);
    let tokens = preprocess::preprocess((source, 0), macros, Annotations::Comments, &mut words).tokens;
    Some(linked::symbols(source, &unit, &tokens))
}

/// What parsing a file gives.
#[derive(Debug)]
pub struct Parsed {
    /// The tree of the main file; `None` if there are errors.
    pub unit: Option<ast::TranslationUnit>,
    /// Those of the program's other translation units, in their order; none if there are errors.
    pub others: Vec<ast::TranslationUnit>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts of the `//@ error: …` comments, each with the span of its comment.
    pub error_conditions: Vec<(String, Span)>,
    /// What annotations say, by their numbers, if they are read.
    pub specifications: Vec<Specification>,
}

/// Parses a C or Cimple file.
///
/// Cimple's `*` as a condition is accepted in C files too (there it is no C), so `cimple` changes only
/// the words of the messages.
pub fn parse(source: &SourceFile, cimple: bool) -> Parsed {
    parse_with(source, cimple, (DataModel::default(), &[]), MAX_HEIGHT)
}

/// The same for a data model, with macros from the command line, and a limit for the height of an expression's tree.
pub fn parse_with(
    source: &SourceFile,
    _cimple: bool,
    macros: (DataModel, &[MacroOption]),
    max_height: u32,
) -> Parsed {
    parse_annotated(source, macros, max_height, Annotations::Comments)
}

/// The same; annotations may be read. There is a tree although one of them is wrong.
pub fn parse_annotated(
    source: &SourceFile,
    macros: (DataModel, &[MacroOption]),
    max_height: u32,
    annotations: Annotations,
) -> Parsed {
    if u32::try_from(source.size()).is_err() {
        return Parsed {
            unit: None,
            others: Vec::new(),
            diagnostics: vec![Diagnostic {
                severity: Severity::Error,
                message: "file too large".to_owned(),
                span: None,
                label: None,
            }],
            error_conditions: Vec::new(),
            specifications: Vec::new(),
        };
    }
    let mut parsed = Parsed {
        unit: None,
        others: Vec::new(),
        diagnostics: Vec::new(),
        error_conditions: Vec::new(),
        specifications: Vec::new(),
    };
    let mut units: Vec<Option<ast::TranslationUnit>> = Vec::new();
    for (unit, part) in std::iter::once(0).chain(source.units()).enumerate() {
        let all = [macros.1, &source.settings(unit).macros].concat();
        units.push(parse_unit((source, part), (macros.0, &all), (max_height, annotations), &mut parsed));
    }
    parsed.diagnostics.sort_by_key(|d| d.span);
    // What is said of a header is not said once more for each file that includes it.
    let mut said = BTreeSet::new();
    parsed.diagnostics.retain(|d| units.len() == 1 || said.insert((d.span, d.message.clone())));
    parsed.error_conditions.sort_by_key(|(_, span)| *span);
    parsed.error_conditions.dedup();
    if let Some(units) = units.into_iter().collect::<Option<Vec<_>>>() {
        let mut units = units.into_iter();
        (parsed.unit, parsed.others) = (units.next(), units.collect());
    }
    parsed
}

/// Parses one translation unit, given by the number of its file, and adds what is said of it; nothing if there are errors.
fn parse_unit(
    (source, number): (&SourceFile, usize),
    macros: (DataModel, &[MacroOption]),
    (max_height, annotations): (u32, Annotations),
    parsed: &mut Parsed,
) -> Option<ast::TranslationUnit> {
    let arena = bumpalo::Bump::new();
    let mut words = token::Words::new(&arena);
    let prepared = preprocess::preprocess((source, number), macros, annotations, &mut words);
    let mut diagnostics = prepared.diagnostics;
    parsed.error_conditions.extend(error_conditions(&prepared.annotations));
    let mut tokens = prepared.tokens;
    if prepared.main_end < tokens.len() - 1 {
        // What is wrong with the program must not be looked for in its models.
        let mut main = tokens[..prepared.main_end].to_vec();
        let end = source.text().len() as u32;
        main.push(token::Token::new(token::TokenKind::End, "", Span::new(end, end)));
        let mut parser = parser::Parser::new(main.clone(), source, prepared.headers.clone());
        parser.max_height = max_height;
        parser.translation_unit();
        if parser.diagnostics.iter().any(is_error) {
            tokens = main;
        }
    }
    let mut parser = parser::Parser::new(tokens, source, prepared.headers);
    parser.annotations = annotation::Waiting::new(prepared.annotations);
    parser.specifications = std::mem::take(&mut parsed.specifications);
    parser.packing = prepared.pragmas.packing;
    parser.max_height = max_height;
    // A broken token breaks its line; what the parser says about the line adds nothing.
    let line = |d: &Diagnostic| d.span.map(|s| source.position(s.start).line);
    parser.broken = diagnostics.iter().filter(|d| is_error(d)).filter_map(line).collect();
    let mut unit = parser.translation_unit();
    unit.linkage = prepared.pragmas.linkage;
    unit.unread = prepared.pragmas.unread;
    // Nor does it where something that never ends has taken the rest of the file.
    let endless = diagnostics.iter().filter(|d| d.message.starts_with("unterminated")).map(|d| d.span).min();
    let seen = |d: &Diagnostic| !is_error(d) || endless.is_none_or(|start| d.span < start);
    diagnostics.extend(parser.diagnostics.into_iter().filter(seen));
    let failed = diagnostics.iter().any(is_error);
    parsed.diagnostics.extend(diagnostics);
    parsed.diagnostics.extend(parser.annotation_diagnostics);
    parsed.specifications = parser.specifications;
    (!failed).then_some(unit)
}

/// The error conditions among annotations, by their places: those of the main text come first.
fn error_conditions(annotations: &[annotation::Placed]) -> Vec<(String, Span)> {
    let annotations = annotations.iter().map(|placed| &placed.annotation);
    let mut conditions: Vec<(String, Span)> =
        annotations.filter_map(|a| Some((a.error_condition()?.to_owned(), a.span))).collect();
    // A header may be included more than once.
    conditions.sort_by_key(|(_, span)| *span);
    conditions.dedup();
    conditions
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// An error condition `[FUNC:] EXPR`, taken apart.
pub struct Condition {
    /// The function in which it is asked.
    pub function: Option<String>,
    /// The text of the expression.
    pub subject: String,
    /// The expression; all its spans are the one given.
    pub expression: ast::Expression,
}

/// Takes an error condition apart.
pub fn parse_condition(text: &str, span: Span) -> Result<Condition, Diagnostic> {
    let arena = bumpalo::Bump::new();
    let lexed = lexer::lex(text, &mut token::Words::new(&arena));
    let mut tokens = lexed.tokens;
    if let Some(diagnostic) = lexed.diagnostics.into_iter().next() {
        return Err(Diagnostic::error(span, diagnostic.message));
    }
    if let Some(bad) = tokens.iter().find(|t| t.kind == token::TokenKind::Bad) {
        return Err(Diagnostic::error(span, bad.text.to_string()));
    }
    let (mut function, mut subject) = (None, text);
    if tokens.len() > 2 && tokens[0].kind == token::TokenKind::Identifier && tokens[1].is(":") {
        function = Some(tokens[0].text.to_string());
        subject = &text[tokens[1].span.end as usize..];
        tokens.drain(..2);
    }
    for token in &mut tokens {
        token.span = span;
    }
    let source = SourceFile::new("", text);
    let mut parser = parser::Parser::new(tokens, &source, Vec::new());
    let expression = parser.expression();
    match expression {
        Ok(expression) if parser.at_end() => {
            Ok(Condition { function, subject: subject.trim().to_owned(), expression })
        }
        _ => {
            let message = parser.diagnostics.first().map(|d| d.message.clone());
            let message = message.unwrap_or_else(|| "expected end of condition".to_owned());
            Err(Diagnostic::error(span, message))
        }
    }
}
