//! The words of a Rust text: names, `::` and single signs, without comments and literals.

/// A word and the line in which it stands.
#[derive(Clone, Copy)]
pub struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
    /// How many lines before it are inside literals.
    pub literal: usize,
}

impl Word<'_> {
    pub fn is_name(&self) -> bool {
        self.text.starts_with(is_name)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a text in order.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line, mut literal) = (0, 1, 0);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap();
        let length = skipped(rest).unwrap_or_else(|| {
            let length = if is_name(first) {
                rest.find(|c| !is_name(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                found.push(Word { text: &rest[..length], line, literal });
            }
            length
        });
        let lines = rest[..length].matches('\n').count();
        line += lines;
        literal += if first == '/' || first.is_whitespace() { 0 } else { lines };
        at += length;
    }
    found
}

/// The length of the comment, the literal or the lifetime with which a text begins.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    let prefix = ["br", "b", "r", ""].into_iter().find(|p| {
        text.strip_prefix(p).is_some_and(|t| {
            let marks = t.trim_start_matches('#');
            marks.starts_with('"') && (p.contains('r') || marks.len() == t.len())
        })
    });
    if let Some(prefix) = prefix {
        let hashes = text[prefix.len()..].bytes().take_while(|b| *b == b'#').count();
        let start = prefix.len() + hashes + 1;
        if prefix.contains('r') {
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(text[start..].find(&end).map_or(text.len(), |at| start + at + end.len()));
        }
        return Some(start + escaped(&text[start..], '"'));
    }
    let quoted = text.strip_prefix('\'').or_else(|| text.strip_prefix("b'"))?;
    let start = text.len() - quoted.len();
    let mut inside = quoted.chars();
    let first = inside.next()?;
    if first == '\\' || inside.next() == Some('\'') {
        return Some(start + escaped(quoted, '\''));
    }
    Some(start + quoted.find(|c| !is_name(c)).unwrap_or(quoted.len()))
}

/// The length of a text up to and with the sign that ends it.
fn escaped(text: &str, end: char) -> usize {
    let mut hidden = false;
    for (at, c) in text.char_indices() {
        if hidden {
            hidden = false;
        } else if c == '\\' {
            hidden = true;
        } else if c == end {
            return at + c.len_utf8();
        }
    }
    text.len()
}
