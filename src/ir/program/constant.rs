//! Objects that keep the value that they have when the program starts.

use super::graph::Graph;
use focuscheck_check::tree::{self, ObjectId};

impl Graph {
    /// Whether a static object keeps the value that it has when the program starts: it is `const`, or a string literal.
    pub fn is_constant(&self, tree: &tree::Program, object: ObjectId) -> bool {
        let named = tree.objects.get(object.index()).is_some_and(tree::Object::is_fixed_value);
        named || self.literals.iter().any(|(literal, _)| *literal == object)
    }
}
