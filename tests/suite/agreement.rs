//! Which programs the layout that is being built lays out as the one in charge does. `agreement.txt` lists those that it does
//! not, each with the reason, or with what differs first.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use focuscheck::SourceFile;
use focuscheck::internals::options::Options;
use focuscheck::internals::pipeline::agree::{Agreement, agreement};

fn programs() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "c" || ending == "cimple") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn both_layouts_give_the_same_graph_but_for_those_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut reasons, mut same) = (String::new(), String::new(), 0);
    for path in programs() {
        let source = SourceFile::new(path.to_string_lossy(), std::fs::read_to_string(&path).unwrap());
        let name = path.strip_prefix(root).unwrap().display();
        match agreement(&source, &Options::default()) {
            Agreement::Same => same += 1,
            Agreement::Different(how) => {
                let _ = writeln!(found, "{name}: different");
                let _ = writeln!(reasons, "{name}: {how}");
            }
            Agreement::Pending(pending) => {
                let _ = writeln!(found, "{name}: {pending}");
            }
            Agreement::None => {}
        }
    }
    let listed = std::fs::read_to_string(root.join("tests/suite/agreement.txt")).unwrap();
    assert!(
        found == listed,
        "{same} are the same; tests/suite/agreement.txt should be\n{found}\nbecause\n{reasons}"
    );
    assert!(same > 100, "{same}");
}
