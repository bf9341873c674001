use std::path::Path;

use rayon::prelude::*;

use crate::front::{in_cells, prepared};
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;

use super::*;
use crate::method::guessing::early;

/// Every third program, or all with `FOCUSCHECK_ALL` (`scripts/all-programs.sh`).
fn programs() -> Vec<(SourceFile, Options)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    let mut found = Vec::new();
    for folder in ["behaviour", "first", "paper"] {
        let mut files: Vec<_> =
            std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let name = path.to_string_lossy().into_owned();
            if !name.ends_with(".h") && !text.contains("#include \"") {
                found.push((SourceFile::new(name, text), Options { checks: None, ..Options::default() }));
            }
        }
    }
    let step = if std::env::var_os("FOCUSCHECK_ALL").is_some() { 1 } else { 3 };
    found.into_iter().step_by(step).collect()
}

/// The answers to these errors, asked for one after the other, by error.
fn answers(engine: &Engine<'_>, asked: &[ErrorId]) -> Vec<(ErrorId, String)> {
    let mut knowledge = Knowledge::of(engine.graph, Vec::new(), early(engine));
    let mut answers: Vec<(ErrorId, String)> =
        asked.iter().map(|&error| (error, format!("{:?}", engine.answer(error, &mut knowledge)))).collect();
    answers.sort_unstable();
    answers
}

/// Asks for the errors of a program in different orders; whether there are enough of them, and not too many.
fn is_independent(source: &SourceFile, options: &Options) -> bool {
    let (Some(original), _) = prepared(source, options) else { return false };
    let Ok(laid) = in_cells(&original, source, options) else { return false };
    let graph = laid.graph;
    // What has more is like these, but longer.
    if !(2..=4).contains(&graph.errors.len()) {
        return false;
    }
    let engine = Engine::new(&graph, &original, source, options);
    let mut errors: Vec<ErrorId> = engine.errors().collect();
    let forwards = answers(&engine, &errors);
    errors.reverse();
    let backwards = answers(&engine, &errors);
    for (one, other) in forwards.iter().zip(&backwards) {
        assert_eq!(one, other, "{} backwards", source.path());
        // The first and the last one were asked for before all others.
        if ![errors.first(), errors.last()].contains(&Some(&one.0)) {
            assert_eq!(&answers(&engine, &[one.0])[0], one, "{} alone", source.path());
        }
    }
    true
}

#[test]
fn no_answer_depends_on_what_was_asked_before() {
    let tried = programs().par_iter().filter(|(source, options)| is_independent(source, options)).count();
    assert!(tried > 10, "{tried} programs");
}
