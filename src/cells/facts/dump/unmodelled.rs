//! What is not modelled as a kind and what it is about.

use focuscheck_base::doubt::Unmodelled;

pub(super) fn print(what: &Unmodelled) -> (&'static str, &str) {
    match what {
        Unmodelled::Body { function } => ("body", function),
        Unmodelled::Overlapping => ("overlapping", ""),
        Unmodelled::ManyElements => ("many-elements", ""),
        Unmodelled::ConstantObject => ("constant-object", ""),
        Unmodelled::NullPointer => ("null-pointer", ""),
        Unmodelled::NestedFunction => ("nested-function", ""),
        Unmodelled::Construct(name) => ("construct", name),
    }
}

pub(super) fn read(kind: &str, subject: String) -> Option<Unmodelled> {
    Some(match kind {
        "body" => Unmodelled::Body { function: subject },
        "overlapping" => Unmodelled::Overlapping,
        "many-elements" => Unmodelled::ManyElements,
        "constant-object" => Unmodelled::ConstantObject,
        "null-pointer" => Unmodelled::NullPointer,
        "nested-function" => Unmodelled::NestedFunction,
        "construct" => Unmodelled::Construct(subject),
        _ => return None,
    })
}
