use super::*;
use crate::facts::cfg::{ErrorId, ErrorKind};

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
