//! Declarations: specifiers, declarators, initialisers, function definitions.

use super::ast::*;
use super::declarator::Naming;
use super::parser::{Failed, Parse, Parser};
use super::token::TokenKind;
use focuscheck_base::source::Span;

impl Parser<'_> {
    /// The whole file.
    pub fn translation_unit(&mut self) -> TranslationUnit {
        let mut items = Vec::new();
        while !self.at_end() {
            let annotations = self.file_annotations(&mut items);
            if self.eat(";") {
                self.annotations.unattached.extend(annotations);
                continue;
            }
            let before = self.position();
            match self.external(&mut items) {
                Ok(()) => self.annotate(items.last_mut(), annotations),
                Err(Failed) => {
                    self.recover();
                    // A brace too many, and anything else that would stop us.
                    if self.position() == before || self.at("}") {
                        self.error(
                            self.token().span,
                            format!("expected identifier or '(' before {}", self.describe()),
                        );
                        self.advance();
                    }
                }
            }
        }
        let last = self.file_annotations(&mut items);
        self.annotations.unattached.extend(last);
        TranslationUnit {
            items,
            headers: std::mem::take(&mut self.headers),
            unattached: self.annotations.finish(),
            ..TranslationUnit::default()
        }
    }

    /// The annotations before the next item; those of the whole program become items of their own.
    fn file_annotations(&mut self, items: &mut Vec<Item>) -> Vec<Annotation> {
        let (global, others): (Vec<_>, Vec<_>) = self
            .annotations_here()
            .into_iter()
            .partition(|a| matches!(a.kind(), AnnotationKind::Global | AnnotationKind::Ghost));
        items.extend(global.into_iter().map(Item::Annotation));
        others
    }

    /// Gives annotations to what they stand before.
    fn annotate(&mut self, item: Option<&mut Item>, annotations: Vec<Annotation>) {
        match item {
            Some(Item::Declaration(declaration)) => declaration.annotations = annotations,
            Some(Item::Function(function)) => function.annotations = annotations,
            Some(Item::Assembler(_) | Item::Annotation(_)) | None => {
                self.annotations.unattached.extend(annotations);
            }
        }
    }

    fn external(&mut self, items: &mut Vec<Item>) -> Parse<()> {
        let start = self.start();
        if self.at_word("asm") || self.at_word("__asm__") || self.at_word("__asm") {
            self.advance();
            while self.eat_word(&["volatile", "__volatile__", "__volatile", "inline", "__inline__"]) {}
            self.skip_parentheses()?;
            self.semicolon()?;
            items.push(Item::Assembler(self.since(start)));
            return Ok(());
        }
        let starts = self.token().kind == TokenKind::Identifier
            || self.at("*")
            || self.at("(")
            || (self.at("[") && self.ahead(1).is("["));
        if !starts {
            return Err(self.expected("identifier or '('"));
        }
        if let Some(assertion) = self.static_assertion()? {
            items.push(Item::Declaration(assertion));
            return Ok(());
        }
        let mut specifiers = self.specifiers()?;
        if self.eat(";") {
            items.push(Item::Declaration(self.declaration_end(specifiers, Vec::new(), start)));
            return Ok(());
        }
        let declarator = self.declarator(Naming::Named)?;
        let mut behind = Vec::new();
        let function = matches!(declarator.derived.first(), Some(Derived::Function(_)));
        if function && specifiers.storage != Some(StorageClass::Typedef) {
            let names = matches!(declarator.derived.first(), Some(Derived::Function(Parameters::Names(_))));
            let label = self.label_and_attributes(&mut behind)?;
            if self.at(";") {
                specifiers.attributes.append(&mut behind);
            }
            behind.extend(label);
            if self.at("{") || (names && !self.at(";") && !self.at(",") && !self.at("=")) {
                let function = self.function(specifiers, declarator, start)?;
                items.push(Item::Function(Box::new(function)));
                return Ok(());
            }
        }
        if specifiers.ty == TypeSpecifier::Implicit && specifiers.storage.is_none() && !function {
            self.warning(declarator.span, "data definition has no type or storage class");
        }
        let declaration = self.declaration_rest(specifiers, Some(declarator), behind, start)?;
        items.push(Item::Declaration(declaration));
        Ok(())
    }

    fn function(
        &mut self,
        specifiers: Specifiers,
        declarator: Declarator,
        start: u32,
    ) -> Parse<FunctionDefinition> {
        if let Some(name) = &declarator.name {
            self.declare(&name.text.clone(), false);
        }
        self.open_scope();
        let mut old_style = Vec::new();
        match declarator.derived.first() {
            Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
                for name in parameters.iter().filter_map(|p| p.declarator.name.as_ref()) {
                    self.declare(&name.text.clone(), false);
                }
            }
            Some(Derived::Function(Parameters::Names(names))) => {
                for name in names {
                    self.declare(&name.text.clone(), false);
                }
            }
            _ => {}
        }
        let mut result = Ok(());
        while !self.at("{") && result.is_ok() {
            if self.unread && self.at_identifier() && self.declared(self.token().text).is_none() {
                let name = self.token().text.to_string();
                self.guess_type(&name);
            }
            if self.starts_declaration() {
                match self.declaration() {
                    Ok(declaration) => old_style.push(declaration),
                    Err(failed) => result = Err(failed),
                }
            } else {
                result = Err(self.expected("declaration specifiers"));
            }
        }
        let body = result.and_then(|()| self.block());
        self.close_scope();
        Ok(FunctionDefinition {
            specifiers,
            declarator,
            old_style,
            body: body?,
            annotations: Vec::new(),
            span: self.since(start),
        })
    }

    /// A declaration or a nested function in a block.
    pub fn local(&mut self) -> Parse<StatementKind> {
        let start = self.start();
        if let Some(assertion) = self.static_assertion()? {
            return Ok(StatementKind::Declaration(assertion));
        }
        let mut specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(StatementKind::Declaration(self.declaration_end(specifiers, Vec::new(), start)));
        }
        let declarator = self.declarator(Naming::Named)?;
        let mut behind = Vec::new();
        let function = matches!(declarator.derived.first(), Some(Derived::Function(_)));
        if function && specifiers.storage != Some(StorageClass::Typedef) {
            let names = matches!(declarator.derived.first(), Some(Derived::Function(Parameters::Names(_))));
            let label = self.label_and_attributes(&mut specifiers.attributes)?;
            behind.extend(label);
            if self.at("{") || (names && self.is_specifier(self.token())) {
                let function = self.nested(|p| p.function(specifiers, declarator, start))?;
                return Ok(StatementKind::Function(Box::new(function)));
            }
        }
        let declaration = self.declaration_rest(specifiers, Some(declarator), behind, start)?;
        Ok(StatementKind::Declaration(declaration))
    }

    /// A declaration at the start of a `for`, or of an old-style parameter.
    pub fn declaration(&mut self) -> Parse<Declaration> {
        let start = self.start();
        if let Some(assertion) = self.static_assertion()? {
            return Ok(assertion);
        }
        let specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(self.declaration_end(specifiers, Vec::new(), start));
        }
        self.declaration_rest(specifiers, None, Vec::new(), start)
    }

    fn static_assertion(&mut self) -> Parse<Option<Declaration>> {
        let start = self.start();
        if !self.eat_word(&["_Static_assert"]) {
            return Ok(None);
        }
        self.expect("(")?;
        let condition = self.constant_expression()?;
        if self.eat(",") {
            self.assignment()?;
        }
        self.expect(")")?;
        self.semicolon()?;
        let specifiers = Specifiers {
            storage: None,
            constant: false,
            volatile: false,
            attributes: Vec::new(),
            ty: TypeSpecifier::Implicit,
            span: Span::new(start, start),
        };
        let mut declaration = self.declaration_end(specifiers, Vec::new(), start);
        declaration.assertion = Some(condition);
        Ok(Some(declaration))
    }

    fn declaration_end(
        &self,
        specifiers: Specifiers,
        declarators: Vec<InitDeclarator>,
        start: u32,
    ) -> Declaration {
        Declaration {
            specifiers,
            declarators,
            assertion: None,
            annotations: Vec::new(),
            span: self.since(start),
        }
    }

    fn declaration_rest(
        &mut self,
        mut specifiers: Specifiers,
        first: Option<Declarator>,
        mut behind: Vec<String>,
        start: u32,
    ) -> Parse<Declaration> {
        let mut declarators = Vec::new();
        let mut next = first;
        loop {
            let declarator = match next.take() {
                Some(declarator) => declarator,
                None => self.declarator(Naming::Named)?,
            };
            let mut attributes = std::mem::take(&mut behind);
            let label = self.label_and_attributes(&mut attributes)?;
            // Those of one of several declarators are not those of the others.
            if declarators.is_empty() && self.at(";") {
                let (labels, others) = attributes.into_iter().partition(|a| a.starts_with("asm="));
                specifiers.attributes.extend::<Vec<String>>(others);
                attributes = labels;
            }
            attributes.extend(label);
            if let Some(name) = &declarator.name {
                self.declare(&name.text.clone(), specifiers.storage == Some(StorageClass::Typedef));
            }
            let initializer = if self.eat("=") { Some(self.initializer()?) } else { None };
            let span = self.since(declarator.span.start);
            declarators.push(InitDeclarator { declarator, attributes, initializer, span });
            if !self.eat(",") {
                break;
            }
            self.attributes(&mut specifiers.attributes)?;
        }
        if !self.at(";") && declarators.last().is_some_and(|d| d.initializer.is_none()) && !self.at("}") {
            let after = self.previous().end;
            let message =
                format!("expected '=', ',', ';', 'asm' or '__attribute__' before {}", self.describe());
            let message = message.replace(" before end of input", " at end of input");
            // A statement on the next line goes on.
            let same_line = self.same_line_as_previous();
            let span = if same_line { self.token().span } else { Span::new(after, after) };
            let failed = self.error(span, message);
            if same_line {
                return Err(failed);
            }
        } else if !self.at(";") {
            let after = self.previous().end;
            let message = format!("expected ',' or ';' before {}", self.describe());
            let message = message.replace(" before end of input", " at end of input");
            let same_line = self.same_line_as_previous();
            let failed = self.error(Span::new(after, after), message);
            if same_line && !self.at("}") {
                return Err(failed);
            }
        }
        self.eat(";");
        Ok(self.declaration_end(specifiers, declarators, start))
    }

    /// `asm("name")` and attributes after a declarator.
    fn label_and_attributes(&mut self, names: &mut Vec<String>) -> Parse<Option<String>> {
        self.attributes(names)?;
        let mut label = None;
        if self.eat_word(&["asm", "__asm__", "__asm"]) {
            let text = self.ahead(1);
            label = (text.kind == TokenKind::String).then(|| format!("asm={}", text.text.trim_matches('"')));
            self.skip_parentheses()?;
        }
        self.attributes(names)?;
        Ok(label)
    }

    /// `__attribute__((…))`, any number of them; their names are recorded, of an alias also what it is one of,
    /// of a
    /// section its name, and of a machine mode which: `alias=f`, `section=.data`, `mode(QI)`.
    pub fn attributes(&mut self, names: &mut Vec<String>) -> Parse<()> {
        while self.eat_word(&["__attribute__", "__attribute"]) {
            let doubled = self.at("(") && self.ahead(1).is("(");
            if !doubled {
                self.skip_parentheses()?;
                continue;
            }
            self.advance();
            self.advance();
            while !self.at(")") {
                if self.eat(",") {
                    continue;
                }
                if self.token().kind != TokenKind::Identifier {
                    return Err(self.expected("')'"));
                }
                let name = self.advance().text.trim_matches('_').to_owned();
                let aim = self.ahead(1);
                let name = match (name.as_str(), aim.kind) {
                    ("alias", TokenKind::String) => format!("alias={}", aim.text.trim_matches('"')),
                    ("section", TokenKind::String) => format!("section={}", aim.text.trim_matches('"')),
                    ("mode", TokenKind::Identifier) => format!("mode({})", aim.text.trim_matches('_')),
                    _ => name,
                };
                if !names.contains(&name) {
                    names.push(name);
                }
                if self.at("(") {
                    self.skip_parentheses()?;
                }
            }
            self.expect(")")?;
            self.expect(")")?;
        }
        self.standard_attributes()
    }

    /// `[[…]]`, any number of them.
    pub fn standard_attributes(&mut self) -> Parse<()> {
        while self.at("[") && self.ahead(1).is("[") {
            let mut depth = 0;
            loop {
                depth += i32::from(self.at("["));
                depth -= i32::from(self.at("]"));
                if self.at_end() {
                    return Err(self.expected("']'"));
                }
                self.advance();
                if depth == 0 {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether a declaration starts here rather than a statement.
    pub fn starts_declaration(&self) -> bool {
        let token = self.token();
        if token.kind != TokenKind::Identifier {
            return token.is("[") && self.ahead(1).is("[");
        }
        if token.is_word("__extension__") {
            // Before an expression it means nothing, before a declaration neither.
            let next = self.ahead(1);
            return self.is_specifier(next) || (self.is_type_name(next) && !self.ahead(2).is("("));
        }
        if self.is_specifier(token) {
            return true;
        }
        if self.ahead(1).is(":") && !self.ahead(2).is(":") {
            return false;
        }
        let next = self.ahead(1);
        let macro_and_type = self.is_specifier(next);
        self.is_type_name(token) || self.unknown_type_here() || (macro_and_type && self.unknown_macro_here())
    }

    /// An undeclared name followed by another name, or by a pointer declarator, is a type of a header that
    /// was not read, or a mistake.
    pub fn unknown_type_here(&self) -> bool {
        let token = self.token();
        if !token.is_plain() || self.declared(token.text).is_some() {
            return false;
        }
        let next = self.ahead(1);
        if next.is_plain() {
            let new_line = next.line_start && !self.at_file_scope();
            return !new_line || self.ahead(2).is(";") || self.ahead(2).is("=");
        }
        if self.unread && next.is_word("__attribute__") {
            let behind = self.ahead(self.behind_attributes(1));
            return behind.is_plain() && self.declared(behind.text) != Some(true);
        }
        if !self.unread || !next.is("*") {
            return false;
        }
        let mut n = 1;
        while self.ahead(n).is("*") || matches!(self.ahead(n).text, "const" | "restrict" | "volatile") {
            n += 1;
        }
        // A product of something unknown would be a statement without effect.
        let named = self.ahead(n).is_plain();
        let after = self.ahead(n + usize::from(named));
        [";", "=", ",", "[", "(", ")"].iter().any(|p| after.is(p)) || (named && self.at_file_scope())
    }

    /// The distance to the first token behind the attributes that stand at a distance.
    pub fn behind_attributes(&self, mut n: usize) -> usize {
        while self.ahead(n).is_word("__attribute__") {
            n += 1;
            let mut depth = 0;
            loop {
                let token = self.ahead(n);
                depth += i32::from(token.is("("));
                depth -= i32::from(token.is(")"));
                if token.kind == TokenKind::End || (depth == 0 && !token.is(")")) {
                    break;
                }
                n += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        n
    }
}
