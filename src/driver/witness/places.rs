//! Where in the source text the places are that waypoints name: keywords, parentheses, the starts of statements.

use focuscheck_base::source::{SourceFile, Span};

/// A word or a sign of the source text; comments and what is between quotes are none.
#[derive(Clone, Copy, Debug)]
struct Token {
    start: u32,
    end: u32,
}

/// The tokens of all texts of a source.
pub(super) struct Places<'a> {
    source: &'a SourceFile,
    tokens: Vec<Token>,
}

impl<'a> Places<'a> {
    /// Reads the texts.
    pub fn new(source: &'a SourceFile) -> Self {
        let mut tokens = Vec::new();
        for part in 0.. {
            let start = source.part_start(part);
            if part > 0 && start == 0 {
                break;
            }
            scan(source.part_text(part), start, &mut tokens);
        }
        Places { source, tokens }
    }

    fn text(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| self.source.slice(Span::new(token.start, token.end)))
    }

    fn start(&self, index: usize) -> Option<u32> {
        self.tokens.get(index).map(|token| token.start)
    }

    /// The first token at or after an offset.
    fn at(&self, offset: u32) -> usize {
        self.tokens.partition_point(|token| token.start < offset)
    }

    /// The keyword of the statement that a condition belongs to, or the `?` after it.
    pub fn keyword(&self, condition: Span) -> Option<u32> {
        let mut after = self.at(condition.end);
        while self.text(after) == ")" && self.text(after + 1) == "?" {
            after += 1;
        }
        if self.text(after) == "?" {
            return self.start(after);
        }
        let first = self.at(condition.start);
        let mut open = 0_usize;
        for index in (0..first).rev() {
            match self.text(index) {
                ")" => open += 1,
                "(" if open > 0 => open -= 1,
                "(" if matches!(self.text(index.checked_sub(1)?), "if" | "while" | "for" | "switch") => {
                    return self.start(index - 1);
                }
                "{" | "}" => return None,
                _ => {}
            }
        }
        None
    }

    /// The parenthesis that ends a call of a function, if the span ends with such a call as it is written.
    pub fn call_end(&self, call: Span, function: Option<&str>) -> Option<u32> {
        let text = self.source.slice(call).trim_end_matches(|c: char| c == ';' || c.is_whitespace());
        let end = call.start + text.strip_suffix(')')?.len() as u32;
        let Some(name) = function else { return Some(end) };
        let mut open = 0_usize;
        for index in (0..=self.at(end)).rev() {
            match self.text(index) {
                ")" => open += 1,
                "(" if open == 1 => return (self.text(index.checked_sub(1)?) == name).then_some(end),
                "(" => open -= 1,
                _ => {}
            }
        }
        None
    }

    /// The `?` after a plain condition, which stands alone before it.
    pub fn question(&self, condition: Span) -> Option<u32> {
        let before = self.at(condition.start).checked_sub(1).map_or("", |before| self.text(before));
        let after = self.at(condition.end);
        (!matches!(before, "!" | "&" | "|") && self.text(after) == "?").then(|| self.start(after))?
    }

    /// Whether no other branching is written before this one on its line.
    pub fn is_leftmost_branching(&self, offset: u32) -> bool {
        let line = |index: usize| self.start(index).map(|start| self.source.position(start).line);
        let first = self.at(offset);
        let before = (0..first).rev().take_while(|&index| line(index) == line(first));
        before.into_iter().all(|index| !matches!(self.text(index), "if" | "while" | "for" | "switch" | "?"))
    }

    /// Where the statement begins that has something at this offset: after the end of what is before it.
    pub fn statement(&self, offset: u32) -> u32 {
        let (mut open, mut index) = (0_usize, self.at(offset));
        let mut start = offset;
        while let Some(before) = index.checked_sub(1) {
            match self.text(before) {
                ")" | "]" => open += 1,
                "(" | "[" if open > 0 => open -= 1,
                ";" | "{" | "}" | ":" | "else" | "do" | "(" if open == 0 => break,
                _ => {}
            }
            // A closed parenthesis before a statement is that of `if (...)`, unless the statement goes on.
            if open == 1 && self.text(before) == ")" && self.is_head(before) {
                break;
            }
            index = before;
            if open == 0 {
                start = self.start(index).unwrap_or(start);
            }
        }
        start
    }

    /// Whether a `)` closes the head of an `if` or a loop.
    fn is_head(&self, close: usize) -> bool {
        let mut open = 0_usize;
        for index in (0..=close).rev() {
            match self.text(index) {
                ")" => open += 1,
                "(" if open == 1 => {
                    let before = index.checked_sub(1).map_or("", |before| self.text(before));
                    return matches!(before, "if" | "while" | "for" | "switch");
                }
                "(" => open -= 1,
                _ => {}
            }
        }
        false
    }
}

fn scan(text: &str, base: u32, tokens: &mut Vec<Token>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let find = |from: usize, what: &str| text.get(from..).and_then(|rest| rest.find(what)).map(|i| from + i);
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = find(at, "\n").unwrap_or(bytes.len()),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = find(at + 2, "*/").map_or(bytes.len(), |end| end + 2)
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at = (at + 1).min(bytes.len());
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            byte => {
                let word = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii();
                at += 1;
                while word(byte) && at < bytes.len() && word(bytes[at]) {
                    at += 1;
                }
                tokens.push(Token { start: base + start as u32, end: base + at as u32 });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_the_text() {
        let text = "int f(int a) { /* if ( */ int b = 1, c = (2); if ((a > b)) b = f(3); else c++;\n\
                    for (int i = 0; i < c; i++) ; return a ? b : c; }";
        let source = SourceFile::new("a.c", text);
        let places = Places::new(&source);
        let span = |part: &str| {
            let start = text.find(part).expect("it is there") as u32;
            Span::new(start, start + part.len() as u32)
        };
        let at = |offset: u32| &text[offset as usize..];
        let keyword = |part| places.keyword(span(part)).map(|offset| &at(offset)[..2]);
        assert_eq!(keyword("a > b"), Some("if"));
        assert_eq!(keyword("i < c"), Some("fo"));
        assert_eq!(keyword("a ? b").map(str::len), None);
        let leftmost = |part| places.is_leftmost_branching(span(part).start);
        assert_eq!((leftmost("if ((a"), leftmost("for"), leftmost("? b")), (true, true, false));
        assert_eq!(
            places.keyword(Span::new(span("a ? b").start, span("a ? b").start + 1)).map(|o| &at(o)[..1]),
            Some("?")
        );
        assert_eq!(&at(places.call_end(span("f(3)"), Some("f")).expect("a call"))[..2], ");");
        assert_eq!(places.call_end(span("f(3)"), Some("g")), None);
        assert_eq!(places.call_end(span("b = f(3)"), Some("f")), places.call_end(span("f(3)"), None));
        assert!(at(places.statement(span("c = (2)").start)).starts_with("int b"));
        assert!(at(places.statement(span("b = f").start)).starts_with("b = f"));
        assert!(at(places.statement(span("c++").start)).starts_with("c++"));
    }
}
