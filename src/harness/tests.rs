use super::observe::{Claimed, End, Fault, Judgement, Left, OtherResult, Run, Sight, observe};
use super::*;
use focuscheck_base::options::CheckKind;
use focuscheck_cells::facts::cfg::{ErrorId, ErrorKind};

const SIGHT: Sight = Sight { address: true, operators: true };

/// What is known about a program of one file.
fn harness() -> Harness {
    let names = ["f.c".to_owned(), "a b.c".to_owned()].into_iter().collect();
    let places = [("", ""), ("ffs", "line 4"), ("atoi", "line 5")];
    let places = places.map(|(name, place)| (name.to_owned(), place.to_owned())).to_vec();
    let addressed = [Line::new("f.c", 7)].into();
    Harness {
        names,
        places,
        addressed,
        known: ["get".to_owned()].into_iter().collect(),
        ..Harness::default()
    }
}

fn observed(log: &str, messages: &str, signal: Option<i32>) -> Run {
    observe(&Left { log: log.to_owned(), messages: messages.to_owned(), signal }, &harness())
}

fn claimed(error: u32, kind: ErrorKind, first: u32, last: u32) -> Claimed {
    Claimed { error: ErrorId(error), kind, first: Line::new("x/f.c", first), last: Line::new("f.c", last) }
}

fn judged(run: &Run, claimed: &Claimed) -> Judgement {
    run.judge(claimed, &harness(), SIGHT)
}

#[test]
fn what_a_run_says_is_understood() {
    let run = observed("focuscheck: error 3\n", "", None);
    assert_eq!(run.end, End::Error(ErrorId(3)));
    assert_eq!(judged(&run, &claimed(3, ErrorKind::ErrorCall, 11, 12)), Judgement::Fails);
    assert!(matches!(judged(&run, &claimed(2, ErrorKind::ErrorCall, 11, 12)), Judgement::Differs(_)));
    let run = observed("focuscheck: called -1 reach_error /tmp/f.c:9\n", "", None);
    assert_eq!(judged(&run, &claimed(0, ErrorKind::ErrorCall, 9, 9)), Judgement::Fails);
    assert!(matches!(judged(&run, &claimed(0, ErrorKind::ErrorCall, 8, 8)), Judgement::Differs(_)));
    assert_eq!(observed("focuscheck: assume\n", "", None).end, End::Assumption);
    assert_eq!(observed("focuscheck: nothing known\n", "more\n", None).end, End::Finished);
    let run =
        observed("", "p/f.c:7:12: runtime error: division by zero\np/f.c:9:1: runtime error: x\n", None);
    assert!(
        matches!(&run.end, End::Undefined { line: Some(line), fault: Fault::Division, .. } if line.number == 7)
    );
    assert_eq!(judged(&run, &claimed(0, ErrorKind::Check(CheckKind::Div), 7, 7)), Judgement::Fails);
    assert!(matches!(
        judged(&run, &claimed(0, ErrorKind::Check(CheckKind::Shift), 7, 7)),
        Judgement::Differs(_)
    ));
    assert!(matches!(judged(&run, &claimed(0, ErrorKind::Assertion, 7, 7)), Judgement::Differs(_)));
}

#[test]
fn assertions_of_each_library_are_understood() {
    for message in [
        "replay: program/f.c:12: main: Assertion `x == \"a:1\"' failed.\n",
        "Assertion failed: x (program/f.c: main: 12)\n",
        "Assertion failed: (x), function main, file f.c, line 12.\n",
    ] {
        let run = observed("", message, Some(6));
        assert_eq!(run.end, End::Assertion(Line::new("f.c", 12)), "{message}");
        assert_eq!(judged(&run, &claimed(0, ErrorKind::Assertion, 11, 12)), Judgement::Fails);
        assert!(matches!(judged(&run, &claimed(0, ErrorKind::Assertion, 13, 13)), Judgement::Differs(_)));
    }
}

#[test]
fn accesses_outside_objects_are_understood() {
    let report = "=====\n==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f at pc 0x55\n\
        WRITE of size 1 at 0x7f thread T0\n    #0 0x55 in memset ../src/asan.cpp:7\n\
        #1 0x55 in f program/a b.c:12:3\n    #2 0x56 in main program/a b.c:20\n\n    #0 0x1 in g f.c:3\n";
    let end = |line: Option<u32>| End::Undefined {
        line: line.map(|line| Line::new("a b.c", line)),
        fault: Fault::Memory,
        what: "stack-buffer-overflow".to_owned(),
    };
    assert_eq!(observed("", report, None).end, end(Some(12)));
    assert_eq!(observed("", &report.replace(":12:3", ":13"), None).end, end(Some(13)));
    assert_eq!(observed("", &report.replace(":12:3", "").replace(":20", ""), None).end, end(None));
    let run = observed("", &report.replace("stack-buffer-overflow", "stack-overflow"), None);
    assert_eq!(
        judged(&run, &claimed(0, ErrorKind::Check(CheckKind::Bounds), 12, 12)),
        Judgement::Open(Hindrance::Stack)
    );
}

#[test]
fn leaks_are_understood() {
    let report = "=====\n==7==ERROR: LeakSanitizer: detected memory leaks\n\n\
        Direct leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x7f in malloc ../src/asan.cpp:69\n    \
        #1 0x55 in f program/f.c:12\n    #2 0x56 in main program/f.c:20\n\n\
        Indirect leak of 4 byte(s) in 1 object(s) allocated from:\n    #0 0x7f in calloc ../src/asan.cpp:9\n    \
        #1 0x55 in main program/f.c:15:3\n\nSUMMARY: AddressSanitizer: 12 byte(s) leaked in 2 allocation(s).\n";
    let run = observed("", report, None);
    assert_eq!(run.end, End::Leaks(vec![Line::new("f.c", 12), Line::new("f.c", 15)]));
    let memory = |line| claimed(0, ErrorKind::Check(CheckKind::Memory), line, line);
    assert_eq!(judged(&run, &memory(12)), Judgement::Fails);
    assert_eq!(judged(&run, &memory(15)), Judgement::Fails);
    // It sees less than there is.
    assert_eq!(judged(&run, &memory(20)), Judgement::Open(Hindrance::HiddenLeak));
    assert!(matches!(judged(&run, &claimed(0, ErrorKind::Assertion, 12, 12)), Judgement::Differs(_)));
    let cleanup = claimed(0, ErrorKind::Check(CheckKind::Cleanup), 9, 9);
    assert_eq!(judged(&observed("", "", None), &cleanup), Judgement::Open(Hindrance::StillReachable));
    let broken = "==7==LeakSanitizer has encountered a fatal error.\n";
    assert_eq!(judged(&observed("", broken, None), &memory(12)), Judgement::Open(Hindrance::NoLeakCheck));
}

#[test]
fn a_run_that_cannot_tell_says_why() {
    let claim = claimed(0, ErrorKind::Assertion, 9, 9);
    let open = |run: &Run| match judged(run, &claim) {
        Judgement::Open(obstacle) => obstacle,
        other => panic!("{other:?}"),
    };
    assert_eq!(open(&observed("", "", Some(11))), Hindrance::Unchecked("SIGSEGV".to_owned()));
    assert_eq!(open(&observed("focuscheck: stub other\n", "", None)), Hindrance::NoBody("other".to_owned()));
    let jumped = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x0)\n==1==Hint: pc points to the zero page.\n";
    assert_eq!(open(&observed("", jumped, None)), Hindrance::NullCall);
    let text = Hindrance::Text { name: "atoi".to_owned(), place: "line 5".to_owned() };
    assert_eq!(open(&observed("focuscheck: result 2 12 7\n", "", None)), text);
    // The result of a function whose calls are inputs is not needed where no value is known.
    assert!(matches!(judged(&observed("focuscheck: stub get\n", "", None), &claim), Judgement::Differs(_)));
    let blind = Sight { address: false, operators: true };
    let bounds = claimed(0, ErrorKind::Check(CheckKind::Bounds), 9, 9);
    let missing = Hindrance::Unchecked("AddressSanitizer".to_owned());
    assert_eq!(observed("", "", None).judge(&bounds, &harness(), blind), Judgement::Open(missing));
    let subscript = |line: u32| {
        let said = format!("p/f.c:{line}:12: runtime error: index -1 out of bounds for type 'int [4]'\n");
        observed("", &said, None)
    };
    assert_eq!(judged(&subscript(7), &bounds), Judgement::Open(Hindrance::Address { line: 7 }));
    assert!(matches!(judged(&subscript(6), &bounds), Judgement::Differs(_)));
}

#[test]
fn another_result_of_a_library_function_is_told() {
    let run = observed("focuscheck: result 1 4 -1\n", "", None);
    let (name, place) = ("ffs".to_owned(), "line 4".to_owned());
    assert_eq!(run.results, [OtherResult { name, place, given: 4, needed: -1 }]);
    let what = "ffs() gives 4 at line 4, and not -1, so that it ends without an error";
    let claim = claimed(0, ErrorKind::Assertion, 9, 9);
    assert_eq!(judged(&run, &claim), Judgement::Differs(what.to_owned()));
}

#[test]
fn texts_of_the_program_cannot_break_the_harness() {
    assert_eq!(text::quoted("a\"b\\c\n??/é"), r#""a\"b\\c\012\?\?/\303\251""#);
    assert_eq!(text::commented("a*/b\nc"), "a* /b c");
}
