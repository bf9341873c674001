//! `#pragma` and `_Pragma`: most speak to the compiler alone, but some change what a program means.

use super::preprocessor::Preprocessor;
use super::token::{Token, TokenKind};
use super::unescape;

impl Preprocessor<'_, '_> {
    /// Reads a pragma, word by word.
    pub fn read_pragma(&mut self, words: &[&str], file: u32) {
        let Some((&first, rest)) = words.split_first() else { return };
        match first {
            "once" => self.files.once(self.source.part_of(file)),
            "pack" | "scalar_storage_order" | "ms_struct" | "reverse_bitfields" => {
                let ends = rest.iter().all(|word| matches!(*word, "(" | ")" | "pop" | "default" | "off"));
                self.pragmas.packing.push((self.emitted, !ends));
            }
            "push_macro" | "pop_macro" => {
                let quoted = rest.iter().find_map(|word| word.strip_prefix('"')?.strip_suffix('"'));
                if let Some(name) = quoted {
                    self.stack_macro(name, first == "push_macro");
                }
            }
            "weak" | "redefine_extname" => {
                self.pragmas.linkage.push(words.iter().map(|&word| word.to_owned()).collect());
            }
            _ => {}
        }
    }

    /// `_Pragma("…")`
    pub fn pragma_operator(&mut self, name: &Token<'_>) {
        let Some(open) = self.next_raw() else { return };
        if !open.is("(") {
            return self.give_back(open);
        }
        let mut text = String::new();
        while let Some(token) = self.next_raw() {
            if token.is(")") {
                break;
            }
            if token.kind == TokenKind::String {
                let inner = token.text.trim_start_matches(['u', 'U', 'L', '8']).trim_matches('"');
                text.extend(unescape(inner, true, false).into_iter().filter_map(char::from_u32));
            }
        }
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace('=', " = ").replace(',', " , ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        self.read_pragma(&words, name.span.start);
    }
}
