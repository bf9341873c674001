use super::*;

#[test]
fn a_script_names_its_labels_and_defines_what_is_long() {
    let mut terms = Terms::default();
    let n = terms.variable("n", Some((-128, 127)));
    let n = terms.variable_term(n);
    let map = terms.map_variable("int");
    let zero = terms.integer(0);
    let stored = terms.store(map, n, zero, n);
    let read = terms.select(stored, zero, n);
    let positive = terms.compare(Relation::Greater, read, zero);
    let atom = terms.atom("Post");
    let question = Question {
        terms: &terms,
        comments: vec!["f: Post@1.2".to_owned()],
        hypotheses: vec![("asm_pre(1)".to_owned(), positive), (String::new(), positive)],
        edges: BTreeMap::from([(atom, "Then@3.4".to_owned())]),
        label: "Post@1.2".to_owned(),
        broken: vec![atom],
        expected: Expected::Unsatisfiable,
    };
    let script = script(&question);
    for line in [
        "; f: Post@1.2",
        "(set-info :status unsat)",
        "(assert (<= (- 128) n.0 127))",
        // A read that is over a write is a definition of the map.
        "(define-fun m!1 ((b Int) (o Int)) Int (ite (and (= b n.0) (= o 0)) n.0 (int.m0 b o)))",
        "(declare-const Then@3.4.b0 Bool)",
        "(assert (! Then@3.4.b0 :named Post@1.2))",
        "(check-sat)",
    ] {
        assert!(script.lines().any(|known| known == line), "no {line} in\n{script}");
    }
    assert!(script.contains(":named |asm_pre(1)|"), "{script}");
}
