//! Library functions that read something from outside, and those that give any value.

use super::call::input;
use super::computed::choose;
use super::constants;
use super::effects::{has_effects, only_effects, place_has_effects, sequence};
use super::expression::as_int;
use super::library::{points_to_integer, scanned_span, shown, text};
use super::opaque::unsupported;
use super::program::{Expression, May};
use super::site::Usage;
use super::state::Layout;
use super::value::{Value, ValueKind};
use crate::arith::{IntegerType, Relation};
use crate::check::catalogue;
use crate::check::tree::{self, ExpressionKind as Kind, PlaceKind};
use crate::check::types::Type;
use crate::check::vocabulary::{self, nondet};
use crate::source::Span;

/// What a call that reads values does.
struct Scanned<'n> {
    name: &'n str,
    /// How many values it reads.
    count: i128,
    /// By its position the store of each value.
    stores: Vec<(i128, Expression)>,
    effects: Vec<Expression>,
    /// Whether it stores into something that is not modelled.
    clobbers: bool,
    /// Whether what it reads is a text that a run cannot choose.
    known_text: bool,
}

impl Layout<'_> {
    /// A number from the command line or from outside is an input; one from a text is what the text says.
    pub fn parse_call(&mut self, name: &str, arguments: &[tree::Expression], span: Span) -> Value {
        let long = self.types.long();
        let ty = vocabulary::parsed_type(name, long);
        let from_outside = match name {
            "random" | "lrand48" => true,
            "time" => arguments.first().is_none_or(|a| {
                a.constant == Some(0) || matches!(a.unconverted(), Kind::Undeclared(name) if name == "NULL")
            }),
            _ => arguments.first().is_some_and(|a| self.is_command_line(a)),
        };
        let mut known = None;
        if let (true, Some(units)) = (name.starts_with("ato"), arguments.first().and_then(text)) {
            let text: Option<String> = units.iter().map(|&unit| char::from_u32(unit)).collect();
            known = text.and_then(|text| vocabulary::leading_number(&text)).filter(|&n| ty.contains(n));
        }
        if let Some(known) = known {
            return Value::integer(constants::constant(known, ty, span));
        }
        let (mut effects, mut writes) = (Vec::new(), false);
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            let result = i == 1 || name == "time";
            writes |= result && value.ty.is_pointer() && !Self::is_null(&value);
            effects.extend(if writes { self.escaping_effects(value) } else { value.into_dropped() });
        }
        if writes || !from_outside {
            // The end of the number that is written lies in the text.
            if writes && let Some(text) = arguments.first() {
                let text = self.value(text);
                self.escape(&text);
            }
            let may = if writes { May::WRITE_MEMORY } else { May::NOTHING };
            return Value::other(Type::Integer(ty), format!("call of '{name}'"), effects, may, span);
        }
        let text = arguments.first().filter(|text| self.is_command_line(text));
        let again = match text {
            Some(text) if self.is_read_again(text) => {
                Some("text of the command line that is read again".to_owned())
            }
            Some(_) => None,
            None => self.repeated_input(name).filter(|_| name != "time"),
        };
        if let Some(reason) = again {
            return Value::other(Type::Integer(ty), reason, effects, May::NOTHING, span);
        }
        if matches!(name, "random" | "lrand48") {
            return Value::integer(input(name, long, (0, i128::from(i32::MAX)), effects, span));
        }
        let text = self.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        Value::integer(input(&text, ty, (ty.min(), ty.max()), effects, span))
    }

    /// Why what a function reads from outside may have been there before: then it is not any value.
    pub fn repeated_input(&self, name: &str) -> Option<String> {
        let called = |names: &[&str], often: bool| {
            let known = |name: &&&str| {
                let id = self.tree.function(name);
                let again = id.and_then(|id| self.references.called.get(&id));
                again.is_some_and(|again| *again || !often)
            };
            names.iter().find(known).map(|name| name.to_string())
        };
        let before = match name {
            // The same seed gives the same numbers.
            "rand" | "random" | "lrand48" => called(&["srand", "srandom", "srand48"], true)
                .or_else(|| called(&["initstate", "setstate"], false)),
            _ => called(&["ungetc", "rewind", "fseek", "fseeko", "fsetpos"], false),
        };
        before.map(|before| format!("result of '{name}' after '{before}'"))
    }

    /// Whether the text of the command line that is read here may be read somewhere else, too: two inputs would have two
    /// values.
    fn is_read_again(&mut self, text: &tree::Expression) -> bool {
        let constant = match text.unconverted() {
            Kind::Load(place) => match &place.kind {
                PlaceKind::Behind(_, index) => index.constant,
                _ => None,
            },
            _ => None,
        };
        let current = self.current.as_ref();
        let repeated = current.is_some_and(|c| c.loops > 0 || !c.labels.is_empty());
        let same = |(span, other): (&Span, &Option<i128>)| {
            *span != text.span && (other.is_none() || constant.is_none() || *other == constant)
        };
        let before = self.command_line_reads.iter().any(same);
        self.command_line_reads.insert(text.span, constant);
        before || (repeated && constant.is_some())
    }

    /// Whether an expression denotes a text of the command line, by its form.
    fn is_command_line(&self, expression: &tree::Expression) -> bool {
        match expression.unconverted() {
            Kind::Load(place) | Kind::Decay(place) => self.is_command_line_place(place),
            Kind::Update { place, .. } => self.is_command_line_place(place),
            Kind::Cast(inner) => self.is_command_line(inner),
            Kind::Binary(tree::Binary::Add, left, _) => self.is_command_line(left),
            _ => false,
        }
    }

    fn is_command_line_place(&self, place: &tree::Place) -> bool {
        match &place.kind {
            PlaceKind::Object(object) => self.command_line() == Some(*object),
            PlaceKind::Behind(pointer, _) | PlaceKind::Dereference(pointer) => self.is_command_line(pointer),
            PlaceKind::Element(whole, _) => self.is_command_line_place(whole),
            PlaceKind::Member(..)
            | PlaceKind::Text(_)
            | PlaceKind::Compound(_)
            | PlaceKind::Value(_)
            | PlaceKind::Undeclared(_) => false,
        }
    }

    /// The second parameter of `main`, where that is laid out.
    fn command_line(&self) -> Option<tree::ObjectId> {
        let (main, _) = self.main()?;
        let here = self.current.as_ref().is_some_and(|c| c.origin == main);
        let definition = self.tree.functions[main.index()].definition.as_ref().filter(|_| here)?;
        definition.parameters.get(1).copied()
    }

    pub fn nondet_call(
        &mut self,
        name: &str,
        kind: &str,
        arguments: &[tree::Expression],
        ty: Type,
        span: Span,
    ) -> Value {
        let mut effects = self.escaping_arguments(arguments);
        if !arguments.is_empty() {
            // Whatever it is told about: nobody says that it only gives a value.
            let reason = format!("call of '{name}' with arguments");
            effects.push(unsupported(reason, Vec::new(), May::WRITE, IntegerType::INT, span));
        }
        let Type::Integer(ty) = ty else { return self.input_of_type(name, ty, effects, span) };
        let bool = nondet(kind, self.types.long()) == Some(IntegerType::BOOL);
        let range = if bool { (0, 1) } else { (ty.min(), ty.max()) };
        Value::integer(input(name, ty, range, effects, span))
    }

    /// `scanf`: what the arguments from `first` on point to becomes an input, named by the variable.
    pub fn scan(
        &mut self,
        name: &str,
        arguments: &[tree::Expression],
        first: usize,
        span: Span,
        usage: Usage,
    ) -> Value {
        let (mut effects, mut stores, mut clobbers, mut count) = (Vec::new(), Vec::new(), false, 0);
        // What a text holds is not read, but a run cannot choose it either.
        let known_text = catalogue::plain(name).trim_start_matches("__isoc99_") == "sscanf";
        let string_conversion = arguments.get(first - 1).is_some_and(|format| {
            let Some(text) = text(format).map(shown) else { return true };
            // A width limits the value, or makes `%c` and `%s` fill several cells; `%n` is no input.
            text.contains("%s")
                || text.contains("%[")
                || text.contains("%n")
                || text.contains("%m")
                || text.bytes().zip(text.bytes().skip(1)).any(|(a, b)| a == b'%' && b.is_ascii_digit())
        });
        for (i, argument) in arguments.iter().enumerate() {
            let value = self.value(argument);
            if i < first {
                effects.extend(value.into_dropped());
                continue;
            }
            count += 1;
            let value = self.evaluated_pointer(value, &mut effects);
            match value.kind {
                ValueKind::Address { ref pointer, .. }
                    if !string_conversion
                        && points_to_integer(&value)
                        && !place_has_effects(&pointer.region.first) =>
                {
                    let target = self.dereference(value, scanned_span(argument));
                    let ty = target.ty.integer().unwrap_or(IntegerType::INT);
                    let text = self.source.slice(target.span);
                    let named = is_address(argument);
                    let text = if named { text.to_owned() } else { format!("*{text}") };
                    let range = (ty.min(), ty.max());
                    let read = match known_text {
                        true => {
                            let reason = format!("read by '{name}'");
                            Value::other(Type::Integer(ty), reason, Vec::new(), May::NOTHING, argument.span)
                        }
                        false => Value::integer(input(&text, ty, range, Vec::new(), argument.span)),
                    };
                    let stored = self.store(target, read, argument.span);
                    stores.push((count - 1, stored.into_statement()));
                }
                ValueKind::Apart(_) => {
                    effects.extend(value.into_dropped());
                }
                _ => {
                    clobbers = true;
                    effects.extend(self.escaping_effects(value));
                }
            }
        }
        self.scanned(Scanned { name, count, stores, effects, clobbers, known_text }, usage, span)
    }

    /// The result of a function that reads values: how many it has filled, and only those are stored.
    fn scanned(&mut self, scanned: Scanned<'_>, usage: Usage, span: Span) -> Value {
        let Scanned { name, count, stores, mut effects, clobbers, known_text } = scanned;
        if !clobbers && !known_text && usage == Usage::Value {
            let mut result = input(name, IntegerType::INT, (-1, count), Vec::new(), span);
            self.freeze(&mut result, &format!("{name}()"), &mut effects);
            for (position, store) in stores {
                let before = constants::integer(position, span);
                let filled = constants::compare(Relation::Greater, result.clone(), before, span);
                effects.push(choose(filled, as_int(store), constants::integer(0, span), span));
            }
            return Value::integer(sequence(effects, result));
        }
        effects.extend(stores.into_iter().map(|(_, store)| store));
        let (reason, may) = match (clobbers, usage) {
            (true, _) => (format!("'{name}' into something that is not modelled"), May::WRITE_MEMORY),
            (false, Usage::Value) => (format!("result of '{name}'"), May::NOTHING),
            (false, Usage::Effect) => {
                let last = effects.pop();
                let nothing = || constants::integer(0, span);
                return Value::integer(sequence(only_effects(effects), last.unwrap_or_else(nothing)));
            }
        };
        Value::other(Type::Integer(IntegerType::INT), reason, effects, may, span)
    }

    /// A pointer with nothing left to evaluate, if that can be; what it does goes to the effects.
    pub fn evaluated_pointer(&mut self, value: Value, effects: &mut Vec<Expression>) -> Value {
        let (ty, span) = (value.ty, value.span);
        let kind = match value.kind {
            ValueKind::Address { mut pointer, effects: before } => {
                effects.extend(before);
                if has_effects(&pointer.offset) {
                    let title = self.source.slice(span).to_owned();
                    self.freeze(&mut pointer.offset, &title, effects);
                }
                ValueKind::Address { pointer, effects: Vec::new() }
            }
            kind => kind,
        };
        Value { ty, kind, span }
    }
}

fn is_address(argument: &tree::Expression) -> bool {
    matches!(argument.unconverted(), Kind::AddressOf(_))
}
