//! Predicates in states of memory.

use crate::{Content, RunInputs, Target};

use super::judged::{Text, beginning, block, int, run};

#[test]
fn quantifiers_are_tried_between_their_guards() {
    let holds = |predicate: &str, numbers: &[i128]| {
        let text = format!("void f(int *a, int n) {{ //@ assert {predicate};\n }}");
        let count = numbers.len() as i128;
        let end = run(&text, "f", &[block(0), int(count)], &[numbers.to_vec()]);
        end.rsplit_once(';').map_or(end.clone(), |(_, instance)| format!("fails{instance}"))
    };
    let sorted = "\\forall integer j, k; 0 <= j < k < n ==> a[j] <= a[k]";
    assert_eq!(holds(sorted, &[1, 2, 2]), "holds");
    assert_eq!(holds(sorted, &[1, 3, 2]), "fails j=1 k=2 [a[j] = 3, a[k] = 2]");
    assert_eq!(holds("\\exists integer k; 0 <= k < n && a[k] == 3", &[1, 3]), "holds");
    assert_eq!(holds("\\exists integer k; 0 <= k < n && a[k] == 3", &[1]), "fails");
    assert_eq!(holds("\\forall integer k; 0 <= k && k + 1 < n ==> a[k] < a[k + 1]", &[1, 2]), "holds");
    assert_eq!(holds("!(\\exists integer k; 0 <= k < n && a[k] < 0)", &[1, -2]), "fails");
    assert_eq!(
        holds("\\forall integer i; 0 <= i < n ==> \\exists integer j; i <= j < n && a[j] > 0", &[1, 0]),
        "fails i=1"
    );
    assert_eq!(
        holds("\\forall integer i; (0 <= i < n ==> a[i] > 0) && (0 < i < n ==> a[i] > 1)", &[1, 1]),
        "fails i=1 [a[i] = 1, 1 = 1]"
    );
    assert_eq!(holds("\\forall char c; c * c >= 0", &[]), "holds");
    let unbounded = holds("\\forall integer k; 0 <= k ==> k * k >= 0", &[]);
    assert_eq!(unbounded, "unknown: quantifier without bounds: k");
    let far = holds("\\forall integer k; 0 <= k < 1000000 ==> k * k >= 0", &[]);
    assert_eq!(far, "unknown: quantifier over so many values: k");
    // What lies outside is only asked for where it matters.
    assert_eq!(holds("\\forall integer k; 0 <= k <= n ==> a[k] == 1", &[2]), "fails k=0 [a[k] = 2, 1 = 1]");
    let outside = holds("\\forall integer k; 0 <= k <= n ==> a[k] == 1", &[1]);
    assert_eq!(outside, "unknown: what lies outside of all objects: a[k]");
    assert_eq!(holds("n == 2 || a[n] == 1", &[1, 2]), "holds");
    assert_eq!(holds("a[n] == 1 || n == 2", &[1, 2]), "holds");
    assert_eq!(holds("a[n] == 1 && n == 3", &[1, 2]), "fails [n = 2, 3 = 3]");
}

#[test]
fn predicates_speak_of_memory() {
    let holds = |predicate: &str| {
        let text = format!(
            "int g, t[4]; struct s {{ int a, b[2]; }} s;
            void f(int *a, int *b, int n) {{ int local; int *q = b; {{ int inner; q = &inner; }} L: ;
            //@ assert {predicate};\n }}"
        );
        let mut state = beginning(&[block(0), Content::Pointer(Target::Null), int(4)], &[vec![1, 2, 3, 4]]);
        state.blocks[0].heap = true;
        let end = Text::new(&text).run_with("f", &state, RunInputs::default(), &[]);
        if end.starts_with("Assert") { "fails".to_owned() } else { end }
    };
    for predicate in [
        "\\valid(a + (0 .. n - 1)) && \\valid(&t[0 .. 3]) && \\valid(&local) && \\valid(a + (3 .. 2))",
        "!\\valid(a + (0 .. n)) && !\\valid(a - 1) && !\\valid(b) && \\valid(b + (0 .. -1)) && \\valid_read(a)",
        "\\separated(a + (0 .. 1), a + (2 .. 3)) && \\separated(a, &g, &local) && !\\separated(a + (0 .. 2), a + 2)",
        "\\separated(&s.a, &s.b[0 .. 1]) && !\\separated(&s, &s.b[1])",
        "\\initialized(a + (0 .. 3)) && !\\initialized(&local) && \\initialized(&t[1])",
        "\\freeable(a) && !\\freeable(a + 1) && !\\freeable(&g) && !\\freeable(b)",
        "\\base_addr(a + 2) == a && \\offset(a + 2) == 8 && \\block_length(a + 1) == 16",
        "b == \\null && a != \\null && a < a + 1 && (a + 3) - (a + 1) == 2 && a != &g",
        "(\\let x = a[1]; x * x == 4) && (n > 3 ? a[3] == 4 : a[9] == 0) && ~n == -5 && n / -3 == -1",
        "(unsigned char)(n + 255) == 3 && (n << 70) >> 70 == n && (n > 3 <==> a[0] == 1) && (n > 3 ^^ n > 4)",
    ] {
        assert_eq!(holds(predicate), "holds", "{predicate}");
    }
    assert_eq!(holds("local == 0"), "unknown: object that has no value: local");
    assert_eq!(holds("*b == 0"), "unknown: what a null pointer points to: *b");
    assert_eq!(holds("n / (n - 4) == 0").split(':').next(), Some("unknown"));
    assert_eq!(holds("q == &g"), "unknown: comparison of addresses: q == &g");
    // Its object has ended with its block.
    assert_eq!(holds("\\valid(q)"), "fails");
    assert_eq!(holds("!\\dangling(&q)"), "fails");
    assert_eq!(holds("\\valid(q + 1)"), "fails");
}

/// The example of "A formal approach to the error localization", section 3.1, with its error.
#[test]
fn definitions_are_read_in_the_states_of_their_labels() {
    let text = "/*@ predicate negated{P,H}(int *a, integer n) = \\forall integer k; 0<=k<n ==>
        ((\\at(a[k],P)<0 && (\\forall integer j; 0<=j<k ==> \\at(a[j],P)>=0) ==> \\at(a[k],H)==-\\at(a[k],P)) &&
         (\\at(a[k],P)>=0 ==> \\at(a[k],H)==\\at(a[k],P))); */
/*@ requires 0<=Length && \\valid(ia+(0..Length-1)); assigns ia[0..Length-1]; ensures negated{Pre,Post}(ia, Length); */
void NegateFirst(int ia[], int Length) { int i; i = 0;
  /*@ loop invariant 0<=i<=Length && \\forall integer j; 0<=j<i ==> ia[j]>=0; loop assigns i, ia[0..Length-1]; */
  while (i < Length) {
    if (ia[i] < 0) { ia[i] = ia[i]; goto L; }
    int *q1; q1 = &i; *q1 = *q1 + 1;
  }
  L: ;
  //@ invariant negated{Pre,Here}(ia, Length);
}";
    let start = |text: &str, numbers: &[i128]| {
        run(text, "NegateFirst", &[block(0), int(numbers.len() as i128)], &[numbers.to_vec()])
    };
    let end = "LabelInvariant@12.7: invariant negated{Pre,Here}(ia, Length); a: ia n: Length k=1 [\\at(a[k],H) = -3, -\\at(a[k],P) = 3]";
    assert_eq!(start(text, &[1, -3]), end);
    assert_eq!(start(text, &[1, 3]), "holds");
    assert_eq!(start(&text.replace("= ia[i];", "= -ia[i];"), &[1, -3, -2]), "holds");
}
