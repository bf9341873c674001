//! How a command ends.

/// What the process ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// No error is reachable in any file; a run ended by itself.
    Safe,
    /// The command line is wrong.
    Usage,
    /// Some input could not be read or parsed.
    Failed,
    /// A run met undefined behaviour.
    Undefined,
    /// No file is unsafe, but some verdict is unknown; a run could not go on.
    Unknown,
    /// An error inside this program.
    Internal,
    /// An error is reachable in some file; a run reached one.
    Unsafe,
}

impl ExitCode {
    /// The number for the operating system.
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Safe => 0,
            ExitCode::Usage => 1,
            ExitCode::Failed => 2,
            ExitCode::Undefined => 3,
            ExitCode::Unknown => 5,
            ExitCode::Internal => 6,
            ExitCode::Unsafe => 10,
        }
    }

    /// What it says of a batch.
    pub fn description(self) -> &'static str {
        match self {
            ExitCode::Safe => "no error can be reached in any file",
            ExitCode::Usage => "the command line is wrong",
            ExitCode::Failed => "some input could not be read or parsed",
            ExitCode::Undefined => "the behaviour is undefined",
            ExitCode::Unknown => "no file is unsafe, but some verdict is unknown",
            ExitCode::Internal => "internal error",
            ExitCode::Unsafe => "an error can be reached in some file",
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The command line asks for something that is not possible.
    #[error("{0}")]
    Usage(String),
    /// An input could not be read or parsed.
    #[error("{0}")]
    Input(String),
    /// A result could not be written.
    #[error("cannot write {what}: {cause}")]
    Output {
        /// What was to be written.
        what: String,
        /// Why it was not possible.
        cause: std::io::Error,
    },
    /// Nobody reads the output any more.
    #[error("the output was closed")]
    Closed,
    /// Something that should not happen.
    #[error("internal error: {0}")]
    Internal(String),
}

impl CliError {
    /// An error of a writer, with a closed pipe told apart.
    pub fn output(what: &str, cause: std::io::Error) -> Self {
        match cause.kind() {
            std::io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::Output { what: what.to_owned(), cause },
        }
    }

    /// What the process ends with for it.
    pub(super) fn exit_code(&self) -> ExitCode {
        match self {
            CliError::Usage(_) => ExitCode::Usage,
            CliError::Input(_) => ExitCode::Failed,
            CliError::Output { .. } | CliError::Internal(_) => ExitCode::Internal,
            CliError::Closed => ExitCode::Safe,
        }
    }
}
