//! Declarations at file scope and in blocks, and function definitions.

use super::Checker;
use super::resolve::{FunctionEntry, GlobalEntry, Symbol};
use super::typed::{
    Cell, ExpressionKind, LocalDeclaration, Place, Statement, StatementKind, Storage, Variable, VariableId,
};
use super::types::{Signature, Type};
use super::unsupported::{Target, TargetKind};
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
                ast::Item::Assembler(_) => {}
            }
        }
        // A tentative definition without a length has one element.
        let names: Vec<String> = self.globals.keys().cloned().collect();
        for name in names {
            let Some(global) = self.globals.get_mut(&name) else { continue };
            if let (Type::Array(element, None), true) = (&global.ty, global.defined) {
                global.ty = Type::Array(element.clone(), Some(1));
            }
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
            return self.static_assertion(condition);
        }
        let base = self.specified_type(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.file_declarator(&declaration.specifiers, &base, declarator);
        }
    }

    fn static_assertion(&mut self, condition: &ast::Expression) {
        if self.constant_value(condition) == Some(0) {
            self.error(condition.span, "static assertion failed");
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
            if existing.is_some_and(|s| !matches!(s, Symbol::Typedef(_))) {
                self.redeclared(name);
            }
            self.scopes[0].insert(name.text.clone(), Symbol::Typedef(ty));
            return;
        }
        if let Type::Function(signature) = ty {
            let stops = specifiers.attributes.iter().any(|a| a.eq_ignore_ascii_case("noreturn"));
            self.declare_function(name, &signature, stops);
            let alias = specifiers.attributes.iter().find_map(|a| a.strip_prefix("alias="));
            if let (Some(alias), Some(entry)) = (alias, self.functions.get_mut(&name.text)) {
                entry.alias = Some(alias.to_owned());
            }
            return;
        }
        if matches!(existing, Some(ref s) if !matches!(s, Symbol::Global)) {
            return self.redeclared(name);
        }
        let constant = is_constant(specifiers, &declarator.declarator);
        self.declare_global(
            name,
            ty.clone(),
            constant,
            specifiers.storage == Some(StorageClass::Extern),
            &declarator.initializer,
        );
    }

    fn redeclared(&mut self, name: &ast::Name) {
        self.error(name.span, format!("'{}' redeclared as different kind of symbol", name.text));
    }

    /// Declares a function, without its body.
    pub fn declare_function(&mut self, name: &ast::Name, signature: &Signature, stops: bool) {
        let at_file_scope = self.scopes.len() == 1;
        if at_file_scope
            && matches!(self.scopes[0].get(&name.text), Some(s) if !matches!(s, Symbol::Function))
        {
            return self.redeclared(name);
        }
        self.declare(&name.text, Symbol::Function);
        self.scopes[0].entry(name.text.clone()).or_insert(Symbol::Function);
        let item = self.item;
        let entry = self.functions.entry(name.text.clone()).or_insert_with(|| FunctionEntry {
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
        let clash = match (&entry.signature.parameters, &signature.parameters) {
            (Some(a), Some(b)) => a.len() != b.len(),
            _ => false,
        };
        if clash || entry.signature.result != signature.result {
            let unknown = matches!(signature.result, Type::Opaque(_));
            if !unknown {
                self.error(name.span, format!("conflicting types for '{}'", name.text));
            }
        }
    }

    fn declare_global(
        &mut self,
        name: &ast::Name,
        ty: Type,
        constant: bool,
        external: bool,
        initializer: &Option<ast::Initializer>,
    ) {
        if ty == Type::Void {
            return self.error(name.span, format!("variable or field '{}' declared void", name.text));
        }
        if matches!(ty, Type::VariableArray(_)) && !self.unread {
            self.error(name.span, format!("variably modified '{}' at file scope", name.text));
        }
        self.scopes[0].insert(name.text.clone(), Symbol::Global);
        let ty = match initializer {
            Some(initializer) => self.completed(ty, initializer),
            None => ty,
        };
        let defined = !external || initializer.is_some();
        let item = self.item;
        let entry = self.globals.entry(name.text.clone()).or_insert_with(|| GlobalEntry {
            ty: ty.clone(),
            constant,
            variable: None,
            defined,
            initialized: false,
            item,
            span: name.span,
        });
        entry.defined |= defined;
        if let (Type::Array(_, None), Type::Array(..)) = (&entry.ty, &ty) {
            entry.ty = ty.clone();
        } else if entry.ty != ty && !matches!(ty, Type::Array(_, None)) {
            return self.error(name.span, format!("conflicting types for '{}'", name.text));
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
            }
            return;
        }
        if self.types.unmodelled(&ty).is_some() {
            return;
        }
        let variable = self.new_variable(name, Storage::Global, &ty, global.span);
        let cells = self.program.variables[variable.index()].cells.len();
        self.program.variables[variable.index()].initial = vec![if input { None } else { Some(0) }; cells];
        if let Some(global) = self.globals.get_mut(name) {
            global.variable = Some(variable);
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
            if value.is_none() && !matches!(expression.kind, ExpressionKind::Unsupported { .. }) {
                self.error(expression.span, "initializer element is not constant");
            }
            if let Some(slot) = initial.get_mut(cell as usize) {
                *slot = value;
            }
        }
        if let (true, Type::Integer(_), Some(Some(value))) = (constant, ty, initial.first()) {
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
            return self.static_assertion(condition);
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
            self.declare(&name.text, Symbol::Typedef(ty));
            return None;
        }
        if let Type::Function(signature) = &ty {
            self.declare_function(name, signature, false);
            return None;
        }
        let constant = is_constant(specifiers, &declarator.declarator);
        if specifiers.storage == Some(StorageClass::Extern) {
            self.declare_global(name, ty, constant, true, &None);
            self.declare(&name.text, Symbol::Global);
            return None;
        }
        if ty == Type::Void {
            self.error(name.span, format!("variable or field '{}' declared void", name.text));
            return None;
        }
        if let Some(old) = self.scopes.last().and_then(|s| s.get(&name.text)) {
            let message = match old {
                Symbol::Local(old, ..) if *old == ty => {
                    format!("redeclaration of '{}' with no linkage", name.text)
                }
                Symbol::Local(..) => format!("conflicting types for '{}'", name.text),
                _ => format!("'{}' redeclared as different kind of symbol", name.text),
            };
            self.error(name.span, message);
        }
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
            self.error(name.span, format!("storage size of '{}' isn't known", name.text));
        }
        let id = self.current.as_ref()?.id;
        let static_storage = specifiers.storage == Some(StorageClass::Static);
        let storage = if static_storage { Storage::Global } else { Storage::Local(id) };
        if let (Type::Pointer(..), false, None | Some(ast::Initializer::Expression(_))) =
            (&ty, static_storage, &declarator.initializer)
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
        // The size of a variable-length array is evaluated, whatever it is.
        for derived in &declarator.declarator.derived {
            if let (Derived::Array(Some(size)), Type::VariableArray(_)) = (derived, &ty) {
                self.expression_statement(size, size.span, before);
            }
        }
        self.declare_local(&name.text, ty.clone(), variable, constant);
        let Some(variable) = variable else {
            if let (Some(initializer), false) = (&declarator.initializer, static_storage) {
                self.unmodelled_initializer(&ty, initializer, declarator.span, before);
            }
            return None;
        };
        if static_storage && !fresh {
            return None;
        }
        if static_storage {
            let cells = self.program.variables[variable.index()].cells.len();
            self.program.variables[variable.index()].initial = vec![Some(0); cells];
            if let Some(initializer) = &declarator.initializer {
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

impl Checker<'_> {
    /// A structure that is initialised with the result of a call or the like.
    fn record_declaration(
        &mut self,
        variable: VariableId,
        ty: &Type,
        value: &ast::Expression,
        span: Span,
        before: &mut Vec<Statement>,
    ) {
        let (stored, hoisted) = self.with_hoisting(|c| {
            let value = c.value(value);
            if !matches!(value.ty, Type::Record(_) | Type::Opaque(_)) {
                c.error(value.span, "invalid initializer");
            }
            let place =
                Place { variable, offset: 0, indices: Vec::new(), ty: c.first_cell(ty), span: value.span };
            let kind = TargetKind::Place(place);
            let target = Target { ty: ty.clone(), kind, span, read_only: None, within: None };
            c.store(target, value, span).into_statement()
        });
        before.extend(hoisted);
        before.push(Statement { kind: StatementKind::Expression(stored), span });
    }

    /// A pointer of a block: an offset in the object that it points into, if that is known.
    fn local_pointer(
        &mut self,
        name: &ast::Name,
        ty: &Type,
        constant: bool,
        declarator: &ast::InitDeclarator,
        before: &mut Vec<Statement>,
    ) -> Option<LocalDeclaration> {
        let value = match &declarator.initializer {
            Some(ast::Initializer::Expression(e)) => {
                // Its own name can be seen in its initialiser.
                self.declare(&name.text, Symbol::Local(ty.clone(), None, constant));
                let (value, hoisted) = self.with_hoisting(|c| c.value(e));
                before.extend(hoisted);
                Some(value)
            }
            _ => None,
        };
        let mut value = value;
        let statement = |effect: super::typed::Expression| Statement {
            kind: StatementKind::Expression(effect),
            span: declarator.span,
        };
        match self.declare_pointer(&name.text, name.span, ty, &mut value, declarator.span) {
            Some(effects) => before.extend(effects.into_iter().map(statement)),
            None => {
                self.declare_local(&name.text, ty.clone(), None, constant);
                if let Some(value) = value {
                    let effects = self.escaping_effects(value);
                    let reason = self.types.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
                    let mark = super::unsupported::unsupported(
                        reason,
                        effects,
                        false,
                        super::typed::IntegerType::INT,
                        declarator.span,
                    );
                    before.push(statement(mark));
                }
            }
        }
        None
    }
}

/// The cells of a variable.
fn before_cells(checker: &Checker<'_>, variable: VariableId) -> Vec<Cell> {
    checker.program.variables[variable.index()].cells.clone()
}

/// Whether the declared object itself (not what it points to) is `const`.
fn is_constant(specifiers: &ast::Specifiers, declarator: &ast::Declarator) -> bool {
    match declarator.derived.iter().find(|d| !matches!(d, Derived::Array(_))) {
        None => specifiers.constant,
        Some(Derived::Pointer(own)) => *own,
        Some(_) => false,
    }
}
