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
fn accesses_outside_objects_are_understood() {
    let report = "=====\n==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f at pc 0x55\n\
        WRITE of size 1 at 0x7f thread T0\n    #0 0x55 in memset (/lib/x.so+0x12)\n\
        #1 0x55 in f program/a b.c:12:3\n    #2 0x56 in main program/a b.c:20\n\n    #0 0x1 in g h.c:3\n";
    let outside = |line| Observation::Undefined { line, what: "stack-buffer-overflow".to_owned() };
    assert_eq!(observe(report), outside(12));
    assert_eq!(observe(&report.replace(":12:3", ":13")), outside(13));
    assert_eq!(observe(&report.replace(":12:3", "").replace(":20", "")), Observation::Finished);
}

#[test]
fn texts_of_the_program_cannot_break_the_harness() {
    assert_eq!(text::quoted("a\"b\\c\n??/é"), r#""a\"b\\c\012\?\?/\303\251""#);
    assert_eq!(text::commented("a*/b\nc"), "a* /b c");
}
