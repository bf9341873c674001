//! Says of which commit the program is, for `--version`; of a source tree without git only the version is known.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // A source tree that lies in somebody else's repository is not of its commit.
    let is_own = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let commit = git(&["log", "-1", "--format=%h %cs"]).filter(|_| is_own);
    let described = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo:rustc-env=FOCUSCHECK_VERSION={described}");
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name]).filter(|_| is_own);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
}
