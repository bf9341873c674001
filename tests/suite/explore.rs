//! The explorer, driven by keys, on screens in memory.

use std::path::Path;

use focuscheck::SourceFile;
use focuscheck_base::options::Options;
use focuscheck_cli::input::Input;
use focuscheck_cli::read;
use focuscheck_explore::event::{Event, Key};
use focuscheck_report::style::Style;
use insta::assert_snapshot;
use ratatui::style::Color;

use crate::support::picture::{DARK, LIGHT, svg};
use crate::support::screen::{Screen, analysed};

const WIDE: (u16, u16) = (110, 34);

fn fig1(size: (u16, u16)) -> Screen {
    Screen::of(&["paper/fig1.cimple"], Style::default(), size)
}

fn fig2(size: (u16, u16)) -> Screen {
    Screen::of(&["paper/fig2.cimple"], Style::default(), size)
}

fn folder() -> Screen {
    let programs = ["paper/fig2.cimple", "paper/fig2_repaired.cimple", "behaviour/local_header.c"];
    Screen::of(&programs, Style::default(), WIDE)
}

/// The lines of a screen that have one of the words.
fn with(text: &str, words: &[&str]) -> Vec<String> {
    text.lines().filter(|line| words.iter().any(|word| line.contains(word))).map(str::to_owned).collect()
}

#[track_caller]
fn assert_shows(screen: &mut Screen, word: &str) {
    let text = screen.text();
    assert!(text.contains(word), "no {word:?} in\n{text}");
}

#[track_caller]
fn assert_hides(screen: &mut Screen, word: &str) {
    let text = screen.text();
    assert!(!text.contains(word), "{word:?} in\n{text}");
}

#[test]
fn from_the_reduced_view_to_the_slice_to_the_trace_and_back() {
    let mut screen = fig1(WIDE);
    let reduced = screen.press("<Down>").text();
    assert_snapshot!("explore_reduced", reduced);
    let slice = screen.press("<Enter>jjjjjj").text();
    assert_snapshot!("explore_slice", slice);
    let trace = screen.press("<Right>jjj").text();
    assert_snapshot!("explore_trace", trace);
    screen.press("<Left>");
    assert_shows(&mut screen, "Step 8 of 14: gotlock++");
    assert_shows(screen.press("<Left>"), "#2 when gotlock != 0 (line 11)");
    // The digits lead anywhere at once.
    assert_shows(screen.press("3"), "Trace 1/26");
    assert_shows(screen.press("<End>"), "this is what fails");
    assert_shows(screen.press("2"), "Slice 14/14");
    assert_shows(screen.press("1"), "#2 when gotlock != 0 (line 11)");
}

#[test]
fn reasons_lead_to_the_steps_that_need_a_step_and_back() {
    let mut screen = fig1(WIDE);
    screen.press("<Down><Enter>");
    assert_shows(&mut screen, "Step 1 of 14: lock = 0");
    assert_shows(screen.press("w"), "Step 6 of 14: lock == 0");
    assert_shows(screen.press("b"), "Step 1 of 14");
    assert_shows(screen.press("rw"), "Step 7 of 14: lock++");
    assert_shows(screen.press("w"), "Step 13 of 14: lock == 0 is false");
    assert_shows(screen.press("w"), "Step 14 of 14");
    assert_shows(screen.press("w"), "no later step needs it");
    assert_shows(screen.press("bbb"), "Step 1 of 14");
    assert_shows(screen.press("b"), "no jump to go back from");
    // To where a value comes from; in the trace, too, where not every step is one of the slice.
    assert_shows(screen.press("jjjjjj3d"), "Step 1 of 26");
    assert_shows(screen.press("b}}"), "step 9 of the slice");
    assert_shows(screen.press("k"), "not in the slice");
    assert_shows(screen.press("w"), "this step is not in the slice");
    assert_shows(screen.press("{"), "step 8 of the slice");
}

#[test]
fn only_the_variables_of_the_slice_are_shown_each_in_its_call() {
    let text = "\
int seen;
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int inner(int x) { int noise = 7; seen = x + noise - noise; return x * 2; }
int main(void) {
  int x = __VERIFIER_nondet_int(), other = 5;
  if (x < 0 || x > 100) return 0;
  int y = inner(x + 1);
  other++;
  if (y == 8 && seen == 4) reach_error();
  return other;
}
";
    let mut screen = Screen::of_text("calls.c", text, WIDE);
    screen.press("3");
    let mut shown = String::new();
    for _ in 0..9 {
        let text = screen.text();
        let details = text.lines().skip_while(|line| !line.contains("┌ Step")).skip(1);
        let inside = details.map(|line| line.chars().skip(39).collect::<String>());
        let inside = inside.map(|line| line.trim_end_matches(['│', ' ']).trim_start_matches('│').to_owned());
        let values =
            inside.take_while(|line| !["why", "not", "this"].iter().any(|word| line.starts_with(word)));
        shown.extend(values.filter(|line| !line.is_empty()).map(|line| line + "\n"));
        screen.press("j");
    }
    assert_snapshot!("explore_values", shown);
}

#[test]
fn assumptions_rule_out_explanations() {
    let mut screen = fig1(WIDE);
    screen.press("a ");
    // gotlock == 1 agrees with gotlock != 0, but not with gotlock == 0.
    let left = |line: &str| line.chars().take(39).collect::<String>() + "\n";
    assert_snapshot!("explore_assumed", screen.text().lines().take(7).map(left).collect::<String>());
    assert_shows(&mut screen, "[+] gotlock == 1");
    assert_shows(&mut screen, "Assumptions: 2 of 4 left");
    assert_shows(screen.press(" "), "[-] gotlock == 1");
    assert_shows(&mut screen, "Assumptions: 3 of 4 left");
    assert_shows(screen.press("<Down> "), "Assumptions: 1 of 4 left");
    assert_shows(screen.press("c"), "[ ] gotlock == 1");
    assert_hides(&mut screen, "left");
}

#[test]
fn what_reduce_eliminated_is_said() {
    let mut screen = fig2(WIDE);
    let text = screen.text();
    assert_snapshot!(
        "explore_eliminated",
        with(&text, &["[ ]", "#", "does not matter"])
            .into_iter()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n")
            .collect::<String>()
    );
    assert_snapshot!("explore_reduction", screen.press("e").text());
    assert_shows(screen.press("i"), "Inputs that fail");
    assert_snapshot!("explore_inputs", with(&screen.text(), &["(line 2)", "#3"]).join("\n"));
    assert_hides(screen.press("<Esc>"), "Inputs that fail");
}

#[test]
fn the_source_is_searched() {
    let mut screen = fig2((80, 20));
    assert_shows(screen.press("/MAX"), "/MAX");
    assert_shows(screen.press("<Enter>"), "not found: MAX");
    assert_shows(screen.press("/max =<Enter>"), "match 1 of 4");
    assert_shows(screen.press("n"), "match 2 of 4");
    assert_shows(screen.press("nnn"), "match 1 of 4");
    assert_shows(screen.press("N"), "match 4 of 4");
    assert_shows(screen.press(":17<Enter>"), " 17 │");
    assert_shows(screen.press(":99<Enter>"), "there is no line 99");
    assert_shows(screen.press(":x<Backspace><Backspace>"), "? help");
    assert_shows(screen.press("/abc<Esc>"), "? help");
}

#[test]
fn a_statement_far_to_the_right_comes_into_sight() {
    let text = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {\tint x = __VERIFIER_nondet_int(); if (x > 7) { /* much is said here, and more */ reach_error(); } }
";
    let mut screen = Screen::of_text("wide.c", text, (100, 24));
    assert_shows(screen.press("2"), "✗ 2 │ int main(void) {    int x");
    assert_hides(&mut screen, "{ /* much");
    assert_shows(screen.press("<End>"), "│ more */ reach_error(); } }");
    assert_shows(screen.press("<Home>"), "✗ 2 │ int main(void) {");
}

#[test]
fn help_names_every_key() {
    let mut screen = fig1((100, 60));
    let help = screen.press("?").text();
    assert_snapshot!("explore_help", help);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let documented = std::fs::read_to_string(folder.join("explore.md")).expect("the documentation");
    let inside = help.lines().map(|line| line.chars().skip(9).take(82).collect::<String>());
    let inside = inside.skip_while(|line| line.trim() != "Levels").take_while(|line| line.trim() != "Signs");
    let rows: Vec<String> =
        inside.filter_map(|line| Some(line.trim_end().rsplit_once("  ")?.1.to_owned())).collect();
    assert!(rows.len() > 20, "{rows:?}");
    for what in rows {
        assert!(documented.contains(&what), "docs/explore.md does not say: {what}");
    }
    assert_hides(screen.press("q"), "Levels");
    assert!(!screen.explorer.is_over());
    screen.press("q");
    assert!(screen.explorer.is_over());
}

#[test]
fn small_terminals_are_enough() {
    let mut screen = fig1((40, 10));
    assert_snapshot!("explore_small_list", screen.text());
    assert_snapshot!("explore_small_slice", screen.press("<Down><Enter>jjjjjj").text());
    assert_shows(screen.press("<Tab>jj"), "values after it");
    assert_shows(screen.press("<Tab>"), "[ ] gotlock == 1");
    assert_shows(screen.press("?"), "Help");
    screen.press("<Esc>");
    for (columns, rows) in [(1, 1), (2, 3), (7, 4), (20, 5), (30, 200), (300, 2), (76, 18), (75, 17)] {
        for keys in ["1", "2", "3", "?", "<Esc>/x", "<Esc>i", "<Esc>a ", "<Tab>", "<Tab>", "<Tab>"] {
            screen.resize(columns, rows).press(keys);
        }
    }
}

#[test]
fn a_folder_is_there_before_its_files_are_analysed() {
    let programs = ["paper/fig2.cimple", "paper/fig2_repaired.cimple"];
    let mut screen = Screen::waiting(&programs, Style::default(), WIDE);
    assert_shows(&mut screen, "analysing 1/2");
    assert_shows(screen.press("<Enter>"), "this file is not analysed yet");
    screen.explorer.update(Event::Started(1));
    assert_shows(&mut screen, "analysing 1/2 paper/fig2_repaired.cimple");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(programs[1]);
    let source = read::load_as(&Input::file(&path), programs[1], &[], &[]).expect("a program");
    screen.finish(1, analysed(source, &Options::default()));
    assert_shows(&mut screen, "safe  paper/fig2_repaired.cimple");
    assert_shows(screen.press("j"), "its error cannot be reached");
}

#[test]
fn errors_are_listed_by_file() {
    let mut screen = folder();
    assert_snapshot!("explore_folder", screen.text());
    screen.press("<Enter>");
    assert_shows(&mut screen, "#1 when x > y (line 6)");
    assert_shows(screen.press("G<Enter>"), "local_header.c");
    assert_shows(screen.press("]["), "#");
    // Lines of a header are shown under its name.
    screen.press("3");
    assert_snapshot!("explore_header", screen.press("G").text());
    assert_shows(screen.press("111<Esc><Esc>"), "File");
}

#[test]
fn what_cannot_be_parsed_is_said() {
    let mut screen = Screen::of_text("broken.c", "int main( { return 0; }\n", WIDE);
    assert_shows(&mut screen, "failed");
    assert_shows(&mut screen, "messages");
    assert_shows(screen.press("2"), "choose an explanation first");
}

#[test]
fn code_that_can_only_fail_is_listed_with_its_lines() {
    let text = "int f(int *p) {\n  if (!p)\n    return *p;\n  return 0;\n}\nint main(void) { int x = 1; return f(&x); }\n";
    let mut screen = Screen::waiting(&["doomed.c"], Style::default(), WIDE);
    let options = Options { doomed: Some(1), checks: None, ..Options::default() };
    screen.finish(0, analysed(SourceFile::new("doomed.c", text), &options));
    assert_shows(screen.press("<End>"), "every run through here with !p fails, in f");
    for word in ["Code that can only fail", "line 3: return *p", "needs p != 0"] {
        assert_shows(&mut screen, word);
    }
}

#[test]
fn ascii_without_colours_is_enough() {
    let look = Style { ascii: true, ..Style::default() };
    let mut screen = Screen::of(&["paper/fig1.cimple", "paper/fig2.cimple"], look, WIDE);
    for keys in ["<Enter>", "2j", "3", "?", "<Esc>i", "<Esc>a ", "/x"] {
        screen.press(keys);
        let text = screen.text();
        assert!(text.is_ascii(), "{text}");
        assert!(
            screen.buffer().content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
        );
    }
    let text = screen.press("<Esc>2").text();
    assert_snapshot!("explore_ascii", text);
}

/// Foreign text draws nothing.
#[test]
fn the_source_cannot_draw_on_the_screen() {
    let text = "int main(void) { int x\u{1b}[2J = 1; //\u{202e}gnirts\n\treturn x; }\n";
    let mut screen = Screen::of_text("e\u{1b}vil.c", text, WIDE);
    assert!(!screen.text().contains(['\u{1b}', '\u{202e}', '\t']));
}

#[test]
fn no_sequence_of_keys_breaks_it() {
    let keys = [
        "<Enter>",
        "<Left>",
        "<Up>",
        "<Down>",
        "<PageDown>",
        "<PageUp>",
        "<Home>",
        "<End>",
        "<Tab>",
        "<BackTab>",
        "<Esc>",
        "<Backspace>",
        " ",
        "1",
        "2",
        "3",
        "w",
        "r",
        "b",
        "d",
        "{",
        "}",
        "[",
        "]",
        "a",
        "c",
        "/",
        "n",
        "N",
        "m",
        ":",
        "4",
        "?",
        "i",
        "e",
        "<",
        ">",
        "<Ctrl-D>",
        "<Ctrl-U>",
        "j",
        "k",
        "h",
        "l",
        "G",
        "g",
    ];
    let mut random = fastrand::Rng::with_seed(5);
    let mut screen = folder();
    for _ in 0..4_000 {
        screen.press(keys[random.usize(..keys.len())]);
        if random.u8(..) < 4 {
            screen.resize(random.u16(1..140), random.u16(1..50));
        }
    }
}

/// The pictures of the documentation, one of them in characters; `FOCUSCHECK_DRAW=1` draws them again.
#[test]
fn the_pictures_show_what_is_drawn() {
    let look = Style { color: true, ..Style::default() };
    let mut screen = Screen::of(&["paper/fig1.cimple"], look, (112, 34));
    let buffer = screen.press("<Down><Enter>jjjjjj").buffer();
    let documentation = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = documentation.join("explore.md");
    let known = std::fs::read_to_string(&page).expect("the documentation");
    let fences =
        known.split_once("```text\n").and_then(|(start, rest)| Some((start, rest.split_once("```")?)));
    let (start, (shown, end)) = fences.expect("a block of text");
    let text = screen.text();
    if std::env::var_os("FOCUSCHECK_DRAW").is_some() {
        std::fs::write(&page, format!("{start}```text\n{text}```{end}")).expect("the documentation");
    } else {
        assert_eq!(shown, text, "out of date: FOCUSCHECK_DRAW=1 cargo test the_pictures");
    }
    let folder = documentation.join("images");
    for (name, palette) in [("explore-light.svg", &LIGHT), ("explore-dark.svg", &DARK)] {
        let drawn = svg(&buffer, palette);
        let path = folder.join(name);
        if std::env::var_os("FOCUSCHECK_DRAW").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder for pictures");
            std::fs::write(&path, &drawn).expect("a picture");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == drawn, "{name} is out of date: FOCUSCHECK_DRAW=1 cargo test the_pictures");
    }
}

/// A run of many steps answers keys at once.
#[test]
fn long_runs_stay_quick() {
    let text = "\
extern void reach_error(void);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2000; i++) { sum += i % 3; }
  if (sum == 1999) reach_error();
}
";
    let mut screen = Screen::of_text("long.c", text, WIDE);
    screen.press("3<End>");
    let begun = std::time::Instant::now();
    for _ in 0..20 {
        screen.explorer.update(Event::Key(Key::Up));
        screen.text();
    }
    assert!(begun.elapsed().as_secs() < 4, "{:?}", begun.elapsed());
}
