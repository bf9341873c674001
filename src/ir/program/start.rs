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
}
