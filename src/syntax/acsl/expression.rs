//! Predicates and terms: connectives, comparisons and arithmetic, by precedence.

use super::tree::{Expression, ExpressionKind, Quantifier};
use crate::ast::Binary;
use crate::parser::{Parse, Parser};
use crate::token::{Token, TokenKind};
use focuscheck_base::source::Span;

/// Trees of annotations are no higher than this.
const MAX_HEIGHT: u32 = 2_000;

/// Whether `name: P` may stand where an operand is wanted: between `?` and `:` it may not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Allowed,
    Forbidden,
}

/// An operator between operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Infix {
    Iff,
    Implies,
    Or,
    Xor,
    And,
    BitIff,
    BitImplies,
    Relation(Binary),
    Member,
    /// `*^` of lists.
    Repeated,
    Arithmetic(Binary),
}

/// Of operators on values.
const LEAST_OF_VALUES: u8 = 6;
/// Of comparisons.
const OF_RELATIONS: u8 = 11;

impl Infix {
    fn of(token: &Token<'_>) -> Option<Infix> {
        if token.is_word("\\in") {
            return Some(Infix::Member);
        }
        Some(match token.operator() {
            "<==>" => Infix::Iff,
            "==>" => Infix::Implies,
            "||" => Infix::Or,
            "^^" => Infix::Xor,
            "&&" => Infix::And,
            "<-->" => Infix::BitIff,
            "-->" => Infix::BitImplies,
            "*^" => Infix::Repeated,
            symbol => {
                let operator = Binary::from_symbol(symbol)?;
                match sense(operator) {
                    Some(_) => Infix::Relation(operator),
                    None => Infix::Arithmetic(operator),
                }
            }
        })
    }

    /// Higher binds tighter; `==>` and `-->` associate to the right, comparisons make chains, the others associate to the
    /// left.
    fn precedence(self) -> u8 {
        match self {
            Infix::Iff => 1,
            Infix::Implies => 2,
            Infix::Or => 3,
            Infix::Xor => 4,
            Infix::And => 5,
            Infix::BitIff => LEAST_OF_VALUES,
            Infix::BitImplies => 7,
            Infix::Arithmetic(Binary::BitOr) => 8,
            Infix::Arithmetic(Binary::BitXor) | Infix::Repeated => 9,
            Infix::Arithmetic(Binary::BitAnd) => 10,
            Infix::Relation(_) | Infix::Member => OF_RELATIONS,
            // Shifts, sums, products, in this order.
            Infix::Arithmetic(operator) => OF_RELATIONS + operator.precedence() - 7,
        }
    }
}

/// Which way a comparison goes: up, down, or none.
fn sense(operator: Binary) -> Option<i8> {
    match operator {
        Binary::Less | Binary::LessEqual => Some(1),
        Binary::Greater | Binary::GreaterEqual => Some(-1),
        Binary::Equal | Binary::NotEqual => Some(0),
        Binary::Multiply
        | Binary::Divide
        | Binary::Remainder
        | Binary::Add
        | Binary::Subtract
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::BitAnd
        | Binary::BitXor
        | Binary::BitOr
        | Binary::And
        | Binary::Or => None,
    }
}

impl Parser<'_> {
    /// Builds a node over children of the given height.
    pub fn logic_node(&mut self, kind: ExpressionKind, span: Span, below: u32) -> Parse<Expression> {
        if below >= MAX_HEIGHT {
            return Err(self.too_deep(span));
        }
        Ok(Expression { kind, span, height: below + 1 })
    }

    /// A predicate or a term.
    pub fn logic(&mut self) -> Parse<Expression> {
        self.nested(|p| p.logic_conditional(Names::Allowed))
    }

    /// The same, or `a..b` with ends that may be missing, before a token.
    pub fn logic_range(&mut self, end: &str) -> Parse<Expression> {
        let start = self.start();
        let low = if self.at("..") { None } else { Some(self.logic()?) };
        if low.is_some() && !self.at("..") {
            return low.map_or_else(|| Err(self.expected("expression")), Ok);
        }
        self.advance();
        let high = if self.at(end) { None } else { Some(self.logic()?) };
        let below = low.iter().chain(&high).map(|e| e.height).fold(0, u32::max);
        let span = self.since(start);
        self.logic_node(ExpressionKind::Range(low.map(Box::new), high.map(Box::new)), span, below)
    }

    fn logic_conditional(&mut self, names: Names) -> Parse<Expression> {
        let condition = self.logic_binary(0, names)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let then = self.nested(|p| p.logic_conditional(Names::Forbidden))?;
        self.expect(":")?;
        let otherwise = self.nested(|p| p.logic_conditional(names))?;
        let below = condition.height.max(then.height).max(otherwise.height);
        let span = condition.span.to(otherwise.span);
        let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        self.logic_node(kind, span, below)
    }

    /// Operands and operators that bind tighter than `minimum`.
    fn logic_binary(&mut self, minimum: u8, names: Names) -> Parse<Expression> {
        let mut left = self.logic_operand(names)?;
        while let Some(operator) = Infix::of(self.token()).filter(|o| o.precedence() > minimum) {
            let own = operator.precedence();
            left = match operator {
                Infix::Relation(_) => self.logic_chain(left, names)?,
                Infix::And | Infix::Or => self.logic_list(left, operator, names)?,
                _ => {
                    self.advance();
                    let to_the_right = matches!(operator, Infix::Implies | Infix::BitImplies);
                    let least = if to_the_right { own - 1 } else { own };
                    let right = self.nested(|p| p.logic_binary(least, names))?;
                    self.logic_pair(operator, left, right)?
                }
            };
        }
        Ok(left)
    }

    /// `p && q && …`, `p || q || …`
    fn logic_list(&mut self, first: Expression, operator: Infix, names: Names) -> Parse<Expression> {
        let mut parts = vec![first];
        while Infix::of(self.token()) == Some(operator) {
            self.advance();
            parts.push(self.nested(|p| p.logic_binary(operator.precedence(), names))?);
        }
        let below = parts.iter().map(|part| part.height).fold(0, u32::max);
        let span = parts.iter().skip(1).fold(parts[0].span, |span, part| span.to(part.span));
        let and = operator == Infix::And;
        let kind = if and { ExpressionKind::And(parts) } else { ExpressionKind::Or(parts) };
        self.logic_node(kind, span, below)
    }

    /// `a <= b < c`
    fn logic_chain(&mut self, first: Expression, names: Names) -> Parse<Expression> {
        let mut rest: Vec<(Binary, Expression)> = Vec::new();
        let mut way = 0;
        while let Some(Infix::Relation(operator)) = Infix::of(self.token()) {
            let at = self.advance().span;
            let own = sense(operator).unwrap_or(0);
            let lonely = |o: Binary| o == Binary::NotEqual;
            let clash = way * own < 0 || (lonely(operator) || rest.iter().any(|(o, _)| lonely(*o)));
            if clash && !rest.is_empty() {
                return Err(self.error(at, "comparisons of a chain do not go one way"));
            }
            way = if own == 0 { way } else { own };
            rest.push((operator, self.nested(|p| p.logic_binary(OF_RELATIONS, names))?));
        }
        let below = rest.iter().map(|(_, part)| part.height).fold(first.height, u32::max);
        let span = rest.iter().fold(first.span, |span, (_, part)| span.to(part.span));
        self.logic_node(ExpressionKind::Chain(Box::new(first), rest), span, below)
    }

    fn logic_pair(&mut self, operator: Infix, left: Expression, right: Expression) -> Parse<Expression> {
        let (span, below) = (left.span.to(right.span), left.height.max(right.height));
        if operator == Infix::Repeated {
            return self.logic_node(ExpressionKind::Unmodelled("*^".to_owned()), span, 0);
        }
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match operator {
            Infix::Iff => ExpressionKind::Iff(left, right),
            Infix::Implies => ExpressionKind::Implies(left, right),
            Infix::Xor => ExpressionKind::Xor(left, right),
            Infix::BitIff => ExpressionKind::BitIff(left, right),
            Infix::BitImplies => ExpressionKind::BitImplies(left, right),
            Infix::And => ExpressionKind::And(vec![*left, *right]),
            Infix::Or => ExpressionKind::Or(vec![*left, *right]),
            Infix::Arithmetic(operator) => ExpressionKind::Binary(operator, left, right),
            Infix::Relation(operator) => ExpressionKind::Chain(left, vec![(operator, *right)]),
            Infix::Member => ExpressionKind::In(left, right),
            Infix::Repeated => ExpressionKind::Unmodelled("*^".to_owned()),
        };
        self.logic_node(kind, span, below)
    }

    /// An operand; what binds variables or gives a name goes on as far as it can.
    fn logic_operand(&mut self, names: Names) -> Parse<Expression> {
        let start = self.start();
        if names == Names::Allowed
            && let Some(name) = self.logic_name()
        {
            let body = self.nested(|p| p.logic_conditional(names))?;
            let (span, below) = (self.since(start), body.height);
            return self.logic_node(ExpressionKind::Named(name, Box::new(body)), span, below);
        }
        match self.logic_binding(names)? {
            Some(bound) => Ok(bound),
            None => self.nested(|p| p.logic_unary()),
        }
    }

    /// What binds variables, if it stands here: it goes on as far as it can.
    pub fn logic_bound(&mut self) -> Parse<Option<Expression>> {
        self.logic_binding(Names::Allowed)
    }

    fn logic_binding(&mut self, names: Names) -> Parse<Option<Expression>> {
        let token = *self.token();
        let start = token.span.start;
        let bound = match token.text {
            "\\forall" | "\\exists" | "\\lambda" if token.is_plain() => {
                self.advance();
                let variables = self.logic_variables()?;
                self.expect(";")?;
                let body = self.nested(|p| p.logic_conditional(names))?;
                let (span, below) = (self.since(start), body.height);
                let kind = match token.text {
                    "\\forall" => ExpressionKind::Quantified(Quantifier::All, variables, Box::new(body)),
                    "\\exists" => ExpressionKind::Quantified(Quantifier::Some, variables, Box::new(body)),
                    _ => ExpressionKind::Unmodelled("\\lambda".to_owned()),
                };
                self.logic_node(kind, span, below)
            }
            "\\let" if token.is_plain() => {
                self.advance();
                let name = self.identifier()?;
                self.expect("=")?;
                let value = self.logic()?;
                self.expect(";")?;
                let body = self.nested(|p| p.logic_conditional(names))?;
                let (span, below) = (self.since(start), value.height.max(body.height));
                self.logic_node(ExpressionKind::Let(name, Box::new(value), Box::new(body)), span, below)
            }
            _ => return Ok(None),
        };
        bound.map(Some)
    }

    /// `name:`, if it stands here.
    fn logic_name(&mut self) -> Option<String> {
        let token = *self.token();
        if token.kind == TokenKind::Identifier && !token.text.starts_with('\\') && self.ahead(1).is(":") {
            self.advance();
            self.advance();
            return Some(token.text.to_owned());
        }
        let mut parts = 0;
        while self.ahead(parts).kind == TokenKind::String {
            parts += 1;
        }
        if parts == 0 || !self.ahead(parts).is(":") {
            return None;
        }
        let mut name = String::new();
        for _ in 0..parts {
            name += self.advance().text.trim_matches('"');
        }
        self.advance();
        Some(name)
    }
}
