//! Names: symbol tables, and what expressions give where a constant or a type is wanted.

use super::checker::Checker;
use super::constants::{self, Constant};
use super::names::Symbol;
use super::tree::{self, ExpressionKind, FunctionId};
use super::types::Type;
use super::units::Head;
use focuscheck_base::arith::IntegerType;
use focuscheck_syntax::ast;

impl Checker<'_> {
    /// Looks a name up, innermost scope first; at file scope only what the current item can see.
    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        let (depth, symbol) =
            self.scopes.iter().enumerate().rev().find_map(|(d, s)| s.get(name).map(|found| (d, found)))?;
        let visible = depth > 0
            || match symbol {
                Symbol::Object(id) => self.declared_at.get(id).is_none_or(|&item| item <= self.item),
                Symbol::Function(id) => self.heads[id.index()].item.is_some_and(|i| i <= self.item),
                Symbol::Constant(..) => self.enumerators.get(name).is_none_or(|&item| item <= self.item),
                Symbol::Typedef(..) => true,
            };
        visible.then(|| symbol.clone())
    }

    pub fn declare(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), symbol);
        }
    }

    /// The function of a name, which may be called without being declared.
    pub fn function_named(&mut self, name: &str) -> FunctionId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.linked.functions.get(name).copied().unwrap_or_else(|| self.new_function(name));
        self.linked.functions.insert(name.to_owned(), id);
        self.names.insert(name.to_owned(), id);
        id
    }

    /// The function of a name that belongs to this unit alone unless it has declared it otherwise.
    pub fn own_function(&mut self, name: &str) -> FunctionId {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.new_function(name);
        self.names.insert(name.to_owned(), id);
        id
    }

    fn new_function(&mut self, name: &str) -> FunctionId {
        self.functions.push(tree::Function::called(name, Type::Integer(IntegerType::INT)));
        self.heads.push(Head::default());
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// The function that has the body for a name that may be another one's second.
    pub fn resolved(&self, id: FunctionId) -> FunctionId {
        let alias =
            self.functions[id.index()].alias.as_ref().and_then(|alias| self.names.get(alias)).copied();
        alias.filter(|alias| self.functions[alias.index()].definition.is_some()).unwrap_or(id)
    }

    /// The size of an array, and whether it is constant.
    pub fn size(&mut self, size: &ast::Expression) -> (tree::Expression, Constant) {
        let size = self.expression(size);
        let constant = self.constness(&size);
        (size, constant)
    }

    /// What an expression gives where C wants a constant.
    pub fn constant(&mut self, expression: &ast::Expression) -> Constant {
        let expression = self.expression(expression);
        self.constness(&expression)
    }

    pub fn constness(&self, expression: &tree::Expression) -> Constant {
        constants::constness(expression, &self.constants, &self.functions)
    }

    /// An expression that is not evaluated, and its type; arrays do not decay.
    pub fn operand(&mut self, expression: &ast::Expression) -> (tree::Expression, Type) {
        let checked = self.quietly(true, |c| c.expression(expression));
        // Names of functions and arrays are pointers only as values.
        let ty = match (&checked.kind, &expression.kind) {
            (ExpressionKind::Function(id), ast::ExpressionKind::Identifier(_)) => {
                Type::Function(self.functions[id.index()].signature.clone().into())
            }
            (ExpressionKind::Decay(place) | ExpressionKind::Load(place), _) => place.ty.clone(),
            _ => checked.ty.clone(),
        };
        (checked, ty)
    }

    /// The type of an expression, which is not evaluated; arrays do not decay.
    pub fn type_of(&mut self, expression: &ast::Expression) -> Type {
        self.operand(expression).1
    }

    /// Reads a type whose sizes are evaluated with an expression; these are given, too.
    pub fn evaluated_type(&mut self, name: &ast::TypeName) -> (Type, Vec<tree::Expression>) {
        let outer = std::mem::take(&mut self.sizes);
        let ty = self.type_name(name);
        let sizes = std::mem::replace(&mut self.sizes, outer);
        (ty, sizes.into_iter().rev().map(|(size, _)| size).collect())
    }
}
