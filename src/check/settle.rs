//! `volatile` objects taken for ordinary ones.

use super::tree::Program;
use crate::source::Span;

impl Program {
    /// Takes objects that are `volatile` for ordinary ones: nothing but the program changes them. Gives the names of those
    /// that are, or have members that are, with their places.
    pub fn settle_volatile(&mut self) -> Vec<(String, Span)> {
        let mut settled = Vec::new();
        for object in &mut self.objects {
            if std::mem::take(&mut object.volatile) || self.types.has_volatile_member(&object.ty) {
                settled.push((object.name.clone(), object.span));
            }
        }
        self.types.settle_volatile();
        settled
    }
}
