//! Initialisers: which part of an object gets which value.

use std::collections::BTreeMap;

use super::Checker;
use super::conversion::Purpose;
use super::designation::{Draft, DraftEntry, Entries, Step};
use super::tree::{self, InitialPart, InitialValue};
use super::types::Type;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, ExpressionKind as Kind};

/// So many elements of a range get their value.
const MAX_RANGE: u64 = 1 << 17;

/// A value with the part it is for.
#[derive(Clone, Copy)]
struct Designation<'d> {
    steps: &'d [Step],
    value: &'d Draft,
}

/// What an initialiser fills.
#[derive(Default)]
struct Filling {
    /// In the order of the text; `None` for what a later designation replaced, as if it were not there.
    parts: Vec<Option<InitialPart>>,
    /// Where each part is in that list.
    places: BTreeMap<Vec<u64>, usize>,
    /// Whether what is filled gets the value of the part before it again.
    repeated: bool,
}

impl Filling {
    fn set(&mut self, path: &[u64], value: InitialValue) {
        spend(1);
        if let Some(before) = self.places.insert(path.to_vec(), self.parts.len()) {
            self.parts[before] = None;
        }
        self.parts.push(Some(InitialPart { path: Some(path.to_vec()), value, repeated: self.repeated }));
    }

    /// A value that fills nothing.
    fn evaluate(&mut self, value: tree::Expression) {
        let value = InitialValue::Expression(value);
        self.parts.push(Some(InitialPart { path: None, value, repeated: self.repeated }));
    }

    /// An initialiser in braces replaces all that was said of the object before.
    fn clear(&mut self, path: &[u64]) {
        let inside = |(other, _): &(&Vec<u64>, &usize)| other.starts_with(path);
        let found: Vec<Vec<u64>> =
            self.places.range(path.to_vec()..).take_while(inside).map(|(other, _)| other.clone()).collect();
        for other in found {
            if let Some(place) = self.places.remove(&other) {
                self.parts[place] = None;
            }
        }
    }
}

impl Checker<'_> {
    /// The initialiser of an object of the type, and the type with the array length that it gives.
    pub fn initializer(&mut self, ty: Type, written: &ast::Initializer) -> (Type, tree::Initializer) {
        let braces = matches!(written, ast::Initializer::List(..));
        let span = match written {
            ast::Initializer::Expression(e) => e.span,
            ast::Initializer::List(_, span) => *span,
        };
        let (mut written, mut ty) = (written, ty);
        // GNU: a compound literal stands for its list.
        while let (Type::Array(element, length), ast::Initializer::Expression(e)) = (&ty, written)
            && let Kind::Compound(name, list) = &e.kind
        {
            let (own, _) = self.evaluated_type(name);
            if let (None, Type::Array(_, Some(own))) = (length, own) {
                ty = Type::Array(element.clone(), Some(own));
            }
            written = list;
        }
        let draft = self.draft(written);
        let ty = self.completed(ty, &draft);
        let mut filling = Filling::default();
        self.fill(&ty, &mut Vec::new(), &draft, &mut filling);
        let parts = filling.parts.into_iter().flatten().collect();
        (ty, tree::Initializer { parts, braces, span })
    }

    /// The type with the array length that the initialiser gives.
    fn completed(&self, ty: Type, draft: &Draft) -> Type {
        let Type::Array(element, None) = &ty else { return ty };
        let text = |draft: &Draft| draft.units().map(|units| units.len() as u64 + 1);
        let length = match draft {
            Draft::Expression(..) => 1,
            Draft::Text { .. } => text(draft).unwrap_or(1),
            Draft::List(entries, _) => match &entries[..] {
                [DraftEntry { steps, value }]
                    if steps.is_empty() && matches!(**element, Type::Integer(_)) =>
                {
                    text(value).unwrap_or_else(|| self.list_length(element, entries))
                }
                _ => self.list_length(element, entries),
            },
        };
        Type::Array(element.clone(), Some(length))
    }

    /// Fills the part of an object that the path leads to.
    fn fill(&mut self, ty: &Type, path: &mut Vec<u64>, draft: &Draft, out: &mut Filling) {
        match draft {
            Draft::Text { place, narrow } if matches!(ty, Type::Array(..)) => {
                self.fill_text(ty, path, draft, (place.span, *narrow), out);
            }
            Draft::Expression(value, at) if matches!(ty, Type::Array(..)) => {
                if !matches!(value.ty, Type::Opaque(_)) {
                    self.error(*at, "invalid initializer");
                }
                out.evaluate(value.clone());
            }
            // The array behind a structure has as much room as it needs.
            Draft::Text { .. } if matches!(ty, Type::Array(..)) => self.evaluate_all(draft, out),
            Draft::Expression(..) | Draft::Text { .. } => {
                let at = match draft {
                    Draft::Expression(_, at) => *at,
                    Draft::Text { .. } | Draft::List(..) => draft.span(),
                };
                let value = self.drafted(draft);
                let value = self.converted(ty, value, at, Purpose::Initialization);
                out.set(path, InitialValue::Expression(value));
            }
            // An array whose length is not constant has no initialiser, which has been said.
            Draft::List(..) if matches!(ty, Type::Opaque(_) | Type::VariableArray(_)) => {
                self.evaluate_all(draft, out);
            }
            Draft::List(entries, _) if !matches!(ty, Type::Array(..) | Type::Record(_)) => {
                self.fill_scalar(ty, path, entries, out);
            }
            Draft::List(entries, _) => self.fill_braces(ty, path, entries, out),
        }
    }

    /// `{ … }` for an aggregate.
    fn fill_braces(&mut self, ty: &Type, path: &mut Vec<u64>, entries: &[DraftEntry], out: &mut Filling) {
        if let (Type::Array(element, _), [DraftEntry { steps, value: value @ Draft::Text { .. } }]) =
            (ty, entries)
            && matches!(**element, Type::Integer(_))
            && steps.is_empty()
        {
            return self.fill(ty, path, value, out);
        }
        out.clear(path);
        let mut entries = Entries { entries, at: 0 };
        self.fill_list(ty, path, &mut entries, out);
        let rest = &entries.entries[entries.at.min(entries.entries.len())..];
        if let Some(extra) = rest.first() {
            let kind = match ty {
                Type::Record(id) if self.types.records[*id].union => "union",
                Type::Record(_) => "struct",
                _ => "array",
            };
            self.warning(extra.value.span(), format!("excess elements in {kind} initializer"));
        }
        for extra in rest {
            self.evaluate_all(&extra.value, out);
        }
    }

    /// Evaluates what fills nothing.
    fn evaluate_all(&mut self, draft: &Draft, out: &mut Filling) {
        match draft {
            Draft::List(entries, _) => entries.iter().for_each(|e| self.evaluate_all(&e.value, out)),
            Draft::Expression(..) | Draft::Text { .. } => {
                let value = self.drafted(draft);
                out.evaluate(value);
            }
        }
    }

    /// `int x = { 1 };`
    fn fill_scalar(&mut self, ty: &Type, path: &mut Vec<u64>, entries: &[DraftEntry], out: &mut Filling) {
        let Some((entry, rest)) = entries.split_first() else { return };
        match entry.steps.first() {
            Some(Step::Field(name)) => {
                return self.error(name.span, "field name not in record or union initializer");
            }
            Some(Step::Index((_, span), _)) => {
                return self.error(*span, "array index in non-array initializer");
            }
            None => {}
        }
        if let Draft::List(_, span) = &entry.value {
            self.warning(*span, "braces around scalar initializer");
        }
        self.fill(ty, path, &entry.value, out);
        if let Some(extra) = rest.first() {
            self.warning(extra.value.span(), "excess elements in scalar initializer");
        }
        for extra in rest {
            self.evaluate_all(&extra.value, out);
        }
    }

    fn fill_text(
        &mut self,
        ty: &Type,
        path: &[u64],
        draft: &Draft,
        (span, narrow): (Span, bool),
        out: &mut Filling,
    ) {
        let (Type::Array(element, length), Some(units)) = (ty, draft.units()) else { return };
        let Type::Integer(integer) = **element else {
            let value = self.drafted(draft);
            return out.evaluate(value);
        };
        let name = self.types.name(element);
        if narrow && integer.width != 8 {
            let message = format!(
                "cannot initialize array of '{name}' from a string literal with type array of 'char'"
            );
            return self.error(span, message);
        }
        // An array without a length, the last member of a structure, has room for it.
        if length.is_some_and(|length| units.len() as u64 > length) {
            self.warning(span, format!("initializer-string for array of '{name}' is too long"));
        }
        out.clear(path);
        out.set(path, InitialValue::Text(units.to_vec(), span));
    }

    /// Fills an aggregate from a list, which may hold values of its parts without braces.
    fn fill_list(&mut self, ty: &Type, path: &mut Vec<u64>, entries: &mut Entries<'_>, out: &mut Filling) {
        let mut index = 0u64;
        while let Some(entry) = entries.entries.get(entries.at) {
            if !entry.steps.is_empty() {
                entries.at += 1;
                let designation = Designation { steps: &entry.steps, value: &entry.value };
                index = self.fill_designated(ty, path, designation, index, entries, out);
                continue;
            }
            let Some((number, part)) = self.next_part(ty, index) else { return };
            index += 1;
            self.inside(path, number, |c, path| c.fill_part(&part, path, entries, out));
        }
    }

    /// Goes on in a part.
    fn inside(&mut self, path: &mut Vec<u64>, number: u64, fill: impl FnOnce(&mut Self, &mut Vec<u64>)) {
        path.push(number);
        fill(self, path);
        path.pop();
    }

    fn fill_part(&mut self, part: &Type, path: &mut Vec<u64>, entries: &mut Entries<'_>, out: &mut Filling) {
        let Some(entry) = entries.entries.get(entries.at) else { return };
        if self.is_elided(part, &entry.value) {
            let before = entries.at;
            let mut inner = Entries { entries: entries.entries, at: before };
            self.fill_unbraced(part, path, 0, &mut inner, out);
            // An empty aggregate must not hold us up.
            entries.at = inner.at.max(before + 1);
            return;
        }
        entries.at += 1;
        self.fill(part, path, &entry.value, out);
    }

    /// Fills the parts of an aggregate from `index` on with the next values.
    fn fill_unbraced(
        &mut self,
        ty: &Type,
        path: &mut Vec<u64>,
        mut index: u64,
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) {
        while entries.entries.get(entries.at).is_some_and(|e| e.steps.is_empty()) {
            let Some((number, part)) = self.next_part(ty, index) else { return };
            index += 1;
            self.inside(path, number, |c, path| c.fill_part(&part, path, entries, out));
        }
    }

    /// Fills what a designation names, and with the values after it what comes next in the parts it names;
    /// gives the index after it in the outer aggregate.
    fn fill_designated(
        &mut self,
        ty: &Type,
        path: &mut Vec<u64>,
        designation: Designation<'_>,
        index: u64,
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) -> u64 {
        let Some((low, high, rest)) = self.designated_parts(ty, designation.steps) else {
            self.evaluate_all(designation.value, out);
            return index + 1;
        };
        let inner = Designation { steps: rest, ..designation };
        let outer = out.repeated;
        for i in low..=high.min(low.saturating_add(MAX_RANGE)) {
            let Some((number, part)) = self.part(ty, i) else { continue };
            out.repeated = outer || i > low;
            // Only the last of a range goes on with the values that follow.
            let mut none = Entries { entries: &[], at: 0 };
            let following = if i == high { &mut *entries } else { &mut none };
            path.push(number);
            if !rest.is_empty() {
                let next = self.fill_designated(&part, path, inner, 0, following, out);
                out.repeated = outer;
                self.fill_unbraced(&part, path, next, following, out);
            } else if self.is_elided(&part, designation.value) {
                self.fill_first(&part, path, inner, following, out);
            } else {
                self.fill(&part, path, designation.value, out);
            }
            path.pop();
        }
        out.repeated = outer;
        high.saturating_add(1)
    }

    /// Fills an aggregate without braces, whose first value is a designated one.
    fn fill_first(
        &mut self,
        ty: &Type,
        path: &mut Vec<u64>,
        designation: Designation<'_>,
        entries: &mut Entries<'_>,
        out: &mut Filling,
    ) {
        let Some((number, part)) = self.next_part(ty, 0) else { return };
        path.push(number);
        if self.is_elided(&part, designation.value) {
            self.fill_first(&part, path, designation, entries, out);
        } else {
            self.fill(&part, path, designation.value, out);
        }
        path.pop();
        out.repeated = false;
        self.fill_unbraced(ty, path, 1, entries, out);
    }
}
