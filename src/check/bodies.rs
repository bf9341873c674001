//! Which body of `library.c` stands for a call, if its arguments are what the parameters say.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;

use super::arguments;
use super::counts::Counts;
use super::effects::has_effects;
use super::errno::{base, sets_errno};
use super::followed::{Root, allocates};
use super::formats;
use super::library::{self, Does};
use super::made::{Within, is_literal};
use super::models::{Expansion, Found, PLAIN};
use super::scanned;
use super::standard::{INPUT, reads_input};
use super::tree::{Expression, ExpressionKind as Kind, Function, FunctionId};
use super::types::Type;
use super::written;

impl Expansion<'_> {
    /// The body that stands for a call.
    pub(super) fn body(&mut self, id: FunctionId, arguments: &[Expression], counts: Counts) -> Option<Found> {
        let function = &self.program.functions[id.index()];
        let own = function.definition.is_some() || function.alias.is_some();
        if own || self.program.linkage.is_foreign(&function.name) {
            return None;
        }
        let name = function.name.clone();
        let entry = library::function(&name)?;
        if entry.opens {
            return self.stream_body(&name, arguments);
        }
        match entry.body? {
            library::Body::Value => {}
            library::Body::Sign if counts >= Counts::Sign => {}
            library::Body::Sign => return None,
        }
        match entry.counts {
            None if matches!(&*name, "sprintf" | "snprintf") => self.print_body(&name, arguments),
            None if formats::is_of_text(&name) => self.scan_body(&name, arguments),
            None if name == "qsort" => self.sort_body(&name, arguments, 0),
            None if name == "bsearch" => self.sort_body(&name, arguments, 1),
            None if sets_errno(&name) && !self.knows_errno => None,
            None if allocates(&name) && !self.has_malloc() => None,
            None => {
                let reads = entry.from.is_some() && reads_input(self.program, &name, arguments);
                self.text_body(&name, arguments, reads.then(|| INPUT.to_owned()))
            }
            Some(at) => self.memory_body(&name, entry, arguments, (at, counts)),
        }
    }

    /// The function of the library with a body that takes so many arguments.
    pub(super) fn function(&self, models: usize, name: &str, count: usize) -> Option<FunctionId> {
        let program = self.models[models].1.as_ref()?;
        let id = program.function(name)?;
        (program.functions[id.index()].passing.len() == count).then_some(id)
    }

    /// The body of a function of texts.
    pub(super) fn text_body(
        &mut self,
        name: &str,
        arguments: &[Expression],
        made: Option<String>,
    ) -> Option<Found> {
        let special = match name {
            "strcspn" => Some("until"),
            "strtok" => Some("token"),
            "strtok_r" => Some("token_r"),
            _ => None,
        };
        if let (Some(special), [_, reject, ..]) = (special, arguments)
            && let Some([letter]) = formats::text(reject).map(String::into_bytes).as_deref()
            && letter.is_ascii()
        {
            // One character is all that is looked for: as the end of a line.
            let number = Expression::new(
                Kind::Integer((*letter).into()),
                Type::Integer(IntegerType::INT),
                reject.span,
            );
            let number = Expression { constant: Some((*letter).into()), ..number };
            let mut given = arguments.to_vec();
            given[1] = number;
            return self.text_body(special, &given, None);
        }
        let tokens = matches!(name, "strtok" | "strtok_r" | "token" | "token_r");
        let from = arguments.first().filter(|_| tokens).and_then(|text| {
            let is_array = matches!(arguments::bare(text).kind, Kind::Decay(_) | Kind::AddressOf(_));
            let next = text.constant == Some(0);
            next.then_some("rest").or(is_array.then_some("str"))
        });
        let made = made.or_else(|| from.map(|from| format!("#define FROM(rest) {from}\n")));
        let element = Type::Integer(IntegerType { width: 8, signed: true, float: false });
        let based = || sets_errno(name).then(|| self.reading(arguments));
        let made = made.or_else(based);
        let made = made.or_else(|| self.overlap(name, arguments));
        let models = self.models_of(&element, made);
        let function = self.function(models, name, arguments.len())?;
        let passing = &self.models[models].1.as_ref()?.functions[function.index()].passing;
        let fits = passing.iter().zip(arguments).all(|(ty, argument)| match ty {
            Type::Pointer(to, _) => {
                let own = argument.unconverted_type();
                let is_text = matches!(own, Type::Pointer(other, _) if other == to);
                let is_stream =
                    **to == Type::Void && matches!(own, Type::Pointer(..)) && !self.acts(argument);
                is_stream
                    || (is_text || argument.constant == Some(0))
                        && self.followed.is_known(self.program, argument)
            }
            _ => argument.integer().is_some(),
        });
        // The length of a literal is known, and the number in it.
        let known = matches!(name, "strlen" | "atoi" | "atol" | "atoll") && arguments.iter().all(is_literal)
            || self.numbers.reads(name, arguments).is_some();
        (fits && !known).then(|| Found {
            element,
            models,
            function,
            arguments: arguments.to_vec(),
            within: None,
        })
    }

    /// What the body of a function that reads a number is told: the base, if that is a constant, and whether anything looks at
    /// `errno`.
    fn reading(&self, arguments: &[Expression]) -> String {
        let base = base(arguments).map_or("ANY_BASE 1".to_owned(), |base| format!("BASE {base}"));
        let errno = if self.program.errno.is_some() { "#define ERRNO errno\n" } else { "" };
        format!("#define {base}\n{errno}")
    }

    /// What the body of a function that copies a text is told of its places, unless they are in different objects.
    fn overlap(&self, name: &str, arguments: &[Expression]) -> Option<String> {
        let [to, from, ..] = arguments else { return None };
        if !matches!(name, "stpcpy" | "strcat" | "strcpy" | "strncat" | "strncpy") {
            return None;
        }
        let roots = |argument| self.followed.roots(self.program, arguments::bare(argument));
        let (to, from) = (roots(to).unwrap_or_default(), roots(from).unwrap_or_default());
        let is_one = to == from && matches!(to.iter().collect::<Vec<_>>()[..], [Root::Object(_)]);
        let apart = !to.is_empty() && !from.is_empty() && to.is_disjoint(&from);
        (!apart).then(|| format!("#define {}\n", if is_one { "ONE_OBJECT" } else { "MAY_OVERLAP" }))
    }

    /// Whether blocks come from the library's own `malloc`.
    fn has_malloc(&self) -> bool {
        let own = |function: &Function| function.definition.is_some() || function.alias.is_some();
        let known = self.program.function("malloc").map(|id| &self.program.functions[id.index()]);
        !known.is_some_and(own) && !self.program.linkage.is_foreign("malloc")
    }

    /// The body of a function that writes a text, made for its format.
    fn print_body(&mut self, name: &str, arguments: &[Expression]) -> Option<Found> {
        let bounded = name == "snprintf";
        let at = 1 + usize::from(bounded);
        let format = formats::text(arguments.get(at)?).filter(|format| !format.contains('\0'))?;
        let (given, rest) = arguments.split_at(at + 1);
        let may_overlap = self.may_overlap(&given[0], rest.iter().filter(|argument| is_pointer(argument)))?;
        let written::Written { source, parameters } = written::written(name, &format, bounded, may_overlap)?;
        let element = Type::Integer(IntegerType { width: 8, signed: true, float: false });
        let models = self.models_of(&element, Some(source));
        let function = self.function(models, name, at + 1 + parameters.len())?;
        let passing = &self.models[models].1.as_ref()?.functions[function.index()].passing;
        let is_text = |argument: &Expression| {
            let text = matches!(argument.unconverted_type(), Type::Pointer(to, _) if **to == element);
            text && self.followed.is_known(self.program, argument)
        };
        if rest.len() != parameters.len() || !is_text(&given[0]) {
            return None;
        }
        let fits = |(ty, argument): (&Type, &Expression)| match (ty, &argument.ty) {
            (Type::Integer(ty), Type::Integer(own)) => ty.width == own.width,
            (Type::Pointer(..), _) => is_text(argument),
            _ => false,
        };
        let is_counted = !bounded || given[1].integer().is_some();
        (is_counted && passing[at + 1..].iter().zip(rest).all(fits)).then(|| Found {
            element: element.clone(),
            models,
            function,
            arguments: arguments.to_vec(),
            within: None,
        })
    }

    /// Whether a place that is written, or read, may overlap with others that are read, or written; `None` if it may well, since
    /// both lead into one object.
    fn may_overlap<'e>(
        &self,
        place: &Expression,
        others: impl Iterator<Item = &'e Expression>,
    ) -> Option<bool> {
        let roots = |argument| self.followed.roots(self.program, arguments::bare(argument));
        let own = roots(place);
        let mut may_overlap = false;
        for other in others {
            match own.as_ref().zip(roots(other)) {
                Some((own, other)) if own.is_disjoint(&other) => {}
                Some(_) => return None,
                None => may_overlap = true,
            }
        }
        Some(may_overlap)
    }

    /// The body of a function that reads a text in memory, made for its format.
    fn scan_body(&mut self, name: &str, arguments: &[Expression]) -> Option<Found> {
        let format = formats::text(arguments.get(1)?).filter(|format| !format.contains('\0'))?;
        let (given, rest) = arguments.split_at(2);
        let element = Type::Integer(IntegerType { width: 8, signed: true, float: false });
        let pointee = |ty: &Type| match ty {
            Type::Pointer(to, _) => Some((**to).clone()),
            _ => None,
        };
        let own = |argument: &Expression| pointee(argument.unconverted_type());
        let texts = rest.iter().filter(|argument| own(argument).as_ref() == Some(&element));
        let may_overlap = self.may_overlap(&given[0], texts)?;
        let scanned::Scanned { source, targets } = scanned::scanned(name, &format, may_overlap)?;
        let models = self.models_of(&element, Some(source));
        let function = self.function(models, name, arguments.len())?;
        let passing = &self.models[models].1.as_ref()?.functions[function.index()].passing;
        let is_known = |argument: &Expression| self.followed.is_known(self.program, argument);
        let is_text = own(&given[0]).as_ref() == Some(&element) && is_known(&given[0]);
        let fits = |(ty, argument): (&Type, &Expression)| own(argument) == pointee(ty) && is_known(argument);
        (rest.len() == targets.len() && is_text && passing[2..].iter().zip(rest).all(fits)).then(|| Found {
            element: element.clone(),
            models,
            function,
            arguments: arguments.to_vec(),
            within: None,
        })
    }

    /// The body of a function of memory that gets a size in bytes. What copies takes its places as its first arguments.
    fn memory_body(
        &mut self,
        name: &str,
        entry: &library::Function,
        arguments: &[Expression],
        (size_at, counts): (usize, Counts),
    ) -> Option<Found> {
        let program = &*self.program;
        let is_pointer = |argument: &&Expression| matches!(arguments::bare(argument).ty, Type::Pointer(..));
        let (pointers, others): (Vec<_>, Vec<_>) = arguments.iter().partition(is_pointer);
        let (element, each) = arguments::element(program, pointers.iter().copied())?;
        let is_text = matches!(&element, Type::Integer(ty) if ty.width == 8);
        let are_whole = is_text && arguments::texts_are_whole(program);
        let roots = pointers.iter().map(|pointer| {
            let roots = self.followed.roots(program, arguments::bare(pointer));
            roots.or_else(|| are_whole.then(BTreeSet::new))
        });
        let roots: Vec<_> = roots.collect::<Option<_>>()?;
        // What leads to no variable is no array, but it may be a text in a block.
        let is_known = roots.iter().all(|roots| !roots.is_empty());
        if !is_known && !are_whole {
            return None;
        }
        let is_one = |to: &BTreeSet<Root>, from: &BTreeSet<Root>| to == from && to.len() == 1;
        let mut made = None;
        let body = match (entry.does, &roots[..]) {
            // Nothing is said of places that overlap, unless they may.
            (Some((Does::Copy | Does::Move, _)), [to, from]) if is_known && to.is_disjoint(from) => "memcpy",
            (Some((Does::Copy, _)), [to, from]) if are_whole && !is_one(to, from) => {
                made = Some("#define MAY_OVERLAP\n".to_owned());
                "memcpy"
            }
            (Some((Does::Move, _)), [to, from]) if is_one(to, from) => name,
            (Some((Does::Copy | Does::Move, _)), _) => return None,
            _ => name,
        };
        let is_whole = entry.does.is_some() && arguments::is_whole(program, &pointers, &others, each);
        if is_whole && is_known || others.iter().any(|other| other.integer().is_none()) {
            return None;
        }
        let size = arguments::count(arguments.get(size_at)?, each, program.types.size_type())?;
        // What functions of memory do behind a part of an object is not known: the body stands only for calls that stay within.
        let mut most: Option<i128> = None;
        for (pointer, roots) in pointers.iter().zip(&roots) {
            if !are_whole && !roots.iter().all(|root| root.is_of(program, &element)) {
                let length = arguments::length_of_part(arguments::bare(pointer), &element)?;
                most = Some(most.map_or(length, |most| most.min(length)));
            }
        }
        let within = match (most, size.constant) {
            (Some(most), Some(size)) if size > most => return None,
            (Some(most), None) => Some(Within { argument: size_at, most }),
            (Some(_) | None, _) => None,
        };
        if within.is_some() && has_effects(&size) {
            return None;
        }
        let mut passed: Vec<Expression> = arguments.iter().map(|a| arguments::bare(a).clone()).collect();
        passed[size_at] = size;
        // Only characters are filled with what is no constant, and only those say in which order others are.
        let is_filled = matches!(entry.does, Some((Does::Fill, _)));
        let is_compared = entry.body == Some(library::Body::Sign);
        if each > 1 && (is_filled && passed[1].constant.is_none() || is_compared && counts < Counts::Truth) {
            return None;
        }
        let models = self.models_of(&element, made);
        let function = self.function(models, body, passed.len())?;
        Some(Found { element, models, function, arguments: passed, within })
    }

    /// The body of a function that compares elements of the array that one of its arguments is.
    fn sort_body(&mut self, name: &str, arguments: &[Expression], at: usize) -> Option<Found> {
        let base = arguments::bare(arguments.get(at)?);
        let [.., count, size, comparison] = arguments else { return None };
        let program = &*self.program;
        let Type::Pointer(element, _) = &base.ty else { return None };
        let element = match &**element {
            Type::Integer(ty) if *ty != IntegerType::BOOL => (**element).clone(),
            Type::Record(_) | Type::Pointer(..) => (**element).clone(),
            _ => return None,
        };
        let (each, _) = program.types.layout(&element)?;
        let is_size = size.constant == Some(each.into()) && count.integer().is_some();
        if !is_size || !arguments[..=at].iter().all(|pointer| self.followed.is_known(program, pointer)) {
            return None;
        }
        let is_plain = matches!(element, Type::Integer(_)) && self.compared.is_plain(comparison);
        let models = self.models_of(&element, is_plain.then(|| PLAIN.to_owned()));
        let function = self.function(models, name, arguments.len())?;
        let passing = &self.models[models].1.as_ref()?.functions[function.index()].passing;
        let Type::Pointer(wanted, _) = passing.last()? else { return None };
        let Type::Function(wanted) = &**wanted else { return None };
        if !self.compared.compares(self.program, comparison, wanted) {
            return None;
        }
        let mut passed = arguments.to_vec();
        passed[at] = base.clone();
        Some(Found { element, models, function, arguments: passed, within: None })
    }
}

fn is_pointer(argument: &Expression) -> bool {
    matches!(argument.unconverted_type(), Type::Pointer(..))
}
