//! The report for browsers, in a browser. Without one there is nothing to test: `scripts/browser-test.sh` says so.

use std::path::{Path, PathBuf};

use crate::support::browser::{self, Browser};

/// Checks programs with `--format html`; the folder, and what was printed.
fn report(paths: &[&str], options: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let output = assert_cmd::Command::cargo_bin("focuscheck")
        .expect("the command")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["check", "--format", "html", "-o"])
        .arg(folder.path())
        .args(options)
        .args(paths)
        .output()
        .expect("it runs");
    (folder, String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Keeps a picture if somebody wants to see it.
fn picture(browser: &mut Browser, name: &str) {
    if let Some(folder) = std::env::var_os("FOCUSCHECK_SCREENSHOTS") {
        browser.screenshot(&PathBuf::from(folder).join(format!("{name}.png")));
    }
}

#[test]
fn pictures() {
    let Some(program) = browser::find() else { return };
    let (folder, _) = report(&["programs"], &[]);
    let mut browser = Browser::start(&program);
    for (name, short) in [
        ("programs+paper+fig1.cimple.html", "fig1"),
        ("programs+paper+fig2.cimple.html", "fig2"),
        ("programs+paper+fig7_bug14.c.html", "fig7"),
        ("programs+behaviour+local_header.c.html", "header"),
    ] {
        for scheme in ["light", "dark"] {
            browser.media(scheme, "screen");
            for level in ["reduced", "slice", "trace"] {
                browser.open(&folder.path().join(name), &format!("#error=1&explanation=2&level={level}"));
                picture(&mut browser, &format!("{short}-{level}-{scheme}"));
                assert_eq!(browser.complaints(), Vec::<String>::new());
            }
        }
    }
    browser.media("light", "screen");
    browser.open(&folder.path().join("index.html"), "");
    picture(&mut browser, "index-light");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let _ = Path::new("");
}
