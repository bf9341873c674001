//! The shape of the house, as far as the compiler does not say it: files of a crate form no circles, and everything stays
//! readable.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::modules::{Crate, sources};

/// Rooms in which files or functions are still too long, each with how many may be.
const LONG: [(&str, usize); 1] = [("rules", 1)];

/// Lines of a file, of code in a function.
const LONGEST: (usize, usize) = (900, 80);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of the crates beside the package itself, in the order in which the workspace lists them.
fn crates() -> Vec<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, members) = text.split_once("members = [").unwrap();
    let (members, _) = members.split_once(']').unwrap();
    let names = members.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    names.map(str::to_owned).collect()
}

#[test]
fn files_of_a_room_form_no_circles() {
    let mut wrong = String::new();
    let mut look = |house: &Crate, name: &str, circles: BTreeSet<BTreeSet<usize>>| {
        let found = circles.iter().map(BTreeSet::len).sum::<usize>();
        if found > 0 {
            wrong += &format!("{name}: {found} files stand in a circle\n");
        }
        for circle in circles {
            let mut needs: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
            for import in &house.imports {
                if !import.testing && circle.contains(&import.from) && circle.contains(&import.to) {
                    let name = format!("{} (line {})", import.name, import.line);
                    needs.entry((import.from, import.to)).or_default().insert(name);
                }
            }
            for ((from, to), names) in needs {
                let (from, to) = (house.files[from].path.display(), house.files[to].path.display());
                let names: Vec<String> = names.into_iter().collect();
                wrong += &format!("  {from} needs {to}: {}\n", names.join(", "));
            }
        }
    };
    let crates = crates();
    assert!(crates.len() > 10, "{crates:?}");
    let mut files = 0;
    for folder in &crates {
        let one = Crate::read(&root(), folder);
        look(&one, folder, one.circles());
        files += one.files.len();
    }
    assert!(files > 300, "{files} files");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_and_functions_stay_readable() {
    let mut long: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut folders = crates();
    folders.extend(["src", "tests", "benches"].map(str::to_owned));
    for folder in &folders {
        for file in Crate::read(&root(), folder).files {
            let path = file.path.display();
            let found = long.entry(folder.clone()).or_default();
            if file.lines > LONGEST.0 {
                found.push(format!("{path}: {} lines", file.lines));
            }
            for function in file.functions.iter().filter(|f| f.lines > LONGEST.1) {
                found.push(format!(
                    "{path}:{}: `{}` has {} lines",
                    function.line, function.name, function.lines
                ));
            }
        }
    }
    let mut wrong = String::new();
    for (name, found) in long {
        let allowed = LONG.iter().find(|(room, _)| *room == name).map_or(0, |(_, number)| *number);
        if found.len() > allowed {
            wrong += &format!(
                "{name}: {} too long, allowed are {allowed}\n  {}\n",
                found.len(),
                found.join("\n  ")
            );
        }
    }
    assert!(wrong.is_empty(), "what is perhaps two things:\n{wrong}");
}

#[test]
fn the_checker_of_certificates_knows_nothing_of_the_solver() {
    let manifest = fs::read_to_string(root().join("src/certificate/Cargo.toml")).unwrap();
    let (_, needed) = manifest.split_once("[dependencies]").unwrap();
    for other in ["focuscheck-", "num-", "good_lp"] {
        assert!(!needed.contains(other), "{needed}");
    }
}

#[test]
fn good_lp_is_known_to_one_file_only() {
    let mut files = Vec::new();
    for folder in crates() {
        sources(&root().join(folder), &mut files);
    }
    sources(&root().join("src"), &mut files);
    let users: Vec<_> = files
        .iter()
        .filter(|f| fs::read_to_string(f).unwrap().lines().any(|l| l.trim_start().starts_with("use good_lp")))
        .map(|f| f.strip_prefix(root()).unwrap().to_owned())
        .collect();
    assert_eq!(users, [Path::new("src/lia/proposal.rs")]);
}
