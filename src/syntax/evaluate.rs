//! The values of `#if` conditions.

use super::token::{Token, TokenKind};

/// Nesting of parentheses and operators in `#if`.
const MAX_CONDITION_DEPTH: usize = 200;

/// Evaluates `#if` conditions in 64 bits; the flags `live` keep a division by zero silent where it is not
/// evaluated.
pub(super) struct Evaluator<'a> {
    tokens: &'a [Token],
    /// How many tokens have been read.
    pub at: usize,
    depth: usize,
}

impl<'a> Evaluator<'a> {
    pub fn new(tokens: &'a [Token]) -> Self {
        Evaluator { tokens, at: 0, depth: 0 }
    }

    fn eat(&mut self, punctuator: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t.is(punctuator));
        self.at += usize::from(found);
        found
    }

    /// The value of a whole condition.
    pub fn conditional(&mut self, live: bool) -> Result<i128, String> {
        self.depth += 1;
        if self.depth > MAX_CONDITION_DEPTH {
            return Err("#if expression nested too deep".to_owned());
        }
        let condition = self.binary(0, live)?;
        let result = if self.eat("?") {
            let yes = self.conditional(live && condition != 0)?;
            if !self.eat(":") {
                return Err("'?' without following ':'".to_owned());
            }
            let no = self.conditional(live && condition == 0)?;
            if condition != 0 { yes } else { no }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(result)
    }

    fn binary(&mut self, minimum: u8, live: bool) -> Result<i128, String> {
        let mut left = self.unary(live)?;
        while let Some(TokenKind::Punctuator(operator)) = self.tokens.get(self.at).map(|t| t.kind) {
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
                    "||" => left == 0,
                    "&&" => left != 0,
                    _ => true,
                };
            let right = self.binary(precedence, live)?;
            let shift = (right.rem_euclid(64)) as u32;
            left = match operator {
                "||" => (left != 0 || right != 0) as i128,
                "&&" => (left != 0 && right != 0) as i128,
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => (left == right) as i128,
                "!=" => (left != right) as i128,
                "<" => (left < right) as i128,
                ">" => (left > right) as i128,
                "<=" => (left <= right) as i128,
                ">=" => (left >= right) as i128,
                "<<" => i128::from((left as i64) << shift),
                ">>" => i128::from((left as i64) >> shift),
                "+" => i128::from((left as i64).wrapping_add(right as i64)),
                "-" => i128::from((left as i64).wrapping_sub(right as i64)),
                "*" => i128::from((left as i64).wrapping_mul(right as i64)),
                _ if right == 0 && live => return Err("division by zero in #if".to_owned()),
                _ if right == 0 => 0,
                "/" => left / right,
                _ => left % right,
            };
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<i128, String> {
        self.depth += 1;
        if self.depth > MAX_CONDITION_DEPTH {
            return Err("#if expression nested too deep".to_owned());
        }
        let value = self.primary(live)?;
        self.depth -= 1;
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<i128, String> {
        let Some(token) = self.tokens.get(self.at) else {
            let empty = self.tokens.is_empty();
            return Err(
                if empty { "#if with no expression" } else { "#if expression ends too early" }.to_owned()
            );
        };
        self.at += 1;
        match token.kind {
            TokenKind::Number | TokenKind::Character => match super::literal::constant(token) {
                Ok(super::ast::ExpressionKind::Integer(i)) => Ok(i128::from(i.value)),
                Ok(super::ast::ExpressionKind::Character { value, .. }) => Ok(i128::from(value)),
                Ok(_) => Err("floating constant in preprocessor expression".to_owned()),
                Err(message) => Err(message),
            },
            TokenKind::Identifier => Ok(match &*token.text {
                "true" => 1,
                "__LONG_MAX__" => i128::from(i64::MAX),
                _ => {
                    // `UNKNOWN(…)` is an error for gcc; a macro of an unread header is likelier.
                    if self.eat("(") {
                        let mut open = 1;
                        while open > 0 && self.at < self.tokens.len() {
                            open += i32::from(self.tokens[self.at].is("("));
                            open -= i32::from(self.tokens[self.at].is(")"));
                            self.at += 1;
                        }
                    }
                    0
                }
            }),
            TokenKind::Punctuator("(") => {
                let value = self.conditional(live)?;
                if !self.eat(")") {
                    return Err("missing ')' in expression".to_owned());
                }
                Ok(value)
            }
            TokenKind::Punctuator("!") => Ok((self.unary(live)? == 0) as i128),
            TokenKind::Punctuator("-") => Ok(i128::from((self.unary(live)? as i64).wrapping_neg())),
            TokenKind::Punctuator("+") => self.unary(live),
            TokenKind::Punctuator("~") => Ok(!self.unary(live)?),
            _ => Err(format!("token \"{}\" is not valid in preprocessor expressions", token.text)),
        }
    }
}
