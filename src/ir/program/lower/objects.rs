//! What an object has inside.

use crate::program::graph::{Bits, Part};
use focuscheck_base::limit::spend;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;

use super::build::Lowering;

/// Objects with more scalars than this get no values from outside.
const MOST_PARTS: usize = 1 << 17;

impl Lowering<'_> {
    /// Finds the scalars of an object that is declared without a value.
    pub(super) fn find_parts(&mut self, object: ObjectId) {
        let entry = &self.graph.objects[object.index()];
        if !entry.parts.is_empty() {
            return;
        }
        let (name, ty) = (entry.name.clone(), entry.ty.clone());
        let mut parts = Vec::new();
        self.parts(&ty, &name, 0, &mut parts);
        self.graph.objects[object.index()].parts = parts;
    }

    fn parts(&self, ty: &Type, name: &str, offset: u64, out: &mut Vec<Part>) {
        spend(1);
        if out.len() > MOST_PARTS {
            return;
        }
        match ty {
            Type::Integer(ty) => out.push(Part { name: name.to_owned(), offset, bits: None, ty: *ty }),
            Type::Array(element, Some(length)) => {
                let Some(size) = self.size(element) else { return };
                for number in 0..*length {
                    let before = out.len();
                    self.parts(element, &format!("{name}[{number}]"), offset + number * size, out);
                    // As many elements as there may be, none has a scalar if the first one has none.
                    if out.len() == before || out.len() > MOST_PARTS {
                        return;
                    }
                }
            }
            Type::Record(id) => {
                let Some(positions) = self.types.positions(*id) else { return };
                let fields = self.types.records[*id].fields.iter().flatten();
                for (field, (first, _)) in fields.zip(positions) {
                    let name = match &field.name {
                        Some(own) => format!("{name}.{own}"),
                        None => name.to_owned(),
                    };
                    match (field.bits, &field.ty) {
                        (None, ty) => self.parts(ty, &name, offset + first / 8, out),
                        (Some(width), Type::Integer(ty)) if width > 0 && field.name.is_some() => {
                            let bits = Some(Bits { first: first % 8, width });
                            out.push(Part { name, offset: offset + first / 8, bits, ty: *ty });
                        }
                        (Some(_), _) => {}
                    }
                }
            }
            Type::Float(_) => {
                let bits = self.types.float_bits(ty);
                out.extend(bits.map(|ty| Part { name: name.to_owned(), offset, bits: None, ty }));
            }
            Type::Void
            | Type::Pointer(..)
            | Type::Array(_, None)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => {}
        }
    }
}
