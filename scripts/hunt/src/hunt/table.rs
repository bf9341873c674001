//! The tables of `constructs/`: what programs are put together from.
//!
//! `//// NAME [KEY=VALUE | FLAG]...` begins an entry, `@SECTION` at the start of a line a section of it, which goes to
//! the next one. A section that may have alternatives stands several times. What comes before the first entry is a
//! comment.

use std::collections::{BTreeMap, BTreeSet};

/// An entry: pieces of C with placeholders.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// What the report calls it: the file's name, `/`, its own.
    pub name: String,
    attributes: BTreeMap<String, String>,
    flags: BTreeSet<String>,
    sections: BTreeMap<String, Vec<String>>,
}

impl Entry {
    /// Whether a flag is set.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.contains(flag)
    }

    /// The value of an attribute.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.get(key).map(String::as_str)
    }

    /// All texts of a section.
    pub fn all(&self, section: &str) -> &[String] {
        self.sections.get(section).map_or(&[], Vec::as_slice)
    }

    /// The first text of a section, empty if it is missing.
    pub fn text(&self, section: &str) -> &str {
        self.all(section).first().map_or("", String::as_str)
    }

    /// Whether any of these sections has a placeholder.
    pub fn mentions(&self, sections: &[&str], placeholder: &str) -> bool {
        sections.iter().any(|s| self.all(s).iter().any(|text| text.contains(placeholder)))
    }

    /// The entry with a number after each of its own names, which are those that end in `_`.
    pub fn numbered(&self, number: usize) -> Entry {
        let mut entry = self.clone();
        entry.sections.values_mut().flatten().for_each(|text| *text = numbered(text, number));
        entry.attributes.values_mut().for_each(|text| *text = numbered(text, number));
        entry
    }
}

/// A text with `NUMBER` after each name that ends in `_`.
fn numbered(text: &str, number: usize) -> String {
    let mut result = String::with_capacity(text.len() + 16);
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let own = word.len() > 1 && word.ends_with('_') && !word.starts_with("__");
        result.push_str(&word);
        if own {
            result.push_str(&number.to_string());
        }
        word.clear();
        result.push(c);
    }
    result.pop();
    result
}

/// The entries of a file; `family` is its name without ending.
pub fn parse(family: &str, text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut section: Option<String> = None;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("//// ") {
            entries.push(head_of(family, head));
            section = None;
        } else if let Some(entry) = entries.last_mut() {
            if let Some(rest) = line.strip_prefix('@') {
                let (name, first) = rest.split_once(' ').unwrap_or((rest, ""));
                entry.sections.entry(name.to_owned()).or_default().push(first.to_owned());
                section = Some(name.to_owned());
            } else if let Some(text) = section.as_ref().and_then(|s| entry.sections.get_mut(s)?.last_mut()) {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(line);
            }
        }
    }
    for text in entries.iter_mut().flat_map(|e| e.sections.values_mut()).flatten() {
        text.truncate(text.trim_end().len());
    }
    entries
}

fn head_of(family: &str, head: &str) -> Entry {
    let mut words = head.split_whitespace();
    let mut entry = Entry { name: format!("{family}/{}", words.next().unwrap_or("?")), ..Entry::default() };
    for word in words {
        match word.split_once('=') {
            Some((key, value)) => drop(entry.attributes.insert(key.to_owned(), value.to_owned())),
            None => drop(entry.flags.insert(word.to_owned())),
        }
    }
    entry
}
