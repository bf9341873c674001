//! What gcc says about a file.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder in which gcc looks for headers too, if it is set.
pub const INCLUDE: &str = "PARSE_CORPUS_INCLUDE";

/// So long may gcc take for a file.
const SECONDS: &str = "20";

/// The preprocessed text of the file in the cache if gcc accepts the file as C, by its default standard or
/// the oldest.
pub fn accepted(file: &Path, cache: &Path) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    std::fs::metadata(file).ok()?.modified().ok()?.hash(&mut hasher);
    let key = hasher.finish();
    // What is preprocessed already stays as it is.
    let done = file.extension().is_some_and(|e| e == "i");
    let preprocessed = cache.join(format!("{key:016x}.i"));
    let refused = cache.join(format!("{key:016x}.refused"));
    if refused.exists() {
        return None;
    }
    if preprocessed.exists() {
        return Some(preprocessed);
    }
    let accepted = |standard| gcc(&[standard, "-w", "-fsyntax-only"], file);
    if done && ["-std=gnu17", "-std=gnu89"].into_iter().any(accepted) {
        return Some(file.to_owned());
    }
    for standard in ["-std=gnu17", "-std=gnu89"] {
        let arguments = [standard, "-w", "-fsyntax-only"];
        if gcc(&arguments, file) {
            let output = preprocessed.to_string_lossy().into_owned();
            if gcc(&[standard, "-w", "-E", "-o", &output], file) {
                return Some(preprocessed);
            }
        }
    }
    let _ = std::fs::write(refused, "");
    None
}

/// Whether gcc succeeds on a file.
pub fn gcc(arguments: &[&str], file: &Path) -> bool {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg("gcc").args(arguments).arg(file);
    if let Some(folder) = std::env::var_os(INCLUDE) {
        command.arg("-idirafter").arg(folder);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
