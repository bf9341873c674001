//! `struct`, `union` and `enum` specifiers.

use super::ast::*;
use super::declarator::Naming;
use super::parser::{Parse, Parser};

impl Parser<'_> {
    /// A `struct` or `union` specifier; attributes at its start are added to the names.
    pub fn record(&mut self, attributes: &mut Vec<String>) -> Parse<TypeSpecifier> {
        let (start, first) = (self.start(), self.position());
        let union = self.advance().text == "union";
        self.attributes(attributes)?;
        let tag = if self.at_identifier() { Some(self.identifier()?) } else { None };
        let mut fields = None;
        if self.eat("{") {
            let mut members = Vec::new();
            while !self.at("}") {
                if self.eat(";") {
                    continue;
                }
                if self.at_word("_Static_assert") {
                    self.declaration()?;
                    continue;
                }
                let bit_field = self.ahead(1).is(":") && self.is_type_name(self.token());
                if !self.starts_declaration() && !bit_field {
                    return Err(self.expected("specifier-qualifier-list"));
                }
                members.push(self.field()?);
            }
            self.expect("}")?;
            fields = Some(members);
            if self.is_packed(first) {
                attributes.push("packed".to_owned());
            }
        } else if tag.is_none() {
            return Err(self.expected("'{'"));
        }
        Ok(TypeSpecifier::Record(Record { union, tag, fields, span: self.since(start) }))
    }

    fn field(&mut self) -> Parse<FieldDeclaration> {
        let mut specifiers = self.specifiers()?;
        let mut declarators = Vec::new();
        while !self.at(";") && !self.at("}") {
            let declarator =
                if self.at(":") { Declarator::default() } else { self.declarator(Naming::Named)? };
            let width = if self.eat(":") { Some(self.constant_expression()?) } else { None };
            self.attributes(&mut specifiers.attributes)?;
            declarators.push(FieldDeclarator { declarator, width });
            if !self.eat(",") {
                break;
            }
            self.attributes(&mut specifiers.attributes)?;
        }
        if !self.at("}") {
            self.semicolon()?;
        }
        Ok(FieldDeclaration { specifiers, declarators })
    }

    pub fn enumeration(&mut self) -> Parse<TypeSpecifier> {
        let start = self.start();
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.at_identifier() { Some(self.identifier()?) } else { None };
        let mut constants = None;
        if self.eat("{") {
            let mut list = Vec::new();
            while !self.at("}") {
                let name = self.identifier()?;
                self.attributes(&mut Vec::new())?;
                let value = if self.eat("=") { Some(self.constant_expression()?) } else { None };
                self.declare(&name.text, false);
                list.push((name, value));
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat("}") {
                return Err(self.expected("',' or '}'"));
            }
            constants = Some(list);
            self.attributes(&mut attributes)?;
        } else if tag.is_none() {
            return Err(self.expected("'{'"));
        }
        let span = self.since(start);
        Ok(TypeSpecifier::Enumeration(Box::new(Enumeration { tag, attributes, constants, span })))
    }
}
