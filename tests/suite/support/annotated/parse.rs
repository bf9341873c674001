//! Text to trees.

use super::tree::{Clause, Does, Ex, Function, Location, Loop, Range, St};

struct Token {
    line: u32,
    text: String,
}

fn tokens(text: &str) -> Vec<Token> {
    let characters: Vec<char> = text.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    const LONG: [&str; 14] =
        ["<==>", "==>", "/*@", "//@", "<=", ">=", "==", "!=", "&&", "||", "..", "*/", "++", "--"];
    while at < characters.len() {
        let start = characters[at];
        let word =
            |from: usize| characters[from..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
        let rest: String = characters[at..characters.len().min(at + 4)].iter().collect();
        let length = match start {
            '\n' => {
                line += 1;
                at += 1;
                continue;
            }
            _ if start.is_whitespace() => {
                at += 1;
                continue;
            }
            '\\' => 1 + word(at + 1),
            _ if start.is_alphanumeric() || start == '_' => word(at),
            _ => LONG.iter().find(|long| rest.starts_with(**long)).map_or(1, |long| long.len()),
        };
        let text: String = characters[at..at + length].iter().collect();
        at += length;
        // The brackets of annotations say nothing: their clauses begin with words.
        if !matches!(&text[..], "/*@" | "//@" | "*/") {
            tokens.push(Token { line, text });
        }
    }
    tokens
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

/// The function that a text is.
pub fn parse(text: &str) -> Function {
    let mut parser = Parser { tokens: tokens(text), at: 0 };
    parser.function()
}

/// How tightly operators bind, the loosest first.
const LEVELS: [&[&str]; 8] = [
    &["<==>"],
    &["==>"],
    &["||"],
    &["&&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", |token| &token.text)
    }

    fn line(&self) -> u32 {
        self.tokens.get(self.at).map_or(0, |token| token.line)
    }

    fn next(&mut self) -> String {
        let text = self.peek().to_owned();
        self.at += 1;
        text
    }

    fn take(&mut self, text: &str) -> bool {
        let is_there = self.peek() == text;
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, text: &str) {
        assert!(self.take(text), "line {}: {text} instead of {}", self.line(), self.peek());
    }

    fn function(&mut self) -> Function {
        let mut function = Function::default();
        loop {
            let line = self.line();
            match &self.next()[..] {
                "requires" => {
                    let clause = Clause { line, says: self.expression() };
                    function.requires.push(clause);
                    self.expect(";");
                }
                "ensures" => {
                    let clause = Clause { line, says: self.expression() };
                    function.ensures.push(clause);
                    self.expect(";");
                }
                "assigns" => function.assigns = Some(self.locations()),
                "int" => {
                    function.returns = true;
                    break;
                }
                "void" => break,
                other => panic!("line {line}: {other} in a contract"),
            }
        }
        function.name = self.next();
        self.expect("(");
        while !self.take(")") {
            self.expect("int");
            let array = self.take("*");
            function.parameters.push((self.next(), array));
            self.take(",");
        }
        function.body = self.block();
        function
    }

    fn locations(&mut self) -> Vec<Location> {
        let mut locations = Vec::new();
        while !self.take(";") {
            if self.take("\\nothing") || self.take(",") {
                continue;
            }
            if self.take("*") {
                self.expect("(");
                locations.push(Location::Range(self.range()));
                self.expect(")");
                continue;
            }
            let name = self.next();
            if self.take("[") {
                let first = Box::new(self.expression());
                let last = if self.take("..") { Box::new(self.expression()) } else { first.clone() };
                self.expect("]");
                locations.push(Location::Range(Range { array: name, first, last }));
            } else {
                locations.push(Location::Name(name));
            }
        }
        locations
    }

    /// `a + (first .. last)`
    fn range(&mut self) -> Range {
        let array = self.next();
        self.expect("+");
        self.expect("(");
        let first = Box::new(self.expression());
        self.expect("..");
        let last = Box::new(self.expression());
        self.expect(")");
        Range { array, first, last }
    }

    fn block(&mut self) -> Vec<St> {
        if !self.take("{") {
            return vec![self.statement()];
        }
        let mut statements = Vec::new();
        while !self.take("}") {
            statements.push(self.statement());
        }
        statements
    }

    fn statement(&mut self) -> St {
        let mut annotations = Loop::default();
        while self.take("loop") {
            let line = self.line();
            match &self.next()[..] {
                "invariant" => {
                    let clause = Clause { line, says: self.expression() };
                    annotations.invariants.push(clause);
                    self.expect(";");
                }
                "assigns" => annotations.assigns = Some(self.locations()),
                _ => {
                    annotations.variant = Some(Clause { line, says: self.expression() });
                    self.expect(";");
                }
            }
        }
        let line = self.line();
        if self.take("while") {
            self.expect("(");
            let condition = self.expression();
            self.expect(")");
            return St { line, does: Does::While(annotations, condition, self.block()) };
        }
        if self.take("for") {
            self.expect("(");
            let first = Box::new(self.statement());
            let condition = self.expression();
            self.expect(";");
            let step = Box::new(self.simple());
            self.expect(")");
            return St { line, does: Does::For(annotations, first, condition, step, self.block()) };
        }
        if self.take("if") {
            self.expect("(");
            let condition = self.expression();
            self.expect(")");
            let yes = self.block();
            let no = if self.take("else") { self.block() } else { Vec::new() };
            return St { line, does: Does::If(condition, yes, no) };
        }
        let statement = self.simple();
        self.expect(";");
        statement
    }

    fn simple(&mut self) -> St {
        let line = self.line();
        let does = if self.take("int") {
            let name = self.next();
            let value = self.take("=").then(|| self.expression());
            Does::Declare(name, value)
        } else if self.take("return") {
            Does::Return((self.peek() != ";").then(|| self.expression()))
        } else if self.take("break") {
            Does::Break
        } else if self.take("continue") {
            Does::Continue
        } else if self.take("assert") {
            Does::Assert(Clause { line, says: self.expression() })
        } else {
            let place = self.primary();
            let one = |place: &Ex, sign: &str| {
                Ex::Two(sign.to_owned(), Box::new(place.clone()), Box::new(Ex::Number(1)))
            };
            match &self.next()[..] {
                "++" => Does::Assign(place.clone(), one(&place, "+")),
                "--" => Does::Assign(place.clone(), one(&place, "-")),
                _ => Does::Assign(place, self.expression()),
            }
        };
        St { line, does }
    }

    fn expression(&mut self) -> Ex {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Ex {
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let left = self.level(level + 1);
        // Implications group to the right.
        if level == 1 && operators.contains(&self.peek()) {
            let operator = self.next();
            let right = self.level(level);
            return Ex::Two(operator, Box::new(left), Box::new(right));
        }
        let mut result = left;
        let mut last: Option<Ex> = None;
        while operators.contains(&self.peek()) {
            let operator = self.next();
            let right = self.level(level + 1);
            // `a < b < c` is `a < b && b < c`.
            let chained = last.replace(right.clone()).filter(|_| level == 5);
            result = match chained {
                Some(middle) => {
                    let more = Ex::Two(operator, Box::new(middle), Box::new(right));
                    Ex::Two("&&".to_owned(), Box::new(result), Box::new(more))
                }
                None => Ex::Two(operator, Box::new(result), Box::new(right)),
            };
        }
        result
    }

    fn unary(&mut self) -> Ex {
        if self.take("!") {
            return Ex::Not(Box::new(self.unary()));
        }
        if self.take("-") {
            return match self.unary() {
                Ex::Number(value) => Ex::Number(-value),
                inner => Ex::Minus(Box::new(inner)),
            };
        }
        self.primary()
    }

    fn primary(&mut self) -> Ex {
        let line = self.line();
        match &self.next()[..] {
            "(" => {
                let inner = self.expression();
                self.expect(")");
                inner
            }
            word @ ("\\forall" | "\\exists") => {
                let all = word == "\\forall";
                self.expect("integer");
                let name = self.next();
                self.expect(";");
                Ex::Quantified(all, name, Box::new(self.expression()))
            }
            "\\result" => Ex::Result,
            "\\old" => {
                self.expect("(");
                let inner = self.expression();
                self.expect(")");
                Ex::Old(Box::new(inner))
            }
            "\\at" => {
                self.expect("(");
                let inner = self.expression();
                self.expect(",");
                self.expect("Pre");
                self.expect(")");
                Ex::Old(Box::new(inner))
            }
            "\\valid" => {
                self.expect("(");
                let range = self.range();
                self.expect(")");
                Ex::Valid(range)
            }
            "\\separated" => {
                self.expect("(");
                let one = self.range();
                self.expect(",");
                let other = self.range();
                self.expect(")");
                Ex::Separated(one, other)
            }
            word if word.starts_with(|c: char| c.is_ascii_digit()) => {
                Ex::Number(word.parse().expect("a number"))
            }
            word if word.starts_with(|c: char| c.is_alphabetic()) => {
                let name = word.to_owned();
                if self.take("[") {
                    let index = self.expression();
                    self.expect("]");
                    return Ex::Index(name, Box::new(index));
                }
                Ex::Name(name)
            }
            other => panic!("line {line}: {other} is no expression"),
        }
    }
}
