//! Tests of what the graph says of its edges, its loops, and the nodes that nothing leads to.

use super::sample;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Graph, LoopKind, NodeId, Role};

fn graph(text: &str) -> (Graph, SourceFile) {
    (sample::graph(text), SourceFile::new("test.c", text))
}

/// `from > to: roles` of all edges that have one, with the first words of the nodes and the places of what has the role.
fn roles(text: &str) -> Vec<String> {
    let (graph, source) = graph(text);
    let mut shown = Vec::new();
    for (from, node) in graph.all_nodes() {
        for (slot, &to) in node.successors.iter().enumerate() {
            let roles = graph.outline.roles_of(from, slot);
            let roles: Vec<String> = roles
                .iter()
                .map(|role| {
                    let position = source.position(role.span.start);
                    format!("{}@{}.{}", role.role.name(), position.line, position.column)
                })
                .collect();
            if !roles.is_empty() {
                let (from, to) = (name(&graph, &source, from), name(&graph, &source, to));
                shown.push(format!("{from} > {to}: {}", roles.join(" ")));
            }
        }
    }
    shown
}

fn name(graph: &Graph, source: &SourceFile, node: NodeId) -> String {
    let dead = if node.index() < graph.nodes.len() { "" } else { "!" };
    let procedure = graph.procedures.iter().find(|p| p.entry == node || p.exit == node);
    match procedure {
        Some(procedure) if procedure.entry == node => "entry".to_owned(),
        Some(_) => "exit".to_owned(),
        None => format!("{dead}{}", source.slice(graph.node(node).span)),
    }
}

#[test]
fn branches_have_roles_also_where_they_are_missing() {
    let text =
        "int a, b;\nint main(void) {\n  if (a && b) a = 1;\n  if (b) ; else a = 2;\n  b = a ? 3 : 4;\n}\n";
    let expected = [
        "a > b: else@3.3",
        "b > a = 1: then@3.15",
        "b > b: else@3.3",
        "b > a: then@4.10",
        "b > a = 2: else@4.17",
        "a > 3: then@5.11",
        "a > 4: else@5.15",
    ];
    assert_eq!(roles(text), expected);
}

#[test]
fn edges_of_loops_say_which_way_they_go() {
    let text = "int a;\nint main(void) {\n  while (a > 1)\n    if (a > 2) continue;\n    else if (a > 3) break;\n\
                  do a--; while (a > 4);\n  for (a = 5; a < 6; a++) ;\n  return a;\n}\n";
    let expected = [
        "entry > a > 1: loop-entry@3.3",
        "a > 1 > a > 2: loop-body@4.5",
        "a > 1 > a--: loop-exit@3.3 loop-entry@6.1",
        "a > 2 > a > 1: then@4.16 continue@4.16 loop-back@3.3",
        "a > 2 > a > 3: else@5.10",
        "a > 3 > a--: then@5.21 break@5.21 loop-entry@6.1",
        "a > 3 > a > 1: else@5.10 loop-back@3.3",
        "a > 4 > a--: loop-back@6.1",
        "a > 4 > a = 5: loop-exit@6.1",
        "a = 5 > a < 6: loop-entry@7.3",
        "a < 6 > a++: loop-body@7.27",
        "a < 6 > return a;: loop-exit@7.3",
        "a++ > a < 6: loop-back@7.3",
        "return a; > exit: return@8.3",
    ];
    assert_eq!(roles(text), expected);
}

#[test]
fn a_switch_and_jumps_have_roles() {
    let text = "int a; int f(void) { return 1; }\nint main(void) {\n  switch (a) { case 1: case 2: a = 3; default: a = 4; }\n\
                  switch (a) { case 5: break; }\n  again: if (f()) goto again;\n}\n";
    let found = roles(text);
    let expected = [
        "return 1; > exit: return@1.22",
        "case 1:  > a = 3: case@3.16",
        "case 2:  > a = 3: case@3.24",
        "case 2:  > a = 4: default@3.39",
        "case 5:  > f(): case@4.14 break@4.22",
        "case 5:  > f(): no-case@4.1",
        "f() > f(): call-to-return@5.14",
        "f() > f(): then@5.19 goto@5.19 loop-back@5.14",
        "f() > exit: else@5.10",
    ];
    assert_eq!(found, expected, "{found:#?}");
}

#[test]
fn loops_have_heads_and_annotations() {
    let text = "int a;\nint main(void) {\n  //@ loop invariant a;\n  //@ loop variant a;\n  for (;;) if (a++ > 2) break;\n\
                  //@ loop assigns a;\n  while (1) { do a--; while (a); break; }\n  while (1) break;\n  l: a = 1; if (a) goto l;\n}\n";
    let (graph, source) = graph(text);
    let shown: Vec<String> = graph
        .outline
        .loops
        .iter()
        .map(|l| {
            let head = l.head.map_or("-".to_owned(), |head| name(&graph, &source, head));
            let annotations: Vec<&str> = l.annotations.iter().map(|a| a.text.as_str()).collect();
            format!("{} {head} {}", l.kind.name(), annotations.join(" "))
        })
        .collect();
    let expected = [
        "for a++ //@ loop invariant a; //@ loop variant a;",
        "while a-- //@ loop assigns a;",
        "do-while a-- ",
        "while - ",
        "goto a = 1 ",
    ];
    assert_eq!(shown, expected);
    let inner = graph.outline.loops[2].head.expect("a head");
    assert_eq!(graph.outline.headed_by(inner).count(), 2);
    assert!(graph.outline.loops.iter().all(|l| l.kind != LoopKind::Goto || l.annotations.is_empty()));
}

#[test]
fn what_nothing_leads_to_is_kept_apart() {
    let dead = "  if (0) { a = 7; if (a) a = 8; }\n  return a;\n  while (a) a++;\n}\n";
    let (without, _) = graph("int a;\nint main(void) {\n  a = 1;\n  return a;\n}\n");
    let (with, source) = graph(&format!("int a;\nint main(void) {{\n  a = 1;\n{dead}"));
    let actions = |graph: &Graph| graph.nodes.iter().map(|n| n.action.clone()).collect::<Vec<_>>();
    assert_eq!(actions(&with), actions(&without));
    assert_eq!((with.units.len(), with.statements.len()), (without.units.len(), without.statements.len()));
    let unreached: Vec<String> = with.all_nodes().map(|(id, _)| name(&with, &source, id)).collect();
    assert_eq!(unreached[with.nodes.len()..], ["!a = 7", "!a", "!a = 8", "!a", "!a++"]);
    for (id, node) in with.all_nodes().skip(with.nodes.len()) {
        let unit = &with.outline.units[node.unit.index() - with.units.len()];
        assert!(unit.statement.index() >= with.statements.len());
        assert!(node.successors.iter().all(|next| next.index() < with.all_nodes().count()), "{id:?}");
    }
    let head = with.outline.loops[0].head.expect("a head");
    let back = |edge: &(NodeId, usize)| {
        let roles = with.outline.roles_of(edge.0, edge.1);
        roles.iter().any(|role| matches!(role.role, Role::LoopBack(_)))
    };
    let edges =
        with.all_nodes().flat_map(|(id, node)| (0..node.successors.len()).map(move |slot| (id, slot)));
    let targets: Vec<NodeId> = edges.filter(back).map(|(id, slot)| with.node(id).successors[slot]).collect();
    assert_eq!(targets, [head]);
}

#[test]
fn code_that_is_not_known_may_change_what_is_exposed() {
    let text = "int g; static int s; static int t = 3; const int c = 4; extern int e; static int u[2];\n\
                void outside(void); int other(int *); static void set(void) { s = t; }\n\
                int main(void) {\n  set();\n  outside();\n  if (c) outside();\n  return other(u) + g + e;\n}\n";
    let (graph, source) = graph(text);
    let exposed: Vec<&str> =
        graph.outline.exposed.iter().map(|scalar| graph.scalars[scalar.index()].name.as_str()).collect();
    assert_eq!(exposed, ["g", "s", "e", "u[0]", "u[1]"]);
    let places = graph.outline.roles.iter().filter(|role| role.role == Role::UnknownCode);
    let places: Vec<&str> = places.map(|role| source.slice(role.span)).collect();
    assert_eq!(places, ["outside()", "outside()", "other(u)"]);
}

#[test]
fn the_way_back_to_a_loop_leads_to_its_head() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs/behaviour");
    let (mut backs, mut graphs) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("text");
        let Some(graph) = sample::try_graph(&text) else { continue };
        graphs += 1;
        for role in &graph.outline.roles {
            let Role::LoopBack(id) = role.role else { continue };
            let target = graph.node(role.from).successors[role.slot as usize];
            assert_eq!(graph.outline.loops[id.index()].head, Some(target), "{:?}", entry.path());
            backs += 1;
        }
    }
    assert!(graphs > 60 && backs > 40, "{backs} ways back in {graphs} programs");
}
