//! Macro definitions and the substitution of arguments.

use rustc_hash::FxHashMap;

use super::lexer;
use super::token::{HideSet, Symbol, Token, TokenKind, Words};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;

/// The sets of macros that expansions are inside of, each kept once.
pub(super) struct HideSets {
    /// Sorted; the first one is empty.
    sets: Vec<Vec<Symbol>>,
    numbers: FxHashMap<Vec<Symbol>, HideSet>,
    unions: FxHashMap<(HideSet, HideSet), HideSet>,
}

impl HideSets {
    pub fn new() -> Self {
        HideSets { sets: vec![Vec::new()], numbers: FxHashMap::default(), unions: FxHashMap::default() }
    }

    pub fn contains(&self, set: HideSet, name: Symbol) -> bool {
        set != HideSet::default() && self.sets[set.0 as usize].binary_search(&name).is_ok()
    }

    fn number(&mut self, members: Vec<Symbol>) -> HideSet {
        if members.is_empty() {
            return HideSet::default();
        }
        let next = HideSet(self.sets.len() as u32);
        *self.numbers.entry(members).or_insert_with_key(|members| {
            self.sets.push(members.clone());
            next
        })
    }

    /// The set with one more macro.
    pub fn with(&mut self, set: HideSet, name: Symbol) -> HideSet {
        let mut members = self.sets[set.0 as usize].clone();
        if let Err(at) = members.binary_search(&name) {
            members.insert(at, name);
        }
        self.number(members)
    }

    /// What is in both sets.
    pub fn common(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b {
            return a;
        }
        let other = &self.sets[b.0 as usize];
        let members = self.sets[a.0 as usize].iter().filter(|m| other.binary_search(m).is_ok());
        let members = members.copied().collect();
        self.number(members)
    }

    /// What is in one of the sets.
    pub fn union(&mut self, a: HideSet, b: HideSet) -> HideSet {
        if a == b || b == HideSet::default() {
            return a;
        }
        if a == HideSet::default() {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut members = self.sets[a.0 as usize].clone();
        members.extend(&self.sets[b.0 as usize]);
        members.sort_unstable();
        members.dedup();
        let union = self.number(members);
        self.unions.insert((a, b), union);
        union
    }
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro<'a> {
    /// Parameter names; `None` for an object-like macro.
    pub parameters: Option<Vec<Symbol>>,
    /// Whether the last parameter takes all further arguments.
    pub variadic: bool,
    pub body: Vec<Token<'a>>,
}

/// The arguments of a macro call, as written and after macro expansion.
pub(super) struct Arguments<'a> {
    pub raw: Vec<Vec<Token<'a>>>,
    pub expanded: Vec<Vec<Token<'a>>>,
}

impl<'a> Macro<'a> {
    /// Parses what follows `#define NAME`.
    pub fn parse(tokens: &[Token<'a>], words: &mut Words<'a>) -> Result<Macro<'a>, String> {
        let mut rest = tokens;
        let mut variadic = false;
        let mut parameters = None;
        if rest.first().is_some_and(|t| t.is("(") && !t.space_before) {
            let mut names: Vec<Symbol> = Vec::new();
            let mut after_name = false;
            rest = &rest[1..];
            loop {
                let Some(token) = rest.first() else {
                    return Err("expected ')' in macro parameter list".to_owned());
                };
                rest = &rest[1..];
                if token.is(")") {
                    break;
                } else if token.is(",") {
                    after_name = false;
                } else if after_name && !token.is("...") {
                    return Err(format!("expected ',' or ')', found \"{}\"", token.text));
                } else if token.is("...") {
                    variadic = true;
                    // `name...` names the rest itself.
                    if !after_name {
                        names.push(words.intern("__VA_ARGS__").0);
                    }
                } else if token.kind == TokenKind::Identifier {
                    if names.contains(&token.symbol) {
                        return Err(format!("duplicate macro parameter \"{}\"", token.text));
                    }
                    names.push(token.symbol);
                    after_name = true;
                } else {
                    return Err(format!("expected parameter name, found \"{}\"", token.text));
                }
            }
            parameters = Some(names);
        }
        let body = rest.to_vec();
        let parameter = |token: &Token| {
            let named = parameters.iter().flatten().any(|p: &Symbol| *p == token.symbol);
            named || token.is_word("__VA_OPT__")
        };
        if parameters.is_some()
            && let Some(at) = body.iter().position(|t| t.is("#"))
            && !body.get(at + 1).is_some_and(parameter)
        {
            return Err("'#' is not followed by a macro parameter".to_owned());
        }
        if body.first().is_some_and(|t| t.is("##")) || body.last().is_some_and(|t| t.is("##")) {
            return Err("'##' cannot appear at either end of a macro expansion".to_owned());
        }
        Ok(Macro { parameters, variadic, body })
    }

    /// Replaces the parameters in the body.
    pub fn substitute(
        &self,
        arguments: &Arguments<'a>,
        span: Span,
        hidden: HideSet,
        sets: &mut HideSets,
        words: &mut Words<'a>,
    ) -> Vec<Token<'a>> {
        let mut out = self.replace(&self.body, arguments, words);
        spend(out.len());
        for token in &mut out {
            token.span = span;
            token.line_start = false;
            token.hidden = sets.union(token.hidden, hidden);
        }
        out
    }

    fn parameter(&self, token: &Token<'a>) -> Option<usize> {
        let parameters = self.parameters.as_deref()?;
        (token.kind == TokenKind::Identifier)
            .then(|| parameters.iter().position(|p| *p == token.symbol))
            .flatten()
    }

    fn replace(
        &self,
        body: &[Token<'a>],
        arguments: &Arguments<'a>,
        words: &mut Words<'a>,
    ) -> Vec<Token<'a>> {
        if self.parameters.is_none() && !body.iter().any(|t| t.is("##")) {
            return body.to_vec();
        }
        let last = self.parameters.as_ref().map_or(0, Vec::len).wrapping_sub(1);
        let mut out: Vec<Token<'a>> = Vec::with_capacity(body.len());
        let mut i = 0;
        // Set when `##` joins the next piece to the one before, and whether that one was empty.
        let mut paste = false;
        let mut left_empty = true;
        while let Some(token) = body.get(i) {
            if token.is("##") && i > 0 {
                paste = true;
                i += 1;
                continue;
            }
            let mut next = i + 1;
            let mut piece: Vec<Token<'a>> = Vec::new();
            if token.is("#") && self.parameters.is_some() {
                match body.get(next).and_then(|t| self.parameter(t)) {
                    Some(p) => {
                        piece.push(stringify(&arguments.raw[p], token, words));
                        next += 1;
                    }
                    None => piece.push(*token),
                }
            } else if self.variadic
                && token.is_word("__VA_OPT__")
                && let Some(length) = closing(&body[next..])
            {
                let inner = &body[next + 1..next + length];
                if arguments.expanded.get(last).is_some_and(|a| !a.is_empty()) {
                    piece = self.replace(inner, arguments, words);
                }
                next += length + 1;
            } else if let Some(p) = self.parameter(token) {
                let pasted = paste || body.get(next).is_some_and(|t| t.is("##"));
                // GNU: `, ## __VA_ARGS__` drops the comma when there is nothing after it.
                let rest = self.variadic && p == last && i >= 2 && body[i - 2].is(",");
                if paste && rest {
                    if arguments.raw[p].is_empty() {
                        out.pop();
                    }
                    piece.extend_from_slice(&arguments.expanded[p]);
                    paste = false;
                } else if pasted {
                    piece.extend_from_slice(&arguments.raw[p]);
                } else {
                    piece.extend_from_slice(&arguments.expanded[p]);
                }
            } else {
                piece.push(*token);
            }
            if let Some(first) = piece.first_mut() {
                first.space_before = token.space_before;
            }
            i = next;
            if std::mem::take(&mut paste) && !left_empty {
                if !piece.is_empty()
                    && let Some(left) = out.pop()
                {
                    let right = piece.remove(0);
                    out.extend(join(&left, &right, words));
                }
            } else {
                left_empty = piece.is_empty();
            }
            out.append(&mut piece);
        }
        out
    }
}

/// Where the parenthesis that opens the tokens is closed.
fn closing(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate() {
        depth += i32::from(token.is("("));
        depth -= i32::from(token.is(")"));
        if depth == 0 {
            return (i > 0).then_some(i);
        }
    }
    None
}

/// `#` applied to an argument.
fn stringify<'a>(argument: &[Token<'a>], operator: &Token<'a>, words: &Words<'a>) -> Token<'a> {
    let mut text = String::from("\"");
    for (i, token) in argument.iter().enumerate() {
        if i > 0 && (token.space_before || token.line_start) {
            text.push(' ');
        }
        if matches!(token.kind, TokenKind::String | TokenKind::Character) {
            text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            text.push_str(token.text);
        }
    }
    text.push('"');
    let mut result = Token::new(TokenKind::String, words.keep(&text), operator.span);
    result.space_before = operator.space_before;
    result
}

/// `##`: one token if the spellings together are one, else both.
fn join<'a>(left: &Token<'a>, right: &Token<'a>, words: &mut Words<'a>) -> Vec<Token<'a>> {
    let text = words.keep(&format!("{}{}", left.text, right.text));
    let mut tokens = lexer::lex(text, words).tokens;
    tokens.pop();
    if tokens.len() != 1 || tokens[0].kind == TokenKind::Bad {
        return vec![*left, *right];
    }
    tokens[0].space_before = left.space_before;
    tokens
}
