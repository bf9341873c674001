//! C's types: sizes, conversions, members.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_base::options::DataModel;

/// A type, without qualifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No value.
    Void,
    /// An integer.
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
    /// A function.
    Function(Rc<Signature>),
    /// A type of which only the name is known.
    Opaque(String),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// What it gives.
    pub result: Type,
    /// `None` if nothing is known about the parameters.
    pub parameters: Option<Vec<Type>>,
    /// Whether more arguments may follow.
    pub variadic: bool,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct RecordType {
    /// Whether it is a union.
    pub union: bool,
    /// Its tag.
    pub tag: Option<String>,
    /// `None` until it is defined.
    pub fields: Option<Vec<Field>>,
    /// Whether its members are being read.
    pub open: bool,
    /// Whether attributes decide where its members lie.
    pub unknown_layout: bool,
    /// Whether a member of it, or of one of its members, is `const`.
    pub has_constant_member: bool,
    /// The same for `volatile`.
    pub has_volatile_member: bool,
    /// Whether it may hold pointers to objects; so as long as it is not defined.
    pub holds_pointers: bool,
}

/// A member.
#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for an anonymous structure or union, whose members count as the outer one's.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
    /// Width of a bit-field.
    pub bits: Option<u64>,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// Whether it is declared `volatile`.
    pub volatile: bool,
}

/// A member found by name.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its type.
    pub ty: Type,
    /// The numbers of the fields that lead to it, from the outside to the inside.
    pub path: Vec<usize>,
    /// Whether it is declared `const`.
    pub constant: bool,
    /// The width of a bit-field.
    pub bits: Option<u64>,
}

impl Type {
    /// The integer type that it is.
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

    /// Whether its values are addresses.
    pub fn is_pointer(&self) -> bool {
        matches!(self, Type::Pointer(..) | Type::Array(..) | Type::VariableArray(_) | Type::Function(_))
    }

    /// A pointer to it.
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
#[derive(Clone, Debug)]
pub struct Types {
    /// The widths of C's types.
    pub model: DataModel,
    /// All structures and unions.
    pub records: Vec<RecordType>,
    /// The structure that a stream of the library is (`FILE`), if the program names it: it says whether the program has opened
    /// it. Its size is the library's own matter.
    pub stream: Option<usize>,
    /// Size and alignment of records, as they are asked for.
    pub(super) layouts: RefCell<BTreeMap<usize, (u64, u64)>>,
}

impl Types {
    /// Whether an object of the type may hold pointers to objects.
    pub fn holds_pointers(&self, ty: &Type) -> bool {
        match ty {
            Type::Void | Type::Opaque(_) => true,
            Type::Integer(_) | Type::Float(_) | Type::Function(_) => false,
            Type::Pointer(..) => !ty.is_function_pointer(),
            Type::Array(element, _) | Type::VariableArray(element) => self.holds_pointers(element),
            Type::Record(id) => self.records[*id].holds_pointers,
        }
    }

    /// Whether a member of an object of the type, or of one of its members, is `volatile`.
    pub fn has_volatile_member(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) | Type::VariableArray(element) => self.has_volatile_member(element),
            Type::Record(id) => self.records[*id].has_volatile_member,
            Type::Void
            | Type::Integer(_)
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::Function(_)
            | Type::Opaque(_) => false,
        }
    }

    /// Takes all members for ordinary ones.
    pub fn settle_volatile(&mut self) {
        for record in &mut self.records {
            record.has_volatile_member = false;
            record.fields.iter_mut().flatten().for_each(|field| field.volatile = false);
        }
    }

    /// `long`
    pub fn long(&self) -> IntegerType {
        IntegerType { width: self.word(), signed: true, float: false }
    }

    /// `size_t`
    pub fn size_type(&self) -> IntegerType {
        IntegerType { width: self.word(), signed: false, float: false }
    }

    fn word(&self) -> u8 {
        match self.model {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }

    /// The type of the bits of a floating type, if these are followed: they are not where registers may have more of them.
    pub fn float_bits(&self, ty: &Type) -> Option<IntegerType> {
        match (self.model, ty) {
            (DataModel::Lp64, Type::Float(size)) => IntegerType::of_float(*size),
            _ => None,
        }
    }

    /// The integer type that a type is, or that of its bits.
    pub fn bits(&self, ty: &Type) -> Option<IntegerType> {
        ty.integer().or_else(|| self.float_bits(ty))
    }

    /// Gives a structure its fields.
    pub fn define_record(&mut self, id: usize, fields: Vec<Field>) {
        let constant = fields.iter().any(|f| f.constant || self.has_constant_member(&f.ty));
        let volatile = fields.iter().any(|f| f.volatile || self.has_volatile_member(&f.ty));
        let pointers = fields.iter().any(|f| self.holds_pointers(&f.ty));
        let record = &mut self.records[id];
        record.has_constant_member = constant;
        record.has_volatile_member = volatile;
        record.holds_pointers = pointers;
        record.fields = Some(fields);
    }

    /// A member by name, also of anonymous members.
    pub fn member(&self, id: usize, name: &str) -> Option<Member> {
        for (number, field) in self.records[id].fields.iter().flatten().enumerate() {
            if field.name.as_deref() == Some(name) {
                let (ty, bits, constant) = (field.ty.clone(), field.bits, field.constant);
                return Some(Member { ty, path: vec![number], constant, bits });
            }
            if let (None, Type::Record(inner)) = (&field.name, &field.ty)
                && let Some(mut member) = self.member(*inner, name)
            {
                member.path.insert(0, number);
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
                // Larger ones are none of a real machine; their bits must be countable.
                (size.checked_mul((*length)?).filter(|&size| size <= u64::MAX / 16)?, align)
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

    /// The same types where members lie as they would without attributes.
    pub fn without_attributes(&self) -> Types {
        let plain = |record: &RecordType| RecordType { unknown_layout: false, ..record.clone() };
        let records = self.records.iter().map(plain).collect();
        Types { model: self.model, records, stream: self.stream, layouts: RefCell::default() }
    }

    /// What a stream of the library is (`FILE`).
    pub fn stream(&mut self) -> Type {
        if let Some(known) = self.stream {
            return Type::Record(known);
        }
        let is_opened = Field {
            name: Some("is_opened".to_owned()),
            ty: Type::Integer(IntegerType::INT),
            bits: None,
            constant: false,
            volatile: false,
        };
        let made = self.library_structure("FILE", vec![is_opened]);
        self.stream = Some(self.records.len() - 1);
        made
    }

    /// A new structure of the library.
    pub(super) fn library_structure(&mut self, name: &str, fields: Vec<Field>) -> Type {
        self.records.push(RecordType {
            union: false,
            tag: Some(name.to_owned()),
            fields: Some(fields),
            open: false,
            unknown_layout: false,
            has_constant_member: false,
            has_volatile_member: false,
            holds_pointers: false,
        });
        Type::Record(self.records.len() - 1)
    }

    /// Whether a type is that of streams.
    pub fn is_stream(&self, ty: &Type) -> bool {
        matches!(ty, Type::Record(id) if self.stream == Some(*id))
    }

    /// For each field of a record its first bit, and the bit behind its last one.
    pub fn positions(&self, id: usize) -> Option<Vec<(u64, u64)>> {
        let mut ends = Vec::new();
        self.lay_out(id, &mut |first, end, _| ends.push((first, end)))?;
        let fields = self.records[id].fields.iter().flatten();
        let first = |(first, end): (Option<u64>, u64), bits: Option<u64>| {
            (first.unwrap_or_else(|| end - bits.unwrap_or(0).min(end)), end)
        };
        Some(ends.into_iter().zip(fields).map(|(place, field)| first(place, field.bits)).collect())
    }

    /// For each field of a record where it starts, in bits, if that is on a byte.
    pub fn starts(&self, id: usize) -> Option<Vec<Option<u64>>> {
        let mut starts = Vec::new();
        self.lay_out(id, &mut |first, _, _| starts.push(first))?;
        Some(starts)
    }

    /// The type of a member, and how many bytes it lies behind the start.
    pub fn field_offset(&self, id: usize, name: &str) -> Option<(Type, u64)> {
        for (field, start) in self.records[id].fields.iter().flatten().zip(self.starts(id)?) {
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
pub fn promote(ty: IntegerType) -> IntegerType {
    if ty.width < 32 { IntegerType::INT } else { ty }
}

/// The promotion of a bit-field.
pub fn promote_bit_field(ty: IntegerType, bits: u64) -> IntegerType {
    let narrow = bits < 32 || (bits == 32 && ty.signed);
    if narrow { IntegerType::INT } else { ty }
}

/// The usual arithmetic conversions. Types of the same width differ only in their sign, so ranks follow
/// from widths.
pub fn common(left: IntegerType, right: IntegerType) -> IntegerType {
    let (left, right) = (promote(left), promote(right));
    if left.width == right.width {
        IntegerType { width: left.width, signed: left.signed && right.signed, float: false }
    } else if left.width > right.width {
        left
    } else {
        right
    }
}
