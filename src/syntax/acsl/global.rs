//! Definitions for the whole program: predicates, functions of the logic, and what is only skipped.

use super::tree::{Axiom, Definition, Global, Standing, TypeName, Unmodelled};
use crate::ast::Name;
use crate::parser::{Parse, Parser};
use crate::token::TokenKind;

impl Parser<'_> {
    /// One definition.
    pub fn global(&mut self, out: &mut Vec<Global>) -> Parse<()> {
        let start = self.start();
        let token = *self.token();
        if token.kind != TokenKind::Identifier {
            return Err(self.expected("definition"));
        }
        self.advance();
        out.push(match token.text {
            "predicate" => Global::Definition(self.definition("predicate", None, start)?),
            "logic" => {
                let result = self.logic_result_type()?;
                Global::Definition(self.definition("logic function", Some(result), start)?)
            }
            "inductive" => Global::Definition(self.inductive(start)?),
            "axiomatic" => {
                self.logic_global_name()?;
                self.expect("{")?;
                while !self.at("}") {
                    if self.at_end() {
                        return Err(self.expected("'}'"));
                    }
                    if self.global(out).is_err() {
                        self.skip_clause();
                    }
                }
                self.advance();
                return Ok(());
            }
            "type" if self.at_word("invariant") => {
                self.unmodelled_global("type invariant".to_owned(), Standing::Invariant, start)
            }
            "type" => {
                let name = self.identifier()?;
                self.logic_types.insert(name.text.clone());
                let from = self.position();
                if !self.eat(";") {
                    self.skip_clause();
                }
                let names = self.names_since(from);
                Global::Type(name, names)
            }
            "ghost" if self.at_ghost_label() => {
                let name = self.identifier()?;
                while !self.at_end() {
                    self.advance();
                }
                Global::Label(name)
            }
            "ghost" => {
                let from = self.position();
                while !self.at_end() {
                    self.advance();
                }
                let what = Unmodelled { what: "ghost code".to_owned(), span: self.since(start) };
                Global::Unmodelled(what, Standing::Stated, self.names_since(from))
            }
            "lemma" | "axiom" => self.lemma(token.text, start)?,
            "check" | "admit" if matches!(self.token().text, "lemma" | "axiom") => {
                let word = self.advance();
                match (token.text, self.lemma(word.text, start)?) {
                    ("admit", Global::Unmodelled(what, _, names)) => {
                        Global::Unmodelled(what, Standing::Given, names)
                    }
                    (_, global) => global,
                }
            }
            "strong" | "weak" if matches!(self.token().text, "global" | "type") => {
                let what = format!("{} invariant", self.advance().text);
                self.unmodelled_global(what, Standing::Invariant, start)
            }
            "global" => self.unmodelled_global("global invariant".to_owned(), Standing::Invariant, start),
            "module" => self.module(start)?,
            other => self.unmodelled_global(other.to_owned(), Standing::Stated, start),
        });
        Ok(())
    }

    /// A module, which is skipped.
    fn module(&mut self, start: u32) -> Parse<Global> {
        let from = self.position();
        let name = self.identifier()?;
        while !self.at("{") && !self.at_end() {
            self.advance();
        }
        self.logic_skip_braces()?;
        let what = Unmodelled { what: format!("module {}", name.text), span: self.since(start) };
        Ok(Global::Unmodelled(what, Standing::Stated, self.names_since(from)))
    }

    /// Skips something that is not modelled.
    fn unmodelled_global(&mut self, what: String, standing: Standing, start: u32) -> Global {
        let from = self.position();
        let what = self.unmodelled_clause(what, start);
        Global::Unmodelled(what, standing, self.names_since(from))
    }

    /// Whether `L:` and nothing more stands in ghost code.
    fn at_ghost_label(&self) -> bool {
        let last = if self.ahead(2).is(";") { 3 } else { 2 };
        self.at_identifier() && self.ahead(1).is(":") && self.ahead(last).kind == TokenKind::End
    }

    /// `NAME{L}: P;` of a lemma or an axiom.
    fn lemma(&mut self, word: &str, start: u32) -> Parse<Global> {
        let name = self.logic_global_name()?;
        let labels = self.logic_labels()?;
        let types = self.type_parameters()?;
        self.expect(":")?;
        let body = self.last_of_clause()?;
        if word == "axiom" && types.is_empty() {
            return Ok(Global::Axiom(Axiom { name, labels, body, span: self.since(start) }));
        }
        let what = format!("{word} {}", name.text);
        let standing = if word == "axiom" { Standing::Given } else { Standing::Stated };
        Ok(Global::Unmodelled(Unmodelled { what, span: self.since(start) }, standing, Vec::new()))
    }

    /// A name that may be a keyword of C.
    fn logic_global_name(&mut self) -> Parse<Name> {
        let token = *self.token();
        if token.kind != TokenKind::Identifier {
            return Err(self.expected("identifier"));
        }
        self.advance();
        Ok(Name { text: token.text.to_owned(), span: token.span })
    }

    /// `<A, B>`, or nothing.
    fn type_parameters(&mut self) -> Parse<Vec<String>> {
        let mut names = Vec::new();
        if !self.eat("<") {
            return Ok(names);
        }
        while !self.eat(">") {
            if self.at_end() {
                return Err(self.expected("'>'"));
            }
            let token = self.advance();
            if token.kind == TokenKind::Identifier {
                names.push(token.text.to_owned());
            }
        }
        Ok(names)
    }

    /// What follows `predicate`, or `logic` and a type.
    fn definition(&mut self, kind: &str, result: Option<TypeName>, start: u32) -> Parse<Definition> {
        let name = self.logic_global_name()?;
        let labels = self.logic_labels()?;
        let types = self.type_parameters()?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            if !self.at(")") {
                parameters = self.logic_variables()?;
            }
            self.expect(")")?;
        }
        let unmodelled = |what: &str, p: &Self| Unmodelled {
            what: format!("{kind} {} {what}", name.text),
            span: p.since(start),
        };
        let (declared, reads) = (!self.at("="), self.at_word("reads"));
        let body = if self.eat("=") {
            let body = self.last_of_clause()?;
            if !types.is_empty() { Err(unmodelled("with type parameters", self)) } else { Ok(body) }
        } else {
            // `reads …;`
            self.skip_clause();
            Err(unmodelled("without definition", self))
        };
        Ok(Definition {
            name,
            result,
            labels,
            types,
            parameters,
            body,
            declared,
            reads,
            span: self.since(start),
        })
    }

    /// An inductive predicate: its cases are not read.
    fn inductive(&mut self, start: u32) -> Parse<Definition> {
        let name = self.logic_global_name()?;
        let labels = self.logic_labels()?;
        let types = self.type_parameters()?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            parameters = self.logic_variables()?;
            self.expect(")")?;
        }
        self.logic_skip_braces()?;
        let what = format!("inductive predicate {}", name.text);
        let span = self.since(start);
        let body = Err(Unmodelled { what, span });
        Ok(Definition {
            name,
            result: None,
            labels,
            types,
            parameters,
            body,
            declared: false,
            reads: false,
            span,
        })
    }
}
