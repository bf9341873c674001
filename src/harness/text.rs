//! Insertions into the texts of a program, and other small matters of C's spelling.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::typed::IntegerType;
use crate::source::{SourceFile, Span};
use crate::syntax::{is_reserved, token_spans};

/// Changes to the texts of a program. Each replaces a piece of text or stands before or after one; none contains
/// a line break.
pub(super) struct Edits<'a> {
    source: &'a SourceFile,
    /// What replaces a piece of text.
    replaced: BTreeMap<Span, String>,
    /// What stands before the character at an offset, in order.
    before: BTreeMap<u32, String>,
    /// What stands after the character before an offset, in order.
    after: BTreeMap<u32, String>,
    macros: BTreeSet<String>,
}

impl<'a> Edits<'a> {
    pub fn new(source: &'a SourceFile) -> Self {
        let macros = (0..source.part_count()).flat_map(|part| defined(source.part_text(part))).collect();
        Edits { source, replaced: BTreeMap::new(), before: BTreeMap::new(), after: BTreeMap::new(), macros }
    }

    /// Puts text around a piece of text, inside of what is already around it.
    pub fn surround(&mut self, span: Span, before: &str, after: &str) {
        self.before.entry(span.start).or_default().push_str(before);
        self.after.entry(span.end).or_default().insert_str(0, after);
    }

    /// Puts text after a piece of text.
    pub fn append(&mut self, span: Span, text: &str) {
        self.after.entry(span.end).or_default().push_str(text);
    }

    /// Replaces a piece of text, once.
    pub fn replace(&mut self, span: Span, text: String) {
        self.replaced.entry(span).or_insert(text);
    }

    /// The name of the function that a call calls, up to the parenthesis, if the call is spelled so in the source
    /// and the name is none of the program's macros.
    pub fn called_name(&self, call: Span) -> Option<(Span, &'a str)> {
        let text = self.source.slice(call);
        let length = text.find(|c: char| c != '_' && c != '$' && !c.is_alphanumeric())?;
        let (name, rest) = text.split_at(length);
        let space = rest.len() - rest.trim_start().len();
        let is_call = rest.trim_start().starts_with('(') && rest.ends_with(')');
        let end = call.start + (length + space) as u32 + 1;
        (length > 0 && is_call && !self.macros.contains(name)).then_some((Span::new(call.start, end), name))
    }

    /// Whether anything in a file changes.
    pub fn touches(&self, part: usize) -> bool {
        let here = |offset: &u32| self.source.part_of(*offset) == part;
        self.replaced.keys().any(|span| here(&span.start))
            || self.before.keys().any(here)
            || self.after.keys().any(here)
    }

    /// The text of a file with its changes.
    pub fn apply(&self, part: usize) -> String {
        let start = self.source.part_start(part);
        let text = self.source.part_text(part);
        let end = start + text.len() as u32;
        let mut places: BTreeSet<u32> = self.before.keys().chain(self.after.keys()).copied().collect();
        places.extend(self.replaced.keys().flat_map(|span| [span.start, span.end]));
        let mut result = String::with_capacity(text.len());
        let mut at = start;
        // What is replaced ends here.
        let mut skipped = start;
        for place in places.range(start..=end).copied() {
            if at.max(skipped) < place {
                result.push_str(&text[(at.max(skipped) - start) as usize..(place - start) as usize]);
            }
            at = place;
            result.push_str(self.after.get(&place).map_or("", String::as_str));
            result.push_str(self.before.get(&place).map_or("", String::as_str));
            if let Some((span, new)) =
                self.replaced.range(Span::new(place, 0)..=Span::new(place, u32::MAX)).next()
            {
                result.push_str(new);
                skipped = skipped.max(span.end);
            }
        }
        result.push_str(&text[(at.max(skipped).min(end) - start) as usize..]);
        result
    }
}

/// The names that a text defines as macros.
fn defined(text: &str) -> Vec<String> {
    let words: Vec<&str> = token_spans(text).into_iter().map(|span| slice(text, span)).collect();
    words.windows(3).filter(|w| w[0] == "#" && w[1] == "define").map(|w| w[2].to_owned()).collect()
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// The names before a parenthesis in all texts of a program, keywords and macros left out: all that may be called.
pub(super) fn called(source: &SourceFile) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for part in 0..source.part_count() {
        let text = source.part_text(part);
        let macros: BTreeSet<String> = defined(text).into_iter().collect();
        let words: Vec<&str> = token_spans(text).into_iter().map(|span| slice(text, span)).collect();
        for pair in words.windows(2).filter(|pair| pair[1] == "(") {
            let word = pair[0];
            let plain = word.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
                && !word.starts_with(|c: char| c.is_ascii_digit());
            if plain
                && !is_reserved(word)
                && word != "assert"
                && word != "defined"
                && !macros.contains(word)
                && !word.starts_with("__builtin_")
            {
                names.insert(word.to_owned());
            }
        }
    }
    names
}

/// The spelling of an integer type.
pub(super) fn spelled(ty: IntegerType) -> &'static str {
    match (ty.width, ty.signed) {
        (1, _) => "_Bool",
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (64, false) => "unsigned long long",
        _ => "long long",
    }
}

/// A text as a string literal.
pub(super) fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => result.extend(['\\', byte as char]),
            // A question mark could begin a trigraph.
            b'?' => result.push_str("\\?"),
            b' '..=b'~' => result.push(byte as char),
            _ => result.push_str(&format!("\\{byte:03o}")),
        }
    }
    result.push('"');
    result
}

/// A text as it can stand in a comment.
pub(super) fn commented(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}
