//! What translation units declare at file scope, and what they have in common.

use std::collections::{BTreeMap, BTreeSet};

use super::logic::state::Names;
use super::names::{Symbol, Tag};
use super::tree::{FunctionId, ObjectId};
use focuscheck_base::source::Span;
use focuscheck_syntax::ast;
use focuscheck_syntax::print::record as printed;

/// What declarations say of a function besides its type.
#[derive(Clone, Copy, Default)]
pub(super) struct Head {
    /// The item that declares it first; `None` if only calls do.
    pub(super) item: Option<usize>,
    /// Whether it is `static`.
    pub(super) internal: bool,
}

/// What a translation unit declares at file scope.
#[derive(Default)]
pub(super) struct FileScope<'a> {
    pub symbols: BTreeMap<String, Symbol>,
    pub tags: BTreeMap<String, Tag>,
    pub globals: BTreeMap<String, ObjectId>,
    pub names: BTreeMap<String, FunctionId>,
    pub heads: Vec<Head>,
    pub enumerators: BTreeMap<String, usize>,
    pub declared_at: BTreeMap<ObjectId, usize>,
    pub unread: bool,
    pub logic: Names<'a>,
    pub own: Own,
}

/// What all translation units have in common.
#[derive(Default)]
pub(super) struct Linked {
    /// Variables with external linkage, by their names.
    pub objects: BTreeMap<String, ObjectId>,
    /// Functions with external linkage, by their names.
    pub functions: BTreeMap<String, FunctionId>,
    /// Where names with external linkage are declared first.
    pub places: BTreeMap<String, Span>,
    /// Definitions that give way to another one: `inline` and weak ones.
    pub replaceable: BTreeSet<FunctionId>,
    /// The contracts that were read: of which functions, and where they stand.
    pub contracts: BTreeSet<(FunctionId, Span)>,
    /// Functions that belong to one unit, by the places of their definitions: the number of the unit, and how each reads.
    pub internal: BTreeMap<Span, (FunctionId, usize, String)>,
    /// The structures and unions with a tag of file scope.
    pub tagged: BTreeMap<Key, Vec<Known>>,
    /// Those without a tag, by the places of their definitions, in order.
    pub untagged: BTreeMap<Span, Vec<usize>>,
    /// How the definitions of a tag read in all units.
    pub written: BTreeMap<Key, BTreeSet<String>>,
}

/// Whether a type is a union, and its tag.
pub(super) type Key = (bool, String);

/// A structure or union that units have declared.
pub(super) struct Known {
    pub id: usize,
    /// Its definition, if one was seen: where it is and how it reads.
    pub definition: Option<Written>,
    /// Where it is mentioned.
    pub mentions: BTreeSet<Span>,
}

/// A definition as it is written.
pub(super) type Written = (Span, String);

/// What a unit defines itself.
#[derive(Default)]
pub(super) struct Own {
    pub definitions: BTreeMap<Key, Written>,
    /// Where tags are mentioned at file scope.
    pub mentions: BTreeMap<Key, BTreeSet<Span>>,
    /// The structures and unions that it has defined so far.
    pub defined: BTreeSet<usize>,
}

impl Own {
    /// What stands at file scope of a unit.
    pub fn of(unit: &ast::TranslationUnit) -> Self {
        let mut own = Own::default();
        for item in &unit.items {
            match item {
                ast::Item::Declaration(declaration) => {
                    own.specifiers(&declaration.specifiers);
                    declaration.declarators.iter().for_each(|d| own.declarator(&d.declarator));
                }
                ast::Item::Function(definition) => {
                    own.specifiers(&definition.specifiers);
                    own.declarator(&definition.declarator);
                }
                ast::Item::Assembler(_) | ast::Item::Annotation(_) => {}
            }
        }
        own
    }

    fn specifiers(&mut self, specifiers: &ast::Specifiers) {
        let ast::TypeSpecifier::Record(record) = &specifiers.ty else { return };
        if let Some(tag) = &record.tag {
            let key = (record.union, tag.text.clone());
            self.mentions.entry(key.clone()).or_default().insert(tag.span);
            if record.fields.is_some() {
                self.definitions.entry(key).or_insert_with(|| (record.span, printed(record)));
            }
        }
        for field in record.fields.iter().flatten() {
            self.specifiers(&field.specifiers);
            field.declarators.iter().for_each(|member| self.declarator(&member.declarator));
        }
    }

    /// The tags in the parameters of functions.
    fn declarator(&mut self, declarator: &ast::Declarator) {
        for derived in &declarator.derived {
            let ast::Derived::Function(ast::Parameters::Prototype { parameters, .. }) = derived else {
                continue;
            };
            for parameter in parameters {
                self.specifiers(&parameter.specifiers);
                self.declarator(&parameter.declarator);
            }
        }
    }
}
