//! What comes from outside: values that are read, and those of objects that are declared without one.

use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;

use super::memory::{set_field, touched};
use super::run::{End, Machine};
use super::store::Byte;
use super::value::Value;

impl Machine<'_> {
    /// Whether reading what has no value ends the run, or the check of a user's condition; else the value is not known.
    pub(super) fn needs_values(&self) -> bool {
        self.given.uninitialised || self.node().without_value.is_some()
    }

    /// A value from outside; one that nobody gave is not known.
    pub(super) fn input(&mut self, site: Span, range: (i128, i128), span: Span) -> Result<Value, End> {
        match self.given.call(site) {
            Some(value) if range.0 <= value && value <= range.1 => Ok(Value::Number(value)),
            Some(_) => {
                let reason = self.because("value from outside that is out of range");
                self.unsupported(reason, span)
            }
            None => Ok(self.unknown("value from outside that was not given")),
        }
    }

    pub(super) fn declare(&mut self, object: ObjectId, span: Span) -> Result<(), End> {
        let graph = self.graph;
        let entry = &graph.objects[object.index()];
        let block = if entry.fixed {
            let block = self.block_of(object);
            let reason = self.because("value from outside that was not given");
            self.memory.flood(block, Byte::Unknown(reason));
            block
        } else {
            self.new_block(object)
        };
        for part in &entry.parts {
            let Some(value) = self.given.part(entry.span, &part.name) else { continue };
            if self.given.uninitialised && !entry.fixed {
                continue;
            }
            let size = part.bits.map_or(u64::from(part.ty.width).div_ceil(8), touched);
            if entry.size.is_none_or(|whole| part.offset + size > whole) {
                let reason = self.because("object of unknown size");
                return self.unsupported(reason, span);
            }
            let bytes = match part.bits {
                Some(bits) => {
                    let mut bytes = self.memory.bytes(block, part.offset, size);
                    set_field(&mut bytes, bits, Value::Number(value));
                    bytes
                }
                None if part.ty.contains(value) => {
                    let cut = self.because("part of an address");
                    self.memory.scalar_bytes(Value::Number(value), size, cut)
                }
                None => {
                    let reason = self.because("value from outside that is out of range");
                    return self.unsupported(reason, span);
                }
            };
            self.memory.set_bytes(block, part.offset, &bytes);
        }
        Ok(())
    }
}
