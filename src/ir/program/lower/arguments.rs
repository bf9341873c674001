//! The list of the arguments that a program is started with.

use crate::program::graph::{Action, Base, Expr, ExprKind, GivenPart, Library, NodeId, Place, Told};
use crate::program::outline::UnitKind;
use crate::program::start::Arguments;
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_base::source::Span;
use focuscheck_check::formats::text;
use focuscheck_check::tree::Expression;
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::ARGUMENTS;

use super::build::Lowering;
use super::call::Outcome;

/// So many arguments are told apart, the name of the program among them, where it is not known which ones are read.
const SOME: u32 = 4;

/// So many are told apart where that is known.
const MOST: i128 = 5;

/// So many letters of each are told apart; one with so many may have more.
const LETTERS: u32 = 8;

/// A type for the number of what there is of something.
pub(super) const WIDE: IntegerType = IntegerType { width: 64, signed: true, float: false };

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
        // Whoever is given them may see constants there.
        let text_type = &**text_type;
        let own = &text_type.clone().pointer_to();
        let name = text(name)?;
        let count = self.value(count);
        let outer = self.begin_model(self.tree.function(ARGUMENTS)?);
        let unit = self.enter(UnitKind::Assign);
        let count = self.kept(count);
        let word = self.graph.word;
        if self.begin.arguments == Arguments::Whichever {
            let list = self.whichever((&name, count), (letter, text_type), own, span);
            self.leave(unit);
            self.model = outer;
            return Some(Outcome::Scalar(Self::converted(list, ty)));
        }
        let told = self.numbers.last().map_or(SOME, |last| (last + 1).clamp(1, MOST) as u32);
        let list = self.given(&name, (Told { most: told, more: true, part: None }, word), own, span);
        let (mut texts, done) = (Vec::new(), self.new_label(span));
        for number in 0..told {
            texts.push(self.argument((&format!("{name}[{number}]"), number), letter, text_type, span));
        }
        let null = Expr { kind: ExprKind::Integer(0), ty: text_type.clone(), span };
        for (number, text) in (0..).zip(texts.into_iter().map(Some).chain([None])) {
            let at = Self::number(number, span);
            let (there, end) = (self.new_label(span), self.new_label(span));
            if number > 0 {
                self.split((count.clone(), Relation::Greater, at.clone()), UnitKind::Check, (there, end));
                self.place_label(end);
                self.put((&list, at.clone(), word), text_type, null.clone(), span);
                self.jump(done);
            }
            self.place_label(there);
            if let Some(text) = text {
                self.put((&list, at, word), text_type, text, span);
            }
        }
        self.place_label(done);
        self.sized((&list, count, word), span);
        self.leave(unit);
        self.model = outer;
        Some(Outcome::Scalar(Self::converted(list, ty)))
    }

    /// The list where one argument is followed, whichever: elements lead to its text, or to the one that stands for all others.
    fn whichever(
        &mut self,
        (name, count): (&str, Expr),
        (letter, text_type): (IntegerType, &Type),
        ty: &Type,
        span: Span,
    ) -> Expr {
        let (int, word) = (Type::Integer(IntegerType::INT), self.graph.word);
        let (element, zero) = (Type::Integer(letter), Self::number(0, span));
        let part = |most: u32, part: GivenPart| Told { most, more: true, part: Some(part) };
        let list = self.given(name, (part(1, GivenPart::List), word), ty, span);
        let to_text = element.pointer_to();
        // The cells of a text: the one that is read, and what is lost of the rest.
        for (most, which) in [(2, GivenPart::Followed), (0, GivenPart::Other)] {
            let text = &self.given("an argument", (part(most, which), 1), &to_text, span);
            self.put((&list, zero.clone(), word), text_type, Self::converted(text.clone(), text_type), span);
            let length = match which {
                GivenPart::Followed => {
                    self.input("length of an argument", (0, Arguments::LONGEST), &int, span)
                }
                GivenPart::List | GivenPart::Other => zero.clone(),
            };
            self.sized((text, length, 1), span);
        }
        self.sized((&list, count, word), span);
        self.choose(&list, span);
        list
    }

    /// Chooses the argument that is followed: one of those that are read, if it is known which ones are.
    fn choose(&mut self, list: &Expr, span: Span) {
        let int = Type::Integer(IntegerType::INT);
        let read: Vec<i128> = self.numbers.read().into_iter().flatten().copied().collect();
        let chosen = self.input("argument", (0, IntegerType::INT.max()), &int, span);
        let choose = |lowering: &mut Self, which: Expr| {
            let arguments = vec![list.clone(), which];
            lowering.emit(Action::Library { function: Library::Choose, arguments, result: None }, span);
        };
        let Some((last, others)) = read.split_last() else { return choose(self, chosen) };
        let done = self.new_label(span);
        for &argument in others {
            let (here, next) = (self.new_label(span), self.new_label(span));
            let is_that = (chosen.clone(), Relation::Equal, Self::number(argument, span));
            self.split(is_that, UnitKind::Check, (here, next));
            self.place_label(here);
            choose(self, Self::number(argument, span));
            self.jump(done);
            self.place_label(next);
        }
        choose(self, Self::number(*last, span));
        self.jump(done);
        self.place_label(done);
    }

    /// The text of an argument: letters that are not zero, and their end. One of which nothing or a number is read is empty.
    fn argument(&mut self, (name, number): (&str, u32), letter: IntegerType, ty: &Type, span: Span) -> Expr {
        let element = Type::Integer(letter);
        let own = element.clone().pointer_to();
        if !self.numbers.is_text(number.into()) {
            let text = self.given(name, (Told { most: LETTERS, more: true, part: None }, 1), &own, span);
            self.put((&text, Self::number(0, span), 1), &element, Expr::integer(0, letter, span), span);
            self.sized((&text, Self::number(0, span), 1), span);
            return Self::converted(text, ty);
        }
        let text =
            self.text_of(name, (letter, Told { most: LETTERS, more: true, part: None }), Some(number), span);
        Self::converted(text, ty)
    }

    /// Memory that is called so, for so many objects of a size and one more.
    pub(super) fn given(&mut self, name: &str, (told, size): (Told, u64), ty: &Type, span: Span) -> Expr {
        let number = |number: u64| Expr::integer(number.into(), WIDE, span);
        let arguments = vec![number(u64::from(told.most) + 1), number(size)];
        let target = self.temporary();
        let function = Library::Given(told);
        let node = self.emit(Action::Library { function, arguments, result: Some(target) }, span);
        self.graph.given.insert(node, name.to_owned());
        let block = Self::converted(Self::held(target, &Type::Void.pointer_to(), span), ty);
        self.kept(block)
    }

    /// Such memory is for one object more than a number says.
    pub(super) fn sized(&mut self, (block, count, size): (&Expr, Expr, u64), span: Span) {
        let count = Self::converted(count, &Type::Integer(WIDE));
        let one = Box::new(Expr::integer(1, WIDE, span));
        let kind = ExprKind::Binary(BinaryOperator::Add, WIDE, Box::new(count), one);
        self.counted((block, Expr { kind, ty: Type::Integer(WIDE), span }, size), span);
    }

    /// Such memory is for so many objects.
    pub(super) fn counted(&mut self, (block, count, size): (&Expr, Expr, u64), span: Span) {
        let arguments = vec![block.clone(), count, Expr::integer(size.into(), WIDE, span)];
        self.emit(Action::Library { function: Library::Sized, arguments, result: None }, span);
    }

    /// Goes on at one of two labels.
    pub(super) fn split(
        &mut self,
        (left, relation, right): (Expr, Relation, Expr),
        kind: UnitKind,
        (holds, fails): (NodeId, NodeId),
    ) {
        let span = left.span;
        let outer = self.enter(kind);
        let test = ExprKind::Compare(relation, Box::new(left), Box::new(right));
        self.branch(Expr { kind: test, ty: Type::Integer(IntegerType::INT), span }, span, holds, fails);
        self.leave(outer);
    }

    /// Stores an element behind a pointer.
    pub(super) fn put(&mut self, (to, at, size): (&Expr, Expr, u64), ty: &Type, value: Expr, span: Span) {
        let pointer = Self::moved(to, at, size);
        let base = Base::Pointer(Box::new(pointer));
        let place = Place { base, steps: Vec::new(), ty: ty.clone(), bits: None, span };
        self.emit(Action::Store { place, value }, span);
    }

    /// A pointer moved by so many objects of a size.
    pub(super) fn moved(to: &Expr, at: Expr, size: u64) -> Expr {
        match at.kind {
            ExprKind::Integer(0) => to.clone(),
            _ => {
                let (span, ty) = (to.span, to.ty.clone());
                let (pointer, by) = (Box::new(to.clone()), Box::new(at));
                Expr { kind: ExprKind::Moved { pointer, by, back: false, size: Some(size) }, ty, span }
            }
        }
    }
}
