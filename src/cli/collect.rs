//! Which files a batch consists of.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;

use super::CliError;
use super::input::Input;

/// Extensions of the files that are taken from a directory.
const EXTENSIONS: [&str; 3] = ["c", "i", "cimple"];

/// All inputs that the paths name, sorted, each file once. A path that names nothing is an input with a
/// problem, so that the rest of the batch is not affected.
pub fn collect(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => directory(path, &mut inputs),
            Err(error) if error.kind() == ErrorKind::NotFound && has_wildcard(path) => {
                glob(path, &mut inputs)
            }
            // What cannot be read is found out, and said, by reading it.
            _ => inputs.push(Input::file(path.clone())),
        }
    }
    // A file that was named itself comes before the same one in a folder.
    inputs.sort_by(|a, b| (&a.path, &a.problem, &a.within).cmp(&(&b.path, &b.problem, &b.within)));
    let mut seen = BTreeSet::new();
    inputs.retain(|input| {
        let real = std::fs::canonicalize(&input.path).unwrap_or_else(|_| input.path.clone());
        seen.insert((real, input.problem.clone()))
    });
    inputs
}

/// The inputs that match none of the patterns.
pub fn without(inputs: Vec<Input>, patterns: &[String]) -> Result<Vec<Input>, CliError> {
    let mut excluded = Vec::new();
    for pattern in patterns {
        let matcher = matcher(Path::new(pattern))
            .map_err(|error| CliError::Usage(format!("--exclude {pattern}: not a valid pattern: {error}")))?;
        excluded.push(matcher);
    }
    let keep = |input: &Input| {
        let path = without_current_directory(&input.path);
        // A pattern may name a folder, or a part of a path that is given from its root.
        let hit = |path: &Path| excluded.iter().any(|matcher| matcher.is_match(path));
        let mut tail = path.components();
        let mut tails = std::iter::from_fn(|| tail.next().map(|_| tail.as_path().to_owned()));
        !path.ancestors().any(hit) && !tails.any(|tail| tail.ancestors().any(hit))
    };
    Ok(inputs.into_iter().filter(keep).collect())
}

fn directory(path: &Path, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    let is_source = |file: &Path| {
        file.extension()
            .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
    };
    walk(path, is_source, inputs);
    if inputs.len() == before {
        inputs.push(Input::problem(path, "the directory contains no C files (.c, .i, .cimple)"));
    }
}

fn glob(path: &Path, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    match matcher(path) {
        Ok(matcher) => walk(&fixed_part(path), |file: &Path| matcher.is_match(file), inputs),
        Err(error) => return inputs.push(Input::problem(path, format!("not a valid pattern: {error}"))),
    }
    if inputs.len() == before {
        inputs.push(Input::problem(path, "no file matches the pattern"));
    }
}

fn matcher(pattern: &Path) -> Result<GlobMatcher, globset::Error> {
    let pattern = pattern.to_string_lossy();
    let pattern = pattern.strip_prefix("./").unwrap_or(&pattern);
    Ok(GlobBuilder::new(pattern).literal_separator(true).build()?.compile_matcher())
}

/// The directory above the first component with a wildcard.
fn fixed_part(pattern: &Path) -> PathBuf {
    let fixed: PathBuf = pattern
        .components()
        .take_while(|component| !has_wildcard(Path::new(component.as_os_str())))
        .collect();
    if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed }
}

fn has_wildcard(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Adds the files below a directory that are wanted. Ignore files count whether or not the directory is in
/// a git repository; the user's own settings do not, so that everyone gets the same batch.
fn walk(root: &Path, wanted: impl Fn(&Path) -> bool, inputs: &mut Vec<Input>) {
    let walker = WalkBuilder::new(root).require_git(false).git_global(false).build();
    for entry in walker {
        match entry {
            Ok(entry) => {
                let path = without_current_directory(entry.path());
                // Links to files are followed, links to directories are not: they may form a circle.
                let is_file = entry.file_type().is_some_and(|kind| kind.is_file() || kind.is_symlink())
                    && entry.path().is_file();
                if is_file && wanted(&path) {
                    inputs.push(Input { within: Some(root.to_owned()), ..Input::file(path) });
                }
            }
            Err(error) => inputs.push(Input::problem(root, format!("cannot search the directory: {error}"))),
        }
    }
}

pub(super) fn without_current_directory(path: &Path) -> PathBuf {
    path.components().skip_while(|component| *component == Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn directories_are_searched_and_files_are_taken_once() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let root = root.path();
        for name in ["b.c", "a.i", "sub/x.cimple", "sub/skip.c", "note.txt", "X.C"] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, "").expect("a file");
        }
        fs::write(root.join(".gitignore"), "skip.c\n").expect("a file");
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let inputs = collect(paths);
            assert!(inputs.iter().all(|input| input.problem.is_none()), "{inputs:?}");
            let short = |input: &Input| input.path.strip_prefix(root).map(|path| path.display().to_string());
            inputs.iter().map(|input| short(input).expect("a path below the root")).collect()
        };
        assert_eq!(names(&[root.to_owned()]), ["X.C", "a.i", "b.c", "sub/x.cimple"]);
        assert_eq!(
            names(&[root.join("b.c"), root.join("./b.c"), root.join("note.txt")]),
            ["b.c", "note.txt"]
        );
        assert_eq!(names(&[root.join("*.[ci]")]), ["a.i", "b.c"]);
        assert_eq!(names(&[root.join("**/*.{c,cimple}")]), ["b.c", "sub/x.cimple"]);
    }

    #[test]
    fn what_names_nothing_is_a_problem_of_its_own() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let problem = |path: PathBuf| collect(&[path])[0].problem.clone().unwrap_or_default();
        assert!(problem(root.path().to_owned()).contains("no C files"));
        assert!(problem(root.path().join("*.c")).contains("no file matches"));
        assert!(problem(root.path().join("[.c")).contains("not a valid pattern"));
        assert_eq!(collect(&[root.path().join("missing.c")])[0].problem, None);
    }
}
