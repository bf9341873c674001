//! Pointers into modelled objects: an object and an offset in it, which is an integer like any other.

use super::constants;
use super::effects::{place_has_effects, sequence};
use super::operator::integer_operation;
use super::program::{Expression, ExpressionKind, Index, May, Place, VariableId};
use super::region::{NULL, OFFSET, Pointed, Region, offset};
use super::state::Layout;
use super::value::{Target, TargetKind, Value, ValueKind};
use crate::arith::{BinaryOperator, IntegerType, Relation};
use crate::check::tree::Binary;
use crate::check::types::Type;
use crate::source::Span;

impl Layout<'_> {
    /// Whether objects live as long as a pointer that is declared in so many scopes.
    pub fn outlives(&self, region: &Region, depth: usize) -> bool {
        self.depths.get(&region.first.variable).is_none_or(|&own| own <= depth)
    }

    /// Whether two regions are the same objects for certain.
    pub fn same_region(&self, one: &Region, other: &Region) -> bool {
        let (a, b) = (&one.first, &other.first);
        one.length == other.length
            && one.element == other.element
            && a.variable == b.variable
            && a.offset == b.offset
            && a.indices.len() == b.indices.len()
            && a.indices.iter().zip(&b.indices).all(|(a, b)| {
                let same = match (self.steady(&a.value), self.steady(&b.value)) {
                    (Some(a), Some(b)) => a == b,
                    _ => false,
                };
                same && a.length == b.length && a.stride == b.stride
            })
    }

    /// What tells the value of a subscript that does not change while its function runs.
    pub fn steady(&self, value: &Expression) -> Option<Result<i128, VariableId>> {
        match &value.kind {
            ExpressionKind::Constant(value) => Some(Ok(*value)),
            ExpressionKind::Read(place) if self.frozen.contains(&place.variable) => Some(Err(place.variable)),
            _ => None,
        }
    }

    /// The address of an object that is in no array, or whose array is not known.
    pub fn single(&self, place: Place, element: Type, constant: bool, span: Span) -> Pointed {
        let region = Region { first: place, element, length: 1, constant };
        Pointed { region, offset: offset(0, span), variable: false }
    }

    /// What a pointer with this target points to.
    pub fn pointee(&self, pointed: Pointed, span: Span) -> Target {
        let within = Some(Box::new(pointed.clone()));
        let Pointed { region, offset, variable } = pointed;
        let Region { first: mut place, element, length, constant } = region;
        let stride = self.types.cell_count(&element);
        match constants::value(&offset).and_then(|i| u64::try_from(i).ok()).filter(|i| *i < length) {
            Some(known) => place.offset += (known * stride) as u32,
            None => {
                let nullable = variable;
                let (length, stride) = (length as u32, stride as u32);
                place.indices.push(Index { value: offset, length, nullable, stride });
            }
        }
        place.span = span;
        place.ty = self.types.first_cell(&element);
        Target { ty: element, kind: TargetKind::Place(place), span, constant, within }
    }

    /// The pointer that an address of the type is, if its type is that of the objects it points to.
    pub fn fitting(value: &Value) -> Option<&Pointed> {
        match (&value.ty, &value.kind) {
            (Type::Pointer(pointee, _), ValueKind::Address { pointer, .. })
                if **pointee == pointer.region.element =>
            {
                Some(pointer)
            }
            _ => None,
        }
    }

    /// Whether a value is the null pointer for certain.
    pub fn is_null(value: &Value) -> bool {
        match &value.kind {
            ValueKind::Null => true,
            ValueKind::Integer(e) => constants::value(e) == Some(0),
            _ => false,
        }
    }

    /// `pointer + by` or `pointer - by`.
    pub fn moved(&mut self, operator: BinaryOperator, pointer: Value, by: Expression, span: Span) -> Value {
        let ty = pointer.ty.clone();
        let ValueKind::Address { pointer, effects } = pointer.kind else {
            return Value::other(ty, "pointer arithmetic", vec![by], May::NOTHING, span);
        };
        let Pointed { region, offset, variable } = *pointer;
        let by = constants::convert(by, OFFSET);
        let offset = constants::binary(operator, offset, by, OFFSET, span);
        let pointer = Box::new(Pointed { region, offset, variable });
        Value { ty, kind: ValueKind::Address { pointer, effects }, span }
    }

    /// Whether an address is not null.
    pub fn not_null(pointed: &Pointed, span: Span) -> Expression {
        if !pointed.variable {
            return sequence(pointed.effects(), constants::integer(1, span));
        }
        constants::compare(Relation::NotEqual, pointed.offset.clone(), offset(NULL, span), span)
    }

    /// An operation on two operands of which at least one is an address; `None` if it is not modelled.
    pub fn pointer_operation(
        &mut self,
        operator: Binary,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Option<Value> {
        let arithmetic = match operator {
            Binary::Add => Some(BinaryOperator::Add),
            Binary::Subtract => Some(BinaryOperator::Subtract),
            _ => None,
        };
        if let (Some(operator), Some(_), ValueKind::Integer(by)) =
            (arithmetic, Self::fitting(left), &right.kind)
        {
            return Some(self.moved(operator, left.clone(), by.clone(), span));
        }
        if let (Binary::Add, ValueKind::Integer(by), Some(_)) = (operator, &left.kind, Self::fitting(right)) {
            return Some(self.moved(BinaryOperator::Add, right.clone(), by.clone(), span));
        }
        let equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        for (one, other) in [(left, right), (right, left)] {
            if let (true, ValueKind::Address { pointer, effects }, true) =
                (equality, &one.kind, Self::is_null(other))
            {
                let mut value = Self::not_null(pointer, span);
                if operator == Binary::Equal {
                    value = match constants::value(&value) {
                        Some(known) => constants::integer(i128::from(known == 0), span),
                        None => Expression {
                            kind: ExpressionKind::Not(Box::new(value)),
                            ty: IntegerType::INT,
                            span,
                        },
                    };
                }
                return Some(Value::integer(sequence(effects.clone(), value)));
            }
        }
        if equality && Self::is_null(left) && Self::is_null(right) {
            return Some(Value::integer(constants::integer(i128::from(operator == Binary::Equal), span)));
        }
        let (
            ValueKind::Address { pointer: one, effects: first },
            ValueKind::Address { pointer: other, effects: second },
        ) = (&left.kind, &right.kind)
        else {
            return None;
        };
        let comparison = arithmetic.is_none() && integral_comparison(operator);
        if !(comparison || operator == Binary::Subtract) {
            return None;
        }
        // Offsets count objects; a cast makes pointers count something else.
        let fits = Self::fitting(left).is_some() && Self::fitting(right).is_some();
        if operator == Binary::Subtract && !fits {
            return None;
        }
        let mut effects = first.clone();
        effects.extend(second.iter().cloned());
        if self.same_region(&one.region, &other.region) {
            let mut value = integer_operation(operator, one.offset.clone(), other.offset.clone(), span);
            if operator == Binary::Subtract {
                value = constants::convert(value, self.types.long());
            }
            return Some(Value::integer(sequence(effects, value)));
        }
        let inside = |p: &Pointed| {
            constants::value(&p.offset).is_some_and(|i| 0 <= i && i < i128::from(p.region.length))
        };
        let different = one.region.first.variable != other.region.first.variable;
        if equality && different && inside(one) && inside(other) {
            let value = constants::integer(i128::from(operator == Binary::NotEqual), span);
            return Some(Value::integer(sequence(effects, value)));
        }
        None
    }

    /// `condition ? then : otherwise` of pointers into one region.
    pub fn chosen_pointer(
        &mut self,
        condition: &Expression,
        then: &Value,
        otherwise: &Value,
        span: Span,
    ) -> Option<Value> {
        let plain = |value: &Value| match &value.kind {
            ValueKind::Address { pointer, effects } if effects.is_empty() => {
                (!place_has_effects(&pointer.region.first)).then(|| (**pointer).clone())
            }
            _ => None,
        };
        let null = |value: &Value| Self::is_null(value).then(|| offset(NULL, span));
        let (region, ty, one, other) = match (plain(then), plain(otherwise)) {
            (Some(a), Some(b)) if self.same_region(&a.region, &b.region) => {
                (a.region, &then.ty, a.offset, b.offset)
            }
            (Some(a), None) => (a.region, &then.ty, a.offset, null(otherwise)?),
            (None, Some(b)) => (b.region, &otherwise.ty, null(then)?, b.offset),
            _ => return None,
        };
        let kind = ExpressionKind::Conditional(Box::new(condition.clone()), Box::new(one), Box::new(other));
        let offset = Expression { kind, ty: OFFSET, span };
        let pointer = Box::new(Pointed { region, offset, variable: true });
        Some(Value { ty: ty.clone(), kind: ValueKind::Address { pointer, effects: Vec::new() }, span })
    }

    /// Names the offset variable of a pointer: `p - a`.
    pub fn name_offset(&mut self, variable: VariableId, name: &str, region: &Region) {
        let name = self.offset_name(name, region);
        self.program.variables[variable.index()].name = name;
    }

    /// How the offset of a pointer is called.
    pub fn offset_name(&self, name: &str, region: &Region) -> String {
        let object = self.region_name(region);
        if object == name {
            return format!("offset of {name}");
        }
        if region.length == 1 && !matches!(region.element, Type::Array(..)) {
            format!("{name} - &{object}")
        } else {
            format!("{name} - {object}")
        }
    }

    /// The objects of a region as the user writes them: `a`, `s.f`.
    pub fn region_name(&self, region: &Region) -> String {
        let variable = &self.program.variables[region.first.variable.index()];
        let suffix = variable.cells.get(region.first.offset as usize).map_or("", |c| &*c.suffix);
        let mut cells = Vec::new();
        self.types.cells(&region.element, "", &mut cells);
        let inner = cells.first().map_or("", |c| &*c.suffix);
        let outer = suffix.strip_suffix(inner).unwrap_or(suffix);
        let outer = if region.length > 1 { outer.strip_suffix("[0]").unwrap_or(outer) } else { outer };
        format!("{}{outer}", variable.name)
    }
}

fn integral_comparison(operator: Binary) -> bool {
    matches!(
        operator,
        Binary::Less
            | Binary::LessEqual
            | Binary::Greater
            | Binary::GreaterEqual
            | Binary::Equal
            | Binary::NotEqual
    )
}
