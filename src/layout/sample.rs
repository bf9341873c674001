//! Graphs of small programs for tests.

use std::collections::BTreeSet;

use super::{Demands, lay_out};
use focuscheck_base::options::{CheckKind, DataModel};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::Graph;
use focuscheck_check::check;
use focuscheck_ir::program::{Original, Start};
use focuscheck_syntax::error::{Diagnostic, Severity};
use focuscheck_syntax::parse;

/// A typed program, with the extensions of Cimple and the error conditions that it asks for.
pub fn original(
    text: &str,
    data_model: DataModel,
    globals_are_inputs: bool,
) -> Result<Original, Vec<Diagnostic>> {
    let source = SourceFile::new("sample.c", text);
    let parsed = parse(&source, true);
    let Some(unit) = parsed.unit else { return Err(parsed.diagnostics) };
    let conditions: Vec<_> =
        parsed.error_conditions.into_iter().map(|(text, span)| (text, Some(span))).collect();
    let (tree, diagnostics) = check(&unit, &source, &conditions, data_model);
    let start = Start { globals_are_inputs, ..Start::default() };
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    tree.filter(|_| !failed).map(|tree| Original::new(tree, start)).ok_or(diagnostics)
}

/// The graph of a program.
pub fn graph(text: &str) -> Graph {
    graph_with(text, &[])
}

/// The graph of what may be a program.
pub fn try_graph(text: &str) -> Option<Graph> {
    let original = original(text, DataModel::default(), false).ok()?;
    Some(lay_out(&original, Demands::new(&BTreeSet::new(), 4)).expect("a layout").graph)
}

/// The graph of a program with these kinds of undefined behaviour as errors.
pub fn graph_with(text: &str, checks: &[CheckKind]) -> Graph {
    let checks: BTreeSet<CheckKind> = checks.iter().copied().collect();
    lay_out(&original(text, DataModel::default(), false).expect("a program"), Demands::new(&checks, 4))
        .expect("a layout")
        .graph
}

/// The graph of a program whose variables outside of functions are inputs.
pub fn graph_of_inputs(text: &str) -> Graph {
    lay_out(
        &original(text, DataModel::default(), true).expect("a program"),
        Demands::new(&BTreeSet::new(), 4),
    )
    .expect("a layout")
    .graph
}

/// Calls, loops, arrays, switches, inputs and parts that are not modelled, all in one.
pub const EVERYTHING: &str = "
    int total, table[2][3] = { { 0 } };
    extern int *elsewhere;
    int helper(int value);
    int square(int value) {
        total = total + 1;
        return value * value;
    }
    int main(void) {
        int lost, i = 0;
        while (i < 3) {
            table[1][i] = square(i);
            i++;
        }
        i = __VERIFIER_nondet_int();
        switch (i + 1) {
        case 1:
            total = 7;
            break;
        case 3 ... 5:
            *elsewhere = 1;
        default:
            total = *elsewhere;
        }
        if (* && !(i || total == 0))
            assert(table[i][i] < 9);
        else
            assume(i || total);
        total = 9 / i + helper(lost);
    ERROR:;
    }
    //@ error: main: total\t> 100
";
