//! The shape of the house: modules import only from earlier stages, files of a room form no circles, and everything stays
//! readable.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::modules::{Crate, File, sources};

/// Rooms in which files or functions are still too long, each with how many may be.
const LONG: [(&str, usize); 1] = [("rules", 1)];

/// Lines of a file, of code in a function.
const LONGEST: (usize, usize) = (900, 80);

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The stages in the order in which `lib.rs` declares them.
fn stages() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let declared = text.lines().filter_map(|l| l.strip_suffix(';')?.split_once("mod "));
    declared.map(|(_, name)| name).enumerate().map(|(number, name)| (name.to_owned(), number)).collect()
}

fn room(file: &File) -> &str {
    file.module.first().map_or("", String::as_str)
}

#[test]
fn modules_import_only_from_earlier_stages() {
    let stages = stages();
    assert!(stages.len() > 10, "{stages:?}");
    let house = Crate::read(&root(), "src");
    let mut wrong = Vec::new();
    for import in &house.imports {
        let (from, to) = (&house.files[import.from], &house.files[import.to]);
        let (Some(own), Some(other)) = (stages.get(room(from)), stages.get(room(to))) else { continue };
        if other > own {
            wrong.push(format!("{}:{}: uses {}", from.path.display(), import.line, to.path.display()));
        }
    }
    assert!(wrong.is_empty(), "imports from a later stage:\n{}", wrong.join("\n"));
}

#[test]
fn files_of_a_room_form_no_circles() {
    let (house, rules) = (Crate::read(&root(), "src"), Crate::read(&root(), "rules"));
    let rooms: BTreeSet<&str> = house.files.iter().map(room).filter(|r| !r.is_empty()).collect();
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
                    needs.entry((import.from, import.to)).or_default().insert(import.name.clone());
                }
            }
            for ((from, to), names) in needs {
                let (from, to) = (house.files[from].path.display(), house.files[to].path.display());
                let names: Vec<String> = names.into_iter().collect();
                wrong += &format!("  {from} needs {to}: {}\n", names.join(" "));
            }
        }
    };
    for name in rooms {
        look(&house, name, house.circles(|file| room(file) == name));
    }
    look(&rules, "rules", rules.circles(|_| true));
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_and_functions_stay_readable() {
    let mut long: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in ["src", "rules", "allocator", "tests", "benches"] {
        for file in Crate::read(&root(), folder).files {
            let path = file.path.display();
            let name = if folder == "src" { room(&file) } else { folder };
            let found = long.entry(name.to_owned()).or_default();
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
