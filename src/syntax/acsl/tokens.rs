//! The text of an annotation to its tokens: C's, and those that ACSL adds, with the program's macros expanded.

use crate::annotation::{Comment, Text};
use crate::error::Diagnostic;
use crate::lexer;
use crate::preprocessor::Preprocessor;
use crate::token::{Token, TokenKind, Words};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;

/// ACSL's spellings beyond ASCII, and what they stand for.
const UNICODE: [(&str, &str); 22] = [
    ("∀", "\\forall"),
    ("∃", "\\exists"),
    ("λ", "\\lambda"),
    ("∈", "\\in"),
    ("∅", "\\empty"),
    ("π", "\\pi"),
    ("ℤ", "integer"),
    ("ℝ", "real"),
    ("𝔹", "boolean"),
    ("≤", "<="),
    ("≥", ">="),
    ("≡", "=="),
    ("≢", "!="),
    ("≠", "!="),
    ("∧", "&&"),
    ("∨", "||"),
    ("⊻", "^^"),
    ("¬", "!"),
    ("⇒", "==>"),
    ("⇔", "<==>"),
    ("−", "-"),
    ("⟺", "<==>"),
];

/// Operators that C's lexer takes apart.
const JOINED: [(&[&str], &str); 10] = [
    (&["<=", "=", ">"], "<==>"),
    (&["<", "--", ">"], "<-->"),
    (&["==", ">"], "==>"),
    (&["--", ">"], "-->"),
    (&["^", "^"], "^^"),
    (&[".", "."], ".."),
    (&[":", ":"], "::"),
    (&["*", "^"], "*^"),
    (&["[", "|"], "[|"),
    (&["|", "]"], "|]"),
];

impl<'a> Preprocessor<'a, '_> {
    /// The tokens of an annotation, where the file is now: its macros are expanded.
    pub fn annotation_text(&mut self, comment: &Comment<'a>) -> Text<'a> {
        let annotation = comment.annotation();
        let body = comment.text.get(3..).unwrap_or_default();
        let body = body.get(..annotation.body().len()).unwrap_or_default();
        let start = comment.span.start + 3;
        let lexed = lex(body, start, self.words);
        let mut diagnostics = lexed.1;
        let mut tokens = settled(lexed.0, self.words);
        // A word that opens a clause may be a macro of C: `assert`.
        if let Some(first) = tokens.first_mut().filter(|t| is_keyword(t.text)) {
            first.hidden = self.sets.with(first.hidden, first.symbol);
        }
        let mut tokens = settled(self.expand_annotation(tokens, &mut diagnostics), self.words);
        // Ghost code has annotations of its own, which nobody reads.
        let ghost = tokens.first().is_some_and(|first| first.is_word("ghost"));
        for bad in tokens.extract_if(.., |token| token.kind == TokenKind::Bad) {
            if !ghost {
                diagnostics.push(Diagnostic::error(bad.span, bad.text));
            }
        }
        let end = start + body.len() as u32;
        tokens.push(Token::new(TokenKind::End, "", Span::new(end, end)));
        Text { tokens, diagnostics }
    }

    /// Expands the macros in an annotation; nothing of it is left in the state, so that C stays what it is without it.
    fn expand_annotation(&mut self, tokens: Vec<Token<'a>>, said: &mut Vec<Diagnostic>) -> Vec<Token<'a>> {
        let (expanded, counter) = (self.expanded, self.counter);
        let outer = std::mem::take(&mut self.diagnostics);
        self.expanded = 0;
        let tokens = self.expand_alone(tokens);
        (self.expanded, self.counter) = (expanded, counter);
        said.extend(std::mem::replace(&mut self.diagnostics, outer));
        tokens
    }
}

/// Whether a word opens a clause that may be called as a macro of C is.
fn is_keyword(word: &str) -> bool {
    matches!(word, "assert" | "check" | "admit" | "requires" | "ensures" | "invariant" | "assigns" | "ghost")
}

/// C's tokens of a text that begins at an offset of the source, without the end.
fn lex<'a>(text: &'a str, start: u32, words: &mut Words<'a>) -> (Vec<Token<'a>>, Vec<Diagnostic>) {
    let lexed = lexer::lex(text, words);
    let moved = |span: Span| Span::new(span.start + start, span.end + start);
    let mut tokens = lexed.tokens;
    tokens.pop();
    for token in &mut tokens {
        token.span = moved(token.span);
    }
    let diagnostics = lexed.diagnostics.into_iter();
    let diagnostics = diagnostics.map(|d| Diagnostic { span: d.span.map(moved), ..d }).collect();
    (tokens, diagnostics)
}

/// C's tokens to ACSL's.
fn settled<'a>(tokens: Vec<Token<'a>>, words: &mut Words<'a>) -> Vec<Token<'a>> {
    spend(tokens.len());
    let mut split = Vec::with_capacity(tokens.len());
    for token in tokens {
        // `a..9` is `a`, `.` and `.9` to C.
        let dot = split.last().is_some_and(|last: &Token| last.is(".") && !token.space_before);
        if dot
            && token.kind == TokenKind::Number
            && token.text.starts_with('.')
            && !token.text.starts_with("..")
        {
            let middle = token.span.start + 1;
            let dot = Token::new(TokenKind::Punctuator, ".", Span::new(token.span.start, middle));
            split.push(dot);
            let rest = Token { text: &token.text[1..], span: Span::new(middle, token.span.end), ..token };
            split_range(rest, words, &mut split);
        } else {
            split_range(token, words, &mut split);
        }
    }
    let mut out: Vec<Token> = Vec::with_capacity(split.len());
    let last = split.len();
    let mut line_start = false;
    let mut at = 0;
    while let Some(&(mut token)) = split.get(at) {
        at += 1;
        // `@` at the begin of a line and at the end of the comment is white space.
        line_start |= token.line_start;
        if is_stray(&token, '@') && (line_start || out.is_empty() || at == last) {
            continue;
        }
        line_start = false;
        let next = split.get(at).filter(|next| !next.space_before);
        if is_stray(&token, '\\')
            && let Some(name) = next.filter(|next| next.kind == TokenKind::Identifier)
        {
            let text = words.keep(&format!("\\{}", name.text));
            out.push(word(text, token, token.span.to(name.span), words));
            at += 1;
            continue;
        }
        if let Some(spelling) = unicode(&token) {
            if spelling.starts_with(|c: char| c == '\\' || c.is_ascii_alphabetic()) {
                out.push(word(spelling, token, token.span, words));
                continue;
            }
            token = Token { kind: TokenKind::Punctuator, text: spelling, ..token };
        }
        if let Some((parts, joined)) = joined(&split[at - 1..]) {
            token.span = token.span.to(split[at + parts - 2].span);
            token.text = joined;
            at += parts - 1;
        }
        out.push(token);
    }
    out
}

/// `0..n` is one number to C.
fn split_range<'a>(token: Token<'a>, words: &mut Words<'a>, out: &mut Vec<Token<'a>>) {
    let mut rest = token;
    while rest.kind == TokenKind::Number
        && let Some(at) = rest.text.find("..")
    {
        let whole = rest.span.end - rest.span.start == rest.text.len() as u32;
        let place = |from: usize, to: usize| match whole {
            true => Span::new(rest.span.start + from as u32, rest.span.start + to as u32),
            false => rest.span,
        };
        if at > 0 {
            out.push(Token { text: &rest.text[..at], span: place(0, at), ..rest });
        }
        let dots = Token::new(TokenKind::Punctuator, "..", place(at, at + 2));
        out.push(Token { space_before: at == 0 && rest.space_before, ..dots });
        let behind = &rest.text[at + 2..];
        let (tokens, _) = lex(behind, 0, words);
        let mut tokens = tokens.into_iter().map(|token| {
            let (from, to) = (at + 2 + token.span.start as usize, at + 2 + token.span.end as usize);
            Token { span: place(from, to), line_start: false, ..token }
        });
        let Some(first) = tokens.next() else { return };
        let others: Vec<Token> = tokens.collect();
        if others.is_empty() {
            rest = first;
            continue;
        }
        out.push(first);
        out.extend(others);
        return;
    }
    out.push(rest);
}

/// A word in the place of a token.
fn word<'a>(text: &'a str, token: Token<'a>, span: Span, words: &mut Words<'a>) -> Token<'a> {
    let (symbol, class) = words.intern(text);
    Token { kind: TokenKind::Identifier, text, span, symbol, word: class, ..token }
}

/// Whether a token is a character that C does not know.
fn is_stray(token: &Token<'_>, character: char) -> bool {
    let text = token.text.strip_prefix("stray '").and_then(|text| text.strip_suffix("' in program"));
    token.kind == TokenKind::Bad && text.is_some_and(|text| text.chars().eq([character]))
}

/// What a token stands for that is written beyond ASCII.
fn unicode(token: &Token<'_>) -> Option<&'static str> {
    if token.text.is_ascii() {
        return None;
    }
    let text = match token.kind {
        TokenKind::Bad => token.text.strip_prefix("stray '")?.strip_suffix("' in program")?,
        _ => token.text,
    };
    UNICODE.iter().find(|(written, _)| *written == text).map(|(_, spelling)| *spelling)
}

/// How many tokens make one operator here, and which.
fn joined(tokens: &[Token<'_>]) -> Option<(usize, &'static str)> {
    let fits = |parts: &[&str]| {
        let here = tokens.get(..parts.len());
        here.is_some_and(|here| {
            let apart = here.iter().skip(1).any(|token| token.space_before);
            !apart && here.iter().zip(parts).all(|(token, part)| token.is(part))
        })
    };
    let (parts, joined) = JOINED.iter().find(|(parts, _)| fits(parts))?;
    Some((parts.len(), joined))
}
