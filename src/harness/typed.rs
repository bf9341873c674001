//! What a person types to see a run with the program's own binary.
//!
//! A run that reads nothing but the standard input and the command line needs no harness: [`typed`] says what to type.

use std::collections::{BTreeMap, BTreeSet};

use super::inputs::{Places, Provision, base, readers};
use super::keyboard::{self, Call, Value};
use super::text::{Edits, all_called};
use focuscheck_base::reading::{Drawn, TextPart};
use focuscheck_base::source::{SourceFile, Span, is_cimple};
use focuscheck_cells::facts::cfg::{Graph, SiteId};
use focuscheck_cells::simulation::interpreter::InputRead;
use focuscheck_check::formats::{self, Part, What};
use focuscheck_check::library::{self, Replay};
use focuscheck_report::typed::Typed;
use focuscheck_syntax::token_spans;

/// The most arguments that are typed.
const MOST_ARGUMENTS: i128 = 9;

/// An argument that a run does not look at.
const ANY: &str = "0";

/// What to type for a run, given what it reads, in order, and whether what is claimed depends on that; nothing if something else
/// than the standard input and the command line is read, or the program cannot be linked by itself.
pub fn typed(graph: &Graph, source: &SourceFile, reads: &[(InputRead, bool)]) -> Option<Typed> {
    let defined: BTreeSet<&str> = graph.procedures.iter().map(|procedure| procedure.name.as_str()).collect();
    let mut edits = Edits::new(source);
    let variables: BTreeSet<&str> = graph.scalars.iter().map(|scalar| base(&scalar.name)).collect();
    let is_known = |name: &String| match name.as_str() {
        "assert" => (0..source.part_count()).any(|part| source.part_text(part).contains("assert.h")),
        name => {
            let is_own = defined.contains(name) || variables.contains(name) || edits.is_macro(name);
            is_own || library::function(name).is_some() || name.starts_with("__builtin_")
        }
    };
    // What stands for functions is no part of the program, and only checkers know functions such as `reach_error`.
    let is_program = graph.main.is_some() && !is_cimple(source.path()) && source.models().is_empty();
    if !is_program || !all_called(source).iter().all(is_known) {
        return None;
    }
    let places = Places::new(graph, source, &mut edits);
    let known = readers(graph);
    let mut run = Run { places, calls: Vec::new(), count: None, arguments: BTreeMap::new() };
    for (read, matters) in reads {
        let means = run.places.means(read.site, known.get(&read.site));
        // What is left out would be missing in the text.
        let is_needed = *matters || means.as_ref().is_ok_and(|means| run.is_typed(means));
        if means.ok().and_then(|means| run.read(&means, read.site, read.value)).is_none() && is_needed {
            return None;
        }
    }
    run.typed()
}

/// A run, as far as it was looked at.
struct Run<'a, 'e> {
    places: Places<'a, 'e>,
    /// The calls, each with the place of its name.
    calls: Vec<(Span, Call)>,
    /// How many arguments there are, with the program's name.
    count: Option<i128>,
    /// How many letters each has, and those that are read.
    arguments: BTreeMap<u32, (i128, String)>,
}

impl Run<'_, '_> {
    /// Takes a value that is read; nothing if it comes from elsewhere.
    fn read(&mut self, means: &Provision, id: SiteId, value: i128) -> Option<()> {
        let site = self.places.site(id).clone();
        match means {
            Provision::Parameter => {
                if self.places.parameter(id) != Some(0) {
                    return None;
                }
                self.count = Some(value);
            }
            Provision::Argument(number, TextPart::Count) => {
                self.arguments.insert(*number, (value, String::new()));
            }
            Provision::Argument(number, TextPart::Letter) => {
                let (count, text) = self.arguments.get_mut(number)?;
                // There is a letter for each element that there may be.
                if (text.len() as i128) < *count {
                    text.push(u8::try_from(value).ok().filter(u8::is_ascii)?.into());
                }
            }
            Provision::Library(head, callee, _) if !self.is_standard(*head, callee) => return None,
            Provision::Library(head, _, Replay::Input) if site.drawn == Some(Drawn::Character) => {
                self.calls.push((*head, Call::Character(value)));
            }
            Provision::Library(head, _, Replay::Scan) if site.drawn.is_some() => {
                self.begin(*head, Some(value))?;
            }
            Provision::Pointer(head, callee, Replay::Scan)
                if site.drawn.is_some() && self.is_standard(*head, callee) =>
            {
                let value = match (site.ty.float, site.ty.width) {
                    (true, 32) => Value::Single(f32::from_bits(value as u32)),
                    (true, _) => Value::Float(f64::from_bits(value as u64)),
                    (false, _) => Value::Integer(value),
                };
                self.values(*head)?.push(value);
            }
            Provision::Text(head, callee, Replay::Line, TextPart::Count)
                if callee == "fgets" && site.drawn.is_some() && self.is_standard(*head, callee) =>
            {
                let most = site.range.1;
                self.calls.push((*head, Call::Line { most, count: value, letters: Vec::new() }));
            }
            Provision::Text(head, callee, Replay::Scan, TextPart::Count)
                if site.drawn.is_some() && self.is_standard(*head, callee) =>
            {
                self.values(*head)?.push(Value::Letters(value, Vec::new()));
            }
            Provision::Text(head, _, _, TextPart::Letter) => {
                let letters = match self.calls.last_mut().filter(|(own, _)| own == head)? {
                    (_, Call::Line { letters, .. }) => letters,
                    (_, Call::Scan { values, .. }) => match values.last_mut()? {
                        Value::Letters(_, letters) => letters,
                        Value::Integer(_) | Value::Float(_) | Value::Single(_) => return None,
                    },
                    (_, Call::Character(_)) => return None,
                };
                letters.push(value.rem_euclid(256) as u8);
            }
            // The result of `malloc` is what it is where there is memory.
            Provision::Allocation(_, callee) if value == 0 => {
                return library::function(callee).is_none_or(|known| !known.opens).then_some(());
            }
            Provision::Global
            | Provision::Declaration(_)
            | Provision::Star
            | Provision::Symbolic(_)
            | Provision::Library(..)
            | Provision::Allocation(..)
            | Provision::Call(_)
            | Provision::ByName(_)
            | Provision::Pointer(..)
            | Provision::Text(..)
            | Provision::Itself => return None,
        }
        Some(())
    }

    /// Whether what is read comes from a person.
    fn is_typed(&self, means: &Provision) -> bool {
        match means {
            Provision::Library(head, callee, _)
            | Provision::Pointer(head, callee, _)
            | Provision::Text(head, callee, ..) => self.is_standard(*head, callee),
            Provision::ByName(_) | Provision::Argument(..) => true,
            Provision::Parameter
            | Provision::Global
            | Provision::Declaration(_)
            | Provision::Star
            | Provision::Symbolic(_)
            | Provision::Allocation(..)
            | Provision::Call(_)
            | Provision::Itself => false,
        }
    }

    /// Whether a call reads the standard input.
    fn is_standard(&self, head: Span, callee: &str) -> bool {
        let text = self.places.source.slice(self.places.edits.call_at(head));
        let names_it = || {
            token_spans(text)
                .into_iter()
                .any(|token| &text[token.start as usize..token.end as usize] == "stdin")
        };
        matches!(callee, "scanf" | "getchar" | "getchar_unlocked" | "gets") || names_it()
    }

    /// A call of `scanf` begins.
    fn begin(&mut self, head: Span, count: Option<i128>) -> Option<()> {
        let parts = self.format(head)?;
        self.calls.push((head, Call::Scan { parts, count, values: Vec::new() }));
        Some(())
    }

    /// The values of the call that reads one now: the last one, if it is not full.
    fn values(&mut self, head: Span) -> Option<&mut Vec<Value>> {
        let is_open = match self.calls.last() {
            Some((own, Call::Scan { parts, count, values })) if *own == head => {
                let takes = |part: &&Part| matches!(part, Part::Conversion(read) if !read.is_dropped && read.what != What::Count);
                let all = parts.iter().filter(takes).count() as i128;
                (values.len() as i128) < count.unwrap_or(all)
            }
            Some(_) | None => false,
        };
        if !is_open {
            self.begin(head, None)?;
        }
        match self.calls.last_mut() {
            Some((_, Call::Scan { values, .. })) => Some(values),
            Some(_) | None => None,
        }
    }

    /// The format of a call of `scanf`, if it is written there.
    fn format(&self, head: Span) -> Option<Vec<Part>> {
        let text = self.places.source.slice(self.places.edits.call_at(head));
        let tokens = token_spans(text).into_iter();
        let words: Vec<&str> = tokens.map(|token| &text[token.start as usize..token.end as usize]).collect();
        let first = words.iter().position(|word| word.starts_with('"'))?;
        let literals = words[first..].iter().take_while(|word| word.starts_with('"'));
        let mut format = String::new();
        for literal in literals {
            format.push_str(&unescaped(literal.strip_prefix('"')?.strip_suffix('"')?)?);
        }
        formats::parts(&format)
    }

    fn typed(self) -> Option<Typed> {
        let calls: Vec<Call> = self.calls.into_iter().map(|(_, call)| call).collect();
        let text = match calls.is_empty() {
            true => None,
            false => Some(String::from_utf8(keyboard::text(&calls)?).ok()?),
        };
        let own = self.arguments.keys().last().map_or(0, |last| i128::from(*last)) + 1;
        let count = self.count.unwrap_or(own);
        if !(1..=MOST_ARGUMENTS + 1).contains(&count) {
            return None;
        }
        let argument = |number: u32| match self.arguments.get(&number) {
            Some((count, text)) if text.ends_with('\n') || text.len() as i128 != *count => None,
            Some((_, text)) => Some(text.clone()),
            None => Some(ANY.to_owned()),
        };
        let arguments = (1..count as u32).map(argument).collect::<Option<_>>()?;
        Some(Typed { text, arguments })
    }
}

/// What stands between the quotes of a literal; nothing of a rare kind.
fn unescaped(literal: &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                other @ ('\\' | '"' | '\'') => other,
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(text)
}
