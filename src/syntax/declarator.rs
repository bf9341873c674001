//! Declarators and parameter lists.

use super::ast::*;
use super::parser::{Parse, Parser};
use focuscheck_base::source::Span;

/// So many `*`, `[]` and `()` may one declarator have.
const MAX_DERIVED: usize = 1000;

/// Whether a declarator has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    Named,
    Abstract,
    Either,
}

impl Parser<'_> {
    pub fn declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        self.nested(|p| p.declarator_here(naming))
    }

    fn declarator_here(&mut self, naming: Naming) -> Parse<Declarator> {
        let start = self.start();
        self.attributes(&mut Vec::new())?;
        let pointers = self.pointers(naming)?;
        let mut declarator = Declarator::default();
        if self.at("(") && self.parenthesised_declarator(naming) {
            self.advance();
            declarator = self.declarator(naming)?;
            self.expect(")")?;
        } else if naming != Naming::Abstract && self.at_identifier() {
            declarator.name = Some(self.identifier()?);
        } else if naming == Naming::Named {
            return Err(self.expected("identifier or '('"));
        }
        self.declarator_suffixes(&mut declarator.derived)?;
        declarator.derived.extend(pointers.into_iter().rev());
        if declarator.derived.len() > MAX_DERIVED {
            return Err(self.too_deep(self.since(start)));
        }
        declarator.span = if self.start() > start { self.since(start) } else { Span::new(start, start) };
        Ok(declarator)
    }

    /// The stars before a declared name.
    fn pointers(&mut self, naming: Naming) -> Parse<Vec<Derived>> {
        let mut pointers = Vec::new();
        if self.ahead(1).is("*") && self.unread_macro_in_declarator(naming) {
            self.advance();
        }
        while self.eat("*") {
            let (mut constant, mut volatile) = (false, false);
            loop {
                if self.eat_word(&["const", "__const", "__const__"]) {
                    constant = true;
                } else if self.eat_word(&["volatile", "__volatile__", "__volatile"]) {
                    volatile = true;
                } else if self.unread_macro_in_declarator(naming) {
                    self.advance();
                } else if self.at_word("__attribute__") || self.at_word("__attribute") {
                    self.attributes(&mut Vec::new())?;
                } else if !self.eat_word(&["restrict", "__restrict", "__restrict__", "_Atomic"]) {
                    break;
                }
            }
            pointers.push(Derived::Pointer { constant, volatile });
        }
        Ok(pointers)
    }

    /// The parameters and lengths behind a declared name.
    fn declarator_suffixes(&mut self, derived: &mut Vec<Derived>) -> Parse<()> {
        loop {
            // `f PARAMS((int))` with a macro of an unread header.
            let wrapped = self.unread
                && self.token().is_plain()
                && self.declared(self.token().text).is_none()
                && self.ahead(1).is("(")
                && self.ahead(2).is("(");
            if wrapped {
                self.advance();
                self.advance();
                self.advance();
                let parameters = self.parameters()?;
                self.expect(")")?;
                derived.push(Derived::Function(parameters));
            } else if self.eat("[") {
                while self.eat_word(&[
                    "static",
                    "const",
                    "restrict",
                    "volatile",
                    "__restrict",
                    "__restrict__",
                ]) {}
                let size = if self.at("]") {
                    None
                } else if self.at("*") && self.ahead(1).is("]") {
                    self.advance();
                    None
                } else {
                    Some(Box::new(self.assignment()?))
                };
                self.expect("]")?;
                derived.push(Derived::Array(size));
            } else if self.at("(") {
                self.advance();
                let parameters = self.parameters()?;
                derived.push(Derived::Function(parameters));
            } else {
                break;
            }
        }
        Ok(())
    }

    /// `* ZEXPORT f(`: an undeclared name before the declared one is a macro of an unread header.
    fn unread_macro_in_declarator(&self, naming: Naming) -> bool {
        let (token, next) = (self.token(), self.ahead(1));
        let unknown = self.unread && token.is_plain() && self.declared(token.text).is_none();
        unknown
            && match naming {
                Naming::Abstract => next.is("*") || next.is(")"),
                // Attributes and a name for the assembler stand behind the declared name, too.
                _ => {
                    let after = self.ahead(self.behind_attributes(1));
                    let label = after.is_word("asm") || after.is_word("__asm__") || after.is_word("__asm");
                    (after.is_plain() && !label) || next.is("*")
                }
            }
    }

    /// Whether `(` opens a declarator and not a parameter list.
    fn parenthesised_declarator(&self, naming: Naming) -> bool {
        let next = self.ahead(1);
        match naming {
            Naming::Named => true,
            Naming::Abstract => next.is("*") || next.is("(") || next.is("[") || next.is_word("__attribute__"),
            Naming::Either => {
                next.is("*")
                    || next.is("(")
                    || next.is("[")
                    || next.is_word("__attribute__")
                    || (next.is_plain() && !self.is_type_name(next))
            }
        }
    }

    /// The parameters after `(`, and the `)`.
    fn parameters(&mut self) -> Parse<Parameters> {
        if self.eat(")") {
            return Ok(Parameters::Unknown);
        }
        if self.at_word("void") && self.ahead(1).is(")") {
            self.advance();
            self.advance();
            return Ok(Parameters::Prototype { parameters: Vec::new(), variadic: false });
        }
        if self.at_names() {
            let mut names = vec![self.identifier()?];
            while self.eat(",") {
                names.push(self.identifier()?);
            }
            self.expect(")")?;
            return Ok(Parameters::Names(names));
        }
        self.open_scope();
        let result = self.prototype();
        self.close_scope();
        result
    }

    /// Whether nothing but names stands between here and `)`.
    fn at_names(&self) -> bool {
        let mut n = 0;
        loop {
            let token = self.ahead(n);
            if !token.is_plain() || self.is_type_name(token) {
                return false;
            }
            if self.ahead(n + 1).is(")") {
                return true;
            }
            if !self.ahead(n + 1).is(",") {
                return false;
            }
            n += 2;
        }
    }

    fn prototype(&mut self) -> Parse<Parameters> {
        let mut parameters = Vec::new();
        let mut variadic = false;
        loop {
            if self.eat("...") {
                variadic = true;
                break;
            }
            let next = self.ahead(1);
            // Without a name only the type stands there.
            if self.unread
                && self.token().is_plain()
                && self.declared(self.token().text).is_none()
                && (next.is(",") || next.is(")"))
            {
                self.guess_type(self.token().text);
            }
            if !self.starts_declaration() && !self.unknown_type_here() {
                let message = format!("expected declaration specifiers or '...' before {}", self.describe());
                return Err(self.error(self.token().span, message));
            }
            let mut specifiers = self.specifiers()?;
            let declarator = self.declarator(Naming::Either)?;
            self.attributes(&mut specifiers.attributes)?;
            if let Some(name) = &declarator.name {
                self.declare(&name.text.clone(), false);
            }
            parameters.push(Parameter { specifiers, declarator });
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(")") {
            return Err(self.expected("';', ',' or ')'"));
        }
        Ok(Parameters::Prototype { parameters, variadic })
    }
}
