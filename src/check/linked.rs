//! A program's translation units: what each of them sees at file scope, and what they have in common (C11 6.2.2, 6.2.7).
//!
//! The file scopes of all units are read before the first body, so that a body knows the types of what other units
//! define. Names with external linkage mean the same in all of them; all others belong to their unit. A structure is the
//! same type in two units if it has the same tag there and the same members.

use std::collections::{BTreeMap, BTreeSet};

use super::checker::Checker;
use super::names::{Symbol, Tag};
use super::tree::{FunctionId, ObjectId};
use super::types::{Field, Type};
use super::units::{FileScope, Head, Known, Own};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast;
use focuscheck_syntax::print::function as printed;

impl<'a> Checker<'a> {
    /// Begins to read the file scope of a unit, which are numbered from 0.
    pub fn begin_unit(&mut self, number: usize, unit: &ast::TranslationUnit) {
        self.files.resize_with(self.files.len().max(number + 1), FileScope::default);
        self.enter_unit(number);
        self.unread = unit.headers.iter().any(|header| !header.known);
        self.own = Own::of(unit);
    }

    /// Goes on with a unit that was begun.
    pub fn enter_unit(&mut self, number: usize) {
        self.exchange(self.entered);
        self.exchange(number);
        self.entered = number;
        // Other units have named more functions.
        self.heads.resize(self.functions.len(), Head::default());
    }

    /// Puts the file scope of a unit into its place, or takes it away.
    fn exchange(&mut self, number: usize) {
        let file = &mut self.files[number];
        std::mem::swap(&mut self.scopes[0], &mut file.symbols);
        std::mem::swap(&mut self.tags[0], &mut file.tags);
        std::mem::swap(&mut self.globals, &mut file.globals);
        std::mem::swap(&mut self.names, &mut file.names);
        std::mem::swap(&mut self.heads, &mut file.heads);
        std::mem::swap(&mut self.enumerators, &mut file.enumerators);
        std::mem::swap(&mut self.declared_at, &mut file.declared_at);
        std::mem::swap(&mut self.unread, &mut file.unread);
        std::mem::swap(&mut self.logic.names, &mut file.logic);
        std::mem::swap(&mut self.own, &mut file.own);
    }

    /// The function that a name means in a unit.
    pub fn named_in(&self, unit: usize, name: &str) -> Option<FunctionId> {
        let names = if unit == self.entered { &self.names } else { &self.files[unit].names };
        names.get(name).copied()
    }

    /// The variable at file scope that a declaration declares once more: one of this unit, or one that other units
    /// declare with external linkage.
    pub fn known_global(&self, name: &str, internal: bool) -> Option<ObjectId> {
        let linked = self.linked.objects.get(name).filter(|_| !internal);
        self.globals.get(name).or(linked).copied()
    }

    /// The place where another unit declares a name with external linkage, in words, if this one has not declared it.
    pub fn elsewhere(&self, name: &str, known_here: bool) -> String {
        match self.linked.places.get(name).filter(|_| !known_here) {
            Some(span) => format!(", unlike at {}", self.named_place(*span)),
            None => String::new(),
        }
    }

    /// A place as it is named in messages.
    pub fn named_place(&self, span: Span) -> String {
        let (path, position) = self.source.presumed_position(span.start);
        format!("{path}:{}:{}", position.line, position.column)
    }

    /// Whether a function that this unit does not declare where it calls it is what C then takes it for, `int f()`; an error
    /// if another unit says otherwise (C90 6.3.2.2).
    pub fn check_implied(&mut self, id: FunctionId, name: &str, call: Span) {
        let is_visible = matches!(self.lookup(name), Some(Symbol::Function(_)));
        if is_visible || self.unread || self.defined_in.get(&id).is_none_or(|unit| *unit == self.entered) {
            return;
        }
        let signature = &self.functions[id.index()].signature;
        // What is passed is promoted.
        let is_promoted = |ty: &Type| match ty {
            Type::Integer(ty) => ty.width >= 32,
            Type::Float(bytes) => *bytes >= 8,
            _ => true,
        };
        let fits = matches!(signature.result, Type::Void | Type::Integer(IntegerType::INT))
            && !signature.variadic
            && signature.parameters.iter().flatten().all(is_promoted);
        if !fits {
            let have = self.types.name(&Type::Function(signature.clone().into()));
            let place = self.elsewhere(name, false).replace(", unlike", "");
            let message =
                format!("implicit declaration of function '{name}' as 'int()', which is '{have}'{place}");
            self.error(call, message);
        }
    }

    /// The structure or union of this tag that other units have declared at file scope and that is the same type here
    /// (C11 6.2.7p1): both are defined in the same words, or only one of all units defines it.
    pub fn linked_record(&self, union: bool, tag: &str) -> Option<usize> {
        let key = (union, tag.to_owned());
        let known = self.linked.tagged.get(&key)?;
        let own = self.own.definitions.get(&key);
        let is_same = |known: &&Known| match (own, &known.definition) {
            (Some((span, text)), Some(other)) => *span == other.0 || *text == other.1,
            (Some(_), None) | (None, Some(_) | None) => false,
        };
        let is_open = |known: &&Known| own.is_none() || known.definition.is_none();
        let only = known.first().filter(|first| known.len() == 1 && is_open(first));
        known.iter().find(is_same).or(only).map(|known| known.id)
    }

    /// Remembers a structure or union with a tag that is declared at file scope.
    pub fn link_record(&mut self, union: bool, tag: &str, id: usize) {
        let key = (union, tag.to_owned());
        let definition = self.own.definitions.get(&key).cloned();
        let known = self.linked.tagged.entry(key).or_default();
        match known.iter_mut().find(|known| known.id == id) {
            Some(known) => known.definition = known.definition.take().or(definition),
            None => known.push(Known { id, definition }),
        }
    }

    /// The structure or union without a tag that another unit has read at the same place of a header.
    pub fn linked_untagged(&self, span: Span) -> Option<usize> {
        self.linked.untagged.get(&span).copied().filter(|id| !self.own.defined.contains(id))
    }

    /// Remembers a structure or union without a tag that is defined at file scope.
    pub fn link_untagged(&mut self, span: Span, id: usize) {
        self.linked.untagged.insert(span, id);
    }

    /// Remembers a function of this unit alone that other units may define in the same words.
    pub fn share(&mut self, definition: &ast::FunctionDefinition, id: FunctionId) {
        let internal = definition.specifiers.storage == Some(ast::StorageClass::Static);
        if let Some(name) =
            definition.declarator.name.as_ref().filter(|_| internal && self.has_several_units())
        {
            let known = (id, self.entered, printed(definition));
            self.linked.internal.entry(name.span).or_insert(known);
        }
    }

    /// Whether a function of this unit alone is that of another unit once more, which then stands for both: a header defines it,
    /// in the same words, and these mean the same in both units.
    pub fn is_shared(&mut self, definition: &ast::FunctionDefinition) -> bool {
        let Some(name) = &definition.declarator.name else { return false };
        let Some((id, unit, text)) = self.linked.internal.get(&name.span) else { return false };
        let (id, unit) = (*id, *unit);
        let is_new = unit != self.entered && !self.names.contains_key(&name.text);
        if !is_new || *text != printed(definition) || !self.means_the_same(unit, text, &name.text) {
            return false;
        }
        self.names.insert(name.text.clone(), id);
        self.scopes[0].insert(name.text.clone(), Symbol::Function(id));
        self.heads[id.index()] = Head { item: Some(self.item), internal: true };
        true
    }

    /// Whether the words of a function mean the same in another unit as here. It must have no variable that stays.
    fn means_the_same(&self, unit: usize, text: &str, own: &str) -> bool {
        let other = &self.files[unit];
        let mut words =
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        let is_same = |word: &str| {
            let symbols = match (self.scopes[0].get(word), other.symbols.get(word)) {
                (None, None) => true,
                (Some(Symbol::Object(a)), Some(Symbol::Object(b))) => a == b,
                (Some(Symbol::Function(a)), Some(Symbol::Function(b))) => a == b,
                (Some(Symbol::Constant(a, a_type)), Some(Symbol::Constant(b, b_type))) => {
                    (a, a_type) == (b, b_type)
                }
                (Some(Symbol::Typedef(a, a_volatile)), Some(Symbol::Typedef(b, b_volatile))) => {
                    (a, a_volatile) == (b, b_volatile)
                }
                (Some(_), Some(_) | None) | (None, Some(_)) => false,
            };
            let tags = match (self.tags[0].get(word), other.tags.get(word)) {
                (None, None) => true,
                (Some(Tag::Record(a)), Some(Tag::Record(b))) => a == b,
                (Some(Tag::Enumeration(a)), Some(Tag::Enumeration(b))) => a == b,
                (Some(_), Some(_) | None) | (None, Some(_)) => false,
            };
            symbols && tags
        };
        words.clone().filter(|word| *word == "static").count() == 1
            && words.all(|word| word == own || is_same(word))
    }

    fn has_several_units(&self) -> bool {
        !self.source.units().is_empty()
    }

    /// Takes note that this unit defines a structure or union; whether it has done so before.
    pub fn redefines(&mut self, id: usize) -> bool {
        !self.own.defined.insert(id)
    }

    /// Says that a structure or union which another unit defines has other members here.
    pub fn differs(&mut self, id: usize, record: &ast::Record, fields: &[Field]) {
        let known = self.types.records[id].fields.as_deref().unwrap_or_default();
        let is_same = |(a, b): (&Field, &Field)| {
            a.name == b.name && a.bits == b.bits && a.ty == b.ty && a.constant == b.constant
        };
        if known.len() == fields.len() && known.iter().zip(fields).all(is_same) {
            return;
        }
        let name = self.types.name(&Type::Record(id));
        let known = self.linked.tagged.values().flatten().find(|known| known.id == id);
        let place =
            known.and_then(|known| known.definition.as_ref()).map(|(span, _)| self.named_place(*span));
        let place = place.map_or("in another file".to_owned(), |place| format!("at {place}"));
        let at = record.tag.as_ref().map_or(record.span, |tag| tag.span);
        self.error(at, format!("'{name}' has other members here than {place}"));
    }

    /// Gives names that several units have for different things other ones: reports name everything by its name alone.
    pub fn separate_names(&mut self) {
        if self.files.len() == 1 {
            return;
        }
        self.enter_unit(0);
        let mut taken: BTreeSet<String> =
            self.linked.objects.keys().chain(self.linked.functions.keys()).cloned().collect();
        for number in 0..self.files.len() {
            let (globals, names) = match number == self.entered {
                true => (self.globals.clone(), self.names.clone()),
                false => (self.files[number].globals.clone(), self.files[number].names.clone()),
            };
            let mut renamed: BTreeMap<String, String> = BTreeMap::new();
            let is_own = |linked: bool| !linked;
            let objects =
                globals.iter().filter(|(name, id)| is_own(self.linked.objects.get(*name) == Some(*id)));
            let functions =
                names.iter().filter(|(name, id)| is_own(self.linked.functions.get(*name) == Some(*id)));
            let own: BTreeSet<String> =
                objects.map(|(name, _)| name).chain(functions.map(|(name, _)| name)).cloned().collect();
            for name in own {
                if !taken.insert(name.clone()) {
                    let free =
                        (number + 1..).map(|n| format!("{name}__{n}")).find(|new| taken.insert(new.clone()));
                    renamed.insert(name, free.unwrap_or_default());
                }
            }
            for (name, new) in &renamed {
                if let Some(id) = globals.get(name).filter(|id| self.linked.objects.get(name) != Some(*id)) {
                    self.objects[id.index()].name.clone_from(new);
                }
                if let Some(id) = names.get(name).filter(|id| self.linked.functions.get(name) != Some(*id)) {
                    self.functions[id.index()].name.clone_from(new);
                }
                self.linkage.renamed(name, new);
            }
            for id in names.values() {
                let alias = &mut self.functions[id.index()].alias;
                if let Some(new) = alias.as_ref().and_then(|alias| renamed.get(alias)) {
                    *alias = Some(new.clone());
                }
            }
        }
    }
}
