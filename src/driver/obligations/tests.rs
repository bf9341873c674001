use super::*;
use crate::front::{in_cells, prepared};

/// A program that reads `x` and, if `x` is more than `least` and less than 3, accesses memory that is not modelled.
fn guarded(least: i128) -> String {
    format!(
        "extern int *elsewhere;
         int x, y;
         int main(void) {{
             x = __VERIFIER_nondet_int();
             if (x > {least})
                 if (x < 3)
                     y = *elsewhere;
             y = x + 1;
         }}"
    )
}

/// What a look at the ground gives that the verdict on a program rests on.
fn looked_at<T>(text: &str, look: impl FnOnce(&mut Ground<'_>, &Graph) -> T) -> T {
    let options = Options { checks: Some(BTreeSet::new()), ..Options::default() };
    let ground_options = Obligations::options(&options);
    let source = SourceFile::new("sample.c", text);
    let original = prepared(&source, &options).0.expect("a program");
    let laid = in_cells(&original, &source, &options).expect("a layout");
    let obligations = Obligations::of(&laid, &original, &source, &options).expect("a layout");
    let mut ground = Ground::new(&obligations, &original, &source, &ground_options, Deadline::NEVER);
    look(&mut ground, &laid.graph)
}

#[test]
fn an_access_that_no_check_can_judge_stays_open_where_a_run_may_come() {
    let unjudged = |ground: &mut Ground<'_>, _: &Graph| ground.unjudged_accesses().len();
    // The pointer, and what it leads to.
    assert_eq!(looked_at(&guarded(1), unjudged), 2);
    assert_eq!(looked_at(&guarded(5), unjudged), 0);
}

#[test]
fn what_comes_after_the_last_error_is_not_assumed() {
    looked_at(&guarded(1), |ground, graph| {
        assert!(ground.undefined().count() > 0, "the sum may overflow");
        assert_eq!(ground.assumptions(graph, &[]), []);
    });
}

#[test]
fn what_every_run_breaks_is_assumed_in_vain() {
    let divided = |condition: &str| {
        format!(
            "double measured(void); void __assert_fail(void);\n\
             int main(void) {{ int parts = 0, share = 1; if (measured() > 0.1) parts = {condition};\n\
             share = 100 / parts; if (share != 7) __assert_fail(); }}\n"
        )
    };
    let broken = |ground: &mut Ground<'_>, graph: &Graph| {
        let errors: Vec<ErrorId> = (0..graph.errors.len() as u32).map(ErrorId).collect();
        ground.broken(graph, &errors, &BTreeSet::new()).len()
    };
    assert_eq!(looked_at(&divided("0"), broken), 1);
    assert_eq!(looked_at(&divided("14"), broken), 0);
}

#[test]
fn guessed_runs_show_which_limits_are_passed() {
    let passed = |text: &str| {
        looked_at(text, |ground, _| {
            let engine = ground.engine.as_ref().expect("something to ask about");
            let places = ground.obligations.graph.obligations.iter();
            let mut limits = places.filter(|place| place.kind == ObligationKind::Limit);
            limits.any(|place| ground.probed(engine).has_left_at(place.node))
        })
    };
    let counted = |condition: &str| {
        format!("int main(int argc, char **argv) {{ int n = 0; while ({condition}) n++; return n; }}")
    };
    assert!(passed(&counted("*++argv")));
    assert!(!passed(&counted("n < 2 && *++argv")));
}
