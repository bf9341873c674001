//! How a person sees a run with a program that was compiled as it is: what to type.

use serde::{Deserialize, Serialize};

/// What a compiler calls a program.
pub const PROGRAM: &str = "./a.out";

/// What a run reads, where that is the standard input and the command line and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    /// The standard input, if it is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The arguments behind the program's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
}

impl Typed {
    /// Whether there is nothing to type: every run is the same.
    pub fn is_empty(&self) -> bool {
        self.text.is_none() && self.arguments.is_empty()
    }

    /// The command for a POSIX shell: `printf '50 49\n' | ./a.out 7`.
    pub fn command(&self, program: &str) -> String {
        let arguments: String =
            self.arguments.iter().map(|argument| format!(" {}", word(argument))).collect();
        match self.text.as_deref() {
            None => format!("{program}{arguments}"),
            Some("") => format!("{program}{arguments} < /dev/null"),
            Some(text) => {
                // A text that begins so is no option.
                let end = if text.starts_with('-') { "-- " } else { "" };
                format!("printf {end}'{}' | {program}{arguments}", format_of(text))
            }
        }
    }
}

/// The format of `printf`, between single quotes, that prints a text.
fn format_of(text: &str) -> String {
    let mut format = String::new();
    for c in text.chars() {
        match c {
            '\n' => format.push_str("\\n"),
            '\t' => format.push_str("\\t"),
            '\\' => format.push_str("\\\\"),
            '%' => format.push_str("%%"),
            '\'' => format.push_str("'\\''"),
            c if c.is_ascii_control() => format.push_str(&format!("\\{:03o}", c as u32)),
            c => format.push(c),
        }
    }
    format
}

/// An argument as a shell must read it.
fn word(argument: &str) -> String {
    match argument.chars().any(|c| c.is_ascii_control()) {
        // Line breaks at the end would be lost; nobody asks for them.
        true => format!("\"$(printf -- '{}')\"", format_of(argument)),
        false => crate::shell::shell_quoted(argument),
    }
}

#[cfg(test)]
mod tests {
    use super::Typed;

    fn command(text: Option<&str>, arguments: &[&str]) -> String {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Typed { text: text.map(str::to_owned), arguments }.command("./a.out")
    }

    #[test]
    fn commands_are_quoted_for_a_shell() {
        assert_eq!(command(Some("50 49\n"), &["7"]), r"printf '50 49\n' | ./a.out 7");
        assert_eq!(command(Some("-1\n"), &[]), r"printf -- '-1\n' | ./a.out");
        assert_eq!(command(Some("it's 100%\\\0"), &[]), r"printf 'it'\''s 100%%\\\000' | ./a.out");
        assert_eq!(command(Some(""), &[]), "./a.out < /dev/null");
        assert_eq!(command(None, &["a b", "", "\x01"]), r#"./a.out 'a b' '' "$(printf -- '\001')""#);
    }
}
