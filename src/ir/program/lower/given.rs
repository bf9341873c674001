//! What pointer parameters of the function to start at lead to.

use crate::program::graph::{Action, Base, Expr, ExprKind, NodeId, Place, Step, TemporaryId, Told};
use crate::program::outline::UnitKind;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::reading::{ELEMENTS_OF, LENGTH_OF, NULL_OF, SAME_AS, TextPart};
use focuscheck_base::source::Span;
use focuscheck_check::formats::text;
use focuscheck_check::given::{Content, Leads, leads};
use focuscheck_check::tree::{Expression, ExpressionKind, PlaceKind};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::GIVEN;

use super::arguments::WIDE;
use super::build::Lowering;
use super::call::Outcome;

impl<'t> Lowering<'t> {
    /// Makes what a parameter leads to: the arguments are how it is called, and those that it may be equal to.
    pub(super) fn given_call(
        &mut self,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let [name, others @ ..] = arguments else { return None };
        let (name, bounds) = (text(name)?, self.begin.pointers);
        let leads = leads(&self.tree.types, ty, bounds)?;
        let outer = self.begin_model(self.tree.function(GIVEN)?);
        let unit = self.enter(UnitKind::Assign);
        let (target, done) = (self.temporary(), self.new_label(span));
        for other in others {
            let ExpressionKind::Load(place) = other.unconverted() else { continue };
            let PlaceKind::Object(object) = place.kind else { continue };
            let called = format!("{name}{SAME_AS}{}", self.tree.objects[object.index()].name);
            let value = self.value(other);
            self.where_chosen(&called, (target, value, done), span);
        }
        if bounds.may_be_null {
            let null = Expr { kind: ExprKind::Integer(0), ty: ty.clone(), span };
            self.where_chosen(&format!("{NULL_OF}{name}"), (target, null, done), span);
        }
        let pointer = self.behind(&name, &leads, ty, span);
        let is_chosen = bounds.may_be_null || !others.is_empty();
        let pointer = if is_chosen {
            self.emit(Action::Assign { target, value: pointer }, span);
            self.jump(done);
            self.place_label(done);
            Self::held(target, ty, span)
        } else {
            pointer
        };
        self.leave(unit);
        self.model = outer;
        Some(Outcome::Scalar(pointer))
    }

    /// Where an input of this name is not zero, a temporary gets a value, and a label comes next.
    fn where_chosen(&mut self, name: &str, (target, value, done): (TemporaryId, Expr, NodeId), span: Span) {
        let int = Type::Integer(IntegerType::INT);
        let choice = self.input(name, (0, 1), &int, span);
        let (chosen, rest) = (self.new_label(span), self.new_label(span));
        let zero = Box::new(Expr::integer(0, IntegerType::INT, span));
        // It decides what the parameter leads to, which a check of its own would not.
        let kind = ExprKind::Compare(Relation::NotEqual, Box::new(choice), zero);
        self.branch(Expr { kind, ty: int, span }, span, chosen, rest);
        self.place_label(chosen);
        self.emit(Action::Assign { target, value }, span);
        self.jump(done);
        self.place_label(rest);
    }

    /// A new object that a pointer leads to, which is called so.
    fn behind(&mut self, name: &str, leads: &Leads, ty: &Type, span: Span) -> Expr {
        match leads {
            Leads::Text(letter, most) => {
                let told = Told { most: *most, more: false, part: None };
                let block = self.text_of(name, (*letter, told), None, span);
                Self::converted(block, ty)
            }
            Leads::Elements { most, element, content } => {
                let size = self.size(element).unwrap_or(1);
                let is_one = *most == 1 && matches!(content, Content::Record(_));
                let count = match *most {
                    1 => Self::number(1, span),
                    most => {
                        let wide = Type::Integer(WIDE);
                        self.input(&format!("{ELEMENTS_OF}{name}"), (1, most.into()), &wide, span)
                    }
                };
                let own = element.clone().pointer_to();
                let block =
                    self.given(name, (Told { most: most - 1, more: false, part: None }, size), &own, span);
                for at in 0..*most {
                    let pointer = Self::moved(&block, Self::number(at.into(), span), size);
                    let base = Base::Pointer(Box::new(pointer));
                    let place = Place { base, steps: Vec::new(), ty: element.clone(), bits: None, span };
                    let name = if is_one { format!("{name}->") } else { format!("{name}[{at}]") };
                    self.hold(&name, place, content, span);
                }
                self.counted((&block, count, size), span);
                Self::converted(block, ty)
            }
        }
    }

    /// An object gets what it holds. The name of a structure that is reached by `->` ends with that.
    fn hold(&mut self, name: &str, place: Place, content: &Content, span: Span) {
        match content {
            Content::Number => {
                let Some(bits) = self.types.bits(&place.ty) else { return };
                let range = match place.bits {
                    Some(own) if !bits.is_bool() => {
                        let narrow = IntegerType { width: own.width as u8, ..bits };
                        (narrow.min(), narrow.max())
                    }
                    _ => (bits.min(), bits.max()),
                };
                let value = self.input(name, range, &place.ty.clone(), span);
                self.emit(Action::Store { place, value }, span);
            }
            Content::Array(length, content) => {
                let Type::Array(element, _) = place.ty.clone() else { return };
                for at in 0..*length {
                    let (index, size) = (Self::number(at.into(), span), self.size(&element));
                    let step = Step::Element { index, size, length: Some(*length), at: span.end };
                    let steps = place.steps.iter().cloned().chain([step]).collect();
                    let place = Place { steps, ty: (*element).clone(), ..place.clone() };
                    self.hold(&format!("{name}[{at}]"), place, content, span);
                }
            }
            Content::Record(members) => {
                let Type::Record(id) = place.ty else { return };
                for (number, content) in members {
                    let Some(field) = self.types.records[id].fields.as_ref().and_then(|all| all.get(*number))
                    else {
                        continue;
                    };
                    let (own, ty) = (field.name.clone(), field.ty.clone());
                    let name = match own {
                        Some(own) if name.ends_with("->") => format!("{name}{own}"),
                        Some(own) => format!("{name}.{own}"),
                        None => name.to_owned(),
                    };
                    let member = self.member(place.clone(), &[*number], &ty, span);
                    self.hold(&name, member, content, span);
                }
            }
            Content::Pointer(leads, may_be_null) => {
                let (ty, target, done) = (place.ty.clone(), self.temporary(), self.new_label(span));
                if *may_be_null {
                    let null = Expr { kind: ExprKind::Integer(0), ty: ty.clone(), span };
                    self.where_chosen(&format!("{NULL_OF}{name}"), (target, null, done), span);
                }
                let value = self.behind(name, leads, &ty, span);
                let value = if *may_be_null {
                    self.emit(Action::Assign { target, value }, span);
                    self.jump(done);
                    self.place_label(done);
                    Self::held(target, &ty, span)
                } else {
                    value
                };
                self.emit(Action::Store { place, value }, span);
            }
            Content::Null => {
                let value = Expr { kind: ExprKind::Integer(0), ty: place.ty.clone(), span };
                self.emit(Action::Store { place, value }, span);
            }
            Content::Unknown => {
                let size = self.size(&place.ty).unwrap_or(1);
                self.emit(Action::Forget { place, size, reason: "argument of the start".into() }, span);
            }
        }
    }

    /// A new text of any length up to a number: its letters, which are not zero, and its end.
    pub(super) fn text_of(
        &mut self,
        name: &str,
        (letter, told): (IntegerType, Told),
        argument: Option<u32>,
        span: Span,
    ) -> Expr {
        let (int, element) = (Type::Integer(IntegerType::INT), Type::Integer(letter));
        let part = |lowering: &mut Self, part: TextPart| {
            if let Some(site) = lowering.graph.sites.last_mut() {
                (site.text, site.argument) = (Some(part), argument);
            }
        };
        let zero = || Expr::integer(0, letter, span);
        let length = self.input(&format!("{LENGTH_OF}{name}"), (0, told.most.into()), &int, span);
        part(self, TextPart::Count);
        let block = &self.given(name, (told, 1), &element.clone().pointer_to(), span);
        for at in 0..told.most {
            let value = self.input(name, (letter.min(), letter.max()), &element, span);
            part(self, TextPart::Letter);
            let (there, end) = (self.new_label(span), self.new_label(span));
            self.split((value.clone(), Relation::NotEqual, zero()), UnitKind::Assume, (there, end));
            self.place_label(end);
            self.emit(Action::Stop(None), span);
            self.place_label(there);
            self.put((block, Self::number(at.into(), span), 1), &element, value, span);
        }
        self.put((block, length.clone(), 1), &element, zero(), span);
        self.sized((block, length, 1), span);
        block.clone()
    }
}
