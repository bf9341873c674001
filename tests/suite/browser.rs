//! The report for browsers, in a browser. Without one there is nothing to test; `scripts/browser-test.sh` says so.

use std::path::{Path, PathBuf};

use crate::support::browser::{self, Browser};

/// A run of more than ten thousand steps of which few matter.
const LONG: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int total = 0;
void tick(int amount) {
    total = total + amount;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    int i = 0;
    int last = 0;
    while (i < 2000) {
        tick(1);
        last = i;
        i = i + 1;
    }
    if (x > 3)
        assert(x < 10 || last != 1999);
    return 0;
}
";

/// Source that tries to be more than text.
const HOSTILE: &str = "int main() {
  int x; bool bad = false;
  /* </script><script>window.hacked = 1</script> <img src=x onerror=window.hacked=2> \u{2028} \u{202e} */
  // {{ page }} {% raw %} &lt;b&gt; ]]> <!--
  char c = '<'; if (x > 3) bad = true; }
//@ error: main: bad && 1 < 2
";

/// Checks files in a folder with `--format html`; gives the folder of pages.
fn report(folder: &Path, paths: &[&str]) -> tempfile::TempDir {
    let pages = tempfile::tempdir().expect("a temporary directory");
    let output = assert_cmd::Command::cargo_bin("focuscheck")
        .expect("the command")
        .current_dir(folder)
        .args(["check", "--format", "html", "-o"])
        .arg(pages.path())
        .args(paths)
        .output()
        .expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("The report is in"), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    pages
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A browser, if there is one.
fn start() -> Option<Browser> {
    browser::find().map(|program| Browser::start(&program))
}

/// Keeps a picture if somebody wants to see it.
fn picture(browser: &mut Browser, name: &str) {
    if let Some(folder) = std::env::var_os("FOCUSCHECK_SCREENSHOTS") {
        browser.screenshot(&PathBuf::from(folder).join(format!("{name}.png")));
    }
}

fn no_complaints(browser: &mut Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The lines of the source that are marked in a way.
fn marked(browser: &mut Browser, kind: &str) -> String {
    let script =
        format!("[...document.querySelectorAll('#files li.{kind} .n')].map((n) => n.textContent).join(' ')");
    browser.eval(&script).as_str().unwrap_or_default().to_owned()
}

#[test]
fn levels_and_steps_are_clicked_through() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/paper/fig2.cimple"]);
    browser.media("light", "screen");
    browser.open(&pages.path().join("programs+paper+fig2.cimple.html"), "");
    assert_eq!(browser.text(".error h2"), "error condition main: error can become true");
    assert_eq!((marked(&mut browser, "nest"), marked(&mut browser, "fails")), ("6".into(), "9".into()));
    assert_eq!(browser.text("#count"), "2 of 2");

    browser.click("#levels label:nth-of-type(2)");
    assert_eq!((marked(&mut browser, "nest"), marked(&mut browser, "slice")), ("6".into(), "3 7 8".into()));
    assert_eq!(browser.text("#count"), "6 of 6");
    assert_eq!(browser.count("#why .failing"), 1);
    picture(&mut browser, "fig2-slice-light");

    // Forwards and backwards, with the mouse and by keys.
    browser.click("#first");
    assert_eq!(browser.text("#files li.now .n"), "3");
    assert_eq!(browser.text("#steps [aria-selected=true] .n"), "3");
    for (key, at) in [
        ("j", "2"),
        ("ArrowRight", "3"),
        ("ArrowDown", "4"),
        ("k", "3"),
        ("ArrowUp", "2"),
        ("End", "6"),
        ("Home", "1"),
    ] {
        browser.press(key);
        assert_eq!(browser.text("#count"), format!("{at} of 6"), "{key}");
    }
    browser.click("#next");
    assert!(
        browser.text("#said").starts_with("Step 2 of 6. line 6: min > y; is true; "),
        "{}",
        browser.text("#said")
    );
    assert_eq!(browser.text("#values tr.new th"), "min");
    browser.click("#steps [data-index='3']");
    assert_eq!(browser.text("#count"), "4 of 6");
    browser.eval("(() => { const s = document.getElementById('slider'); s.value = 5; s.dispatchEvent(new Event('input')); })()");
    assert_eq!(browser.text("#files li.now .n"), "8");

    // The step stays where it is when the level changes; the trace has steps that do not matter.
    browser.press("3");
    assert_eq!(browser.text("#steps-title"), "Steps of the run");
    assert_eq!(marked(&mut browser, "ran"), "2 4 5");
    assert_eq!(browser.text("#calls li a"), "main");
    browser.press("1");
    assert_eq!(browser.text("#count").split_whitespace().last(), Some("2"));
    assert_eq!(browser.eval("location.hash"), "#error=1&explanation=1&level=reduced&step=1");
    no_complaints(&mut browser);
}

#[test]
fn explanations_theme_and_keys() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/paper/fig1.cimple"]);
    let page = pages.path().join("programs+paper+fig1.cimple.html");
    browser.media("light", "screen");
    browser.open(&page, "");
    assert_eq!(browser.text(".card.chosen .rank"), "#1");
    browser.press("n");
    assert_eq!(browser.text(".card.chosen .rank"), "#2");
    browser.press("p");
    browser.click("#e1x3 h3 a");
    assert_eq!(browser.text(".card.chosen .when"), "when gotlock == 0, for some choices at `*`");
    assert_eq!(browser.count(".card .conditions"), 1);

    let background = "getComputedStyle(document.body).backgroundColor";
    let light = browser.eval(background);
    browser.click("#theme");
    assert_ne!(browser.eval(background), light);
    browser.press("t");
    assert_eq!(browser.eval(background), light);

    browser.press("?");
    assert_eq!(browser.count("dialog[open] kbd"), 16);
    browser.press("Escape");
    assert_eq!(browser.count("dialog[open]"), 0);
    browser.press("a");
    assert_eq!(browser.eval("document.getElementById('all-arrows').ariaPressed"), "true");
    no_complaints(&mut browser);

    // A choice of theme is kept; without one the page follows the system.
    browser.eval("localStorage.clear()");

    // An address leads to a step, and each level looks right in light, dark and on small windows.
    for scheme in ["light", "dark"] {
        browser.media(scheme, "screen");
        browser.open(&page, "#error=1&explanation=2&level=slice&step=13");
        assert_eq!(browser.text("#count"), "13 of 14");
        picture(&mut browser, &format!("fig1-slice-{scheme}"));
        browser.press("3");
        picture(&mut browser, &format!("fig1-trace-{scheme}"));
    }
    for (width, height) in [(1000, 760), (420, 800)] {
        browser.size(width, height);
        browser.open(&page, "#error=1&explanation=2&level=slice&step=13");
        let overflow = browser.eval("document.documentElement.scrollWidth - innerWidth").as_i64();
        assert!(overflow.is_some_and(|overflow| overflow <= 0), "{width}: {overflow:?}");
        assert_eq!((browser.count("#files li.now"), browser.count("#slider")), (1, 1));
        picture(&mut browser, &format!("fig1-slice-{width}"));
    }
    no_complaints(&mut browser);
}

#[test]
fn without_script_the_reduced_level_is_there() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/paper/fig2.cimple"]);
    browser.media("light", "screen");
    browser.call("Emulation.setScriptExecutionDisabled", serde_json::json!({"value": true}));
    browser.open(&pages.path().join("programs+paper+fig2.cimple.html"), "");
    assert_eq!((browser.count(".card"), browser.count("#run"), browser.count("#tools")), (2, 0, 0));
    let card = browser.text("#e1x1");
    for part in ["#1 when x > y", "look at line 6", "if (min > y) max = y;", "x (line 2)", "3 6T 6 7F 8T 9"] {
        assert!(card.contains(part), "{part} in {card}");
    }
    assert_eq!((marked(&mut browser, "nest"), marked(&mut browser, "fails")), ("6".into(), "9".into()));
    picture(&mut browser, "fig2-without-script");
    browser.media("light", "print");
    picture(&mut browser, "fig2-print");
    browser.open(&pages.path().join("index.html"), "");
    assert_eq!((browser.count("#files tbody tr"), browser.count("#find")), (1, 0));
    no_complaints(&mut browser);
}

#[test]
fn the_index_is_sorted_filtered_and_left() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/paper", "programs/behaviour/syntax_unclosed_block.c"]);
    browser.media("light", "screen");
    browser.open(&pages.path().join("index.html"), "");
    let names = "[...document.querySelectorAll('#files tbody tr:not([hidden]) th')].map((e) => e.textContent.split('/').pop()).join(' ')";
    assert_eq!(
        browser.eval(names),
        "syntax_unclosed_block.c fig1.cimple fig1_repaired.cimple fig2.cimple fig2_repaired.cimple fig4.cimple \
         fig7_bug14.c fig7_bug14_bug48.c fig7_sound.c"
    );
    browser.click("#files thead th:nth-child(2) button");
    assert_eq!(browser.eval("document.querySelector('#files tbody tr').dataset.verdict"), "unsafe");
    browser.click("#files thead th:nth-child(2) button");
    assert_eq!(browser.eval("document.querySelector('#files tbody tr').dataset.verdict"), "safe");
    assert_eq!(browser.count("thead [aria-sort=descending]"), 1);
    browser.press("/");
    browser.type_text("fig2 can");
    assert_eq!(browser.eval(names), "fig2_repaired.cimple fig2.cimple");
    assert_eq!(browser.text("#shown"), "2 of 9 files");
    browser.click("#counts .safe");
    assert_eq!(browser.eval(names), "fig2.cimple");
    picture(&mut browser, "index");
    browser.click("#files tbody tr:not([hidden]) th a");
    browser.wait("document.querySelector('.card.chosen') !== null");
    assert_eq!(browser.text("h1"), "programs/paper/fig2.cimple");
    browser.click("a.home");
    browser.wait("document.querySelector('#files tbody') !== null");
    no_complaints(&mut browser);
}

#[test]
fn ten_thousand_steps_stay_usable() {
    let Some(mut browser) = start() else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("long.c"), LONG).expect("a file");
    let pages = report(folder.path(), &["long.c"]);
    let page = pages.path().join("long.c.html");
    let size = std::fs::metadata(&page).expect("the page").len();
    assert!(size < 1_000_000, "{size}");
    let mut paints: Vec<f64> = Vec::new();
    for _ in 0..3 {
        browser.open(&page, "#error=1&explanation=1&level=trace&step=5000");
        browser.wait("performance.getEntriesByName('first-contentful-paint').length > 0");
        let paint = browser.eval("performance.getEntriesByName('first-contentful-paint')[0].startTime");
        paints.extend(paint.as_f64());
    }
    let best = paints.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(best < 1000.0, "{paints:?}");
    let steps = browser.eval("Number(document.getElementById('slider').max)").as_u64();
    assert!(steps.is_some_and(|steps| steps > 10_000), "{steps:?}");
    // Only what is in view is there.
    assert!(browser.eval("document.querySelectorAll('#steps .step').length").as_u64() < Some(100));
    let time = browser.eval("(() => { const from = performance.now(); for (let i = 0; i < 20; i += 1) document.getElementById('next').click(); return (performance.now() - from) / 20; })()");
    assert!(time.as_f64() < Some(200.0), "{time} ms for a step");
    assert_eq!(browser.text("#count"), format!("5020 of {}", steps.unwrap_or_default()));
    picture(&mut browser, "long-trace");
    if let Some(folder) = std::env::var_os("FOCUSCHECK_SCREENSHOTS") {
        let figures = format!("{size} bytes, {steps:?} steps, paints {paints:?} ms, {time} ms for a step\n");
        std::fs::write(PathBuf::from(folder).join("long.txt"), figures).expect("a file");
    }
    no_complaints(&mut browser);
}

#[test]
fn hostile_text_stays_text() {
    let Some(mut browser) = start() else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let name = "a&<b>'\"#?%41 ä.cimple";
    std::fs::write(folder.path().join(name), HOSTILE).expect("a file");
    let pages = report(folder.path(), &["."]);
    browser.open(&pages.path().join("index.html"), "");
    assert_eq!(browser.text("#files tbody th"), name);
    browser.click("#files tbody a");
    browser.wait("document.querySelector('.card.chosen') !== null");
    assert_eq!(browser.text("h1"), name);
    assert_eq!(browser.eval("window.hacked === undefined && document.images.length === 0"), true);
    assert!(browser.text("#L3").contains("</script><script>window.hacked = 1</script> <img src=x"));
    assert!(!browser.text("#L3").contains('\u{202e}'));
    no_complaints(&mut browser);
}

#[test]
fn memory_is_drawn_step_by_step() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/memory/list_free_reads_freed.c"]);
    browser.media("light", "screen");
    browser.open(
        &pages.path().join("programs+memory+list_free_reads_freed.c.html"),
        "#error=14&explanation=1&level=trace&step=17",
    );
    let boxes = |browser: &mut Browser| browser.count("#memory-picture .box");
    assert_eq!(browser.text("#count"), "17 of 17");
    assert_eq!((boxes(&mut browser), browser.count("#memory-picture .ended")), (2, 1));
    assert_eq!(browser.count("#memory-picture .pointer.dangles"), 2);
    assert!(browser.text("#memory-words").contains("p leads to the 1st block from line 19, which is gone"));
    picture(&mut browser, "memory-freed");

    browser.press("k");
    assert_eq!(browser.count("#memory-picture .box.new.ended"), 1);
    browser.press("k");
    assert_eq!(browser.count("#memory-picture .ended"), 0);
    browser.press("Home");
    assert_eq!(browser.text("#memory-note"), "Memory is not drawn after this step.");
    browser.press("j");
    assert_eq!(boxes(&mut browser), 1);
    no_complaints(&mut browser);
}

#[test]
fn numbers_alone_have_no_picture_of_memory() {
    let Some(mut browser) = start() else { return };
    let pages = report(root(), &["programs/paper/fig2.cimple"]);
    browser.open(&pages.path().join("programs+paper+fig2.cimple.html"), "");
    assert_eq!(browser.eval("document.getElementById('memory').hidden"), true);
    no_complaints(&mut browser);
}
