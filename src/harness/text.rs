//! Insertions into the texts of a program, and other small matters of C's spelling.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax::{is_reserved, token_spans};

/// Changes to the texts of a program. Each replaces a piece of text or stands before or after one; none contains
/// a line break.
pub(super) struct Edits<'a> {
    source: &'a SourceFile,
    /// What replaces a piece of text.
    replaced: BTreeMap<Span, String>,
    /// What the names that end at an offset are longer by.
    longer: BTreeMap<u32, String>,
    /// What stands before the character at an offset, in order.
    before: BTreeMap<u32, String>,
    /// What stands after the character before an offset, in order.
    after: BTreeMap<u32, String>,
    /// The program's macros, each with what its definitions stand for.
    macros: BTreeMap<&'a str, Vec<&'a str>>,
    /// The tokens of each file, as soon as somebody asks for them.
    tokens: Vec<OnceCell<Vec<(Span, &'a str)>>>,
}

impl<'a> Edits<'a> {
    pub fn new(source: &'a SourceFile) -> Self {
        let mut macros: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for part in 0..source.part_count() {
            for (name, body) in defined(source.part_text(part)) {
                macros.entry(name).or_default().push(body);
            }
        }
        let tokens = (0..source.part_count()).map(|_| OnceCell::new()).collect();
        Edits {
            source,
            replaced: BTreeMap::new(),
            longer: BTreeMap::new(),
            before: BTreeMap::new(),
            after: BTreeMap::new(),
            macros,
            tokens,
        }
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

    /// Makes the name that ends at an offset longer, as part of the name.
    pub fn lengthen(&mut self, end: u32, more: &str) {
        self.longer.insert(end, more.to_owned());
    }

    /// Replaces a piece of text, once; whether this is the first time.
    pub fn replace(&mut self, span: Span, text: String) -> bool {
        let first = !self.replaced.contains_key(&span);
        self.replaced.entry(span).or_insert(text);
        first
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
        (length > 0 && is_call && !self.macros.contains_key(name))
            .then_some((Span::new(call.start, end), name))
    }

    /// Whether the program defines a macro of this name.
    pub fn is_macro(&self, name: &str) -> bool {
        self.macros.contains_key(name)
    }

    /// The whole call that begins with this name and parenthesis.
    pub fn call_at(&self, head: Span) -> Span {
        let mut depth = 1;
        for (token, word) in self.tokens(head).iter().filter(|(token, _)| token.start >= head.end) {
            match *word {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Span::new(head.start, token.end);
            }
        }
        head
    }

    /// The name and parenthesis of the call that an argument belongs to.
    pub fn call_around(&self, argument: Span) -> Option<Span> {
        let tokens = self.tokens(argument);
        let end = tokens.partition_point(|(token, _)| token.start < argument.start);
        let mut depth = 0;
        for number in (1..end).rev() {
            match tokens[number].1 {
                ")" => depth += 1,
                "(" if depth > 0 => depth -= 1,
                "(" => return Some(tokens[number - 1].0.to(tokens[number].0)),
                _ => {}
            }
        }
        None
    }

    /// The first token after a piece of text that is spelled so.
    pub fn next_token(&self, after: Span, spelling: &str) -> Option<Span> {
        let mut tokens = self.tokens(after).iter().filter(|(token, _)| token.start >= after.end);
        tokens.find(|(_, word)| *word == spelling).map(|(token, _)| *token)
    }

    /// The argument of a call that begins at a place.
    pub fn argument_at(&self, start: u32, call: Span) -> Span {
        self.first_argument(Span::new(start, call.end.saturating_sub(1).max(start)))
    }

    /// The first of some arguments.
    pub fn first_argument(&self, arguments: Span) -> Span {
        let mut depth = 0;
        for (token, word) in self.tokens(arguments) {
            match *word {
                _ if token.start < arguments.start => {}
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 0 => return Span::new(arguments.start, token.start.min(arguments.end)),
                _ if token.start >= arguments.end => break,
                _ => {}
            }
        }
        arguments
    }

    /// A declarator with the attributes and the `asm` that follow it.
    pub fn with_attributes(&self, declarator: Span) -> Span {
        let tokens = self.tokens(declarator);
        let mut end = declarator.end;
        let mut next = tokens.partition_point(|(token, _)| token.start < declarator.end);
        while let Some((word, open)) = tokens.get(next).zip(tokens.get(next + 1)) {
            let named = matches!(word.1, "__attribute__" | "__attribute" | "asm" | "__asm__" | "__asm");
            if !named || open.1 != "(" {
                break;
            }
            end = self.call_at(word.0.to(open.0)).end;
            next = tokens.partition_point(|(token, _)| token.start < end);
        }
        Span::new(declarator.start, end)
    }

    /// The functions that are called where the text has macros: names before a parenthesis in what they stand for.
    pub fn called_through_macros(&self, span: Span) -> Vec<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut texts = vec![self.source.slice(span)];
        while let Some(text) = texts.pop() {
            for word in token_spans(text).into_iter().map(|span| slice(text, span)) {
                if let Some((&name, bodies)) = self.macros.get_key_value(word)
                    && seen.insert(name)
                {
                    texts.extend(bodies);
                }
            }
            let names = called(text).into_iter().filter(|name| !self.macros.contains_key(name));
            found.extend(names.map(str::to_owned));
        }
        found.into_iter().collect()
    }

    /// The tokens of the file that a piece of text lies in.
    fn tokens(&self, span: Span) -> &[(Span, &'a str)] {
        let part = self.source.part_of(span.start);
        let Some(tokens) = self.tokens.get(part) else { return &[] };
        tokens.get_or_init(|| {
            let (start, text) = (self.source.part_start(part), self.source.part_text(part));
            let shifted = |token: Span| Span::new(token.start + start, token.end + start);
            token_spans(text).into_iter().map(|token| (shifted(token), slice(text, token))).collect()
        })
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
        places.extend(self.longer.keys());
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
            // A name that is replaced is no longer there.
            if place > skipped {
                result.push_str(self.longer.get(&place).map_or("", String::as_str));
            }
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

/// The names that a text defines as macros, each with the rest of its line and of those that continue it.
fn defined(text: &str) -> Vec<(&str, &str)> {
    let tokens = token_spans(text);
    let mut found = Vec::new();
    for three in tokens.windows(3) {
        if slice(text, three[0]) == "#" && slice(text, three[1]) == "define" {
            let rest = &text[three[2].end as usize..];
            let end = rest
                .match_indices('\n')
                .map(|(at, _)| at)
                .find(|&at| !rest[..at].trim_end_matches('\r').ends_with('\\'))
                .unwrap_or(rest.len());
            found.push((slice(text, three[2]), &rest[..end]));
        }
    }
    found
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// The names before a parenthesis in a text, keywords left out: all that may be called there.
fn called(text: &str) -> Vec<&str> {
    let words: Vec<&str> = token_spans(text).into_iter().map(|span| slice(text, span)).collect();
    let names = words.windows(2).filter(|pair| pair[1] == "(").map(|pair| pair[0]);
    names.filter(|word| is_name(word) && !is_reserved(word)).collect()
}

fn is_name(word: &str) -> bool {
    word.chars().all(|c| c == '_' || c == '$' || c.is_alphanumeric())
        && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// The spelling of an integer type.
pub(super) fn spelled(ty: IntegerType) -> &'static str {
    match (ty.width, ty.signed) {
        (32, _) if ty.float => "float",
        (_, _) if ty.float => "double",
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

/// All names before a parenthesis in a program: what it may call.
pub(super) fn all_called(source: &SourceFile) -> BTreeSet<String> {
    (0..source.part_count()).flat_map(|part| called(source.part_text(part))).map(str::to_owned).collect()
}

/// A text as it can stand in a comment.
pub(super) fn commented(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}
