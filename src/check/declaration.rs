//! Declarations at file scope and in blocks, and function definitions.

use super::Checker;
use super::function_pointer::CODE;
use super::resolve::{Constant, FunctionEntry, GlobalEntry, Symbol};
use super::typed::{Cell, LocalDeclaration, Statement, StatementKind, Storage, Variable, VariableId};
use super::types::{Signature, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Derived, StorageClass};

impl Checker<'_> {
    /// Reads everything at file scope but the bodies.
    pub fn file_scope(&mut self, unit: &ast::TranslationUnit) {
        for (item, external) in unit.items.iter().enumerate() {
            self.item = item;
            match external {
                ast::Item::Declaration(declaration) => self.file_declaration(declaration),
                ast::Item::Function(definition) => self.function_head(definition),
                ast::Item::Assembler(_) => self.linkage.assemble(),
            }
        }
        // A tentative definition without a length has one element.
        let names: Vec<String> = self.globals.keys().cloned().collect();
        for name in names {
            let Some(global) = self.globals.get_mut(&name) else { continue };
            if let (Type::Array(element, None), true) = (&global.ty, global.defined) {
                global.ty = Type::Array(element.clone(), Some(1));
                let span = global.span;
                self.warning(span, format!("array '{name}' assumed to have one element"));
            }
            let Some(global) = self.globals.get(&name) else { continue };
            if let (Type::Record(id), true) = (&global.ty, global.defined)
                && self.types.records[*id].fields.is_none()
                && !self.unread
            {
                let span = global.span;
                self.error(span, format!("storage size of '{name}' isn't known"));
                continue;
            }
            self.allocate_global(&name);
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
    }

    fn static_assertion(&mut self, condition: &ast::Expression, span: Span) {
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
            self.check_typedef(name, &ty, existing.as_ref(), declarator);
            self.scopes[0].insert(name.text.clone(), Symbol::Typedef(ty));
            return;
        }
        if let Type::Function(signature) = ty {
            if declarator.initializer.is_some() {
                self.error(name.span, format!("function '{}' is initialized like a variable", name.text));
            }
            self.declare_function(name, &signature, specifiers);
            let attributes = [&specifiers.attributes[..], &declarator.attributes];
            let alias = self.linkage.function(name, &attributes);
            if let (Some(alias), Some(entry)) = (alias, self.functions.get_mut(&name.text)) {
                entry.alias = Some(alias);
            }
            return;
        }
        self.linkage.variable(&name.text, &[&specifiers.attributes, &declarator.attributes]);
        if matches!(existing, Some(ref s) if !matches!(s, Symbol::Global)) {
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
        self.declare_global(name, ty.clone(), constant, specifiers.storage, &declarator.initializer);
    }

    /// A name that is declared as a type.
    fn check_typedef(
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
            Some(Symbol::Typedef(old)) if !self.types.compatible(old, ty) => self.conflict(name, ty),
            None | Some(Symbol::Typedef(_)) => {}
            Some(_) => self.redeclared(name),
        }
    }

    fn conflict(&mut self, name: &ast::Name, ty: &Type) {
        let have = self.types.name(ty);
        self.error(name.span, format!("conflicting types for '{}'; have '{have}'", name.text));
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

    fn redeclared(&mut self, name: &ast::Name) {
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
        if at_file_scope
            && matches!(self.scopes[0].get(&name.text), Some(s) if !matches!(s, Symbol::Function))
        {
            return self.redeclared(name);
        }
        self.declare(&name.text, Symbol::Function);
        self.scopes[0].entry(name.text.clone()).or_insert(Symbol::Function);
        let item = self.item;
        if let Some(known) = self.functions.get(&name.text).filter(|f| at_file_scope && f.item.is_some()) {
            // A function that is declared `static` once stays so.
            let storage = specifiers.storage.filter(|_| internal).or(Some(StorageClass::Extern));
            if !self.check_linkage(name, known.internal, storage) {
                return;
            }
        }
        let entry = self.functions.entry(name.text.clone()).or_insert_with(|| FunctionEntry {
            internal,
            signature: signature.clone(),
            definition: None,
            item: Some(item),
            passing: Vec::new(),
            prototype: false,
            stops: false,
            alias: None,
        });
        entry.item.get_or_insert(item);
        entry.stops |= stops;
        if entry.definition.is_none() && entry.signature.parameters.is_none() {
            entry.signature = signature.clone();
        }
        let known = entry.signature.clone();
        if !self.types.compatible_signatures(&known, signature) {
            self.conflict(name, &Type::Function(signature.clone().into()));
        }
    }

    fn declare_global(
        &mut self,
        name: &ast::Name,
        ty: Type,
        constant: bool,
        storage: Option<StorageClass>,
        initializer: &Option<ast::Initializer>,
    ) {
        let external = storage == Some(StorageClass::Extern);
        if let Some(known) = self.globals.get(&name.text)
            && !self.check_linkage(name, known.internal, storage)
        {
            return;
        }
        if matches!(ty, Type::VariableArray(_)) && !self.unread {
            self.error(name.span, format!("variably modified '{}' at file scope", name.text));
        }
        self.scopes[0].insert(name.text.clone(), Symbol::Global);
        // An earlier declaration may have given the length.
        let ty = match (ty, self.globals.get(&name.text).map(|g| g.ty.clone())) {
            (Type::Array(a, None), Some(Type::Array(b, Some(n)))) if self.types.compatible(&a, &b) => {
                Type::Array(b, Some(n))
            }
            (ty, _) => ty,
        };
        let ty = match initializer {
            Some(initializer) => self.completed(ty, initializer),
            None => ty,
        };
        if external && initializer.is_some() {
            self.warning(name.span, format!("'{}' initialized and declared 'extern'", name.text));
        }
        let defined = !external || initializer.is_some();
        let item = self.item;
        let entry = self.globals.entry(name.text.clone()).or_insert_with(|| GlobalEntry {
            ty: ty.clone(),
            constant,
            variable: None,
            defined,
            initialized: false,
            internal: storage == Some(StorageClass::Static),
            item,
            span: name.span,
        });
        entry.defined |= defined;
        if let (Type::Array(_, None), Type::Array(..)) = (&entry.ty, &ty) {
            entry.ty = ty.clone();
        } else if !self.types.compatible(&entry.ty, &ty) {
            return self.conflict(name, &ty);
        }
        if entry.constant != constant {
            return self.error(name.span, format!("conflicting type qualifiers for '{}'", name.text));
        }
        let again = entry.initialized && initializer.is_some();
        entry.initialized |= initializer.is_some();
        if again {
            return self.error(name.span, format!("redefinition of '{}'", name.text));
        }
        self.allocate_global(&name.text);
        let Some(initializer) = initializer else { return };
        let variable = self.globals.get(&name.text).and_then(|g| g.variable);
        match variable {
            Some(variable) => self.initialize_static(variable, &ty, initializer, constant),
            // Addresses in it escape.
            None => {
                self.initializer_effects(initializer);
            }
        }
    }

    /// Gives a global its cells once its type is complete.
    fn allocate_global(&mut self, name: &str) {
        let Some(global) = self.globals.get(name) else { return };
        let ty = global.ty.clone();
        let input = !global.defined || (self.options.globals_are_inputs && !global.initialized);
        if let Some(variable) = global.variable {
            // A later declaration may have defined it.
            let initial = if input { None } else { Some(0) };
            if !global.initialized {
                self.program.variables[variable.index()].initial.fill(initial);
                self.unknown_functions(variable, input);
            }
            return;
        }
        if self.types.unmodelled(&ty).is_some() || self.linkage.has_no_cells(name, global.defined) {
            return;
        }
        let variable = self.new_variable(name, Storage::Global, &ty, global.span);
        let cells = self.program.variables[variable.index()].cells.len();
        self.program.variables[variable.index()].initial = vec![if input { None } else { Some(0) }; cells];
        self.unknown_functions(variable, input);
        if let Some(global) = self.globals.get_mut(name) {
            global.variable = Some(variable);
        }
    }

    /// Which functions the pointers in an input point to is not known, and nobody can choose it.
    fn unknown_functions(&mut self, variable: VariableId, input: bool) {
        self.unknown_initial.retain(|(other, ..)| *other != variable);
        let object = &mut self.program.variables[variable.index()];
        for (number, (cell, initial)) in object.cells.iter().zip(&mut object.initial).enumerate() {
            if input && cell.ty == CODE {
                *initial = Some(0);
                self.unknown_initial.push((variable, number as u32, object.span));
            }
        }
    }

    pub fn new_variable(&mut self, name: &str, storage: Storage, ty: &Type, span: Span) -> VariableId {
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        self.push_variable(name, storage, cells, span)
    }

    pub fn push_variable(
        &mut self,
        name: &str,
        storage: Storage,
        cells: Vec<Cell>,
        span: Span,
    ) -> VariableId {
        let id = VariableId(self.program.variables.len() as u32);
        if matches!(storage, Storage::Local(_)) {
            self.depths.insert(id, self.scopes.len());
        }
        self.program.variables.push(Variable {
            name: name.to_owned(),
            storage,
            cells,
            initial: Vec::new(),
            span,
        });
        id
    }

    /// Initialises a variable that exists before `main` starts.
    fn initialize_static(
        &mut self,
        variable: VariableId,
        ty: &Type,
        initializer: &ast::Initializer,
        constant: bool,
    ) {
        let cells = self.program.variables[variable.index()].cells.len();
        let mut initial = vec![Some(0); cells];
        for (cell, expression) in self.initial_cells(ty, initializer) {
            let value = super::constants::evaluate(&expression, &self.constants);
            // A compound literal is put into a variable of its own.
            let mut unmodelled = false;
            super::walk::reasons(&expression, &mut |_| unmodelled = true);
            super::walk::assigned(&expression, &mut |v| unmodelled |= self.temporaries.contains(&v));
            // The result of a function is no constant, whatever else the call does.
            if value.is_none() && (!unmodelled || super::walk::takes_input(&expression)) {
                self.error(expression.span, "initializer element is not constant");
            }
            if value.is_none() {
                self.unknown_initial.push((variable, cell, expression.span));
            }
            if let Some(slot) = initial.get_mut(cell as usize) {
                *slot = value.or(Some(0));
            }
        }
        let known = !self.unknown_initial.iter().any(|(v, ..)| *v == variable);
        if let (true, Type::Integer(_), Some(Some(value))) = (constant && known, ty, initial.first()) {
            self.constants.insert(variable, *value);
        }
        self.program.variables[variable.index()].initial = initial;
    }

    pub fn declare_local(&mut self, name: &str, ty: Type, variable: Option<VariableId>, constant: bool) {
        if name.is_empty() {
            return;
        }
        if let Some(current) = &self.current {
            let names = self.locals.entry(current.id).or_default();
            names.entry(name.to_owned()).or_insert(Symbol::Local(ty.clone(), variable, false));
        }
        self.declare(name, Symbol::Local(ty, variable, constant));
    }

    /// Declares a pointer variable whose object is known.
    pub fn declare_symbol(&mut self, name: &str, symbol: Symbol) {
        if let Some(current) = &self.current {
            let names = self.locals.entry(current.id).or_default();
            names.entry(name.to_owned()).or_insert(symbol.clone());
        }
        self.declare(name, symbol);
    }

    /// A declaration in a block.
    pub fn local_declaration(
        &mut self,
        declaration: &ast::Declaration,
        span: Span,
        out: &mut Vec<Statement>,
    ) {
        if let Some(condition) = &declaration.assertion {
            return self.static_assertion(condition, declaration.span);
        }
        let base = self.specified_type(&declaration.specifiers);
        let mut ready: Vec<LocalDeclaration> = Vec::new();
        let flush = |ready: &mut Vec<LocalDeclaration>, out: &mut Vec<Statement>| {
            if !ready.is_empty() {
                out.push(Statement { kind: StatementKind::Declaration(std::mem::take(ready)), span });
            }
        };
        for declarator in &declaration.declarators {
            let mut before = Vec::new();
            let local = self.local_declarator(&declaration.specifiers, &base, declarator, &mut before);
            if !before.is_empty() {
                flush(&mut ready, out);
                out.append(&mut before);
            }
            ready.extend(local);
        }
        flush(&mut ready, out);
    }

    /// One variable of a block. `before` gets what must be executed before it.
    fn local_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        base: &Type,
        declarator: &ast::InitDeclarator,
        before: &mut Vec<Statement>,
    ) -> Option<LocalDeclaration> {
        let name = declarator.declarator.name.as_ref()?;
        let ty = match &specifiers.ty {
            // GNU's `__auto_type x = e`.
            ast::TypeSpecifier::Named(n) if n.text == "__auto_type" => match &declarator.initializer {
                Some(ast::Initializer::Expression(e)) => self.type_of(e).into_decayed(),
                _ => base.clone(),
            },
            _ => self.declared_type(base, specifiers.constant, &declarator.declarator),
        };
        if specifiers.storage == Some(StorageClass::Typedef) {
            let existing = self.scopes.last().and_then(|s| s.get(&name.text)).cloned();
            self.check_typedef(name, &ty, existing.as_ref(), declarator);
            self.declare(&name.text, Symbol::Typedef(ty));
            return None;
        }
        if let Type::Function(signature) = &ty {
            if declarator.initializer.is_some() {
                self.error(name.span, format!("function '{}' is initialized like a variable", name.text));
            }
            self.declare_function(name, signature, specifiers);
            let alias = self.linkage.function(name, &[&specifiers.attributes, &declarator.attributes]);
            if let (Some(alias), Some(entry)) = (alias, self.functions.get_mut(&name.text)) {
                entry.alias = Some(alias);
            }
            return None;
        }
        let constant = is_constant(specifiers, &declarator.declarator);
        if specifiers.storage == Some(StorageClass::Extern) {
            if declarator.initializer.is_some() {
                self.error(name.span, format!("'{}' has both 'extern' and initializer", name.text));
            }
            self.declare_global(name, ty, constant, specifiers.storage, &None);
            self.declare(&name.text, Symbol::Global);
            return None;
        }
        if ty == Type::Void {
            self.error(name.span, format!("variable or field '{}' declared void", name.text));
            return None;
        }
        if let Some(old) = self.scopes.last().and_then(|s| s.get(&name.text)) {
            let parameter = self.scopes.len() == 2
                && self.current.as_ref().is_some_and(|c| c.parameters.contains(&name.text));
            match old {
                Symbol::Local(old, ..) if !parameter && self.types.compatible(old, &ty) => {
                    self.error(name.span, format!("redeclaration of '{}' with no linkage", name.text));
                }
                Symbol::Local(..) if !parameter => self.conflict(name, &ty),
                _ => self.redeclared(name),
            }
        }
        self.check_variable_array(specifiers, name, &ty, declarator);
        let ty = match &declarator.initializer {
            Some(initializer) => self.completed(ty, initializer),
            None => ty,
        };
        let incomplete = match &ty {
            Type::Record(id) => self.types.records[*id].fields.is_none(),
            Type::Array(_, None) => true,
            _ => false,
        };
        if incomplete && !self.unread {
            let message = match ty {
                Type::Array(..) => format!("array size missing in '{}'", name.text),
                _ => format!("storage size of '{}' isn't known", name.text),
            };
            self.error(name.span, message);
        }
        let id = self.current.as_ref()?.id;
        self.evaluate_sizes(&declarator.declarator.derived, before);
        if specifiers.attributes.iter().chain(&declarator.attributes).any(|a| a == "cleanup") {
            self.undecided("variable with a cleanup function", declarator.span, before);
        }
        let static_storage = specifiers.storage == Some(StorageClass::Static);
        let storage = if static_storage { Storage::Global } else { Storage::Local(id) };
        if let (Type::Pointer(..), false, None | Some(ast::Initializer::Expression(_))) =
            (&ty, static_storage, &declarator.initializer)
            && !ty.is_function_pointer()
        {
            return self.local_pointer(name, &ty, constant, declarator, before);
        }
        let modelled = self.types.unmodelled(&ty).is_none();
        let known = self.statics.get(&name.span).copied().filter(|_| static_storage);
        let fresh = known.is_none();
        let variable =
            known.or_else(|| modelled.then(|| self.new_variable(&name.text, storage, &ty, name.span)));
        if let (Some(variable), true) = (variable, static_storage) {
            self.statics.insert(name.span, variable);
        }
        self.declare_local(&name.text, ty.clone(), variable, constant);
        let Some(variable) = variable else {
            match &declarator.initializer {
                Some(initializer) if static_storage => self.static_addresses(initializer),
                Some(initializer) => {
                    self.unmodelled_initializer(&ty, initializer, declarator.span, before);
                }
                None => {}
            }
            return None;
        };
        if static_storage && !fresh {
            declarator.initializer.iter().for_each(|i| self.static_addresses(i));
            return None;
        }
        if static_storage {
            let cells = self.program.variables[variable.index()].cells.len();
            self.program.variables[variable.index()].initial = vec![Some(0); cells];
            if let Some(initializer) = &declarator.initializer {
                self.static_addresses(initializer);
                self.initialize_static(variable, &ty, initializer, constant);
            }
            return None;
        }
        if let (Type::Record(_), Some(ast::Initializer::Expression(value))) = (&ty, &declarator.initializer)
            && matches!(value.kind, ast::ExpressionKind::Call(..) | ast::ExpressionKind::Conditional(..))
        {
            self.record_declaration(variable, &ty, value, declarator.span, before);
            return None;
        }
        let mut initializers = Vec::new();
        if let Some(initializer) = &declarator.initializer {
            let (inner, hoisted) =
                self.with_hoisting(|c| c.local_initializers(&ty, initializer, before_cells(c, variable)));
            before.extend(hoisted);
            initializers = inner;
            if let (true, [(_, value)]) = (constant, &initializers[..])
                && let Some(value) = super::constants::evaluate(value, &self.constants)
            {
                self.constants.insert(variable, value);
            }
        }
        Some(LocalDeclaration { variable, span: declarator.span, initializers })
    }
}

/// The cells of a variable.
fn before_cells(checker: &Checker<'_>, variable: VariableId) -> Vec<Cell> {
    checker.program.variables[variable.index()].cells.clone()
}

/// Whether the declared object itself (not what it points to) is `const`.
pub(super) fn is_constant(specifiers: &ast::Specifiers, declarator: &ast::Declarator) -> bool {
    match declarator.derived.iter().find(|d| !matches!(d, Derived::Array(_))) {
        None => specifiers.constant,
        Some(Derived::Pointer(own)) => *own,
        Some(_) => false,
    }
}
