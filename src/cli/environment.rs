//! What is known about the streams and the terminal.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;

use focuscheck_base::options::Interrupt;

/// The variable that gives the key as a text, for machines that share a cache.
pub(super) const VARIABLE: &str = "FOCUSCHECK_CACHE_KEY";

/// Columns of text that does not go to a terminal.
const DEFAULT_WIDTH: usize = 100;

/// Columns below which nothing useful can be laid out, and beyond which lines are hard to read.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=120;

/// What the output goes to, as far as it decides how text looks. The default is a program that reads UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    /// Whether results are coloured unless the user says otherwise.
    pub stdout_color: bool,
    /// Whether diagnostics are coloured unless the user says otherwise.
    pub stderr_color: bool,
    /// Whether stdout is a terminal.
    pub stdout_terminal: bool,
    /// Whether a person can answer.
    pub stdin_terminal: bool,
    /// Whether a person sees stderr, so that progress is worth showing.
    pub stderr_terminal: bool,
    /// Whether characters beyond ASCII can be shown.
    pub unicode: bool,
    /// Columns of a line.
    pub width: usize,
    /// What the user presses to end a batch.
    pub interrupt: Option<Interrupt>,
    /// The time, in seconds since 1970, that what is written is to bear: the variable `SOURCE_DATE_EPOCH`.
    pub time: Option<u64>,
    /// The folder of what is the user's own: settings for all projects, the key of caches.
    pub own: Option<PathBuf>,
    /// The folder of what may be lost: the last batch.
    pub lasting: Option<PathBuf>,
    /// The key of caches, if the variable `FOCUSCHECK_CACHE_KEY` gives it.
    pub cache_key: Option<String>,
}

impl Default for Environment {
    fn default() -> Self {
        Environment {
            stdout_color: false,
            stderr_color: false,
            stdout_terminal: false,
            stdin_terminal: false,
            stderr_terminal: false,
            unicode: true,
            width: DEFAULT_WIDTH,
            interrupt: None,
            time: None,
            own: None,
            lasting: None,
            cache_key: None,
        }
    }
}

impl Environment {
    /// Asks the system about this process.
    pub fn detect() -> Self {
        let colored = |choice: anstream::ColorChoice| choice != anstream::ColorChoice::Never;
        let stdout = std::io::stdout();
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let width: usize = columns.filter(|_| stdout.is_terminal()).unwrap_or(DEFAULT_WIDTH);
        Environment {
            stdout_color: colored(anstream::AutoStream::choice(&stdout)),
            stderr_color: colored(anstream::AutoStream::choice(&std::io::stderr())),
            stdout_terminal: stdout.is_terminal(),
            stdin_terminal: std::io::stdin().is_terminal(),
            stderr_terminal: std::io::stderr().is_terminal(),
            unicode: speaks_unicode(|name| std::env::var(name).ok()),
            width: width.clamp(*WIDTHS.start(), *WIDTHS.end()),
            interrupt: None,
            time: std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok()),
            own: folder(("XDG_CONFIG_HOME", ".config"), |name| std::env::var_os(name)),
            lasting: folder(("XDG_CACHE_HOME", ".cache"), |name| std::env::var_os(name)),
            cache_key: std::env::var(VARIABLE).ok(),
        }
    }
}

/// `$XDG_CONFIG_HOME/focuscheck`, or else `~/.config/focuscheck`, and the like; a relative path is as good as none.
fn folder((chosen, usual): (&str, &str), variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || ["HOME", "USERPROFILE"].into_iter().find_map(folder).map(|home| home.join(usual));
    folder(chosen).or_else(home).map(|folder| folder.join("focuscheck"))
}

/// Whether the locale's character set is UTF-8, or no locale is set at all (as in most containers and on
/// systems without locales, where UTF-8 is the rule).
fn speaks_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let Some(locale) = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set) else { return true };
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::speaks_unicode;

    #[test]
    fn the_first_locale_variable_that_is_set_decides() {
        let with = |pairs: &'static [(&'static str, &'static str)]| {
            speaks_unicode(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
        };
        assert!(with(&[]));
        assert!(with(&[("LANG", "de_DE.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
        assert!(!with(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]));
        assert!(!with(&[("LANG", "de_DE.ISO-8859-1")]));
    }
}
