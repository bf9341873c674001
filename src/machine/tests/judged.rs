//! Functions that are run from given states, and judged by their annotations.

use std::collections::BTreeSet;

use crate::{At, Beginning, Content, Ending, GivenBlock, Goal, NoBeginning, Scalar, Shown, Target};
use focuscheck_base::options::{Annotations, DataModel, MAX_HEIGHT};
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::check_annotated;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::Bits;
use focuscheck_ir::program::{Original, Start};
use focuscheck_syntax::parse_annotated;

use super::super::ending::Failure;
use super::super::run::{Limits, Machine};
use super::RunInputs;

/// A program with annotations.
pub(super) struct Text {
    source: SourceFile,
    original: Original,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let source = SourceFile::new("test.c", text);
        let parsed = parse_annotated(&source, (DataModel::Lp64, &[]), MAX_HEIGHT, Annotations::Read);
        let unit = parsed.unit.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
        let said = Some(&parsed.specifications[..]);
        let (tree, diagnostics) =
            check_annotated(std::slice::from_ref(&unit), said, &source, &[], DataModel::Lp64);
        let tree = tree.unwrap_or_else(|| panic!("{diagnostics:?}"));
        Text { source, original: Original::new(tree, Start::default()) }
    }

    /// A static object.
    fn object(&self, name: &str) -> ObjectId {
        let objects = &self.original.graph().objects;
        let number = objects.iter().position(|object| object.name == name && object.fixed).unwrap();
        ObjectId(number as u32)
    }

    fn at(&self, offset: u32) -> String {
        let at = self.source.position(offset);
        format!("{}.{}", at.line, at.column)
    }

    fn text(&self, span: Span) -> &str {
        &self.source.text()[span.start as usize..span.end as usize]
    }

    /// How a function ends, in words: what fails and where, then the clause and the instance.
    pub(super) fn run_with(
        &self,
        function: &str,
        beginning: &Beginning,
        given: RunInputs,
        inlined: &[&str],
    ) -> String {
        let (tree, graph) = (self.original.tree(), self.original.graph());
        let id = tree.function(function).unwrap();
        let mut machine = Machine::new(graph, given, Limits { steps: 10_000, depth: 50 });
        machine.begin(graph.bodies[id.index()].unwrap(), beginning, &|_| false).unwrap();
        let inlined: BTreeSet<_> = inlined.iter().map(|name| tree.function(name).unwrap()).collect();
        let goal = Goal { tree, function: id, inlined: &inlined, asked: None };
        match machine.run_to(&goal) {
            Ending::NoState(span) => format!("no state: {}", self.text(span)),
            Ending::NoRun(span) => format!("no run: {}", self.text(span)),
            Ending::Finished => "holds".to_owned(),
            Ending::Stopped => "stops".to_owned(),
            Ending::Limit => "goes on".to_owned(),
            Ending::Unknown { reason, span } => format!("unknown: {reason}: {}", self.text(span)),
            Ending::Fails(failure) => self.failure(&failure),
        }
    }

    fn failure(&self, failure: &Failure) -> String {
        let offset = match failure.at {
            At::Here(offset) => offset,
            At::Behind(offset) => {
                let rest = &self.source.text()[offset as usize..];
                offset + rest.find(|c: char| !c.is_whitespace() && c != ')').unwrap() as u32
            }
        };
        let mut words = format!("{:?}@{}", failure.property, self.at(offset));
        if !failure.own {
            words += &format!(" in call {}", failure.depth);
        }
        words.extend(failure.clause.map(|clause| format!(": {}", self.text(clause))));
        let Some(instance) = &failure.instance else { return words };
        words.extend(instance.names.iter().map(|(name, span)| format!(" {name}: {}", self.text(*span))));
        words.extend(instance.binders.iter().map(|(name, value)| format!(" {name}={value}")));
        if let Some((left, right)) = &instance.sides {
            let shown = |value: Shown| match value {
                Shown::Integer(number) => number.to_string(),
                Shown::Null => "null".to_owned(),
                Shown::Pointer => "pointer".to_owned(),
            };
            let (l, r) = (self.text(left.span), self.text(right.span));
            words += &format!(" [{l} = {}, {r} = {}]", shown(left.value), shown(right.value));
        }
        words
    }
}

/// How a function ends that starts with these parameters and blocks.
pub(super) fn run(text: &str, function: &str, parameters: &[Content], blocks: &[Vec<i128>]) -> String {
    Text::new(text).run_with(function, &beginning(parameters, blocks), RunInputs::default(), &[])
}

/// Parameters, and blocks of numbers of four bytes.
pub(super) fn beginning(parameters: &[Content], blocks: &[Vec<i128>]) -> Beginning {
    let blocks = blocks.iter().map(|numbers| {
        let scalars = numbers.iter().zip(0..);
        let scalars = scalars.map(|(&value, at)| Scalar { offset: 4 * at, content: int(value) });
        GivenBlock { size: 4 * numbers.len() as u64, heap: false, ended: false, scalars: scalars.collect() }
    });
    let parameters = parameters.iter().map(|content| vec![Scalar { offset: 0, content: content.clone() }]);
    Beginning { blocks: blocks.collect(), parameters: parameters.collect(), ..Beginning::default() }
}

pub(super) fn int(value: i128) -> Content {
    Content::Integer { value, size: 4 }
}

pub(super) fn block(number: usize) -> Content {
    Content::Pointer(Target::Block(number, 0))
}

fn null() -> Content {
    Content::Pointer(Target::Null)
}

#[test]
fn a_function_runs_from_lists_and_arrays_inside_structures() {
    let list = "struct n { int v[2]; struct n *next; };
        //@ ensures \\result == 100;
        int sum(struct n *p) { int s = 0; for (; p; p = p->next) s += p->v[0] * 10 + p->v[1]; return s; }";
    let text = Text::new(list);
    let node = |v: i128, w: i128, next: Target| GivenBlock {
        size: 16,
        heap: true,
        ended: false,
        scalars: vec![
            Scalar { offset: 0, content: int(v) },
            Scalar { offset: 4, content: int(w) },
            Scalar { offset: 8, content: Content::Pointer(next) },
        ],
    };
    let mut state = beginning(&[block(1)], &[]);
    state.blocks = vec![node(3, 4, Target::Null), node(6, 6, Target::Block(0, 0))];
    assert_eq!(text.run_with("sum", &state, RunInputs::default(), &[]), "holds");
    state.blocks[0].ended = true;
    assert_eq!(text.run_with("sum", &state, RunInputs::default(), &[]), "Dangling@3.72");
}

#[test]
fn a_state_has_bit_fields_static_objects_functions_and_structures_as_parameters() {
    let text = Text::new(
        "struct s { unsigned a : 3; int b : 5; }; int g, h = 7, t[3]; int two(void) { return 2; }
        //@ ensures \\result == 1234;
        int f(struct s s, int *p, int (*q)(void)) { return s.a * 1000 + -s.b * 100 + *p * 10 + q() + h + g; }",
    );
    let mut state = beginning(&[], &[]);
    let two = text.original.tree().function("two").unwrap();
    let bits = |first, width, value| Scalar {
        offset: 0,
        content: Content::Bits { value, bits: Bits { first, width } },
    };
    state.parameters = vec![
        vec![bits(0, 3, 1), bits(3, 5, -2)],
        vec![Scalar { offset: 0, content: Content::Pointer(Target::Static(text.object("t"), 4)) }],
        vec![Scalar { offset: 0, content: Content::Pointer(Target::Function(two)) }],
    ];
    state.statics.insert(text.object("t"), vec![Scalar { offset: 4, content: int(3) }]);
    state.statics.insert(text.object("g"), vec![Scalar { offset: 0, content: int(2) }]);
    // The first value of `h` is only that of a whole program.
    assert_eq!(text.run_with("f", &state, RunInputs::default(), &[]), "holds");
    state.statics.clear();
    let end = text.run_with("f", &state, RunInputs::default(), &[]);
    assert_eq!(end, "Post@3.109: ensures \\result == 1234; [\\result = 1202, 1234 = 1234]");
}

#[test]
fn main_starts_with_the_first_values_of_static_objects() {
    let text = Text::new("int g = 7, h = 5; int main(void) { //@ assert g + h == 12;\n return 0; }");
    let mut state = Beginning::default();
    assert_eq!(text.run_with("main", &state, RunInputs::default(), &[]), "holds");
    state.statics.insert(text.object("g"), vec![Scalar { offset: 0, content: int(6) }]);
    let end = text.run_with("main", &state, RunInputs::default(), &[]);
    assert_eq!(end, "Assert@1.40: assert g + h == 12; [g + h = 11, 12 = 12]");
}

#[test]
fn a_state_that_memory_cannot_be_in_is_refused() {
    let text = Text::new("int g; void f(int *p) { }");
    let graph = text.original.graph();
    let begin = |state: &Beginning| {
        let mut machine = Machine::new(graph, RunInputs::default(), Limits { steps: 10, depth: 10 });
        machine.begin(graph.bodies[0].unwrap(), state, &|_| false)
    };
    let mut state = beginning(&[null()], &[]);
    assert_eq!(begin(&state), Ok(()));
    state.parameters.push(Vec::new());
    assert_eq!(begin(&state), Err(NoBeginning::Missing));
    assert_eq!(begin(&beginning(&[block(0)], &[])), Err(NoBeginning::Missing));
    let mut large = beginning(&[null()], &[vec![]]);
    large.blocks[0].size = 1 << 50;
    assert_eq!(begin(&large), Err(NoBeginning::TooLarge(1 << 50)));
    let mut outside = beginning(&[null()], &[vec![1]]);
    outside.blocks[0].scalars[0].offset = 2;
    assert_eq!(begin(&outside), Err(NoBeginning::Outside));
}

#[test]
fn what_is_undefined_fails_at_its_operator() {
    let one = "int A[3], z; struct t { int f, g[2]; };
int f(int k, int *p, struct t *t) {
    if (k == 0) return A[k + 5];
    if (k == 1) return t->f;
    if (k == 2) return p[z - 1];
    if (k == 3) return 7 / z;
    if (k == 4) return 1 << (k + 28 + z);
    if (k == 5) return k << 40;
    if (k == 6) return *p + t->g[k];
    if (k == 7) return p[0] + 2147483647;
    if (k == 8) return A[A[0] + p[9]];
    return -(k - 2147483647 - 1 - k) + *(p + k) ; }";
    let ends = |k: i128, p: Content, t: Content| run(one, "f", &[int(k), p, t], &[vec![1], vec![1, 2, 3]]);
    assert_eq!(ends(0, null(), null()), "ArrayAccess@3.25");
    assert_eq!(ends(1, null(), null()), "Null@4.25");
    assert_eq!(ends(1, null(), block(0)), "holds");
    assert_eq!(ends(2, null(), null()), "Null@5.25");
    assert_eq!(ends(2, block(0), null()), "ArrayAccess@5.25");
    assert_eq!(ends(3, null(), null()), "ZeroDiv@6.26");
    assert_eq!(ends(4, null(), null()), "Shift@7.26");
    assert_eq!(ends(5, null(), null()), "Shift@8.26");
    assert_eq!(ends(6, null(), null()), "Null@9.24");
    assert_eq!(ends(6, block(0), null()), "Null@9.30");
    assert_eq!(ends(6, block(0), block(1)), "Dangling@9.30");
    assert_eq!(ends(7, block(0), null()), "Overflow@10.29");
    assert_eq!(ends(8, block(0), null()), "ArrayAccess@11.34");
}

#[test]
fn preconditions_say_where_a_run_begins() {
    let text = "//@ requires \\valid(p) && n > 0;
int f(int *p, int n) { return *p / n; }
//@ requires a: n != 3;
int g(int *p, int n) { return f(p, n - 1); }";
    assert_eq!(run(text, "f", &[null(), int(1)], &[]), "no state: requires \\valid(p) && n > 0;");
    assert_eq!(run(text, "f", &[block(0), int(1)], &[vec![4]]), "holds");
    let end = "Pre@4.31: requires \\valid(p) && n > 0; [n = 0, 0 = 0]";
    assert_eq!(run(text, "g", &[block(0), int(1)], &[vec![4]]), end);
    assert_eq!(run(text, "g", &[null(), int(2)], &[]), "Pre@4.31: requires \\valid(p) && n > 0;");
    let inlined =
        Text::new(text).run_with("g", &beginning(&[null(), int(2)], &[]), RunInputs::default(), &["f"]);
    assert_eq!(inlined, "Null@2.31");
}

#[test]
fn postconditions_read_parameters_as_they_were() {
    let text = "/*@ requires \\valid(p) && \\valid(q);
    ensures *p == \\old(*q) && *q == \\old(*p); */
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; p = 0; }
/*@ ensures \\result == n + 1; */
int next(int n) { n++; return n; }
/*@ ensures *p == \\old(*p) + 1; ensures *q == \\old(*q) + 1; */
void both(int *p, int *q) { ++*p; ++*q; }
struct s { int a[2]; };
/*@ ensures \\result.a[s.a[1]] == s.a[0] + 1; */
struct s made(struct s s) { s.a[0]++; s.a[1] = 5; struct s t = {{ s.a[0], 3 }}; return t; }
//@ ensures \\valid(\\result);
int *local(int n) { return &n; }";
    assert_eq!(run(text, "swap", &[block(0), block(1)], &[vec![1], vec![2]]), "holds");
    assert_eq!(run(text, "swap", &[block(0), block(0)], &[vec![1]]), "holds");
    assert_eq!(run(text, "next", &[int(4)], &[]), "holds");
    assert_eq!(run(text, "both", &[block(0), block(1)], &[vec![1], vec![2]]), "holds");
    let end = "Post@7.41: ensures *p == \\old(*p) + 1; [*p = 3, \\old(*p) + 1 = 2]";
    assert_eq!(run(text, "both", &[block(0), block(0)], &[vec![1]]), end);
    assert_eq!(run(text, "made", &[int(7)], &[]), "holds");
    assert_eq!(run(text, "local", &[int(7)], &[]), "Post@12.32: ensures \\valid(\\result);");
}

#[test]
fn assertions_name_earlier_states() {
    let text = "int f(int n, int *p) {
    int i = 0;
    L: i = i + 1; *p = n + i;
    //@ assert \\at(i, L) == i - 1 && \\at(*p, L) == 9 && \\at(\\at(*p, Here) + i, Pre) == 0;
    //@ check c: \\at(*p, Pre) == 9;
    n = 0;
    while (i < 4) {
        i = i + 2;
        //@ assert \\at(i, LoopEntry) == 1 && \\at(i, LoopCurrent) == i - 2 && \\at(n, Pre) == 5;
    }
    //@ assert i == 4;
    return 0; }";
    let text = text.replace(" && \\at(\\at(*p, Here) + i, Pre) == 0", "");
    assert_eq!(
        run(&text, "f", &[int(5), block(0)], &[vec![9]]),
        "Assert@11.9: assert i == 4; [i = 5, 4 = 4]"
    );
    let end = "Assert@4.9: assert \\at(i, L) == i - 1 && \\at(*p, L) == 9; [\\at(*p, L) = 8, 9 = 9]";
    assert_eq!(run(&text, "f", &[int(5), block(0)], &[vec![8]]), end);
    let admit = "void f(int n) { //@ admit n > 0;\n //@ assert n > 1;\n }";
    assert_eq!(run(admit, "f", &[int(0)], &[]), "no run: admit n > 0;");
    assert_eq!(run(admit, "f", &[int(2)], &[]), "holds");
}

#[test]
fn loops_are_judged_at_their_heads() {
    let text = "void f(int n, int m) { int i = 0;
    /*@ loop invariant 0 <= i; loop invariant i <= 3; loop variant n - i; */
    while (i < n) { if (i == m) i -= 1; else i += m; } }";
    assert_eq!(
        run(text, "f", &[int(3), int(1)], &[]),
        "Variant@3.5: loop variant n - i; [n - i = 3, n - i = 2]"
    );
    assert_eq!(
        run(text, "f", &[int(3), int(2)], &[]),
        "Variant@3.5: loop variant n - i; [n - i = 2, n - i = 1]"
    );
    assert_eq!(run(text, "f", &[int(3), int(3)], &[]), "holds");
    let end = "LoopInvMaintained@3.5: loop invariant i <= 3; [i = 4, 3 = 3]";
    assert_eq!(run(text, "f", &[int(3), int(4)], &[]), end);
    let end = "LoopInvMaintained@3.5: loop invariant 0 <= i; [0 = 0, i = -1]";
    assert_eq!(run(text, "f", &[int(3), int(0)], &[]), end);
    let init = "void f(int n) { /*@ loop invariant n > 0; */ for (int i = 0; i < n; i++) ; }";
    assert_eq!(run(init, "f", &[int(0)], &[]), "LoopInvInit@1.46: loop invariant n > 0; [n = 0, 0 = 0]");
    // A loop that is left and entered again has another entry.
    let nested = "void f(int n) { for (int i = 0; i < 2; i++) { int j = i;
    /*@ loop invariant \\at(j, LoopEntry) == i && j >= i; */
    while (j < 5) { j++; if (j == n) break; } } }";
    assert_eq!(run(nested, "f", &[int(3)], &[]), "holds");
}

#[test]
fn labels_have_invariants() {
    let text = "void f(int n) { if (n > 3) goto L; n = 1;\nL: ;\n//@ invariant n >= 4 || n == 1;\n}";
    assert_eq!(run(text, "f", &[int(4)], &[]), "holds");
    let other = text.replace("n = 1;", "n = 2;");
    assert_eq!(run(&other, "f", &[int(0)], &[]), "LabelInvariant@3.5: invariant n >= 4 || n == 1;");
}

#[test]
fn nothing_else_is_assigned() {
    let text = "struct s { int a : 3, b : 3; int c[3]; };
/*@ assigns p->c[1..n], p->a; */
void f(struct s *p, int n, int k) {
    int local[2]; local[0] = 1; p->a = 1; p->c[1] = 2;
    if (k == 1) p->b = 1;
    if (k == 2) p->c[2] = 1;
    if (k == 3) { n = 0; p = 0; }
    if (k == 4) { struct s t = {0}; *p = t; } }
int g;
/*@ assigns g; */ void set(void) { g = 1; }
/*@ assigns \\nothing; */ void one(int n) { if (n) set(); }
/*@ assigns \\nothing; */ void two(void) { int i;
    /*@ loop assigns i; */
    for (i = 0; i < 2; i++) { int k = i; k++; { static int s; s = k; } } }
void three(int n) { int s = 0;
    /*@ loop assigns n; */
    while (n > 0) { n--; s++; } }";
    let state = |n: i128, k: i128| run(text, "f", &[block(0), int(n), int(k)], &[vec![0, 0, 0, 0]]);
    let fails = |at: &str| format!("Assigns@{at}: assigns p->c[1..n], p->a;");
    assert_eq!(state(1, 0), "holds");
    assert_eq!(state(0, 0), fails("4.43"));
    assert_eq!(state(1, 1), fails("5.17"));
    assert_eq!(state(1, 2), fails("6.17"));
    assert_eq!(state(2, 2), "holds");
    assert_eq!(state(2, 3), "holds");
    // Whether anything else is another one at the end hangs on members that are not looked at.
    assert_eq!(state(2, 4), "unknown: assignment that may be undone before the end: f");
    assert_eq!(run(text, "one", &[int(0)], &[]), "holds");
    assert_eq!(run(text, "one", &[int(1)], &[]), "Assigns@11.51: assigns \\nothing;");
    assert_eq!(run(text, "two", &[], &[]), "Assigns@14.63: loop assigns i;");
    assert_eq!(run(text, "three", &[int(1)], &[]), "Assigns@17.26: loop assigns n;");
}

#[test]
fn behaviours_apply_by_the_state_at_the_entry() {
    let text = "/*@ behavior low: assumes n < 0; ensures \\result == -1;
    behavior high: assumes n > 0; ensures \\result == 1; assigns \\nothing;
    complete behaviors low, high; disjoint behaviors; */
int sign(int n) { int r = n < 0 ? -1 : n; n = -n; return r; }";
    assert_eq!(run(text, "sign", &[int(-7)], &[]), "holds");
    assert_eq!(run(text, "sign", &[int(1)], &[]), "holds");
    assert_eq!(run(text, "sign", &[int(2)], &[]), "Post@4.61: ensures \\result == 1; [\\result = 2, 1 = 1]");
    assert_eq!(run(text, "sign", &[int(0)], &[]), "Complete@3.5");
    let both = text.replace("n < 0", "n < 5").replace("complete behaviors low, high;", "");
    assert_eq!(run(&both, "sign", &[int(1)], &[]), "Disjoint@3.6");
    let of = "/*@ behavior b: assumes n > 0; */
void f(int n) { int k = n; n = 0; //@ for b: assert k == 1;\n }";
    assert_eq!(run(of, "f", &[int(0)], &[]), "holds");
    assert_eq!(run(of, "f", &[int(2)], &[]), "Assert@2.39: for b: assert k == 1; [k = 2, 1 = 1]");
}

#[test]
fn functions_without_a_body_return_what_is_given() {
    let text = "/*@ requires 0 < d; ensures \\result <= n; */ int part(int n, int d);
int call(int n, int d) { int q = part(n, d); return 10 / q; }";
    let run = |n: i128, d: i128, value: Option<i128>| {
        let program = Text::new(text);
        let mut given = RunInputs::default();
        let call = program.source.text().find("part(n, d)").unwrap() as u32;
        let site = Span::new(call, call + 10);
        value.into_iter().for_each(|value| given.add(site, "part", value));
        program.run_with("call", &beginning(&[int(n), int(d)], &[]), given, &[])
    };
    assert_eq!(run(6, 0, Some(3)), "Pre@2.34: requires 0 < d; [0 = 0, d = 0]");
    assert_eq!(run(6, 1, Some(7)), "no run: ensures \\result <= n;");
    assert_eq!(run(6, 1, Some(0)), "ZeroDiv@2.56");
    assert_eq!(run(6, 1, Some(6)), "holds");
    assert_eq!(run(6, 1, None), "unknown: call of a function without a body: part(n, d)");
}

#[test]
fn what_fails_in_a_function_with_a_contract_is_its_own_business() {
    let text = "//@ ensures \\result > n;
int more(int n) { return n == 3 ? n : n + 1; }
//@ requires n >= 0; ensures \\result == 0;
int down(int n) { return n == 0 ? 0 : n == 5 ? 1 : down(n - 1); }
//@ ensures \\result == 0;
int f(int n) { return more(n) + down(n) - n - 1; }";
    assert_eq!(run(text, "f", &[int(2)], &[]), "holds");
    let end = "Post@2.46 in call 1: ensures \\result > n; [\\result = 3, n = 3]";
    assert_eq!(run(text, "f", &[int(3)], &[]), end);
    let end = "Post@4.65 in call 2: ensures \\result == 0; [\\result = 1, 0 = 0]";
    assert_eq!(run(text, "down", &[int(7)], &[]), end);
    assert_eq!(run(text, "down", &[int(5)], &[]), end.replace(" in call 2", ""));
}
