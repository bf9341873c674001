//! The functions of C's library and of verifiers that are known without a definition.

use crate::program::error_kind::ErrorKind;
use crate::program::graph::{Action, Base, Expr, ExprKind, Library, Place};
use crate::program::outline::UnitKind;
use crate::program::role::Role;
use crate::program::text::title;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Premise;
use focuscheck_base::reading::{CHOICE_OF, Drawn, FAILURE_OF, LENGTH_OF, TextPart};
use focuscheck_base::source::Span;
use focuscheck_check::effects::has_effects;
use focuscheck_check::formats::{self, Conversion, Printed, Size, conversions, is_of_text, printed, text};
use focuscheck_check::library::{self, Does, Effect, Model, Stream};
use focuscheck_check::standard::reads_input;
use focuscheck_check::tree::{Expression, ExpressionKind as Kind, Place as Lvalue};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::{self, any_value, model, nondet};

use super::build::Lowering;
use super::call::Outcome;

impl<'t> Lowering<'t> {
    /// A call of a function that works on memory and is modelled.
    pub(super) fn memory_call(
        &mut self,
        name: &str,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let copy = |overlapping, behind| Library::Copy { overlapping, behind };
        let (does, order) = library::function(library::plain(name))?.does?;
        let function = match does {
            Does::Copy => copy(false, false),
            Does::Move => copy(true, false),
            Does::CopyEnd => copy(false, true),
            Does::Fill => Library::Fill,
            Does::CopyText => Library::CopyText,
            Does::Length => Library::Length,
            Does::CompareTexts => Library::CompareText,
            Does::Allocate => Library::Allocate,
            Does::AllocateInFrame => Library::AllocateLocal,
            Does::AllocateCleared => Library::AllocateCleared,
            Does::Reallocate => Library::Reallocate,
            Does::Free => Library::Free,
        };
        let count = order.len();
        // Variants with a check of the size have one argument more.
        let extra = usize::from(name.ends_with("_chk"));
        if arguments.len() != count && arguments.len() != count + extra {
            return None;
        }
        let operands: Vec<&Expression> = arguments.iter().collect();
        let mut values = self.operands(&operands);
        values.truncate(count);
        let mut values: Vec<Expr> = order.iter().filter_map(|&at| values.get(at).cloned()).collect();
        if function == Library::Fill && count == 2 {
            values.insert(1, Self::number(0, span));
        }
        if !(self.begin.allocation_fails && function.can_fail()) {
            return Some(self.library(function, values, ty, span));
        }
        Some(self.failing(function, (name, values), ty, span))
    }

    /// Opens a stream, which may fail.
    fn open(&mut self, name: &str, ty: &Type, span: Span) -> Option<Outcome> {
        let Type::Pointer(stream, _) = ty else { return None };
        let size = Self::number(self.types.layout(stream)?.0.into(), span);
        Some(self.failing(Library::Open, (name, vec![size]), ty, span))
    }

    /// Calls a library function by its name that may fail.
    fn failing(
        &mut self,
        function: Library,
        (name, mut arguments): (&str, Vec<Expr>),
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let outer = self.unit;
        if outer.is_none() {
            self.enter(UnitKind::Assign);
        }
        let called = self.model.map_or(name, |(_, function)| &*self.tree.functions[function.index()].name);
        let int = Type::Integer(IntegerType::INT);
        arguments.push(self.input(&format!("{FAILURE_OF}{called}"), (0, 1), &int, span));
        let outcome = self.library(function, arguments, ty, span);
        self.leave(outer);
        outcome
    }

    /// Calls a library function that is modelled.
    fn library(&mut self, function: Library, arguments: Vec<Expr>, ty: &Type, span: Span) -> Outcome {
        let outer = self.unit;
        if outer.is_none() {
            self.enter(UnitKind::Assign);
        }
        let target = (!matches!(ty, Type::Void)).then(|| self.temporary());
        let node = self.emit(Action::Library { function, arguments, result: target }, span);
        if let Type::Integer(integer) = ty {
            self.graph.outline.inputs.insert(node, *integer);
        }
        self.leave(outer);
        target.map_or(Outcome::Nothing, |target| Outcome::Scalar(Self::held(target, ty, span)))
    }

    /// A call of a known function that the program does not define.
    pub(super) fn library_call(
        &mut self,
        name: &str,
        arguments: &'t [Expression],
        used: bool,
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        if let Some(kind) = any_value(name, self.types.long()) {
            return Some(self.any_value(name, kind, arguments, ty, span));
        }
        let model = model(name)?;
        let reason = format!("call of '{name}'");
        match model {
            Model::Assert
            | Model::State
            | Model::Assume
            | Model::Error
            | Model::Stop
            | Model::Exit
            | Model::Zero
            | Model::ErrorExit
            | Model::Unreachable => self.control_call(name, model, arguments, span),
            Model::Free => {
                let reached = self.reached(arguments);
                self.unknown(reason.as_str(), reached, Effect::Writes, false, span);
                Some(Outcome::Nothing)
            }
            Model::Bits(_)
            | Model::Absolute
            | Model::Character(_)
            | Model::Case(..)
            | Model::Swap(_)
            | Model::Expect
            | Model::Overflowing(_) => self.computed_call(model, name, arguments, ty, span),
            Model::Question => Some(self.question(&reason, arguments, ty, span)),
            Model::Length | Model::Unsupported(_) => {
                let reached = self.reached(arguments);
                self.unknown(reason.as_str(), reached, Effect::Writes, false, span);
                Some(self.unknown_result(reason.as_str(), ty, span))
            }
            Model::Output(format) => Some(self.output_call(name, format, arguments, ty, span)),
            Model::Scan(first) => Some(self.scan(name, arguments, (first, used), ty, span)),
            Model::Input(low, high) => {
                arguments.iter().for_each(|argument| self.effect(argument));
                let int = Type::Integer(IntegerType::INT);
                let value = self.input(name, (low.into(), high.into()), &int, span);
                if library::function(name).is_some_and(|function| function.from == Some(Stream::Text)) {
                    let is_input = reads_input(self.tree, name, arguments);
                    self.draws(if is_input { Drawn::Character } else { Drawn::Other });
                }
                Some(Outcome::Scalar(Self::converted(value, ty)))
            }
            Model::Choose => {
                let called = self.model.map(|(_, function)| &*self.tree.functions[function.index()].name);
                let name = format!("{CHOICE_OF}{}", called.unwrap_or("the library"));
                if matches!(called, Some("qsort" | "bsearch")) {
                    self.take_for_granted(Premise::Consistent, span);
                }
                Some(Outcome::Scalar(self.input(&name, (0, 1), ty, span)))
            }
            Model::Open => self.open(name, ty, span),
            Model::Apart => {
                self.take_for_granted(Premise::Apart, span);
                Some(Outcome::Nothing)
            }
            Model::Read(part) => self.text_read(part, arguments, ty, span),
            Model::Arguments => self.arguments_call(arguments, ty, span),
            Model::Given => self.given_call(arguments, ty, span),
            Model::Parse => Some(self.parse_call(name, arguments, ty, span)),
            Model::Floating => {
                let reached = self.reached(arguments);
                if !reached.is_empty() {
                    self.unknown(reason.as_str(), reached, Effect::Writes, false, span);
                }
                Some(self.unknown_result(reason.as_str(), ty, span))
            }
            Model::Symbolic => self.symbolic_call(&reason, arguments, span),
        }
    }

    /// What is not modelled and changes nothing.
    fn question(&mut self, reason: &str, arguments: &'t [Expression], ty: &Type, span: Span) -> Outcome {
        arguments.iter().for_each(|argument| self.effect(argument));
        self.unknown_result(reason, ty, span)
    }

    /// What the last site gives of the text that is read.
    fn draws(&mut self, drawn: Drawn) {
        if let Some(site) = self.graph.sites.last_mut() {
            site.drawn = Some(drawn);
        }
    }

    /// Something about a call is assumed.
    fn take_for_granted(&mut self, premise: Premise, span: Span) {
        self.graph.premises.extend(self.function.map(|function| (function, premise, span)));
    }

    /// What is read of a text from outside: so many letters, from one number up to below another, or one of them.
    fn text_read(
        &mut self,
        part: TextPart,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let (first, rest) = arguments.split_first()?;
        let (name, &Type::Integer(integer)) = (text(first)?, ty) else { return None };
        let constant = |at: usize| rest.get(at).and_then(|number| number.constant);
        let low = constant(0).unwrap_or(integer.min());
        let most = integer.max() - 1;
        let high = constant(1).map_or(most, |limit| most.min(limit - 1));
        if low > high {
            self.emit(Action::Stop(None), span);
            return Some(Outcome::Scalar(Self::number(low, span)));
        }
        let value = match part {
            TextPart::Count => self.input(&format!("{LENGTH_OF}{name}"), (low, high), ty, span),
            TextPart::Letter => self.input(&name, (integer.min(), integer.max()), ty, span),
        };
        if let Some(site) = self.graph.sites.last_mut() {
            site.text = Some(part);
        }
        let drawn = match (part, constant(if part == TextPart::Count { 2 } else { 0 })) {
            (TextPart::Count, Some(1)) => Some(Drawn::Line),
            (TextPart::Count, Some(2)) => Some(Drawn::Word),
            (TextPart::Count, Some(3)) => Some(Drawn::Rest),
            (TextPart::Count, _) => Some(Drawn::Other),
            (TextPart::Letter, Some(0)) => Some(Drawn::Letter),
            (TextPart::Letter, Some(1)) => Some(Drawn::Last),
            // How many there are says enough.
            (TextPart::Letter, _) => None,
        };
        drawn.into_iter().for_each(|drawn| self.draws(drawn));
        let Some(limit) = rest.get(1).filter(|limit| limit.constant.is_none()) else {
            return Some(Outcome::Scalar(value));
        };
        let value = self.kept(value);
        let limit = Box::new(self.value(limit));
        let (holds, fails) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Assume);
        let kind = ExprKind::Compare(Relation::Less, Box::new(value.clone()), limit);
        self.branch(Expr { kind, ty: Type::Integer(IntegerType::INT), span }, span, holds, fails);
        self.place_label(fails);
        self.emit(Action::Stop(None), span);
        self.leave(outer);
        self.place_label(holds);
        Some(Outcome::Scalar(value))
    }

    /// `__VERIFIER_nondet_T()`
    fn any_value(
        &mut self,
        name: &str,
        kind: &str,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let reached = self.reached(arguments);
        if !arguments.is_empty() {
            // Whatever it is told about: nobody says that it only gives a value.
            self.unknown(format!("call of '{name}' with arguments"), reached, Effect::Writes, false, span);
        }
        let Some(bits) = self.types.bits(ty) else {
            return self.unknown_result(format!("value of '{name}'"), ty, span);
        };
        let bool = nondet(kind, self.types.long()) == Some(IntegerType::BOOL);
        let range = if bool { (0, 1) } else { (bits.min(), bits.max()) };
        Outcome::Scalar(self.input(name, range, ty, span))
    }

    /// A call that ends a run or leaves it as it is; `None` if its arguments are out of the ordinary.
    fn control_call(
        &mut self,
        name: &str,
        model: Model,
        arguments: &'t [Expression],
        span: Span,
    ) -> Option<Outcome> {
        let first = arguments.first();
        match model {
            Model::Assert | Model::State | Model::Assume => {
                let condition = first?;
                let (holds, fails) = (self.new_label(span), self.new_label(span));
                let assumes = matches!(model, Model::Assume);
                let outer = self.enter(if assumes { UnitKind::Assume } else { UnitKind::Assert });
                self.condition(condition, holds, fails);
                self.place_label(fails);
                let text = |lowering: &Self| {
                    let text = title(lowering.tree, condition).text;
                    (text.clone(), text)
                };
                match model {
                    Model::Assert => self.error(ErrorKind::Assertion, text(self), span),
                    Model::State => self.error(ErrorKind::Annotation, text(self), span),
                    _ => _ = self.emit(Action::Stop(None), span),
                }
                self.leave(outer);
                self.place_label(holds);
            }
            Model::ErrorExit => {
                let (ends, goes_on) = (self.new_label(span), self.new_label(span));
                let status = self.value(first?);
                let status = self.kept(status);
                arguments[1..].iter().for_each(|argument| self.effect(argument));
                self.branch(status, span, ends, goes_on);
                self.place_label(ends);
                let node = self.emit(Action::Stop(None), span);
                self.graph.exits.insert(node);
                self.place_label(goes_on);
            }
            Model::Stop | Model::Exit => {
                let operands: Vec<&Expression> = arguments.iter().collect();
                let outer = self.enter(UnitKind::Assign);
                let status = self.operands(&operands).into_iter().next();
                self.enter(UnitKind::Stop);
                let exits = matches!(model, Model::Exit);
                let node = self.emit(Action::Stop(status.filter(|_| exits)), span);
                if exits && matches!(library::plain(name), "exit" | "__builtin_exit") {
                    self.graph.exits.insert(node);
                }
                self.leave(outer);
            }
            Model::Zero => {
                arguments.iter().for_each(|argument| self.effect(argument));
                return Some(Outcome::Scalar(Self::number(0, span)));
            }
            Model::Unreachable => self.cut("call of '__builtin_unreachable'", span),
            _ => return None,
        }
        Some(Outcome::Nothing)
    }

    /// A function whose value depends on its arguments alone.
    fn computed_call(
        &mut self,
        model: Model,
        name: &str,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Option<Outcome> {
        let long = self.types.long();
        let operand = match model {
            Model::Overflowing(operator) => {
                let [_, _, result] = arguments else { return None };
                let Type::Pointer(pointee, _) = &result.unconverted_type() else { return None };
                let Type::Integer(stored) = **pointee else { return None };
                let operands: Vec<&Expression> = arguments.iter().collect();
                let mut values = self.operands(&operands);
                if let Some(own) = vocabulary::computed_type(name, long) {
                    for value in &mut values[..2] {
                        *value = Self::converted(value.clone(), &Type::Integer(own));
                    }
                }
                return Some(self.library(Library::Overflowing(operator, stored), values, ty, span));
            }
            Model::Expect => Some(long),
            Model::Absolute => vocabulary::computed_type(name, long),
            Model::Swap(bytes) => Some(IntegerType { width: 8 * bytes, signed: false, float: false }),
            Model::Character(_) | Model::Case(..) => Some(IntegerType::INT),
            _ => None,
        };
        let operands: Vec<&Expression> = arguments.iter().collect();
        let value = self.operands(&operands).into_iter().next()?;
        let Type::Integer(own) = value.ty else {
            return Some(self.unknown_result(format!("call of '{name}'"), ty, span));
        };
        let operand = operand.unwrap_or(own);
        let value = Self::converted(value, &Type::Integer(operand));
        let function = Library::Computed(name.to_owned(), operand);
        let Outcome::Scalar(result) = self.library(function, vec![value], &Type::Integer(operand), span)
        else {
            return None;
        };
        Some(Outcome::Scalar(Self::converted(result, ty)))
    }

    /// What a call that writes text does: nothing to the program's own memory, but for `%n`.
    fn output_call(
        &mut self,
        name: &str,
        format: Option<usize>,
        arguments: &'t [Expression],
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let text = format.and_then(|at| arguments.get(at)).map(text);
        let counts = text.is_some_and(|text| {
            text.is_none_or(|text| text.replace("%%", "").split('%').skip(1).any(counts_characters))
        });
        let shows = library::function(library::plain(name)).and_then(|function| function.shows);
        let shown = shows.filter(|shows| !self.is_shown_whole(arguments, *shows));
        let reached = self.reached_or_used(arguments);
        let lacking = format.is_some_and(|at| !name.starts_with('v') && lacks_arguments(arguments, at));
        if shown.is_some() || lacking {
            let reason = match lacking {
                true => format!("call of '{name}' whose arguments do not fit its format"),
                false => format!("call of '{name}'"),
            };
            let reason = reason.as_str().into();
            self.emit(Action::Inspect { reason, reached, texts: 0, keeps: false }, span);
        } else if counts && arguments.len() > 1 {
            self.unknown(format!("call of '{name}'"), reached, Effect::Writes, false, span);
        }
        // How much was written, or whether that failed: no run can choose it.
        self.unknown_result(format!("result of '{name}'"), ty, span)
    }

    /// Whether an array has for certain all that a call writes of it.
    fn is_shown_whole(&self, arguments: &'t [Expression], (array, sizes): (usize, &[usize])) -> bool {
        let constant = |at: usize| u64::try_from(arguments.get(at)?.constant?).ok();
        let bytes = sizes.iter().try_fold(1, |bytes: u64, &at| bytes.checked_mul(constant(at)?));
        let array = arguments.get(array);
        let text = array.and_then(text).map(|text| text.len() as u64 + 1);
        match (bytes, array) {
            (Some(0), _) => true,
            (Some(bytes), Some(array)) => {
                text.is_some_and(|length| bytes <= length) || self.array_of(array, bytes).is_some()
            }
            _ => false,
        }
    }

    /// `scanf`: how many of its arguments are filled comes from outside, and so do these. Who does not look at the number
    /// takes it that all of them are.
    fn scan(
        &mut self,
        name: &str,
        arguments: &'t [Expression],
        (first, used): (usize, bool),
        ty: &Type,
        span: Span,
    ) -> Outcome {
        let format = first.checked_sub(1).and_then(|at| arguments.get(at)).and_then(text);
        let filled = arguments.get(first..).unwrap_or_default();
        let conversions = format.as_deref().filter(|_| !is_of_text(name)).and_then(conversions);
        let Some(filling) = conversions.and_then(|conversions| self.filling(&conversions, filled)) else {
            self.graph.draws_unseen = true;
            let reached = self.reached(arguments);
            self.unknown(format!("call of '{name}'"), reached, Effect::Writes, false, span);
            return self.unknown_result(format!("result of '{name}'"), ty, span);
        };
        arguments[..first].iter().for_each(|argument| self.effect(argument));
        let mut places: Vec<Option<Place>> = Vec::with_capacity(filling.len());
        for filled in &filling {
            let place = match filled {
                Filling::Array(array) => Some(self.place(array)),
                Filling::Object(_) | Filling::Read => None,
            };
            places.push(place.map(|place| self.steady(place)));
        }
        let objects =
            filled.iter().zip(&filling).filter(|(_, filling)| matches!(filling, Filling::Object(_)));
        let operands: Vec<&Expression> = objects.map(|(argument, _)| argument).collect();
        let pointers: Vec<Expr> =
            self.operands(&operands).into_iter().map(|value| self.kept(value)).collect();
        let mut pointers = pointers.into_iter();
        let int = Type::Integer(IntegerType::INT);
        if let (false, true, Some(last)) = (used, self.unit.is_none(), filled.last()) {
            self.begin_statement(last.span);
        }
        if !used && !filled.is_empty() {
            self.take_for_granted(Premise::Filled, span);
        }
        let read = format.filter(|_| reads_input(self.tree, name, arguments));
        let given = read.as_deref().map_or(Drawn::Other, formats::filled);
        let count = used.then(|| self.filled((name, given), filled.len(), span));
        // What is read and dropped has no site.
        self.graph.draws_unseen |= !used && filled.is_empty();
        let drawn = read.and_then(|format| formats::drawn(&format)).unwrap_or_default();
        let drawn = drawn.into_iter().chain(std::iter::repeat(Drawn::Other));
        for (number, (((argument, array), filling), drawn)) in
            filled.iter().zip(places).zip(filling).zip(drawn).enumerate()
        {
            let rest = count.as_ref().map(|count| {
                let (fills, rest) = (self.new_label(span), self.new_label(span));
                let before = Box::new(Self::number(number as i128, span));
                let kind = ExprKind::Compare(Relation::Greater, Box::new(count.clone()), before);
                self.branch(Expr { kind, ty: int.clone(), span }, span, fills, rest);
                self.place_label(fills);
                self.mark(Role::Then, argument.span);
                rest
            });
            match array {
                Some(array) => self.forget_array(array, &format!("text read by '{name}'"), argument.span),
                None if matches!(filling, Filling::Read) => self.effect(argument),
                None => {
                    let pointee = self.pointee_of(argument);
                    let Some((pointer, (pointee, bits))) = pointers.next().zip(pointee) else {
                        continue;
                    };
                    self.read_into((name, drawn), pointer, (pointee, filling.range(bits)), argument.span);
                }
            }
            if let Some(rest) = rest {
                let join = self.new_label(span);
                self.jump(join);
                self.place_label(rest);
                self.mark(Role::Else, span);
                self.place_label(join);
            }
        }
        let count = count.unwrap_or_else(|| Self::number(filled.len() as i128, span));
        Outcome::Scalar(Self::converted(count, ty))
    }

    /// What each conversion of `scanf` fills; `None` if that is anything else, or the array may be too small.
    fn filling(&self, conversions: &[Conversion], filled: &'t [Expression]) -> Option<Vec<Filling<'t>>> {
        let is_read = |argument: &Expression| matches!(argument.kind, Kind::Statement(_, _, Some(_)));
        let texts = conversions
            .iter()
            .any(|conversion| !matches!(conversion, Conversion::Object(..) | Conversion::Float(_)));
        // Nothing changes what says which array it is.
        let acts = |argument: &Expression| !is_read(argument) && has_effects(argument);
        if conversions.len() != filled.len() || texts && filled.iter().any(acts) {
            return None;
        }
        let filling = |(conversion, argument): (&Conversion, &'t Expression)| match conversion {
            Conversion::Object(range, size) => {
                let pointee = self.pointee_of(argument);
                // What has not the size that the format says gets more than it has, or less.
                let width = size.map(|size| match size {
                    Size::Bytes(bytes) => 8 * bytes,
                    Size::Word => self.types.size_type().width.into(),
                });
                let fits = |bits: &IntegerType| {
                    !bits.float && width.is_none_or(|width| width == u64::from(bits.width))
                };
                pointee.filter(|(_, bits)| fits(bits)).map(|_| Filling::Object(*range))
            }
            Conversion::Float(size) => {
                let pointee = self.pointee_of(argument);
                pointee.filter(|(ty, _)| *ty == Type::Float(*size)).map(|_| Filling::Object(None))
            }
            Conversion::Word(_) | Conversion::Line(_) | Conversion::Letters(..) if is_read(argument) => {
                Some(Filling::Read)
            }
            // The last character ends the text.
            Conversion::Word(Some(most))
            | Conversion::Line(Some(most))
            | Conversion::Letters(Some(most), _) => {
                self.array_of(argument, most.saturating_add(1)).map(Filling::Array)
            }
            Conversion::Word(None) | Conversion::Line(None) | Conversion::Letters(None, _) => None,
        };
        conversions.iter().zip(filled).map(filling).collect()
    }

    /// The type of the number that an argument points to, and that of its bits.
    fn pointee_of(&self, argument: &Expression) -> Option<(Type, IntegerType)> {
        match argument.unconverted_type() {
            Type::Pointer(pointee, _) => Some(((**pointee).clone(), self.types.bits(pointee)?)),
            _ => None,
        }
    }

    /// What a pointer to a number leads to gets a value from outside.
    fn read_into(
        &mut self,
        (name, drawn): (&str, Drawn),
        pointer: Expr,
        (pointee, range): (Type, (i128, i128)),
        span: Span,
    ) {
        let outer = self.enter(UnitKind::Assign);
        let value = self.input(name, range, &pointee, span);
        self.draws(drawn);
        self.store_behind(pointer, value, pointee, span);
        self.leave(outer);
    }

    /// How many objects a call fills, which comes from outside.
    fn filled(&mut self, (name, given): (&str, Drawn), most: usize, span: Span) -> Expr {
        let int = Type::Integer(IntegerType::INT);
        let object = self.new_object(&format!("{name}()"), int.clone(), false, span);
        let outer = self.unit.take();
        self.emit(Action::Declare(object), span);
        self.leave(outer);
        let outer = self.enter(UnitKind::Assign);
        let count = self.input(name, (-1, most as i128), &int, span);
        self.draws(given);
        let place = Place::object(object, int.clone(), span);
        self.stored(place.clone(), count, &int, span);
        self.leave(outer);
        self.read(place, false, &int, span)
    }

    fn store_behind(&mut self, pointer: Expr, value: Expr, ty: Type, span: Span) {
        let base = Base::Pointer(Box::new(pointer));
        let place = Place { base, steps: Vec::new(), ty, bits: None, span };
        self.emit(Action::Store { place, value }, span);
    }

    /// A number that is read from a text, or from outside.
    fn parse_call(&mut self, name: &str, arguments: &'t [Expression], ty: &Type, span: Span) -> Outcome {
        let long = self.types.long();
        let parsed = vocabulary::computed_type(name, long).unwrap_or(long);
        let null = |argument: &&Expression| {
            argument.constant == Some(0)
                || matches!(argument.unconverted(), Kind::Undeclared(name) if name == "NULL")
        };
        let plain = match name {
            "random" | "lrand48" | "time" => None,
            _ => arguments.first(),
        };
        let result = if name == "time" { arguments.first() } else { arguments.get(1) };
        if result.is_some_and(|result| !null(&result)) {
            let reached = self.reached(arguments);
            self.unknown(format!("call of '{name}'"), reached, Effect::Writes, false, span);
            return self.unknown_result(format!("call of '{name}'"), ty, span);
        }
        let long = self.types.long();
        let value = match plain {
            Some(_) => {
                let operands: Vec<&Expression> = arguments.iter().collect();
                let mut values = self.operands(&operands);
                values.truncate(1);
                let site = self.new_site(name, (parsed.min(), parsed.max()), span);
                let number = self.numbers.reads(name, arguments);
                // A literal has its end, and an argument of the command line is asked about where it is read.
                if number.is_none() && arguments.first().is_none_or(|argument| text(argument).is_none()) {
                    let reason = format!("call of '{name}'").as_str().into();
                    self.emit(
                        Action::Inspect { reason, reached: values.clone(), texts: 1, keeps: false },
                        span,
                    );
                }
                self.graph.numbers.extend(number.map(|known| (site, known)));
                let outcome =
                    self.library(Library::Parse(site, parsed), values, &Type::Integer(parsed), span);
                match outcome {
                    Outcome::Scalar(value) => value,
                    Outcome::Nothing | Outcome::Record(_) => return outcome,
                }
            }
            None if name == "time" => {
                self.input(name, (parsed.min(), parsed.max()), &Type::Integer(parsed), span)
            }
            None => self.input(name, (0, i128::from(i32::MAX)), &Type::Integer(long), span),
        };
        Outcome::Scalar(Self::converted(value, ty))
    }

    /// What the first argument points to becomes a value from outside.
    fn symbolic_call(&mut self, reason: &str, arguments: &'t [Expression], span: Span) -> Option<Outcome> {
        let (first, rest) = arguments.split_first()?;
        rest.iter().for_each(|argument| self.effect(argument));
        match self.pointee_of(first) {
            Some((ty, bits)) => {
                let pointer = self.value(first);
                let pointer = self.kept(pointer);
                let value = self.input("symbolic", (bits.min(), bits.max()), &ty, span);
                self.store_behind(pointer, value, ty, span);
            }
            None => {
                let reached = self.reached(std::slice::from_ref(first));
                self.unknown(reason, reached, Effect::Writes, false, span);
            }
        }
        Some(Outcome::Nothing)
    }
}

/// Whether a format of `printf` asks for an argument that a call does not have, or for a text where that is no pointer.
fn lacks_arguments(arguments: &[Expression], at: usize) -> bool {
    let wanted = arguments.get(at).and_then(text).and_then(|text| printed(&text)).unwrap_or_default();
    let mut given = arguments.get(at + 1..).unwrap_or_default().iter();
    wanted.into_iter().any(|wanted| match (given.next(), wanted) {
        (Some(given), Printed::Text(_)) => given.integer().is_some() && given.constant != Some(0),
        (Some(_), Printed::Number | Printed::Other) => false,
        (None, _) => true,
    })
}

/// Whether a conversion of `printf`, without its `%`, is one of `%n`.
fn counts_characters(conversion: &str) -> bool {
    let flags = |c: char| c.is_ascii_digit() || "-+ #0.*'hljztL$".contains(c);
    conversion.trim_start_matches(flags).starts_with('n')
}

/// What a conversion of `scanf` fills.
enum Filling<'t> {
    /// The integer that its argument points to, with a value in this range if the format says one.
    Object(Option<(i128, i128)>),
    /// An array, of which nothing is known then.
    Array(&'t Lvalue),
    /// What its argument, a body (`models.rs`), reads into.
    Read,
}

impl Filling<'_> {
    /// The values that an integer can get.
    fn range(&self, integer: IntegerType) -> (i128, i128) {
        match self {
            Filling::Object(Some((low, high))) => ((*low).max(integer.min()), (*high).min(integer.max())),
            Filling::Object(None) | Filling::Array(_) | Filling::Read => (integer.min(), integer.max()),
        }
    }
}
