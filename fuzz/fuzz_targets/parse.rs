//! Lexer, preprocessor and parser; what parses must be the same tree after printing and parsing again.
#![no_main]

mod support;

use focuscheck_base::source::SourceFile;
use focuscheck_syntax::{self as syntax, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| support::with_source(data, |source| {
    let Some(unit) = syntax::parse(source, false).unit else { return };
    // What an unread header declares is guessed from the text around a name, and printing changes that text.
    if unit.headers.iter().any(|header| !header.known) {
        return;
    }
    let printed = SourceFile::new("printed.c", print::print(&unit));
    let again = syntax::parse(&printed, false);
    let Some(again) = again.unit else {
        panic!("does not parse again: {:?}\n{}", again.diagnostics, printed.text());
    };
    if let Some(difference) = syntax::difference(&unit, &again) {
        panic!("another tree: {difference}\n{}", printed.text());
    }
}));
