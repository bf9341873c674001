//! The text that is being printed.

use std::fmt::Write;

use super::ast::Annotation;

/// Binding strengths above and below the binary operators' 1 to 10.
pub(super) const COMMA: u8 = 0;
pub(super) const ASSIGNMENT: u8 = 20;
pub(super) const CONDITIONAL: u8 = 21;
pub(super) const BINARY: u8 = 22;
pub(super) const UNARY: u8 = 40;
pub(super) const POSTFIX: u8 = 41;

/// The text so far.
pub(super) struct Printer {
    pub(super) out: String,
    pub(super) indent: usize,
}

impl Printer {
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 4);
    }

    pub(super) fn begin(&mut self) {
        let _ = write!(self.out, "{:1$}", "", self.indent * 4);
    }

    pub(super) fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            self.line(&annotation.text);
        }
    }

    /// What the action prints, apart from the output.
    pub(super) fn apart(&mut self, action: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::take(&mut self.out);
        action(self);
        std::mem::replace(&mut self.out, outer)
    }
}
