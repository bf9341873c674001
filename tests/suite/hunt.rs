//! Verdicts on programs that lean on what is hard to model, against gcc and its sanitizers: a sample of what
//! `scripts/hunt.sh` does with many.

// Skipping has to be seen.
#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};

// The long run uses the rest of it.
#[allow(dead_code)]
#[path = "../../scripts/hunt/src/hunt/mod.rs"]
mod programs;

use programs::tally::Tally;
use programs::truth::{Known, available};
use programs::verdict::Tool;

/// Pairs of programs: of each construct so far from the next, one whose assertion holds and one whose fails.
const PAIRS: u64 = 30;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn judged(seeds: &[u64], folder: &Path) -> Tally {
    let tables = programs::tables(&root().join("scripts/hunt/constructs")).expect("the tables are there");
    let tool = Tool::new(env!("CARGO_BIN_EXE_focuscheck").into(), 1);
    std::fs::create_dir_all(folder).expect("a folder can be made");
    programs::judged(&tables, seeds, &tool, folder, &mut Known::open(folder.join("truths.tsv")))
}

#[test]
fn verdicts_on_hard_constructs_agree_with_the_compiler() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    if !available(folder.path()) {
        eprintln!("skipped: there is no gcc with address and undefined-behaviour sanitizers");
        return;
    }
    let seeds: Vec<u64> = (0..PAIRS).flat_map(|pair| [50 * pair, 50 * pair + 1]).collect();
    let (left, right) = seeds.split_at(seeds.len() / 2);
    let mut tally = std::thread::scope(|scope| {
        let other = scope.spawn(|| judged(right, &folder.path().join("right")));
        let mut tally = judged(left, &folder.path().join("left"));
        tally.plus(other.join().expect("the other half"));
        tally
    });
    let looked_at: Vec<_> = tally.wrong.drain(..).chain(tally.broken.drain(..)).collect();
    let texts: Vec<String> =
        looked_at.iter().map(|f| format!("{}\n{}", f.diagnosis, f.program.text)).collect();
    assert!(texts.is_empty(), "{} programs:\n{}", texts.len(), texts.join("\n"));
    let [safe, not] = tally.total().right;
    assert!(safe > 0 && not > 0, "nothing is decided:\n{}", tally.table());
}

#[test]
fn each_construct_is_tried_both_ways() {
    let tables = programs::tables(&root().join("scripts/hunt/constructs")).expect("the tables are there");
    let count = tables.constructs.len() as u64;
    assert!(count > 600, "{count}");
    for seed in (0..2 * count).step_by(2) {
        let [holds, fails] = [seed, seed + 1].map(|seed| programs::compose::compose(&tables, seed));
        assert!(holds.holds && !fails.holds && holds.construct == fails.construct, "{}", holds.construct);
        assert_ne!(holds.text, fails.text, "{}", holds.construct);
        let mut after = holds.text.split('$').skip(1);
        assert!(
            !after.any(|rest| rest.starts_with(char::is_uppercase)),
            "a placeholder is left:\n{}",
            holds.text
        );
    }
}
