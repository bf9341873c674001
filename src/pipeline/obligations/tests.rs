use super::*;
use crate::arith::Relation;
use crate::facts::sample::{
    Sample, add, assign, branch, choice, compare, expression, number, read, unsupported,
};
use crate::layout::program::May;
use crate::options::Options;
use crate::pipeline::front::laid_out;

/// A program that reads `x` and, if `x` is more than `least` and less than 3, accesses memory that is not modelled.
fn guarded(least: i128) -> Program {
    let mut sample = Sample::default();
    let (x, y) = (sample.global("x"), sample.global("y"));
    let main = sample.function("main", false);
    let access = expression(assign(y, unsupported(May::READ_MEMORY)));
    let inner = branch(compare(read(x), Relation::Less, number(3)), vec![access], vec![]);
    let body = vec![
        expression(assign(x, choice())),
        branch(compare(read(x), Relation::Greater, number(least)), vec![inner], vec![]),
        expression(assign(y, add(read(x), number(1)))),
    ];
    sample.body(main, body);
    sample.program
}

/// How many accesses are left that no check can judge.
fn unjudged(program: &Program) -> usize {
    let options = Obligations::options(&Options::default());
    let source = SourceFile::new("sample.c", "int main(void) { return 0; }");
    let (front, _) = laid_out(&source, &Options::default());
    let original = front.expect("a program").original;
    let obligations = Obligations::of(program, &BTreeSet::new());
    let ground = Ground::new(&obligations, &original, &source, &options, Deadline::NEVER);
    ground.unjudged_accesses().len()
}

#[test]
fn an_access_that_no_check_can_judge_stays_open_where_a_run_may_come() {
    assert_eq!(unjudged(&guarded(1)), 1);
    assert_eq!(unjudged(&guarded(5)), 0);
}

#[test]
fn what_comes_after_the_last_error_is_not_assumed() {
    let program = guarded(1);
    let options = Obligations::options(&Options::default());
    let source = SourceFile::new("sample.c", "int main(void) { return 0; }");
    let (front, _) = laid_out(&source, &Options::default());
    let original = front.expect("a program").original;
    let obligations = Obligations::of(&program, &BTreeSet::new());
    let ground = Ground::new(&obligations, &original, &source, &options, Deadline::NEVER);
    let graph = lower::lower(&program);
    assert_eq!(ground.undefined().count(), 1, "the sum may overflow");
    assert_eq!(ground.assumptions(&graph, &[]), []);
}
