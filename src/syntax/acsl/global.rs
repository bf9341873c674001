//! Definitions for the whole program: predicates, functions of the logic, and what is only skipped.

use super::tree::{Definition, Global, TypeName, Unmodelled};
use crate::syntax::ast::Name;
use crate::syntax::parser::{Parse, Parser};
use crate::syntax::token::TokenKind;

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
                    self.global(out)?;
                }
                self.advance();
                return Ok(());
            }
            "type" if self.at_word("invariant") => {
                Global::Unmodelled(self.unmodelled_clause("type invariant".to_owned(), start))
            }
            "type" => {
                let name = self.identifier()?;
                if !self.eat(";") {
                    self.skip_clause();
                }
                Global::Type(name)
            }
            "ghost" => {
                while !self.at_end() {
                    self.advance();
                }
                Global::Unmodelled(Unmodelled { what: "ghost code".to_owned(), span: self.since(start) })
            }
            "lemma" | "axiom" => self.lemma(token.text, start)?,
            "check" | "admit" if matches!(self.token().text, "lemma" | "axiom") => {
                let word = self.advance();
                self.lemma(word.text, start)?
            }
            "strong" | "weak" if matches!(self.token().text, "global" | "type") => {
                let what = format!("{} invariant", self.advance().text);
                Global::Unmodelled(self.unmodelled_clause(what, start))
            }
            "global" => Global::Unmodelled(self.unmodelled_clause("global invariant".to_owned(), start)),
            "module" => {
                let name = self.identifier()?;
                while !self.at("{") && !self.at_end() {
                    self.advance();
                }
                self.logic_skip_braces()?;
                Global::Unmodelled(Unmodelled {
                    what: format!("module {}", name.text),
                    span: self.since(start),
                })
            }
            other => Global::Unmodelled(self.unmodelled_clause(other.to_owned(), start)),
        });
        Ok(())
    }

    /// `NAME{L}: P;` of a lemma or an axiom.
    fn lemma(&mut self, word: &str, start: u32) -> Parse<Global> {
        let name = self.logic_global_name()?;
        self.logic_labels()?;
        self.type_parameters()?;
        self.expect(":")?;
        self.last_of_clause()?;
        let what = format!("{word} {}", name.text);
        Ok(Global::Unmodelled(Unmodelled { what, span: self.since(start) }))
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

    /// `<A, B>`; whether there are some.
    fn type_parameters(&mut self) -> Parse<bool> {
        if !self.eat("<") {
            return Ok(false);
        }
        while !self.eat(">") {
            if self.at_end() {
                return Err(self.expected("'>'"));
            }
            self.advance();
        }
        Ok(true)
    }

    /// What follows `predicate`, or `logic` and a type.
    fn definition(&mut self, kind: &str, result: Option<TypeName>, start: u32) -> Parse<Definition> {
        let name = self.logic_global_name()?;
        let labels = self.logic_labels()?;
        let generic = self.type_parameters()?;
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
        let body = if self.eat("=") {
            let body = self.last_of_clause()?;
            if generic { Err(unmodelled("with type parameters", self)) } else { Ok(body) }
        } else {
            // `reads …;`
            self.skip_clause();
            Err(unmodelled("without definition", self))
        };
        Ok(Definition { name, result, labels, parameters, body, span: self.since(start) })
    }

    /// An inductive predicate: its cases are not read.
    fn inductive(&mut self, start: u32) -> Parse<Definition> {
        let name = self.logic_global_name()?;
        let labels = self.logic_labels()?;
        self.type_parameters()?;
        let mut parameters = Vec::new();
        if self.eat("(") {
            parameters = self.logic_variables()?;
            self.expect(")")?;
        }
        self.logic_skip_braces()?;
        let what = format!("inductive predicate {}", name.text);
        let span = self.since(start);
        Ok(Definition { name, result: None, labels, parameters, body: Err(Unmodelled { what, span }), span })
    }
}
