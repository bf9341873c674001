//! What the targets share.

use std::panic::resume_unwind;

use focuscheck_base::source::SourceFile;

/// As much as the command line gives its threads.
const STACK: usize = 256 << 20;

/// Runs a target on the text that the bytes are, on a thread like those of the command line.
pub fn with_source(data: &[u8], target: impl FnOnce(&SourceFile) + Send) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.contains('\0') {
        return;
    }
    // A stack overflow ends the process before the fuzzer can save the input.
    if let Some(path) = std::env::var_os("FUZZ_LAST_INPUT") {
        std::fs::write(path, data).expect("the last input can be written");
    }
    let source = SourceFile::new("fuzz.c", text);
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let handle = worker.spawn_scoped(scope, || target(&source)).expect("a thread starts");
        if let Err(panic) = handle.join() {
            resume_unwind(panic);
        }
    });
}
