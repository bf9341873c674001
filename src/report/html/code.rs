//! Lines of source as HTML: escaped, with the few colours that help reading C.

use std::fmt::Write as _;

use crate::style::Style;
use focuscheck_base::source::SourceFile;

/// The words of C that are set apart.
const KEYWORDS: [&str; 50] = [
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "size_t",
    "static",
    "struct",
    "switch",
    "true",
    "typedef",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Bool",
    "_Noreturn",
    "_Static_assert",
    "NULL",
];

/// Text without characters that reorder or hide text; as many characters as before, so that columns stay
/// what they are.
pub fn clean(text: &str, style: &Style) -> String {
    text.split('\t').map(|piece| style.clean(piece)).collect::<Vec<_>>().join("\t")
}

/// Text as HTML that shows it.
pub fn escape(text: &str, into: &mut String) {
    for c in text.chars() {
        match c {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            c => into.push(c),
        }
    }
}

/// A sentence with code between backticks as HTML.
pub fn sentence(text: &str) -> String {
    let mut html = String::new();
    let pieces: Vec<&str> = text.split('`').collect();
    for (index, piece) in pieces.iter().enumerate() {
        // A backtick without a partner is one.
        let closed = index + 1 < pieces.len();
        match (index % 2 == 1, closed) {
            (true, true) => {
                html.push_str("<code>");
                escape(piece, &mut html);
                html.push_str("</code>");
            }
            (true, false) => {
                html.push('`');
                escape(piece, &mut html);
            }
            (false, _) => escape(piece, &mut html),
        }
    }
    html
}

/// What a piece of a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Plain,
    Keyword,
    Number,
    Text,
    Comment,
    Directive,
}

impl Piece {
    fn class(self) -> Option<&'static str> {
        match self {
            Piece::Plain => None,
            Piece::Keyword => Some("k"),
            Piece::Number => Some("u"),
            Piece::Text => Some("s"),
            Piece::Comment => Some("c"),
            Piece::Directive => Some("p"),
        }
    }
}

/// Goes through lines in order, and remembers whether a comment is open.
#[derive(Default)]
pub struct Highlighter {
    in_comment: bool,
}

impl Highlighter {
    /// The lines of a part of the source in order, from its first line to the last, as HTML.
    pub fn lines(source: &SourceFile, first: u32, last: u32, style: &Style) -> Vec<String> {
        let mut highlighter = Highlighter::default();
        (first..=last).map(|line| highlighter.line(&clean(source.line(line), style))).collect()
    }

    /// The next line as HTML.
    pub fn line(&mut self, text: &str) -> String {
        let mut html = String::with_capacity(text.len() + text.len() / 2);
        let mut rest = text;
        let mut at_start = true;
        while !rest.is_empty() {
            let (piece, length) = self.next(rest, at_start);
            let (shown, after) = rest.split_at(length);
            match piece.class() {
                Some(class) => {
                    let _ = write!(html, "<i class={class}>");
                    escape(shown, &mut html);
                    html.push_str("</i>");
                }
                None => escape(shown, &mut html),
            }
            at_start &= shown.trim().is_empty();
            rest = after;
        }
        html
    }

    /// What `rest` begins with, and how many bytes of it that is: at least one character.
    fn next(&mut self, rest: &str, at_start: bool) -> (Piece, usize) {
        if self.in_comment || rest.starts_with("/*") {
            let from = if self.in_comment { 0 } else { 2 };
            let end = rest[from..].find("*/").map(|end| from + end + 2);
            self.in_comment = end.is_none();
            return (Piece::Comment, end.unwrap_or(rest.len()));
        }
        if rest.starts_with("//") {
            return (Piece::Comment, rest.len());
        }
        let first = rest.chars().next().unwrap_or(' ');
        let while_true = |test: fn(char) -> bool| rest.find(|c: char| !test(c)).unwrap_or(rest.len()).max(1);
        match first {
            '"' | '\'' => (Piece::Text, quoted(rest, first)),
            '#' if at_start => {
                let blank = rest[1..].find(|c: char| !c.is_whitespace()).map_or(rest.len(), |at| at + 1);
                let word = rest[blank..].find(|c: char| !c.is_alphanumeric());
                (Piece::Directive, word.map_or(rest.len(), |at| blank + at))
            }
            c if c.is_ascii_digit() => {
                (Piece::Number, while_true(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_'))
            }
            c if c.is_alphabetic() || c == '_' => {
                let length = while_true(|c| c.is_alphanumeric() || c == '_');
                let keyword = KEYWORDS.contains(&&rest[..length]);
                (if keyword { Piece::Keyword } else { Piece::Plain }, length)
            }
            c => (Piece::Plain, c.len_utf8()),
        }
    }
}

/// The length of a literal; one that is not closed ends with the line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_texts_and_comments_are_set_apart() {
        let mut lines = Highlighter::default();
        assert_eq!(
            lines.line("if (x1 < 0x1F) s = \"a\\\"b<\"; /* from"),
            "<i class=k>if</i> (x1 &lt; <i class=u>0x1F</i>) s = \
             <i class=s>&quot;a\\&quot;b&lt;&quot;</i>; <i class=c>/* from</i>"
        );
        assert_eq!(lines.line("to */ y // é"), "<i class=c>to */</i> y <i class=c>// é</i>");
        assert_eq!(lines.line(" # include <a.h>"), " <i class=p># include</i> &lt;a.h&gt;");
        assert_eq!(lines.line("'"), "<i class=s>&#39;</i>");
        assert_eq!(lines.line("#"), "<i class=p>#</i>");
    }

    #[test]
    fn code_in_sentences_is_set_apart() {
        assert_eq!(sentence("`a<b` and `c` fail"), "<code>a&lt;b</code> and <code>c</code> fail");
        assert_eq!(sentence("a ` <b>"), "a ` &lt;b&gt;");
    }

    #[test]
    fn hidden_characters_are_shown_and_columns_kept() {
        assert_eq!(clean("a\t\u{202e}b\u{1b}", &Style::default()), "a\t\u{fffd}b\u{fffd}");
    }
}
