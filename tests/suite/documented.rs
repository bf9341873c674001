//! The book shows what the commands print: each block of `console` is run, in the folder that a comment before it names.
//!
//! A line `…` stands for any lines, none or more.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of the book and what it is said to print.
struct Session {
    place: String,
    folder: PathBuf,
    command: String,
    printed: Vec<String>,
}

/// The sessions of a page.
fn sessions(root: &Path, page: &Path) -> Vec<Session> {
    let text = std::fs::read_to_string(page).expect("a page");
    let (mut found, mut folder, mut inside) = (Vec::<Session>::new(), root.to_owned(), false);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(named) = line.strip_prefix("<!-- in: ").and_then(|line| line.strip_suffix(" -->")) {
            folder = root.join(named);
        } else if line == "```console" {
            inside = true;
        } else if line == "```" {
            inside = false;
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            let place = format!("{}:{number}", page.display());
            found.push(Session {
                place,
                folder: folder.clone(),
                command: command.to_owned(),
                printed: Vec::new(),
            });
        } else if inside {
            let last = found.last_mut().unwrap_or_else(|| panic!("{}:{number}: no command", page.display()));
            last.printed.push(line.to_owned());
        }
    }
    found
}

/// Whether lines are those that are told.
fn agrees(told: &[String], lines: &[&str]) -> bool {
    match told.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first.trim() == "…" => {
            (0..=lines.len()).any(|from| agrees(rest, &lines[from..]))
        }
        Some((first, rest)) => lines.first() == Some(&first.as_str()) && agrees(rest, &lines[1..]),
    }
}

#[test]
fn the_book_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root.join("docs"))
        .expect("the book")
        .map(|entry| entry.expect("a page").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.push(root.join("README.md"));
    pages.sort();
    let has_compiler = Command::new("cc").arg("--version").output().is_ok();
    let mut tried = 0;
    let lasting = tempfile::tempdir().expect("a folder");
    for session in pages.iter().flat_map(|page| sessions(root, page)) {
        let words: Vec<&str> = session.command.split(' ').collect();
        assert_eq!(words[0], "focuscheck", "{}", session.place);
        if words[1] == "replay" && !has_compiler {
            continue;
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_focuscheck"));
        command.args(&words[1..]).current_dir(&session.folder).env_remove("CC");
        // As on a terminal of the usual width that can show all characters.
        command.env("LC_ALL", "C.UTF-8").env("COLUMNS", "100").env("XDG_CONFIG_HOME", root.join("docs"));
        command.env("XDG_CACHE_HOME", lasting.path());
        let output = command.output().expect("a process");
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        let lines: Vec<&str> = stdout.lines().collect();
        assert!(agrees(&session.printed, &lines), "{}: {}\nprints\n{stdout}", session.place, session.command);
        tried += 1;
    }
    assert!(tried >= 4, "{tried} sessions");
}

/// The site has every page.
#[test]
fn the_summary_names_every_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    for entry in std::fs::read_dir(docs).expect("the book") {
        let name = entry.expect("a page").file_name().into_string().expect("UTF-8");
        let is_page = name.ends_with(".md") && name != "SUMMARY.md";
        assert_eq!(summary.matches(&format!("({name})")).count(), usize::from(is_page), "{name}");
    }
}

#[test]
fn the_readme_is_short() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() < 200);
}
