//! Whether code of other files gives a program pointers: these may lead to all that is not `static`.

use focuscheck_base::doubt::Unmodelled;
use focuscheck_check::tree::{FunctionId, Object, Program, Storage};
use focuscheck_check::vocabulary::is_library_object;

use super::graph::{Action, Graph};
use super::start::Start;

/// Whether a run that begins with a function may have pointers from other files: in its parameters, unless it is `main`, in
/// objects that are defined there, or from functions that are.
pub fn is_given_pointers(tree: &Program, graph: &Graph, entry: FunctionId) -> bool {
    let function = &tree.functions[entry.index()];
    let passed = function.name != "main" && function.passing.iter().any(|ty| tree.types.holds_pointers(ty));
    let objects = tree.objects.iter().any(|object| holds_foreign_pointers(tree, object, Start::default()));
    let functions = graph
        .nodes
        .iter()
        .any(|node| matches!(&node.action, Action::Unknown { reason: Unmodelled::Body { .. }, .. }));
    passed || objects || functions
}

/// Whether an object may hold pointers that were put there elsewhere: it is defined in another file, changes by itself, or is an
/// input as all globals without an initialiser are (`inputs`).
pub fn holds_foreign_pointers(tree: &Program, object: &Object, start: Start<'_>) -> bool {
    let foreign = match object.storage {
        Storage::File { defined, initialized, .. } => {
            !defined
                || (start.globals_are_inputs && !initialized)
                || (start.globals_change && !object.constant)
        }
        Storage::Static => start.globals_change && !object.constant,
        Storage::Automatic | Storage::Parameter | Storage::Result => false,
    };
    (foreign || object.volatile) && !is_library_object(&object.name) && tree.types.holds_pointers(&object.ty)
}
