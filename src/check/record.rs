//! Structures, unions and enumerations.

use super::Checker;
use super::constants::Constant;
use super::declarator::changes_layout;
use super::names::{Symbol, Tag};
use super::types::{Field, RecordType, Type};
use focuscheck_base::arith::IntegerType;
use focuscheck_syntax::ast::{
    Declarator, Enumeration, Expression, FieldDeclaration, Name, Record, TypeSpecifier,
};

impl Checker<'_> {
    pub fn record_type(&mut self, record: &Record) -> Type {
        let fresh = |types: &mut super::types::Types| {
            let tag = record.tag.as_ref().map(|t| t.text.clone());
            types.records.push(RecordType {
                union: record.union,
                tag,
                fields: None,
                open: false,
                unknown_layout: false,
                has_constant_member: false,
                has_volatile_member: false,
                holds_pointers: true,
            });
            types.records.len() - 1
        };
        let id = match &record.tag {
            None => {
                let linked = self.linked_untagged(record.span).filter(|_| self.tags.len() == 1);
                let id = linked.unwrap_or_else(|| fresh(&mut self.types));
                if self.tags.len() == 1 {
                    self.link_untagged(record.span, id);
                }
                id
            }
            Some(tag) => {
                let own = self.tags.last().and_then(|t| t.get(&tag.text)).cloned();
                let found = match record.fields {
                    // A definition concerns this scope only.
                    Some(_) => own,
                    None => own.or_else(|| self.tags.iter().rev().find_map(|t| t.get(&tag.text)).cloned()),
                };
                match found {
                    Some(Tag::Record(id)) if self.types.records[id].union == record.union => id,
                    Some(_) => {
                        self.error(tag.span, format!("'{}' defined as wrong kind of tag", tag.text));
                        fresh(&mut self.types)
                    }
                    None => {
                        let at_file_scope = self.tags.len() == 1;
                        let linked = at_file_scope.then(|| self.linked_record(record.union, &tag.text));
                        let id = linked.flatten().unwrap_or_else(|| fresh(&mut self.types));
                        if at_file_scope {
                            self.link_record(record.union, &tag.text, id);
                        }
                        if let Some(tags) = self.tags.last_mut() {
                            tags.insert(tag.text.clone(), Tag::Record(id));
                        }
                        id
                    }
                }
            }
        };
        if let Some(declarations) = &record.fields {
            let redefines = self.redefines(id);
            if redefines && self.types.records[id].fields.is_some() {
                let name = self.types.name(&Type::Record(id));
                let at = record.tag.as_ref().map_or(record.span, |tag| tag.span);
                self.error(at, format!("redefinition of '{name}'"));
                return Type::Record(id);
            }
            if self.types.records[id].open {
                let name = self.types.name(&Type::Record(id));
                let at = record.tag.as_ref().map_or(record.span, |tag| tag.span);
                self.error(at, format!("nested redefinition of '{name}'"));
                return Type::Opaque("error".to_owned());
            }
            self.types.records[id].open = true;
            let fields = self.record_fields(id, declarations);
            self.types.records[id].open = false;
            self.check_flexible_member(record, &fields);
            match self.types.records[id].fields.is_some() {
                true => self.differs(id, record, &fields),
                false => self.types.define_record(id, fields),
            }
        }
        Type::Record(id)
    }

    /// The members of a record that is being defined.
    fn record_fields(&mut self, id: usize, declarations: &[FieldDeclaration]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for declaration in declarations {
            let base = self.specified_type(&declaration.specifiers);
            self.types.records[id].unknown_layout |= changes_layout(&declaration.specifiers);
            // With a tag or the name of a type it declares no member.
            let anonymous = matches!(
                &declaration.specifiers.ty,
                TypeSpecifier::Record(inner) if inner.tag.is_none()
            );
            if declaration.declarators.is_empty() && anonymous && matches!(base, Type::Record(_)) {
                let volatile = declaration.specifiers.volatile;
                let ty = base.clone();
                fields.push(Field { name: None, ty, bits: None, constant: false, volatile });
            }
            for member in &declaration.declarators {
                let ty = self.declared_type(&base, declaration.specifiers.constant, &member.declarator);
                let bits = member.width.as_ref().map(|w| self.bit_width(w, &ty, &member.declarator));
                let constant = super::declarator::is_constant(&declaration.specifiers, &member.declarator);
                let volatile = self.is_volatile(&declaration.specifiers, &member.declarator);
                let name = member.declarator.name.as_ref();
                if let Some(name) = name {
                    if fields.iter().any(|f| f.name.as_deref() == Some(&*name.text)) {
                        self.error(name.span, format!("duplicate member '{}'", name.text));
                    }
                    // A member of the type that is being defined would never end.
                    if !self.require_complete_field(&ty, name) {
                        continue;
                    }
                }
                let name = name.map(|n| n.text.clone());
                if name.is_some() || bits.is_some() {
                    fields.push(Field { name, ty, bits, constant, volatile });
                }
            }
        }
        fields
    }

    fn require_complete_field(&mut self, ty: &Type, name: &Name) -> bool {
        let mut element = ty;
        while let Type::Array(inner, _) = element {
            element = inner;
        }
        let message = match element {
            Type::Record(id) if self.types.records[*id].fields.is_none() => {
                // An unread header may define it, unless it is being defined here.
                if self.unread && !self.types.records[*id].open {
                    return true;
                }
                format!("field '{}' has incomplete type", name.text)
            }
            Type::Void => format!("variable or field '{}' declared void", name.text),
            Type::Function(_) => format!("field '{}' declared as a function", name.text),
            _ => return true,
        };
        self.error(name.span, message);
        false
    }

    /// A member without a length must be the last one, and not the only one.
    fn check_flexible_member(&mut self, record: &Record, fields: &[Field]) {
        let Some((_, before)) = fields.split_last() else { return };
        let flexible = before.iter().find(|f| matches!(f.ty, Type::Array(_, None)));
        let Some(name) = flexible.and_then(|f| f.name.as_deref()).filter(|_| !record.union) else { return };
        let declared = record.fields.iter().flatten().flat_map(|d| &d.declarators);
        let at = declared.filter_map(|d| d.declarator.name.as_ref()).find(|n| n.text == name);
        if let Some(at) = at {
            self.error(at.span, "flexible array member not at end of struct");
        }
    }

    /// The width of a bit-field.
    fn bit_width(&mut self, width: &Expression, ty: &Type, declarator: &Declarator) -> u64 {
        let name = declarator.name.as_ref();
        let at = name.map_or(width.span, |n| n.span);
        let shown = name.map_or("<anonymous>".to_owned(), |n| format!("'{}'", n.text));
        let size = match ty {
            Type::Integer(ty) => Some(i128::from(ty.width)),
            Type::Opaque(_) => None,
            _ => {
                self.error(at, format!("bit-field {shown} has invalid type"));
                return 1;
            }
        };
        match self.constant(width) {
            Constant::Known(value) if value < 0 => {
                self.error(at, format!("negative width in bit-field {shown}"));
            }
            Constant::Known(0) if name.is_some() => {
                self.error(at, format!("zero width for bit-field {shown}"));
            }
            Constant::Known(value) if size.is_some_and(|size| value > size) => {
                self.error(at, format!("width of {shown} exceeds its type"));
            }
            Constant::Known(value) => return value.clamp(0, 64) as u64,
            Constant::Variable | Constant::NoInteger => {
                self.error(at, format!("bit-field {shown} width not an integer constant"));
            }
            Constant::Unknown => {}
        }
        1
    }

    pub fn enumeration_type(&mut self, enumeration: &Enumeration) -> IntegerType {
        let Some(list) = &enumeration.constants else {
            let tag = enumeration.tag.as_ref().map_or("", |t| &t.text);
            return match self.tags.iter().rev().find_map(|t| t.get(tag)) {
                Some(Tag::Enumeration(ty)) => *ty,
                Some(Tag::Record(_)) => {
                    let at = enumeration.tag.as_ref().map_or(enumeration.span, |t| t.span);
                    let message = format!("'{tag}' defined as wrong kind of tag");
                    self.error(at, message);
                    IntegerType::UNSIGNED
                }
                None => IntegerType::UNSIGNED,
            };
        };
        if let Some(tag) = &enumeration.tag {
            match self.tags.last().and_then(|t| t.get(&tag.text)) {
                Some(Tag::Enumeration(_)) => {
                    self.error(tag.span, format!("redeclaration of 'enum {}'", tag.text));
                }
                Some(Tag::Record(_)) => {
                    self.error(tag.span, format!("'{}' defined as wrong kind of tag", tag.text));
                }
                None => {}
            }
        }
        let (mut next, mut low, mut high) = (0i128, 0i128, 0i128);
        let mut known = true;
        for (name, value) in list {
            if let Some(value) = value {
                let constant = self.constant(value);
                known = constant != Constant::Unknown;
                next = match constant {
                    Constant::Known(value) => value,
                    Constant::Unknown => 0,
                    wrong @ (Constant::NoInteger | Constant::Variable) => {
                        let message =
                            format!("enumerator value for '{}' is not an integer constant", name.text);
                        self.error(
                            if wrong == Constant::NoInteger { value.span } else { name.span },
                            message,
                        );
                        0
                    }
                };
            }
            if self.scopes.last().is_some_and(|s| s.contains_key(&name.text)) {
                self.error(name.span, format!("redeclaration of enumerator '{}'", name.text));
            }
            (low, high) = (low.min(next), high.max(next));
            let ty = [IntegerType::INT, IntegerType::UNSIGNED].into_iter().find(|t| t.contains(next));
            let ty = ty.unwrap_or(IntegerType { width: 64, signed: next < 0, float: false });
            self.declare(&name.text, Symbol::Constant(known.then_some(next), ty));
            if self.scopes.len() == 1 {
                self.enumerators.entry(name.text.clone()).or_insert(self.item);
            }
            next += 1;
        }
        let ty = enumeration_of((low, high), &enumeration.attributes);
        let ty = self.attributed(Type::Integer(ty), &enumeration.attributes).integer().unwrap_or(ty);
        if let (Some(tag), Some(tags)) = (&enumeration.tag, self.tags.last_mut()) {
            tags.insert(tag.text.clone(), Tag::Enumeration(ty));
        }
        ty
    }
}

/// The type of an enumeration with constants in this range: `packed` ones take the fewest bytes.
fn enumeration_of((low, high): (i128, i128), attributes: &[String]) -> IntegerType {
    let packed = attributes.iter().any(|a| a == "packed");
    let widths: &[u8] = if packed { &[8, 16, 32] } else { &[32] };
    let types = widths.iter().map(|&width| IntegerType { width, signed: low < 0, float: false });
    let fitting = types.into_iter().find(|ty| ty.contains(low) && ty.contains(high));
    fitting.unwrap_or(IntegerType { width: 64, signed: low < 0, float: false })
}
