//! Programs that once broke the tool, found by fuzzing: no stage may panic, hang or run out of memory.

use std::path::Path;
use std::time::Duration;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_syntax::{self as syntax, print};

/// As much as the command line gives its threads.
const STACK: usize = 256 << 20;

#[test]
fn nothing_breaks_on_what_broke_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crashes");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || whole(&text)).unwrap();
        let outcome = worker.join().unwrap_or_else(|_| panic!("{name} breaks the tool"));
        assert_eq!(outcome, Ok(()), "{name}");
    }
}

/// Everything that is done with a file.
fn whole(text: &str) -> Result<(), String> {
    let source = SourceFile::new("crash.c", text);
    if let Some(unit) = syntax::parse(&source, false).unit {
        let printed = SourceFile::new("printed.c", print::print(&unit));
        let again = syntax::parse(&printed, false);
        let again = again.unit.ok_or_else(|| format!("{:?}\n{}", again.diagnostics, printed.text()))?;
        if let Some(difference) = syntax::difference(&unit, &again) {
            return Err(format!("{difference}\n{}", printed.text()));
        }
    }
    let options =
        Options { max_slices: 2, max_values: 4, timeout: Some(Duration::from_secs(2)), ..Options::default() };
    focuscheck_driver::analyse(&source, &options);
    Ok(())
}

#[test]
fn a_function_too_large_for_dependence_is_unknown_at_once() {
    let mut text = "extern int nondet(void);\nint main(void) {\n  int x = nondet(), y = 0;\n".to_owned();
    for number in 0..16_000 {
        text.push_str(&format!("  if (x == {number}) y = {number};\n"));
    }
    text.push_str("  __VERIFIER_assert(y == x);\n}\n");
    let source = SourceFile::new("large.c", text);
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let report = focuscheck_driver::analyse(&source, &Options::default());
        report.reason.unwrap_or_default()
    });
    let reason = worker.unwrap().join().unwrap();
    assert!(reason.contains("main() has") && reason.contains("divide it"), "{reason}");
}
