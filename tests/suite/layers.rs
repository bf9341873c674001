//! The shape of the house: modules import only from earlier stages, and files stay readable.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// The stages in the order in which `lib.rs` declares them.
fn stages() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let names = text.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';'));
    names.enumerate().map(|(number, name)| (name.to_owned(), number)).collect()
}

#[test]
fn modules_import_only_from_earlier_stages() {
    let stages = stages();
    assert!(stages.len() > 10, "{stages:?}");
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inside = file.strip_prefix(root().join("src")).unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let Some(&own) = stages.get(first.trim_end_matches(".rs")) else { continue };
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.trim_start().starts_with("//") {
                continue;
            }
            for (position, _) in line.match_indices("crate::") {
                let rest = &line[position + "crate::".len()..];
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if stages.get(&name).is_some_and(|&other| other > own) {
                    wrong.push(format!("{}:{}: uses {name}", inside.display(), number + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports from a later stage:\n{}", wrong.join("\n"));
}

#[test]
fn the_checker_of_certificates_knows_nothing_of_the_solver() {
    let mut files = Vec::new();
    sources(&root().join("src/certificate"), &mut files);
    assert!(files.len() > 3, "{files:?}");
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let other =
                ["crate::", "num_bigint", "num_rational", "good_lp"].into_iter().find(|w| line.contains(w));
            assert!(other.is_none() || line.contains("pub(crate)"), "{}: {line}", file.display());
        }
    }
}

#[test]
fn files_stay_under_700_lines() {
    let mut files = Vec::new();
    for folder in ["src", "rules", "tests", "benches"] {
        sources(&root().join(folder), &mut files);
    }
    let long: Vec<String> = files
        .iter()
        .map(|f| (f, fs::read_to_string(f).unwrap().lines().count()))
        .filter(|(_, lines)| *lines > 700)
        .map(|(f, lines)| format!("{}: {lines}", f.display()))
        .collect();
    assert!(long.is_empty(), "files that are perhaps two rooms:\n{}", long.join("\n"));
}

#[test]
fn good_lp_is_known_to_one_file_only() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let users: Vec<_> = files
        .iter()
        .filter(|f| fs::read_to_string(f).unwrap().lines().any(|l| l.trim_start().starts_with("use good_lp")))
        .map(|f| f.strip_prefix(root().join("src")).unwrap().to_owned())
        .collect();
    assert_eq!(users, [Path::new("solver/proposal.rs")]);
}
