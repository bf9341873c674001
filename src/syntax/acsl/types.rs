//! Names of types in annotations, and variables that are bound.

use super::tree::{TypeName, Variable};
use crate::ast::{self, Declarator, Derived, Specifiers};
use crate::declarator::Naming;
use crate::parser::{Parse, Parser};
use focuscheck_base::source::Span;

/// What a type name begins with.
enum Base {
    Integer,
    Real,
    Boolean,
    C(Specifiers),
    Other(String),
}

impl Parser<'_> {
    /// Whether the name of a type stands `n` tokens further on.
    pub fn logic_type_at(&self, n: usize) -> bool {
        let token = self.ahead(n);
        if matches!(token.text, "integer" | "real" | "boolean" | "\\list") && token.is_plain() {
            return self.declared(token.text) != Some(false);
        }
        self.type_name_at(n) || (token.is_plain() && self.logic_types.contains(token.text))
    }

    /// The name of a type: of a cast, of `sizeof`.
    pub fn logic_type(&mut self) -> Parse<TypeName> {
        let start = self.start();
        let base = self.logic_base()?;
        let declarator = self.declarator(Naming::Abstract)?;
        Ok(derived(&base, declarator, self.since(start)))
    }

    /// The type of a function of the logic, before its name.
    pub fn logic_result_type(&mut self) -> Parse<TypeName> {
        let start = self.start();
        let base = self.logic_base()?;
        let mut pointers = Vec::new();
        while self.eat("*") {
            while self.eat_word(&["const", "volatile", "restrict"]) {}
            pointers.push(Derived::Pointer { constant: false, volatile: false });
        }
        let mut lengths = Vec::new();
        while self.eat("[") {
            let length = if self.at("]") { None } else { Some(Box::new(self.assignment()?)) };
            self.expect("]")?;
            lengths.push(Derived::Array(length));
        }
        lengths.append(&mut pointers);
        let pointers = lengths;
        let declarator = Declarator { name: None, derived: pointers, span: self.since(start) };
        Ok(derived(&base, declarator, self.since(start)))
    }

    /// `T x, y, U z`
    pub fn logic_variables(&mut self) -> Parse<Vec<Variable>> {
        let mut variables = Vec::new();
        loop {
            let start = self.start();
            let base = self.logic_base()?;
            loop {
                let mut declarator = self.declarator(Naming::Named)?;
                let Some(name) = declarator.name.take() else { return Err(self.expected("identifier")) };
                let ty = derived(&base, declarator, self.since(start));
                variables.push(Variable { name, ty });
                if !self.eat(",") {
                    return Ok(variables);
                }
                if self.logic_type_at(0) || self.other_type_here() {
                    break;
                }
            }
        }
    }

    /// Whether two names follow each other here, of which the first can only be that of a type.
    fn other_type_here(&self) -> bool {
        let next = self.ahead(1);
        self.token().is_plain() && (next.is_plain() || next.is("<"))
    }

    fn logic_base(&mut self) -> Parse<Base> {
        let token = *self.token();
        let base = match token.text {
            _ if !token.is_plain() => None,
            "integer" => Some(Base::Integer),
            "real" => Some(Base::Real),
            "boolean" => Some(Base::Boolean),
            _ => None,
        };
        if let Some(base) = base {
            self.advance();
            return Ok(base);
        }
        let of_logic = token.is_plain() && self.logic_types.contains(token.text);
        if self.type_name_at(0) && !of_logic {
            return Ok(Base::C(self.specifiers()?));
        }
        if !token.is_plain() {
            return Err(self.expected("type name"));
        }
        let name = self.identifier()?;
        let mut depth = 0;
        while self.at("<") || depth > 0 {
            if self.at_end() {
                return Err(self.expected("'>'"));
            }
            depth += match self.advance().operator() {
                "<" => 1,
                ">" => -1,
                ">>" => -2,
                _ => 0,
            };
        }
        Ok(Base::Other(name.text))
    }
}

/// The type that a declarator derives.
fn derived(base: &Base, declarator: Declarator, span: Span) -> TypeName {
    let plain = declarator.derived.is_empty();
    match base {
        Base::Integer if plain => TypeName::Integer,
        Base::Real if plain => TypeName::Real,
        Base::Boolean if plain => TypeName::Boolean,
        Base::Integer => TypeName::Other("array of integer".to_owned()),
        Base::Real => TypeName::Other("array of real".to_owned()),
        Base::Boolean => TypeName::Other("array of boolean".to_owned()),
        Base::Other(name) => TypeName::Other(name.clone()),
        Base::C(specifiers) => {
            TypeName::C(Box::new(ast::TypeName { specifiers: specifiers.clone(), declarator, span }))
        }
    }
}
