//! The values of `#if` conditions.

use super::token::{Token, TokenKind};

/// Nesting of parentheses and operators in `#if`.
const MAX_CONDITION_DEPTH: usize = 200;

/// A value of 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    pub fn is_true(self) -> bool {
        self.bits != 0
    }

    fn truth(value: bool) -> Self {
        Value { bits: u64::from(value), unsigned: false }
    }

    /// Exactly, whatever its sign.
    fn exact(self) -> i128 {
        if self.unsigned { i128::from(self.bits) } else { i128::from(self.bits as i64) }
    }
}

/// Evaluates `#if` conditions in 64 bits; the flags `live` keep a division by zero silent where it is not
/// evaluated.
pub(super) struct Evaluator<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// How many tokens have been read.
    pub at: usize,
    depth: usize,
    /// The names that are evaluated and stand for nothing.
    pub unknown: Vec<Token<'a>>,
}

impl<'t, 'a> Evaluator<'t, 'a> {
    pub fn new(tokens: &'t [Token<'a>]) -> Self {
        Evaluator { tokens, at: 0, depth: 0, unknown: Vec::new() }
    }

    fn eat(&mut self, punctuator: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t.is(punctuator));
        self.at += usize::from(found);
        found
    }

    /// The value of a whole condition.
    pub fn conditional(&mut self, live: bool) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > MAX_CONDITION_DEPTH {
            return Err("#if expression nested too deep".to_owned());
        }
        let condition = self.binary(0, live)?;
        let result = if self.eat("?") {
            let yes = self.conditional(live && condition.is_true())?;
            if !self.eat(":") {
                return Err("'?' without following ':'".to_owned());
            }
            let no = self.conditional(live && !condition.is_true())?;
            let chosen = if condition.is_true() { yes } else { no };
            Value { unsigned: yes.unsigned || no.unsigned, ..chosen }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(result)
    }

    fn binary(&mut self, minimum: u8, live: bool) -> Result<Value, String> {
        let mut left = self.unary(live)?;
        while let Some(operator) = self.tokens.get(self.at).map(Token::operator) {
            let precedence = match operator {
                "||" => 1,
                "&&" => 2,
                "|" => 3,
                "^" => 4,
                "&" => 5,
                "==" | "!=" => 6,
                "<" | ">" | "<=" | ">=" => 7,
                "<<" | ">>" => 8,
                "+" | "-" => 9,
                "*" | "/" | "%" => 10,
                _ => break,
            };
            if precedence <= minimum {
                break;
            }
            self.at += 1;
            let live = live
                && match operator {
                    "||" => !left.is_true(),
                    "&&" => left.is_true(),
                    _ => true,
                };
            let right = self.binary(precedence, live)?;
            left = apply(operator, left, right, live)?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, String> {
        self.depth += 1;
        if self.depth > MAX_CONDITION_DEPTH {
            return Err("#if expression nested too deep".to_owned());
        }
        let value = self.primary(live)?;
        self.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<Value, String> {
        let Some(token) = self.tokens.get(self.at) else {
            let empty = self.tokens.is_empty();
            return Err(
                if empty { "#if with no expression" } else { "#if expression ends too early" }.to_owned()
            );
        };
        self.at += 1;
        match token.kind {
            TokenKind::Number | TokenKind::Character => match super::literal::constant(token) {
                Ok(super::ast::ExpressionKind::Integer(i)) => {
                    Ok(Value { bits: i.value, unsigned: i.unsigned || i.value > i64::MAX as u64 })
                }
                Ok(super::ast::ExpressionKind::Character { value, .. }) => {
                    Ok(Value { bits: value as u64, unsigned: false })
                }
                Ok(_) => Err("floating constant in preprocessor expression".to_owned()),
                Err(message) => Err(message),
            },
            TokenKind::Identifier => {
                let bits = match token.text {
                    "true" => 1,
                    "false" => 0,
                    _ => {
                        self.unknown.extend(live.then_some(*token));
                        self.skip_arguments();
                        0
                    }
                };
                Ok(Value { bits, unsigned: false })
            }
            TokenKind::Punctuator => match token.text {
                "(" => {
                    let value = self.conditional(live)?;
                    if !self.eat(")") {
                        return Err("missing ')' in expression".to_owned());
                    }
                    Ok(value)
                }
                "!" => Ok(Value::truth(!self.unary(live)?.is_true())),
                "-" => {
                    let value = self.unary(live)?;
                    Ok(Value { bits: value.bits.wrapping_neg(), ..value })
                }
                "+" => self.unary(live),
                "~" => {
                    let value = self.unary(live)?;
                    Ok(Value { bits: !value.bits, ..value })
                }
                _ => Err(misplaced(token)),
            },
            _ => Err(misplaced(token)),
        }
    }

    /// `UNKNOWN(…)` is an error for gcc; a macro of an unread header is likelier.
    fn skip_arguments(&mut self) {
        if self.eat("(") {
            let mut open = 1;
            while open > 0 && self.at < self.tokens.len() {
                open += i32::from(self.tokens[self.at].is("("));
                open -= i32::from(self.tokens[self.at].is(")"));
                self.at += 1;
            }
        }
    }
}

fn misplaced(token: &Token<'_>) -> String {
    format!("token \"{}\" is not valid in preprocessor expressions", token.text)
}

fn apply(operator: &str, left: Value, right: Value, live: bool) -> Result<Value, String> {
    let unsigned = left.unsigned || right.unsigned;
    // Both operands in their common type.
    let (a, b) = (Value { unsigned, ..left }.exact(), Value { unsigned, ..right }.exact());
    let shift = (right.bits % 64) as u32;
    let bits = match operator {
        "||" => return Ok(Value::truth(left.is_true() || right.is_true())),
        "&&" => return Ok(Value::truth(left.is_true() && right.is_true())),
        "==" => return Ok(Value::truth(a == b)),
        "!=" => return Ok(Value::truth(a != b)),
        "<" => return Ok(Value::truth(a < b)),
        ">" => return Ok(Value::truth(a > b)),
        "<=" => return Ok(Value::truth(a <= b)),
        ">=" => return Ok(Value::truth(a >= b)),
        "<<" => return Ok(Value { bits: left.bits << shift, ..left }),
        ">>" => return Ok(Value { bits: (left.exact() >> shift) as u64, ..left }),
        "|" => left.bits | right.bits,
        "^" => left.bits ^ right.bits,
        "&" => left.bits & right.bits,
        "+" => left.bits.wrapping_add(right.bits),
        "-" => left.bits.wrapping_sub(right.bits),
        "*" => left.bits.wrapping_mul(right.bits),
        _ if b == 0 && live => return Err("division by zero in #if".to_owned()),
        _ if b == 0 => 0,
        "/" => (a / b) as u64,
        _ => (a % b) as u64,
    };
    Ok(Value { bits, unsigned })
}
