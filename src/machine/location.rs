//! Sets of places that annotations name.

use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Location, Place, PlaceKind, Range, Term, TermKind};

use super::memory::{NoAccess, field, touched};
use super::reading::{Doubtful, Judged, Reader};
use super::store::Byte;
use super::term::LogicPlace;
use super::value::{BlockId, ReasonId, Reference, Value};

/// So many places one location is.
const MOST_PLACES: usize = 10_000;

/// How far a range goes that has no end.
const FAR: i128 = 1 << 42;

/// Bits that lie together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// In which block; `None`: at an address that is no object's.
    pub block: Option<BlockId>,
    /// The first bit.
    pub first: i128,
    /// The one behind the last.
    pub end: i128,
}

impl Extent {
    fn overlaps(&self, other: &Extent) -> bool {
        self.block == other.block && self.first < other.end && other.first < self.end
    }

    /// Whether all its bits are in some of others.
    pub fn is_covered(&self, others: &[Extent]) -> bool {
        let mut others: Vec<&Extent> = others.iter().filter(|other| other.overlaps(self)).collect();
        others.sort_by_key(|other| other.first);
        let mut open = self.first;
        for other in others {
            if other.first > open {
                return false;
            }
            open = open.max(other.end);
        }
        open >= self.end
    }
}

impl<'a> Reader<'a> {
    /// The bits of a location in the state that is read.
    pub fn extents(&mut self, location: &Location) -> Result<Vec<Extent>, Doubtful> {
        if let [range] = &location.ranges[..]
            && let Some(extent) = self.dense(range, &location.place)
        {
            return extent;
        }
        let mut extents = Vec::new();
        self.each(&location.ranges, &location.place, &mut |reader, found| {
            extents.push(reader.extent(found, &location.place)?);
            Ok(())
        })?;
        Ok(extents)
    }

    /// Does something at each place of a location.
    fn each(
        &mut self,
        ranges: &[Range],
        place: &Place,
        act: &mut dyn FnMut(&mut Self, LogicPlace<'a>) -> Result<(), Doubtful>,
    ) -> Result<(), Doubtful> {
        let mut left = MOST_PLACES;
        self.each_within(ranges, place, &mut left, act)
    }

    fn each_within(
        &mut self,
        ranges: &[Range],
        place: &Place,
        left: &mut usize,
        act: &mut dyn FnMut(&mut Self, LogicPlace<'a>) -> Result<(), Doubtful>,
    ) -> Result<(), Doubtful> {
        spend(1);
        let Some((range, rest)) = ranges.split_first() else {
            let found = self.find(place)?;
            return act(self, found);
        };
        let (low, high) = self.ends(range)?;
        for value in low..=high {
            if *left == 0 {
                return self.doubt("range of so many places", range.binder.span);
            }
            *left -= 1;
            self.binders.insert(range.binder.id, Ok(Value::Number(value)));
            let done = self.each_within(rest, place, left, act);
            self.binders.remove(&range.binder.id);
            done?;
        }
        Ok(())
    }

    fn ends(&mut self, range: &Range) -> Result<(i128, i128), Doubtful> {
        let low = range.low.as_ref().map_or(Ok(-FAR), |low| self.number(low))?;
        let high = range.high.as_ref().map_or(Ok(FAR), |high| self.number(high))?;
        Ok((low, high))
    }

    /// All elements of a range, if they are those of an array or behind a pointer.
    fn dense(&mut self, range: &Range, place: &Place) -> Option<Result<Vec<Extent>, Doubtful>> {
        let is_binder = |index: &Term| matches!(index.kind, TermKind::Binder(id) if id == range.binder.id);
        // What hangs on the binder has no value here.
        let (start, step) = match &place.kind {
            PlaceKind::Index(whole, index) if is_binder(index) => {
                (self.find(whole).ok()?.pointer, self.size(&place.ty, place.span).ok()?)
            }
            PlaceKind::Dereference(pointer) => match &pointer.kind {
                TermKind::Moved(start, by) if is_binder(by) => {
                    (self.term(start).ok()?, self.pointed_size(start).ok()?)
                }
                _ => return None,
            },
            PlaceKind::Index(..) | PlaceKind::Object(_) | PlaceKind::Result | PlaceKind::Member(..) => {
                return None;
            }
        };
        let size = self.size(&place.ty, place.span).ok()?;
        if step != size {
            return None;
        }
        let (low, high) = match self.ends(range) {
            Ok(ends) => ends,
            Err(doubt) => return Some(Err(doubt)),
        };
        if low > high {
            return Some(Ok(Vec::new()));
        }
        let end = high.checked_add(1)?;
        let whole = self
            .moved(start, low, step, place.span)
            .and_then(|first| Ok((first, self.moved(start, end, step, place.span)?)))
            .and_then(|(first, end)| {
                let (block, first) = self.position(first, place.span)?;
                let (_, end) = self.position(end, place.span)?;
                Ok(vec![Extent { block, first, end }])
            });
        Some(whole)
    }

    /// The block of a pointer, and its first bit in it.
    fn position(&self, pointer: Value, span: Span) -> Result<(Option<BlockId>, i128), Doubtful> {
        let (block, offset) = match pointer {
            Value::Number(number) => (None, number),
            Value::Reference(Reference::Block(block, offset, _)) => (Some(block), offset),
            Value::Reference(Reference::Function(_)) => return self.doubt("address of a function", span),
            Value::Reference(Reference::Text(_)) => return self.doubt("text of the command line", span),
            Value::Unknown(reason) => return self.because(reason, span),
            Value::Unset => return self.doubt("object that has no value", span),
        };
        Ok((block, 8 * offset))
    }

    fn extent(&self, found: LogicPlace<'a>, place: &Place) -> Result<Extent, Doubtful> {
        let (block, start) = self.position(found.pointer, place.span)?;
        let (first, width) = match found.bits {
            Some(bits) => (start + i128::from(bits.first), i128::from(bits.width)),
            None => (start, 8 * self.size(&place.ty, place.span)?),
        };
        Ok(Extent { block, first, end: first + width })
    }

    /// `\valid`, `\valid_read`
    pub fn valid(&mut self, write: bool, places: &[Location]) -> Judged {
        let mut doubt = None;
        for location in places {
            let extents = match self.extents(location) {
                Ok(extents) => extents,
                Err(why) => {
                    doubt = doubt.or(Some(why));
                    continue;
                }
            };
            for extent in extents {
                let Some(block) = extent.block else { return Ok(false) };
                let block = self.state().memory.block(block);
                if !block.alive || write && block.literal || extent.first < 0 {
                    return Ok(false);
                }
                match block.size {
                    Some(size) if extent.end > 8 * i128::from(size) => return Ok(false),
                    Some(_) if !block.left => {}
                    Some(_) => doubt = doubt.or(self.left::<()>(location.span).err()),
                    None => {
                        let unknown = self.doubt::<()>("object of an unknown size", location.span);
                        doubt = doubt.or(unknown.err());
                    }
                }
            }
        }
        doubt.map_or(Ok(true), Err)
    }

    /// `\separated`
    pub fn separated(&mut self, places: &[Location]) -> Judged {
        let sets: Vec<_> = places.iter().map(|place| self.extents(place)).collect();
        for (number, one) in sets.iter().enumerate() {
            for other in &sets[number + 1..] {
                let (Ok(one), Ok(other)) = (one, other) else { continue };
                spend(one.len() * other.len());
                if one.iter().any(|one| other.iter().any(|other| one.overlaps(other))) {
                    return Ok(false);
                }
            }
        }
        match sets.into_iter().find_map(Result::err) {
            Some(doubt) => Err(doubt),
            None => Ok(true),
        }
    }

    /// `\initialized`
    pub fn initialized(&mut self, places: &[Location]) -> Judged {
        let (mut all, mut doubt) = (true, None);
        for location in places {
            let found = self.each(&location.ranges, &location.place, &mut |reader, found| {
                all &= reader.has_value(found, &location.place)?;
                Ok(())
            });
            doubt = doubt.or(found.err());
        }
        if all { doubt.map_or(Ok(true), Err) } else { Ok(false) }
    }

    fn has_value(&self, found: LogicPlace<'a>, place: &Place) -> Judged {
        let (memory, span) = (found.state.memory, place.span);
        let size = match found.bits {
            Some(bits) => i128::from(touched(bits)),
            None => self.size(&place.ty, span)?,
        };
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let (block, at) = match memory.access(found.pointer, size) {
            Ok(found) => found,
            Err(NoAccess::Unknown(reason)) => return self.because(reason, span),
            Err(NoAccess::Unmodelled(reason)) => return self.doubt(reason, span),
            Err(NoAccess::Undefined(_)) => return self.doubt("what lies outside of all objects", span),
        };
        if memory.block(block).left {
            return self.left(span);
        }
        if super::memory::few(size).is_err() {
            return self.doubt("object of so many bytes", span);
        }
        let bytes = memory.bytes(block, at, size);
        if let (Some(bits), Some(ty)) = (found.bits, place.ty.integer()) {
            return match field(&bytes, bits, ty) {
                Value::Unset => Ok(false),
                Value::Unknown(reason) => self.because(reason, span),
                Value::Number(_) | Value::Reference(_) => Ok(true),
            };
        }
        let unknown = |byte: &Byte| -> Option<ReasonId> {
            match byte {
                Byte::Unknown(reason) | Byte::Bits { rest: Some(reason), .. } => Some(*reason),
                Byte::Unset | Byte::Number(_) | Byte::Piece { .. } | Byte::Bits { rest: None, .. } => None,
            }
        };
        if bytes.iter().any(|byte| matches!(byte, Byte::Unset | Byte::Bits { rest: None, .. })) {
            return Ok(false);
        }
        match bytes.iter().find_map(unknown) {
            Some(reason) => self.because(reason, span),
            None => Ok(true),
        }
    }

    /// `\dangling`
    pub fn dangling(&mut self, places: &[Location]) -> Judged {
        let (mut all, mut doubt) = (true, None);
        for location in places {
            let found = self.each(&location.ranges, &location.place, &mut |reader, found| {
                let pointer = reader.load(found, &location.place.ty, location.span)?;
                all &= match pointer {
                    Value::Reference(Reference::Block(block, ..)) => {
                        let block = reader.state().memory.block(block);
                        if block.alive && block.left {
                            return reader.left(location.span);
                        }
                        !block.alive
                    }
                    Value::Number(0) | Value::Reference(Reference::Function(_)) => false,
                    _ => return reader.doubt("\\dangling", location.span),
                };
                Ok(())
            });
            doubt = doubt.or(found.err());
        }
        if all { doubt.map_or(Ok(true), Err) } else { Ok(false) }
    }
}
