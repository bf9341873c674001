//! `focuscheck.toml`: a project's settings, and the user's own.
//!
//! A key is the long name of an option, its value what the option takes; a list gives an option several times. The
//! settings become words of the command line that stand before those of the user, so they mean the same, are
//! checked by the same rules, and give way to what the user says.
//!
//! A project may come from somebody else. So its settings start no program, and its paths stay inside of its folder;
//! what they may not say is an error, with its place. The user's own settings may say everything.

use std::any::TypeId;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use clap::{ArgAction, CommandFactory};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::args::Arguments;
use super::{CliError, Environment};

/// The name of the file.
pub(super) const NAME: &str = "focuscheck.toml";

/// Commands that have settings.
const COMMANDS: [&str; 4] = ["check", "verify", "explore", "replay"];

/// Options that start a program: the compiler and what it makes, and git, which runs what a repository's settings say.
const STARTING: [&str; 3] = ["replay", "cc", "changed-since"];

/// Options that are not for a file to set.
const PERSONAL: [&str; 4] = ["config", "no-config", "help", "version"];

/// Whose settings a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The user, who may start programs.
    User,
    /// Whoever wrote the project.
    Project,
}

/// What is wrong with a file, and where.
#[derive(Debug, PartialEq, Eq)]
struct Wrong {
    /// A byte of the text.
    at: usize,
    reason: String,
}

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

/// The words of a command line with the user's own settings and the project's among them.
///
/// # Errors
/// If a file that was asked for cannot be read, or has a setting that is not an option, or one that is not for it to set.
pub(super) fn with_settings(
    words: Vec<OsString>,
    environment: &Environment,
) -> Result<Vec<OsString>, CliError> {
    let Some(command) = words.get(1).and_then(|word| word.to_str()).filter(|word| COMMANDS.contains(word))
    else {
        return Ok(words);
    };
    let mut all = words[..2].to_vec();
    for (file, owner) in files(&words, environment) {
        let text = super::read::read(&file)
            .map_err(|reason| CliError::Usage(format!("{}: {reason}", file.display())))?;
        let settings = words_of(command, &text, file.parent().unwrap_or(Path::new(".")), owner);
        let settings = settings.map_err(|wrong| {
            let before = text.get(..wrong.at).unwrap_or(&text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            CliError::Usage(format!("{}:{line}:{column}: error: {}", file.display(), wrong.reason))
        })?;
        all.extend(settings.into_iter().map(OsString::from));
    }
    all.extend_from_slice(&words[2..]);
    Ok(all)
}

/// The files with settings, the less important first.
fn files(words: &[OsString], environment: &Environment) -> Vec<(PathBuf, Owner)> {
    let mut project = find(Path::new("."));
    let mut rest = words[2..].iter();
    while let Some(word) = rest.next() {
        let Some(word) = word.to_str() else { continue };
        match word {
            "--" => break,
            "--no-config" => return Vec::new(),
            "--config" => {
                project = rest.next().map(PathBuf::from);
                break;
            }
            _ => {
                if let Some(file) = word.strip_prefix("--config=") {
                    project = Some(PathBuf::from(file));
                    break;
                }
            }
        }
    }
    let own = environment.own.as_ref().map(|folder| folder.join(NAME)).filter(|file| file.is_file());
    // Where a project is looked for above the user's folder, the own file may be found again.
    let own: Vec<_> = own.into_iter().map(|file| (file, Owner::User)).collect();
    own.into_iter().chain(project.map(|file| (file, Owner::Project))).collect()
}

/// The settings as words of a command.
fn words_of(command: &str, text: &str, folder: &Path, owner: Owner) -> Result<Vec<String>, Wrong> {
    let table = DeTable::parse(text).map_err(|error| Wrong {
        at: error.span().map_or(0, |span| span.start),
        reason: error.message().to_owned(),
    })?;
    let arguments = Arguments::command();
    let known = |command: &str, name: &str| {
        let command = arguments.find_subcommand(command)?;
        command.get_arguments().find(|argument| argument.get_long() == Some(name))
    };
    // In the order in which they are written, as on a command line.
    let mut settings: Vec<_> = table.get_ref().iter().collect();
    settings.sort_by_key(|(name, _)| name.span().start);
    let mut words = Vec::new();
    for (name, value) in settings {
        let (at, name) = (name.span(), name.get_ref().as_ref());
        let wrong = |at: Range<usize>, reason: String| Wrong { at: at.start, reason };
        let anywhere = COMMANDS.iter().find_map(|command| known(command, name));
        let Some(option) = anywhere.filter(|_| !PERSONAL.contains(&name)) else {
            let reason =
                format!("`{name}` is not a setting; the settings are the long options of `focuscheck check`");
            return Err(wrong(at, reason));
        };
        if owner == Owner::Project && STARTING.contains(&name) {
            let reason = format!(
                "`{name}` starts a program, which a project's file cannot do: give --{name} on the command line, or \
                 set it in your own {NAME} (in ~/.config/focuscheck)"
            );
            return Err(wrong(at, reason));
        }
        let is_flag = matches!(option.get_action(), ArgAction::SetTrue);
        let is_path = option.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        for value in values(value) {
            let (at, value) = (value.span(), value.get_ref());
            let text = match value {
                DeValue::Boolean(set) if is_flag => {
                    if *set && known(command, name).is_some() {
                        words.push(format!("--{name}"));
                    }
                    continue;
                }
                DeValue::String(text) if !is_flag => text.to_string(),
                DeValue::Integer(number) if !is_flag => number.to_string(),
                _ if is_flag => return Err(wrong(at, format!("`{name}` must be true or false"))),
                _ => {
                    let reason = format!("`{name}` must be a text, a number, or a list of these");
                    return Err(wrong(at, reason));
                }
            };
            if owner == Owner::Project && is_path && !is_inside(folder, Path::new(&text)) {
                let reason = format!("`{name}` = \"{text}\" leads out of the folder of this file");
                return Err(wrong(at, reason));
            }
            let text = if is_path { folder.join(text).to_string_lossy().into_owned() } else { text };
            if known(command, name).is_some() {
                words.push(format!("--{name}={text}"));
            }
        }
    }
    Ok(words)
}

/// The values of a setting.
fn values<'t, 'i>(value: &'t Spanned<DeValue<'i>>) -> Vec<&'t Spanned<DeValue<'i>>> {
    match value.get_ref() {
        DeValue::Array(values) => values.iter().collect(),
        _ => vec![value],
    }
}

/// Whether a path that is relative to a folder lies inside of it, whatever links there are on the way. What belongs to
/// git, which runs some of it, does not.
fn is_inside(folder: &Path, path: &Path) -> bool {
    let Ok(folder) = std::path::absolute(folder) else { return false };
    let folder = folder.canonicalize().unwrap_or(folder);
    let mut real = folder.clone();
    for component in path.components() {
        match component {
            Component::Prefix(_) | Component::RootDir => real = PathBuf::from(component.as_os_str()),
            Component::CurDir => {}
            Component::ParentDir => _ = real.pop(),
            Component::Normal(name) => real.push(name),
        }
        if std::fs::symlink_metadata(&real).is_ok_and(|metadata| metadata.is_symlink()) {
            match real.canonicalize() {
                Ok(path) => real = path,
                // What it will lead to, nobody knows.
                Err(_) => return false,
            }
        }
    }
    let Ok(inside) = real.strip_prefix(&folder) else { return false };
    !inside.components().any(|component| component.as_os_str().eq_ignore_ascii_case(".git"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Vec<String>, Wrong> {
        words_of("check", text, Path::new("p"), Owner::Project)
    }

    #[test]
    fn settings_become_words() {
        let text =
            "timeout = 30\ncheck = [\"div\", \"bounds\"]\nproof = true\nascii = false\nmodel = \"m.c\"\n";
        let expected = ["--timeout=30", "--check=div", "--check=bounds", "--proof", "--model=p/m.c"];
        assert_eq!(words(text).expect("settings"), expected);
    }

    #[test]
    fn what_is_no_setting_is_refused() {
        let refused = |text: &str| words(text).expect_err("refused").reason;
        assert!(refused("speed = 9").starts_with("`speed` is not a setting"));
        assert!(refused("config = \"x\"").starts_with("`config` is not a setting"));
        assert_eq!(refused("proof = 1"), "`proof` must be true or false");
        assert_eq!(refused("timeout = 1.5"), "`timeout` must be a text, a number, or a list of these");
        assert_eq!(words("timeout = 1\n= 2\n").expect_err("refused").at, 12);
    }

    #[test]
    fn a_project_starts_no_program_and_stays_in_its_folder() {
        let refused = |text: &str| words(text).expect_err("refused");
        for name in STARTING {
            let wrong = refused(&format!("timeout = 1\n{name} = true\n"));
            assert_eq!(wrong.at, 12);
            assert!(wrong.reason.starts_with(&format!("`{name}` starts a program")), "{wrong:?}");
        }
        for path in ["../x", "/tmp/x", "a/../../x", ".git/hooks", "a/.GIT/x"] {
            for name in ["cache", "certificates", "output", "model", "include", "vcs", "answers"] {
                let wrong = refused(&format!("{name} = \"{path}\""));
                assert!(wrong.reason.contains("leads out of the folder"), "{wrong:?}");
            }
        }
        assert!(words("output = \"a/../b\"\ncache = \"./c\"").is_ok());
        let own = words_of("check", "replay = true\ncache = \"/tmp/x\"", Path::new("p"), Owner::User);
        assert_eq!(own, Ok(vec!["--replay".to_owned(), "--cache=/tmp/x".to_owned()]));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_out_of_a_folder_as_well() {
        let (folder, other) =
            (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let link = |name: &str, to: &Path| {
            std::os::unix::fs::symlink(to, folder.path().join(name)).expect("a link");
        };
        std::fs::create_dir(folder.path().join("real")).expect("a folder");
        link("out", other.path());
        link("gone", Path::new("/nonexistent/x"));
        link("in", Path::new("real"));
        let inside = |path: &str| is_inside(folder.path(), Path::new(path));
        assert!(inside("real/x") && inside("in/x"));
        assert!(!inside("out") && !inside("out/x") && !inside("gone") && !inside("real/../out/x"));
    }
}
