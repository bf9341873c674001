//! Characters to preprocessing tokens.
//!
//! Every kind of token has a quick way over bytes; a line continuation, a universal character name or a
//! character beyond ASCII inside a token leads to the slow way over characters.

use super::annotation::Comment;
use super::error::Diagnostic;
use super::spelling::{in_wide_word, longest_punctuator, trigraph};
use super::token::{Token, TokenKind, Words};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;

/// What the lexer gives.
#[derive(Default)]
pub(super) struct Lexed<'a> {
    /// All tokens; the last one is [`TokenKind::End`].
    pub tokens: Vec<Token<'a>>,
    /// Errors that make the rest of the file meaningless.
    pub diagnostics: Vec<Diagnostic>,
    /// Annotation comments.
    pub comments: Vec<Comment<'a>>,
}

/// Splits a text into tokens. Malformed ones become [`TokenKind::Bad`], because in a skipped `#if` group
/// they are no errors.
pub(super) fn lex<'a>(text: &'a str, words: &mut Words<'a>) -> Lexed<'a> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        words,
        at: 0,
        line_start: true,
        space_before: false,
        out: Lexed {
            tokens: Vec::with_capacity(text.len() / 5 + 4),
            diagnostics: Vec::new(),
            comments: Vec::new(),
        },
    };
    // A byte order mark is white space.
    if text.starts_with('\u{feff}') {
        lexer.at = 3;
    }
    lexer.run();
    lexer.out
}

struct Lexer<'a, 'w> {
    text: &'a str,
    bytes: &'a [u8],
    words: &'w mut Words<'a>,
    at: usize,
    line_start: bool,
    space_before: bool,
    out: Lexed<'a>,
}

/// Whether an ASCII byte can be in an identifier.
fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

impl<'a> Lexer<'a, '_> {
    fn run(&mut self) {
        while let Some(byte) = self.byte(0) {
            spend(1);
            match byte {
                b'\n' => {
                    self.at += 1;
                    self.line_start = true;
                    self.space_before = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a => {
                    self.at += 1;
                    self.space_before = true;
                }
                b'\\' if self.continuation(self.at).is_some() => self.skip_continuations(),
                b'?' if self.continuation(self.at).is_some() => self.skip_continuations(),
                b'/' if self.logical(1) == Some(b'/') => self.line_comment(),
                b'/' if self.logical(1) == Some(b'*') => self.block_comment(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.word_or_literal(),
                b'0'..=b'9' => self.number(),
                b'.' if self.logical(1).is_some_and(|b| b.is_ascii_digit()) => self.number(),
                b'"' | b'\'' => self.quoted(self.at, 0, byte),
                0x80.. => self.beyond_ascii(),
                b'\\' => self.backslash(),
                _ => self.punctuator(byte),
            }
        }
        self.at = self.text.len();
        self.push(TokenKind::End, "", self.at);
    }

    fn push(&mut self, kind: TokenKind, text: &'a str, start: usize) {
        let mut token = Token::new(kind, text, Span::new(start as u32, self.at as u32));
        token.line_start = std::mem::take(&mut self.line_start);
        token.space_before = std::mem::take(&mut self.space_before);
        self.out.tokens.push(token);
    }

    fn push_word(&mut self, text: &'a str, start: usize) {
        let (symbol, word) = self.words.intern(text);
        self.push(TokenKind::Identifier, text, start);
        if let Some(token) = self.out.tokens.last_mut() {
            token.symbol = symbol;
            token.word = word;
        }
    }

    fn push_made(&mut self, kind: TokenKind, text: &str, start: usize) {
        let text = self.words.keep(text);
        self.push(kind, text, start);
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Where the next line starts, if a backslash here joins it to this one.
    fn continuation(&self, at: usize) -> Option<usize> {
        let mut next = match self.bytes.get(at)? {
            b'\\' => at + 1,
            b'?' if self.bytes[at..].starts_with(b"??/") => at + 3,
            _ => return None,
        };
        while matches!(self.bytes.get(next), Some(b' ' | b'\t' | b'\r')) {
            next += 1;
        }
        (self.bytes.get(next) == Some(&b'\n')).then_some(next + 1)
    }

    fn skip_continuations(&mut self) {
        while let Some(next) = self.continuation(self.at) {
            self.at = next;
        }
    }

    /// The byte `ahead` further on, with lines joined.
    fn logical(&self, ahead: usize) -> Option<u8> {
        let mut at = self.at;
        for _ in 0..ahead {
            at += 1;
            while let Some(next) = self.continuation(at) {
                at = next;
            }
        }
        self.bytes.get(at).copied()
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn line_comment(&mut self) {
        let start = self.at;
        loop {
            let rest = &self.bytes[self.at..];
            let Some(length) = rest.iter().position(|&b| b == b'\n') else {
                self.at = self.bytes.len();
                break;
            };
            self.at += length;
            let mut last = self.at;
            while last > start && matches!(self.bytes[last - 1], b' ' | b'\t' | b'\r') {
                last -= 1;
            }
            if !self.bytes[start..last].ends_with(b"\\") {
                break;
            }
            self.at += 1;
        }
        self.space_before = true;
        self.keep_annotation(start);
    }

    /// Keeps the comment from here to the present place if it is an annotation.
    fn keep_annotation(&mut self, start: usize) {
        if self.bytes.get(start + 2) != Some(&b'@') || start + 2 >= self.at {
            return;
        }
        let text = self.text[start..self.at].trim_end();
        let span = Span::new(start as u32, (start + text.len()) as u32);
        let (before, line_start) = (self.out.tokens.len(), self.line_start);
        self.out.comments.push(Comment { text, span, before, line_start });
    }

    fn block_comment(&mut self) {
        let start = self.at;
        self.at += 1;
        self.skip_continuations();
        self.at += 1;
        loop {
            let Some(length) = self.bytes[self.at..].iter().position(|&b| b == b'*') else {
                self.at = self.bytes.len();
                let span = Span::new(start as u32, start as u32 + 2);
                self.out.diagnostics.push(Diagnostic::error(span, "unterminated comment"));
                break;
            };
            self.at += length;
            if self.logical(1) == Some(b'/') {
                self.at += 1;
                self.skip_continuations();
                self.at += 1;
                self.keep_annotation(start);
                break;
            }
            self.at += 1;
        }
        self.space_before = true;
    }

    /// An identifier, or a literal whose prefix looks like one.
    fn word_or_literal(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&b| !in_word(b)).unwrap_or(rest.len());
        let after = rest.get(length).copied();
        if matches!(after, Some(b'"' | b'\'')) && length <= 3 {
            let quote = after.unwrap_or(b'"');
            match &rest[..length] {
                b"L" | b"u" | b"U" => return self.quoted(start, length, quote),
                b"u8" if quote == b'"' => return self.quoted(start, length, quote),
                b"R" | b"LR" | b"uR" | b"UR" | b"u8R" if quote == b'"' => {
                    return self.raw_string(start, length);
                }
                _ => {}
            }
        }
        if after.is_some_and(|b| b >= 0x80 || b == b'\\' || b == b'?') {
            return self.slow_word(start);
        }
        self.at += length;
        self.push_word(&self.text[start..self.at], start);
    }

    /// An identifier with line continuations, universal character names or letters beyond ASCII.
    fn slow_word(&mut self, start: usize) {
        let mut text = String::new();
        loop {
            self.skip_continuations();
            if let Some((c, length)) = self.universal_name() {
                text.push(c);
                self.at += length;
                continue;
            }
            let Some(c) = self.peek().filter(|&c| in_wide_word(c)) else { break };
            text.push(c);
            self.at += c.len_utf8();
        }
        let text = self.words.keep(&text);
        self.push_word(text, start);
    }

    /// The character that `\u1234` or `\U00012345` here names, and the length of its name.
    fn universal_name(&self) -> Option<(char, usize)> {
        let rest = self.text[self.at..].strip_prefix('\\')?;
        let digits = match rest.as_bytes().first()? {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let value = u32::from_str_radix(rest.get(1..=digits)?, 16).ok()?;
        let c = char::from_u32(value).filter(|&c| !c.is_ascii() && in_wide_word(c))?;
        Some((c, digits + 2))
    }

    fn backslash(&mut self) {
        let start = self.at;
        if self.universal_name().is_some() {
            return self.slow_word(start);
        }
        if self.text[start..].starts_with("\\result") {
            self.at += "\\result".len();
            return self.push_word("\\result", start);
        }
        self.at += 1;
        self.push(TokenKind::Bad, "stray '\\' in program", start);
    }

    fn beyond_ascii(&mut self) {
        let Some(c) = self.peek() else { return };
        if c.is_whitespace() {
            self.at += c.len_utf8();
            self.space_before = true;
        } else if in_wide_word(c) {
            self.slow_word(self.at);
        } else {
            self.stray(c);
        }
    }

    fn stray(&mut self, c: char) {
        let start = self.at;
        self.at += c.len_utf8();
        let message = if c.is_control() {
            format!("stray '\\{:o}' in program", c as u32)
        } else {
            format!("stray '{c}' in program")
        };
        self.push_made(TokenKind::Bad, &message, start);
    }

    fn number(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start..];
        let hexadecimal = matches!(rest, [b'0', b'x' | b'X', ..]);
        let mut length = 0;
        while let Some(&byte) = rest.get(length) {
            let sign = matches!(byte, b'+' | b'-')
                && match rest[length - 1] {
                    // In a hexadecimal number `e` is a digit: `0xe+1` is a sum for people, if not for the
                    // standard.
                    b'e' | b'E' => !hexadecimal,
                    b'p' | b'P' => true,
                    _ => false,
                };
            if !(in_word(byte) || byte == b'.' || sign) {
                break;
            }
            length += 1;
        }
        if self.continuation(start + length).is_none() {
            self.at += length;
            return self.push(TokenKind::Number, &self.text[start..self.at], start);
        }
        let mut text = String::new();
        loop {
            self.skip_continuations();
            let Some(c) = self.peek() else { break };
            let sign = (c == '+' || c == '-')
                && (text.ends_with(['p', 'P']) || (text.ends_with(['e', 'E']) && !hexadecimal));
            if !(c.is_ascii_alphanumeric() || c == '_' || c == '.' || sign) {
                break;
            }
            text.push(c);
            self.at += 1;
        }
        self.push_made(TokenKind::Number, &text, start);
    }

    fn quoted(&mut self, start: usize, prefix: usize, quote: u8) {
        let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Character };
        let mut end = start + prefix + 1;
        loop {
            match self.bytes.get(end) {
                Some(&b) if b == quote => {
                    self.at = end + 1;
                    return self.push(kind, &self.text[start..self.at], start);
                }
                Some(b'\\') => {
                    if self.continuation(end).is_some() || self.continuation(end + 1).is_some() {
                        return self.slow_quoted(start, prefix, quote, kind);
                    }
                    end += 2;
                }
                Some(b'\n') | None => return self.slow_quoted(start, prefix, quote, kind),
                Some(b'?') if self.continuation(end).is_some() => {
                    return self.slow_quoted(start, prefix, quote, kind);
                }
                Some(_) => end += 1,
            }
        }
    }

    /// A literal that goes over several lines, or has no end.
    fn slow_quoted(&mut self, start: usize, prefix: usize, quote: u8, kind: TokenKind) {
        let quote = char::from(quote);
        self.at = start + prefix + 1;
        let mut text = self.text[start..self.at].to_owned();
        loop {
            self.skip_continuations();
            let Some(c) = self.peek().filter(|&c| c != '\n') else {
                let message = format!("missing terminating {quote} character");
                return self.push_made(TokenKind::Bad, &message, start);
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
        self.push_made(kind, &text, start);
    }

    /// `R"x(…)x"`: the token is an ordinary literal with the same characters.
    fn raw_string(&mut self, start: usize, prefix: usize) {
        let body = &self.text[start + prefix + 1..];
        let open = body.find('(').filter(|&at| at <= 16 && !body[..at].contains([' ', '\n', '\\', ')', '"']));
        let close = open.and_then(|open| {
            let end = format!("){}\"", &body[..open]);
            body[open + 1..].find(&end).map(|length| (open + 1, open + 1 + length, end.len()))
        });
        let Some((from, to, end)) = close else {
            self.at = start + prefix + 1;
            return self.push(TokenKind::Bad, "unterminated raw string", start);
        };
        let mut text = self.text[start..start + prefix - 1].to_owned();
        text.push('"');
        for c in body[from..to].chars() {
            match c {
                '\\' => text.push_str("\\\\"),
                '"' => text.push_str("\\\""),
                '\n' => text.push_str("\\n"),
                c => text.push(c),
            }
        }
        text.push('"');
        self.at = start + prefix + 1 + to + end;
        self.push_made(TokenKind::String, &text, start);
    }

    fn punctuator(&mut self, byte: u8) {
        let start = self.at;
        let window = &self.bytes[start..self.bytes.len().min(start + 4)];
        if !window.contains(&b'\\') && !window.windows(2).any(|w| w == b"??") {
            let Some((spelling, length)) = longest_punctuator(window) else {
                return self.stray(char::from(byte));
            };
            self.at += length;
            return self.push(TokenKind::Punctuator, spelling, start);
        }
        // The same with lines joined and trigraphs replaced.
        let mut window = Vec::new();
        let mut ends = Vec::new();
        let mut at = start;
        while window.len() < 4
            && let Some(&byte) = self.bytes.get(at)
        {
            let replaced = match self.bytes[at..] {
                [b'?', b'?', third, ..] => trigraph(third),
                _ => None,
            };
            window.push(replaced.unwrap_or(byte));
            at += if replaced.is_some() { 3 } else { 1 };
            ends.push(at);
            while let Some(next) = self.continuation(at) {
                at = next;
            }
        }
        let Some((spelling, length)) = longest_punctuator(&window) else {
            return self.stray(char::from(byte));
        };
        self.at = ends[length - 1];
        self.push(TokenKind::Punctuator, spelling, start);
    }
}
