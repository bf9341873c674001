//! How a program starts.

use focuscheck_base::options::PointerArguments;

/// How a program starts, and what comes from outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start<'a> {
    /// Whether uninitialised objects at file scope come from outside instead of being zero.
    pub globals_are_inputs: bool,
    /// Whether all objects that live as long as the program and are not `const` come from outside, initialised or not: a
    /// function other than `main` may be called at any time.
    pub globals_change: bool,
    /// Whether it comes from outside if there is memory for what is allocated.
    pub allocation_fails: bool,
    /// The function to start at instead of `main`.
    pub entry: Option<&'a str>,
    /// What pointer parameters of that function lead to.
    pub pointers: PointerArguments,
    /// What is followed of the arguments of the command line.
    pub arguments: Arguments,
}

/// What is followed of the arguments of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arguments {
    /// The first ones, with the first letters of each: every run of the graph is one of the program, and a run that comes to
    /// more is not followed.
    #[default]
    First,
    /// One of them, chosen when the program starts. It has any length, and of its letters it is known that the first one that is
    /// zero is at its end. What is read of the others is any value, and no access to them is an error: every run of the program
    /// in which something is undefined is one of the graph, for some choice, so that it is for proofs only.
    Whichever,
}

impl Arguments {
    /// No argument has more letters: an `int` counts them, and no system passes one that is nearly as long.
    pub const LONGEST: i128 = (1 << 31) - 2;
}
