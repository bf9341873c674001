//! `focuscheck.toml`: a project's settings.
//!
//! A key is the long name of an option, its value what the option takes; a list gives an option several times. The
//! settings become words of the command line that stand before those of the user, so they mean the same, are
//! checked by the same rules, and give way to what the user says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{ArgAction, CommandFactory};

use super::CliError;
use super::args::Arguments;

/// The name of the file.
pub(super) const NAME: &str = "focuscheck.toml";

/// Commands that have settings.
const COMMANDS: [&str; 4] = ["check", "verify", "explore", "replay"];

/// Options whose values are paths, relative to the folder of the settings.
const PATHS: [&str; 6] = ["model", "include", "certificates", "vcs", "cache", "output"];

/// Options that are not for a project to set.
const PERSONAL: [&str; 4] = ["config", "no-config", "help", "version"];

/// The file of the folder or of the nearest folder above, up to the root of the repository.
fn find(from: &Path) -> Option<PathBuf> {
    let from = std::path::absolute(from).ok()?;
    for folder in from.ancestors() {
        let file = folder.join(NAME);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// The words of a command line with the project's settings among them.
///
/// # Errors
/// If the file that was asked for cannot be read, or has a setting that is not an option.
pub(super) fn with_settings(words: Vec<OsString>) -> Result<Vec<OsString>, CliError> {
    let Some(command) = words.get(1).and_then(|word| word.to_str()).filter(|word| COMMANDS.contains(word))
    else {
        return Ok(words);
    };
    let Some(file) = chosen(&words) else { return Ok(words) };
    let text = super::read::read(&file)
        .map_err(|reason| CliError::Usage(format!("{}: {reason}", file.display())))?;
    let settings = words_of(command, &text, file.parent().unwrap_or(Path::new(".")))
        .map_err(|reason| CliError::Usage(format!("{}: {reason}", file.display())))?;
    let mut all = words[..2].to_vec();
    all.extend(settings.into_iter().map(OsString::from));
    all.extend_from_slice(&words[2..]);
    Ok(all)
}

/// The file that the user names, or that is found, if the user wants one.
fn chosen(words: &[OsString]) -> Option<PathBuf> {
    let mut rest = words[2..].iter();
    while let Some(word) = rest.next() {
        let Some(word) = word.to_str() else { continue };
        match word {
            "--" => break,
            "--no-config" => return None,
            "--config" => return rest.next().map(PathBuf::from),
            _ => {
                if let Some(file) = word.strip_prefix("--config=") {
                    return Some(PathBuf::from(file));
                }
            }
        }
    }
    find(Path::new("."))
}

/// The settings as words of a command.
fn words_of(command: &str, text: &str, folder: &Path) -> Result<Vec<String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let before =
            |span: std::ops::Range<usize>| text.get(..span.start).unwrap_or(text).matches('\n').count();
        let line = error.span().map_or(0, before) + 1;
        format!("line {line}: {}", error.message())
    })?;
    let arguments = Arguments::command();
    let known = |command: &str, name: &str| {
        let command = arguments.find_subcommand(command)?;
        let found = command.get_arguments().find(|argument| argument.get_long() == Some(name))?;
        Some(matches!(found.get_action(), ArgAction::SetTrue))
    };
    let mut words = Vec::new();
    for (name, value) in &table {
        let anywhere = COMMANDS.iter().any(|command| known(command, name).is_some());
        if !anywhere || PERSONAL.contains(&name.as_str()) {
            return Err(format!(
                "`{name}` is not a setting; the settings are the long options of `focuscheck check`"
            ));
        }
        let Some(is_flag) = known(command, name) else { continue };
        let values = match value {
            toml::Value::Array(values) => values.iter().collect(),
            value => vec![value],
        };
        for value in values {
            let text = match value {
                toml::Value::Boolean(set) if is_flag => {
                    if *set {
                        words.push(format!("--{name}"));
                    }
                    continue;
                }
                toml::Value::String(text) if !is_flag => text.clone(),
                toml::Value::Integer(number) if !is_flag => number.to_string(),
                _ if is_flag => return Err(format!("`{name}` must be true or false")),
                _ => return Err(format!("`{name}` must be a text, a number, or a list of these")),
            };
            let text = if PATHS.contains(&name.as_str()) {
                folder.join(text).to_string_lossy().into_owned()
            } else {
                text
            };
            words.push(format!("--{name}={text}"));
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, String> {
        words_of("check", text, Path::new("p"))
    }

    #[test]
    fn settings_become_words() {
        let text =
            "timeout = 30\ncheck = [\"div\", \"bounds\"]\nproof = true\nascii = false\nmodel = \"m.c\"\n";
        let expected = ["--timeout=30", "--check=div", "--check=bounds", "--proof", "--model=p/m.c"];
        let mut found = words(text).expect("settings");
        found.sort_unstable();
        let mut expected: Vec<String> = expected.iter().map(|word| (*word).to_owned()).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        let refused = |text: &str| words(text).expect_err("refused");
        assert!(refused("speed = 9").starts_with("`speed` is not a setting"));
        assert!(refused("config = \"x\"").starts_with("`config` is not a setting"));
        assert_eq!(refused("proof = 1"), "`proof` must be true or false");
        assert_eq!(refused("timeout = 1.5"), "`timeout` must be a text, a number, or a list of these");
        assert!(refused("timeout = 1\n= 2\n").starts_with("line 2: "));
    }
}
