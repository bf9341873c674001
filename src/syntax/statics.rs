//! Names with internal linkage belong to their file: where a program and its models have a `static` name in common
//! with another of these files, it gets another name in its own file.

use std::collections::{BTreeMap, BTreeSet};

use super::token::{Token, TokenKind, Words};

/// What a file declares outside functions.
#[derive(Default)]
struct Declared<'a> {
    /// Names that are `static`.
    internal: BTreeSet<&'a str>,
    /// All names of functions and variables.
    all: BTreeSet<&'a str>,
}

/// Renames `static` names that clash; `starts` says where the tokens of each file begin, the program first.
pub(super) fn separate<'a>(tokens: &mut [Token<'a>], starts: &[usize], words: &mut Words<'a>) {
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let files: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let declared: Vec<Declared<'a>> =
        files.iter().map(|&(start, end)| Declared::of(&tokens[start..end])).collect();
    let mut taken: BTreeSet<&'a str> = declared.iter().flat_map(|file| file.all.iter().copied()).collect();
    for (number, &(start, end)) in files.iter().enumerate().rev() {
        let elsewhere = |name: &&&str| {
            // Of two files with the name the later one has been renamed if it could be.
            let others = declared.iter().enumerate().filter(|(other, _)| *other != number);
            others.into_iter().any(|(other, file)| {
                file.all.contains(**name) && (other < number || !file.internal.contains(**name))
            })
        };
        let mut names: BTreeMap<&'a str, &'a str> = BTreeMap::new();
        for name in declared[number].internal.iter().filter(elsewhere) {
            let free =
                (number + 1..).map(|n| format!("{name}__{n}")).find(|new| !taken.contains(new.as_str()));
            let new = words.keep(&free.unwrap_or_default());
            taken.insert(new);
            names.insert(name, new);
        }
        if !names.is_empty() {
            rename(&mut tokens[start..end], &names, words);
        }
    }
}

impl<'a> Declared<'a> {
    fn of(tokens: &[Token<'a>]) -> Self {
        let mut declared = Declared::default();
        let (mut depth, mut internal, mut named, mut ty) = (0usize, false, false, false);
        for (at, token) in tokens.iter().enumerate() {
            match token.operator() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > 0 && !token.is("(") && !token.is("[") && !token.is("{") {
                continue;
            }
            let next = tokens.get(at + 1).map_or("", Token::operator);
            match token.operator() {
                ";" => (internal, named, ty) = (false, false, false),
                "," => named = false,
                // The end of a body, unless a declarator follows.
                "}" if depth == 0 && named && !matches!(next, ";" | ",") => {
                    (internal, named) = (false, false)
                }
                _ if depth > 0 => {}
                _ if token.is_word("static") => internal = true,
                _ if token.is_word("typedef") => ty = true,
                _ if token.is_plain() && !named && !ty && matches!(next, "(" | ";" | "=" | "[" | ",") => {
                    named = true;
                    declared.all.insert(token.text);
                    if internal {
                        declared.internal.insert(token.text);
                    }
                }
                _ => {}
            }
        }
        declared
    }
}

/// Renames identifiers, but not members of structures.
fn rename<'a>(tokens: &mut [Token<'a>], names: &BTreeMap<&'a str, &'a str>, words: &mut Words<'a>) {
    // For each open brace whether it is that of a structure.
    let mut braces: Vec<bool> = Vec::new();
    let mut record = false;
    for at in 0..tokens.len() {
        let token = tokens[at];
        match token.operator() {
            "{" => braces.push(std::mem::take(&mut record)),
            "}" => {
                braces.pop();
            }
            ";" | "(" | ")" | "=" => record = false,
            _ if token.is_word("struct") || token.is_word("union") => record = true,
            _ => {}
        }
        let before = at.checked_sub(1).map_or("", |before| tokens[before].operator());
        let member = braces.last() == Some(&true) || matches!(before, "." | "->");
        if token.kind != TokenKind::Identifier || member {
            continue;
        }
        if let Some(&new) = names.get(token.text) {
            let (symbol, word) = words.intern(new);
            tokens[at] = Token { text: new, symbol, word, ..token };
        }
    }
}
