//! Objects of a model as people write them: the integers that matter, in braces.

use std::collections::BTreeMap;

use focuscheck_base::arith::IntegerType;
use focuscheck_check::types::Type;
use focuscheck_smt::Model;
use focuscheck_smt::term::MapId;
use focuscheck_vc::condition::encoder::Encoder;
use focuscheck_vc::condition::state::Sort;

/// So many elements of an array are shown.
const MOST_ELEMENTS: i128 = 16;

/// The memory in which a function begins, as far as a model knows it.
pub(super) struct Shown<'a> {
    encoder: &'a Encoder<'a>,
    model: &'a Model,
    maps: BTreeMap<Sort, MapId>,
}

impl<'a> Shown<'a> {
    /// The memory of a model.
    pub fn new(encoder: &'a Encoder<'a>, model: &'a Model) -> Self {
        Shown { encoder, model, maps: encoder.initial().collect() }
    }

    /// An object as it is at the beginning: an integer, or the elements up to the last one that matters, or the members that
    /// do; nothing if none does, or there are too many.
    pub fn object(&self, block: i128, offset: i128, ty: &Type) -> Option<String> {
        match ty {
            Type::Integer(ty) => self.integer(block, offset, *ty).map(|value| value.to_string()),
            Type::Array(element, length) => {
                let length = length.map_or(0, i128::from);
                self.elements(block, offset, (element, length)).map(|all| braced(&all))
            }
            Type::Record(id) => self.members(block, offset, *id),
            Type::Void
            | Type::Float(_)
            | Type::Pointer(..)
            | Type::VariableArray(_)
            | Type::Function(_)
            | Type::Opaque(_) => None,
        }
    }

    /// What a pointer to the start of a block points to: a structure, or the elements of an array.
    pub fn pointed(&self, block: i128, ty: &Type) -> Option<String> {
        let elements = self.elements(block, 0, (ty, MOST_ELEMENTS))?;
        match (ty, &elements[..]) {
            (Type::Record(_), [one]) => Some(one.clone()),
            _ => Some(braced(&elements)),
        }
    }

    /// The elements of an array of some length that matter, and those before.
    fn elements(&self, block: i128, offset: i128, (element, length): (&Type, i128)) -> Option<Vec<String>> {
        let size = i128::from(self.encoder.size(element)?.max(1));
        let known = self.maps.values().filter_map(|map| self.model.cells.get(map));
        let offsets = known.flat_map(|cells| cells.range((block, offset)..(block + 1, 0)));
        // What lies behind the array in the same block is not of it.
        let numbers = offsets.map(|((_, at), _)| (at - offset) / size).filter(|number| *number < length);
        let is_known = |number: &i128| self.object(block, offset + number * size, element).is_some();
        let last = numbers.filter(is_known).max().filter(|last| *last < MOST_ELEMENTS)?;
        let shown = |number: i128| {
            let shown = self.object(block, offset + number * size, element);
            shown.unwrap_or_else(|| "0".to_owned())
        };
        Some((0..=last).map(shown).collect())
    }

    fn members(&self, block: i128, offset: i128, id: usize) -> Option<String> {
        let types = &self.encoder.tree.types;
        let record = types.records.get(id).filter(|record| !record.union)?;
        let fields = record.fields.iter().flatten().zip(types.starts(id)?);
        let shown: Vec<String> = fields
            .filter(|(field, _)| field.bits.is_none())
            .filter_map(|(field, start)| {
                let shown = self.object(block, offset + i128::from(start? / 8), &field.ty)?;
                Some(format!(".{} = {shown}", field.name.as_deref()?))
            })
            .collect();
        (!shown.is_empty()).then(|| braced(&shown))
    }

    fn integer(&self, block: i128, offset: i128, ty: IntegerType) -> Option<i128> {
        let map = self.maps.get(&Sort::Integer(ty))?;
        self.model.cells.get(map)?.get(&(block, offset)).copied()
    }
}

fn braced(parts: &[String]) -> String {
    format!("{{{}}}", parts.join(", "))
}
