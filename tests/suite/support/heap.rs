//! Small random programs with the heap, lists, strings and pointers to pointers, many of whose runs end in an error of memory.
//!
//! What a run does hangs on the inputs alone, and each statement has a line of its own. What sanitizers do not see is left out:
//! reads of what has no value, pointers that are moved out of their objects, and accesses that leave a member but not the object
//! around it, or that go far. No list is a circle.

use std::fmt::Write as _;

use super::generate::{Generated, InputRange, Random};

/// What all of them begin with.
pub const HEAD: &str = include_str!("heap.c");

const MAIN: &str = "int main(void)\n{\n";

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut generator = Generator { random: Random::new(seed), text: HEAD.to_owned() + MAIN, loops: 0 };
    let inputs = generator.main();
    Generated { text: generator.text, inputs }
}

/// A program with values in place of its inputs, each on the line of the input.
pub fn with_values(program: &Generated, value: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for line in program.text.lines() {
        let input = program.inputs.iter().position(|input| line == read(input));
        let _ = match input {
            Some(number) => writeln!(text, "    int {} = {};", program.inputs[number].name, value(number)),
            None => writeln!(text, "{line}"),
        };
    }
    text
}

/// The lines of a program behind what all begin with, as a function that takes the inputs as an array.
pub fn as_function(program: &Generated, name: &str) -> String {
    let text = with_values(program, |number| format!("given[{number}]"));
    let own = text.strip_prefix(HEAD).and_then(|own| own.strip_prefix(MAIN)).unwrap_or_default();
    format!("static int {name}(const int *given)\n{{\n{own}")
}

fn read(input: &InputRange) -> String {
    let InputRange { name, low, high } = input;
    format!(
        "    int {name} = __VERIFIER_nondet_int(); __VERIFIER_assume({name} >= {low} && {name} <= {high});"
    )
}

struct Generator {
    random: Random,
    text: String,
    loops: usize,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Scope {
    depth: usize,
    /// The number of the loop around it, if there is one.
    within: Option<usize>,
}

impl Generator {
    fn main(&mut self) -> Vec<InputRange> {
        let names = ["a", "b"];
        let count = 1 + self.random.below(2);
        let inputs: Vec<InputRange> = names[..count]
            .iter()
            .map(|name| InputRange { name: (*name).to_owned(), low: 0, high: self.random.between(1, 3) })
            .collect();
        for input in &inputs {
            let _ = writeln!(self.text, "{}", read(input));
        }
        let b = if count == 1 { "    int b = 1;\n" } else { "" };
        self.text.push_str(b);
        self.text.push_str(
            "    int x = 0, y = 1, row[3] = {2, 0, 1};\n    int *p = &x, *q = NULL, **link = &p;\n    \
             struct node *list = NULL, *other = NULL;\n    struct slot s = {0, NULL};\n    \
             char text[5] = \"ab\", *t = text;\n",
        );
        let scope = Scope { depth: 1, within: None };
        for _ in 0..5 + self.random.below(9) {
            self.statement(scope);
        }
        let mut lines = vec![
            "x += q != NULL;",
            "x += y + row[0] + (list == other) + s.count;",
            "x += *t == text[0];",
            "assert(x != 2);",
            "(void)link;",
        ];
        if self.random.one_in(2) {
            lines.push("drop(list);");
        }
        for line in lines {
            self.line(1, line);
        }
        self.text.push_str("    return 0;\n}\n");
        inputs
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 4 * depth);
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        (*self.random.pick(choices)).to_owned()
    }

    fn statement(&mut self, scope: Scope) {
        match self.random.below(12) {
            0 | 1 if scope.depth < 3 => self.nested(scope),
            0..=2 => self.integer(scope),
            3 | 4 => self.pointer(scope),
            5..=7 => self.list(scope),
            8 => self.slot(scope),
            9 | 10 => self.string(scope),
            _ => {
                let condition = self.condition(scope);
                self.line(scope.depth, &format!("assert({condition});"));
            }
        }
    }

    fn nested(&mut self, scope: Scope) {
        let inner = Scope { depth: scope.depth + 1, ..scope };
        match self.random.below(6) {
            0 if scope.within.is_none() => {
                let (number, bound) = (self.loops, self.pick(&["2", "3", "a", "b"]));
                self.loops += 1;
                self.line(
                    scope.depth,
                    &format!("for (int i{number} = 0; i{number} < {bound}; i{number}++) {{"),
                );
                let inner = Scope { within: Some(number), ..inner };
                self.statement(inner);
                self.statement(inner);
            }
            1 => {
                let number = self.loops;
                self.loops += 1;
                let value = self.value(scope);
                self.line(scope.depth, "{");
                self.line(inner.depth, &format!("int z{number} = {value};"));
                let text = self.pick(&["p = &z#;", "q = &z#;", "*link = &z#;", "set(&z#, x);", "x = z#;"]);
                self.line(inner.depth, &text.replace('#', &number.to_string()));
                self.statement(inner);
            }
            _ => {
                let condition = self.condition(scope);
                self.line(scope.depth, &format!("if ({condition}) {{"));
                self.statement(inner);
                if self.random.one_in(3) {
                    self.line(scope.depth, "} else {");
                    self.statement(inner);
                }
            }
        }
        self.line(scope.depth, "}");
    }

    fn integer(&mut self, scope: Scope) {
        let (target, value) =
            (self.pick(&["x", "y", "x", "row[@]", "cells[@]", "*p", "p[@]"]), self.value(scope));
        let target = self.at_index(&target, scope);
        self.line(scope.depth, &format!("{target} = {value};"));
    }

    fn pointer(&mut self, scope: Scope) {
        let text = self.pick(&[
            "p = &x;",
            "q = &y;",
            "p = row;",
            "p = &row[1];",
            "q = &cells[@];",
            "p = q;",
            "q = NULL;",
            "q = p;",
            "p = choose(p, q, @);",
            "p = numbers(3);",
            "q = numbers(@ + 1);",
            "p = s.data;",
            "swap(&p, &q);",
            "*link = q;",
            "link = &q;",
            "link = &s.data;",
            "set(p, @);",
            "set(q, @);",
            "x = *p;",
            "x = q[@];",
            "x = **link;",
            "*p = @;",
            "p = row + 1;",
            "free(q);",
            "x = p == q;",
            "if (q) x = *q;",
            "if (list) p = &list->value;",
            "p = calloc(2, sizeof *p);",
            "if (!p) return 0;",
            "if (p != q) y = *p;",
        ]);
        let text = self.at_index(&text, scope);
        self.line(scope.depth, &text);
    }

    fn list(&mut self, scope: Scope) {
        let text = self.pick(&[
            "list = make(@, list);",
            "list = make(@, list);",
            "list = make(@, NULL);",
            "other = list;",
            "list = other;",
            "other = make(@, other);",
            "list = list->next;",
            "if (list) list = list->next;",
            "x = list->value;",
            "if (list) x = list->value;",
            "list->value = @;",
            "list->next = NULL;",
            "other = list->next;",
            "if (list && list->next) x = list->next->value;",
            "list = without(list, @);",
            "list = reversed(list);",
            "y = sum(list) > @;",
            "y = sum(other) == 1;",
            "drop(list);",
            "drop(other);",
            "list = NULL;",
            "other = NULL;",
            "free(list);",
            "free(other);",
            "kept = list;",
            "x = kept->value;",
            "if (kept) kept->value = @;",
            "list = kept;",
            "if (list) list->next = make(@, NULL);",
            "x = list == other;",
            "if (list && list->next) list->next = list->next->next;",
        ]);
        let text = self.at_index(&text, scope);
        self.line(scope.depth, &text);
    }

    fn slot(&mut self, scope: Scope) {
        let text = self.pick(&[
            "fill(&s, 2);",
            "fill(&s, @ + 1);",
            "x = at(&s, @);",
            "if (s.data) x = at(&s, @);",
            "free(s.data);",
            "s.data = NULL;",
            "s.data = row;",
            "s.count = @;",
            "if (s.count > @) x = s.data[@];",
            "s.data[@] = 1;",
        ]);
        let text = self.at_index(&text, scope);
        self.line(scope.depth, &text);
    }

    fn string(&mut self, scope: Scope) {
        let text = self.pick(&[
            "strcpy(text, \"a\");",
            "strcpy(text, \"abcd\");",
            "strcpy(text, \"bb\");",
            "strcat(text, \"b\");",
            "strcat(text, \"ac\");",
            "text[@] = 'c';",
            "text[@] = '\\0';",
            "text[@ + 1] = '\\0';",
            "t = strchr(text, 'b');",
            "t = strchr(text, 'c');",
            "if (t) *t = 'a';",
            "*t = 'b';",
            "t = text + @;",
            "if (t && *t) t++;",
            "x = strlen(text) > @;",
            "x = strcmp(text, \"ab\") == 0;",
            "t = copied(text);",
            "t = copied(t);",
            "free(t);",
            "x = t[@] == 'a';",
            "x = letters(text, 'a') > 1;",
            "x = letters(t, 'b');",
            "strcpy(t, \"b\");",
            "memset(text, 'a', @ + 1);",
            "if (t) memcpy(t, \"abc\", @);",
            "x = strncmp(text, \"abc\", @) == 0;",
            "strncpy(text, \"abcde\", @ + 2);",
        ]);
        let text = self.at_index(&text, scope);
        self.line(scope.depth, &text);
    }

    /// A text with small numbers in place of what stands for them.
    fn at_index(&mut self, text: &str, scope: Scope) -> String {
        let mut found = String::new();
        for (number, part) in text.split('@').enumerate() {
            if number > 0 {
                let index = match (self.random.below(4), scope.within) {
                    (0, _) => "a".to_owned(),
                    (1, Some(within)) => format!("i{within}"),
                    (1, None) => "b".to_owned(),
                    _ => self.random.between(0, 2).to_string(),
                };
                found.push_str(&index);
            }
            found.push_str(part);
        }
        found
    }

    fn value(&mut self, scope: Scope) -> String {
        let text = self.pick(&["@", "@", "x", "y", "a", "b", "row[@]", "x + 1", "*p", "cells[@]", "a - b"]);
        // Nothing grows in a loop.
        let text = if scope.within.is_some() && text == "x + 1" { "x".to_owned() } else { text };
        self.at_index(&text, scope)
    }

    fn condition(&mut self, scope: Scope) -> String {
        let text = self.pick(&[
            "x < @",
            "x != @",
            "a == @",
            "b > @",
            "y <= x",
            "p == q",
            "q",
            "p != NULL",
            "list",
            "list == NULL",
            "list && list->value == @",
            "t",
            "t && *t == 'a'",
            "text[@] == 'b'",
            "row[@] > y",
            "s.data",
            "other != list",
            "strlen(text) < 4",
            "x >= @ || a == b",
            "kept == NULL",
        ]);
        self.at_index(&text, scope)
    }
}
