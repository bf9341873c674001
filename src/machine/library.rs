//! What the modelled library functions do.

use focuscheck_base::arith::{self, BinaryOperator, Exact, IntegerType};
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::library::Model;
use focuscheck_check::vocabulary;
use focuscheck_ir::program::graph::{Expr, Library, SiteId, Told};

use super::memory::few;
use super::run::{End, Machine};
use super::store::{Byte, Bytes};
use super::value::{BlockId, Reference, Undefined, Value};

/// Whether more can be allocated is not known.
pub(super) const LARGEST: i128 = 1 << 40;

impl Machine<'_> {
    /// Calls a library function; gives its result.
    pub(super) fn library(
        &mut self,
        function: &Library,
        arguments: &[Expr],
        span: Span,
    ) -> Result<Value, End> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        let (values, fails) = function.failing(&values);
        if let Some(fails) = fails {
            let fails = self.number(*fails, span)?;
            self.given.allocation(span, fails != 0);
        }
        match (function, values) {
            (Library::Copy { overlapping, behind }, &[to, from, size]) => {
                let size = self.number(size, span)?;
                self.copy(to, from, size, *overlapping, span)?;
                Ok(if *behind { self.further(to, size) } else { to })
            }
            (Library::Fill, &[to, byte, size]) => self.fill(to, byte, size, span),
            (Library::CopyText, &[to, Value::Reference(Reference::Text(_))]) => {
                // Whether it has room is not known, and taken for granted.
                let (block, at) = self.writable(to, 1, span)?;
                let rest = self.memory.block(block).size.unwrap_or(at + 1).saturating_sub(at);
                let reason = self.because("text of the command line");
                self.put(block, at, Bytes::same(Byte::Unknown(reason), rest), span)?;
                Ok(to)
            }
            (Library::Length | Library::CompareText, values)
                if values.iter().any(|text| matches!(text, Value::Reference(Reference::Text(_)))) =>
            {
                Ok(self.unknown("text of the command line"))
            }
            (Library::CopyText, &[to, from]) => {
                let mut bytes = self.text(from, span)?;
                bytes.push(0);
                let (block, at) = self.writable(to, bytes.len() as u64, span)?;
                let bytes: Vec<Byte> = bytes.into_iter().map(Byte::Number).collect();
                self.memory.set_bytes(block, at, &bytes);
                Ok(to)
            }
            (Library::Length, &[text]) => Ok(Value::Number(self.text(text, span)?.len() as i128)),
            (Library::CompareText, &[left, right]) => {
                let (left, right) = (self.text(left, span)?, self.text(right, span)?);
                // C only gives the sign.
                match left.cmp(&right) {
                    std::cmp::Ordering::Equal => Ok(Value::Number(0)),
                    _ => Ok(self.unknown("result of 'strcmp' on different texts")),
                }
            }
            (Library::Allocate | Library::Open, &[size]) => self.allocate(size, (Byte::Unset, true), span),
            (Library::AllocateLocal, &[size]) => self.allocate(size, (Byte::Unset, false), span),
            (Library::AllocateCleared, &[count, size]) => {
                let (count, size) = (self.number(count, span)?, self.number(size, span)?);
                let size = i128::from(count).saturating_mul(i128::from(size));
                self.allocate(Value::Number(size), (Byte::Number(0), true), span)
            }
            (Library::Given(told), &[count, size]) => self.given_memory(*told, (count, size), span),
            (Library::Sized, &[Value::Reference(Reference::Block(block, ..)), count, size]) => {
                let count = self.number(count, span)?;
                self.memory.block_mut(block).size = count.checked_mul(self.number(size, span)?);
                Ok(Value::Number(0))
            }
            (Library::Reallocate, &[pointer, size]) => self.reallocate(pointer, size, span),
            (Library::Free, &[pointer]) => self.free(pointer, span),
            (Library::Computed(name, ty), &[value]) => self.computed(name, *ty, value, span),
            (Library::Overflowing(operator, ty), &[left, right, result]) => {
                self.overflowing(*operator, *ty, (left, right), result, span)
            }
            (Library::Parse(site, ty), &[text]) => self.parse(*site, *ty, text, span),
            _ => Ok(self.unknown("call of a library function")),
        }
    }

    /// Memory that the program is given when it starts, for so many objects of a size.
    fn given_memory(&mut self, told: Told, (count, size): (Value, Value), span: Span) -> Result<Value, End> {
        let (count, size) = (self.number(count, span)?, self.number(size, span)?);
        let unknown = Byte::Unknown(self.because("argument of the command line"));
        let block = self.memory.allocate(count.checked_mul(size), unknown);
        self.memory.block_mut(block).heap = !told.more;
        Ok(Value::Reference(Reference::Block(block, 0, None)))
    }

    fn fill(&mut self, to: Value, byte: Value, size: Value, span: Span) -> Result<Value, End> {
        let size = self.number(size, span)?;
        let byte = match byte {
            Value::Number(number) => Byte::Number(number as u8),
            Value::Unknown(reason) => Byte::Unknown(reason),
            Value::Reference(_) | Value::Unset => Byte::Unknown(self.because("part of an address")),
        };
        let (block, at) = self.writable(to, size, span)?;
        self.put(block, at, Bytes::same(byte, size), span)?;
        Ok(to)
    }

    /// Stores what fits of an exact result, and tells whether that is not all.
    fn overflowing(
        &mut self,
        operator: BinaryOperator,
        ty: IntegerType,
        (left, right): (Value, Value),
        result: Value,
        span: Span,
    ) -> Result<Value, End> {
        let (Value::Number(a), Value::Number(b)) = (left, right) else {
            let reason = self.because("operation on an address");
            return self.unsupported(reason, span);
        };
        let bits = IntegerType { signed: false, ..ty };
        let wrapped = arith::binary(operator, bits, a, b).unwrap_or(0);
        let fits = matches!(arith::exact(operator, a, b), Exact::Number(exact) if ty.contains(exact));
        let size = u64::from(ty.width).div_ceil(8);
        let (block, at) = self.writable(result, size, span)?;
        let cut = self.because("part of an address");
        let bytes = self.memory.scalar_bytes(Value::Number(ty.convert(wrapped)), size, cut);
        self.memory.set_bytes(block, at, &bytes);
        Ok(Value::Number(i128::from(!fits)))
    }

    /// The number in a text; one of the command line comes from outside, the same each time that it is read.
    fn parse(&mut self, site: SiteId, ty: IntegerType, text: Value, span: Span) -> Result<Value, End> {
        let is_given = self.graph.numbers.contains_key(&site);
        let site = &self.graph.sites[site.index()];
        match text {
            Value::Reference(Reference::Text(number)) => {
                if let Some(&known) = self.texts.get(&number) {
                    return Ok(known);
                }
                let value = self.input(site.span, site.range, span)?;
                self.texts.insert(number, value);
                Ok(value)
            }
            Value::Number(0) => self.undefined(Undefined::Null, span),
            Value::Reference(Reference::Block(..)) if is_given => self.input(site.span, site.range, span),
            _ if site.name.starts_with("ato") && !matches!(text, Value::Unknown(_)) => {
                let text = self.text(text, span)?;
                let text = std::str::from_utf8(&text).ok();
                let number = text.and_then(vocabulary::leading_number);
                match number.filter(|number| ty.contains(*number)) {
                    Some(number) => Ok(Value::Number(number)),
                    None => Ok(self.unknown("number that is too large")),
                }
            }
            _ => Ok(self.unknown("number in a text")),
        }
    }

    /// A number of bytes or elements that the run depends on.
    fn number(&mut self, value: Value, span: Span) -> Result<u64, End> {
        match value {
            Value::Number(number) => match u64::try_from(number) {
                Ok(number) => Ok(number),
                Err(_) => self.undefined(Undefined::OutOfBounds, span),
            },
            Value::Unknown(reason) => self.unsupported(reason, span),
            Value::Reference(_) | Value::Unset => {
                let reason = self.because("address as a number");
                self.unsupported(reason, span)
            }
        }
    }

    fn further(&self, pointer: Value, by: u64) -> Value {
        match pointer {
            Value::Reference(Reference::Block(id, at, part)) => {
                Value::Reference(Reference::Block(id, at + i128::from(by), part))
            }
            other => other,
        }
    }

    fn copy(&mut self, to: Value, from: Value, size: u64, overlapping: bool, span: Span) -> Result<(), End> {
        let (source, first) = match self.memory.access(from, size) {
            Ok(found) => found,
            Err(why) => return self.no_access(why, span),
        };
        let (target, at) = self.writable(to, size, span)?;
        if !overlapping && source == target && first < at + size && at < first + size {
            return self.undefined(Undefined::Overlap, span);
        }
        match self.memory.take(source, first, size) {
            Ok(bytes) => self.put(target, at, bytes, span),
            Err(why) => self.no_access(why, span),
        }
    }

    /// The characters of a text before its final zero.
    fn text(&mut self, pointer: Value, span: Span) -> Result<Vec<u8>, End> {
        let (block, first) = match self.memory.access(pointer, 1) {
            Ok(found) => found,
            Err(why) => return self.no_access(why, span),
        };
        let size = self.memory.block(block).size.unwrap_or(LARGEST as u64);
        let mut text = Vec::new();
        for at in first..size {
            spend(1);
            if let Err(why) = few(text.len() as u64) {
                return self.no_access(why, span);
            }
            match self.memory.byte(block, at) {
                Byte::Number(0) => return Ok(text),
                Byte::Number(byte) => text.push(byte),
                Byte::Unset | Byte::Bits { rest: None, .. } => {
                    return self.undefined(Undefined::Uninitialised, span);
                }
                Byte::Unknown(reason) | Byte::Bits { rest: Some(reason), .. } => {
                    return self.unsupported(reason, span);
                }
                Byte::Piece { .. } => {
                    let reason = self.because("part of an address");
                    return self.unsupported(reason, span);
                }
            }
        }
        self.undefined(Undefined::OutOfBounds, span)
    }

    fn allocate(&mut self, size: Value, (default, frees): (Byte, bool), span: Span) -> Result<Value, End> {
        let fails = self.given.fails(span);
        let size = match size {
            _ if fails => return Ok(Value::Number(0)),
            Value::Number(size) if (0..=LARGEST).contains(&size) => size,
            Value::Unknown(reason) => return self.unsupported(reason, span),
            _ => return Ok(self.unknown("allocation of that size")),
        };
        let block: BlockId = self.memory.allocate(Some(size as u64), default);
        let made = self.memory.block_mut(block);
        (made.heap, made.made) = (true, frees.then_some(span));
        Ok(Value::Reference(Reference::Block(block, 0, None)))
    }

    /// What a block holds goes to a new one, as far as it has room.
    fn reallocate(&mut self, pointer: Value, size: Value, span: Span) -> Result<Value, End> {
        let old = match pointer {
            Value::Number(0) => return self.allocate(size, (Byte::Unset, true), span),
            Value::Unknown(reason) => return self.unsupported(reason, span),
            Value::Reference(Reference::Block(id, 0, _))
                if self.memory.block(id).heap && self.memory.block(id).alive =>
            {
                id
            }
            Value::Number(_) | Value::Reference(_) | Value::Unset => {
                return self.undefined(Undefined::BadFree, span);
            }
        };
        // Of what remains then, implementations tell different things.
        if matches!(size, Value::Number(0)) {
            let reason = self.because("'realloc' to no bytes");
            return self.unsupported(reason, span);
        }
        let new = self.allocate(size, (Byte::Unset, true), span)?;
        if let (Value::Reference(Reference::Block(block, ..)), Value::Number(size)) = (new, size) {
            let room = u64::try_from(size).unwrap_or(0);
            let kept = self.memory.block(old).size.map_or(room, |held| held.min(room));
            match self.memory.take(old, 0, kept) {
                Ok(bytes) => self.put(block, 0, bytes, span)?,
                Err(why) => return self.no_access(why, span),
            }
            self.memory.end(old);
        }
        Ok(new)
    }

    fn free(&mut self, pointer: Value, span: Span) -> Result<Value, End> {
        match pointer {
            Value::Number(0) => {}
            Value::Unknown(reason) => return self.unsupported(reason, span),
            Value::Reference(Reference::Block(id, 0, _))
                if self.memory.block(id).heap && self.memory.block(id).alive =>
            {
                self.memory.end(id);
            }
            Value::Number(_) | Value::Reference(_) | Value::Unset => {
                return self.undefined(Undefined::BadFree, span);
            }
        }
        Ok(Value::Number(0))
    }

    fn computed(&mut self, name: &str, ty: IntegerType, value: Value, span: Span) -> Result<Value, End> {
        let Value::Number(number) = value else {
            return Ok(match value {
                Value::Unknown(reason) => Value::Unknown(reason),
                _ => self.unknown("operation on an address"),
            });
        };
        match (vocabulary::model(name), vocabulary::folded(name, number, ty)) {
            (_, Some(result)) => Ok(Value::Number(result)),
            (Some(Model::Absolute), None) => {
                self.undefined(Undefined::Arithmetic(arith::Undefined::SignedOverflow), span)
            }
            // Of zero they count nothing.
            (Some(Model::Bits(_)), None) => Ok(self.unknown("count of the zeros of zero")),
            (_, None) => Ok(self.unknown("call of a library function")),
        }
    }
}
