//! Declarations in blocks, and what static initialisers may be.

use super::Checker;
use super::constants;
use super::declarator::is_constant;
use super::effects;
use super::names::Symbol;
use super::tree::{
    Declaration, InitialValue, Initializer, Object, ObjectId, Statement, StatementKind, Storage,
};
use super::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, StorageClass};

impl Checker<'_> {
    /// A declaration in a block.
    pub fn local_declaration(&mut self, declaration: &ast::Declaration, span: Span) -> Statement {
        let mut made = Vec::new();
        if let Some(condition) = &declaration.assertion {
            self.static_assertion(condition, declaration.span);
        } else {
            self.sizes.clear();
            let base = self.specified_type(&declaration.specifiers);
            for declarator in &declaration.declarators {
                self.local_declarator(&declaration.specifiers, &base, declarator, &mut made);
            }
            self.take_sizes(&mut made);
        }
        Statement { kind: StatementKind::Declaration(made), annotations: Vec::new(), contract: None, span }
    }

    /// Sizes that are not constant are evaluated where they are written.
    fn take_sizes(&mut self, out: &mut Vec<Declaration>) {
        if !self.sizes.is_empty() {
            let sizes = std::mem::take(&mut self.sizes);
            out.push(Declaration::Sizes(sizes.into_iter().rev().map(|(size, _)| size).collect()));
        }
    }

    /// One name of a block.
    fn local_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        base: &Type,
        declarator: &ast::InitDeclarator,
        out: &mut Vec<Declaration>,
    ) {
        let Some(name) = &declarator.declarator.name else { return };
        let deduced = matches!(&specifiers.ty, ast::TypeSpecifier::Named(n) if n.text == "__auto_type");
        if deduced && let Some(ast::Initializer::Expression(e)) = &declarator.initializer {
            return self.deduced_declarator(specifiers, name, e, declarator, out);
        }
        let ty = match deduced {
            true => base.clone(),
            false => self.declared_type(base, specifiers.constant, &declarator.declarator),
        };
        if specifiers.storage == Some(StorageClass::Typedef) {
            let ty = self.attributed_typedef(ty, [&specifiers.attributes, &declarator.attributes]);
            let existing = self.scopes.last().and_then(|s| s.get(&name.text)).cloned();
            self.check_typedef(name, &ty, existing.as_ref(), declarator);
            let volatile = self.is_volatile(specifiers, &declarator.declarator);
            self.declare(&name.text, Symbol::Typedef(ty, volatile));
            return;
        }
        if let Type::Function(signature) = &ty {
            return self.function_declarator(name, signature, specifiers, declarator);
        }
        let ty = self.attributed(ty, &declarator.attributes);
        let constant = is_constant(specifiers, &declarator.declarator);
        if specifiers.storage == Some(StorageClass::Extern) {
            if declarator.initializer.is_some() {
                self.error(name.span, format!("'{}' has both 'extern' and initializer", name.text));
            }
            self.linkage.variable(&name.text, &[&specifiers.attributes, &declarator.attributes]);
            let volatile = self.is_volatile(specifiers, &declarator.declarator);
            self.declare_global(name, ty, (constant, volatile), specifiers.storage, None);
            if let Some(&id) = self.globals.get(&name.text) {
                self.declare(&name.text, Symbol::Object(id));
            }
            return;
        }
        if ty == Type::Void {
            return self.error(name.span, format!("variable or field '{}' declared void", name.text));
        }
        self.check_redeclaration(name, &ty);
        self.check_variable_array(specifiers, name, &ty, declarator);
        self.take_sizes(out);
        self.new_local(specifiers, name, ty, constant, declarator, out);
    }

    /// Makes a variable of a block, with its initialiser.
    fn new_local(
        &mut self,
        specifiers: &ast::Specifiers,
        name: &ast::Name,
        ty: Type,
        constant: bool,
        declarator: &ast::InitDeclarator,
        out: &mut Vec<Declaration>,
    ) {
        let fixed = specifiers.storage == Some(StorageClass::Static);
        let storage = if fixed { Storage::Static } else { Storage::Automatic };
        let object = self.declare_local(name, ty.clone(), storage, constant);
        let volatile = self.is_volatile(specifiers, &declarator.declarator);
        self.objects[object.index()].volatile = volatile;
        // What changes by itself has no value that is known.
        let constant = constant && !volatile;
        let mut initializer = None;
        if let Some(written) = &declarator.initializer {
            let (ty, checked) = self.initializer(ty, written);
            self.objects[object.index()].ty = ty.clone();
            if fixed {
                self.check_static(&checked, &ty, constant.then_some(object));
            } else if constant {
                self.remember_constant(object, &checked);
            }
            initializer = Some(checked);
        }
        self.check_complete(name, object);
        let cleanup = specifiers.attributes.iter().chain(&declarator.attributes).any(|a| a == "cleanup");
        out.push(Declaration::Object { object, initializer, cleanup, span: declarator.span });
    }

    /// GNU's `__auto_type x = e`.
    fn deduced_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        name: &ast::Name,
        value: &ast::Expression,
        declarator: &ast::InitDeclarator,
        out: &mut Vec<Declaration>,
    ) {
        let constant = is_constant(specifiers, &declarator.declarator);
        let value = self.expression(value);
        self.check_redeclaration(name, &value.ty);
        let object = self.declare_local(name, value.ty.clone(), Storage::Automatic, constant);
        self.objects[object.index()].volatile = specifiers.volatile;
        let span = value.span;
        let part = super::tree::InitialPart {
            path: Some(Vec::new()),
            value: InitialValue::Expression(value),
            repeated: false,
        };
        let initializer = Some(Initializer { parts: vec![part], braces: false, span });
        out.push(Declaration::Object { object, initializer, cleanup: false, span: declarator.span });
    }

    /// Declares a variable of a block.
    pub fn declare_local(
        &mut self,
        name: &ast::Name,
        ty: Type,
        storage: Storage,
        constant: bool,
    ) -> ObjectId {
        let object = self.new_object(Object {
            name: name.text.clone(),
            ty,
            storage,
            constant,
            volatile: false,
            span: name.span,
        });
        self.remember_local(object);
        self.declare(&name.text, Symbol::Object(object));
        object
    }

    /// Lets error conditions name a variable of the function.
    pub fn remember_local(&mut self, object: ObjectId) {
        let name = &self.objects[object.index()].name;
        if let (false, Some(current)) = (name.is_empty(), &mut self.current) {
            current.locals.entry(name.clone()).or_insert(object);
        }
    }

    fn check_redeclaration(&mut self, name: &ast::Name, ty: &Type) {
        let Some(old) = self.scopes.last().and_then(|s| s.get(&name.text)) else { return };
        let old = match old {
            Symbol::Object(id) => Some(&self.objects[id.index()]),
            Symbol::Function(_) | Symbol::Constant(..) | Symbol::Typedef(..) => None,
        };
        let own = old.filter(|o| matches!(o.storage, Storage::Automatic | Storage::Static));
        match own {
            Some(old) if self.types.compatible(&old.ty, ty) => {
                self.error(name.span, format!("redeclaration of '{}' with no linkage", name.text));
            }
            Some(_) => self.conflict(name, ty, true),
            None => self.redeclared(name),
        }
    }

    fn check_complete(&mut self, name: &ast::Name, object: ObjectId) {
        let message = match &self.objects[object.index()].ty {
            Type::Record(id) if self.types.records[*id].fields.is_none() => {
                format!("storage size of '{}' isn't known", name.text)
            }
            Type::Array(_, None) => format!("array size missing in '{}'", name.text),
            _ => return,
        };
        if !self.unread {
            self.error(name.span, message);
        }
    }

    /// An array whose length is not constant has no place in static storage and no initialiser.
    fn check_variable_array(
        &mut self,
        specifiers: &ast::Specifiers,
        name: &ast::Name,
        ty: &Type,
        declarator: &ast::InitDeclarator,
    ) {
        if !matches!(ty, Type::VariableArray(_)) {
            return;
        }
        if let Some(current) = &mut self.current {
            current.variable_arrays.push(name.span);
        }
        let variable = self.sizes.iter().any(|(_, variable)| *variable);
        if self.unread || !variable {
            return;
        }
        let empty = |i: &ast::Initializer| matches!(i, ast::Initializer::List(list, _) if list.is_empty());
        if specifiers.storage == Some(StorageClass::Static) {
            self.error(name.span, format!("storage size of '{}' isn't constant", name.text));
        } else if declarator.initializer.as_ref().is_some_and(|i| !empty(i)) {
            self.error(name.span, "variable-sized object may not be initialized");
        }
    }

    /// The values of what exists before `main` starts are constant. What only the layout can tell of is left to it.
    pub fn check_static(&mut self, initializer: &Initializer, ty: &Type, constant: Option<ObjectId>) {
        for part in &initializer.parts {
            let InitialValue::Expression(value) = &part.value else { continue };
            if part.path.is_some()
                && value.integer().is_some()
                && constants::evaluate(value, &self.constants).is_none()
                && (effects::is_plain(value, &self.functions) || effects::takes_input(value, &self.functions))
            {
                self.error(value.span, "initializer element is not constant");
            }
        }
        if let (Some(object), Type::Integer(_)) = (constant, ty) {
            self.remember_constant(object, initializer);
        }
    }

    /// Notes the value of a `const` variable.
    fn remember_constant(&mut self, object: ObjectId, initializer: &Initializer) {
        if let [part] = &initializer.parts[..]
            && let (Some(path), InitialValue::Expression(value)) = (&part.path, &part.value)
            && path.is_empty()
            && value.integer().is_some()
            && let Some(value) = constants::evaluate(value, &self.constants)
        {
            self.constants.insert(object, value);
        }
    }
}
