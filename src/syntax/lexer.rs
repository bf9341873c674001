//! Characters to preprocessing tokens.

use super::error::Diagnostic;
use super::token::{Token, TokenKind};
use crate::source::Span;

/// What the lexer gives.
pub(super) struct Lexed {
    /// All tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// Errors that make the rest of the file meaningless.
    pub diagnostics: Vec<Diagnostic>,
    /// `//@ error:` comments.
    pub error_conditions: Vec<(String, Span)>,
}

/// All punctuators, longest first.
const PUNCTUATORS: &[&str] = &[
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "[", "]", "(", ")", "{",
    "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#",
];

/// Splits a text into tokens. Malformed ones become [`TokenKind::Bad`], because in a skipped `#if` group
/// they are no errors.
pub(super) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: 0,
        line_start: true,
        space_before: false,
        out: Lexed { tokens: Vec::new(), diagnostics: Vec::new(), error_conditions: Vec::new() },
    };
    // A byte order mark is white space.
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    lexer.run();
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line_start: bool,
    space_before: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn run(&mut self) {
        loop {
            self.skip_continuations();
            let Some(c) = self.peek() else { break };
            match c {
                '\n' => {
                    self.at += 1;
                    self.line_start = true;
                    self.space_before = true;
                }
                c if c.is_whitespace() || c == '\u{1a}' => {
                    self.at += c.len_utf8();
                    self.space_before = true;
                }
                '/' if self.looking_at("//") => self.line_comment(),
                '/' if self.looking_at("/*") => self.block_comment(),
                _ => self.token(c),
            }
        }
        let end = self.text.len() as u32;
        self.push(TokenKind::End, "", end as usize);
    }

    fn push(&mut self, kind: TokenKind, text: &str, start: usize) {
        let mut token = Token::new(kind, text, Span::new(start as u32, self.at as u32));
        token.line_start = std::mem::take(&mut self.line_start);
        token.space_before = std::mem::take(&mut self.space_before);
        self.out.tokens.push(token);
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// A backslash directly before a line break joins the lines.
    fn skip_continuations(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at) == Some(&b'\\') {
            let mut next = self.at + 1;
            while matches!(bytes.get(next), Some(b' ' | b'\t' | b'\r')) {
                next += 1;
            }
            if bytes.get(next) != Some(&b'\n') {
                return;
            }
            self.at = next + 1;
        }
    }

    fn advance(&mut self, c: char) {
        self.at += c.len_utf8();
        self.skip_continuations();
    }

    /// Whether the next characters are these, line continuations apart.
    fn looking_at(&self, wanted: &str) -> bool {
        let window = &self.text.as_bytes()[self.at..];
        let window = &window[..window.len().min(wanted.len())];
        if !window.contains(&b'\\') {
            return window == wanted.as_bytes();
        }
        let mut probe = Lexer {
            text: self.text,
            at: self.at,
            line_start: false,
            space_before: false,
            out: Lexed { tokens: Vec::new(), diagnostics: Vec::new(), error_conditions: Vec::new() },
        };
        for c in wanted.chars() {
            probe.skip_continuations();
            if probe.peek() != Some(c) {
                return false;
            }
            probe.at += c.len_utf8();
        }
        true
    }

    fn line_comment(&mut self) {
        let start = self.at;
        while let Some(c) = self.peek() {
            if c == '\n' {
                break;
            }
            self.advance(c);
        }
        self.space_before = true;
        let text = &self.text[start..self.at];
        let condition = text.strip_prefix("//@").map(str::trim_start).and_then(|t| t.strip_prefix("error"));
        if let Some(condition) = condition.map(str::trim_start).and_then(|t| t.strip_prefix(':')) {
            let span = Span::new(start as u32, (start + text.trim_end().len()) as u32);
            self.out.error_conditions.push((condition.trim().to_owned(), span));
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text.get(start + 2..).and_then(|t| t.find("*/")) {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.text.len();
                let span = Span::new(start as u32, start as u32 + 2);
                self.out.diagnostics.push(Diagnostic::error(span, "unterminated comment"));
            }
        }
        self.space_before = true;
    }

    fn token(&mut self, c: char) {
        let start = self.at;
        if c.is_ascii_digit()
            || (c == '.' && self.text[start + 1..].starts_with(|d: char| d.is_ascii_digit()))
        {
            return self.number();
        }
        for prefix in ["u8", "L", "u", "U", ""] {
            let rest = self.text[start..].strip_prefix(prefix);
            let quote =
                rest.and_then(|r| r.chars().next()).filter(|&q| q == '"' || (q == '\'' && prefix != "u8"));
            if let Some(quote) = quote {
                return self.quoted(start, prefix.len(), quote);
            }
        }
        if c == '_' || c == '$' || c.is_alphabetic() {
            let word = self.collect(|c| c == '_' || c == '$' || c.is_alphanumeric());
            return self.push(TokenKind::Identifier, &word, start);
        }
        if self.text[start..].starts_with("\\result") {
            self.at += "\\result".len();
            return self.push(TokenKind::Identifier, "\\result", start);
        }
        for &punctuator in PUNCTUATORS {
            if self.looking_at(punctuator) {
                for c in punctuator.chars() {
                    self.skip_continuations();
                    self.at += c.len_utf8();
                }
                let punctuator = match punctuator {
                    "<:" => "[",
                    ":>" => "]",
                    "<%" => "{",
                    "%>" => "}",
                    "%:" => "#",
                    "%:%:" => "##",
                    p => p,
                };
                return self.push(TokenKind::Punctuator(punctuator), punctuator, start);
            }
        }
        self.at += c.len_utf8();
        let message = if c.is_control() {
            format!("stray '\\{:o}' in program", c as u32)
        } else {
            format!("stray '{c}' in program")
        };
        self.push(TokenKind::Bad, &message, start);
    }

    fn collect(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|&c| wanted(c)) {
            text.push(c);
            self.advance(c);
        }
        text
    }

    fn number(&mut self) {
        let start = self.at;
        let mut text = String::new();
        while let Some(c) = self.peek() {
            let exponent_sign = (c == '+' || c == '-') && text.ends_with(['e', 'E', 'p', 'P']);
            // In a hexadecimal number `e` is a digit: `0xe+1` is a sum for people, if not for the standard.
            let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
            let exponent_sign = exponent_sign && !(hexadecimal && text.ends_with(['e', 'E']));
            if !(c.is_alphanumeric() || c == '_' || c == '.' || exponent_sign) {
                break;
            }
            text.push(c);
            self.advance(c);
        }
        self.push(TokenKind::Number, &text, start);
    }

    fn quoted(&mut self, start: usize, prefix: usize, quote: char) {
        self.at += prefix + 1;
        let mut text = self.text[start..self.at].to_owned();
        loop {
            self.skip_continuations();
            let Some(c) = self.peek().filter(|&c| c != '\n') else {
                return self.push(TokenKind::Bad, &format!("missing terminating {quote} character"), start);
            };
            text.push(c);
            self.at += c.len_utf8();
            if c == quote {
                break;
            }
            if c == '\\' {
                self.skip_continuations();
                if let Some(escaped) = self.peek().filter(|&c| c != '\n') {
                    text.push(escaped);
                    self.at += escaped.len_utf8();
                }
            }
        }
        let kind = if quote == '"' { TokenKind::String } else { TokenKind::Character };
        self.push(kind, &text, start);
    }
}
