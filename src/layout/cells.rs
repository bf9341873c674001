//! How objects of C's types are laid out in cells.

use std::ops::Deref;

use super::function_pointer::CODE;
use super::program::{Cell, IntegerType};
use crate::check::types::{Field, Type, Types};
use crate::limit::spend;

/// An object with more cells than this is not modelled.
pub(super) const MAX_CELLS: u64 = 1 << 17;

/// What stands for the type of a bit-field of one bit that is no `_Bool`, as long as it is a target.
pub(super) const FLAG: IntegerType = IntegerType { width: 1, signed: true };

/// The type of the cell of a bit-field; `None` if it is none, or one that is not modelled.
///
/// A flag (`unsigned f : 1`) has the cell of a `_Bool`, but takes the lowest bit of what is stored.
fn bit_cell(field: &Field) -> Option<IntegerType> {
    let (Type::Integer(ty), Some(bits), Some(_)) = (&field.ty, field.bits, &field.name) else { return None };
    let width = u8::try_from(bits).ok().filter(|width| *width > 0 && *width <= ty.width)?;
    match (width, ty.signed) {
        (1, true) => None,
        (1, false) => Some(IntegerType::BOOL),
        // In gcc wider ones are computed with in their own width.
        (width, _) if width > 32 && width < ty.width => None,
        (width, signed) => Some(IntegerType { width, signed }),
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

/// The type of the one cell of a type, if it is a scalar that is modelled.
pub(super) fn scalar(ty: &Type) -> Option<IntegerType> {
    match ty {
        Type::Integer(ty) => Some(*ty),
        _ if ty.is_function_pointer() => Some(CODE),
        _ => None,
    }
}

/// The types of a file with the cells of its structures.
#[derive(Debug)]
pub(super) struct Shapes<'a> {
    types: &'a Types,
    records: Vec<Shape>,
}

/// The cells of a structure.
#[derive(Clone, Debug, Default)]
struct Shape {
    /// Cells of all fields together; none in a union.
    cells: u64,
    /// For each field its first cell.
    starts: Vec<u64>,
}

impl Deref for Shapes<'_> {
    type Target = Types;

    fn deref(&self) -> &Types {
        self.types
    }
}

impl<'a> Shapes<'a> {
    /// Counts the cells of all structures.
    pub fn new(types: &'a Types) -> Self {
        let mut shapes = Shapes { types, records: vec![Shape::default(); types.records.len()] };
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
        let (mut next, mut starts) = (0u64, Vec::new());
        for field in self.types.records[id].fields.iter().flatten() {
            let mut inner = &field.ty;
            while let Type::Array(element, _) = inner {
                inner = element;
            }
            if let Type::Record(inner) = inner {
                self.measure(*inner, known);
            }
            starts.push(next);
            let count = match field.bits {
                None => self.cell_count(&field.ty),
                Some(_) => bit_cell(field).is_some().into(),
            };
            next = next.saturating_add(count);
        }
        let cells = if self.types.records[id].union { 0 } else { next };
        self.records[id] = Shape { cells, starts };
    }

    /// The first cell of a field in its structure.
    pub fn start(&self, id: usize, field: usize) -> u64 {
        self.records[id].starts.get(field).copied().unwrap_or(0)
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
            Type::Integer(ty) => out.push(Cell { suffix: suffix.to_owned(), ty: *ty }),
            ty if ty.is_function_pointer() => out.push(Cell { suffix: suffix.to_owned(), ty: CODE }),
            Type::Array(element, Some(length)) if self.cell_count(element) > 0 => {
                for i in 0..*length {
                    self.cells(element, &format!("{suffix}[{i}]"), out);
                }
            }
            Type::Record(id) if !self.types.records[*id].union => {
                for field in self.types.records[*id].fields.iter().flatten() {
                    let name = field.name.as_ref().map(|n| format!(".{n}")).unwrap_or_default();
                    let suffix = format!("{suffix}{name}");
                    match (field.bits, bit_cell(field)) {
                        (None, _) => self.cells(&field.ty, &suffix, out),
                        (Some(_), Some(ty)) => out.push(Cell { suffix, ty }),
                        (Some(_), None) => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// The type of the first cell of an object.
    pub fn first_cell(&self, ty: &Type) -> IntegerType {
        match ty {
            Type::Integer(FLAG) => IntegerType::BOOL,
            Type::Integer(ty) => *ty,
            ty if ty.is_function_pointer() => CODE,
            Type::Array(element, _) => self.first_cell(element),
            Type::Record(id) => {
                let fields = self.types.records[*id].fields.iter().flatten();
                let first = fields.filter_map(stored_type).find(|ty| self.cell_count(ty) > 0);
                first.map_or(IntegerType::INT, |ty| self.first_cell(&ty))
            }
            Type::Void
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => IntegerType::INT,
        }
    }
}
