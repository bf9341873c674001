//! Declarations at file scope, and functions wherever they are declared.

use super::Checker;
use super::constants::Constant;
use super::declarator::is_constant;
use super::names::Symbol;
use super::tree::{Item, Object, ObjectId, Storage};
use super::types::{Signature, Type};
use super::vocabulary::is_uninterpreted;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, StorageClass};

impl Checker<'_> {
    /// Reads everything at file scope but the bodies.
    pub fn file_scope(&mut self, unit: &ast::TranslationUnit) {
        self.linkage.unread = self.linkage.unread.take().or_else(|| unit.unread.first().cloned());
        unit.linkage.iter().for_each(|words| self.linkage.pragma(words));
        for (item, external) in unit.items.iter().enumerate() {
            self.item = item;
            match external {
                ast::Item::Declaration(declaration) => self.file_declaration(declaration),
                ast::Item::Function(definition) => self.function_head(definition),
                ast::Item::Assembler(_) => {
                    self.linkage.assemble();
                    self.items.push(Item::Assembler);
                }
                ast::Item::Annotation(_) => {}
            }
        }
    }

    /// What is wrong with the types of variables at the end of all files, and what is only then known of them.
    pub fn complete_globals(&mut self) {
        for number in 0..self.files.len() {
            self.enter_unit(number);
            for (name, id) in self.globals.clone() {
                self.complete_global(&name, id);
            }
        }
    }

    /// What is wrong with a type at the end of the file, and what is only then known of it.
    fn complete_global(&mut self, name: &str, id: ObjectId) {
        let object = &mut self.objects[id.index()];
        let (span, storage) = (object.span, object.storage);
        if !matches!(storage, Storage::File { defined: true, .. }) {
            return;
        }
        match &object.ty {
            // A tentative definition without a length has one element.
            Type::Array(element, None) => {
                object.ty = Type::Array(element.clone(), Some(1));
                self.warning(span, format!("array '{name}' assumed to have one element"));
            }
            Type::Record(record) if self.types.records[*record].fields.is_none() && !self.unread => {
                self.error(span, format!("storage size of '{name}' isn't known"));
            }
            _ => {}
        }
    }

    fn file_declaration(&mut self, declaration: &ast::Declaration) {
        if let Some(condition) = &declaration.assertion {
            return self.static_assertion(condition, declaration.span);
        }
        let base = self.specified_type(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.file_declarator(&declaration.specifiers, &base, declarator);
        }
        self.sizes.clear();
    }

    pub fn static_assertion(&mut self, condition: &ast::Expression, span: Span) {
        match self.constant(condition) {
            Constant::Known(0) => {
                let rest = self.source.slice(Span::new(condition.span.end, span.end));
                let text = rest.find('"').zip(rest.rfind('"')).and_then(|(start, end)| rest.get(start..=end));
                let text = text.filter(|t| t.len() > 1).map_or(String::new(), |text| format!(": {text}"));
                self.error(span, format!("static assertion failed{text}"));
            }
            Constant::Known(_) | Constant::Unknown => {}
            Constant::NoInteger => {
                self.error(condition.span, "expression in static assertion is not an integer")
            }
            Constant::Variable => {
                self.error(condition.span, "expression in static assertion is not constant")
            }
        }
    }

    fn file_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        base: &Type,
        declarator: &ast::InitDeclarator,
    ) {
        let Some(name) = &declarator.declarator.name else { return };
        let ty = self.declared_type(base, specifiers.constant, &declarator.declarator);
        let existing = self.scopes[0].get(&name.text).cloned();
        if specifiers.storage == Some(StorageClass::Typedef) {
            let ty = self.attributed_typedef(ty, [&specifiers.attributes, &declarator.attributes]);
            self.check_typedef(name, &ty, existing.as_ref(), declarator);
            let volatile = self.is_volatile(specifiers, &declarator.declarator);
            self.scopes[0].insert(name.text.clone(), Symbol::Typedef(ty, volatile));
            return;
        }
        if let Type::Function(signature) = ty {
            return self.function_declarator(name, &signature, specifiers, declarator);
        }
        let ty = self.attributed(ty, &declarator.attributes);
        self.linkage.variable(&name.text, &[&specifiers.attributes, &declarator.attributes]);
        if matches!(existing, Some(ref s) if !matches!(s, Symbol::Object(_))) {
            return self.redeclared(name);
        }
        match specifiers.storage {
            Some(StorageClass::Automatic) => {
                self.error(name.span, format!("file-scope declaration of '{}' specifies 'auto'", name.text));
            }
            Some(StorageClass::Register) => {
                self.error(name.span, format!("register name not specified for '{}'", name.text));
            }
            _ => {}
        }
        let constant = is_constant(specifiers, &declarator.declarator);
        let volatile = self.is_volatile(specifiers, &declarator.declarator);
        let qualifiers = (constant, volatile);
        self.declare_global(name, ty, qualifiers, specifiers.storage, declarator.initializer.as_ref());
    }

    /// A function that is declared and not defined.
    pub fn function_declarator(
        &mut self,
        name: &ast::Name,
        signature: &Signature,
        specifiers: &ast::Specifiers,
        declarator: &ast::InitDeclarator,
    ) {
        if declarator.initializer.is_some() {
            self.error(name.span, format!("function '{}' is initialized like a variable", name.text));
        }
        self.declare_function(name, signature, specifiers);
        let alias = self.linkage.function(name, &[&specifiers.attributes, &declarator.attributes]);
        if let (Some(alias), Some(&id)) = (alias, self.names.get(&name.text)) {
            self.functions[id.index()].alias = Some(alias);
        }
    }

    /// A name that is declared as a type.
    pub fn check_typedef(
        &mut self,
        name: &ast::Name,
        ty: &Type,
        existing: Option<&Symbol>,
        declarator: &ast::InitDeclarator,
    ) {
        if declarator.initializer.is_some() {
            let message = format!("typedef '{}' is initialized (use '__typeof__' instead)", name.text);
            self.error(name.span, message);
        }
        match existing {
            Some(Symbol::Typedef(old, _)) if !self.types.compatible(old, ty) => {
                self.conflict(name, ty, true);
            }
            None | Some(Symbol::Typedef(..)) => {}
            Some(_) => self.redeclared(name),
        }
    }

    pub fn conflict(&mut self, name: &ast::Name, ty: &Type, known_here: bool) {
        let have = self.types.name(ty);
        let elsewhere = self.elsewhere(&name.text, known_here);
        self.error(name.span, format!("conflicting types for '{}'; have '{have}'{elsewhere}", name.text));
    }

    /// Whether two declarations agree about `static`; an error if not.
    fn check_linkage(&mut self, name: &ast::Name, before: bool, storage: Option<StorageClass>) -> bool {
        let text = &name.text;
        let message = match storage {
            Some(StorageClass::Static) if !before => {
                format!("static declaration of '{text}' follows non-static declaration")
            }
            None if before => format!("non-static declaration of '{text}' follows static declaration"),
            _ => return true,
        };
        self.error(name.span, message);
        false
    }

    pub fn redeclared(&mut self, name: &ast::Name) {
        self.error(name.span, format!("'{}' redeclared as different kind of symbol", name.text));
    }

    /// Declares a function, without its body.
    pub fn declare_function(
        &mut self,
        name: &ast::Name,
        signature: &Signature,
        specifiers: &ast::Specifiers,
    ) {
        let stops = specifiers.attributes.iter().any(|a| a.eq_ignore_ascii_case("noreturn"));
        let internal = specifiers.storage == Some(StorageClass::Static);
        let at_file_scope = self.scopes.len() == 1;
        let known = self.scopes[0].get(&name.text);
        if at_file_scope && matches!(known, Some(s) if !matches!(s, Symbol::Function(_))) {
            return self.redeclared(name);
        }
        let id = match internal {
            true => self.own_function(&name.text),
            false => self.function_named(&name.text),
        };
        self.declare(&name.text, Symbol::Function(id));
        self.scopes[0].entry(name.text.clone()).or_insert(Symbol::Function(id));
        let head = self.heads[id.index()];
        if at_file_scope && head.item.is_some() {
            // A function that is declared `static` once stays so.
            let storage = specifiers.storage.filter(|_| internal).or(Some(StorageClass::Extern));
            if !self.check_linkage(name, head.internal, storage) {
                return;
            }
        }
        let (item, head) = (self.item, &mut self.heads[id.index()]);
        let known_here = head.item.is_some();
        head.item.get_or_insert(item);
        let entry = &mut self.functions[id.index()];
        if !entry.declared {
            head.internal = internal;
            entry.declared = true;
            entry.signature = signature.clone();
        }
        entry.stops |= stops;
        if entry.definition.is_none() && entry.signature.parameters.is_none() {
            entry.signature = signature.clone();
        }
        let known = entry.signature.clone();
        match self.types.compatible_signatures(&known, signature) {
            true => {}
            false if is_uninterpreted(&name.text) => self.functions[id.index()].signature.parameters = None,
            false => self.conflict(name, &Type::Function(signature.clone().into()), known_here),
        }
        if self.linked.functions.get(&name.text) == Some(&id) {
            self.linked.places.entry(name.text.clone()).or_insert(name.span);
        }
    }

    /// Declares a variable at file scope, or one that is there from a block; whether it is `const` and `volatile` itself.
    pub fn declare_global(
        &mut self,
        name: &ast::Name,
        ty: Type,
        (constant, volatile): (bool, bool),
        storage: Option<StorageClass>,
        written: Option<&ast::Initializer>,
    ) {
        let external = storage == Some(StorageClass::Extern);
        let internal = storage == Some(StorageClass::Static);
        let known_here = self.globals.contains_key(&name.text);
        let known = self.known_global(&name.text, internal);
        if let Some(Storage::File { internal, .. }) = known.map(|id| self.objects[id.index()].storage)
            && !self.check_linkage(name, internal, storage)
        {
            return;
        }
        if matches!(ty, Type::VariableArray(_)) && !self.unread {
            self.error(name.span, format!("variably modified '{}' at file scope", name.text));
        }
        // An earlier declaration may have given the length.
        let ty = match (ty, known.map(|id| self.objects[id.index()].ty.clone())) {
            (Type::Array(a, None), Some(Type::Array(b, Some(n)))) if self.types.compatible(&a, &b) => {
                Type::Array(b, Some(n))
            }
            (ty, _) => ty,
        };
        let defined = !external || written.is_some();
        let id = known.unwrap_or_else(|| self.new_global(name, &ty, constant, internal));
        self.globals.insert(name.text.clone(), id);
        self.declared_at.entry(id).or_insert(self.item);
        self.objects[id.index()].volatile |= volatile;
        self.scopes[0].insert(name.text.clone(), Symbol::Object(id));
        let (ty, initializer) = match written {
            Some(written) => {
                let (ty, initializer) = self.initializer(ty, written);
                (ty, Some(initializer))
            }
            None => (ty, None),
        };
        if external && written.is_some() {
            self.warning(name.span, format!("'{}' initialized and declared 'extern'", name.text));
        }
        if !self.agrees(name, id, (&ty, constant), known_here) {
            return;
        }
        if !internal {
            self.linked.places.entry(name.text.clone()).or_insert(name.span);
        }
        let Storage::File { internal, defined: before, initialized } = self.objects[id.index()].storage
        else {
            return;
        };
        if initialized && written.is_some() {
            let place = self.elsewhere(&name.text, known_here).replace(", unlike", ", declared");
            return self.error(name.span, format!("redefinition of '{}'{place}", name.text));
        }
        let initialized = initialized || written.is_some();
        self.objects[id.index()].storage =
            Storage::File { internal, defined: before || defined, initialized };
        let Some(initializer) = initializer else { return };
        // What changes by itself has no value that is known.
        self.check_static(&initializer, &ty, (constant && !volatile).then_some(id));
        self.items.push(Item::Initializer(id, initializer));
    }

    fn new_global(&mut self, name: &ast::Name, ty: &Type, constant: bool, internal: bool) -> ObjectId {
        let id = self.new_object(Object {
            name: name.text.clone(),
            ty: ty.clone(),
            storage: Storage::File { internal, defined: false, initialized: false },
            constant,
            volatile: false,
            span: name.span,
        });
        if !internal {
            self.linked.objects.insert(name.text.clone(), id);
        }
        self.items.push(Item::Object(id));
        id
    }

    /// Whether a declaration of a variable agrees with those before it; an error if not.
    fn agrees(
        &mut self,
        name: &ast::Name,
        id: ObjectId,
        (ty, constant): (&Type, bool),
        known_here: bool,
    ) -> bool {
        let object = &mut self.objects[id.index()];
        if let (Type::Array(_, None), Type::Array(..)) = (&object.ty, ty) {
            object.ty = ty.clone();
        } else if !self.types.compatible(&object.ty, ty) {
            self.conflict(name, ty, known_here);
            return false;
        }
        if object.constant != constant {
            let elsewhere = self.elsewhere(&name.text, known_here);
            self.error(name.span, format!("conflicting type qualifiers for '{}'{elsewhere}", name.text));
            return false;
        }
        true
    }
}
