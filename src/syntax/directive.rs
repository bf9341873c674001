//! Directives.

use std::rc::Rc;

use super::ast::Header;
use super::error::Diagnostic;
use super::headers;
use super::macros::Macro;
use super::preprocessor::{Definition, Group, Preprocessor};
use super::token::{Token, TokenKind};
use focuscheck_base::source::Span;

impl<'a> Preprocessor<'a, '_> {
    pub fn directive(&mut self) {
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
            "elif" | "elifdef" | "elifndef" => self.other_condition(name, rest, span),
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

    /// `#elif`, `#elifdef`, `#elifndef`
    fn other_condition(&mut self, name: &Token<'a>, rest: &[Token<'a>], span: Span) {
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
            // Of all files that include it one is enough.
            let is_first = || {
                self.source
                    .inclusions()
                    .iter()
                    .find(|(_, to)| **to == part)
                    .is_some_and(|(one, _)| *one == inclusion)
            };
            if let Some(folder) = self.source.guessed(part).filter(|_| is_first() && self.told.insert(part)) {
                let message =
                    format!("{}: found in {folder}, where no option says to look (-I {folder})", inclusion.1);
                self.say(Diagnostic::warning(span, message));
            }
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
