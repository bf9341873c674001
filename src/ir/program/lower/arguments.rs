//! The list of the arguments that a program is started with.

use crate::program::graph::{Action, Base, Expr, ExprKind, Library, Place};
use crate::program::outline::UnitKind;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_base::reading::{LENGTH_OF, TextPart};
use focuscheck_base::source::Span;
use focuscheck_check::formats::text;
use focuscheck_check::tree::Expression;
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::ARGUMENTS;

use super::build::Lowering;
use super::call::Outcome;

/// So many arguments are told apart, the name of the program among them.
const TOLD: u32 = 4;

/// So many letters of each are told apart: its end, too, if it has fewer.
const LETTERS: u32 = 8;

/// A type for the number of what there is of something.
const WIDE: IntegerType = IntegerType { width: 64, signed: true };

impl<'t> Lowering<'t> {
    /// Makes the list: how many arguments there are is known, and what they are comes from outside. The first one is the name
    /// of the program, which is always there.
    pub(super) fn arguments_call(
        &mut self,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let [name, count] = arguments else { return None };
        let Type::Pointer(text_type, _) = ty else { return None };
        let Type::Pointer(letter, _) = &**text_type else { return None };
        let &Type::Integer(letter) = &**letter else { return None };
        let name = text(name)?;
        let count = self.value(count);
        let outer = self.begin_model(self.tree.function(ARGUMENTS)?);
        let unit = self.enter(UnitKind::Assign);
        let count = self.kept(count);
        let word = self.graph.word;
        let list = self.given((count.clone(), word), TOLD, ty, span);
        let done = self.new_label(span);
        for number in 0..TOLD {
            if number > 0 {
                let at = Self::number(number.into(), span);
                let behind = self.splits((at, Relation::Less, count.clone()), UnitKind::Check, span);
                let null = Expr { kind: ExprKind::Integer(0), ty: (**text_type).clone(), span };
                self.put((&list, number, word), text_type, null, span);
                self.jump(done);
                self.place_label(behind);
            }
            let text = self.argument((&format!("{name}[{number}]"), number), letter, text_type, span);
            self.put((&list, number, word), text_type, text, span);
        }
        self.place_label(done);
        self.leave(unit);
        self.model = outer;
        Some(Outcome::Scalar(list))
    }

    /// The text of an argument: letters that are not zero, and their end.
    fn argument(
        &mut self,
        (name, number): (&str, u32),
        letter: IntegerType,
        ty: &Type,
        span: Span,
    ) -> Expr {
        let (int, element) = (Type::Integer(IntegerType::INT), Type::Integer(letter));
        let part = |lowering: &mut Self, part: TextPart| {
            if let Some(site) = lowering.graph.sites.last_mut() {
                (site.text, site.argument) = (Some(part), Some(number));
            }
        };
        let length = self.input(&format!("{LENGTH_OF}{name}"), (0, LETTERS.into()), &int, span);
        part(self, TextPart::Count);
        let text = self.given((length.clone(), 1), LETTERS, ty, span);
        let done = self.new_label(span);
        for at in 0..LETTERS {
            let place = Self::number(at.into(), span);
            let more = self.splits((place, Relation::Less, length.clone()), UnitKind::Check, span);
            let zero = Expr::integer(0, letter, span);
            self.put((&text, at, 1), &element, zero, span);
            self.jump(done);
            self.place_label(more);
            let value = self.input(name, (letter.min(), letter.max()), &element, span);
            part(self, TextPart::Letter);
            let zero = Expr::integer(0, letter, span);
            let there = self.splits((value.clone(), Relation::NotEqual, zero), UnitKind::Assume, span);
            self.emit(Action::Stop(None), span);
            self.place_label(there);
            self.put((&text, at, 1), &element, value, span);
        }
        self.place_label(done);
        text
    }

    /// Memory for one object more than a number says, of a size.
    fn given(&mut self, (count, size): (Expr, u64), told: u32, ty: &Type, span: Span) -> Expr {
        let count = Self::converted(count, &Type::Integer(WIDE));
        let one = Expr::integer(1, WIDE, span);
        let kind = ExprKind::Binary(BinaryOperator::Add, WIDE, Box::new(count), Box::new(one));
        let count = Expr { kind, ty: Type::Integer(WIDE), span };
        let arguments = vec![count, Expr::integer(size.into(), WIDE, span)];
        let target = self.temporary();
        self.emit(Action::Library { function: Library::Given(told), arguments, result: Some(target) }, span);
        let block = Self::held(target, &Type::Void.pointer_to(), span);
        let block = Self::converted(block, ty);
        self.kept(block)
    }

    /// Goes on where a comparison does not hold; gives where it does.
    fn splits(
        &mut self,
        (left, relation, right): (Expr, Relation, Expr),
        kind: UnitKind,
        span: Span,
    ) -> crate::program::graph::NodeId {
        let (holds, fails) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(kind);
        let test = ExprKind::Compare(relation, Box::new(left), Box::new(right));
        self.branch(Expr { kind: test, ty: Type::Integer(IntegerType::INT), span }, span, holds, fails);
        self.leave(outer);
        self.place_label(fails);
        holds
    }

    /// Stores an element behind a pointer.
    fn put(&mut self, (to, at, size): (&Expr, u32, u64), ty: &Type, value: Expr, span: Span) {
        let pointer = match at {
            0 => to.clone(),
            _ => {
                let (pointer, by) = (Box::new(to.clone()), Box::new(Self::number(at.into(), span)));
                let kind = ExprKind::Moved { pointer, by, back: false, size: Some(size) };
                Expr { kind, ty: to.ty.clone(), span }
            }
        };
        let base = Base::Pointer(Box::new(pointer));
        let place = Place { base, steps: Vec::new(), ty: ty.clone(), bits: None, span };
        self.emit(Action::Store { place, value }, span);
    }
}
