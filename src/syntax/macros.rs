//! Macro definitions and the substitution of arguments.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::lexer;
use super::token::{Token, TokenKind};
use crate::source::Span;

/// The macros an expansion is inside of.
pub(super) type Hidden = Option<Rc<BTreeSet<Rc<str>>>>;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Parameter names; `None` for an object-like macro.
    pub parameters: Option<Vec<Rc<str>>>,
    /// Whether the last parameter takes all further arguments.
    pub variadic: bool,
    pub body: Vec<Token>,
}

impl Macro {
    /// Parses what follows `#define NAME`.
    pub fn parse(tokens: &[Token]) -> Result<Macro, String> {
        let mut rest = tokens;
        let mut variadic = false;
        let mut parameters = None;
        if rest.first().is_some_and(|t| t.is("(") && !t.space_before) {
            let mut names: Vec<Rc<str>> = Vec::new();
            let mut named = false;
            rest = &rest[1..];
            loop {
                let Some(token) = rest.first() else {
                    return Err("expected ')' in macro parameter list".to_owned());
                };
                rest = &rest[1..];
                if token.is(")") {
                    break;
                } else if token.is(",") {
                    named = false;
                    continue;
                } else if named && !token.is("...") {
                    return Err(format!("expected ',' or ')', found \"{}\"", token.text));
                } else if token.is("...") {
                    variadic = true;
                    // `name...` names the rest itself.
                    if tokens.len() - rest.len() < 3
                        || tokens[tokens.len() - rest.len() - 2].kind != TokenKind::Identifier
                    {
                        names.push(Rc::from("__VA_ARGS__"));
                    }
                } else if token.kind == TokenKind::Identifier {
                    if names.contains(&token.text) {
                        return Err(format!("duplicate macro parameter \"{}\"", token.text));
                    }
                    names.push(token.text.clone());
                    named = true;
                } else {
                    return Err(format!("expected parameter name, found \"{}\"", token.text));
                }
            }
            parameters = Some(names);
        }
        let body = rest.to_vec();
        let parameter = |token: &Token| {
            let named = parameters.iter().flatten().any(|p: &Rc<str>| *p == token.text);
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

    /// Replaces the parameters in the body. `raw` are the arguments as written, `expanded` the same after
    /// macro expansion.
    pub fn substitute(
        &self,
        raw: &[Vec<Token>],
        expanded: &[Vec<Token>],
        span: Span,
        hidden: &Hidden,
    ) -> Vec<Token> {
        let parameters = self.parameters.as_deref().unwrap_or(&[]);
        let index = |t: &Token| {
            (t.kind == TokenKind::Identifier).then(|| parameters.iter().position(|p| *p == t.text)).flatten()
        };
        let mut out: Vec<Token> = Vec::new();
        let mut i = 0;
        // Set when `##` joins the next token to the last one of `out`.
        let mut paste = false;
        while i < self.body.len() {
            let token = &self.body[i];
            if token.is("##") && i > 0 {
                paste = true;
                i += 1;
                continue;
            }
            let mut piece: Vec<Token> = Vec::new();
            let pasted_next = self.body.get(i + 1).is_some_and(|t| t.is("##"));
            if token.is("#") && self.parameters.is_some() {
                if let Some(p) = self.body.get(i + 1).and_then(index) {
                    piece.push(stringify(&raw[p], token));
                    i += 1;
                } else {
                    piece.push(token.clone());
                }
            } else if let Some(p) = index(token) {
                // GNU: `, ## __VA_ARGS__` drops the comma when there is nothing after it.
                let rest = self.variadic && p + 1 == parameters.len();
                if paste && rest && out.last().is_some_and(|t| t.is(",")) {
                    if raw[p].is_empty() {
                        out.pop();
                    }
                    piece.extend(expanded[p].iter().cloned());
                    paste = false;
                } else if paste || pasted_next {
                    piece.extend(raw[p].iter().cloned());
                } else {
                    piece.extend(expanded[p].iter().cloned());
                }
                if let Some(first) = piece.first_mut() {
                    first.space_before = token.space_before;
                }
            } else {
                piece.push(token.clone());
            }
            if std::mem::take(&mut paste) && !piece.is_empty() {
                let joins_empty =
                    i >= 2 && self.body.get(i - 2).and_then(index).is_some_and(|p| raw[p].is_empty());
                if let Some(last) = out.pop_if(|_| !joins_empty) {
                    let right = piece.remove(0);
                    out.extend(join(&last, &right));
                }
            }
            out.append(&mut piece);
            i += 1;
        }
        for token in &mut out {
            token.span = span;
            token.line_start = false;
            token.hidden = union(&token.hidden, hidden);
        }
        out
    }
}

/// Both sets together.
fn union(left: &Hidden, right: &Hidden) -> Hidden {
    match (left, right) {
        (None, other) | (other, None) => other.clone(),
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) || b.is_subset(a) => Some(a.clone()),
        (Some(a), Some(b)) => Some(Rc::new(a.union(b).cloned().collect())),
    }
}

/// The set with one more macro.
pub(super) fn hide(hidden: &Hidden, name: &Rc<str>) -> Hidden {
    let mut set = hidden.as_deref().cloned().unwrap_or_default();
    set.insert(name.clone());
    Some(Rc::new(set))
}

/// `#` applied to an argument.
fn stringify(argument: &[Token], operator: &Token) -> Token {
    let mut text = String::from("\"");
    for (i, token) in argument.iter().enumerate() {
        if i > 0 && (token.space_before || token.line_start) {
            text.push(' ');
        }
        if matches!(token.kind, TokenKind::String | TokenKind::Character) {
            text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            text.push_str(&token.text);
        }
    }
    text.push('"');
    let mut result = Token::new(TokenKind::String, &text, operator.span);
    result.space_before = operator.space_before;
    result
}

/// `##`: one token if the spellings together are one, else both.
fn join(left: &Token, right: &Token) -> Vec<Token> {
    let text = format!("{}{}", left.text, right.text);
    let mut tokens = lexer::lex(&text).tokens;
    tokens.pop();
    if tokens.len() != 1 {
        return vec![left.clone(), right.clone()];
    }
    tokens[0].space_before = left.space_before;
    tokens[0].hidden = union(&left.hidden, &right.hidden);
    tokens
}
