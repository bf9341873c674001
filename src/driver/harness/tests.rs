use super::*;
use crate::analyse;

/// The program's text in the harness of a file.
fn harnessed(path: &str, text: &str) -> String {
    let source = SourceFile::new(path, text);
    let options = Options::default();
    let report = analyse(&source, &options);
    let (harness, _) = harness_of(&source, &options, &report).expect("a harness");
    let (_, text) = harness.files.into_iter().next().expect("the program");
    text
}

#[test]
fn places_that_read_ask_and_places_that_fail_say_so() {
    let text = "#include <stdio.h>\n\
                struct point { int x, y[2]; };\n\
                int get(int);\n\
                int main(void) {\n\
                  int a, b = get(a); struct point p;\n\
                  if (scanf(\"%d\", &b) == 1 && p.y[1] == 7 && rand() == 3)\n\
                    assert(a != get(b++));\n\
                  ERROR: return 1;\n\
                }\n";
    insta::assert_snapshot!(harnessed("f.c", text));
}

#[test]
fn conditions_are_checked_where_they_can_change() {
    let text = "int level; bool bad = false;\n\
                int raise(int by) { level = level + by; return level; }\n\
                int main() { int old = level; if (*) { if (raise(1) > old) bad = true; } else while (*) level++; return 0; }\n\
                //@ error: bad && level == 3\n\
                //@ error: raise: \\result == 7\n";
    insta::assert_snapshot!(harnessed("f.cimple", text));
}
