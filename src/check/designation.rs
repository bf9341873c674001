//! What is written in an initialiser, with each of its expressions checked once: what it is for is not known yet.

use super::Checker;
use super::constants;
use super::constants::Constant;
use super::tree::{Expression, Place, PlaceKind};
use super::types::{Field, Type};
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, Designator, ExpressionKind as Kind, Initializer};

/// An initialiser as it is written.
#[derive(Clone, Debug)]
pub(super) enum Draft {
    /// A value, and where messages about it belong.
    Expression(Expression, Span),
    /// A string literal, which may fill an array or be an address.
    Text {
        /// The literal.
        place: Place,
        /// Whether its characters are of one byte.
        narrow: bool,
    },
    /// A list in braces.
    List(Vec<DraftEntry>, Span),
}

/// An entry of a list.
#[derive(Clone, Debug)]
pub(super) struct DraftEntry {
    pub steps: Vec<Step>,
    pub value: Draft,
}

/// A step of a designation.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// `[i]`, or `[low ... high]`, each with its place.
    Index((Constant, Span), Option<(Constant, Span)>),
    /// `.x`
    Field(ast::Name),
}

/// A position in the list of entries that one pair of braces holds.
pub(super) struct Entries<'d> {
    pub entries: &'d [DraftEntry],
    pub at: usize,
}

impl Draft {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            Draft::Expression(e, _) => e.span,
            Draft::Text { place, .. } => place.span,
            Draft::List(_, span) => *span,
        }
    }

    /// Its characters, if it is a string literal.
    pub fn units(&self) -> Option<&[u32]> {
        match self {
            Draft::Text { place, .. } => match &place.kind {
                PlaceKind::Text(units) => Some(units),
                _ => None,
            },
            Draft::Expression(..) | Draft::List(..) => None,
        }
    }
}

impl Checker<'_> {
    /// Checks all expressions of an initialiser.
    pub fn draft(&mut self, initializer: &Initializer) -> Draft {
        match initializer {
            Initializer::Expression(e) => match &e.kind {
                Kind::String(parts) => {
                    let narrow = parts.iter().all(|p| p.starts_with('"') || p.starts_with("u8"));
                    Draft::Text { place: self.place(e), narrow }
                }
                _ => {
                    let at = self.locus(e);
                    Draft::Expression(self.expression(e), at)
                }
            },
            Initializer::List(entries, span) => {
                let mut drafts = Vec::with_capacity(entries.len());
                for entry in entries {
                    let steps = entry.designators.iter().map(|d| self.step(d)).collect();
                    drafts.push(DraftEntry { steps, value: self.draft(&entry.value) });
                }
                Draft::List(drafts, *span)
            }
        }
    }

    fn step(&mut self, designator: &Designator) -> Step {
        match designator {
            Designator::Index(index) => Step::Index((self.constant(index), index.span), None),
            Designator::Range(low, high) => {
                let low = (self.constant(low), low.span);
                Step::Index(low, Some((self.constant(high), high.span)))
            }
            Designator::Field(name) => Step::Field(name.clone()),
        }
    }

    /// Whether a value is the first of an aggregate that has no braces of its own.
    pub fn is_elided(&self, ty: &Type, value: &Draft) -> bool {
        if matches!(value, Draft::List(..)) {
            return false;
        }
        match ty {
            Type::Array(element, _) => {
                let text = matches!(value, Draft::Text { .. });
                !(text && matches!(**element, Type::Integer(_) | Type::Opaque(_)))
            }
            Type::Record(_) => !matches!(value, Draft::Expression(e, _) if matches!(e.ty, Type::Record(_))),
            _ => false,
        }
    }

    /// The fields of a structure that take values: unnamed bit-fields do not. Each with its number.
    pub fn filled_fields(&self, id: usize) -> impl Iterator<Item = (usize, &Field)> {
        let fields = self.types.records[id].fields.iter().flatten().enumerate();
        fields.filter(|(_, f)| f.name.is_some() || f.bits.is_none())
    }

    /// A part of an aggregate by its position among those that take values: its number and its type.
    pub fn part(&self, ty: &Type, index: u64) -> Option<(u64, Type)> {
        match ty {
            Type::Array(element, length) => {
                length.is_none_or(|l| index < l).then(|| (index, (**element).clone()))
            }
            Type::Record(id) => {
                let (number, field) = self.filled_fields(*id).nth(usize::try_from(index).ok()?)?;
                Some((number as u64, field.ty.clone()))
            }
            _ => None,
        }
    }

    /// The part that a value without designation fills: only the first of a union.
    pub fn next_part(&self, ty: &Type, index: u64) -> Option<(u64, Type)> {
        let union = matches!(ty, Type::Record(id) if self.types.records[*id].union);
        self.part(ty, index).filter(|_| !union || index == 0)
    }

    /// Which parts of an aggregate the first step names, and what is left to say about them; `None` if there is no
    /// such part. A member of an unnamed structure is looked for in that.
    pub fn designated_parts<'d>(&mut self, ty: &Type, steps: &'d [Step]) -> Option<(u64, u64, &'d [Step])> {
        let (first, rest) = steps.split_first()?;
        match first {
            Step::Index(low, None) => {
                let index = self.designated_index(*low, ty);
                Some((index, index, rest))
            }
            Step::Index(low, Some(high)) => {
                let low = self.designated_index(*low, ty);
                Some((low, self.designated_index(*high, ty).max(low), rest))
            }
            Step::Field(name) => {
                let Type::Record(id) = ty else {
                    self.error(name.span, "field name not in record or union initializer");
                    return None;
                };
                let fields: Vec<&Field> = self.filled_fields(*id).map(|(_, field)| field).collect();
                if let Some(at) = fields.iter().position(|f| f.name.as_deref() == Some(&*name.text)) {
                    return Some((at as u64, at as u64, rest));
                }
                let holds = |field: &Field| match &field.ty {
                    Type::Record(inner) if field.name.is_none() => {
                        self.types.member(*inner, &name.text).is_some()
                    }
                    _ => false,
                };
                match fields.iter().position(|field| holds(field)) {
                    Some(at) => Some((at as u64, at as u64, steps)),
                    None => {
                        let record = self.types.name(ty);
                        let message = format!("'{record}' has no member named '{}'", name.text);
                        // A structure of a header that was not read has members that are not known.
                        if self.types.records[*id].fields.is_some() || !self.unread {
                            self.error(name.span, message);
                        }
                        None
                    }
                }
            }
        }
    }

    fn designated_index(&mut self, (constant, span): (Constant, Span), ty: &Type) -> u64 {
        let value = match constant {
            Constant::Known(value) => value,
            Constant::Unknown | Constant::NoInteger | Constant::Variable => 0,
        };
        if !matches!(ty, Type::Array(..)) {
            self.error(span, "array index in non-array initializer");
        } else if matches!(constant, Constant::Variable | Constant::NoInteger) {
            self.error(span, "nonconstant array index in initializer");
        }
        let value = u64::try_from(value).unwrap_or(u64::MAX - 1);
        if let Type::Array(_, Some(length)) = ty
            && value >= *length
        {
            self.error(span, "array index in initializer exceeds array bounds");
            return length.saturating_sub(1);
        }
        value
    }

    /// The value of a draft that is no list.
    pub fn drafted(&mut self, draft: &Draft) -> Expression {
        match draft {
            Draft::Expression(e, _) => e.clone(),
            Draft::Text { place, .. } => self.loaded(place.clone()),
            Draft::List(_, span) => constants::constant(0, focuscheck_base::arith::IntegerType::INT, *span),
        }
    }

    /// How many elements an array gets from a list.
    pub fn list_length(&self, element: &Type, entries: &[DraftEntry]) -> u64 {
        let array = Type::Array(element.clone().into(), None);
        let (mut next, mut length) = (0u64, 0u64);
        let mut entries = Entries { entries, at: 0 };
        while let Some(entry) = entries.entries.get(entries.at) {
            if entry.steps.is_empty() {
                self.skip_value(element, &mut entries);
            } else {
                entries.at += 1;
                next = self.skip_designated(&array, &entry.steps, &entry.value, &mut entries);
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        length
    }

    /// The position of the last part that a step names, as far as it is right.
    fn named_part<'d>(&self, ty: &Type, steps: &'d [Step]) -> Option<(u64, &'d [Step])> {
        let (first, rest) = steps.split_first()?;
        match first {
            Step::Index(low, high) => {
                let known = |(constant, _): (Constant, Span)| match constant {
                    Constant::Known(value) => u64::try_from(value).unwrap_or(u64::MAX - 1),
                    Constant::Unknown | Constant::NoInteger | Constant::Variable => 0,
                };
                let at = high.map_or(0, known).max(known(*low));
                match ty {
                    Type::Array(_, Some(length)) => Some((at.min(length.saturating_sub(1)), rest)),
                    _ => Some((at, rest)),
                }
            }
            Step::Field(name) => {
                let Type::Record(id) = ty else { return None };
                let mut fields = self.filled_fields(*id).map(|(_, field)| field);
                if let Some(at) = fields.position(|f| f.name.as_deref() == Some(&*name.text)) {
                    return Some((at as u64, rest));
                }
                let mut fields = self.filled_fields(*id).map(|(_, field)| field);
                let at = fields.position(|field| {
                    let inner = if let Type::Record(inner) = field.ty { Some(inner) } else { None };
                    field.name.is_none()
                        && inner.is_some_and(|id| self.types.member(id, &name.text).is_some())
                })?;
                Some((at as u64, steps))
            }
        }
    }

    /// Moves past what follows a designated value inside the parts it names; gives the last part named.
    fn skip_designated(&self, ty: &Type, steps: &[Step], value: &Draft, entries: &mut Entries<'_>) -> u64 {
        let Some((at, rest)) = self.named_part(ty, steps) else { return 0 };
        let Some((_, part)) = self.part(ty, at) else { return at };
        if !rest.is_empty() {
            let last = self.skip_designated(&part, rest, value, entries);
            self.skip_parts(&part, last.saturating_add(1), entries);
        } else if self.is_elided(&part, value) {
            self.skip_first(&part, value, entries);
        }
        at
    }

    /// Moves past what follows a value that is the first of an aggregate without braces.
    fn skip_first(&self, ty: &Type, value: &Draft, entries: &mut Entries<'_>) {
        let Some((_, part)) = self.next_part(ty, 0) else { return };
        if self.is_elided(&part, value) {
            self.skip_first(&part, value, entries);
        }
        self.skip_parts(ty, 1, entries);
    }

    /// Moves past the values for the parts of an aggregate from `index` on.
    fn skip_parts(&self, ty: &Type, mut index: u64, entries: &mut Entries<'_>) {
        while entries.entries.get(entries.at).is_some_and(|e| e.steps.is_empty()) {
            let Some((_, part)) = self.next_part(ty, index) else { return };
            index += 1;
            self.skip_value(&part, entries);
        }
    }

    /// Moves past the entries that one value of the type takes.
    fn skip_value(&self, ty: &Type, entries: &mut Entries<'_>) {
        let before = entries.at;
        let Some(entry) = entries.entries.get(before) else { return };
        if self.is_elided(ty, &entry.value) {
            self.skip_parts(ty, 0, entries);
        }
        // An empty aggregate must not hold us up.
        entries.at = entries.at.max(before + 1);
    }
}
