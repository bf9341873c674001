//! Operators on types: casts, `sizeof` and its like, `_Generic`.

use super::Checker;
use super::constants;
use super::typed::May;
use super::types::Type;
use super::unsupported::{Value, ValueKind};
use crate::source::Span;
use crate::syntax::ast::{self, Designator};

impl Checker<'_> {
    /// A cast that is written as one.
    pub fn checked_cast(&mut self, value: Value, ty: Type, span: Span) -> Value {
        let record = matches!(value.ty, Type::Record(_));
        let message = match (&ty, &value.ty) {
            (Type::Void | Type::Opaque(_), _) | (_, Type::Opaque(_)) => return self.cast(value, ty, span),
            (Type::Array(..) | Type::VariableArray(_), _) => "cast specifies array type",
            (Type::Function(_), _) => "cast specifies function type",
            (_, Type::Void) => "invalid use of void expression",
            // GNU allows casts to a union.
            (Type::Record(id), _) if self.types.records[*id].union || ty == value.ty => {
                return self.cast(value, ty, span);
            }
            (Type::Record(_), _) => "conversion to non-scalar type requested",
            (Type::Integer(_), _) if record => "aggregate value used where an integer was expected",
            (Type::Float(_), _) if record => "aggregate value used where a floating-point was expected",
            (Type::Float(_), from) if from.is_pointer() => {
                "pointer value used where a floating-point was expected"
            }
            (Type::Pointer(..), Type::Record(_) | Type::Float(_)) => "cannot convert to a pointer type",
            _ => return self.cast(value, ty, span),
        };
        self.error(span, message);
        self.poison(span)
    }

    /// Conversion to a type, as by a cast.
    pub fn cast(&mut self, value: Value, ty: Type, span: Span) -> Value {
        match (&ty, value.kind) {
            (Type::Void, kind) => Value::void(Value { kind, ..value }.into_statement()),
            (Type::Integer(integer), ValueKind::Integer(e)) => {
                let mut e = constants::convert(e, *integer);
                e.span = span;
                Value::integer(e)
            }
            (Type::Pointer(..), ValueKind::Integer(e)) if constants::value(&e) == Some(0) => {
                Value { ty, kind: ValueKind::Null, span }
            }
            (
                Type::Pointer(..),
                kind @ (ValueKind::Harmless
                | ValueKind::Null
                | ValueKind::Function(_)
                | ValueKind::Address { .. }),
            ) => Value { ty, kind, span },
            (to, kind @ ValueKind::Code(_)) if to.is_function_pointer() => Value { ty, kind, span },
            (_, ValueKind::Void(e)) => {
                self.error(span, "void value not ignored as it ought to be");
                Value::other(ty, "error", vec![e], May::NOTHING, span)
            }
            (Type::Record(_), kind) if ty == value.ty => Value { ty, kind, span },
            (Type::Pointer(..), kind @ ValueKind::Apart(_)) => Value { ty, kind, span },
            (_, ValueKind::Other(part)) => Value::unmodelled(ty, part, span),
            (_, kind) => {
                let value = Value { kind, ..value };
                let reason = value
                    .reason()
                    .or_else(|| self.types.unmodelled(&ty))
                    .unwrap_or_else(|| "conversion".to_owned());
                let effects = self.escaping_effects(value);
                Value::other(ty, reason, effects, May::NOTHING, span)
            }
        }
    }

    /// `sizeof`
    pub fn size(&mut self, ty: &Type, operand: Span, span: Span) -> Value {
        let size_type = self.types.size_type();
        match self.types.layout(ty) {
            Some((size, _)) => Value::integer(constants::constant(i128::from(size), size_type, span)),
            None => {
                if self.types.is_incomplete(ty) && !self.unread {
                    let name = self.types.name(ty);
                    let message = format!("invalid application of 'sizeof' to incomplete type '{name}'");
                    self.error(operand, message);
                    return self.poison(span);
                }
                Value::other(Type::Integer(size_type), "size of this type", Vec::new(), May::NOTHING, span)
            }
        }
    }

    /// `_Alignof`
    pub fn alignment(&mut self, ty: &Type, operand: Span, span: Span) -> Value {
        let size_type = self.types.size_type();
        let layout = self.types.layout(ty);
        // GNU's operator gives the preferred alignment, which is another on 32 bits, as is that of atomic types.
        let text = self.source.slice(span);
        let other = text.starts_with("__") || text.contains("_Atomic");
        let preferred = self.types.long().width == 32 && other;
        match layout.filter(|(size, _)| !preferred || *size < 8) {
            Some((_, align)) => Value::integer(constants::constant(i128::from(align), size_type, span)),
            None => {
                if self.types.is_incomplete(ty) && !self.unread {
                    let name = self.types.name(ty);
                    let message = format!("invalid application of '__alignof__' to incomplete type '{name}'");
                    self.error(operand, message);
                    return self.poison(span);
                }
                Value::other(
                    Type::Integer(size_type),
                    "alignment of this type",
                    Vec::new(),
                    May::NOTHING,
                    span,
                )
            }
        }
    }

    /// How many bytes the member that the path names lies behind the start of the object.
    pub fn member_offset(&mut self, ty: &Type, path: &[Designator]) -> Option<u64> {
        let Some((first, rest)) = path.split_first() else { return Some(0) };
        let (inner, offset) = match (first, ty) {
            (Designator::Field(name), Type::Record(id)) => self.types.field_offset(*id, &name.text)?,
            (Designator::Index(index), Type::Array(element, _)) => {
                let index = u64::try_from(self.constant_value(index)?).ok()?;
                ((**element).clone(), index.checked_mul(self.types.layout(element)?.0)?)
            }
            _ => return None,
        };
        offset.checked_add(self.member_offset(&inner, rest)?)
    }

    /// `_Generic`
    pub fn generic(
        &mut self,
        selector: &ast::Expression,
        choices: &[(Option<ast::TypeName>, ast::Expression)],
        span: Span,
    ) -> Value {
        let wanted = self.type_of(selector).into_decayed();
        let mut chosen = None;
        for (ty, value) in choices {
            match ty {
                Some(ty) if self.type_name(ty) == wanted => {
                    chosen = Some(value);
                    break;
                }
                None => chosen = Some(value),
                Some(_) => {}
            }
        }
        // Types that differ only in their rank (`long` and `long long`), in signedness of `char`, or in what is not
        // known of pointers are the same here: then nothing is certain.
        let scalar = matches!(wanted, Type::Integer(_) | Type::Float(_));
        let twice = choices.iter().filter_map(|(ty, _)| ty.as_ref());
        let same: Vec<Type> = twice.map(|ty| self.type_name(ty)).filter(|ty| *ty == wanted).collect();
        let ranked = match wanted {
            Type::Integer(ty) => [8, 64].contains(&ty.width) || ty.width == self.types.long().width,
            _ => !scalar,
        };
        let sure = same.len() < 2 && !(ranked && choices.len() > 1);
        match chosen {
            Some(value) if sure => self.value(value),
            Some(value) => {
                let ty = self.type_of(value);
                Value::other(ty, "'_Generic' between similar types", Vec::new(), May::NOTHING, span)
            }
            None if scalar && !ranked => {
                self.error(selector.span, "'_Generic' selector is not compatible with any association");
                self.poison(span)
            }
            None => {
                let ty = Type::Opaque("result of '_Generic'".to_owned());
                Value::other(ty, "'_Generic' between similar types", Vec::new(), May::NOTHING, span)
            }
        }
    }
}
