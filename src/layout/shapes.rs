//! How objects of C's types are laid out in cells.

use std::ops::Deref;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::limit::spend;
use focuscheck_check::types::{Field, Type, Types};

use super::overlay::Overlay;
use super::region::OFFSET;

/// An object with more cells than this is not modelled.
pub(super) const MAX_CELLS: u64 = 1 << 17;

/// What stands for the type of a bit-field of one bit that is no `_Bool`, as long as it is a target.
pub(super) const FLAG: IntegerType = IntegerType { width: 1, signed: true, float: false };

/// The type of the cell of a pointer to a function: the function's number.
pub(super) const CODE: IntegerType = IntegerType::FUNCTION;

/// The type of the cell of a bit-field; `None` if it is none, or one that is not modelled.
///
/// A flag (`unsigned f : 1`) has the cell of a `_Bool`, but takes the lowest bit of what is stored.
pub(super) fn bit_cell(field: &Field) -> Option<IntegerType> {
    let (Type::Integer(ty), Some(bits), Some(_)) = (&field.ty, field.bits, &field.name) else { return None };
    let width = u8::try_from(bits).ok().filter(|width| *width > 0 && *width <= ty.width)?;
    match (width, ty.signed) {
        (1, true) => None,
        (1, false) => Some(IntegerType::BOOL),
        // In gcc wider ones are computed with in their own width.
        (width, _) if width > 32 && width < ty.width => None,
        (width, signed) => Some(IntegerType { width, signed, float: false }),
    }
}

/// What an object of a member's type is to the cells of its structure: a bit-field is an integer of its width.
pub(super) fn stored_type(field: &Field) -> Option<Type> {
    match (field.bits, &field.ty) {
        (None, ty) => Some(ty.clone()),
        (Some(_), Type::Integer(ty)) => bit_cell(field).map(|cell| match cell.is_bool() && !ty.is_bool() {
            true => Type::Integer(FLAG),
            false => Type::Integer(cell),
        }),
        (Some(_), _) => None,
    }
}

/// One scalar of a variable: a plain integer has one cell, arrays and structs have one per element.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// What follows the variable's name: `""`, `"[2]"`, `"[1][0].x"`.
    pub suffix: String,
    /// The cell's type.
    pub ty: IntegerType,
    /// Whether it is `volatile`: what is read is not what was stored.
    pub volatile: bool,
    /// Of a part of a pointer the type of what that points to.
    pub to: Option<Type>,
}

impl Cell {
    /// A cell that keeps what is stored.
    pub fn new(suffix: impl Into<String>, ty: IntegerType) -> Self {
        Cell { suffix: suffix.into(), ty, volatile: false, to: None }
    }
}

/// How the pointers that memory holds are laid out, by the types of what they point to: nothing is said of those that are not
/// followed, and of the others whether they have an offset.
#[derive(Clone, Debug, Default)]
pub(super) struct PointerCells(Vec<(Type, bool)>);

impl PointerCells {
    /// Whether pointers to a type have an offset; `None` if they have no cells.
    pub fn of(&self, to: &Type) -> Option<bool> {
        self.0.iter().find(|(known, _)| known == to).map(|(_, offset)| *offset)
    }

    /// Pointers to a type have cells.
    pub fn add(&mut self, to: Type, offset: bool) {
        self.0.push((to, offset));
    }
}

/// The types of a file with the cells of its structures.
#[derive(Debug)]
pub(super) struct Shapes<'a> {
    types: &'a Types,
    /// Which pointers have cells.
    pointers: PointerCells,
    records: Vec<Shape>,
}

/// The cells of a structure.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// Cells of all fields together; of a union those that its members share.
    cells: u64,
    /// For each field its first cell, and whether it has cells there: a member of a union does if its own cells are the
    /// first ones of the union's, and nothing else lies there.
    fields: Vec<(u64, bool)>,
    /// Of a union: how its members share its cells.
    overlay: Option<Overlay>,
}

impl Deref for Shapes<'_> {
    type Target = Types;

    fn deref(&self) -> &Types {
        self.types
    }
}

impl<'a> Shapes<'a> {
    /// Counts the cells of all structures.
    pub fn new(types: &'a Types, pointers: &PointerCells) -> Self {
        let records = vec![Shape::default(); types.records.len()];
        let mut shapes = Shapes { types, pointers: pointers.clone(), records };
        let mut known = vec![false; types.records.len()];
        for id in 0..types.records.len() {
            shapes.measure(id, &mut known);
        }
        shapes
    }

    /// Counts the cells of a structure after those of its members.
    fn measure(&mut self, id: usize, known: &mut [bool]) {
        if std::mem::replace(&mut known[id], true) {
            return;
        }
        let fields = self.types.records[id].fields.as_deref().unwrap_or_default();
        for field in fields {
            let mut inner = &field.ty;
            while let Type::Array(element, _) = inner {
                inner = element;
            }
            if let Type::Record(inner) = inner {
                self.measure(*inner, known);
            }
        }
        self.records[id] = match self.types.records[id].union {
            true => self.shared(id, fields),
            false => self.side_by_side(fields),
        };
    }

    /// The cells of a structure: those of its fields one after the other.
    fn side_by_side(&self, fields: &[Field]) -> Shape {
        let mut shape = Shape::default();
        for field in fields {
            let count = stored_type(field).map_or(0, |ty| self.cell_count(&ty));
            shape.fields.push((shape.cells, count > 0));
            shape.cells = shape.cells.saturating_add(count);
        }
        shape
    }

    /// The cells of a union.
    fn shared(&self, id: usize, fields: &[Field]) -> Shape {
        let overlay = self.overlay(id);
        let own = |field: &Field| stored_type(field).filter(|_| field.bits.is_none());
        let begins = |field: &Field| own(field).is_some_and(|ty| self.begins(&overlay, &ty));
        Shape {
            cells: overlay.slots.len() as u64,
            fields: fields.iter().map(|field| (0, begins(field))).collect(),
            overlay: Some(overlay),
        }
    }

    /// The types without their cells.
    pub fn types(&self) -> &'a Types {
        self.types
    }

    /// How the members of a union share its cells.
    pub fn overlay_of(&self, id: usize) -> Option<&Overlay> {
        self.records[id].overlay.as_ref()
    }

    /// The first cell of a field in its structure.
    pub fn start(&self, id: usize, field: usize) -> u64 {
        self.records[id].fields.get(field).map_or(0, |(start, _)| *start)
    }

    /// Whether a field has cells in its structure.
    pub fn in_cells(&self, id: usize, field: usize) -> bool {
        self.records[id].fields.get(field).is_some_and(|(_, modelled)| *modelled)
    }

    /// How many cells an object of the type has; zero if it is not modelled.
    pub fn cell_count(&self, ty: &Type) -> u64 {
        match ty {
            Type::Integer(_) => 1,
            Type::Float(_) => self.float_bits(ty).is_some().into(),
            Type::Array(element, Some(length)) => self.cell_count(element).saturating_mul(*length),
            Type::Record(id) => self.records[*id].cells,
            ty if ty.is_function_pointer() => 1,
            Type::Pointer(to, _) => self.pointers.of(to).map_or(0, |offset| 1 + u64::from(offset)),
            _ => 0,
        }
    }

    /// The type of the one cell of a type, if it is a scalar that is modelled.
    pub fn scalar(&self, ty: &Type) -> Option<IntegerType> {
        if ty.is_function_pointer() { Some(CODE) } else { self.types.bits(ty) }
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
                Some(reason) => format!("array of {}", plural(&reason)),
                None => "array".to_owned(),
            },
            Type::VariableArray(_) => "variable-length array".to_owned(),
            Type::Record(id) if self.types.records[*id].union => "union".to_owned(),
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
            Type::Integer(_) | Type::Float(_) => {
                out.extend(self.types.bits(ty).map(|ty| Cell::new(suffix, ty)));
            }
            ty if ty.is_function_pointer() => out.push(Cell::new(suffix, CODE)),
            Type::Pointer(to, _) => {
                let Some(offset) = self.pointers.of(to) else { return };
                let cell = |suffix| Cell { to: Some((**to).clone()), ..Cell::new(suffix, OFFSET) };
                out.push(cell(suffix.to_owned()));
                out.extend(offset.then(|| cell(format!("{suffix} offset"))));
            }
            Type::Array(element, Some(length)) if self.cell_count(element) > 0 => {
                for i in 0..*length {
                    self.cells(element, &format!("{suffix}[{i}]"), out);
                }
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                if let Some(overlay) = self.overlay_of(*id) {
                    // The members of a union share their memory.
                    let volatile = record.has_volatile_member;
                    let cells = overlay.slots.iter().zip(&overlay.names);
                    out.extend(cells.map(|(slot, name)| Cell {
                        volatile,
                        ..Cell::new(format!("{suffix}{name}"), slot.ty)
                    }));
                    return;
                }
                for (number, field) in record.fields.iter().flatten().enumerate() {
                    if !self.in_cells(*id, number) {
                        continue;
                    }
                    let name = field.name.as_ref().map(|n| format!(".{n}")).unwrap_or_default();
                    let suffix = format!("{suffix}{name}");
                    let first = out.len();
                    match (field.bits, bit_cell(field)) {
                        (None, _) => self.cells(&field.ty, &suffix, out),
                        (Some(_), Some(ty)) => out.push(Cell::new(suffix, ty)),
                        (Some(_), None) => {}
                    }
                    if field.volatile {
                        out[first..].iter_mut().for_each(|cell| cell.volatile = true);
                    }
                }
            }
            _ => {}
        }
    }
}

impl Shapes<'_> {
    /// Whether all that an object of the type holds is in cells: it can be copied and filled without the rest.
    pub fn is_in_cells(&self, ty: &Type) -> bool {
        match ty {
            Type::Integer(_) => true,
            Type::Array(element, Some(_)) => self.is_in_cells(element),
            Type::Record(id) => {
                let record = &self.types.records[*id];
                let field = |field: &Field| {
                    stored_type(field).is_some_and(|ty| self.is_in_cells(&ty))
                        || field.name.is_none() && field.bits.is_some()
                };
                match self.overlay_of(*id) {
                    Some(overlay) => overlay.whole && !overlay.slots.is_empty(),
                    None => record.fields.as_ref().is_some_and(|fields| fields.iter().all(field)),
                }
            }
            ty => ty.is_function_pointer() || self.cell_count(ty) > 0,
        }
    }
}

/// The value of a cell all of whose bytes are this one; `None` if that is not known.
pub(super) fn filled(ty: IntegerType, byte: u8) -> Option<i128> {
    match (ty, byte) {
        (_, 0) => Some(0),
        (IntegerType::FUNCTION, _) => None,
        (IntegerType::BOOL, byte) => (byte == 1).then_some(1),
        (ty, 255) => Some(ty.convert(-1)),
        (ty, byte) if [8, 16, 32, 64].contains(&ty.width) => {
            Some(ty.convert(i128::from(u64::from_ne_bytes([byte; 8]))))
        }
        _ => None,
    }
}

/// Several of what has no cells, in words.
pub(super) fn plural(one: &str) -> String {
    let noun = [" of ", " without "].into_iter().filter_map(|more| one.find(more)).min().unwrap_or(one.len());
    let (noun, rest) = one.split_at(noun);
    format!("{noun}s{rest}")
}
