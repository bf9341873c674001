//! C's types: sizes, conversions, and how objects are laid out in cells.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::function_pointer::CODE;
use super::typed::{Cell, IntegerType};
use crate::limit::spend;
use crate::options::DataModel;

/// An object with more cells than this is not modelled.
pub(super) const MAX_CELLS: u64 = 1 << 17;

/// Members of unions with more cells than this have none.
const MAX_SHARED: u64 = 1024;

/// A type, without qualifiers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Void,
    Integer(IntegerType),
    /// A floating type of so many bytes.
    Float(u64),
    /// A pointer, and whether what it points to is `const`.
    Pointer(Rc<Type>, bool),
    /// An array; `None` if its length is not given (yet).
    Array(Rc<Type>, Option<u64>),
    /// An array whose length is not constant.
    VariableArray(Rc<Type>),
    /// A structure or union: index into [`Types::records`].
    Record(usize),
    Function(Rc<Signature>),
    /// A type of which only the name is known.
    Opaque(String),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Signature {
    pub result: Type,
    /// `None` if nothing is known about the parameters.
    pub parameters: Option<Vec<Type>>,
    pub variadic: bool,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(super) struct RecordType {
    pub union: bool,
    pub tag: Option<String>,
    /// `None` until it is defined.
    pub fields: Option<Vec<Field>>,
    /// Cells of all fields together; of a union those of one member.
    pub cells: u64,
    /// Of a union: the member whose cells are the union's.
    pub widest: Option<usize>,
    /// Whether its members are being read.
    pub open: bool,
    /// Whether attributes decide where its members lie.
    pub unknown_layout: bool,
    /// Whether a member of it, or of one of its members, is `const`.
    pub has_constant_member: bool,
}

/// A member.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// `None` for an anonymous structure or union, whose members count as the outer one's.
    pub name: Option<String>,
    pub ty: Type,
    /// Width of a bit-field.
    pub bits: Option<u64>,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Its first cell in the structure.
    pub cell: u64,
    /// Whether it has cells there: a member of a union does if they are the first ones of the union's cells.
    pub in_cells: bool,
}

impl Field {
    /// A member whose cells are not numbered yet.
    pub fn new(name: Option<String>, ty: Type, bits: Option<u64>, constant: bool) -> Self {
        Field { name, ty, bits, constant, cell: 0, in_cells: false }
    }
}

impl Field {
    /// The type of the cell of a bit-field; `None` if it is none, or one that is not modelled.
    ///
    /// A flag (`unsigned f : 1`) has the cell of a `_Bool`, but takes the lowest bit of what is stored.
    fn bit_cell(&self) -> Option<IntegerType> {
        let (Type::Integer(ty), Some(bits), Some(_)) = (&self.ty, self.bits, &self.name) else { return None };
        let width = u8::try_from(bits).ok().filter(|width| *width > 0 && *width <= ty.width)?;
        match (width, ty.signed) {
            (1, true) => None,
            (1, false) => Some(IntegerType::BOOL),
            // In gcc wider ones are computed with in their own width.
            (width, _) if width > 32 && width < ty.width => None,
            (width, signed) => Some(IntegerType { width, signed }),
        }
    }

    /// What an object of the member's type is to the cells of its structure: a bit-field is an integer of its width.
    pub fn stored_type(&self) -> Option<Type> {
        match (self.bits, &self.ty) {
            (None, ty) => Some(ty.clone()),
            (Some(_), Type::Integer(ty)) => {
                self.bit_cell().map(|cell| match cell.is_bool() && !ty.is_bool() {
                    true => Type::Integer(FLAG),
                    false => Type::Integer(cell),
                })
            }
            (Some(_), _) => None,
        }
    }
}

/// What stands for the type of a bit-field of one bit that is no `_Bool`, as long as it is a target.
pub(super) const FLAG: IntegerType = IntegerType { width: 1, signed: true };

/// A member found by name.
pub(super) struct Member {
    pub ty: Type,
    /// What it is to the cells, if it may have some: see [`Field::stored_type`].
    pub stored: Option<Type>,
    pub cell: u64,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Why the member has no cells although its type might.
    pub unmodelled: Option<&'static str>,
    /// Whether it lies where others of a union have cells.
    pub shared: bool,
}

impl Type {
    pub fn integer(&self) -> Option<IntegerType> {
        match self {
            Type::Integer(ty) => Some(*ty),
            _ => None,
        }
    }

    /// Whether it is a pointer to a function.
    pub fn is_function_pointer(&self) -> bool {
        matches!(self, Type::Pointer(pointee, _) if matches!(**pointee, Type::Function(_)))
    }

    /// The type of its one cell, if it is a scalar that is modelled.
    pub fn scalar(&self) -> Option<IntegerType> {
        match self {
            Type::Integer(ty) => Some(*ty),
            _ if self.is_function_pointer() => Some(CODE),
            _ => None,
        }
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(..) | Type::Array(..) | Type::VariableArray(_) | Type::Function(_))
    }

    pub fn pointer_to(self) -> Type {
        Type::Pointer(Rc::new(self), false)
    }

    /// What a parameter declared with this type is.
    pub fn into_parameter(self) -> Type {
        match self {
            Type::Array(element, _) | Type::VariableArray(element) => Type::Pointer(element, false),
            Type::Function(_) => self.pointer_to(),
            other => other,
        }
    }

    /// What an array or function is as a value.
    pub fn into_decayed(self) -> Type {
        self.into_parameter()
    }
}

/// What is known about types in one file.
#[derive(Debug)]
pub(super) struct Types {
    pub model: DataModel,
    pub records: Vec<RecordType>,
    /// Size and alignment of records, as they are asked for.
    pub layouts: RefCell<BTreeMap<usize, (u64, u64)>>,
}

impl Types {
    pub fn long(&self) -> IntegerType {
        IntegerType { width: self.word(), signed: true }
    }

    pub fn size_type(&self) -> IntegerType {
        IntegerType { width: self.word(), signed: false }
    }

    fn word(&self) -> u8 {
        match self.model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// How many cells an object of the type has; zero if it is not modelled.
    pub fn cell_count(&self, ty: &Type) -> u64 {
        match ty {
            Type::Integer(_) => 1,
            Type::Array(element, Some(length)) => self.cell_count(element).saturating_mul(*length),
            Type::Record(id) => self.records[*id].cells,
            ty if ty.is_function_pointer() => 1,
            _ => 0,
        }
    }

    /// Why an object of the type is not modelled; `None` if it is.
    pub fn unmodelled(&self, ty: &Type) -> Option<String> {
        let cells = self.cell_count(ty);
        if cells > MAX_CELLS {
            return Some("array with too many elements".to_owned());
        }
        if cells > 0 {
            return None;
        }
        Some(match ty {
            Type::Float(_) => "floating-point value".to_owned(),
            Type::Pointer(..) => "pointer value".to_owned(),
            Type::Array(_, Some(0)) => "empty array".to_owned(),
            Type::Array(_, None) => "array of unknown length".to_owned(),
            Type::Array(element, _) => match self.unmodelled(element) {
                Some(reason) => format!("array of {reason}s"),
                None => "array".to_owned(),
            },
            Type::VariableArray(_) => "variable-length array".to_owned(),
            Type::Record(id) if self.records[*id].union => "union".to_owned(),
            Type::Record(_) => "structure without integer members".to_owned(),
            Type::Function(_) => "function as a value".to_owned(),
            Type::Opaque(name) => format!("value of type '{name}'"),
            Type::Void | Type::Integer(_) => "void value".to_owned(),
        })
    }

    /// The cells of an object of the type.
    pub fn cells(&self, ty: &Type, suffix: &str, out: &mut Vec<Cell>) {
        spend(1);
        match ty {
            Type::Integer(ty) => out.push(Cell { suffix: suffix.to_owned(), ty: *ty }),
            ty if ty.is_function_pointer() => out.push(Cell { suffix: suffix.to_owned(), ty: CODE }),
            Type::Array(element, Some(length)) if self.cell_count(element) > 0 => {
                for i in 0..*length {
                    self.cells(element, &format!("{suffix}[{i}]"), out);
                }
            }
            Type::Record(id) => {
                let record = &self.records[*id];
                for (number, field) in record.fields.iter().flatten().enumerate() {
                    if !field.in_cells || (record.union && record.widest != Some(number)) {
                        continue;
                    }
                    let name = field.name.as_ref().map(|n| format!(".{n}")).unwrap_or_default();
                    let suffix = format!("{suffix}{name}");
                    match (field.bits, field.bit_cell()) {
                        (None, _) => self.cells(&field.ty, &suffix, out),
                        (Some(_), Some(ty)) => out.push(Cell { suffix, ty }),
                        (Some(_), None) => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Numbers the fields of a structure and counts its cells.
    pub fn define_record(&mut self, id: usize, mut fields: Vec<Field>) {
        let mut next = 0u64;
        let mut widest = None;
        if self.records[id].union {
            widest = self.share_cells(&mut fields);
            next = widest.map_or(0, |at| self.cell_count(&fields[at].ty));
        } else {
            for field in &mut fields {
                field.cell = next;
                let count = field.stored_type().map_or(0, |ty| self.cell_count(&ty));
                field.in_cells = count > 0;
                next = next.saturating_add(count);
            }
        }
        let constant = fields.iter().any(|f| f.constant || self.has_constant_member(&f.ty));
        let record = &mut self.records[id];
        record.has_constant_member = constant;
        record.cells = next;
        record.widest = widest;
        record.fields = Some(fields);
    }

    /// Which member of a union has cells that are the union's, and which others are the first of these: at the same
    /// places, of the same types.
    fn share_cells(&self, fields: &mut [Field]) -> Option<usize> {
        let places: Vec<Option<Vec<(u64, IntegerType)>>> = fields
            .iter()
            .map(|field| {
                let mut places = Vec::new();
                let small = field.bits.is_none() && self.cell_count(&field.ty) <= MAX_SHARED;
                (small && self.cell_places(&field.ty, 0, &mut places) && !places.is_empty()).then_some(places)
            })
            .collect();
        // As many bytes as can be, in cells that are as wide as can be.
        let size = |at: &usize| {
            let places = places[*at].as_deref().unwrap_or_default();
            let bits: u64 = places.iter().map(|(_, ty)| u64::from(ty.width)).sum();
            (bits, std::cmp::Reverse(places.len()))
        };
        let widest = (0..fields.len()).rev().max_by_key(size)?;
        let whole = places[widest].as_ref()?;
        for (field, places) in fields.iter_mut().zip(&places) {
            field.in_cells = places.as_ref().is_some_and(|places| whole.starts_with(places));
        }
        Some(widest)
    }

    /// Where the cells of an object lie that has nothing else; whether it has nothing else, and all is known.
    fn cell_places(&self, ty: &Type, start: u64, out: &mut Vec<(u64, IntegerType)>) -> bool {
        match ty {
            Type::Array(element, Some(length)) => {
                let Some((size, _)) = self.layout(element) else { return false };
                (0..*length).all(|i| self.cell_places(element, start + i * size, out))
            }
            Type::Record(id) if !self.records[*id].union => {
                let mut starts = Vec::new();
                if self.lay_out(*id, &mut |first, _, _| starts.push(first)).is_none() {
                    return false;
                }
                let fields = self.records[*id].fields.iter().flatten();
                fields.zip(starts).all(|(field, first)| {
                    let at = first.filter(|_| field.bits.is_none()).map(|bits| start + bits / 8);
                    at.is_some_and(|at| self.cell_places(&field.ty, at, out))
                })
            }
            ty => {
                let scalar = ty.scalar();
                out.extend(scalar.map(|scalar| (start, scalar)));
                scalar.is_some()
            }
        }
    }

    /// A member by name, also of anonymous members.
    pub fn member(&self, id: usize, name: &str) -> Option<Member> {
        let record = &self.records[id];
        for field in record.fields.iter().flatten() {
            let mut found = None;
            if field.name.as_deref() == Some(name) {
                let (ty, cell, constant) = (field.ty.clone(), field.cell, field.constant);
                let stored = field.stored_type();
                let unmodelled = if stored.is_none() { Some("bit-field") } else { None };
                found = Some(Member { ty, stored, cell, constant, unmodelled, shared: false });
            } else if let (None, Type::Record(inner)) = (&field.name, &field.ty)
                && let Some(mut member) = self.member(*inner, name)
            {
                member.cell += field.cell;
                found = Some(member);
            }
            if let Some(mut member) = found {
                if record.union && !field.in_cells {
                    (member.unmodelled, member.shared) = (Some("union member"), true);
                }
                return Some(member);
            }
        }
        None
    }

    /// Size and alignment in bytes; `None` for incomplete types.
    pub fn layout(&self, ty: &Type) -> Option<(u64, u64)> {
        let word = u64::from(self.word()) / 8;
        Some(match ty {
            Type::Void | Type::Function(_) => (1, 1),
            Type::Integer(ty) => {
                let size = u64::from(ty.width).div_ceil(8);
                (size, size.min(if self.model == DataModel::Ilp32 { 4 } else { 8 }))
            }
            Type::Float(16) if self.model == DataModel::Ilp32 => (12, 4),
            Type::Float(size) => (*size, (*size).min(if self.model == DataModel::Ilp32 { 4 } else { 16 })),
            Type::Pointer(..) => (word, word),
            Type::Array(element, length) => {
                let (size, align) = self.layout(element)?;
                (size.saturating_mul((*length)?), align)
            }
            Type::VariableArray(_) | Type::Opaque(_) => return None,
            Type::Record(id) => {
                spend(1);
                if let (false, Some(known)) =
                    (self.records[*id].unknown_layout, self.layouts.borrow().get(id))
                {
                    return Some(*known);
                }
                let (mut bits, mut align) = (0u64, 1u64);
                self.lay_out(*id, &mut |_, end, field_align| {
                    bits = bits.max(end);
                    align = align.max(field_align);
                })?;
                let layout = (bits.div_ceil(8).checked_next_multiple_of(align)?, align);
                self.layouts.borrow_mut().insert(*id, layout);
                layout
            }
        })
    }

    /// Tells for each field where it starts (if on a byte) and ends, in bits, and its alignment.
    fn lay_out(&self, id: usize, tell: &mut dyn FnMut(Option<u64>, u64, u64)) -> Option<()> {
        let record = &self.records[id];
        if record.unknown_layout {
            return None;
        }
        let mut bits = 0u64;
        for field in record.fields.as_ref()? {
            let (size, align) = match field.ty {
                // A flexible array member takes no room.
                Type::Array(ref element, None) => (0, self.layout(element)?.1),
                ref ty => self.layout(ty)?,
            };
            let start = if record.union { 0 } else { bits };
            let unit = size.saturating_mul(8).max(1);
            let (first, end) = match field.bits {
                Some(0) => (None, start.next_multiple_of(unit)),
                Some(width) if start % unit + width > unit => (None, start.next_multiple_of(unit) + width),
                Some(width) => (None, start + width),
                None => {
                    let first = start.next_multiple_of(align * 8);
                    (Some(first), first.saturating_add(size.saturating_mul(8)))
                }
            };
            // An unnamed bit-field does not align the structure.
            let unnamed = field.bits.is_some() && field.name.is_none();
            tell(first, end, if unnamed { 1 } else { align });
            bits = bits.max(end);
        }
        Some(())
    }

    /// The type of a member, and how many bytes it lies behind the start.
    pub fn field_offset(&self, id: usize, name: &str) -> Option<(Type, u64)> {
        let mut starts = Vec::new();
        self.lay_out(id, &mut |first, _, _| starts.push(first))?;
        for (field, start) in self.records[id].fields.iter().flatten().zip(starts) {
            match (&field.name, &field.ty) {
                (Some(own), ty) if own == name => return Some((ty.clone(), start? / 8)),
                (None, Type::Record(inner)) => {
                    if let Some((ty, offset)) = self.field_offset(*inner, name) {
                        return Some((ty, start? / 8 + offset));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether two types are compatible, as far as is known: names that are not known may be anything.
    pub fn compatible(&self, left: &Type, right: &Type) -> bool {
        match (left, right) {
            (Type::Opaque(_), _) | (_, Type::Opaque(_)) => true,
            (Type::Pointer(a, a_constant), Type::Pointer(b, b_constant)) => {
                a_constant == b_constant && self.compatible(a, b)
            }
            (Type::Array(a, a_length), Type::Array(b, b_length)) => {
                let same = a_length.is_none() || b_length.is_none() || a_length == b_length;
                same && self.compatible(a, b)
            }
            (Type::VariableArray(a), Type::VariableArray(b) | Type::Array(b, _))
            | (Type::Array(a, _), Type::VariableArray(b)) => self.compatible(a, b),
            (Type::Function(a), Type::Function(b)) => self.compatible_signatures(a, b),
            (Type::Record(a), Type::Record(b)) => {
                let (a_record, b_record) = (&self.records[*a], &self.records[*b]);
                // Two that nobody defines are perhaps one of a header that was not read.
                let open = a_record.fields.is_none() || b_record.fields.is_none();
                a == b || (open && a_record.tag == b_record.tag && a_record.union == b_record.union)
            }
            _ => left == right,
        }
    }

    /// Whether two declarations can be of the same function.
    pub fn compatible_signatures(&self, left: &Signature, right: &Signature) -> bool {
        if !self.compatible(&left.result, &right.result) {
            return false;
        }
        match (&left.parameters, &right.parameters) {
            (Some(a), Some(b)) => {
                let same = a.len() == b.len() && left.variadic == right.variadic;
                same && a.iter().zip(b).all(|(a, b)| self.compatible(a, b))
            }
            _ => true,
        }
    }

    /// The width of a bit-field; `None` if the member is none.
    pub fn bit_field(&self, id: usize, name: &str) -> Option<u64> {
        for field in self.records[id].fields.iter().flatten() {
            match (&field.name, &field.ty) {
                (Some(own), _) if own == name => return field.bits,
                (None, Type::Record(inner)) => {
                    if let Some(bits) = self.bit_field(*inner, name) {
                        return Some(bits);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether an object of the type cannot be assigned because a member is `const`.
    pub fn has_constant_member(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(id) => self.records[*id].has_constant_member,
            Type::Array(element, _) => self.has_constant_member(element),
            _ => false,
        }
    }

    /// Whether something is missing before the type has a size.
    pub fn is_incomplete(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(id) => self.records[*id].fields.is_none(),
            Type::Array(_, None) => true,
            Type::Array(element, _) => self.is_incomplete(element),
            _ => false,
        }
    }

    /// How gcc writes the type in messages.
    pub fn name(&self, ty: &Type) -> String {
        self.declaration_of(ty, String::new())
    }

    /// The type around what is derived from it, as in a declaration without a name.
    fn declaration_of(&self, ty: &Type, inner: String) -> String {
        let base = match ty {
            Type::Pointer(pointee, constant) => {
                let nested =
                    matches!(**pointee, Type::Array(..) | Type::VariableArray(_) | Type::Function(_));
                let inner = if nested { format!("(*{inner})") } else { format!("*{inner}") };
                let qualifier = if *constant { "const " } else { "" };
                return qualifier.to_owned() + &self.declaration_of(pointee, inner);
            }
            Type::Array(element, Some(length)) => {
                return self.declaration_of(element, format!("{inner}[{length}]"));
            }
            Type::Array(element, None) | Type::VariableArray(element) => {
                return self.declaration_of(element, format!("{inner}[]"));
            }
            Type::Function(signature) => {
                let mut parameters: Vec<String> =
                    signature.parameters.iter().flatten().map(|p| self.name(p)).collect();
                if signature.variadic {
                    parameters.push("...".to_owned());
                } else if parameters.is_empty() && signature.parameters.is_some() {
                    parameters.push("void".to_owned());
                }
                return self.declaration_of(&signature.result, format!("{inner}({})", parameters.join(", ")));
            }
            Type::Void => "void".to_owned(),
            Type::Integer(ty) => self.integer_name(*ty).to_owned(),
            Type::Float(4) => "float".to_owned(),
            Type::Float(8) => "double".to_owned(),
            Type::Float(_) => "long double".to_owned(),
            Type::Record(id) => {
                let record = &self.records[*id];
                let kind = if record.union { "union" } else { "struct" };
                format!("{kind} {}", record.tag.as_deref().unwrap_or("<anonymous>"))
            }
            Type::Opaque(name) => name.clone(),
        };
        let spaced = inner.starts_with('*') || inner.starts_with("(*");
        base + if spaced { " " } else { "" } + &inner
    }

    fn integer_name(&self, ty: IntegerType) -> &'static str {
        match (ty.width, ty.signed) {
            (1, _) => "_Bool",
            (8, true) => "char",
            (8, false) => "unsigned char",
            (16, true) => "short int",
            (16, false) => "short unsigned int",
            (32, true) => "int",
            (32, false) => "unsigned int",
            (_, true) if self.word() == 64 => "long int",
            (_, false) if self.word() == 64 => "long unsigned int",
            (_, true) => "long long int",
            (_, false) => "long long unsigned int",
        }
    }
}

/// Integer promotion.
pub(super) fn promote(ty: IntegerType) -> IntegerType {
    if ty.width < 32 { IntegerType::INT } else { ty }
}

/// The promotion of a bit-field.
pub(super) fn promote_bit_field(ty: IntegerType, bits: u64) -> IntegerType {
    let narrow = bits < 32 || (bits == 32 && ty.signed);
    if narrow { IntegerType::INT } else { ty }
}

/// The usual arithmetic conversions. Types of the same width differ only in their sign, so ranks follow
/// from widths.
pub(crate) fn common(left: IntegerType, right: IntegerType) -> IntegerType {
    let (left, right) = (promote(left), promote(right));
    if left.width == right.width {
        IntegerType { width: left.width, signed: left.signed && right.signed }
    } else if left.width > right.width {
        left
    } else {
        right
    }
}
