//! What runs change of objects: `volatile` ones are taken for ordinary ones, and constants keep their values.

use super::tree::{Object, Program, Storage};

impl Program {
    /// Takes objects that are `volatile`, or have members that are, for ordinary ones: nothing but the program changes them.
    pub fn settle_volatile(&mut self) {
        for object in &mut self.objects {
            if std::mem::take(&mut object.volatile) || self.types.has_volatile_member(&object.ty) {
                self.settled.push((object.name.clone(), object.span));
            }
        }
        self.types.settle_volatile();
    }
}

impl Object {
    /// Whether it keeps the value that it gets when the program starts: C lets nobody change it.
    pub fn is_fixed_value(&self) -> bool {
        let defined = matches!(self.storage, Storage::Static | Storage::File { defined: true, .. });
        self.constant && !self.volatile && defined
    }
}
