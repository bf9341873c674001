//! Which values explanations show.

use focuscheck::internals::options::Options;
use focuscheck::internals::pipeline::analyse;
use focuscheck::internals::source::SourceFile;

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
