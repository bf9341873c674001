//! What stands for functions that nobody defines.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Harness, Hindrance, Provided};
use focuscheck_check::library;
use focuscheck_check::vocabulary::{Role, role};

/// What is added to a harness for symbols that the linker does not find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The text of [`Harness::STUBS`].
    pub stubs: String,
    /// Variables that a later line of the program's own unit has to define.
    pub variables: String,
    /// The functions that have no body.
    pub functions: BTreeSet<String>,
}

/// How a stub begins and what it does. Nothing is declared here, so no declaration of the program can disagree.
const HEAD: &str = "/* Functions that nobody defines: they do nothing, or give a value of the run. */\n\
                    #include \"focuscheck-support.h\"\n\n";

impl Harness {
    /// What stands for symbols that are not defined anywhere, the C library included.
    ///
    /// # Errors
    /// If a symbol is nothing that the program calls or declares as a variable.
    pub fn missing(&self, undefined: &BTreeSet<String>) -> Result<Missing, Hindrance> {
        let mut missing = Missing { stubs: HEAD.to_owned(), ..Missing::default() };
        for (name, place) in &self.replaced {
            stub(&mut missing.stubs, name, *place);
        }
        for name in undefined {
            if self.defined.contains(name) {
                return Err(Hindrance::Undefined { symbol: name.clone() });
            }
            if self.called.contains(name) {
                stub(&mut missing.stubs, name, self.by_name.get(name).copied().unwrap_or(0));
                missing.functions.insert(name.clone());
            } else if self.declared.contains(name) {
                let _ = writeln!(missing.variables, "__typeof__({name}) {name};");
            } else {
                return Err(Hindrance::Undefined { symbol: name.clone() });
            }
        }
        Ok(missing)
    }

    /// What a run is given, in words; `without` are the functions that have no body.
    pub fn provided(&self, run: usize, without: &BTreeSet<String>, called: &[String]) -> Vec<String> {
        let Some(run) = run.checked_sub(1).and_then(|run| self.runs.get(run)) else { return Vec::new() };
        let mut found: Vec<(&Provided, Vec<u32>)> = Vec::new();
        for (what, line) in &run.provided {
            // A function with a body answers for itself.
            if matches!(what, Provided::Call(name) if !without.contains(name)) {
                continue;
            }
            match found.iter_mut().find(|(known, _)| *known == what) {
                Some((_, lines)) => lines.push(*line),
                None => found.push((what, vec![*line])),
            }
        }
        let is_told = |name: &String| {
            found.iter().any(
                |(what, _)| matches!(what, Provided::Call(known) | Provided::Library(known) if known == name),
            )
        };
        let others =
            called.iter().filter(|name| !is_told(name)).map(|name| format!("{name}() without a body"));
        let others: Vec<String> = others.collect();
        let mut words: Vec<String> = Vec::new();
        for (what, mut lines) in found {
            lines.sort_unstable();
            lines.dedup();
            let what = match what {
                Provided::Start(name) => name.clone(),
                Provided::Unset(name) => format!("the unset {name}"),
                Provided::Star => "*".to_owned(),
                Provided::Library(name) => format!("{name}()"),
                Provided::Failure(name) if library::function(name).is_some_and(|known| known.opens) => {
                    format!("{name}() that fails")
                }
                Provided::Failure(name) => format!("{name}() without memory"),
                Provided::Call(name) => format!("{name}() without a body"),
            };
            words.push(match lines[..] {
                [0] => what,
                _ => format!("{what} at {}", focuscheck_report::words::lines(&lines, &self.parts)),
            });
        }
        for other in others {
            if !words.contains(&other) {
                words.push(other);
            }
        }
        words
    }
}

/// The definition of a function that gives the values of a place, or of the place that calls it.
fn stub(text: &mut String, name: &str, place: u32) {
    let quoted = super::text::quoted(name);
    let body = match role(name) {
        _ if place > 0 => format!("return focuscheck_stub({quoted}, {place});"),
        Some(Role::Assumption) => "focuscheck_assume((int)value); return 0;".to_owned(),
        Some(Role::Assertion) => {
            format!("if (!(int)value) focuscheck_called({quoted}, __builtin_return_address(0)); return 0;")
        }
        Some(Role::Error) => format!("focuscheck_called({quoted}, __builtin_return_address(0));"),
        Some(Role::Standard) | None => format!("return focuscheck_stub({quoted}, 0);"),
    };
    let _ = writeln!(text, "unsigned long long {name}(long long value) {{ {body} }}");
}
