use super::*;
use crate::facts::cfg::{ErrorId, ErrorKind};
use crate::options::Options;
use crate::pipeline;
use crate::pipeline::harness::harness_of;

/// The program's text in the harness of a file.
fn harnessed(path: &str, text: &str) -> String {
    let source = SourceFile::new(path, text);
    let options = Options::default();
    let report = pipeline::analyse(&source, &options);
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
                    assert(b + a != get(b++));\n\
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

#[test]
fn what_a_run_says_is_understood() {
    let error = Observation::Error { error: ErrorId(3), line: 12 };
    assert_eq!(observe("x\n\nf.c:12: error: a\nfocuscheck: error 3 line 12\n"), error);
    assert!(error.confirms(ErrorId(3), ErrorKind::Assertion, (11, 12)));
    assert!(!error.confirms(ErrorId(2), ErrorKind::Assertion, (11, 12)));
    assert!(!error.confirms(ErrorId(3), ErrorKind::Assertion, (13, 13)));
    assert_eq!(observe("focuscheck: assertion line 9\n"), Observation::Assertion(9));
    assert_eq!(observe("focuscheck: an assumption does not hold\n"), Observation::Assumption);
    assert_eq!(observe("focuscheck: error x\nmore\n"), Observation::Finished);
    let undefined = observe("p/f.c:7:12: runtime error: division by zero\np/f.c:9:1: runtime error: x\n");
    assert_eq!(undefined, Observation::Undefined { line: 7, what: "division by zero".to_owned() });
    assert!(undefined.confirms(ErrorId(0), ErrorKind::Division, (7, 7)));
    assert!(!undefined.confirms(ErrorId(0), ErrorKind::Assertion, (7, 7)));
}

#[test]
fn texts_of_the_program_cannot_break_the_harness() {
    assert_eq!(text::quoted("a\"b\\c\n??/é"), r#""a\"b\\c\012\?\?/\303\251""#);
    assert_eq!(text::commented("a*/b\nc"), "a* /b c");
}
