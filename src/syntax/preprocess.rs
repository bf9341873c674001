//! Directives and macro expansion.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::annotation::Placed;
use super::ast::Header;
use super::error::Diagnostic;
use super::inclusion::{Files, Lexed};
use super::lexer;
use super::macros::{Arguments, HideSets, Macro};
use super::pragma::Pragmas;
use super::statics;
use super::token::{Symbol, Token, TokenKind, Words};
use super::{headers, predefined};
use crate::limit::spend;
use crate::options::{DataModel, MacroOption};
use crate::source::{SourceFile, Span};

/// What the preprocessor gives.
pub(super) struct Preprocessed<'a> {
    /// Tokens without directives; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token<'a>>,
    pub diagnostics: Vec<Diagnostic>,
    /// Headers in order of inclusion that were not read.
    pub headers: Vec<Header>,
    /// Annotation comments, in the order of the tokens.
    pub annotations: Vec<Placed>,
    /// How many tokens come before those of the models.
    pub main_end: usize,
    /// What pragmas say.
    pub pragmas: Pragmas,
}

/// So many tokens may come out of macros; beyond it the macros are a bomb.
pub(super) const MAX_EXPANDED: usize = 4_000_000;
/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;
/// Arguments that are macro calls with arguments that are macro calls …
const MAX_ARGUMENT_DEPTH: usize = 50;

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

/// Executes the directives and expands the macros.
pub(super) fn preprocess<'a>(
    lexed: lexer::Lexed<'a>,
    source: &'a SourceFile,
    (model, macros): (DataModel, &[MacroOption]),
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

/// An open `#if`.
pub(super) struct Group {
    pub span: Span,
    pub name: &'static str,
    /// Whether the lines that follow count.
    active: bool,
    /// Whether some part of it has counted already (or none must).
    decided: bool,
    /// Whether `#else` has been seen.
    last: bool,
}

pub(super) struct Preprocessor<'a, 'w> {
    pub source: &'a SourceFile,
    /// The present file.
    pub file: Lexed<'a>,
    pub files: Files<'a>,
    pub words: &'w mut Words<'a>,
    sets: HideSets,
    /// How many tokens of the present file have been read.
    pub at: usize,
    /// How many annotations of it have been passed.
    pub passed: usize,
    annotations: Vec<Placed>,
    /// Tokens to be read before the file goes on, last first.
    pending: Vec<Token<'a>>,
    /// By symbol.
    definitions: Vec<Option<Definition<'a>>>,
    /// What `#pragma push_macro` has saved, by symbol.
    saved: FxHashMap<Symbol, Vec<Option<Definition<'a>>>>,
    pub groups: Vec<Group>,
    pub diagnostics: Vec<Diagnostic>,
    pub headers: Vec<Header>,
    /// The names that the program has undefined.
    pub undefined: BTreeSet<Symbol>,
    /// Whether it was said that a name is taken for no macro.
    pub presumed: bool,
    pub expanded: usize,
    pub pragmas: Pragmas,
    /// How many tokens have come out.
    pub emitted: usize,
    /// How many argument expansions are open: inside one the file does not go on.
    isolated: usize,
    counter: u32,
    /// What `#line` adds to the numbers of lines.
    pub renumbered: i64,
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
    fn group(&mut self) -> Option<&mut Group> {
        if self.groups.len() > self.files.outer_groups() { self.groups.last_mut() } else { None }
    }

    fn define_name(&mut self, name: &'static str, definition: Definition<'a>) {
        let (symbol, _) = self.words.intern(name);
        self.define_symbol(symbol, Some(definition));
    }

    fn define_symbol(&mut self, symbol: Symbol, definition: Option<Definition<'a>>) {
        let index = symbol.0 as usize;
        if index >= self.definitions.len() {
            self.definitions.resize(index + 1, None);
        }
        self.definitions[index] = definition;
    }

    fn define_text(&mut self, text: &'a str) {
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

    /// The next token that is no directive and not in a skipped group, before expansion.
    pub fn next_raw(&mut self) -> Option<Token<'a>> {
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
            spend(1);
            let token = *self.file.tokens.get(self.at)?;
            self.pass_annotations(self.at, false);
            if token.kind == TokenKind::End {
                if self.leave_file() {
                    continue;
                }
                return None;
            }
            if token.line_start && token.is("#") {
                self.directive();
                continue;
            }
            self.at += 1;
            if self.groups.last().is_some_and(|g| !g.active) {
                continue;
            }
            if token.kind == TokenKind::Bad {
                self.error(token.span, token.text);
                continue;
            }
            return Some(token);
        }
    }

    /// Passes the annotations of the present file that stand before a token; those of a directive only as far as its
    /// line goes.
    fn pass_annotations(&mut self, token: usize, directive: bool) {
        while let Some(comment) = self.file.comments.get(self.passed).filter(|c| c.before <= token) {
            if directive && comment.before == token && comment.line_start {
                return;
            }
            self.passed += 1;
            if self.groups.last().is_none_or(|group| group.active) {
                let before = (!directive).then_some(self.emitted);
                self.annotations.push(Placed { annotation: comment.annotation(), before });
            }
        }
    }

    /// The next token after macro expansion.
    pub fn next_expanded(&mut self) -> Option<Token<'a>> {
        loop {
            let token = self.next_raw()?;
            if token.kind != TokenKind::Identifier {
                return Some(token);
            }
            let Some(definition) = self.definition(token.symbol) else { return Some(token) };
            if self.sets.contains(token.hidden, token.symbol) {
                return Some(token);
            }
            let definition = match definition {
                Definition::Macro(definition) => definition.clone(),
                Definition::Pragma => {
                    self.pragma_operator(&token);
                    continue;
                }
                special => {
                    let special = special.clone();
                    return Some(self.special(&token, &special));
                }
            };
            let replacement = if definition.parameters.is_some() {
                let Some(open) = self.next_raw() else { return Some(token) };
                if !open.is("(") {
                    self.pending.push(open);
                    return Some(token);
                }
                let Some((raw, end)) = self.arguments(&token, &definition) else { continue };
                let span = token.span.to(end.span);
                let expanded = raw.iter().map(|a| self.expand_argument(a, token.span)).collect();
                let arguments = Arguments { raw, expanded };
                let hidden = self.sets.common(token.hidden, end.hidden);
                let hidden = self.sets.with(hidden, token.symbol);
                definition.substitute(&arguments, span, hidden, &mut self.sets, self.words)
            } else {
                let arguments = Arguments { raw: Vec::new(), expanded: Vec::new() };
                let hidden = self.sets.with(token.hidden, token.symbol);
                definition.substitute(&arguments, token.span, hidden, &mut self.sets, self.words)
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

    /// Puts back the token that came last.
    pub fn give_back(&mut self, token: Token<'a>) {
        self.pending.push(token);
    }

    fn special(&mut self, token: &Token<'a>, definition: &Definition<'a>) -> Token<'a> {
        let (kind, text) = match definition {
            Definition::Line => {
                let line = i64::from(self.source.local_position(token.span.start).line) + self.renumbered;
                (TokenKind::Number, line.to_string())
            }
            Definition::File => (TokenKind::String, format!("{:?}", self.source.path_of(token.span.start))),
            Definition::Date => (TokenKind::String, "\"Jan  1 1970\"".to_owned()),
            Definition::Time => (TokenKind::String, "\"00:00:00\"".to_owned()),
            Definition::Counter => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            Definition::Level => (TokenKind::Number, self.files.depth().to_string()),
            Definition::Pragma | Definition::Macro(_) => (TokenKind::Number, "0".to_owned()),
        };
        Token { kind, text: self.words.keep(&text), ..*token }
    }

    /// Reads the arguments of a macro call after its `(`; `None` (with a message) if they do not fit.
    fn arguments(
        &mut self,
        name: &Token<'a>,
        definition: &Macro<'a>,
    ) -> Option<(Vec<Vec<Token<'a>>>, Token<'a>)> {
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
                break token;
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

    fn expand_argument(&mut self, argument: &[Token<'a>], span: Span) -> Vec<Token<'a>> {
        if self.isolated >= MAX_ARGUMENT_DEPTH {
            if self.expanded <= MAX_EXPANDED {
                self.expanded = MAX_EXPANDED + 1;
                self.error(span, "macro arguments are nested too deep");
            }
            return argument.to_vec();
        }
        if argument.iter().all(|t| t.kind != TokenKind::Identifier || self.definition(t.symbol).is_none()) {
            return argument.to_vec();
        }
        self.expand_alone(argument.to_vec())
    }

    /// Expands the macros in these tokens and nothing behind them.
    pub fn expand_alone(&mut self, mut tokens: Vec<Token<'a>>) -> Vec<Token<'a>> {
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
        while self.file.tokens.get(end).is_some_and(|t| !t.line_start && t.kind != TokenKind::End) {
            end += 1;
        }
        self.at = end;
        self.pass_annotations(end, true);
        let line: Vec<Token<'a>> = self.file.tokens[start..end].to_vec();
        let Some(name) = line.first() else { return };
        let span = name.span.to(line.last().map_or(name.span, |t| t.span));
        let rest = &line[1..];
        let active = self.groups.last().is_none_or(|g| g.active);
        match name.text {
            "if" => {
                let value = active && self.condition(rest, span);
                self.open("if", span, active, value);
            }
            "ifdef" | "ifndef" => {
                let known = active && rest.first().is_some_and(|t| self.is_defined(t));
                if active && rest.first().is_none_or(|t| t.kind != TokenKind::Identifier) {
                    self.error(span, format!("no macro name given in #{} directive", name.text));
                }
                let wanted = name.text == "ifdef";
                self.open(if wanted { "ifdef" } else { "ifndef" }, span, active, known == wanted);
            }
            "elif" | "elifdef" | "elifndef" => {
                let Some(group) = self.group() else {
                    return self.error(span, format!("#{} without #if", name.text));
                };
                if group.last {
                    return self.error(span, format!("#{} after #else", name.text));
                }
                let open = !group.decided;
                let value = open
                    && match name.text {
                        "elif" => self.condition(rest, span),
                        word => rest.first().is_some_and(|t| self.is_defined(t)) == (word == "elifdef"),
                    };
                if let Some(group) = self.group() {
                    group.active = value;
                    group.decided |= value;
                }
            }
            "else" => match self.group() {
                None => self.error(span, "#else without #if"),
                Some(group) if group.last => self.error(span, "#else after #else"),
                Some(group) => {
                    group.active = !group.decided;
                    group.decided = true;
                    group.last = true;
                }
            },
            "endif" => {
                if self.group().is_some() {
                    self.groups.pop();
                } else {
                    self.error(span, "#endif without #if");
                }
            }
            _ if !active => {}
            "define" => self.define(rest, span),
            "undef" => match rest.first() {
                Some(macro_name) => {
                    self.undefined.insert(macro_name.symbol);
                    self.define_symbol(macro_name.symbol, None);
                }
                None => self.error(span, "no macro name given in #undef directive"),
            },
            "line" => self.renumber(rest, span),
            "include" | "include_next" | "import" => self.include(rest, span),
            "error" => self.error(span, format!("#error {}", self.spelling(rest))),
            "warning" => {
                let message = format!("#warning {}", self.spelling(rest));
                self.say(Diagnostic::warning(span, message));
            }
            "pragma" => {
                let words: Vec<&str> = rest.iter().map(|t| t.text).collect();
                self.read_pragma(&words, name.span.start);
            }
            "ident" | "sccs" | "assert" | "unassert" => {}
            // `# 12 "file.h" 1 3`: positions are those of this file, so nothing is to be done.
            _ if name.kind == TokenKind::Number => {}
            _ => {
                self.error(name.span, format!("invalid preprocessing directive #{}", name.text));
            }
        }
    }

    fn spelling(&self, tokens: &[Token<'a>]) -> String {
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.source.slice(first.span.to(last.span)).to_owned(),
            _ => String::new(),
        }
    }

    fn open(&mut self, name: &'static str, span: Span, outer: bool, value: bool) {
        self.groups.push(Group { span, name, active: outer && value, decided: !outer || value, last: false });
    }

    fn define(&mut self, rest: &[Token<'a>], span: Span) {
        let Some(name) = rest.first() else {
            return self.error(span, "no macro name given in #define directive");
        };
        if name.kind != TokenKind::Identifier {
            return self.error(name.span, "macro names must be identifiers");
        }
        if name.text == "defined" {
            return self.error(span, "\"defined\" cannot be used as a macro name");
        }
        match Macro::parse(&rest[1..], self.words) {
            Ok(definition) => {
                self.define_symbol(name.symbol, Some(Definition::Macro(Rc::new(definition))));
            }
            Err(message) => self.error(span, message),
        }
    }

    /// `#line 12 "file"`: positions stay those of this file, `__LINE__` does not.
    fn renumber(&mut self, rest: &[Token<'a>], span: Span) {
        let expanded = self.expand_alone(rest.to_vec());
        let number = expanded.first().and_then(|t| t.text.parse::<i64>().ok());
        let Some(number) = number else {
            let found = expanded.first().map_or("", |t| t.text);
            return self.error(span, format!("\"{found}\" after #line is not a positive integer"));
        };
        self.renumbered = number - i64::from(self.source.local_position(span.start).line) - 1;
    }

    fn include(&mut self, rest: &[Token<'a>], span: Span) {
        let is_macro = rest.first().is_some_and(|t| t.kind == TokenKind::Identifier);
        let expanded = is_macro.then(|| self.expand_alone(rest.to_vec()));
        let rest = expanded.as_deref().unwrap_or(rest);
        let Some(first) = rest.first() else {
            return self.error(span, "#include expects \"FILENAME\" or <FILENAME>");
        };
        let (name, system) = if first.kind == TokenKind::String {
            (first.text.trim_matches('"').to_owned(), false)
        } else if first.is("<") {
            let Some(end) = rest.iter().position(|t| t.is(">")) else {
                return self.error(first.span, "missing terminating > character");
            };
            // What stands between the angles need not be tokens of C.
            let name = match expanded {
                Some(_) => rest[1..end].iter().map(|t| t.text).collect::<String>(),
                None => self.source.slice(Span::new(first.span.end, rest[end].span.start)).to_owned(),
            };
            (name, true)
        } else {
            return self.error(span, "#include expects \"FILENAME\" or <FILENAME>");
        };
        let inclusion = (self.source.part_of(span.start), name, system);
        if let Some(part) = self.source.included(&inclusion) {
            return self.enter_file(part, span);
        }
        let (_, name, _) = inclusion;
        match headers::macros_of(&name) {
            Some(text) => {
                let text = self.words.keep(&text);
                self.define_text(text);
                if name == "assert.h" {
                    // `assert` stays a call, so that it can be recognised, unless it is switched off.
                    let (assert, _) = self.words.intern("assert");
                    self.define_symbol(assert, None);
                    let (switch, _) = self.words.intern("NDEBUG");
                    if self.definition(switch).is_some() {
                        self.define_text("#define assert(e) ((void)0)\n");
                    }
                }
                let known = headers::is_complete(&name);
                self.headers.push(Header { name, system, known, span });
            }
            None => {
                // Once is enough for a header that several files include.
                if !system && !self.headers.iter().any(|header| header.name == name) {
                    let message = format!("{name}: no such file; what it declares is guessed");
                    self.say(Diagnostic::warning(span, message));
                }
                let text = self.words.keep(&headers::macros_of_unread());
                self.define_text(text);
                self.headers.push(Header { name, system, known: false, span });
            }
        }
    }
}
