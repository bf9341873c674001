use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_report::memory::{Aim, Call, Held, Memory, Named, State};

/// Memory along the run to the first error of a program that can be reached.
fn memory(text: &str) -> Option<Memory> {
    let source = SourceFile::new("test.c", text);
    let options = Options { pictures: true, checks: Some(CheckKind::DEFAULT.into()), ..Options::default() };
    let report = crate::analyse(&source, &options);
    let explained = report.errors.iter().find_map(|error| error.counterexamples.first());
    explained.expect("an explanation").memory.as_deref().cloned()
}

/// What it says in words, a line for each object and each moment.
fn told(memory: &Memory) -> String {
    let mut lines = Vec::new();
    for (number, object) in memory.objects.iter().enumerate() {
        let rows = object.rows.iter().map(|row| {
            let gaps = row.left_out.iter().map(|(before, count)| format!("{count} before {before}"));
            format!("{}[{}]{}", row.label, row.cells.join(","), gaps.collect::<Vec<_>>().join(","))
        });
        lines.push(format!("{number} is {:?}: {}", object.named, rows.collect::<Vec<_>>().join(" ")));
    }
    for (number, moment) in memory.moments.iter().enumerate() {
        let mut parts = vec![format!("keeps {}", moment.kept)];
        parts.extend(moment.calls.iter().map(|call| match call {
            Call::Drawn { function, line, variables, .. } => format!("{function} {line:?} {variables:?}"),
            Call::Skipped(count) => format!("{count} skipped"),
        }));
        parts.extend(moment.states.iter().map(|(object, state)| format!("{object} {state:?}")));
        parts.extend(moment.values.iter().map(|(object, cell, held)| format!("{object}.{cell} {held:?}")));
        lines.push(format!("{number}: {}", parts.join("; ")));
    }
    lines.push(format!("trace {:?}", memory.trace));
    lines.push(format!("slice {:?}", memory.slice));
    lines.join("\n").replace("Some(", "(").replace("None", "-")
}

#[test]
fn a_list_is_told_step_by_step() {
    let text = "#include <stdlib.h>
struct node { int value; struct node *next; };
struct node *push(struct node *list, int value) {
    struct node *made = malloc(sizeof *made);
    made->value = value;
    made->next = list;
    return made;
}
int main(void) {
    struct node *list = push(0, 1);
    list = push(list, 2);
    struct node *first = list;
    list = list->next;
    free(first);
    return first->value;
}";
    insta::assert_snapshot!(told(&memory(text).expect("something to draw")));
}

#[test]
fn numbers_alone_are_not_drawn() {
    assert_eq!(memory("int main(void) { int x = 0; return 1 / x; }"), None);
}

#[test]
fn long_arrays_show_what_matters() {
    let text = "int main(void) {
    int a[300], *p = &a[200];
    for (int i = 0; i < 300; i++) a[i] = i;
    *p = 7;
    int zero = a[0];
    return 1 / zero;
}";
    let memory = memory(text).expect("something to draw");
    let object = memory.objects.iter().find(|object| object.named == Named::Variable("a".to_owned()));
    let row = &object.expect("the array").rows[0];
    assert!(row.cells.len() < 20 && row.cells.contains(&"[200]".to_owned()), "{row:?}");
    assert_eq!(row.cells.len() as u64 + row.left_out.iter().map(|(_, count)| count).sum::<u64>(), 300);
}

#[test]
fn pointers_say_which_part_they_lead_to() {
    let text = "#include <stdlib.h>
#include <string.h>
int f(void);
int main(void) {
    char text[8];
    strcpy(text, \"ab\");
    int numbers[3] = {1, 2, 3}, *second = &numbers[1], *end = numbers + 3, *none = 0;
    char *letter = text + 1;
    struct { int x; short y; } pair, *all = &pair;
    short *y = &pair.y;
    int *lost = malloc(4);
    lost = 0;
    return *none;
}";
    let memory = memory(text).expect("something to draw");
    let name = |number: u32| match &memory.objects[number as usize].named {
        Named::Variable(name) => name.clone(),
        other => format!("{other:?}"),
    };
    let last = |wanted: &str| {
        let mut values = memory.moments.iter().flat_map(|moment| &moment.values);
        values.rfind(|(object, cell, _)| name(*object) == wanted && *cell == 0).map(|(.., held)| held)
    };
    let aim = |wanted: &str| match last(wanted) {
        Some(Held::Leads { object, aim }) => Some((name(*object), *aim)),
        _ => None,
    };
    let part = |object: &str, aim: Aim| Some((object.to_owned(), aim));
    assert_eq!(aim("second"), part("numbers", Aim::Cell(1)));
    assert_eq!(aim("end"), part("numbers", Aim::End));
    assert_eq!(aim("letter"), part("text", Aim::Letter(0, 1)));
    assert_eq!(aim("all"), part("pair", Aim::Whole));
    assert_eq!(aim("y"), part("pair", Aim::Cell(1)));
    assert_eq!(last("none"), Some(&Held::Null));
    assert_eq!(last("text"), Some(&Held::Text(b"ab".to_vec(), focuscheck_report::memory::Behind::Zero)));
    assert_eq!(last("pair"), None);
}

#[test]
fn what_is_gone_and_what_nothing_leads_to_is_told() {
    let text = "#include <stdlib.h>
int *g;
int *hold(int *p) { return p; }
int main(void) {
    int *p = hold(malloc(4));
    g = p;
    free(p);
    return *g;
}";
    let memory = memory(text).expect("something to draw");
    let states = memory.moments.iter().flat_map(|moment| &moment.states);
    let block = memory.objects.iter().position(|object| matches!(object.named, Named::Block { .. }));
    let block = block.expect("a block") as u32;
    let of_block = states.filter(|(object, _)| *object == block).map(|(_, state)| *state);
    assert_eq!(of_block.collect::<Vec<_>>(), [State::There, State::Ended]);
}
