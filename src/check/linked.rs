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
use super::vocabulary::is_compilers_own;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast;
use focuscheck_syntax::print::function as printed;

impl<'a> Checker<'a> {
    /// Looks at what all units define, before the file scope of the first is read.
    pub fn begin_units(&mut self, units: &[ast::TranslationUnit]) {
        self.files.resize_with(units.len().max(1), FileScope::default);
        for (number, unit) in units.iter().enumerate() {
            let own = if units.len() > 1 { Own::of(unit) } else { Own::default() };
            for (key, (_, text)) in &own.definitions {
                self.linked.written.entry(key.clone()).or_default().insert(text.clone());
            }
            self.files[number].own = own;
            self.files[number].unread = unit.headers.iter().any(|header| !header.known);
        }
        // The first one is entered already.
        self.exchange(0);
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
        let is_known = is_visible || self.unread || is_compilers_own(name);
        if is_known || self.defined_in.get(&id).is_none_or(|unit| *unit == self.entered) {
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
    /// (C11 6.2.7p1): both are defined in the same words. One that is not defined here, or was not yet, is that of a unit which
    /// mentions it at the same place of a header, or the only one that any unit defines.
    pub fn linked_record(&self, union: bool, tag: &str) -> Option<usize> {
        let key = (union, tag.to_owned());
        let known = self.linked.tagged.get(&key)?;
        let (own, mentions) = (self.own.definitions.get(&key), self.own.mentions.get(&key));
        let is_only = self.linked.written.get(&key).is_none_or(|texts| texts.len() <= 1);
        let is_same = |known: &&Known| match (own, &known.definition) {
            (Some((span, text)), Some(other)) => *span == other.0 || *text == other.1,
            (Some(_), None) | (None, Some(_) | None) => {
                is_only || mentions.is_some_and(|mentions| !mentions.is_disjoint(&known.mentions))
            }
        };
        known.iter().find(is_same).map(|known| known.id)
    }

    /// Remembers a structure or union with a tag that is declared at file scope.
    pub fn link_record(&mut self, union: bool, tag: &str, id: usize) {
        let key = (union, tag.to_owned());
        let definition = self.own.definitions.get(&key).cloned();
        let mentions = self.own.mentions.get(&key).cloned().unwrap_or_default();
        let known = self.linked.tagged.entry(key).or_default();
        match known.iter_mut().find(|known| known.id == id) {
            Some(known) => {
                known.definition = known.definition.take().or(definition);
                known.mentions.extend(mentions);
            }
            None => known.push(Known { id, definition, mentions }),
        }
    }

    /// The structure or union without a tag that another unit has read at the same place of a header.
    pub fn linked_untagged(&self, span: Span) -> Option<usize> {
        self.linked.untagged.get(&span)?.iter().copied().find(|id| !self.own.defined.contains(id))
    }

    /// Remembers a structure or union without a tag that is defined at file scope.
    pub fn link_untagged(&mut self, span: Span, id: usize) {
        let known = self.linked.untagged.entry(span).or_default();
        if !known.contains(&id) {
            known.push(id);
        }
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
            (&a.name, &a.ty, a.bits, a.constant, a.volatile)
                == (&b.name, &b.ty, b.bits, b.constant, b.volatile)
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
        let mut taken: BTreeSet<String> =
            self.linked.objects.keys().chain(self.linked.functions.keys()).cloned().collect();
        let (mut objects, mut functions) = (BTreeSet::new(), BTreeSet::new());
        objects.extend(self.linked.objects.values().copied());
        functions.extend(self.linked.functions.values().copied());
        for number in 0..self.files.len() {
            self.enter_unit(number);
            let mut renamed: BTreeMap<String, String> = BTreeMap::new();
            // A function of a header may be that of another unit, which has named it.
            let own_objects = self.globals.iter().filter(|(_, id)| objects.insert(**id));
            let own_functions = self.names.iter().filter(|(_, id)| functions.insert(**id));
            let own_objects: BTreeMap<String, ObjectId> =
                own_objects.map(|(n, id)| (n.clone(), *id)).collect();
            let own_functions: BTreeMap<String, FunctionId> =
                own_functions.map(|(n, id)| (n.clone(), *id)).collect();
            for name in own_objects.keys().chain(own_functions.keys()) {
                if !taken.insert(name.clone()) {
                    let free =
                        (number + 1..).map(|n| format!("{name}__{n}")).find(|new| taken.insert(new.clone()));
                    renamed.insert(name.clone(), free.unwrap_or_default());
                }
            }
            for (name, new) in &renamed {
                if let Some(id) = own_objects.get(name) {
                    self.objects[id.index()].name.clone_from(new);
                }
                if let Some(id) = own_functions.get(name) {
                    self.functions[id.index()].name.clone_from(new);
                }
                self.linkage.renamed(name, new);
            }
            for id in self.names.values() {
                let alias = &mut self.functions[id.index()].alias;
                if let Some(new) = alias.as_ref().and_then(|alias| renamed.get(alias)) {
                    *alias = Some(new.clone());
                }
            }
        }
    }
}
