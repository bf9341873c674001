//! `compile_commands.json`: how the files of a project are compiled, as CMake, Bear and Meson write it.
//!
//! An entry names a file, the folder that its paths are relative to, and the command as a list of words (`arguments`) or as
//! one text that a shell would take apart (`command`). Of the command what the preprocessor needs is taken; what would
//! change what the program means is said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::CliError;
use super::collect::without_current_directory;
use super::input::Input;
use super::read;
use focuscheck_base::compilation::Settings;
use focuscheck_base::options::MacroOption;

/// The name of the file.
const NAME: &str = "compile_commands.json";

/// An entry of the file.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// The files that a compilation database names, each with its settings; the database is a file, or in a folder.
///
/// # Errors
/// If there is none, or it is none.
pub(super) fn inputs(path: &Path) -> Result<Vec<Input>, CliError> {
    let file = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
    let failed = |reason: String| CliError::Input(format!("{}: {reason}", file.display()));
    let text = read::read(&file).map_err(failed)?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
        let place = format!("{}:{}:{}", file.display(), error.line(), error.column());
        CliError::Input(format!("{place}: not a compilation database: {error}"))
    })?;
    let here = std::env::current_dir().unwrap_or_default();
    let folder = std::path::absolute(file.parent().unwrap_or(Path::new("."))).unwrap_or_default();
    let mut found: BTreeMap<PathBuf, Input> = BTreeMap::new();
    for entry in entries {
        // Paths of folders are relative to the file in what people write by hand.
        let directory = normal(&folder.join(&entry.directory));
        let path = shown(&normal(&directory.join(&entry.file)), &here);
        let words = match entry.arguments.is_empty() {
            true => shlex::split(&entry.command).ok_or_else(|| {
                failed(format!("a quote is not closed in the command of {}", path.display()))
            })?,
            false => entry.arguments,
        };
        let compiled = Compiled::of(&words, &directory, &here);
        let input = Input {
            settings: compiled.settings,
            within: Some(file.clone()),
            notes: compiled.ignored.iter().map(|option| ignored(option)).collect(),
            ..Input::file(path.clone())
        };
        if let Some(first) = found.get_mut(&path) {
            let note = "compiled more than once, with other options: the first ones are taken".to_owned();
            if first.settings != input.settings && !first.notes.contains(&note) {
                first.notes.push(note);
            }
            continue;
        }
        found.insert(path, input);
    }
    Ok(found.into_values().collect())
}

/// What is said of an option that changes what a program means.
fn ignored(option: &str) -> String {
    let instead = match option {
        "-m32" => ": use --data-model ilp32",
        _ => "",
    };
    format!("it is compiled with {option}, which is not followed{instead}")
}

/// What a command says of a file.
#[derive(Default)]
struct Compiled {
    settings: Settings,
    /// Options that change what the program means.
    ignored: BTreeSet<String>,
}

impl Compiled {
    /// Reads the words of a command, the compiler first.
    fn of(words: &[String], directory: &Path, here: &Path) -> Self {
        let mut compiled = Compiled::default();
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            let mut value = |option: &str| match word.strip_prefix(option)? {
                "" => words.next().cloned(),
                value => Some(value.to_owned()),
            };
            let path = |path: String| shown(&normal(&directory.join(path)), here);
            let settings = &mut compiled.settings;
            // The longer names first: one begins like another.
            if let Some(folder) =
                ["-isystem", "-iquote", "-idirafter"].iter().find_map(|option| value(option))
            {
                settings.folders.push(path(folder));
            } else if let Some(header) = value("-include").filter(|_| word == "-include") {
                settings.forced.push(path(header));
            } else if let Some(folder) = value("-I") {
                settings.folders.push(path(folder));
            } else if let Some(text) = value("-D") {
                let (name, value) = text.split_once('=').unwrap_or((&text, "1"));
                settings.macros.push(MacroOption::Define(name.to_owned(), value.to_owned()));
            } else if let Some(name) = value("-U") {
                settings.macros.push(MacroOption::Undefine(name));
            } else if matches!(
                word.as_str(),
                "-m32"
                    | "-mx32"
                    | "-m16"
                    | "-funsigned-char"
                    | "-fshort-enums"
                    | "-fpack-struct"
                    | "-fwrapv"
                    | "-ftrapv"
            ) {
                compiled.ignored.insert(word.clone());
            }
        }
        compiled
    }
}

/// A path without `.` and, as far as that can be told from the names alone, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            _ => normal.push(component),
        }
    }
    normal
}

/// A path as a person in this folder names it.
fn shown(path: &Path, here: &Path) -> PathBuf {
    let inside = path.strip_prefix(here).map(without_current_directory);
    match inside {
        Ok(inside) if !inside.as_os_str().is_empty() => inside,
        Ok(_) => PathBuf::from("."),
        Err(_) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(command: &str) -> Compiled {
        let words = shlex::split(command).expect("words");
        Compiled::of(&words, Path::new("/p/build"), Path::new("/p"))
    }

    #[test]
    fn what_the_preprocessor_needs_is_taken() {
        let command = "gcc -DA -D B=2 '-DC=\"x y\"' -UD -I../inc -I sub -isystem /usr/x -include config.h -O2 -c ../m.c";
        let Settings { folders, macros, forced } = compiled(command).settings;
        let define = |name: &str, value: &str| MacroOption::Define(name.to_owned(), value.to_owned());
        let expected = [
            define("A", "1"),
            define("B", "2"),
            define("C", "\"x y\""),
            MacroOption::Undefine("D".to_owned()),
        ];
        assert_eq!(macros, expected);
        assert_eq!(folders, ["inc", "build/sub", "/usr/x"].map(PathBuf::from));
        assert_eq!(forced, [PathBuf::from("build/config.h")]);
        let ignored: Vec<String> = compiled("cc -m32 -Wall m.c").ignored.into_iter().collect();
        assert_eq!(ignored, ["-m32"]);
    }

    #[test]
    fn both_forms_of_commands_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = r#"[{"directory": "b", "file": "m.c", "arguments": ["cc", "-DX", "-c", "m.c"]},
                       {"directory": "b", "command": "cc -DX=2 -c ../n.c", "file": "../n.c", "output": "n.o"},
                       {"directory": "b", "file": "m.c", "arguments": ["cc", "-DY", "-c", "m.c"]}]"#;
        std::fs::write(folder.path().join(NAME), text).expect("a file");
        let found = inputs(folder.path()).expect("inputs");
        let short = |input: &Input| input.path.strip_prefix(folder.path()).expect("inside").to_owned();
        assert_eq!(found.iter().map(short).collect::<Vec<_>>(), ["b/m.c", "n.c"].map(PathBuf::from));
        assert_eq!(found[1].settings.macros, [MacroOption::Define("X".to_owned(), "2".to_owned())]);
        assert_eq!(found[0].notes.len(), 1);
        std::fs::write(folder.path().join(NAME), "[{}]").expect("a file");
        let error = inputs(folder.path()).expect_err("none").to_string();
        assert!(error.contains("compile_commands.json:1:3: not a compilation database"), "{error}");
    }
}
