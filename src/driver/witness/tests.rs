use super::*;
use focuscheck_base::options::CheckKind;

fn source(text: &str) -> SourceFile {
    SourceFile::new("folder/a.c", text)
}

/// The waypoints of the first counterexample, and the same as text.
fn made(source: &SourceFile, options: &Options) -> (Vec<Vec<Waypoint>>, String) {
    let report = super::super::analyse(source, options);
    let (_, counterexample) = chosen(&report, &[]).expect("a counterexample");
    let segments = waypoints(source, options, counterexample).expect("a run that fails");
    let line = |waypoint: &Waypoint| {
        let Place { line, column, function, .. } = &waypoint.place;
        let column = column.unwrap_or(0);
        format!("{line}:{column} {} {:?}", function.as_deref().unwrap_or("?"), waypoint.kind)
    };
    let text = segments.iter().flatten().map(line).collect::<Vec<_>>().join("\n");
    (segments, text)
}

#[test]
fn a_run_becomes_waypoints_and_is_found_again() {
    let source = source(
        "int twice(int n) { return 2 * n; }
int main() {
  int x = __VERIFIER_nondet_int(), y;
  int mode = __VERIFIER_nondet_int();
  switch (mode) { case 4: break; default: return 0; }
  if (x > 2 && x < 9)
    if (twice(x) == 10)
      if (y == 7) assert(0);
  return 0;
}",
    );
    let options = Options::default();
    let (segments, text) = made(&source, &options);
    insta::assert_snapshot!(text, @r#"
    3:33 main FunctionReturn("\\result == 5")
    4:36 main FunctionReturn("\\result == 4")
    5:3 main Assumption("y == 7")
    5:3 main Branching(Case("4"))
    6:3 main Branching(Outcome(true))
    7:16 main FunctionEnter
    7:5 main Branching(Outcome(true))
    8:7 main Branching(Outcome(true))
    8:19 main Target
    "#);
    let Confirmation::Confirmed { inputs } = confirm(&source, &options, &segments) else { panic!("{text}") };
    let values: Vec<&str> = inputs.iter().map(|input| input.value.as_str()).collect();
    assert_eq!(values, ["5", "7", "4"]);
}

#[test]
fn what_the_witness_leaves_open_is_looked_for() {
    let source =
        source("int main() { int x = __VERIFIER_nondet_int();\n  if (x == 1234) assert(0);\n  return 0; }");
    let (segments, _) = made(&source, &Options::default());
    let last = segments.len() - 1;
    let confirmed = confirm(&source, &Options::default(), &segments[last..]);
    assert!(matches!(confirmed, Confirmation::Confirmed { .. }), "{confirmed:?}");
}

#[test]
fn what_does_not_happen_is_not_confirmed() {
    let text =
        "int main() { int x = __VERIFIER_nondet_int();\n  if (x > 5) x = 1;\n  assert(x < 5);\n  return 0; }";
    let source = source(text);
    let options = Options::default();
    let (segments, _) = made(&source, &options);
    let refused = |segments: &[Vec<Waypoint>]| match confirm(&source, &options, segments) {
        Confirmation::NotConfirmed(reason) => reason,
        other => panic!("{other:?}"),
    };
    let mut wrong = segments.clone();
    wrong[0][0].kind = Kind::FunctionReturn("\\result == 7".to_owned());
    assert_eq!(
        refused(&wrong),
        "the run ends without an error; the branching at line 2 is not passed (segment 2 of 3)"
    );
    let mut elsewhere = segments.clone();
    elsewhere.last_mut().expect("a target")[0].place.line = 4;
    assert_eq!(refused(&elsewhere), "the run fails at line 3, not at line 4");
    let mut avoiding = segments.clone();
    let avoided = Waypoint { action: Demand::Avoid, ..avoiding[1][0].clone() };
    avoiding[1].insert(0, avoided);
    assert_eq!(refused(&avoiding), "the branching at line 2 must be avoided, and is passed");
    let mut unclear = segments;
    unclear[0][0].kind = Kind::FunctionReturn("f(x)".to_owned());
    assert!(refused(&unclear).contains("has no known value here"), "{}", refused(&unclear));
}

#[test]
fn default_is_what_no_case_has() {
    let text = "int main() { int x = __VERIFIER_nondet_int(), y = x > 9 ? 1 : 2;\n  switch (x) { case 3: y += 2;\n    \
                default: assert(y > 2); }\n  return 0; }";
    let source = source(text);
    let options = Options::default();
    let (mut segments, shown) = made(&source, &options);
    insta::assert_snapshot!(shown, @r#"
    1:44 main FunctionReturn("\\result == 0")
    1:57 main Branching(Outcome(false))
    2:3 main Branching(Case("0"))
    3:14 main Target
    "#);
    let branching =
        segments.iter_mut().flatten().filter(|w| w.kind == Kind::Branching(Branch::Case("0".to_owned())));
    let places: Vec<Place> = branching
        .map(|w| {
            w.kind = Kind::Branching(Branch::Default);
            w.place.clone()
        })
        .collect();
    assert_eq!(places.len(), 1, "{shown}");
    assert!(matches!(confirm(&source, &options, &segments), Confirmation::Confirmed { .. }));
    segments[0][0].kind = Kind::FunctionReturn("\\result == 3".to_owned());
    assert!(matches!(confirm(&source, &options, &segments), Confirmation::NotConfirmed(_)));
}

#[test]
fn a_check_is_a_violation_too() {
    let source = source("int main() { int x = __VERIFIER_nondet_int();\n  return x + 1; }");
    let options = Options { checks: Some([CheckKind::Overflow].into()), ..Options::default() };
    let report = super::super::analyse(&source, &options);
    let (error, _) = chosen(&report, &[ErrorKind::Check(CheckKind::Overflow)]).expect("an overflow");
    assert_eq!(specification(error), "CHECK( init(main()), LTL(G ! overflow) )");
    let (segments, _) = made(&source, &options);
    assert!(matches!(confirm(&source, &options, &segments), Confirmation::Confirmed { .. }));
}
