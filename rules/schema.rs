//! The vocabulary: id newtypes and the tuples that rules take and give.
//!
//! Every id is an interned `u32`; no relation is wider than six columns.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
    };
}

id!(
    /// A program point with a valuation (and, when procedures are inlined, the calls that led there).
    State
);
id!(
    /// An error set: the scalars and conditionals that matter for the violation from here on.
    ErrorSet
);
id!(
    /// A question to the backward rules: a callee's exit state with the error set demanded there.
    Goal
);
id!(
    /// A basic block of one procedure.
    Block
);
id!(
    /// A procedure.
    Procedure
);
id!(
    /// A scalar variable.
    Scalar
);

impl Goal {
    /// The question that stands for the violation itself: states outside any matched call.
    pub const OPEN: Goal = Goal(0);
}
