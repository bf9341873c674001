//! Conditions as reports print them, read literally, over integers of any size.

use std::collections::BTreeMap;

/// A condition or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(i128),
    /// An input, by its index.
    Input(usize),
    /// An operator on one value.
    Unary(char, Box<Expression>),
    /// An operator on two values.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `c ? a : b`.
    Choice(Box<Expression>, Box<Expression>, Box<Expression>),
    /// A conversion to so many bits, signed or not.
    Cast(u32, bool, Box<Expression>),
}

/// Reads a text; names are given with the index of their input.
pub fn parse(text: &str, names: &BTreeMap<String, usize>) -> Result<Expression, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens, at: 0, names };
    let expression = parser.choice()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(token) => Err(format!("`{token}` in `{text}`")),
    }
}

const OPERATORS: [&str; 29] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "==>", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^",
    "!", "~", "(", ")", "?", ":", ",", "[", "]", ".",
];

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let first = bytes[at];
        if first.is_ascii_whitespace() {
            at += 1;
        } else if first.is_ascii_alphanumeric() || first == b'_' || first == b'\\' {
            let mut length = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '#' | '@' | '\\')))
                .unwrap_or(rest.len());
            // The result of a call is a name; its number stands behind the parentheses.
            if (first.is_ascii_alphabetic() || first == b'_')
                && let Some(behind) = rest[length..].strip_prefix("()")
            {
                let number = behind.find(|c: char| !(c.is_ascii_digit() || matches!(c, '#' | '@')));
                length += 2 + number.unwrap_or(behind.len());
            }
            found.push(rest[..length].to_owned());
            at += length;
        } else if let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o)) {
            found.push((*operator).to_owned());
            at += operator.len();
        } else {
            return Err(format!("`{rest}` cannot be read"));
        }
    }
    Ok(found)
}

struct Parser<'n> {
    tokens: Vec<String>,
    at: usize,
    names: &'n BTreeMap<String, usize>,
}

const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser<'_> {
    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t == token);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Result<Expression, String> {
        let condition = self.level(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let yes = self.choice()?;
        if !self.take(":") {
            return Err("`?` without `:`".into());
        }
        Ok(Expression::Choice(Box::new(condition), Box::new(yes), Box::new(self.choice()?)))
    }

    fn level(&mut self, level: usize) -> Result<Expression, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.level(level + 1)?;
        while let Some(&operator) =
            self.tokens.get(self.at).and_then(|t| operators.iter().find(|o| **o == t.as_str()))
        {
            self.at += 1;
            let right = self.level(level + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        for operator in ['-', '!', '~', '+'] {
            if self.take(&operator.to_string()) {
                return Ok(Expression::Unary(operator, Box::new(self.unary()?)));
            }
        }
        if self.take("(") {
            // A type in parentheses is a conversion.
            let mut words = Vec::new();
            while let Some(word) = self.tokens.get(self.at + words.len()).filter(|t| is_type(t)) {
                words.push(word.clone());
            }
            if !words.is_empty() {
                self.at += words.len();
                if !self.take(")") {
                    return Err("a type without `)`".into());
                }
                let (bits, signed) = width(&words);
                return Ok(Expression::Cast(bits, signed, Box::new(self.unary()?)));
            }
            let inner = self.choice()?;
            return if self.take(")") { Ok(inner) } else { Err("`(` without `)`".into()) };
        }
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err("an operand is missing".into());
        };
        self.at += 1;
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
            return digits.parse().map(Expression::Number).map_err(|_| format!("`{token}` is no number"));
        }
        self.names.get(&token).map(|index| Expression::Input(*index)).ok_or(format!("`{token}` is no input"))
    }
}

fn is_type(token: &str) -> bool {
    let plain = ["int", "unsigned", "char", "short", "long", "signed", "_Bool"];
    plain.contains(&token) || token.ends_with("_t")
}

fn width(words: &[String]) -> (u32, bool) {
    let text = words.join(" ");
    let signed = !text.contains("unsigned") && !text.starts_with('u');
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let bits = digits.parse().unwrap_or(match () {
        () if text.contains("_Bool") => 1,
        () if text.contains("char") => 8,
        () if text.contains("short") => 16,
        () if text.contains("long") => 64,
        () => 32,
    });
    (bits, signed)
}

/// The value for a vector; `None` where it has none, as of a division by zero.
pub fn value(expression: &Expression, vector: &[i64]) -> Option<i128> {
    Some(match expression {
        Expression::Number(number) => *number,
        Expression::Input(index) => i128::from(*vector.get(*index)?),
        Expression::Unary(operator, inner) => {
            let inner = value(inner, vector)?;
            match operator {
                '-' => -inner,
                '!' => i128::from(inner == 0),
                '~' => !inner,
                _ => inner,
            }
        }
        Expression::Cast(bits, signed, inner) => {
            let inner = value(inner, vector)?;
            if *bits == 1 {
                return Some(i128::from(inner != 0));
            }
            let size = 1_i128 << bits;
            let low = inner.rem_euclid(size);
            if *signed && low >= size / 2 { low - size } else { low }
        }
        Expression::Choice(condition, yes, no) => match value(condition, vector)? != 0 {
            true => value(yes, vector)?,
            false => value(no, vector)?,
        },
        Expression::Binary(operator, left, right) => {
            let left = value(left, vector)?;
            match (*operator, left != 0) {
                ("&&", false) => return Some(0),
                ("||", true) => return Some(1),
                _ => {}
            }
            let right = value(right, vector)?;
            binary(operator, left, right)?
        }
    })
}

fn binary(operator: &str, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|by| *by < 64);
    Some(match operator {
        "&&" | "||" => i128::from(right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i128::from(left == right),
        "!=" => i128::from(left != right),
        "<" => i128::from(left < right),
        "<=" => i128::from(left <= right),
        ">" => i128::from(left > right),
        ">=" => i128::from(left >= right),
        "<<" => left << shift()?,
        ">>" => left >> shift()?,
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left.checked_div(right)?,
        "%" => left.checked_rem(right)?,
        _ => return None,
    })
}

/// Whether all of some conditions hold; one without a value does not.
pub fn all_hold(conditions: &[Expression], vector: &[i64]) -> bool {
    conditions.iter().all(|c| value(c, vector).is_some_and(|v| v != 0))
}
