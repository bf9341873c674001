//! Programs of growing size, one family each.

use std::fmt::Write;

/// `main` calls a procedure of `branches` branches `calls` times; they do not matter for the error, or do.
pub fn many_calls(calls: usize, branches: usize, relevant: bool) -> String {
    let mut text = String::from("int counter, noise;\nvoid procedure(void) {\n");
    for _ in 0..branches {
        text.push_str("  if (*) noise = 1; else noise = 2;\n");
    }
    if relevant {
        text.push_str("  if (counter < 3) counter = counter + 1;\n");
    }
    text.push_str("}\nint main(void) {\n  int x;\n  counter = 0;\n");
    for _ in 0..calls {
        text.push_str("  procedure();\n");
    }
    let condition = if relevant { "counter > 3" } else { "x != x" };
    let _ = write!(text, "  if ({condition}) reach_error();\n  return 0;\n}}\n");
    text
}

/// A chain of procedures, each calling the next one twice.
pub fn chain(depth: usize) -> String {
    let mut text = String::from("int noise, flag;\n");
    let _ = writeln!(text, "void f{depth}(void) {{ if (*) noise = 1; else noise = 2; flag = 1; }}");
    for level in (0..depth).rev() {
        let _ = writeln!(text, "void f{level}(void) {{ f{}(); f{}(); }}", level + 1, level + 1);
    }
    text.push_str(
        "int main(void) {\n  flag = 0;\n  f0();\n  if (flag != 1) reach_error();\n  return 0;\n}\n",
    );
    text
}

/// A chain of procedures, each calling the next one twice, that count the calls of the last one up to a limit.
pub fn counting_chain(depth: usize) -> String {
    let mut text = String::from("int calls;\n");
    let _ = writeln!(text, "void f{depth}(void) {{ if (calls < 5) calls = calls + 1; }}");
    for level in (0..depth).rev() {
        let _ = writeln!(text, "void f{level}(void) {{ f{}(); f{}(); }}", level + 1, level + 1);
    }
    text.push_str(
        "int main(void) {\n  calls = 0;\n  f0();\n  if (calls > 5) reach_error();\n  return 0;\n}\n",
    );
    text
}

/// A loop that takes some of `count` locks, as its inputs say, and releases those it took; no order of it fails.
pub fn locks(count: usize) -> String {
    let mut text = String::from("int main(void) {\n");
    for lock in 0..count {
        let _ = writeln!(text, "  int wants{lock} = __VERIFIER_nondet_int(), held{lock};");
    }
    text.push_str("  int again;\n  while (1) {\n    again = __VERIFIER_nondet_int();\n");
    text.push_str("    if (again == 0) goto out;\n");
    for lock in 0..count {
        let _ = writeln!(text, "    held{lock} = 0;");
    }
    for lock in 0..count {
        let _ = writeln!(text, "    if (wants{lock} != 0) held{lock} = 1;");
    }
    for lock in 0..count {
        let _ = writeln!(text, "    if (wants{lock} != 0) {{");
        let _ = writeln!(text, "      if (held{lock} != 1) goto ERROR;\n      held{lock} = 0;\n    }}");
    }
    text.push_str("  }\nout:\n  return 0;\nERROR:\n  reach_error();\n  return 1;\n}\n");
    text
}

/// A machine of so many states that reads an input per round; its handler is a procedure.
pub fn machine(states: usize) -> String {
    let mut text = String::from("int state, last, count;\nvoid handle(int input) {\n");
    for state in 0..states {
        let next = (state * 7 + 3) % states;
        let other = (state + 1) % states;
        let _ = writeln!(text, "  if (state == {state} && input == {}) {{", state % 5);
        let _ = writeln!(text, "    last = state; state = {next}; count = {}; return;\n  }}", state % 3);
        let _ = writeln!(text, "  if (state == {state} && input == {}) {{", (state + 2) % 5);
        let _ = writeln!(text, "    if (last != {other}) {{ state = {other}; return; }}\n  }}");
    }
    let _ = writeln!(text, "}}\nint main(void) {{\n  state = 0; last = 0; count = 0;\n  while (1) {{");
    text.push_str("    int input = __VERIFIER_nondet_int();\n");
    text.push_str("    if (input < 0 || input > 4) return 0;\n    handle(input);\n");
    let _ = writeln!(text, "    if (count > 2 || state >= {states}) reach_error();\n  }}\n}}");
    text
}
