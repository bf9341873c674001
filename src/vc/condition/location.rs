//! Sets of places that annotations name, as parts of blocks.

use focuscheck_base::arith::{BinaryOperator, Relation};
use focuscheck_check::logic::tree::{Location, PlaceKind, Range};
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::Bits;
use focuscheck_smt::term::{FormulaId, TermId, TermNode, VariableId};

use super::encoder::Encoder;
use super::env::{Env, Extent, LogicPlace, Set};
use super::state::WIDE;

/// The bytes that a bit-field is in, from its place on.
pub fn bytes(bits: Bits) -> i128 {
    i128::from((bits.first + bits.width).div_ceil(8))
}

/// Most bytes that a range without an end goes over.
const FAR: i128 = 1 << 42;

impl Encoder<'_> {
    /// What a location is in a state.
    pub fn set(&mut self, env: &mut Env<'_>, location: &Location) -> Set {
        let size = match self.size(&location.place.ty) {
            Some(size) => i128::from(size),
            None => return Set::Unknown,
        };
        match &location.ranges[..] {
            [] => match self.find(env, &location.place) {
                LogicPlace::Cell(cell) => Set::Cell(cell),
                LogicPlace::Memory { block, offset, bits } => {
                    let end = self.terms.sum(&[(1, offset)], bits.map_or(size, bytes));
                    let inhabited = self.terms.constant(true);
                    Set::Extent(Extent {
                        block,
                        first: offset,
                        end,
                        inhabited,
                        every: None,
                        single: true,
                        bits,
                    })
                }
                LogicPlace::Nowhere => Set::Unknown,
            },
            [range] => self.ranged(env, location, range, size),
            _ => Set::Unknown,
        }
    }

    fn ranged(&mut self, env: &mut Env<'_>, location: &Location, range: &Range, size: i128) -> Set {
        let variable = self.terms.variable(&range.binder.name, None);
        let index = self.terms.variable_term(variable);
        env.binders.insert(range.binder.id, super::state::Value::Integer(index));
        let found = self.binding(&[variable], |encoder| encoder.find(env, &location.place));
        let LogicPlace::Memory { block, offset, bits } = found else { return Set::Unknown };
        let size = bits.map_or(size, bytes);
        let Some(step) = self.step(offset, variable).filter(|_| !self.uses(block, variable)) else {
            return Set::Unknown;
        };
        if step <= 0 || step < size {
            return Set::Unknown;
        }
        let ends = [&range.low, &range.high].map(|end| end.as_ref().map(|end| self.integer_term(env, end)));
        let at = |encoder: &mut Self, index: TermId| {
            encoder.terms.substitute_term(offset, &[(variable, index)].into_iter().collect())
        };
        let first = match ends[0] {
            Some(low) => at(self, low),
            None => self.terms.integer(-FAR),
        };
        let end = match ends[1] {
            Some(high) => {
                let last = at(self, high);
                self.terms.sum(&[(1, last)], size)
            }
            None => self.terms.integer(FAR),
        };
        let inhabited = match ends {
            [Some(low), Some(high)] => self.terms.compare(Relation::LessEqual, low, high),
            _ => self.terms.constant(true),
        };
        let every = (step != size).then_some((step, size));
        Set::Extent(Extent { block, first, end, inhabited, every, single: false, bits })
    }

    /// By how much an offset grows with a variable, if it does so evenly.
    fn step(&self, offset: TermId, variable: VariableId) -> Option<i128> {
        let sum = self.terms.linear(offset);
        let mut step = None;
        for &(symbol, factor) in &sum.terms {
            let term = TermId(symbol.0);
            if *self.terms.term(term) == TermNode::Variable(variable) {
                step = Some(factor);
            } else if self.uses(term, variable) {
                return None;
            }
        }
        step
    }

    fn uses(&self, term: TermId, variable: VariableId) -> bool {
        self.terms.mentions(focuscheck_smt::Item::Term(term), &[variable])
    }

    /// Whether an object in memory belongs to a set, if that can be told.
    pub fn is_in(
        &mut self,
        (block, offset, size): (TermId, TermId, i128),
        bits: Option<Bits>,
        set: &Set,
    ) -> Option<FormulaId> {
        let end = self.terms.sum(&[(1, offset)], size);
        let inhabited = self.terms.constant(true);
        let inner = Extent { block, first: offset, end, inhabited, every: None, single: true, bits };
        self.is_part(&Set::Extent(inner), set)
    }

    /// Whether one set is part of another.
    pub fn is_part(&mut self, inner: &Set, outer: &Set) -> Option<FormulaId> {
        match (inner, outer) {
            (Set::Cell(inner), Set::Cell(outer)) => Some(self.terms.constant(inner == outer)),
            // Of bit-fields only the same ones are told to be part of others.
            (Set::Extent(inner), Set::Extent(outer))
                if outer.bits.is_some_and(|bits| inner.bits != Some(bits)) =>
            {
                let nothing = self.terms.not(inner.inhabited);
                Some(nothing)
            }
            (Set::Extent(inner), Set::Extent(outer)) if outer.every.is_none() || inner.single => {
                let same = self.terms.equal(inner.block, outer.block);
                let after = self.terms.compare(Relation::LessEqual, outer.first, inner.first);
                let before = self.terms.compare(Relation::LessEqual, inner.end, outer.end);
                let mut within = vec![same, after, before, outer.inhabited];
                if let Some((step, size)) = outer.every {
                    // How far behind the begin of an element it begins, and ends.
                    let behind = self.terms.sum(&[(1, inner.first), (-1, outer.first)], 0);
                    let step = self.terms.integer(step);
                    let begins = self.exact(BinaryOperator::Remainder, WIDE, behind, step);
                    let ends = self.terms.sum(&[(1, begins), (1, inner.end), (-1, inner.first)], 0);
                    let size = self.terms.integer(size);
                    within.push(self.terms.compare(Relation::LessEqual, ends, size));
                }
                let within = self.terms.and(within);
                Some(self.terms.implies(inner.inhabited, within))
            }
            (Set::Cell(_), Set::Extent(_)) | (Set::Extent(_), Set::Cell(_)) => {
                Some(self.terms.constant(false))
            }
            (Set::Extent(_), Set::Extent(_)) | (Set::Unknown, _) | (_, Set::Unknown) => None,
        }
    }

    /// That no place of a set is in an object that nobody may write.
    pub fn is_writable(&mut self, set: &Set) -> FormulaId {
        let Set::Extent(extent) = set else { return self.terms.constant(true) };
        let (first, last) = (self.terms.integer(1), self.terms.integer(self.constants));
        let before = self.terms.compare(Relation::Less, extent.block, first);
        let after = self.terms.compare(Relation::Less, last, extent.block);
        let nothing = self.terms.not(extent.inhabited);
        self.terms.or([before, after, nothing])
    }

    /// Whether all places of a set are in a block that is alive.
    pub fn is_valid(&mut self, lengths: &super::state::State, set: &Set) -> Option<FormulaId> {
        match set {
            Set::Cell(_) => Some(self.terms.constant(true)),
            Set::Extent(extent) => {
                let length = self.length(lengths, extent.block);
                let zero = self.terms.integer(0);
                let from = self.terms.compare(Relation::LessEqual, zero, extent.first);
                let to = self.terms.compare(Relation::LessEqual, extent.end, length);
                let within = self.terms.and([from, to]);
                Some(self.terms.implies(extent.inhabited, within))
            }
            Set::Unknown => None,
        }
    }

    /// Whether two sets have nothing in common.
    pub fn is_apart(&mut self, one: &Set, other: &Set) -> Option<FormulaId> {
        match (one, other) {
            (Set::Cell(one), Set::Cell(other)) => Some(self.terms.constant(one != other)),
            (Set::Cell(_), Set::Extent(_)) | (Set::Extent(_), Set::Cell(_)) => {
                Some(self.terms.constant(true))
            }
            (Set::Extent(one), Set::Extent(other)) => {
                let blocks = self.terms.equal(one.block, other.block);
                let blocks = self.terms.not(blocks);
                let before = self.terms.compare(Relation::LessEqual, one.end, other.first);
                let after = self.terms.compare(Relation::LessEqual, other.end, one.first);
                let (none, nothing) = (self.terms.not(one.inhabited), self.terms.not(other.inhabited));
                let apart = self.terms.or([blocks, before, after, none, nothing]);
                // Elements of one may lie between those of the other.
                let whole = one.bits.is_none() && other.bits.is_none();
                (one.every.is_none() && other.every.is_none() && whole).then_some(apart)
            }
            (Set::Unknown, _) | (_, Set::Unknown) => None,
        }
    }

    /// The object of which a place is a part, if no pointer leads to it.
    pub fn root(place: &focuscheck_check::logic::tree::Place) -> Option<ObjectId> {
        match &place.kind {
            PlaceKind::Object(object) => Some(*object),
            PlaceKind::Index(whole, _) | PlaceKind::Member(whole, ..) => Self::root(whole),
            PlaceKind::Result | PlaceKind::Dereference(_) => None,
        }
    }

    /// Whether a type is a scalar that is modelled.
    pub fn is_scalar(ty: &Type) -> bool {
        matches!(ty, Type::Integer(_) | Type::Pointer(..))
    }
}
