//! C expressions over the variables of a run: what the constraints of waypoints are written in.
//!
//! They are computed with C's conversions. What is not understood, or would be undefined, is an error: a constraint
//! must not pass because it was read wrongly.

use focuscheck_base::arith::{self, BinaryOperator, IntegerType};
use focuscheck_check::common;

/// A value with its type.
pub(super) type Typed = (i128, IntegerType);

/// Deeper nesting is not read.
const MAX_DEPTH: usize = 100;

/// The value of an expression; `variable` knows the variables by the text of their places: `x`, `a[2]`, `*p`.
pub(super) fn evaluate(text: &str, variable: &dyn Fn(&str) -> Option<Typed>) -> Result<Typed, String> {
    let mut reader = Reader { tokens: tokens(text)?, at: 0, depth: 0, variable };
    let value = reader.binary(0)?;
    match reader.peek() {
        "" => Ok(value),
        token => Err(format!("`{token}` is not expected")),
    }
}

/// The parts of a conjunction that give a place a value: `x == 3`, `-2 == y`.
pub(super) fn equations(text: &str) -> Vec<(String, i128)> {
    let equation = |part: &str| {
        let part = unwrapped(part.trim());
        let (left, right) = part.split_once("==")?;
        let known = |side: &str| evaluate(side, &|_| None).ok().map(|(value, _)| value);
        let place = |side: &str| side.split_whitespace().collect::<String>();
        match (known(left), known(right)) {
            (None, Some(value)) => Some((place(left), value)),
            (Some(value), None) => Some((place(right), value)),
            _ => None,
        }
    };
    text.split("&&").filter_map(equation).collect()
}

/// What stands between parentheses around the whole text.
fn unwrapped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else { return text };
    let mut open = 0_i32;
    let closes_early = inner.chars().any(|c| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open < 0
    });
    if closes_early { text } else { unwrapped(inner.trim()) }
}

/// An integer as C writes it.
pub(super) fn literal(value: i128) -> String {
    match value {
        _ if value > i128::from(i64::MAX) => format!("{value}ULL"),
        _ if value == i128::from(i64::MIN) => format!("(-{}LL - 1)", i64::MAX),
        _ if IntegerType::INT.contains(value) && value != i128::from(i32::MIN) => value.to_string(),
        _ => format!("{value}LL"),
    }
}

fn tokens(text: &str) -> Result<Vec<&str>, String> {
    const LONG: [&str; 9] = ["&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "->"];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c == '_' || c == '\\' || c.is_alphanumeric();
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if let Some(long) = LONG.iter().find(|long| rest.starts_with(**long)) {
            long.len()
        } else if "+-*/%<>!~&|^()[].?:".contains(first) {
            1
        } else {
            return Err(format!("`{first}` is not understood"));
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    depth: usize,
    variable: &'a dyn Fn(&str) -> Option<Typed>,
}

/// From the weakest to the strongest.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'a> Reader<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take() == token { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    fn binary(&mut self, level: usize) -> Result<Typed, String> {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while operators.contains(&self.peek()) {
            let operator = self.take();
            let right = self.binary(level + 1)?;
            left = operate(operator, left, right)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Typed, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let value = match self.peek() {
            "!" => {
                self.at += 1;
                let (value, _) = self.unary()?;
                Ok((i128::from(value == 0), IntegerType::INT))
            }
            "-" => {
                self.at += 1;
                let value = self.unary()?;
                operate("-", (0, IntegerType::INT), value)
            }
            "+" => {
                self.at += 1;
                let value = self.unary()?;
                operate("+", (0, IntegerType::INT), value)
            }
            "~" => {
                self.at += 1;
                let value = self.unary()?;
                operate("^", (-1, IntegerType::INT), value)
            }
            "(" => {
                self.at += 1;
                let value = self.binary(0)?;
                self.expect(")").map(|()| value)
            }
            token if token.starts_with(|c: char| c.is_ascii_digit()) => {
                self.at += 1;
                number(token)
            }
            _ => self.place(),
        };
        self.depth -= 1;
        value
    }

    /// A variable, a member, an element with a known index, what a pointer points to.
    fn place(&mut self) -> Result<Typed, String> {
        let mut name = String::new();
        while self.peek() == "*" {
            name.push_str(self.take());
        }
        let word = self.take();
        if !word.starts_with(|c: char| c == '_' || c == '\\' || c.is_alphabetic()) {
            return Err(format!("`{word}` is not understood"));
        }
        name.push_str(word);
        loop {
            match self.peek() {
                "[" => {
                    self.at += 1;
                    let (index, _) = self.binary(0)?;
                    self.expect("]")?;
                    name.push_str(&format!("[{index}]"));
                }
                "." | "->" => {
                    name.push_str(self.take());
                    name.push_str(self.take());
                }
                _ => break,
            }
        }
        (self.variable)(&name).ok_or_else(|| format!("`{name}` has no known value here"))
    }
}

fn number(token: &str) -> Result<Typed, String> {
    let wrong = || format!("`{token}` is no integer");
    let digits = token.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = token[digits.len()..].to_ascii_lowercase();
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = match hexadecimal {
        Some(digits) => i128::from_str_radix(digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => i128::from_str_radix(digits, 8),
        None => digits.parse(),
    }
    .map_err(|_| wrong())?;
    let may_be_unsigned = suffix.contains('u') || digits.starts_with('0');
    let candidates = [(32, true), (32, false), (64, true), (64, false)];
    candidates
        .into_iter()
        .map(|(width, signed)| IntegerType { width, signed, float: false })
        .filter(|ty| ty.width == 64 || !suffix.contains('l'))
        .filter(|ty| if ty.signed { !suffix.contains('u') } else { may_be_unsigned })
        .find(|ty| ty.contains(value))
        .map(|ty| (value, ty))
        .ok_or_else(wrong)
}

fn operate(operator: &str, left: Typed, right: Typed) -> Result<Typed, String> {
    let truth = |holds: bool| Ok((i128::from(holds), IntegerType::INT));
    match operator {
        "&&" => return truth(left.0 != 0 && right.0 != 0),
        "||" => return truth(left.0 != 0 || right.0 != 0),
        _ => {}
    }
    let ty = match operator {
        "<<" | ">>" => common(left.1, IntegerType::INT),
        _ => common(left.1, right.1),
    };
    let shift = matches!(operator, "<<" | ">>");
    let (a, b) = (ty.convert(left.0), if shift { right.0 } else { ty.convert(right.0) });
    let undefined = || format!("`{operator}` is undefined for these values");
    let operation = match operator {
        "==" => return truth(a == b),
        "!=" => return truth(a != b),
        "<" => return truth(a < b),
        ">" => return truth(a > b),
        "<=" => return truth(a <= b),
        ">=" => return truth(a >= b),
        "+" => BinaryOperator::Add,
        "-" => BinaryOperator::Subtract,
        "*" => BinaryOperator::Multiply,
        "/" => BinaryOperator::Divide,
        "%" => BinaryOperator::Remainder,
        "&" => BinaryOperator::BitAnd,
        "|" => BinaryOperator::BitOr,
        "^" => BinaryOperator::BitXor,
        "<<" => BinaryOperator::ShiftLeft,
        _ => BinaryOperator::ShiftRight,
    };
    arith::binary(operation, ty, a, b).map(|result| (result, ty)).map_err(|_| undefined())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i128, String> {
        let variable = |name: &str| match name {
            "u" => Some((0, IntegerType::UNSIGNED)),
            "x" => Some((-7, IntegerType::INT)),
            "a[2].b" => Some((5, IntegerType::INT)),
            "*p" => Some((9, IntegerType::INT)),
            _ => None,
        };
        evaluate(text, &variable).map(|(value, _)| value)
    }

    #[test]
    fn expressions_mean_what_they_mean_in_c() {
        for (text, expected) in [
            ("1 + 2 * 3 == 7 && !(4 < 3)", 1),
            ("u - 1", 4_294_967_295),
            ("-1 < u", 0),
            ("x / 2", -3),
            ("x % 4", -3),
            ("a[1 + 1].b << 1", 10),
            ("*p - -1", 10),
            ("0x10 | 07", 23),
            ("x == (-9223372036854775807LL - 1)", 0),
            ("~0", -1),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
        for text in ["2147483647 + 1", "1 / 0", "y", "1 +", "f(x)", "x = 3", "1 2", "", "\"s\"", "1 << 40"] {
            assert!(value(text).is_err(), "{text}");
        }
        assert!(value(&"(".repeat(100_000)).is_err());
        assert!(value(&"!".repeat(100_000)).is_err());
    }

    #[test]
    fn literals_are_read_again() {
        for number in [0, -1, i128::from(i32::MIN), i128::from(i64::MIN), i128::from(u64::MAX), 4_294_967_296]
        {
            assert_eq!(value(&literal(number)), Ok(number));
        }
    }

    #[test]
    fn equations_give_values() {
        let list = equations("x == 3 && (-2LL == a[0]) && y < 4 && *p==(-9223372036854775807LL - 1)");
        let expected = [("x", 3), ("a[0]", -2)].map(|(name, value)| (name.to_owned(), value));
        assert_eq!(list[..2], expected);
        assert_eq!(list[2], ("*p".to_owned(), i128::from(i64::MIN)));
    }
}
