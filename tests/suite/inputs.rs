//! Which values explanations show.

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_driver::analyse;

/// The inputs of the first counterexample, in order.
fn inputs(text: &str) -> Vec<i128> {
    let report = analyse(&SourceFile::new("inputs.c", text), &Options::default());
    let counterexample = &report.errors[0].counterexamples[0];
    counterexample.inputs.iter().map(|input| input.value.parse().expect("a number")).collect()
}

/// The loop is too long for the walk back, so that a guess leads to the error.
#[test]
fn values_are_as_near_to_zero_as_the_path_lets_them() {
    let text = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
        int main(void) {\n  int limit = __VERIFIER_nondet_int(), total = 0;\n\
        for (int i = 0; i < limit; i++) {\n\
        int step = __VERIFIER_nondet_int();\n    if (step < 0) total++;\n\
        if (total == 150) reach_error();\n  }\n  return 0;\n}\n";
    let mut expected = vec![-1; 151];
    expected[0] = 150;
    assert_eq!(inputs(text), expected);
}

/// What `scanf` fills gives the input its name, however it is written.
#[test]
fn what_scanf_fills_is_called_as_it_is_written() {
    let text = "#include <assert.h>\n#include <stdio.h>\nstatic void get(int *p) { scanf(\"%d\", &p[1]); }\n\
        struct s { int x; };\nint main(void) {\n  int n = 0, a[3] = {0}; struct s s = {0};\n  scanf(\"%d\", &n); scanf(\"%d\", &s.x);\n\
        if (n != 1) return 0;\n  scanf(\"%d\", &a[n]); scanf(\"%d\", a + n); get(a);\n\
        assert(a[0] + a[1] + s.x != 30);\n  return 0;\n}\n";
    let report = analyse(&SourceFile::new("inputs.c", text), &Options::default());
    let inputs = &report.errors[0].counterexamples[0].inputs;
    let names: Vec<&str> = inputs.iter().map(|input| &*input.name).collect();
    assert_eq!(names, ["n", "s.x", "a[n]", "a[n]", "p[1]"]);
}

/// The text of an argument that the program is not given is no input.
#[test]
fn arguments_that_are_not_given_are_no_inputs() {
    let text =
        "#include <assert.h>\nint main(int argc, char **argv) { assert(argc > 2 && argv[2][0] == 'x'); }\n";
    let report = analyse(&SourceFile::new("inputs.c", text), &Options::default());
    let ways = &report.errors[0].counterexamples;
    for way in ways {
        let read: Vec<_> = way.inputs.iter().filter(|input| input.is_read()).collect();
        assert_eq!(read.len() > 1, read[0].value != "1" && read[0].value != "2", "{read:?}");
    }
    assert_eq!(ways.len(), 3);
}
