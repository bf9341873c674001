//! How a program starts.

/// How a program starts, and what comes from outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Start<'a> {
    /// Whether uninitialised objects at file scope come from outside instead of being zero.
    pub globals_are_inputs: bool,
    /// The function to start at instead of `main`.
    pub entry: Option<&'a str>,
}
