//! How objects of C's types are laid out in cells.

use std::ops::Deref;

use super::program::{Cell, IntegerType};
use crate::check::types::{Type, Types};
use crate::limit::spend;

/// An object with more cells than this is not modelled.
pub(super) const MAX_CELLS: u64 = 1 << 17;

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
            if field.bits.is_none() {
                next = next.saturating_add(self.cell_count(&field.ty));
            }
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
            Type::Pointer(pointee, _) if matches!(**pointee, Type::Function(_)) => {
                "function pointer".to_owned()
            }
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
            Type::Array(element, Some(length)) if self.cell_count(element) > 0 => {
                for i in 0..*length {
                    self.cells(element, &format!("{suffix}[{i}]"), out);
                }
            }
            Type::Record(id) if !self.types.records[*id].union => {
                for field in self.types.records[*id].fields.iter().flatten().filter(|f| f.bits.is_none()) {
                    let name = field.name.as_ref().map(|n| format!(".{n}")).unwrap_or_default();
                    self.cells(&field.ty, &format!("{suffix}{name}"), out);
                }
            }
            _ => {}
        }
    }

    /// The type of the first cell of an object.
    pub fn first_cell(&self, ty: &Type) -> IntegerType {
        match ty {
            Type::Integer(ty) => *ty,
            Type::Array(element, _) => self.first_cell(element),
            Type::Record(id) => {
                let fields = self.types.records[*id].fields.iter().flatten();
                let mut modelled = fields.filter(|f| f.bits.is_none() && self.cell_count(&f.ty) > 0);
                modelled.next().map_or(IntegerType::INT, |f| self.first_cell(&f.ty))
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
