//! Operators on types: casts, `sizeof` and its like, `_Generic`.

use super::Checker;
use super::constants;
use super::expression::unknown;
use super::tree::{Expression, ExpressionKind, PlaceKind};
use super::types::Type;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, Designator};

impl Checker<'_> {
    /// A cast that is written as one.
    pub fn checked_cast(&mut self, value: Expression, ty: Type, span: Span) -> Expression {
        let record = matches!(value.ty, Type::Record(_));
        let message = match (&ty, &value.ty) {
            (Type::Void | Type::Opaque(_), _) | (_, Type::Opaque(_)) => return cast(value, ty, span),
            (Type::Array(..) | Type::VariableArray(_), _) => "cast specifies array type",
            (Type::Function(_), _) => "cast specifies function type",
            (_, Type::Void) => "invalid use of void expression",
            // GNU allows casts to a union.
            (Type::Record(id), _) if self.types.records[*id].union || ty == value.ty => {
                return cast(value, ty, span);
            }
            (Type::Record(_), _) => "conversion to non-scalar type requested",
            (Type::Integer(_), _) if record => "aggregate value used where an integer was expected",
            (Type::Float(_), _) if record => "aggregate value used where a floating-point was expected",
            (Type::Float(_), from) if from.is_pointer() => {
                "pointer value used where a floating-point was expected"
            }
            (Type::Pointer(..), Type::Record(_) | Type::Float(_)) => "cannot convert to a pointer type",
            _ => return cast(value, ty, span),
        };
        self.error(span, message);
        self.poison(span)
    }

    /// `sizeof e`
    pub fn size_of_expression(&mut self, operand: &ast::Expression, span: Span) -> Expression {
        let (checked, ty) = self.operand(operand);
        if let ExpressionKind::Load(place) = &checked.kind
            && let PlaceKind::Member(_, _, Some(_)) = place.kind
        {
            self.error(operand.span, "'sizeof' applied to a bit-field");
            return self.poison(span);
        }
        if is_stored_in_bits(&checked) {
            // gcc gives such a value a type of its own.
            return unknown(
                "size of a bit-field's value",
                Vec::new(),
                Type::Integer(self.types.size_type()),
                span,
            );
        }
        // The operand is evaluated where its size is not constant.
        let evaluated = matches!(ty, Type::VariableArray(_)).then_some(checked);
        self.size_of(&ty, evaluated.into_iter().collect(), operand.span, span)
    }

    /// `sizeof`, after these operands.
    pub fn size_of(&mut self, ty: &Type, operands: Vec<Expression>, operand: Span, span: Span) -> Expression {
        let size_type = self.types.size_type();
        match self.types.layout(ty).filter(|_| !self.types.is_stream(ty)) {
            Some((size, _)) => constants::constant(i128::from(size), size_type, span),
            None if self.types.is_incomplete(ty) && !self.unread => {
                let name = self.types.name(ty);
                let message = format!("invalid application of 'sizeof' to incomplete type '{name}'");
                self.error(operand, message);
                self.poison(span)
            }
            None => unknown("size of this type", operands, Type::Integer(size_type), span),
        }
    }

    /// `_Alignof`
    pub fn alignment(&mut self, ty: &Type, operand: Span, span: Span) -> Expression {
        let size_type = self.types.size_type();
        let layout = self.types.layout(ty);
        // GNU's operator gives the preferred alignment, which is another on 32 bits, as is that of atomic types.
        let text = self.source.slice(span);
        let other = text.starts_with("__") || text.contains("_Atomic");
        let preferred = self.types.long().width == 32 && other;
        match layout.filter(|(size, _)| !preferred || *size < 8) {
            Some((_, align)) => constants::constant(i128::from(align), size_type, span),
            None if self.types.is_incomplete(ty) && !self.unread => {
                let name = self.types.name(ty);
                let message = format!("invalid application of '__alignof__' to incomplete type '{name}'");
                self.error(operand, message);
                self.poison(span)
            }
            None => unknown("alignment of this type", Vec::new(), Type::Integer(size_type), span),
        }
    }

    /// `offsetof`
    pub fn offset_of(&mut self, name: &ast::TypeName, path: &[Designator], span: Span) -> Expression {
        let ty = self.type_name(name);
        let size_type = self.types.size_type();
        let mut indices = Vec::new();
        match self.member_offset(&ty, path, &mut indices) {
            Some(offset) => constants::constant(i128::from(offset), size_type, span),
            None => unknown("offsetof", indices, Type::Integer(size_type), span),
        }
    }

    /// How many bytes the member that the path names lies behind the start of the object; `indices` gets the
    /// subscripts that are evaluated.
    fn member_offset(
        &mut self,
        ty: &Type,
        path: &[Designator],
        indices: &mut Vec<Expression>,
    ) -> Option<u64> {
        let Some((first, rest)) = path.split_first() else { return Some(0) };
        let (inner, offset) = match (first, ty) {
            (Designator::Field(name), Type::Record(id)) => self.types.field_offset(*id, &name.text)?,
            (Designator::Index(index), Type::Array(element, _)) => {
                let index = self.expression(index);
                let value = constants::evaluate(&index, &self.constants);
                indices.push(index);
                let value = u64::try_from(value?).ok()?;
                ((**element).clone(), value.checked_mul(self.types.layout(element)?.0)?)
            }
            _ => return None,
        };
        offset.checked_add(self.member_offset(&inner, rest, indices)?)
    }

    /// `_Generic`
    pub fn generic(
        &mut self,
        selector: &ast::Expression,
        choices: &[(Option<ast::TypeName>, ast::Expression)],
        span: Span,
    ) -> Expression {
        let wanted = self.type_of(selector).into_decayed();
        let mut types = Vec::new();
        for (ty, value) in choices {
            types.push((ty.as_ref().map(|ty| self.type_name(ty)), value));
        }
        let fitting: Vec<_> = types.iter().filter(|(ty, _)| ty.as_ref() == Some(&wanted)).collect();
        let default = types.iter().find(|(ty, _)| ty.is_none());
        let chosen = fitting.first().copied().or(default).map(|(_, value)| *value);
        // Types that differ only in their rank (`long` and `long long`), in signedness of `char`, or in what is not
        // known of pointers are the same here: then nothing is certain.
        let scalar = matches!(wanted, Type::Integer(_) | Type::Float(_));
        let ranked = match wanted {
            Type::Integer(ty) => self.has_twins(ty),
            _ => !scalar,
        };
        let sure = fitting.len() < 2 && !(ranked && choices.len() > 1);
        match chosen {
            Some(value) if sure => self.expression(value),
            None if scalar && !ranked => {
                self.error(selector.span, "'_Generic' selector is not compatible with any association");
                self.poison(span)
            }
            chosen => {
                let mut ty = Type::Opaque("result of '_Generic'".to_owned());
                let mut candidates = Vec::new();
                for (_, candidate) in &types {
                    let value = self.quietly(true, |c| c.expression(candidate));
                    if chosen.is_some_and(|chosen| std::ptr::eq(chosen, *candidate)) {
                        ty = value.ty.clone();
                    }
                    candidates.push(value);
                }
                Expression::new(ExpressionKind::OneOf(candidates), ty, span)
            }
        }
    }
}

impl Checker<'_> {
    /// Whether C has several types with the same values as this one: `long` and `long long`, `char` and `signed char`,
    /// `int` and enumerations.
    fn has_twins(&self, ty: IntegerType) -> bool {
        let enumerations = ty.width == 32 && !self.enumerators.is_empty();
        [8, 64].contains(&ty.width) || ty.width == self.types.long().width || enumerations
    }

    /// `__builtin_types_compatible_p`
    pub fn types_compatible(&self, left: &Type, right: &Type, span: Span) -> Expression {
        let compatible = self.types.compatible(left, right);
        let certain = !compatible
            || match (left, right) {
                (Type::Integer(ty), _) => !self.has_twins(*ty),
                (Type::Void, _) => true,
                (Type::Record(left), Type::Record(right)) => left == right,
                // What is the same here may differ in qualifiers and in what it is made of.
                (
                    Type::Record(_)
                    | Type::Float(_)
                    | Type::Pointer(..)
                    | Type::Array(..)
                    | Type::VariableArray(_)
                    | Type::Function(_)
                    | Type::Opaque(_),
                    _,
                ) => false,
            };
        match certain {
            true => constants::constant(i128::from(compatible), IntegerType::INT, span),
            false => {
                let ty = Type::Integer(IntegerType::INT);
                unknown("'__builtin_types_compatible_p' of similar types", Vec::new(), ty, span)
            }
        }
    }
}

/// Whether an expression has the value that it stores in a bit-field.
fn is_stored_in_bits(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Assign(place, _) | ExpressionKind::Update { place, .. } => {
            matches!(place.kind, PlaceKind::Member(_, _, Some(_)))
        }
        ExpressionKind::Comma(_, last) => is_stored_in_bits(last),
        ExpressionKind::Conditional(_, then, otherwise) => {
            then.as_deref().is_some_and(is_stored_in_bits) || is_stored_in_bits(otherwise)
        }
        _ => false,
    }
}

/// A conversion that is written.
pub(super) fn cast(value: Expression, ty: Type, span: Span) -> Expression {
    let constant = match (&value.ty, &ty) {
        (Type::Float(_), Type::Integer(_))
        | (Type::Integer(_) | Type::Pointer(..), Type::Integer(_) | Type::Pointer(..)) => {
            constants::converted_value(&value, &ty)
        }
        _ => None,
    };
    Expression { kind: ExpressionKind::Cast(Box::new(value)), ty, span, constant }
}
