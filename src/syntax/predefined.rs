//! Macros that no `#define` of the program makes: gcc's own for x86 on Linux, and those of the C library's headers, which are
//! not read.

use super::ast::Header;
use super::error::Diagnostic;
use super::headers;
use super::preprocessor::Preprocessor;
use super::token::Token;
use focuscheck_base::options::DataModel;

/// The macros of the compiler as text.
pub(super) fn of_compiler(model: DataModel) -> [&'static str; 2] {
    let own = match model {
        DataModel::Lp64 => include_str!("predefined/lp64.h"),
        DataModel::Ilp32 => include_str!("predefined/ilp32.h"),
    };
    [include_str!("predefined/common.h"), own]
}

/// The names of the macros of a header of the C library, `+` before those of `_GNU_SOURCE`; `*` stands for any of these
/// headers. `scripts/macro-names.sh` makes the list.
fn names_of(header: &str) -> Option<impl Iterator<Item = &'static str>> {
    let lines = include_str!("predefined/names.txt").lines();
    let mut found = lines.filter_map(|line| line.split_once(' '));
    found.find(|(name, _)| *name == header).map(|(_, names)| names.split(' '))
}

/// Whether a header that was included defines the macro.
fn is_of_library(name: &str, gnu: bool, included: &[Header]) -> bool {
    let matches = |known: &str| match known.strip_prefix('+') {
        Some(known) => gnu && known == name,
        None => known == name,
    };
    let mut headers = included.iter().filter(|header| header.system || header.known).peekable();
    let any = headers.peek().map(|_| "*");
    any.into_iter().chain(headers.map(|header| &*header.name)).filter_map(names_of).flatten().any(matches)
}

impl<'a> Preprocessor<'a, '_> {
    /// Whether the name, which the program does not define, is a macro of a header of the C library that it includes and
    /// has not undefined.
    pub fn is_macro_of_library(&mut self, name: &Token<'a>) -> bool {
        if self.headers.is_empty() || self.undefined.contains(&name.symbol) {
            return false;
        }
        let (gnu, _) = self.words.intern("_GNU_SOURCE");
        let gnu = self.definition(gnu).is_some();
        is_of_library(name.text, gnu, &self.headers)
    }

    /// A condition asks for a name that nothing known defines: a header that is neither read nor known may do so. It is
    /// taken for undefined, and the first one is said.
    pub fn presume_undefined(&mut self, name: &Token<'a>) {
        // What is reserved is the compiler's, whose macros are known.
        let reserved = name.text.starts_with("__")
            || name
                .text
                .strip_prefix('_')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        if reserved || self.presumed || self.undefined.contains(&name.symbol) {
            return;
        }
        let unknown = |header: &&Header| {
            header.system && headers::macros_of(&header.name).is_none() && names_of(&header.name).is_none()
        };
        let Some(header) = self.headers.iter().find(unknown) else { return };
        let message = format!(
            "'{}' is taken for no macro: <{}> is not read (option -D defines it)",
            name.text, header.name
        );
        self.presumed = true;
        self.say(Diagnostic::warning(name.span, message));
    }

    /// A condition rests on the value of this name, which no macro gives.
    pub fn presume_zero(&mut self, name: &Token<'a>) {
        match self.is_macro_of_library(name) {
            true => self.pragmas.unread.push((name.text.to_owned(), name.span)),
            false => self.presume_undefined(name),
        }
    }
}
