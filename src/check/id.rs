//! The numbers of what the typed tree keeps in tables.

use focuscheck_base::index;

index!(
    /// A variable, parameter or nested function: index into [`Program::objects`](super::tree::Program::objects).
    ObjectId
);
index!(
    /// A function that is declared, defined or called: index into
    /// [`Program::functions`](super::tree::Program::functions).
    FunctionId
);
index!(
    /// A label inside one function: index into [`Definition::labels`](super::tree::Definition::labels).
    LabelId
);
