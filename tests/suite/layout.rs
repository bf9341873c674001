//! Nothing of a program is left out where it is laid out in cells.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{self, ErrorKind};
use focuscheck_driver::original;
use focuscheck_ir::program::graph::{Action, Graph};
use focuscheck_layout::{Demands, Laid, lay_out, lay_out_everywhere};

use crate::programs::{FOLDERS, programs};

/// Whether an action is seen in every copy, whatever it is about. Values may be put in where they are used, what is stored may
/// be nowhere, a branch may be decided by the kind of a pointer, an assumption is one node, a condition of the user's is asked
/// where it may have changed, and what a function reads alone is not kept.
fn has_its_own(graph: &Graph, action: &Action) -> bool {
    match action {
        Action::Error(error) => graph.errors[error.index()].kind != ErrorKind::Condition,
        Action::Input { .. }
        | Action::Call { .. }
        | Action::Exit
        | Action::Stop(Some(_))
        | Action::Cut(_) => true,
        Action::Skip
        | Action::Mark(_)
        | Action::Branch(_)
        | Action::Stop(None)
        | Action::Assign { .. }
        | Action::Load { .. }
        | Action::Store { .. }
        | Action::Copy { .. }
        | Action::Clear { .. }
        | Action::Declare(_)
        | Action::Library { .. }
        | Action::Return(_)
        | Action::Unknown { .. }
        | Action::Inspect { .. }
        | Action::Forget { .. }
        | Action::Stated(_) => false,
    }
}

#[test]
fn each_copy_of_a_procedure_has_all_of_its_nodes() {
    let mut missing = String::new();
    let mut copies = 0;
    for (name, text) in FOLDERS.into_iter().flat_map(programs) {
        let source = SourceFile::new(&*name, &*text);
        let Some(original) = original(&source, &Options::default()) else { continue };
        let Ok(Laid { graph, origins, sources, .. }) = lay_out(&original, Demands::new(&BTreeSet::new(), 4))
        else {
            let _ = writeln!(missing, "{name}: no layout");
            continue;
        };
        let nodes = graph.nodes.iter().chain(&graph.outline.nodes).zip(&sources);
        let done =
            nodes.filter(|(node, _)| !matches!(node.action, cfg::Action::Skip | cfg::Action::UnitStart));
        let done: BTreeSet<_> = done.map(|(node, source)| (node.procedure, *source)).collect();
        copies += origins.len() - origins.iter().collect::<BTreeSet<_>>().len();
        for (number, origin) in origins.iter().enumerate() {
            let (from, to) = graph.procedures[number].nodes;
            let others = origins.iter().filter(|other| *other == origin).count() > 1;
            // One that is never called, because others take its place.
            if others && to.index() - from.index() == 2 {
                continue;
            }
            let copy = graph.nodes[from.index()].procedure;
            for node in original.graph().nodes_of(*origin) {
                let action = &original.graph().nodes[node.index()].action;
                if has_its_own(original.graph(), action) && !done.contains(&(copy, node)) {
                    let _ = writeln!(missing, "{name}: {action:?}");
                }
            }
        }
    }
    assert!(copies > 10, "{copies} copies");
    assert!(missing.is_empty(), "\n{missing}");
}

#[test]
fn a_layout_that_is_whole_has_all_that_a_verdict_rests_on() {
    let mut whole = 0;
    for (name, text) in FOLDERS.into_iter().flat_map(programs) {
        let source = SourceFile::new(&*name, &*text);
        let Some(original) = original(&source, &Options::default()) else { continue };
        for checks in [BTreeSet::new(), CheckKind::DEFAULT.into()] {
            let Ok(laid) = lay_out(&original, Demands::new(&checks, 4)) else { continue };
            if laid.is_whole {
                let all = checks.into_iter().chain(CheckKind::ASSUMED).collect();
                let everywhere = lay_out_everywhere(&original, Demands::new(&all, 4)).map(|laid| laid.graph);
                assert!(everywhere.is_ok_and(|graph| graph == laid.graph), "{name}");
                whole += 1;
            }
        }
    }
    assert!(whole > 50, "{whole} layouts");
}
